//! The packets that a schedule lists by their ends, and their comparison with those of the task.

use crate::refusal::rejection::Rejection;
use crate::replay::places::Places;
use crate::task::isotropic::Isotropic;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use isotask_wire as wire;
use std::borrow::Borrow;
use std::iter::{self, Peekable};

/// The ends of many packets, each of which has as many as its task requires.
#[derive(Debug)]
pub(crate) struct Listed {
    count: usize,
    from: Option<Places>,
    to: Option<Places>,
    /// The blocks that are kept apart.
    apart: Vec<usize>,
}

impl Listed {
    /// Reads the ends of the packets: two where packets are personal, none of blocks that are summed, else
    /// one.
    ///
    /// # Complexity
    /// Space 4 bytes for each end, 8 in networks of more than 2³² nodes.
    pub(crate) fn new<E: Borrow<wire::Ends>>(
        problem: &Problem,
        packets: impl Iterator<Item = E>,
    ) -> Result<Self, Rejection> {
        let network = problem.network();
        let mode = problem.mode();
        let expected = match mode {
            Mode::Personal => 2,
            Mode::Copied | Mode::Combined => 1,
            Mode::Summed => 0,
        };
        let (mut first, mut second) = (Places::none(network.nodes), Places::none(network.nodes));
        let (mut count, mut apart) = (0, Vec::new());
        for (packet, ends) in packets.enumerate() {
            let nodes = ends.borrow().nodes();
            let found = nodes.len();
            if found != expected {
                return Err(Rejection::PacketForm { packet, found, expected });
            }
            for (end, (node, places)) in nodes.iter().zip([&mut first, &mut second]).enumerate() {
                places.push(network.node(node, &|| format!("schedule.packets[{packet}][{end}]"))?);
            }
            if ends.borrow().is_apart() {
                apart.push(packet);
            }
            count += 1;
        }
        Ok(match mode {
            Mode::Personal => Self { count, from: Some(first), to: Some(second), apart },
            Mode::Copied => Self { count, from: Some(first), to: None, apart },
            Mode::Combined => Self { count, from: None, to: Some(first), apart },
            Mode::Summed => Self { count, from: None, to: None, apart },
        })
    }

    /// Returns the number of packets.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Returns the blocks of an allreduce that are kept apart.
    pub(crate) fn apart(&self) -> &[usize] {
        &self.apart
    }

    /// Returns the ends of the packets, in their order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Ends> + Clone + '_ {
        (0..self.count).map(|packet| {
            let at = |places: &Places| places.at(packet);
            Ends { from: self.from.as_ref().map(at), to: self.to.as_ref().map(at) }
        })
    }
}

/// Items in increasing order, each with its number.
struct Runs<I: Iterator>(Peekable<I>);

impl<I: Iterator<Item: PartialEq>> Iterator for Runs<I> {
    type Item = (I::Item, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.0.next()?;
        let mut number = 1;
        while self.0.next_if_eq(&item).is_some() {
            number += 1;
        }
        Some((item, number))
    }
}

/// Returns the different items in increasing order, each with its number; they are copied only if they are
/// not in order.
fn runs<'a, T: Ord + 'a>(
    items: impl Iterator<Item = T> + Clone + 'a,
) -> Box<dyn Iterator<Item = (T, u64)> + 'a> {
    if items.clone().is_sorted() {
        return Box::new(Runs(items.peekable()));
    }
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    Box::new(Runs(items.into_iter().peekable()))
}

/// Refuses packets that are not those of the task, in any order; those of the task come with their numbers in
/// increasing order.
pub(crate) fn require_ends(
    packets: impl Iterator<Item = Ends> + Clone,
    task: impl Iterator<Item = (Ends, u64)>,
) -> Result<(), Rejection> {
    let mismatch = |ends: Ends, found, expected| {
        let Ends { from, to } = ends;
        Err(Rejection::EndsMismatch { from, to, found, expected })
    };
    let mut listed = runs(packets);
    for (wanted, count) in task {
        match listed.next() {
            Some((ends, found)) if ends < wanted => return mismatch(ends, found, 0),
            Some((ends, found)) if ends == wanted && found == count => {}
            Some((ends, found)) if ends == wanted => return mismatch(ends, found, count),
            _ => return mismatch(wanted, 0, count),
        }
    }
    listed.next().map_or(Ok(()), |(ends, found)| mismatch(ends, found, 0))
}

/// Refuses packets that are not those of an isotropic task: from every origin those of its offsets.
///
/// Packets are given by the number of their origin and their offset. `origins` is the number of origins:
/// nodes, or classes of nodes, each represented by a node.
pub(crate) fn require_isotropic(
    task: &Isotropic,
    packets: impl Iterator<Item = (u64, u64)> + Clone,
    origins: u64,
    node: impl Fn(u64) -> u64,
) -> Result<(), Rejection> {
    let mismatch = |origin, offset, found, expected| {
        let from = node(origin);
        let (from, to) = (Some(from), task.network.shifted(from, offset));
        Rejection::EndsMismatch { from, to, found, expected }
    };
    let mut listed = runs(packets).peekable();
    // If the task has no packets, none may be listed; if it has some, the first origin that lists none ends
    // the loop.
    let origins = if task.rows == 0 { 0 } else { origins };
    for origin in 0..origins {
        let of_origin = || listed.next_if(|&((from, _), _)| from == origin);
        let found = iter::from_fn(of_origin).map(|((_, offset), number)| (offset, number));
        task.require_packets(found).map_err(|refusal| match refusal {
            Rejection::PacketsMismatch { offset, found, expected } => {
                mismatch(origin, offset, found, expected)
            }
            other => other,
        })?;
    }
    listed.next().map_or(Ok(()), |((origin, offset), found)| Err(mismatch(origin, offset, found, 0)))
}
