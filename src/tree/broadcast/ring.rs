//! Multinode broadcast along a ring that passes through every node.

use crate::model::{ExplicitSchedule, Network, Node, Packet, PortRule, Sent};
use crate::tree::construction::{ConstructionError, at, limit, short};
use crate::tree::spanning::hamiltonian::hamiltonian_cycle;

/// Most sends of a schedule.
const MAX_SENDS: u64 = 1 << 24;

/// Makes the multinode broadcast for one port of P2 §2 along a ring, [`hamiltonian_cycle`]: every node sends
/// its own packets to the next node, and passes on packets of all origins that come from the node before it.
///
/// With one port or more it takes c · (n − 1) slots for c packets of each of n nodes, and uses all links of
/// the ring in every slot. With one half-duplex port it uses every second link:
/// * For even n, the even and the odd links in turn, 2c · (n − 1) slots.
/// * For odd n, one node is idle in a slot, and the next node in the next slot. Every link is used (n − 1)/2
///   times in n slots, so it takes 2c · n slots.
///
/// No schedule with such a port is shorter, since a slot has ⌊n/2⌋ sends at most. With its k-th send a node
/// passes on the packet that it received with the (k − 1)-th send of the node before it. Its sends come one
/// slot after those of that node, so it holds the packet by then.
///
/// The schedule is not symmetric: the link over which a node sends depends on the node, though not on the
/// slot.
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
    limit("sends", sends, MAX_SENDS)?;
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
