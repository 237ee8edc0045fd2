//! The moves of one node in a range of slots, for schedules of any form.

use super::copies::copy_numbers;
use super::windows::Step;
use super::{IntervalForm, IntervalRows, Query, Schedule, ScheduleForm, WordSchedule};
use crate::model::{Dimension, Link, Network, Node, Problem, Ranked, Way, count_of, wide};
use std::convert::Infallible;
use std::ops::Range;

/// Where a packet starts and where it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Journey {
    /// The node that it starts from.
    pub origin: Node,
    /// The node that it goes to.
    pub destination: Node,
}

/// The moves of a node over one link type in one slot: it sends to one neighbour while the opposite
/// neighbour, doing the translate, sends to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalMove {
    /// The link that the packets move over.
    pub link: Link,
    /// The neighbour that the node sends to.
    pub to: Node,
    /// The packet that it sends.
    pub sent: Journey,
    /// The neighbour that it receives from.
    pub from: Node,
    /// The packet that it receives.
    pub received: Journey,
}

impl Schedule {
    /// Returns the moves of a node in each of `slots`, by increasing link, for a schedule of packets of node
    /// 0; none for other schedules, for which there is [`Schedule::local_transfers`].
    ///
    /// Every node does the translate of what node 0 does (P1 Theorem 2). A schedule in slots is replayed up
    /// to the last of `slots`; one in intervals is queried through [`LocalSchedule`], on implied rows without
    /// building anything of the size of the task.
    ///
    /// # Complexity
    /// O(moves · D + N · log N) time and O(N) space for a schedule in slots, N packets and D dimensions; else
    /// [`LocalSchedule::moves`] for each slot, after O(N · (D + log N)) time and O(N) space for the rows if
    /// packets or routes are listed.
    ///
    /// # Panics
    /// If the schedule is not one of the problem.
    #[must_use]
    pub fn local_moves(&self, problem: &Problem, node: Node, slots: Range<u64>) -> Vec<Vec<LocalMove>> {
        let mut found = Vec::new();
        let collect = |_, crossings: &[Crossing]| -> Result<(), Infallible> {
            found.push(crossings.iter().map(|crossing| crossing.of(problem.network(), node)).collect());
            Ok(())
        };
        match visit_crossings(problem, self, slots, collect) {
            Ok(()) => found,
            Err(never) => match never {},
        }
    }

    /// Returns the words of the packets of node 0; none if the schedule does not list its moves slot by slot
    /// for one node.
    pub(crate) fn into_words(self, problem: &Problem) -> Option<WordSchedule> {
        match self.form {
            ScheduleForm::Words(words) => Some(words),
            ScheduleForm::Units(matrix, coloring) => {
                let slots = coloring.to_slots(&matrix).iter().map(<[_]>::to_vec).collect();
                Some(WordSchedule { packets: problem.offsets().collect(), slots })
            }
            _ => None,
        }
    }
}

/// Calls `visit` with each of `slots` and the moves of the packets of node 0 in it, by increasing link, until
/// it fails; a schedule whose packets are not those of node 0 has no such moves.
///
/// # Errors
/// The error of `visit`.
///
/// # Panics
/// If the schedule is not one of the problem.
pub(super) fn visit_crossings<E>(
    problem: &Problem,
    schedule: &Schedule,
    slots: Range<u64>,
    mut visit: impl FnMut(u64, &[Crossing]) -> Result<(), E>,
) -> Result<(), E> {
    let network = problem.network();
    match &schedule.form {
        ScheduleForm::Words(words) => {
            let all = words.slots.iter().map(Vec::as_slice);
            visit_replayed(network, &words.packets, all, &slots, visit)
        }
        ScheduleForm::Units(matrix, coloring) => {
            let packets: Vec<Node> = problem.offsets().collect();
            visit_replayed(network, &packets, &coloring.to_slots(matrix), &slots, visit)
        }
        ScheduleForm::Intervals(IntervalRows::Implied(rows), form, _) => {
            let copies = rows.copies();
            let copy = |row| (copies > 1).then(|| count_of(row % copies));
            LocalSchedule::new(network, rows, form).visit(slots, &copy, visit)
        }
        ScheduleForm::Intervals(IntervalRows::Stored(rows), form, written) => {
            let copies = match &written.packets {
                Some(packets) => copy_numbers(packets),
                None => copy_numbers(&problem.offsets().collect::<Vec<Node>>()),
            };
            LocalSchedule::new(network, rows, form).visit(slots, &|row| copies[row], visit)
        }
        ScheduleForm::Windows(plan) => {
            slots.into_iter().take_while(|&slot| slot < plan.slots).try_for_each(|slot| {
                let crossing = |step: Step| Crossing::new(network, step.link, step.at, step.offset, None);
                visit(slot, &plan.steps(slot).into_iter().map(crossing).collect::<Vec<_>>())
            })
        }
        ScheduleForm::Multinode(_)
        | ScheduleForm::Explicit(_)
        | ScheduleForm::Parcels(..)
        | ScheduleForm::Orbit(_)
        | ScheduleForm::Conveyor(_) => slots.into_iter().try_for_each(|slot| visit(slot, &[])),
    }
}

