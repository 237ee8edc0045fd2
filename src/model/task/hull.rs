//! The isotropic hull of a task: the least isotropic task that contains its packets.

use super::demands::DemandsTask;
use super::load::Load;
use crate::model::{ModelError, Node, Packet};
use crate::wire::{NodeRef, Objective, PacketCount, Task, TaskDocument};
use std::collections::BTreeMap;

/// The least isotropic task that contains the packets of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IsotropicHull {
    /// The hull as a task whose completion time is to be least.
    pub document: TaskDocument,
    /// What every node sends, by increasing offset.
    pub packets: Vec<PacketCount>,
    /// The number of packets of a node.
    pub packets_of_a_node: u64,
    /// The packets that all nodes send together beyond those of the task.
    pub added: u64,
}

/// Returns the isotropic hull of a task of packets that are carried (P1 §1, nearly isotropic tasks): to every
/// offset each node sends as many packets as the busiest one does.
///
/// An isotropic task that contains the packets has at least as many, as each of its nodes sends what the
/// busiest one does. A schedule of the hull without the packets that were added carries the packets of the
/// task in as many slots at most.
///
/// # Errors
/// [`ModelError::NotSymmetric`] where nodes may differ; [`ModelError::Overflow`] if the packets of all
/// nodes exceed 64 bits.
///
/// # Complexity
/// O(p log p) time and O(p) space for p pairs of nodes with packets.
///
/// # Examples
/// ```
/// use isotask::model::{DemandsTask, isotropic_hull};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},"task":{"kind":"demands",
///   "packets":[{"from":0,"to":1},{"from":1,"to":2,"count":3}]},"ports":"all","objective":"completion-time"}"#;
/// let hull = isotropic_hull(&DemandsTask::new(&parse::<TaskDocument>(text)?)?)?;
/// // Each of the five nodes sends three packets one step on, and four of these fifteen were asked for.
/// assert_eq!((hull.packets_of_a_node, hull.added), (3, 11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn isotropic_hull(task: &DemandsTask) -> Result<IsotropicHull, ModelError> {
    let network = task.network();
    if !network.is_symmetric() {
        return Err(ModelError::NotSymmetric);
    }
    let mut sent: BTreeMap<(Node, Node), u64> = BTreeMap::new();
    for load in task.loads() {
        if let Some((from, to)) = ends(load) {
            *sent.entry((network.offset(from, to), from)).or_default() += load.count();
        }
    }
    let mut most: BTreeMap<Node, u64> = BTreeMap::new();
    for ((offset, _), count) in sent {
        let known = most.entry(offset).or_default();
        *known = count.max(*known);
    }
    let packets_of_a_node = most.values().sum();
    let of_all = network.nodes().checked_mul(packets_of_a_node).ok_or(ModelError::Overflow)?;
    let packets = counted(most);
    let document = isotropic(task, packets.clone());
    Ok(IsotropicHull { document, packets, packets_of_a_node, added: of_all - task.packets() })
}

impl DemandsTask {
    /// Returns the isotropic task in which every node sends what one node sends in this task. Its task matrix
    /// is the matrix `T₀(s)` of that node s (P1 §2): a row for the routing tag of each of its packets. None
    /// if the node sends nothing.
    ///
    /// # Errors
    /// [`ModelError::NotSymmetric`] where nodes may differ.
    ///
    /// # Complexity
    /// O(p log p) time for p pairs of nodes with packets.
    pub fn of_node(&self, node: Node) -> Result<Option<TaskDocument>, ModelError> {
        let network = self.network();
        if !network.is_symmetric() {
            return Err(ModelError::NotSymmetric);
        }
        let mut sent: BTreeMap<Node, u64> = BTreeMap::new();
        for load in self.loads() {
            if let Some((_, to)) = ends(load).filter(|(from, _)| *from == node) {
                *sent.entry(network.offset(node, to)).or_default() += load.count();
            }
        }
        Ok((!sent.is_empty()).then(|| isotropic(self, counted(sent))))
    }
}

/// Returns packets as a task document counts them.
fn counted(packets: BTreeMap<Node, u64>) -> Vec<PacketCount> {
    let packet =
        |(offset, count): (Node, u64)| PacketCount { offset: NodeRef::Index(offset.0).into(), count };
    packets.into_iter().map(packet).collect()
}

/// Returns an isotropic task on the network of a task, whose completion time is to be least.
fn isotropic(task: &DemandsTask, packets: Vec<PacketCount>) -> TaskDocument {
    let (network, ports) = (task.network().kind().clone(), task.document().ports);
    let isotropic = Task::Isotropic { packets, count: 1 };
    TaskDocument::new(None, network, isotropic, ports, Objective::CompletionTime)
}

/// Returns the ends of packets that are carried.
fn ends(load: &Load) -> Option<(Node, Node)> {
    if let Packet::Personal { from, to } = load.packet() { Some((from, to)) } else { None }
}
