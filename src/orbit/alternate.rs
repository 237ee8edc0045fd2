//! Schedules for one half-duplex port on networks without odd cycles: the two sides send in turn.

use super::subgroups::{kernel, node_values};
use crate::model::{Link, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, WordSchedule, wide};

/// Returns the translations that keep the two sides of a network without odd cycles, every link leading from
/// one side to the other; none on other networks, and where no translations are known.
///
/// A translation keeps the lengths of all ways, so it keeps both sides or exchanges them, and those that keep
/// them are half of all.
///
/// # Complexity
/// O(n · (m + log n)) time for n nodes and m links.
///
/// # Examples
/// ```
/// use isotask::{model::Network, orbit::sides, wire};
/// let ring = |nodes| Network::new(&wire::Network::Ring { nodes });
/// assert_eq!(sides(&ring(6)?).map(|group| group.classes()), Some(2));
/// assert_eq!(sides(&ring(7)?), None);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[must_use]
pub fn sides(network: &Network) -> Option<Subgroup> {
    if !network.is_symmetric() {
        return None;
    }
    let links: Vec<Link> = (0..network.links()).map(Link).collect();
    let side = node_values(network, &links, &vec![1; links.len()], 2)?;
    kernel(network, &side)
}

/// Divides every slot of a symmetric schedule for one port in two: first the moves of one side, then those of
/// the other.
///
/// In a slot all senders are on one side and all receivers on the other, so no node does both. The 2σ slots
/// from a schedule of σ slots are the least if it moves every packet along a shortest way: there are n·σ
/// moves, and a slot has room for n/2.
///
/// # Complexity
/// O(moves) time and space.
///
/// # Panics
/// If the group is not that of the [`sides`] of the network, or the schedule not one of its own.
#[must_use]
pub fn alternate(network: &Network, group: Subgroup, schedule: &WordSchedule) -> OrbitSchedule {
    assert_eq!(group.classes(), 2, "two sides");
    let starts = [group.least(0), group.least(1)];
    let ends = |from: Node| {
        let to = move |&offset: &Node| Packet::Personal { from, to: network.translate(from, offset) };
        schedule.packets.iter().map(to)
    };
    let packets = starts.into_iter().flat_map(ends).collect();
    let count = u32::try_from(schedule.packets.len()).expect("fewer than 2^31 packets");
    let mut at = starts.map(|start| vec![start; schedule.packets.len()]);
    let mut slots = Vec::with_capacity(2 * schedule.slots.len());
    for moves in &schedule.slots {
        let mut divided = [Vec::new(), Vec::new()];
        for &(packet, link) in moves {
            for (class, at) in (0..).zip(&mut at) {
                let (here, link) = (&mut at[wide(packet)], Link(link));
                let step = OrbitStep { packet: class * count + packet, node: *here, link };
                divided[wide(group.class(*here))].push(step);
                *here = network.neighbor(*here, link);
            }
        }
        slots.extend(divided);
    }
    OrbitSchedule { group, packets, slots }
}
