//! The literal replay: every copy of every packet at every node, move by move.

use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::{EveryNodeFault as Fault, Rejection};
use crate::replay::replayed::spend_copies;

/// A move of all copies of a packet in one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    /// The slot.
    pub(crate) slot: u64,
    /// Index of the packet.
    pub(crate) packet: usize,
    /// The link type.
    pub(crate) link: usize,
}

/// The values that the replay compares the schedule with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Expected {
    /// Most sends, and most receives, of a node that the ports allow in a slot.
    pub(crate) ports: u64,
    /// `ΣC_i` as it was counted at node 0, if it was.
    pub(crate) delay: Option<u128>,
}

/// The links and ports that one slot has used so far.
struct Usage {
    /// Whether the directed link of (node, link type) carries a packet: a bit each.
    busy: Vec<u64>,
    sends: Vec<u64>,
    receives: Vec<u64>,
}

/// Moves every copy. Refuses a link with two packets, a node with too many sends or receives, a packet that
/// moves twice in a slot, a copy that ends elsewhere, or a node whose packets have another total delay than
/// was counted. Steps are sorted by slot.
///
/// Nothing here argues by symmetry. The caller bounds nodes × steps.
///
/// # Complexity
/// Time O(nodes · steps · dimensions), space O(nodes · (steps + links / 64)).
pub(crate) fn replay(
    network: &Network,
    offsets: &[u64],
    steps: &[Step],
    expected: Expected,
) -> Result<(), Rejection> {
    if steps.is_empty() && offsets.is_empty() {
        return Ok(());
    }
    // Every copy is moved over its links, and its end is then compared.
    spend_copies(network, network.nodes.saturating_mul(wide(steps.len() + offsets.len())))?;
    let nodes = usize::try_from(network.nodes).unwrap_or(usize::MAX);
    // position[packet · nodes + s] = where the copy that started at s is.
    let mut position = Vec::with_capacity(nodes.saturating_mul(offsets.len()));
    for _ in offsets {
        position.extend(0..network.nodes);
    }
    // arrival[packet · nodes + s] = number of slots up to the last move of the copy that started at s.
    let mut arrival = vec![0_u64; position.len()];
    let bits = nodes.saturating_mul(network.links());
    let mut usage = Usage { busy: vec![0; bits / 64 + 1], sends: vec![0; nodes], receives: vec![0; nodes] };
    for slot in steps.chunk_by(|a, b| a.slot == b.slot) {
        usage.busy.fill(0);
        usage.sends.fill(0);
        usage.receives.fill(0);
        let mut moved: Vec<usize> = slot.iter().map(|step| step.packet).collect();
        moved.sort_unstable();
        if let Some(pair) = moved.windows(2).find(|pair| pair[0] == pair[1]) {
            let fault = Fault::PacketTwice { packet: wide(pair[0]) };
            return Err(Rejection::EveryNode { slot: slot[0].slot, node: 0, fault });
        }
        for step in slot {
            let copies = position[step.packet * nodes..][..nodes].iter_mut();
            for (copy, arrived) in copies.zip(&mut arrival[step.packet * nodes..]) {
                *copy = usage.cross(network, *copy, *step, expected.ports)?;
                // No schedule has a slot 2⁶⁴ − 1.
                *arrived = step.slot + 1;
            }
        }
    }
    let last = steps.last().map_or(0, |step| step.slot);
    require_delivery(network, offsets, &position, last)?;
    expected.delay.map_or(Ok(()), |delay| require_delay(network, &arrival, delay, last))
}

impl Usage {
    /// Moves one copy over a link and returns the node where it is then.
    fn cross(&mut self, network: &Network, from: u64, step: Step, ports: u64) -> Result<u64, Rejection> {
        let refuse = |node, fault| Err(Rejection::EveryNode { slot: step.slot, node, fault });
        let to = network.step(from, step.link);
        // Both are nodes, of which there are as many as entries in the lists.
        let at = usize::try_from(from).unwrap_or(usize::MAX);
        let there = usize::try_from(to).unwrap_or(usize::MAX);
        let bit = at * network.links() + step.link;
        let (word, mask) = (bit / 64, 1_u64 << (bit % 64));
        if self.busy[word] & mask != 0 {
            return refuse(from, Fault::LinkTwice { link: step.link });
        }
        self.busy[word] |= mask;
        self.sends[at] += 1;
        self.receives[there] += 1;
        if self.sends[at] > ports {
            return refuse(from, Fault::TooManySends { ports });
        }
        if self.receives[there] > ports {
            return refuse(to, Fault::TooManyReceives { ports });
        }
        Ok(to)
    }
}

