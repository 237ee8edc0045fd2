//! Offsets that stand more than once in the list of an isotropic task.

use crate::model::{Network, Node};
use crate::wire::{Task, TaskDocument};
use std::collections::BTreeMap;

/// An offset of a list that stands there again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatedOffset {
    /// The node to which it leads.
    pub offset: Node,
    /// Where it stands first, an index into the list.
    pub first: usize,
    /// Where it stands again.
    pub again: usize,
}

/// The offsets of an isotropic task on its network that stand a second time or more often; counts add up.
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
