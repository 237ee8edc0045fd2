//! What one node does in some slots of a schedule, in any of its forms.

use crate::decompose::Query;
use crate::model::{
    Dimension, ImpliedRows, IntervalForm, Link, MatrixError, Network, Node, OffsetClass, OwnedInterval,
    Problem, Ranked, TaskMatrix, Way, count_of, wide,
};
use crate::route::matrix_of_routes;
use crate::wire::{Interval, Move, NodeRef, Route, ScheduleBody};
use std::collections::BTreeMap;
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

/// What a node does with one kind of link in one slot. It sends and receives: as it sends to one neighbour,
/// the opposite neighbour, doing the translate, sends to it.
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

/// The moves of a node in each of some slots of a schedule of packets of node 0 that the checker has
/// accepted, by increasing link; none of other schedules, for which there is [`super::local_transfers`].
///
/// Every node does the translate of what node 0 does (P1 Theorem 2). A schedule in slots is replayed up to
/// the last of these; one in intervals is asked by [`LocalSchedule`], on implied rows without building
/// anything of the size of the task.
///
/// # Complexity
/// O(moves · D + N · log N) time and O(N) space for a schedule in slots, N packets and D dimensions; else
/// [`LocalSchedule::moves`] for each slot, after O(N · (D + log N)) time and O(N · D) space for the rows if
/// packets or routes are listed.
///
/// # Panics
/// If the checker refuses the schedule as one of the task.
#[must_use]
pub fn local_moves(
    task: &Problem,
    schedule: &ScheduleBody,
    node: Node,
    slots: Range<u64>,
) -> Vec<Vec<LocalMove>> {
    let mut found = Vec::new();
    let collect = |_, crossings: &[Crossing]| -> Result<(), Infallible> {
        found.push(crossings.iter().map(|crossing| crossing.of(task.network(), node)).collect());
        Ok(())
    };
    match visit_crossings(task, schedule, slots, collect) {
        Ok(()) => found,
        Err(never) => match never {},
    }
}

/// Calls `visit` with each of some slots and what moves there of the packets of node 0, by increasing link,
/// until it fails.
///
/// # Errors
/// What `visit` fails with.
///
/// # Panics
/// If the checker refuses the schedule as one of the task.
pub(super) fn visit_crossings<E>(
    task: &Problem,
    schedule: &ScheduleBody,
    slots: Range<u64>,
    mut visit: impl FnMut(u64, &[Crossing]) -> Result<(), E>,
) -> Result<(), E> {
    let network = task.network();
    match schedule {
        ScheduleBody::Symmetric { packets, slots: all } => {
            replayed(network, &offsets(network, packets), all, &slots, visit)
        }
        ScheduleBody::Intervals { packets, groups, intervals, routes } => {
            let form = interval_form(groups, intervals);
            if packets.is_none()
                && routes.is_empty()
                && let Some(task) = task.rows()
                && let Some(rows) = ImpliedRows::new(task)
            {
                let copies = rows.copies();
                let copy = |row| (copies > 1).then(|| count_of(row % copies));
                return LocalSchedule::new(network, &rows, &form).visit(slots, &copy, visit);
            }
            let listed = |classes: &mut dyn Iterator<Item = OffsetClass>| -> Vec<Node> {
                let copies = |count| 0..usize::try_from(count).expect("the packets fit memory");
                classes.flat_map(|class| copies(class.count).map(move |_| class.offset)).collect()
            };
            let offsets = match (packets, task.rows()) {
                (Some(packets), _) => offsets(network, packets),
                (None, Some(task)) => listed(&mut task.classes()),
                (None, None) => {
                    let words = task.words().expect("intervals belong to isotropic tasks");
                    listed(&mut words.classes().iter().copied())
                }
            };
            let rows = match task.rows() {
                Some(task) => matrix_of_routes(task, &offsets, routes),
                // Without rings there is no default route: all routes are listed.
                None => matrix_of_uses(network.links(), routes),
            };
            let rows = rows.expect("the checker has accepted the rows");
            let copies = numbered(&offsets);
            LocalSchedule::new(network, &rows, &form).visit(slots, &|row| copies[row], visit)
        }
        // Packets there are not those of node 0 alone.
        ScheduleBody::Multinode { .. } | ScheduleBody::Explicit { .. } => {
            slots.into_iter().try_for_each(|slot| visit(slot, &[]))
        }
    }
}

