//! The incomplete hypercube: the nodes 0 … n − 1, linked when they differ in one bit.

use crate::network::limits::MOST_NODES;
use crate::refusal::rejection::Rejection;

/// An incomplete hypercube by its size.
#[derive(Debug)]
pub(crate) struct Incomplete {
    pub(super) nodes: u64,
    /// How many bits its nodes have: the greatest node has the most, and it differs in all of them from what
    /// lies below its highest, so that this is the greatest distance.
    pub(super) bits: u32,
}

impl Incomplete {
    /// Checks the number of nodes.
    pub(super) fn new(nodes: u64) -> Result<Self, Rejection> {
        let place = || "task.network.nodes".to_owned();
        if nodes < 2 {
            return Err(Rejection::RadixTooSmall { place: place(), found: nodes });
        }
        if nodes > MOST_NODES {
            return Err(Rejection::TooManyNodes { place: place() });
        }
        Ok(Self { nodes, bits: (nodes - 1).ilog2() + 1 })
    }

    /// The node at the other end of a link, if the node has it.
    pub(super) fn adjacent(&self, node: u64, link: usize) -> Option<u64> {
        // A link is below the number of bits, at most 62.
        Some(node ^ (1 << link)).filter(|&there| there < self.nodes)
    }

    /// Distance from one node to another: every link changes one bit; bits that are to be cleared first, then
    /// those that are to be set, lead through nodes no greater than the ends.
    pub(super) fn between(from: u64, to: u64) -> u64 {
        (from ^ to).count_ones().into()
    }

    /// Where the translation that takes node 0 to `shift` takes a node: those that change low bits only, in
    /// which every block of nodes is complete.
    pub(super) fn shifted(&self, shift: u64, node: u64) -> Option<u64> {
        (shift < 1 << self.nodes.trailing_zeros()).then_some(node ^ shift)
    }
}
