//! Packets on their way: the nodes that hold each, by the rules of copying and combining.

use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::hop::Hop;
use crate::replay::places::Places;
use crate::replay::replayed::next_slot;
use crate::replay::sums::Sums;
use crate::task::packets::{Ends, Mode};

/// Most bits, one for each packet and node, that are kept for a schedule with too few moves to serve its
/// task.
const HOLDER_LIMIT: u128 = 1 << 28;

/// A bit for every packet and node.
#[derive(Debug)]
struct Bits {
    nodes: u64,
    words: Vec<u64>,
}

impl Bits {
    /// Returns bits that are all 0. Before much memory is allocated, it refuses a schedule whose moves are
    /// too few to reach every node. Up to `HOLDER_LIMIT` bits are always allocated. A larger table is refused
    /// unless the moves are enough to reach every host; it then has at most as many bits as there are packets
    /// and moves together. With switches it may have at most 64 bits for each move.
    fn new((nodes, hosts): (u64, u64), packets: usize, moves: u64) -> Result<Self, Rejection> {
        // At most 2¹²⁶.
        let bits = u128::from(nodes) * u128::from(wide(packets));
        let expected = u128::from(hosts - 1) * u128::from(wide(packets));
        if bits > HOLDER_LIMIT && u128::from(moves) < expected {
            return Err(Rejection::TooFewMoves { found: moves, expected });
        }
        if bits > HOLDER_LIMIT && hosts < nodes && bits / 64 > u128::from(moves) {
            let limit = u64::try_from(HOLDER_LIMIT).unwrap_or(u64::MAX);
            return Err(Rejection::TooManyRows { place: "schedule.packets".to_owned(), limit });
        }
        let words = usize::try_from(bits.div_ceil(64))
            .map_err(|_| Rejection::Overflow { place: "schedule.slots".to_owned() })?;
        Ok(Self { nodes, words: vec![0; words] })
    }

    /// Returns the word and the mask of a bit.
    fn at(&self, packet: usize, node: u64) -> (usize, u64) {
        // It is below the number of bits, which fits.
        let bit = wide(packet) * self.nodes + node;
        (usize::try_from(bit / 64).unwrap_or(usize::MAX), 1 << (bit % 64))
    }

    fn get(&self, packet: usize, node: u64) -> bool {
        let (word, mask) = self.at(packet, node);
        self.words[word] & mask != 0
    }

    /// Sets a bit and returns its value before.
    fn set(&mut self, packet: usize, node: u64) -> bool {
        let (word, mask) = self.at(packet, node);
        let before = self.words[word] & mask != 0;
        self.words[word] |= mask;
        before
    }
}

/// All packets of a schedule.
#[derive(Debug)]
pub(crate) enum Carry {
    /// Each is at one node.
    Personal {
        /// The node where it is.
        position: Places,
        /// Its destination.
        to: Places,
        /// Number of slots up to and including the one in which it moved last; 0 before it moves.
        moved: Vec<u32>,
        /// Number of slots so far.
        slots: u32,
    },
    /// Each is at all nodes that were reached so far.
    Copied {
        /// Number of packets.
        packets: usize,
        /// The nodes that have it.
        held: Held,
    },
    /// Every host begins with a part of each packet; a node holds its partial sum until it sends it.
    Combined {
        /// Its destination.
        roots: Vec<u64>,
        /// The nodes that have sent their part.
        sent: Held,
        /// The switches that have received a part of it; they have no parts of their own.
        passed: Option<Passed>,
    },
    /// Every host has a part of each block and is to have the sum.
    Summed(Sums),
}

/// The parts that switches have received and have to combine.
#[derive(Debug)]
pub(crate) struct Passed {
    is_switch: Vec<bool>,
    received: Bits,
}

impl Passed {
    fn new(network: &Network, packets: usize, moves: u64) -> Result<Option<Self>, Rejection> {
        if network.switch_ports().is_none() {
            return Ok(None);
        }
        let is_switch = (0..network.nodes).map(|node| network.is_switch(node)).collect();
        let received = Bits::new((network.nodes, network.host_count()), packets, moves)?;
        Ok(Some(Self { is_switch, received }))
    }

