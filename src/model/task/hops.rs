//! How far the packets of a task have to go.

use super::load::Load;
use crate::model::{Network, Packet, wide};
use std::sync::{Arc, OnceLock};

/// Lower bounds on the moves of packets. They are counted on first use, as reading a task needs none of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Hops(Arc<OnceLock<Counted>>);

/// The content of [`Hops`] once they are counted.
#[derive(Debug)]
pub(super) struct Counted {
    /// A lower bound on the moves of one packet of each load.
    pub(super) of_loads: Box<[u32]>,
    /// A lower bound on the moves of all packets together.
    pub(super) all: u64,
}

impl Hops {
    /// Returns the bounds and counts them on the first call.
    pub(super) fn of(&self, network: &Network, loads: &[Load]) -> &Counted {
        self.0.get_or_init(|| {
            let hops = |load: &Load| {
                let hops = moves_of(network, load.packet()).expect("a task has a way for every packet");
                u32::try_from(hops).expect("at most 2^25 moves")
            };
            let of_loads: Box<[u32]> = loads.iter().map(hops).collect();
            let moves = |(load, &hops): (&Load, &u32)| load.count() * u64::from(hops);
            let all = loads.iter().zip(&of_loads).map(moves).sum();
            Counted { of_loads, all }
        })
    }
}

/// All are equal, as they follow from the rest of a task.
impl PartialEq for Hops {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Hops {}

/// Returns a lower bound on the moves of a packet; none if it has no way.
pub(super) fn moves_of(network: &Network, packet: Packet) -> Option<u64> {
    match packet {
        Packet::Personal { from, to } => network.hops_between(from, to),
        // Every other host receives it, or sends its part.
        Packet::Copied { .. } | Packet::Combined { .. } => Some(network.hosts() - 1),
        // It does both.
        Packet::Summed { .. } => Some(2 * (network.hosts() - 1)),
    }
}

/// Returns the moves of all packets by way of one node of a graph that is given link by link; none if the
/// network is no such graph, or if some packet has no way by that node, or is copied or combined.
///
/// # Complexity
/// O(A + P) for A directed links and P packets, where distances cost a search for each.
pub(super) fn moves_by_one_node(network: &Network, counts: &[(Packet, u64)]) -> Option<u128> {
    let graph = network.link_list()?;
    let Packet::Personal { from: middle, .. } = counts.first()?.0 else { return None };
    let [from_middle, to_middle] = graph.hops_from_and_to(middle);
    let mut moves = 0_u128;
    for &(packet, count) in counts {
        let Packet::Personal { from, to } = packet else { return None };
        let legs = [to_middle[wide(from.narrow())], from_middle[wide(to.narrow())]];
        if legs.contains(&u32::MAX) {
            return None;
        }
        let hops: u64 = legs.into_iter().map(u64::from).sum();
        moves = moves.saturating_add(u128::from(count) * u128::from(hops));
    }
    Some(moves)
}
