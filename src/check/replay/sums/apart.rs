//! Blocks of an allreduce that nodes keep apart: what came from each neighbour is a sum of its own.

use super::join::joined;
use crate::network::graph::lines::Flow;
use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::replay::hop::Hop;
use std::collections::BTreeMap;

/// What came last over each link.
///
/// A move to a neighbour carries the sum of the sender's own part and of what came last from each of its
/// other neighbours. So a sum does not go back where it came from, and sums that go round a ring both ways
/// pass each other.
#[derive(Debug)]
pub(super) struct Apart {
    /// Words of a sum.
    words: usize,
    /// By block, where its sums begin.
    first: BTreeMap<usize, usize>,
    /// By node, where the senders to it begin, and behind the last node their end.
    begin: Vec<usize>,
    /// The senders to every node, increasing.
    senders: Vec<u64>,
    /// By node, whether it is a switch, which has no part of its own.
    is_switch: Vec<bool>,
    /// By block, then as the senders: the sums.
    came: Vec<u64>,
}

impl Apart {
    /// Places no sums yet.
    pub(super) fn new(network: &Network, blocks: &[usize], words: usize) -> Self {
        let (mut begin, mut senders) = (vec![0], Vec::new());
        for node in 0..network.nodes {
            let mut from: Vec<u64> = network.lines(node, Flow::In).map(|line| line.node).collect();
            from.sort_unstable();
            from.dedup();
            senders.extend(from);
            begin.push(senders.len());
        }
        let is_switch = (0..network.nodes).map(|node| network.is_switch(node)).collect();
        let of_block = senders.len() * words;
        let first = blocks.iter().enumerate().map(|(place, &block)| (block, place * of_block)).collect();
        Self { words, first, begin, senders, is_switch, came: vec![0; blocks.len() * of_block] }
    }

    /// Returns the most sums that a move reads and writes.
    pub(super) fn sums_of_a_move(&self) -> u64 {
        let most = self.begin.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        wide(2 * (most + 1))
    }

    /// Returns whether the block is kept apart.
    pub(super) fn has(&self, block: usize) -> bool {
        self.first.contains_key(&block)
    }

    /// Returns the sum of all that a node has of a block, if that may be joined.
    pub(super) fn whole(&self, block: usize, node: u64) -> Option<Vec<u64>> {
        self.sum(block, node, None)
    }

    /// Carries out the moves of a slot of these blocks, all of which read before any of them writes; returns
    /// one whose sum may not be joined.
    pub(super) fn cross<'h>(&mut self, hops: &[&'h Hop]) -> Result<(), &'h Hop> {
        let mut written = Vec::new();
        for &hop in hops.iter().filter(|hop| self.has(hop.packet)) {
            let sum = self.sum(hop.packet, hop.from, Some(hop.to)).ok_or(hop)?;
            written.push((self.place(hop.packet, hop.to, hop.from), sum));
        }
        for (place, sum) in written {
            self.came[place..place + self.words].copy_from_slice(&sum);
        }
        Ok(())
    }

    /// Returns the sum of a node's own part and of what came from all its neighbours but one.
    fn sum(&self, block: usize, node: u64, but: Option<u64>) -> Option<Vec<u64>> {
        let at = narrow(node, self.begin.len()).unwrap_or_default();
        let mut own = vec![0; self.words];
        own[at / 64] |= u64::from(!self.is_switch[at]) << (at % 64);
        let senders = &self.senders[self.begin[at]..self.begin[at + 1]];
        let others = senders.iter().filter(|&&sender| Some(sender) != but);
        let came = others.map(|&sender| {
            let place = self.place(block, node, sender);
            &self.came[place..place + self.words]
        });
        joined(std::iter::once(own.as_slice()).chain(came))
    }

    /// Returns the place of what came to a node from a neighbour.
    fn place(&self, block: usize, node: u64, sender: u64) -> usize {
        // A move has been read, so its nodes are those of a link.
        let at = narrow(node, self.begin.len()).unwrap_or_default();
        let senders = &self.senders[self.begin[at]..self.begin[at + 1]];
        let link = self.begin[at] + senders.binary_search(&sender).unwrap_or_default();
        self.first[&block] + link * self.words
    }
}
