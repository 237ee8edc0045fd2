//! One port: every node works at its queue of messages by one rule (P3 Theorem 1).

use super::slots::Slots;
use crate::model::{CayleyGraph, CayleyTask, Link, Node, WordSchedule, count_of, wide};
use std::collections::VecDeque;

/// Which message a node sends next; among equals the one that joined its queue first.
///
/// A queue begins with the node's own packets by increasing offset; messages that arrive for another node
/// join its tail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum QueueRule {
    /// The one at the head of the queue (P3 §6).
    Fifo,
    /// One that is nearest to its destination.
    ShortestFirst,
    /// One that is farthest from its destination.
    FarthestFirst,
}

impl QueueRule {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Fifo, Self::ShortestFirst, Self::FarthestFirst];

    /// The word for it in documents and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fifo => "fifo",
            Self::ShortestFirst => "shortest-first",
            Self::FarthestFirst => "furthest-first",
        }
    }
}

/// The first link of a shortest path from node 0 to every node: P3's W, the least such link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestPathTable {
    /// By residual, which is the inverse of the destination.
    links: Vec<u32>,
    /// By residual: the residual after a move over that link.
    next: Vec<u32>,
    distances: Vec<u32>,
}

impl ShortestPathTable {
    /// Fills the table of a graph.
    ///
    /// # Complexity
    /// O(n · m) time, O(n) space, for n nodes and m links.
    #[must_use]
    pub fn new(graph: &CayleyGraph) -> Self {
        let distances: Vec<u32> = (0..graph.nodes()).map(|v| narrow(graph.distance(Node(v)))).collect();
        let nearer = |v: u64| {
            let leads_home =
                |&link: &u32| graph.distance(graph.neighbor(Node(v), Link(link))) < graph.distance(Node(v));
            (0..graph.links()).find(leads_home).unwrap_or(0)
        };
        let links: Vec<u32> = (0..graph.nodes()).map(nearer).collect();
        let next =
            (0..).zip(&links).map(|(v, &link)| narrow(graph.neighbor(Node(v), Link(link)).0)).collect();
        Self { links, next, distances }
    }

    /// The link to take towards the node whose inverse is `residual`; any link if that is node 0.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn link(&self, residual: Node) -> Link {
        Link(self.links[usize::try_from(residual.0).expect("a node of a table fits the address space")])
    }
}

/// Schedules a task so that every node sends one message and receives one in every slot until all are at
/// home.
///
/// Lets node 0 work by the rule along shortest paths, every other node doing the translate, which needs no
/// more than its own queue (P3 Lemma 2; [`super::replay_queues`] has them all do so). A queue is never empty
/// before the end and no message is sent astray, so the schedule takes exactly σ =
/// [`CayleyTask::total_distance`] slots of one move each, and no schedule with one port takes fewer: σ is
/// what every node must send on the average (P3 Theorem 1, for isotropic tasks §7).
///
/// [`QueueRule::ShortestFirst`] has the least total delay of all schedules with one port, symmetric or not. A
/// packet once begun is the one nearest home, so packets go home one after another by increasing distance r₁
/// ≤ r₂ ≤ …, and the i-th is there after r₁ + … + r_i slots. For the bound take away all rules but these: in
/// a slot the n nodes move at most n packets, each by one hop. The nN packets are then jobs on n identical
/// servers, and ΣC is least when jobs start by increasing length (Smith 1956; Conway, Maxwell & Miller 1967
/// for several servers); as there are n packets of each distance r_i, the servers run in step, and ΣC is n
/// times the sum of r₁ + … + r_i over all i. So the schedule meets the pooled bound of one server.
///
/// More ports than one are left unused.
///
/// # Panics
/// If there are 2³² packets or more, or σ slots exceed the address space.
///
/// # Complexity
/// O(n · m + σ) time, and σ slots of space, for n nodes and m links.
///
/// # Examples
/// ```
/// use isotask::model::CayleyTask;
/// use isotask::job_shop::{QueueRule, node_invariant};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":3},
///   "task":{"kind":"total-exchange"},"ports":"one","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&parse::<TaskDocument>(text)?)?;
/// // A ring of six nodes in disguise: distances 1, 1, 2, 2, 3.
/// let schedule = node_invariant(&task, QueueRule::ShortestFirst);
/// schedule.replay(&task)?;
/// assert_eq!((schedule.length(), schedule.total_delay()), (9, 1 + 2 + 4 + 6 + 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn node_invariant(task: &CayleyTask, rule: QueueRule) -> WordSchedule {
    let table = ShortestPathTable::new(task.graph());
    let (packets, residuals) = packets(task);
    let slots = match rule {
        QueueRule::Fifo => fifo(&table, &residuals),
        QueueRule::ShortestFirst => shortest_first(&table, &residuals),
        QueueRule::FarthestFirst => farthest_first(&table, &residuals),
    };
    debug_assert_eq!(count_of(slots.len()), task.total_distance(), "P3 Theorem 1");
    WordSchedule { packets, slots }
}

/// The offsets of node 0's packets by increasing offset, and their residuals at the start.
///
/// # Panics
/// If there are 2³² packets or more.
pub(super) fn packets(task: &CayleyTask) -> (Vec<Node>, Vec<u32>) {
    assert!(u32::try_from(task.rows()).is_ok(), "fewer than 2^32 packets");
    let mut offsets = Vec::new();
    let mut residuals = Vec::new();
    for class in task.classes() {
        let residual = narrow(task.graph().inverse(class.offset).0);
        for _ in 0..class.count {
            offsets.push(class.offset);
            residuals.push(residual);
        }
    }
    (offsets, residuals)
}

fn fifo(table: &ShortestPathTable, residuals: &[u32]) -> Slots {
    let mut queue: VecDeque<(u32, u32)> = (0..).zip(residuals.iter().copied()).collect();
    let mut slots = Vec::new();
    while let Some((packet, residual)) = queue.pop_front() {
        slots.push(vec![(packet, table.links[wide(residual)])]);
        let residual = table.next[wide(residual)];
        if residual != 0 {
            queue.push_back((packet, residual));
        }
    }
    slots
}

fn shortest_first(table: &ShortestPathTable, residuals: &[u32]) -> Slots {
    let mut order: Vec<(u32, u32)> = (0..).zip(residuals.iter().copied()).collect();
    order.sort_by_key(|&(_, residual)| table.distances[wide(residual)]);
    let mut slots = Vec::new();
    for (packet, mut residual) in order {
        while residual != 0 {
            slots.push(vec![(packet, table.links[wide(residual)])]);
            residual = table.next[wide(residual)];
        }
    }
    slots
}

/// One queue for every distance: what leaves one joins the next.
fn farthest_first(table: &ShortestPathTable, residuals: &[u32]) -> Slots {
    let greatest = table.distances.iter().max().copied().unwrap_or(0);
    let mut levels: Vec<Vec<(u32, u32)>> = vec![Vec::new(); wide(greatest) + 1];
    for (packet, &residual) in (0..).zip(residuals) {
        levels[wide(table.distances[wide(residual)])].push((packet, residual));
    }
    let mut slots = Vec::new();
    for level in (1..levels.len()).rev() {
        for (packet, residual) in std::mem::take(&mut levels[level]) {
            slots.push(vec![(packet, table.links[wide(residual)])]);
            levels[level - 1].push((packet, table.next[wide(residual)]));
        }
    }
    slots
}

fn narrow(node: u64) -> u32 {
    u32::try_from(node).expect("a node of a table is below 2^22")
}
