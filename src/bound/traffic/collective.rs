//! Bounds broadcasts, accumulations, scatter and gather. The bounds bind every schedule.

use crate::bound::{
    Bounds, TransmissionBound, distance, emission, last_packet, reception, timed_prices, volume,
};
use crate::model::{CollectiveTask, DemandsTask, Node, PortRule};
use crate::wire::{Lower, Per};

/// Most directed links times packets of a broadcast whose packets are listed for a bound by prices of slots.
const MAX_LISTED_LINK_PACKETS: u64 = 1 << 16;

/// Returns the bounds of a collective task (P2 §§2 and 3; models/formats/certificate.md has their proofs).
///
/// # Complexity
/// O(D² · diameter + T) for D dimensions and a bound of T slots; O(n + T) on a Cayley graph of n nodes.
///
/// # Examples
/// ```
/// use isotask::{bound::collective, model::CollectiveTask};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":5},
///   "task":{"kind":"multinode-broadcast"},"ports":"all","objective":"completion-time"}"#;
/// let task = CollectiveTask::new(&parse::<TaskDocument>(text)?)?;
/// // P2 Table 1: ⌈(2⁵ − 1) / 5⌉.
/// assert_eq!(collective(&task).best().slots(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn collective(task: &CollectiveTask) -> Bounds {
    let (network, problem) = (task.network(), task.collective());
    let root = problem.root();
    let far = network.translate(root.unwrap_or(Node(0)), network.farthest());
    let mut completion = vec![distance::of_collective(task, far)];
    completion.push(if root.is_some() && !problem.is_personal() {
        last_packet::of_collective(task, far)
    } else if problem.is_collecting() == problem.is_personal() {
        // All packets that are gathered, or that others broadcast, come to one node.
        reception::of_collective(task)
    } else {
        emission::of_collective(task)
    });
    let transmissions = least_transmissions(task);
    if root.is_some() || task.ports() == PortRule::HalfDuplex {
        completion.push(volume::of_collective(task, transmissions));
    }
    // The sort is stable; of equal bounds the one with the richer witness stands first.
    completion.reverse();
    completion.sort_by_key(|lower| std::cmp::Reverse(lower.value()));
    completion.splice(0..0, of_root(task, completion[0].slots()));
    let transmissions = TransmissionBound {
        per: if root.is_some() { Per::Network } else { Per::Node },
        value: transmissions.into(),
        carried: problem.is_personal(),
    };
    Bounds { completion, symmetric: None, transmissions, delay: Vec::new(), attainable: None }
}

/// Returns prices of slots by the quickest flow to, or from, the node that takes longest, on a small network.
fn of_root(task: &CollectiveTask, known: u64) -> Option<Lower> {
    let (network, problem) = (task.network(), task.collective());
    let links = network.nodes().saturating_mul(network.links().into());
    if problem.is_personal()
        || problem.root().is_none()
        || links.saturating_mul(task.count()) > MAX_LISTED_LINK_PACKETS
    {
        return None;
    }
    timed_prices::of_one_node(&DemandsTask::new(task.document()).ok()?, known)
}

/// Returns the least number of transmissions: of one node in a multinode task, otherwise of all nodes.
fn least_transmissions(task: &CollectiveTask) -> u64 {
    let network = task.network();
    task.count()
        * if task.collective().is_personal() {
            network.total_distance().expect("below n², which the size of the task bounds")
        } else {
            network.nodes() - 1
        }
}
