//! Allreduce: every host has a part of each block, and gets the sum of all parts of each.

use super::isotropic::require_count;
use super::ways::{Towards, require_ways_everywhere};
use crate::model::{DemandsTask, Graph, ModelError, Network, Node, PortRule};
use crate::wire::{self, Task};

/// Most moves that two moves of every block and node make.
const MAX_MOVES: u64 = 1 << 25;
/// Most words of 64 bits with a bit for every block, node and part, the limit of the checker.
const MAX_WORDS: u64 = 1 << 24;

/// An allreduce, on any network; its schedules list the sends of every node.
///
/// # Examples
/// ```
/// use isotask::model::AllreduceTask;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
///   "task":{"kind":"allreduce","count":3},"ports":"all","objective":"completion-time"}"#;
/// let task = AllreduceTask::new(&parse::<TaskDocument>(text)?)?;
/// // Each block makes 2 · (5 - 1) moves or more.
/// assert_eq!((task.count(), task.least_moves()), (3, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllreduceTask {
    document: wire::TaskDocument,
    /// A task without packets, with the network, its tables and its ports.
    frame: DemandsTask,
    count: u64,
}

impl AllreduceTask {
    /// Builds the task that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task, it is another task, some host cannot be
    /// reached from another, or it is too large to list: 2²⁵ moves, or sums of 2²⁴ words.
    ///
    /// # Complexity
    /// That of the tables of the network: O(A) for A directed links.
    pub fn new(document: &wire::TaskDocument) -> Result<Self, ModelError> {
        let Task::Allreduce { count } = document.task else { return Err(ModelError::NotAllreduce) };
        require_count(count, || "count".to_owned())?;
        if document.objective != wire::Objective::CompletionTime {
            return Err(ModelError::DelayObjective);
        }
        let task = Task::Demands { packets: Vec::new(), count: 1 };
        let frame = DemandsTask::new(&document.with_task(task))?;
        let network = frame.network();
        require_ways_everywhere(network, frame.graph(), Towards::Hosts)?;
        let (nodes, hosts) = (u128::from(network.nodes()), u128::from(network.hosts()));
        let blocks = u128::from(count);
        let limited = |what, found: u128, most: u64| {
            if found > most.into() { Err(ModelError::TooManyToList { what, found, most }) } else { Ok(()) }
        };
        limited("moves", (2 * (hosts - 1)).saturating_mul(blocks), MAX_MOVES)?;
        limited("words of sums", (nodes * nodes.div_ceil(64)).saturating_mul(blocks), MAX_WORDS)?;
        Ok(Self { document: document.clone(), frame, count })
    }

    /// Returns the document that it was built from.
    #[must_use]
    pub fn document(&self) -> &wire::TaskDocument {
        &self.document
    }

    /// Returns a task without packets on the network, with its tables and ports.
    #[must_use]
    pub fn frame(&self) -> &DemandsTask {
        &self.frame
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Network {
        self.frame.network()
    }

    /// Returns the network in tables.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.frame.graph()
    }

    /// Returns the nodes that have parts and get the sums, those that are no switches, in increasing order.
    pub fn hosts(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.graph().nodes()).filter(|&node| !self.network().is_switch(Node(node.into())))
    }

    /// Returns the port rule of a host.
    #[must_use]
    pub fn ports(&self) -> PortRule {
        self.frame.ports()
    }

    /// Returns the number of blocks of the whole vector, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns a lower bound on the moves of a schedule: 2(h - 1) for each block and h hosts.
    ///
    /// Order the moves of a block, those of a slot at will. Up to the one with which a first node has all
    /// parts, every other host has sent. From then on every other host still has to receive (Harary &
    /// Schwenk, *The communication problem on graphs and digraphs*, 1974).
    #[must_use]
    pub fn least_moves(&self) -> u64 {
        2 * (self.network().hosts() - 1) * self.count
    }

    /// Returns whether the sums that nodes have, and those that they keep apart for each neighbour, are
    /// within the limit of the checker.
    #[must_use]
    pub fn can_be_kept_apart(&self) -> bool {
        let (nodes, links) = (self.network().nodes(), u64::from(self.graph().arcs()));
        let words = (nodes + links).saturating_mul(nodes.div_ceil(64));
        words.saturating_mul(self.count) <= MAX_WORDS
    }

    /// Returns the task that brings what one host has of every block to all others, which every schedule
    /// does.
    ///
    /// # Errors
    /// [`ModelError`] where that is too large to list.
    pub fn broadcast_from(&self, root: Node) -> Result<DemandsTask, ModelError> {
        self.other(Task::SingleNodeBroadcast { root: wire::NodeRef::Index(root.0), count: self.count })
    }

    /// Returns the task that combines all parts of every block at one host, which every schedule does.
    ///
    /// # Errors
    /// [`ModelError`] where that is too large to list.
    pub fn accumulation_at(&self, root: Node) -> Result<DemandsTask, ModelError> {
        self.other(Task::SingleNodeAccumulation { root: wire::NodeRef::Index(root.0), count: self.count })
    }

    fn other(&self, task: Task) -> Result<DemandsTask, ModelError> {
        DemandsTask::new(&self.document.with_task(task))
    }
}
