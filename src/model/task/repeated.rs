//! Offsets that occur more than once in the list of an isotropic task.

use crate::model::{Network, Node};
use crate::wire::{Task, TaskDocument};
use std::collections::BTreeMap;

/// A repeated offset of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatedOffset {
    /// The node to which it leads.
    pub offset: Node,
    /// The index of its first occurrence in the list.
    pub first: usize,
    /// The index of the repetition.
    pub again: usize,
}

/// Returns every repetition of an offset in the list of an isotropic task; the counts of equal offsets add
/// up.
#[must_use]
pub fn repeated_offsets(document: &TaskDocument, network: &Network) -> Vec<RepeatedOffset> {
    let Task::Isotropic { packets, .. } = &document.task else { return Vec::new() };
    let mut seen = BTreeMap::new();
    let places = packets.iter().enumerate().filter_map(|(again, packet)| {
        let offset = network.offset_node(&packet.offset, String::new).ok()?;
        let first = *seen.entry(offset).or_insert(again);
        (first != again).then_some(RepeatedOffset { offset, first, again })
    });
    places.collect()
}
