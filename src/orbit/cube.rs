//! Tori of radices 2 and 4 as hypercubes: a ring of 4 nodes is a square.

use crate::model::{
    Dimension, Link, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, WordSchedule, wide,
};

/// Returns the dimension of the hypercube to which a torus is isomorphic; none if a radix is neither 2 nor 4,
/// or none is 4.
///
/// # Examples
/// ```
/// use isotask::{model::Network, orbit::cube_dimension, wire};
/// let torus = |radices: &[u64]| Network::new(&wire::Network::Torus { radices: radices.to_vec() });
/// assert_eq!(cube_dimension(&torus(&[4, 2, 4])?), Some(5));
/// assert_eq!(cube_dimension(&torus(&[4, 6])?), None);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[must_use]
pub fn cube_dimension(torus: &Network) -> Option<u32> {
    let rings = torus.dimensions();
    let bits = |ring: &Dimension| match ring.radix() {
        2 => Some(1),
        4 => Some(2),
        _ => None,
    };
    let sum = rings.iter().map(bits).sum::<Option<u32>>()?;
    rings.iter().any(|ring| ring.radix() == 4).then_some(sum)
}

/// Transfers a symmetric schedule of packets by distance from the hypercube to the torus that [is isomorphic
/// to it](cube_dimension).
///
/// Neighbours on a ring of 4 differ in one bit of their Gray codes, so distances and links are those of the
/// hypercube. A schedule that is invariant under all translations of the hypercube is so under those by 2 in
/// dimensions of radix 4 and by 1 in others, which are also translations of the torus. That leaves a class of
/// nodes for every choice of parities.
///
/// # Complexity
/// O(2^d · moves) for d dimensions of radix 4.
///
/// # Panics
/// If the torus is not that hypercube, or the schedule not one of it.
#[must_use]
pub fn from_cube(torus: &Network, schedule: &WordSchedule) -> OrbitSchedule {
    let rings = torus.dimensions();
    let generators = rings.iter().map(|ring| Node(ring.stride() * (ring.radix() / 2)));
    let group = Subgroup::new(torus, generators.collect()).expect("translations of a torus with few nodes");
    let (mut packets, mut at) = (Vec::new(), Vec::new());
    for start in (0..group.classes()).map(|class| group.least(class)) {
        let code = to_code(rings, start);
        packets.extend(schedule.packets.iter().map(|offset| {
            let to = from_code(rings, code ^ offset.0);
            Packet::Personal { from: start, to }
        }));
        at.extend(schedule.packets.iter().map(|_| start));
    }
    let every = schedule.packets.len();
    let mut step = |packet: usize, bit: u32| {
        let there = from_code(rings, to_code(rings, at[packet]) ^ (1 << bit));
        let node = std::mem::replace(&mut at[packet], there);
        let link: Link = torus.link_between(node, there).expect("neighbours on both networks");
        OrbitStep { packet: u32::try_from(packet).expect("fewer than 2^32 packets"), node, link }
    };
    let mut slots = Vec::with_capacity(schedule.slots.len());
    for moves in &schedule.slots {
        let mut steps = Vec::with_capacity(moves.len() * wide(group.classes()));
        for class in 0..wide(group.classes()) {
            steps.extend(moves.iter().map(|&(packet, bit)| step(class * every + wide(packet), bit)));
        }
        slots.push(steps);
    }
    OrbitSchedule { group, packets, slots }
}

/// Returns the Gray codes of the coordinates, side by side; the code of 2 bits is its own inverse.
fn to_code(rings: &[Dimension], node: Node) -> u64 {
    rings.iter().fold(0, |code, ring| {
        let x = ring.coordinate(node);
        code * ring.radix() + (x ^ (x >> 1))
    })
}

fn from_code(rings: &[Dimension], code: u64) -> Node {
    let (mut left, mut node) = (code, 0);
    for ring in rings.iter().rev() {
        let x = left % ring.radix();
        left /= ring.radix();
        node += (x ^ (x >> 1)) * ring.stride();
    }
    Node(node)
}