    /// Returns whether a node has a part of a packet, its own or a received one.
    fn has(&self, packet: usize, node: u64) -> bool {
        let is_host = narrow(node, self.is_switch.len()).is_none_or(|at| !self.is_switch[at]);
        is_host || self.received.get(packet, node)
    }
}

/// The nodes that have a packet, or have sent it.
#[derive(Debug)]
pub(crate) struct Held(Bits);

impl Carry {
    /// Places the packets before the first slot. Every packet has the ends that its mode needs; an absent end
    /// counts as node 0.
    ///
    /// # Complexity
    /// Space O(packets), or O(packets · nodes) bits for packets that are copied or combined.
    pub(crate) fn new(
        mode: Mode,
        network: &Network,
        packets: impl ExactSizeIterator<Item = Ends> + Clone,
        moves: u64,
    ) -> Result<Self, Rejection> {
        let count = packets.len();
        let nodes = network.nodes;
        let end = |end: Option<u64>| end.unwrap_or_default();
        let bits = || Bits::new((nodes, network.host_count()), count, moves);
        match mode {
            Mode::Personal => Ok(Self::Personal {
                position: Places::new(nodes, packets.clone().map(|ends| Ok(end(ends.from))))?,
                to: Places::new(nodes, packets.map(|ends| Ok(end(ends.to))))?,
                moved: vec![0; count],
                slots: 0,
            }),
            Mode::Copied => {
                let mut held = bits()?;
                for (packet, ends) in packets.enumerate() {
                    held.set(packet, end(ends.from));
                }
                Ok(Self::Copied { packets: count, held: Held(held) })
            }
            Mode::Combined => {
                let roots = packets.map(|ends| end(ends.to)).collect();
                let passed = Passed::new(network, count, moves)?;
                Ok(Self::Combined { roots, sent: Held(bits()?), passed })
            }
            Mode::Summed => Self::summed(network, count, &[], moves),
        }
    }

    /// Gives every host its own part of every block of an allreduce, of which those in `apart` are kept
    /// apart.
    ///
    /// # Complexity
    /// That of [`Sums::new`].
    pub(crate) fn summed(
        network: &Network,
        blocks: usize,
        apart: &[usize],
        moves: u64,
    ) -> Result<Self, Rejection> {
        Sums::new(network, blocks, apart, moves).map(Self::Summed)
    }

    /// Returns the node where a personal packet is.
    pub(crate) fn position(&self, packet: usize) -> Option<u64> {
        match self {
            Self::Personal { position, .. } => (packet < position.len()).then(|| position.at(packet)),
            Self::Copied { .. } | Self::Combined { .. } | Self::Summed(_) => None,
        }
    }

    /// Returns the sum over all personal packets of the slots up to and including the last one in which the
    /// packet moved.
    pub(crate) fn delay(&self) -> u64 {
        match self {
            // Fewer than 2³² packets that take fewer than 2³² slots each.
            Self::Personal { moved, .. } => moved.iter().map(|&slots| u64::from(slots)).sum(),
            Self::Copied { .. } | Self::Combined { .. } | Self::Summed(_) => 0,
        }
    }

    /// Returns the steps that a move takes beside finding its link.
    pub(crate) fn steps_of_a_move(&self) -> u64 {
        if let Self::Summed(sums) = self { sums.words_of_a_move() } else { 0 }
    }

    /// Carries out the moves of the next slot, all at once, or refuses one.
    pub(crate) fn cross(&mut self, slot: usize, hops: &[Hop]) -> Result<(), Rejection> {
        match self {
            Self::Personal { position, moved, slots, .. } => {
                *slots = next_slot(*slots)?;
                for &Hop { index, packet, from, to } in hops {
                    if std::mem::replace(&mut moved[packet], *slots) == *slots {
                        return Err(twice(slot, index, packet));
                    }
                    if position.at(packet) != from {
                        return Err(Rejection::NotHeld { slot, index, packet, node: from });
                    }
                    position.put(packet, to);
                }
            }
            Self::Copied { held: Held(held), .. } => {
                for &Hop { index, packet, from, .. } in hops {
                    if !held.get(packet, from) {
                        return Err(Rejection::NotHeld { slot, index, packet, node: from });
                    }
                }
                for hop in hops {
                    held.set(hop.packet, hop.to);
                }
            }
            Self::Combined { roots, sent: Held(sent), passed } => {
                for &Hop { index, packet, from, .. } in hops {
                    if passed.as_ref().is_some_and(|passed| !passed.has(packet, from)) {
                        return Err(Rejection::NotHeld { slot, index, packet, node: from });
                    }
                    if roots[packet] == from {
                        return Err(Rejection::RootSends { slot, index, packet, root: from });
                    }
                    if sent.set(packet, from) {
                        return Err(Rejection::SentTwice { slot, index, packet, node: from });
                    }
                }
                for &Hop { index, packet, to, .. } in hops {
                    if sent.get(packet, to) {
                        return Err(Rejection::ReceivedLate { slot, index, packet, node: to });
                    }
                    if let Some(passed) = passed {
                        passed.received.set(packet, to);
                    }
                }
            }
            Self::Summed(sums) => sums.cross(slot, hops)?,
        }
        Ok(())
    }

