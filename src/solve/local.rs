//! What one node does in some slots of a schedule, in any of its forms.

use crate::decompose::Query;
use crate::model::{
    Dimension, ImpliedRows, IntervalForm, IsotropicTask, Link, Network, Node, OwnedInterval, Ranked, Way,
    wide,
};
use crate::route::matrix_of_routes;
use crate::wire::{Interval, Move, NodeRef, ScheduleBody};
use std::ops::Range;

/// Where a packet starts and where it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Journey {
    /// The node that it starts from.
    pub origin: Node,
    /// The node that it goes to.
    pub destination: Node,
}

/// What a node does with one kind of link in one slot. It sends and receives: as it sends to one neighbour, the opposite
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

/// The moves of a node in each of some slots of a schedule that the checker has accepted, by increasing link.
///
/// Every node does the translate of what node 0 does (P1 Theorem 2). A schedule in slots is replayed up to the last of these; one in
/// intervals is asked by [`LocalSchedule`], on implied rows without building anything of the size of the task.
///
/// # Complexity
/// O(moves · D) time and O(N) space for a schedule in slots, N packets and D dimensions; else [`LocalSchedule::moves`] for each
/// slot, after O(N · D) time and space for the rows if packets or routes are listed.
///
/// # Panics
/// If the checker refuses the schedule as one of the task.
#[must_use]
pub fn local_moves(
    task: &IsotropicTask,
    schedule: &ScheduleBody,
    node: Node,
    slots: Range<u64>,
) -> Vec<Vec<LocalMove>> {
    let network = task.network();
    match schedule {
        ScheduleBody::Symmetric { packets, slots: all } => local_replay(network, packets, all, node, &slots),
        ScheduleBody::Intervals { packets, groups, intervals, routes } => {
            let form = interval_form(groups, intervals);
            if packets.is_none()
                && routes.is_empty()
                && let Some(rows) = ImpliedRows::new(task)
            {
                return queried(network, &rows, &form, node, slots);
            }
            let offsets: Vec<Node> = if let Some(packets) = packets {
                offsets(network, packets)
            } else {
                let copies = |count| 0..usize::try_from(count).expect("the packets fit memory");
                task.classes().flat_map(|class| copies(class.count).map(move |_| class.offset)).collect()
            };
            let rows = matrix_of_routes(task, &offsets, routes).expect("the checker has accepted the rows");
            queried(network, &rows, &form, node, slots)
        }
        // Packets there are not those of node 0 alone; see [`super::local_transfers`].
        ScheduleBody::Placed { .. } | ScheduleBody::Explicit { .. } => Vec::new(),
    }
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

fn queried(
    network: &Network,
    rows: &impl Ranked,
    form: &IntervalForm,
    node: Node,
    slots: Range<u64>,
) -> Vec<Vec<LocalMove>> {
    let schedule = LocalSchedule::new(network, rows, form);
    slots.map(|slot| schedule.moves(node, slot)).collect()
}

/// The moves of a node in some slots of a symmetric schedule, slot by slot, that the checker has accepted, on any network.
///
/// # Complexity
/// O(moves) products and O(N) space for N packets.
///
/// # Panics
/// If the checker refuses the schedule as one of the network.
#[must_use]
pub fn local_replay(
    network: &Network,
    packets: &[NodeRef],
    all: &[Vec<Move>],
    node: Node,
    wanted: &Range<u64>,
) -> Vec<Vec<LocalMove>> {
    let offsets = offsets(network, packets);
    // Where the packets of node 0 are.
    let mut at = vec![Node(0); offsets.len()];
    let mut found = Vec::new();
    for (slot, moves) in (0..wanted.end).zip(all) {
        if slot >= wanted.start {
            let mut steps: Vec<LocalMove> = moves
                .iter()
                .map(|step| Crossing {
                    link: Link(step.link),
                    at: at[wide(step.packet)],
                    offset: offsets[wide(step.packet)],
                })
                .map(|crossing| crossing.of(network, node))
                .collect();
            steps.sort_unstable_by_key(|step| step.link);
            found.push(steps);
        }
        for step in moves {
            let here = &mut at[wide(step.packet)];
            *here = network.neighbor(*here, Link(step.link));
        }
    }
    found
}

/// The moves of any node in any slot of a schedule in intervals, on demand: nothing of the size of the task is stored.
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
    /// For each link one selection, O(log N) ranks of O(Σ p) steps on implied rows, and O(D log p) slots; D dimensions of radix p.
    ///
    /// # Panics
    /// If the form is not one of the rows.
    #[must_use]
    pub fn moves(&self, node: Node, slot: u64) -> Vec<LocalMove> {
        let links = (0..self.network.links()).map(Link);
        links
            .filter_map(|link| self.crossing(slot, link))
            .map(|crossing| crossing.of(self.network, node))
            .collect()
    }

    fn crossing(&self, slot: u64, link: Link) -> Option<Crossing> {
        let row = self.query.entry(slot, link.0)?.row;
        let at = self.reached(&self.query.used_before(row, slot));
        let mut uses = vec![0; wide(self.rows.columns())];
        self.rows.visit(row..row + 1, |_, column, units| uses[wide(column)] = units);
        Some(Crossing { link, at, offset: self.reached(&uses) })
    }

    /// Where a packet of node 0 is after some uses of each link.
    fn reached(&self, uses: &[u64]) -> Node {
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
struct Crossing {
    link: Link,
    /// Where it is before.
    at: Node,
    offset: Node,
}

impl Crossing {
    /// What a node does meanwhile: it sends the packet that started as far behind it as this one has gone from node 0.
    fn of(self, network: &Network, node: Node) -> LocalMove {
        let back = network.offset(self.at, Node(0));
        let journey = |node| {
            let origin = network.translate(node, back);
            Journey { origin, destination: network.translate(origin, self.offset) }
        };
        let from = network.neighbor(node, network.opposite(self.link));
        LocalMove {
            link: self.link,
            to: network.neighbor(node, self.link),
            sent: journey(node),
            from,
            received: journey(from),
        }
    }
}
