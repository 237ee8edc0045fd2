//! The partial sums of an allreduce: at every node, for every block, the nodes whose parts are in its sum.

use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::hop::Hop;

/// Most words of 64 bits that hold all sums together.
const SUM_WORD_LIMIT: u64 = 1 << 24;
/// Most words that are kept for a schedule with too few moves to serve its task.
const IDLE_SUM_WORD_LIMIT: u128 = 1 << 22;

/// The sum that every node has of every block.
///
/// A node begins with its own part. In a slot it receives the sums that others had before the slot. If no
/// part is in two of these sums and its own, it adds them up; if one of them contains all the others, it has
/// that one from then on. In both cases its new sum is the union. Any others would count a part twice.
#[derive(Debug)]
pub(crate) struct Sums {
    blocks: usize,
    nodes: usize,
    /// Words of a sum, which has a bit for every node.
    words: usize,
    /// The sums by block, then by node.
    parts: Vec<u64>,
}

impl Sums {
    /// Gives every node its own part of every block; refuses sums that would need too much memory, sooner
    /// where `moves`, a lower bound on the moves of the schedule, are too few to complete them.
    ///
    /// # Complexity
    /// Space O(blocks · nodes²) bits, within a fixed limit.
    pub(crate) fn new(network: &Network, blocks: usize, moves: u64) -> Result<Self, Rejection> {
        let words = network.nodes.div_ceil(64);
        let expected = 2 * u128::from(network.nodes - 1) * u128::from(wide(blocks));
        let sums = u128::from(network.nodes) * u128::from(wide(blocks));
        let all = sums.checked_mul(words.into()).filter(|&all| all <= SUM_WORD_LIMIT.into());
        if all.is_some_and(|all| all > IDLE_SUM_WORD_LIMIT) && u128::from(moves) < expected {
            return Err(Rejection::TooFewMoves { found: moves, expected });
        }
        let size = |number: u128| usize::try_from(number).ok();
        let (Some(all), Some(nodes), Some(words)) =
            (all.and_then(size), size(network.nodes.into()), size(words.into()))
        else {
            return Err(Rejection::TooManySums { limit: SUM_WORD_LIMIT });
        };
        let mut sums = Self { blocks, nodes, words, parts: vec![0; all] };
        for (block, node) in (0..blocks).flat_map(|block| (0..nodes).map(move |node| (block, node))) {
            sums.parts[(block * nodes + node) * words + node / 64] |= 1 << (node % 64);
        }
        Ok(sums)
    }

    /// Returns the number of words that a move reads and writes.
    pub(crate) fn words_of_a_move(&self) -> u64 {
        wide(self.words)
    }

    /// Returns the place of the sum of a node of the network.
    fn place(&self, block: usize, node: u64) -> usize {
        // A move has been read, so its nodes are those of the network.
        (block * self.nodes + narrow(node, self.nodes).unwrap_or_default()) * self.words
    }

    fn sum(&self, block: usize, node: u64) -> &[u64] {
        let place = self.place(block, node);
        &self.parts[place..place + self.words]
    }

    /// Carries out the moves of a slot, all of which read before any of them writes.
    pub(crate) fn cross(&mut self, slot: usize, hops: &[Hop]) -> Result<(), Rejection> {
        let mut by_receiver: Vec<&Hop> = hops.iter().collect();
        by_receiver.sort_unstable_by_key(|hop| (hop.packet, hop.to, hop.index));
        let together = |a: &&Hop, b: &&Hop| (a.packet, a.to) == (b.packet, b.to);
        let mut written = Vec::new();
        for received in by_receiver.chunk_by(together) {
            let last = received[received.len() - 1];
            let sum = self.joined(received).ok_or(Rejection::SumsOverlap {
                slot,
                index: last.index,
                packet: last.packet,
                node: last.to,
            })?;
            written.push((self.place(last.packet, last.to), sum));
        }
        for (place, sum) in written {
            self.parts[place..place + self.words].copy_from_slice(&sum);
        }
        Ok(())
    }

    /// Returns the union of the sums that one node has and receives of a block, if they may be joined: no two
    /// have a part in common, or one contains all the others.
    fn joined(&self, received: &[&Hop]) -> Option<Vec<u64>> {
        let first = received.first()?;
        let mut union = self.sum(first.packet, first.to).to_vec();
        let (mut all, mut most) = (size(&union), size(&union));
        for hop in received {
            let sum = self.sum(hop.packet, hop.from);
            all += size(sum);
            most = most.max(size(sum));
            union.iter_mut().zip(sum).for_each(|(word, more)| *word |= more);
        }
        let joined = size(&union);
        (all == joined || most == joined).then_some(union)
    }

    /// Refuses a sum that lacks a part after the last slot.
    pub(crate) fn require_complete(&self) -> Result<(), Rejection> {
        for (block, node) in (0..self.blocks).flat_map(|block| (0..self.nodes).map(move |node| (block, node)))
        {
            let sum = self.sum(block, wide(node));
            if let Some(part) = (0..self.nodes).find(|part| sum[part / 64] >> (part % 64) & 1 == 0) {
                let (node, missing) = (wide(node), wide(part));
                return Err(Rejection::SumIncomplete { packet: block, node, missing });
            }
        }
        Ok(())
    }
}

/// Returns the number of parts in a sum.
fn size(sum: &[u64]) -> u64 {
    sum.iter().map(|word| u64::from(word.count_ones())).sum()
}
