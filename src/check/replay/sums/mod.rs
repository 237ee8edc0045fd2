//! The partial sums of an allreduce: at every node, for every block, the hosts whose parts are in its sum.

mod apart;
mod join;

use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::hop::Hop;
use apart::Apart;
use join::joined;

/// Most words of 64 bits that hold all sums together.
const SUM_WORD_LIMIT: u64 = 1 << 24;
/// Most words that are kept for a schedule with too few moves to serve its task.
const IDLE_SUM_WORD_LIMIT: u128 = 1 << 22;

/// The sum that every node has of every block.
///
/// A host begins with its own part, a switch with none. In a slot a node receives the sums that others had
/// before the slot. If no part is in two of these sums and its own, it adds them up; if one of them contains
/// all the others, it has that one from then on. In both cases its new sum is the union. Any others would
/// count a part twice. Of a block that is kept apart a node sends less than it has: see [`Apart`].
#[derive(Debug)]
pub(crate) struct Sums {
    blocks: usize,
    nodes: usize,
    /// Words of a sum, which has a bit for every node.
    words: usize,
    /// The sums by block, then by node.
    parts: Vec<u64>,
    /// What came over each link, of the blocks that are kept apart.
    apart: Option<Apart>,
}

impl Sums {
    /// Gives every host its own part of every block, of which those in `apart` are kept apart; refuses sums
    /// that would need too much memory, sooner where `moves`, a lower bound on the moves of the schedule, are
    /// too few to complete them.
    ///
    /// # Complexity
    /// Space O(blocks · nodes²) bits, and O(nodes · links) bits for each block that is kept apart, within a
    /// fixed limit.
    pub(crate) fn new(
        network: &Network,
        blocks: usize,
        apart: &[usize],
        moves: u64,
    ) -> Result<Self, Rejection> {
        let words = network.nodes.div_ceil(64);
        let expected = 2 * u128::from(network.host_count() - 1) * u128::from(wide(blocks));
        let sums = u128::from(network.nodes) * u128::from(wide(blocks));
        let links = if apart.is_empty() { 0 } else { u128::from(network.links_of_all()) };
        let sums = links.checked_mul(wide(apart.len()).into()).and_then(|more| sums.checked_add(more));
        let all = sums.and_then(|sums| sums.checked_mul(words.into()));
        let all = all.filter(|&all| all <= SUM_WORD_LIMIT.into());
        if all.is_some_and(|all| all > IDLE_SUM_WORD_LIMIT) && u128::from(moves) < expected {
            return Err(Rejection::TooFewMoves { found: moves, expected });
        }
        let size = |number: u128| usize::try_from(number).ok();
        let (Some(_), Some(nodes), Some(words)) = (all, size(network.nodes.into()), size(words.into()))
        else {
            return Err(Rejection::TooManySums { limit: SUM_WORD_LIMIT });
        };
        let of_apart = (!apart.is_empty()).then(|| Apart::new(network, apart, words));
        let mut sums = Self { blocks, nodes, words, parts: vec![0; blocks * nodes * words], apart: of_apart };
        for host in network.hosts() {
            let at = narrow(host, nodes).unwrap_or_default();
            for block in 0..blocks {
                sums.parts[(block * nodes + at) * words + at / 64] |= 1 << (at % 64);
            }
        }
        Ok(sums)
    }

    /// Returns the number of words that a move reads and writes.
    pub(crate) fn words_of_a_move(&self) -> u64 {
        wide(self.words).saturating_mul(self.apart.as_ref().map_or(1, Apart::sums_of_a_move))
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
        for &Hop { index, packet, from, .. } in hops {
            // A switch that nothing has come to.
            if self.sum(packet, from).iter().all(|&word| word == 0) {
                return Err(Rejection::NotHeld { slot, index, packet, node: from });
            }
        }
        let mut by_receiver: Vec<&Hop> = hops.iter().collect();
        by_receiver.sort_unstable_by_key(|hop| (hop.packet, hop.to, hop.index));
        let overlap = |hop: &Hop, node: u64| {
            let (index, packet) = (hop.index, hop.packet);
            Rejection::SumsOverlap { slot, index, packet, node }
        };
        if let Some(apart) = &mut self.apart {
            apart.cross(&by_receiver).map_err(|hop| overlap(hop, hop.from))?;
        }
        let together = |a: &&Hop, b: &&Hop| (a.packet, a.to) == (b.packet, b.to);
        let mut written = Vec::new();
        for received in by_receiver.chunk_by(together) {
            let last = received[received.len() - 1];
            let whole = match self.apart.as_ref().filter(|apart| apart.has(last.packet)) {
                Some(apart) => apart.whole(last.packet, last.to),
                None => self.joined(received),
            };
            written.push((self.place(last.packet, last.to), whole.ok_or_else(|| overlap(last, last.to))?));
        }
        for (place, sum) in written {
            self.parts[place..place + self.words].copy_from_slice(&sum);
        }
        Ok(())
    }

    /// Returns the sum of those that one node has and receives of a block, if they may be joined.
    fn joined(&self, received: &[&Hop]) -> Option<Vec<u64>> {
        let first = received.first()?;
        let own = std::iter::once(self.sum(first.packet, first.to));
        joined(own.chain(received.iter().map(|hop| self.sum(hop.packet, hop.from))))
    }

    /// Refuses a sum of a host that lacks a part after the last slot.
    pub(crate) fn require_complete(&self, network: &Network) -> Result<(), Rejection> {
        let has = |sum: &[u64], part: u64| {
            narrow(part, self.nodes).is_some_and(|at| sum[at / 64] >> (at % 64) & 1 == 1)
        };
        for packet in 0..self.blocks {
            for node in network.hosts() {
                let sum = self.sum(packet, node);
                if let Some(missing) = network.hosts().find(|&part| !has(sum, part)) {
                    return Err(Rejection::SumIncomplete { packet, node, missing });
                }
            }
        }
        Ok(())
    }
}
