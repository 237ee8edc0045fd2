//! All nodes at once, each with its own queue: the proof of P3 Lemma 2 as an experiment.

use super::{QueueRule, ShortestPathTable};
use crate::model::{CayleyGraph, CayleyTask, Link, Node, count_of};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::VecDeque;
use thiserror::Error;

/// A message in the queue of a node (P3's `m_x(y)`), and how both its ends lie as seen from that node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// The node it comes from.
    pub origin: Node,
    /// The node it goes to.
    pub destination: Node,
    /// The origin as seen from the node of the queue, σ⁻¹(x).
    pub origin_seen: Node,
    /// The destination as seen from the node of the queue, σ⁻¹(y).
    pub destination_seen: Node,
}

/// The local algorithms 𝒜 = (f, w) of all nodes (P3 Definition 1).
pub trait LocalAlgorithm {
    /// f: the place in the node's queue, which is not empty, of the message to send; the head is place 0.
    fn select(&self, node: Node, queue: &VecDeque<Waiting>) -> usize;

    /// w: the link over which the node sends it.
    fn link(&self, node: Node, message: &Waiting) -> Link;
}

/// One rule and the translated table of shortest paths at every node: node-invariant by P3 Definition 2.
#[derive(Debug)]
pub struct NodeInvariant<'a> {
    graph: &'a CayleyGraph,
    table: ShortestPathTable,
    rule: QueueRule,
}

impl<'a> NodeInvariant<'a> {
    /// The algorithm of a graph for a rule.
    #[must_use]
    pub fn new(graph: &'a CayleyGraph, rule: QueueRule) -> Self {
        Self { graph, table: ShortestPathTable::new(graph), rule }
    }
}

impl LocalAlgorithm for NodeInvariant<'_> {
    fn select(&self, _node: Node, queue: &VecDeque<Waiting>) -> usize {
        let far = |place: &usize| self.graph.distance(queue[*place].destination_seen);
        let place = match self.rule {
            QueueRule::Fifo => None,
            QueueRule::ShortestFirst => (0..queue.len()).min_by_key(far),
            QueueRule::FarthestFirst => (0..queue.len()).min_by_key(|place| Reverse(far(place))),
        };
        place.unwrap_or(0)
    }

    fn link(&self, _node: Node, message: &Waiting) -> Link {
        self.table.link(self.graph.inverse(message.destination_seen))
    }
}

/// The result of a replay without faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueReplay {
    /// Slots until all queues were empty, all in the same slot.
    pub slots: u64,
    /// Messages in the longest queue of all slots.
    pub greatest_queue: u64,
}

/// The point at which local algorithms prove not to be node-invariant along shortest paths; slots and nodes
/// count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueueFault {
    /// The queue of a node after a slot is not the translate of node 0's (P3 Lemma 2).
    #[error("slot {slot}: the queue of node {} is not the translate of node 0's", .node.0)]
    NotTheTranslate {
        /// The slot.
        slot: u64,
        /// The node.
        node: Node,
    },
    /// A node receives no message or several (P3 Lemma 1).
    #[error("slot {slot}: node {} receives {found} messages, expected one", .node.0)]
    Received {
        /// The slot.
        slot: u64,
        /// The node.
        node: Node,
        /// How many messages it receives.
        found: u64,
    },
    /// A node sends a message that does not get nearer to its destination (P3 Lemma 3).
    #[error("slot {slot}: node {} sends a message astray", .node.0)]
    Derouted {
        /// The slot.
        slot: u64,
        /// The node.
        node: Node,
    },
}

