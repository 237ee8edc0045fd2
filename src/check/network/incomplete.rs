//! The incomplete hypercube: the nodes 0 … n − 1, linked when they differ in one bit.

use crate::network::limits::NETWORK_NODE_LIMIT;
use crate::refusal::rejection::Rejection;

/// An incomplete hypercube by its size.
#[derive(Debug)]
pub(crate) struct Incomplete {
    pub(super) nodes: u64,
    /// Number of bits of its greatest node. It is the greatest distance: that node differs in all of them
    /// from its complement, which is a smaller node.
    pub(super) bits: u32,
}

impl Incomplete {
    /// Checks the number of nodes.
    pub(super) fn new(nodes: u64) -> Result<Self, Rejection> {
        let place = || "task.network.nodes".to_owned();
        if nodes < 2 {
            return Err(Rejection::RadixTooSmall { place: place(), found: nodes });
        }
        if nodes > NETWORK_NODE_LIMIT {
            return Err(Rejection::TooManyNodes { place: place() });
        }
        Ok(Self { nodes, bits: (nodes - 1).ilog2() + 1 })
    }

    /// Returns the node at the other end of a link, if the node has it.
    pub(super) fn adjacent(&self, node: u64, link: usize) -> Option<u64> {
        // A link is below the number of bits, at most 62.
        Some(node ^ (1 << link)).filter(|&there| there < self.nodes)
    }

    /// Returns the distance from one node to another. Every link changes one bit; if bits are cleared first
    /// and then set, the path leads through nodes no greater than the ends.
    pub(super) fn between(from: u64, to: u64) -> u64 {
        (from ^ to).count_ones().into()
    }

    /// Returns the image of a node under the translation that takes node 0 to `shift`, if there is one.
    /// Translations change low bits only, in which every block of nodes is complete.
    pub(super) fn shifted(&self, shift: u64, node: u64) -> Option<u64> {
        (shift < 1 << self.nodes.trailing_zeros()).then_some(node ^ shift)
    }
}
