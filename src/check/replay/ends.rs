//! The packets that a schedule lists by their ends, held against those of the task.

use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::task::isotropic::Isotropic;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use isotask_wire as wire;

/// Reads the ends of the packets: two where packets are personal, else one.
pub(crate) fn resolve_packets(problem: &Problem, packets: &[wire::Ends]) -> Result<Vec<Ends>, Rejection> {
    let network = problem.network();
    let mode = problem.mode();
    let one = |(packet, nodes): (usize, &wire::Ends)| {
        let nodes = nodes.nodes();
        let expected = if mode == Mode::Personal { 2 } else { 1 };
        let found = nodes.len();
        if found != expected {
            return Err(Rejection::PacketForm { packet, found, expected });
        }
        let node = |end: usize| network.node(&nodes[end], &|| format!("schedule.packets[{packet}][{end}]"));
        Ok(match mode {
            Mode::Personal => Ends { from: Some(node(0)?), to: Some(node(1)?) },
            Mode::Copied => Ends { from: Some(node(0)?), to: None },
            Mode::Combined => Ends { from: None, to: Some(node(0)?) },
        })
    };
    packets.iter().enumerate().map(one).collect()
}

/// Items in increasing order, each with its number.
pub(crate) fn runs<T: Copy + Ord>(mut items: Vec<T>) -> Vec<(T, u64)> {
    items.sort_unstable();
    items.chunk_by(|a, b| a == b).map(|run| (run[0], wide(run.len()))).collect()
}

/// Refuses packets that are not those of the task, in any order; those of the task come with their numbers in
/// increasing order.
pub(crate) fn require_ends(
    packets: Vec<Ends>,
    task: impl Iterator<Item = (Ends, u64)>,
) -> Result<(), Rejection> {
    let mismatch = |ends: Ends, found, expected| {
        let Ends { from, to } = ends;
        Err(Rejection::EndsMismatch { from, to, found, expected })
    };
    let mut listed = runs(packets).into_iter();
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
/// Packets are told by the number of their origin and their offset. There are so many origins: nodes, or
/// classes of nodes, for each of which a node stands.
pub(crate) fn require_isotropic(
    task: &Isotropic,
    packets: &[((u64, u64), u64)],
    origins: u64,
    node: impl Fn(u64) -> u64,
) -> Result<(), Rejection> {
    let mismatch = |origin, offset, found, expected| {
        let from = node(origin);
        let (from, to) = (Some(from), Some(task.network.translate(from, offset)));
        Rejection::EndsMismatch { from, to, found, expected }
    };
    let mut lists = packets.chunk_by(|a, b| a.0.0 == b.0.0).peekable();
    // Without packets of the task nobody may list any; with some, the first node that lists none ends the
    // loop.
    let origins = if task.rows == 0 { 0 } else { origins };
    for origin in 0..origins {
        let list = lists.next_if(|list| list[0].0.0 == origin).unwrap_or_default();
        let found = list.iter().map(|&((_, offset), number)| (offset, number));
        task.require_packets(found).map_err(|refusal| match refusal {
            Rejection::PacketsMismatch { offset, found, expected } => {
                mismatch(origin, offset, found, expected)
            }
            other => other,
        })?;
    }
    lists.next().map_or(Ok(()), |list| {
        let ((origin, offset), found) = list[0];
        Err(mismatch(origin, offset, found, 0))
    })
}