    /// Refuses packets that are not at their destinations after the last slot.
    ///
    /// A combined packet of which every node but the root has sent its part once is complete at the root: a
    /// node that receives sends in a later slot, so a part that is sent goes on from slot to slot until it is
    /// at the only node that does not send, the root. A switch that receives no part has none, and need not
    /// send.
    pub(crate) fn require_delivery(&self, network: &Network) -> Result<(), Rejection> {
        match self {
            Self::Personal { position, to, .. } => {
                let mut ends = position.iter().zip(to.iter()).enumerate();
                match ends.find(|(_, (found, expected))| found != expected) {
                    Some((packet, (found, expected))) => {
                        Err(Rejection::NotDelivered { packet, found, expected })
                    }
                    None => Ok(()),
                }
            }
            Self::Copied { packets, held: Held(held) } => {
                let missing = |packet| network.hosts().find(|&node| !held.get(packet, node));
                match (0..*packets).find_map(|packet| Some((packet, missing(packet)?))) {
                    Some((packet, node)) => Err(Rejection::NotReached { packet, node }),
                    None => Ok(()),
                }
            }
            Self::Combined { roots, sent: Held(sent), passed } => {
                let has = |packet, node| passed.as_ref().is_none_or(|passed| passed.has(packet, node));
                let silent = |packet, root| {
                    let idle = |&node: &u64| node != root && has(packet, node) && !sent.get(packet, node);
                    (0..network.nodes).find(idle)
                };
                let mut packets = roots.iter().enumerate();
                match packets.find_map(|(packet, &root)| Some((packet, silent(packet, root)?))) {
                    Some((packet, node)) => Err(Rejection::NeverSent { packet, node }),
                    None => Ok(()),
                }
            }
            Self::Summed(sums) => sums.require_complete(network),
        }
    }
}

fn twice(slot: usize, index: usize, packet: usize) -> Rejection {
    // The index was read as a 32-bit number.
    Rejection::PacketTwice { slot, index, packet: u32::try_from(packet).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_for_copies_is_bounded_by_the_moves_or_the_limit() {
        // 2²⁸ bits are kept for any schedule, one more only if the moves can reach every node.
        let nodes = 1 << 28;
        assert_eq!(Bits::new((nodes, nodes), 1, 0).map(|bits| bits.words.len()), Ok(1 << 22));
        let found = Bits::new((nodes + 1, nodes + 1), 1, 5).map(|bits| bits.words.len());
        assert_eq!(found, Err(Rejection::TooFewMoves { found: 5, expected: 1 << 28 }));
        assert!(Bits::new((nodes + 1, nodes + 1), 1, nodes).is_ok());
        assert!(Bits::new((1 << 62, 1 << 62), usize::MAX, u64::MAX).is_err());
        // Far more switches than hosts.
        assert!(Bits::new((nodes + 1, 2), 1, nodes / 64).is_ok());
        assert!(Bits::new((nodes + 1, 2), 1, nodes / 64 - 1).is_err());
    }

    #[test]
    fn neighbouring_bits_do_not_touch() {
        let mut bits = Bits::new((5, 5), 40, 0).expect("few bits");
        assert!(!bits.set(12, 4) && bits.set(12, 4));
        let set = (0..40).flat_map(|p| (0..5).map(move |v| (p, v))).filter(|&(p, v)| bits.get(p, v));
        assert_eq!(set.collect::<Vec<_>>(), [(12, 4)]);
    }
}