fn require_delivery(
    network: &Network,
    offsets: &[u64],
    position: &[u64],
    slot: u64,
) -> Result<(), Rejection> {
    let nodes = usize::try_from(network.nodes).unwrap_or(usize::MAX);
    for (packet, (&offset, copies)) in offsets.iter().zip(position.chunks(nodes)).enumerate() {
        for (node, &found) in (0..network.nodes).zip(copies) {
            let expected = network.translate(node, offset);
            if found != expected {
                let fault = Fault::NotDelivered { packet: wide(packet), found, expected };
                return Err(Rejection::EveryNode { slot, node, fault });
            }
        }
    }
    Ok(())
}

/// Refuses a node whose packets do not have this total delay.
fn require_delay(network: &Network, arrival: &[u64], expected: u128, slot: u64) -> Result<(), Rejection> {
    let nodes = usize::try_from(network.nodes).unwrap_or(usize::MAX);
    for (node, first) in (0..network.nodes).zip(0..nodes) {
        // Fewer than 2⁶⁴ numbers below 2⁶⁴.
        let found = arrival[first..].iter().step_by(nodes).map(|&slots| u128::from(slots)).sum();
        if found != expected {
            let fault = Fault::DelayDiffers { found, expected };
            return Err(Rejection::EveryNode { slot, node, fault });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use isotask_wire as wire;

    fn ring(nodes: u64) -> Network {
        Network::new(&wire::Network::Ring { nodes }, &Effort::new(1 << 10)).expect("a ring of several nodes")
    }

    fn step(slot: u64, packet: usize, link: usize) -> Step {
        Step { slot, packet, link }
    }

    fn fault(offsets: &[u64], steps: &[Step], ports: u64) -> Fault {
        match replay(&ring(5), offsets, steps, Expected { ports, delay: None }) {
            Err(Rejection::EveryNode { fault, .. }) => fault,
            other => unreachable!("expected a fault, found {other:?}"),
        }
    }

    #[test]
    fn the_literal_replay_refuses_each_fault_by_itself() {
        let both = [step(0, 0, 0), step(0, 1, 1)];
        let none = Expected { ports: 2, delay: None };
        assert!(replay(&ring(5), &[1, 4], &both, none).is_ok());
        let twice = [step(0, 0, 0), step(0, 0, 1)];
        assert!(matches!(fault(&[1], &twice, 2), Fault::PacketTwice { packet: 0 }));
        let shared = [step(0, 0, 0), step(0, 1, 0)];
        assert!(matches!(fault(&[1, 1], &shared, 2), Fault::LinkTwice { link: 0 }));
        assert!(matches!(fault(&[1, 4], &both, 1), Fault::TooManySends { ports: 1 }));
        assert!(matches!(fault(&[2], &[step(0, 0, 0)], 2), Fault::NotDelivered { found: 1, .. }));
    }

    #[test]
    fn a_packet_that_never_moves_is_not_delivered() {
        assert!(matches!(fault(&[1], &[], 2), Fault::NotDelivered { packet: 0, found: 0, expected: 1 }));
        assert_eq!(replay(&ring(5), &[], &[], Expected { ports: 2, delay: None }), Ok(()));
    }

    #[test]
    fn two_packets_over_any_link_of_a_node_are_noticed() {
        for link in 0..2 {
            let shared = [step(3, 0, link), step(3, 1, link)];
            let offset = [1, 4][link];
            assert_eq!(fault(&[offset, offset], &shared, 2), Fault::LinkTwice { link });
        }
    }

    /// If all nodes send alike, no node receives more than it sends; receives are counted nevertheless.
    #[test]
    fn a_node_that_receives_from_both_sides_needs_two_ports() {
        let ring = ring(5);
        for (ports, refused) in [(1, true), (2, false)] {
            let mut usage = Usage { busy: vec![0], sends: vec![0; 5], receives: vec![0; 5] };
            assert_eq!(usage.cross(&ring, 0, step(2, 0, 0), ports), Ok(1));
            let fault = Fault::TooManyReceives { ports };
            let refusal = Err(Rejection::EveryNode { slot: 2, node: 1, fault });
            let found = usage.cross(&ring, 2, step(2, 1, 1), ports);
            assert_eq!(found, if refused { refusal } else { Ok(1) });
        }
    }

    #[test]
    fn the_literal_replay_refuses_another_total_delay() {
        let steps = [step(0, 0, 0), step(1, 1, 1), step(4, 1, 1)];
        let with = |delay| replay(&ring(5), &[1, 3], &steps, Expected { ports: 2, delay: Some(delay) });
        assert_eq!(with(6), Ok(()));
        for expected in [0, 5, 7] {
            let fault = Fault::DelayDiffers { found: 6, expected };
            assert_eq!(with(expected), Err(Rejection::EveryNode { slot: 4, node: 0, fault }));
        }
    }
}