/// Which of those that are equal to it each item is, from 0; none for one that is alone.
pub(super) fn numbered<T: Ord>(items: &[T]) -> Vec<Option<u64>> {
    let mut count: BTreeMap<&T, u64> = BTreeMap::new();
    for item in items {
        *count.entry(item).or_default() += 1;
    }
    let mut next: BTreeMap<&T, u64> = BTreeMap::new();
    let number = |item| {
        let next = next.entry(item).or_default();
        *next += 1;
        (count[item] > 1).then_some(*next - 1)
    };
    items.iter().map(number).collect()
}

fn offsets(network: &Network, packets: &[NodeRef]) -> Vec<Node> {
    let node = |packet| network.node(packet, String::new).expect("the checker has accepted the packets");
    packets.iter().map(node).collect()
}

fn interval_form(groups: &[u64], intervals: &[Interval]) -> IntervalForm {
    let narrow = |index: u64| u32::try_from(index).expect("an index of a list or of a link");
    let owned = |interval: &Interval| OwnedInterval {
        start: interval.start,
        width: interval.width,
        group: narrow(interval.group),
        link: narrow(interval.link),
    };
    IntervalForm {
        groups: groups.iter().map(|&row| usize::try_from(row).expect("a row of the task")).collect(),
        intervals: intervals.iter().map(owned).collect(),
        length: intervals.iter().map(|interval| interval.start + interval.width).max().unwrap_or(0),
    }
}

/// The matrix of rows that all have a route of their own.
fn matrix_of_uses(links: u32, routes: &[Route]) -> Result<TaskMatrix, MatrixError> {
    let mut matrix = TaskMatrix::new(links);
    for route in routes {
        matrix.push_row((0..).zip(route.uses.iter().copied()).filter(|entry| entry.1 > 0))?;
    }
    Ok(matrix)
}

/// Replays a schedule slot by slot, on any network.
fn replayed<E>(
    network: &Network,
    offsets: &[Node],
    all: &[Vec<Move>],
    wanted: &Range<u64>,
    mut visit: impl FnMut(u64, &[Crossing]) -> Result<(), E>,
) -> Result<(), E> {
    let copies = numbered(offsets);
    // Where the packets of node 0 are.
    let mut at = vec![Node(0); offsets.len()];
    for (slot, moves) in (0..wanted.end).zip(all) {
        if slot >= wanted.start {
            let crossing = |step: &Move| {
                let packet = wide(step.packet);
                Crossing::new(network, Link(step.link), at[packet], offsets[packet], copies[packet])
            };
            let mut crossings: Vec<Crossing> = moves.iter().map(crossing).collect();
            crossings.sort_unstable_by_key(|crossing| crossing.link);
            visit(slot, &crossings)?;
        }
        for step in moves {
            let here = &mut at[wide(step.packet)];
            *here = network.neighbor(*here, Link(step.link));
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
/// use isotask::model::{ImpliedRows, IsotropicTask, Node};
/// use isotask::solve::LocalSchedule;
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

    /// The moves of a node in a slot, by increasing link.
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

    /// Calls `visit` with each of some slots and what moves there, until it fails; `copy` numbers the rows of
    /// one offset.
    fn visit<E>(
        &self,
        mut slots: Range<u64>,
        copy: &dyn Fn(usize) -> Option<u64>,
        mut visit: impl FnMut(u64, &[Crossing]) -> Result<(), E>,
    ) -> Result<(), E> {
        slots.try_for_each(|slot| visit(slot, &self.crossings(slot, copy)))
    }

    /// What moves in a slot, by increasing link.
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

    /// Where a packet of node 0 is after some uses of each link.
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
    /// Where node 0 lies as seen from where the packet is before.
    back: Node,
    offset: Node,
    /// Which of the packets with this offset, where there are several.
    pub(super) copy: Option<u64>,
}

impl Crossing {
    fn new(network: &Network, link: Link, at: Node, offset: Node, copy: Option<u64>) -> Self {
        Self { link, back: network.offset(at, Node(0)), offset, copy }
    }

    /// The packet that a node sends meanwhile: the one that started as far behind it as this one has gone
    /// from node 0.
    pub(super) fn journey(&self, network: &Network, node: Node) -> Journey {
        let origin = network.translate(node, self.back);
        Journey { origin, destination: network.translate(origin, self.offset) }
    }

    /// What a node does meanwhile.
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