/// Has every node of a graph work at its own queue of real messages, and watches what P3 says of it.
///
/// Node v begins with the translate of node 0's packets in the order of their offsets. In every slot every
/// node chooses a message from its *own* queue and a link by its own local algorithm; what arrives is
/// examined anew by the node that receives it, which keeps it at the tail of its queue unless it is the
/// destination. After every slot the whole queue of every node is compared with the translate of node 0's.
///
/// # Errors
/// [`QueueFault`] with the first slot, and in it the first node, where Lemma 3, Lemma 1 or Lemma 2 (in this
/// order) fails.
///
/// # Panics
/// If the algorithm selects a place outside the queue or a link that there is not.
///
/// # Complexity
/// O(n · σ · (N + D)) time and O(n · N) space for n nodes, σ hops, N packets of a node and diameter D: usable
/// up to n · σ ≈ 2²², on which it works for some seconds.
pub fn replay_queues(task: &CayleyTask, algorithm: &impl LocalAlgorithm) -> Result<QueueReplay, QueueFault> {
    let graph = task.graph();
    let mut queues = starting_queues(task);
    let mut replay = QueueReplay { slots: 0, greatest_queue: count_of(queues[0].len()) };
    while !queues[0].is_empty() {
        let slot = replay.slots;
        let arrivals = send(graph, algorithm, &mut queues, slot)?;
        for ((node, queue), arrived) in nodes().zip(&mut queues).zip(arrivals) {
            let [message] = arrived[..] else {
                return Err(QueueFault::Received { slot, node, found: count_of(arrived.len()) });
            };
            if message.destination != node {
                queue.push_back(message);
            }
        }
        // Messages are translates of each other exactly when they look alike from the nodes that hold them.
        let seen = |queue: &VecDeque<Waiting>, of: &VecDeque<Waiting>| {
            queue.len() == of.len() && queue.iter().zip(of).all(|(a, b)| looks_like(a, b))
        };
        if let Some(node) = queues.par_iter().position_first(|queue| !seen(queue, &queues[0])) {
            return Err(QueueFault::NotTheTranslate { slot, node: Node(count_of(node)) });
        }
        replay.slots += 1;
        replay.greatest_queue = replay.greatest_queue.max(count_of(queues[0].len()));
    }
    Ok(replay)
}

fn nodes() -> impl Iterator<Item = Node> {
    (0..).map(Node)
}

fn looks_like(a: &Waiting, b: &Waiting) -> bool {
    (a.origin_seen, a.destination_seen) == (b.origin_seen, b.destination_seen)
}

fn starting_queues(task: &CayleyTask) -> Vec<VecDeque<Waiting>> {
    let graph = task.graph();
    let queue = |origin: Node| {
        let message = |offset: Node| Waiting {
            origin,
            destination: graph.translate(origin, offset),
            origin_seen: Node(0),
            destination_seen: offset,
        };
        task.classes().iter().flat_map(|class| (0..class.count).map(|_| message(class.offset))).collect()
    };
    (0..graph.nodes()).map(Node).map(queue).collect()
}

/// Takes the chosen message from every queue that has one; for every node what arrives there.
fn send(
    graph: &CayleyGraph,
    algorithm: &impl LocalAlgorithm,
    queues: &mut [VecDeque<Waiting>],
    slot: u64,
) -> Result<Vec<Vec<Waiting>>, QueueFault> {
    let mut arrivals = vec![Vec::new(); queues.len()];
    for (node, queue) in nodes().zip(queues) {
        if queue.is_empty() {
            continue;
        }
        let place = algorithm.select(node, queue);
        let message = queue.remove(place).expect("a place in the queue");
        let to = graph.neighbor(node, algorithm.link(node, &message));
        let (origin, destination) = (message.origin, message.destination);
        let origin_seen = graph.offset(to, origin);
        let destination_seen = graph.offset(to, destination);
        if graph.distance(destination_seen) >= graph.distance(message.destination_seen) {
            return Err(QueueFault::Derouted { slot, node });
        }
        let arrived = Waiting { origin, destination, origin_seen, destination_seen };
        arrivals[usize::try_from(to.0).expect("a node of a table fits the address space")].push(arrived);
    }
    Ok(arrivals)
}