/// Replays a schedule slot by slot, on any network.
fn visit_replayed<'a, E>(
    network: &Network,
    offsets: &[Node],
    all: impl IntoIterator<Item = &'a [(u32, u32)]>,
    wanted: &Range<u64>,
    mut visit: impl FnMut(u64, &[Crossing]) -> Result<(), E>,
) -> Result<(), E> {
    let copies = copy_numbers(offsets);
    // The nodes where the packets of node 0 are.
    let mut at = vec![Node(0); offsets.len()];
    for (slot, moves) in (0..wanted.end).zip(all) {
        if slot >= wanted.start {
            let crossing = |&(packet, link): &(u32, u32)| {
                let packet = wide(packet);
                Crossing::new(network, Link(link), at[packet], offsets[packet], copies[packet])
            };
            let mut crossings: Vec<Crossing> = moves.iter().map(crossing).collect();
            crossings.sort_unstable_by_key(|crossing| crossing.link);
            visit(slot, &crossings)?;
        }
        for &(packet, link) in moves {
            let here = &mut at[wide(packet)];
            *here = network.neighbor(*here, Link(link));
        }
    }
    Ok(())
}

/// The moves of any node in any slot of a schedule in intervals, on demand: nothing of the size of the task
/// is stored.
///
/// # Examples
/// ```
/// use isotask::decompose::quotient;
/// use isotask::model::{ImpliedRows, IsotropicTask, LocalSchedule, Node};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":30},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&parse::<TaskDocument>(text)?)?;
/// let rows = ImpliedRows::new(&task).expect("packets by distance");
/// let form = quotient(&rows, task.ports());
/// let schedule = LocalSchedule::new(task.network(), &rows, &form);
/// // All columns are critical, so that every node sends over every link in every slot.
/// assert_eq!(schedule.moves(Node(123_456_789), 400_000_000).len(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LocalSchedule<'a, R> {
    network: &'a Network,
    rows: &'a R,
    query: Query<'a, R>,
}

impl<'a, R: Ranked> LocalSchedule<'a, R> {
    /// Prepares the queries; a row must carry its packet from node 0 to its offset.
    ///
    /// # Complexity
    /// O(I log I) for I intervals.
    #[must_use]
    pub fn new(network: &'a Network, rows: &'a R, form: &'a IntervalForm) -> Self {
        Self { network, rows, query: Query::new(rows, form) }
    }

    /// Returns the moves of a node in a slot, by increasing link.
    ///
    /// # Complexity
    /// For each link one selection, O(log N) ranks of O(Σ p) steps on implied rows, and O(D log p) slots; D
    /// dimensions of radix p.
    ///
    /// # Panics
    /// If the form is not one of the rows.
    #[must_use]
    pub fn moves(&self, node: Node, slot: u64) -> Vec<LocalMove> {
        self.crossings(slot, &|_| None).iter().map(|crossing| crossing.of(self.network, node)).collect()
    }

    /// Calls `visit` with each of `slots` and the moves in it, until it fails; `copy` numbers the rows of one
    /// offset.
    fn visit<E>(
        &self,
        mut slots: Range<u64>,
        copy: &dyn Fn(usize) -> Option<u64>,
        mut visit: impl FnMut(u64, &[Crossing]) -> Result<(), E>,
    ) -> Result<(), E> {
        slots.try_for_each(|slot| visit(slot, &self.crossings(slot, copy)))
    }

    /// Returns the moves of a slot, by increasing link.
    fn crossings(&self, slot: u64, copy: &dyn Fn(usize) -> Option<u64>) -> Vec<Crossing> {
        let links = (0..self.network.links()).map(Link);
        links.filter_map(|link| self.crossing(slot, link, copy)).collect()
    }

    fn crossing(&self, slot: u64, link: Link, copy: &dyn Fn(usize) -> Option<u64>) -> Option<Crossing> {
        let row = self.query.entry(slot, link.0)?.row;
        let at = self.reached(&self.query.used_before(row, slot));
        let mut uses = vec![0; wide(self.rows.columns())];
        self.rows.visit(row..row + 1, |_, column, units| uses[wide(column)] = units);
        Some(Crossing::new(self.network, link, at, self.reached(&uses), copy(row)))
    }

    /// Returns the node where a packet of node 0 is after some uses of each link.
    fn reached(&self, uses: &[u64]) -> Node {
        if self.network.cayley().is_some() {
            // Intervals belong to Abelian groups: the order of the links does not matter.
            let times = |(link, &uses): (u32, &u64)| (0..uses).map(move |_| Link(link));
            let walk = (0..).zip(uses).flat_map(times);
            return walk.fold(Node(0), |at, link| self.network.neighbor(at, link));
        }
        let coordinate = |ring: &Dimension| {
            let (plus, minus) = (ring.link(Way::Plus), ring.link(Way::Minus));
            let back = if plus == minus { 0 } else { uses[wide(minus.0)] % ring.radix() };
            (uses[wide(plus.0)] % ring.radix() + ring.radix() - back) % ring.radix()
        };
        Node(self.network.dimensions().iter().map(|ring| coordinate(ring) * ring.stride()).sum())
    }
}

/// A packet of node 0 moves over a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    pub(super) link: Link,
    /// The offset of node 0 as seen from the node that the packet leaves.
    back: Node,
    offset: Node,
    /// The number of the packet among those of this offset, where there are several.
    pub(super) copy: Option<u64>,
}

impl Crossing {
    fn new(network: &Network, link: Link, at: Node, offset: Node, copy: Option<u64>) -> Self {
        Self { link, back: network.offset(at, Node(0)), offset, copy }
    }

    /// Returns the packet that a node sends in this move: the one that started as far behind it as this one
    /// has gone from node 0.
    pub(super) fn journey(&self, network: &Network, node: Node) -> Journey {
        let origin = network.translate(node, self.back);
        Journey { origin, destination: network.translate(origin, self.offset) }
    }

    /// Returns the moves of a node in this move.
    fn of(&self, network: &Network, node: Node) -> LocalMove {
        let from = network.neighbor(node, network.opposite(self.link));
        LocalMove {
            link: self.link,
            to: network.neighbor(node, self.link),
            sent: self.journey(network, node),
            from,
            received: self.journey(network, from),
        }
    }
}
