//! Multinode broadcast along a ring that passes through every node.

use crate::model::{ExplicitSchedule, Network, Node, Packet, PortRule, Sent};
use crate::tree::construction::{ConstructionError, at, limit, short};
use crate::tree::spanning::hamiltonian::hamiltonian_cycle;

/// Most sends.
const MOST_SENDS: u64 = 1 << 24;

/// The multinode broadcast for one port of P2 §2 by the embedding of a ring, [`hamiltonian_cycle`]: every
/// node sends the next one its own packets and what it had from the one before.
///
/// With one port, or more, c · (n − 1) slots for c packets of each of n nodes, all links of the ring being
/// used in every slot. With one half-duplex port every second link: of an even number the even ones and the
/// odd ones in turn, 2c · (n − 1) slots; of an odd number all but the two at a node that does nothing, which
/// in the next slot is the next one, so that every link is used (n − 1)/2 times in n slots: 2c · n. No
/// schedule with such a port is shorter, since a slot has ⌊n/2⌋ sends at most. The k-th time a node sends
/// what came to it the time before the k-th, and its turns are those of the node before it, a slot later: so
/// it has that by then.
///
/// It does not look the same from every node: over which link a node sends depends on the node, though not on
/// the slot.
///
/// # Errors
/// As [`hamiltonian_cycle`]; [`ConstructionError::TooLarge`] beyond 2²⁴ sends.
///
/// # Complexity
/// That of the cycle, and O(c · n²) time and space, the size of the schedule.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, PortRule}, tree::multinode_broadcast_ring, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 3 })?;
/// let schedule = multinode_broadcast_ring(&cube, PortRule::FullDuplex(1), 1)?;
/// assert_eq!((schedule.slots.len(), schedule.slots[0].len()), (7, 8));
/// let ring = Network::new(&wire::Network::Ring { nodes: 5 })?;
/// assert_eq!(multinode_broadcast_ring(&ring, PortRule::HalfDuplex, 1)?.slots.len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn multinode_broadcast_ring(
    network: &Network,
    ports: PortRule,
    count: u64,
) -> Result<ExplicitSchedule, ConstructionError> {
    let n = network.nodes();
    let sends = n.checked_mul(n - 1).and_then(|pairs| pairs.checked_mul(count));
    limit("sends", sends, MOST_SENDS)?;
    let cycle = hamiltonian_cycle(network)?;
    let slots = match ports {
        PortRule::FullDuplex(_) => count * (n - 1),
        PortRule::HalfDuplex => 2 * count * (n - 1 + n % 2),
    };
    // Whether the link that leaves a place is used in a slot.
    let is_used = |place: u64, slot: u64| match ports {
        PortRule::FullDuplex(_) => true,
        PortRule::HalfDuplex if n.is_multiple_of(2) => (place + slot).is_multiple_of(2),
        PortRule::HalfDuplex => (place + n - slot % n) % n % 2 == 1,
    };
    let mut turns = vec![0; cycle.len()];
    let mut send = |place: u64| {
        let turn = &mut turns[at(Node(place))];
        let (round, back) = (*turn / (n - 1), *turn % (n - 1));
        *turn += 1;
        let node = |place: u64| cycle[at(Node(place % n))];
        let packet = node(place + n - back).0 * count + round;
        Sent::new(short(at(Node(packet))), node(place), node(place + 1))
    };
    let slot = |slot: u64| {
        let mut sends: Vec<Sent> = (0..n).filter(|&place| is_used(place, slot)).map(&mut send).collect();
        sends.sort_unstable();
        sends
    };
    let packets = (0..n).flat_map(|node| (0..count).map(move |_| Packet::Copied { from: Node(node) }));
    Ok(ExplicitSchedule { packets: packets.collect(), slots: (0..slots).map(slot).collect() })
}
