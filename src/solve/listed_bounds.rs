//! The bounds of listed packets, with those that only a search for routes finds.

use super::bounds;
use crate::bound::{ListedBounds, listed};
use crate::model::{IsotropicTask, ListedTask, Node, Packet, PortRule};
use crate::wire::{Lower, NodeRef, Objective, PacketCount, Task, TaskDocument};

/// The lower bounds of a task of listed packets: [`listed`], and if every node of a torus sends the translate of what node 0 sends, the bounds of that isotropic task.
///
/// Those hold whatever form the task is written in, as they bind every schedule. What they add are weights of routes of limited length, for
/// which the length of a schedule must be known.
///
/// # Complexity
/// As [`listed`], and as [`bounds`] where they are asked.
#[must_use]
pub fn listed_bounds(task: &ListedTask, stop: &(dyn Fn() -> bool + Sync)) -> ListedBounds {
    let mut found = listed(task);
    let isotropic = isotropic(task);
    let more = isotropic.into_iter().flat_map(|task| bounds(&task, stop).all);
    let more = more.filter(|lower| matches!(lower, Lower::Weights { within: Some(_), .. }));
    if let Some(lower) = more.max_by_key(Lower::value).filter(|lower| lower.value() > found.best().value()) {
        found.completion.insert(0, lower);
    }
    found
}

/// The task of the translates of what node 0 sends, if that is what all nodes of a torus send through full-duplex ports.
fn isotropic(task: &ListedTask) -> Option<IsotropicTask> {
    let network = task.network();
    let is_torus = network.cayley().is_none() && network.incomplete().is_none();
    if !is_torus || task.ports() == PortRule::HalfDuplex || task.loads().is_empty() {
        return None;
    }
    let mut sent: Vec<(Node, Node, u64)> = Vec::with_capacity(task.loads().len());
    for load in task.loads() {
        let Packet::Personal { from, to } = load.packet else { return None };
        sent.push((from, network.offset(from, to), load.count));
    }
    sent.sort_unstable();
    let of = |list: &[(Node, Node, u64)]| -> Vec<(Node, u64)> {
        list.iter().map(|&(_, offset, count)| (offset, count)).collect()
    };
    let mut nodes = sent.chunk_by(|a, b| a.0 == b.0);
    let first = of(nodes.next()?);
    let others = nodes.map(of).try_fold(0_u64, |nodes, list| (list == first).then_some(nodes + 1))?;
    if others + 1 != network.nodes() {
        return None;
    }
    let packets =
        first.into_iter().map(|(Node(offset), count)| PacketCount { offset: NodeRef::Index(offset), count });
    let document = TaskDocument::new(
        None,
        network.kind().clone(),
        Task::Isotropic { packets: packets.collect(), count: 1 },
        task.document().ports,
        Objective::CompletionTime,
    );
    IsotropicTask::new(&document).ok()
}
