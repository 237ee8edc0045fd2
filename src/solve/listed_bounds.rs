//! The bounds of listed packets, with those that only a search for routes finds.

use super::bounds;
use crate::bound::{ListedBounds, isotropic_packets, listed};
use crate::model::{IsotropicTask, ListedTask, PortRule};
use crate::wire::{Lower, Objective, Task, TaskDocument};

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
    if !is_torus || task.ports() == PortRule::HalfDuplex {
        return None;
    }
    let packets = isotropic_packets(task)?;
    let document = TaskDocument::new(
        None,
        network.kind().clone(),
        Task::Isotropic { packets, count: 1 },
        task.document().ports,
        Objective::CompletionTime,
    );
    IsotropicTask::new(&document).ok()
}
