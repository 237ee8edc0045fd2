//! The orders of priority: which of the packets that wait at a node go first.

use super::balance::Flows;
use super::demand::Demand;
use crate::graph::Random;
use crate::model::wide;

/// The order in which packets go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PacketRule {
    /// Those that have farthest to go.
    FarthestFirst,
    /// Those whose way on is most loaded: the links and ports that they still need have the most to do.
    CriticalFirst,
    /// Those whose destination has the most to receive.
    ContendedFirst,
    /// Those that have the least to go.
    NearestFirst,
}

impl PacketRule {
    /// All rules, those first that are tried first.
    pub const ALL: [Self; 4] =
        [Self::CriticalFirst, Self::FarthestFirst, Self::ContendedFirst, Self::NearestFirst];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FarthestFirst => "furthest-first",
            Self::CriticalFirst => "critical-first",
            Self::ContendedFirst => "contended-first",
            Self::NearestFirst => "nearest-first",
        }
    }
}

/// Units of a key for one hop.
const KEY_UNITS_PER_HOP: u64 = 1 << 10;

/// Returns the urgency of packets, by node, then destination; noise changes it by up to `noise` / 16 hops.
pub(super) fn keys(
    demand: &Demand,
    flows: &Flows,
    rule: PacketRule,
    noise: usize,
    random: &mut Random,
) -> Vec<u64> {
    let (graph, width) = (demand.graph, demand.to.len());
    let busiest = flows.slots(demand).max(1);
    let port = |node: u32| {
        let slots = |packets: u64, ports: u32| packets.div_ceil(u64::from(ports).max(1));
        let sending = slots(flows.sent[wide(node)], demand.sends_of(node));
        sending.max(slots(flows.received[wide(node)], demand.receives_of(node)))
    };
    let mut keys = vec![0; wide(graph.nodes()) * width];
    for to in 0..width {
        for &node in demand.nodes_by_distance(to) {
            let distance = demand.distance(node, to);
            // The square makes one busy link count for more than two that are half as busy.
            let onward = |arc: u32| {
                let there = graph.to(arc);
                let load = flows.arc[wide(arc)].max(port(there)).min(busiest);
                keys[wide(there) * width + to]
                    + KEY_UNITS_PER_HOP / 4
                    + KEY_UNITS_PER_HOP * load * load / (busiest * busiest)
            };
            let nearer = graph.leaving(node).filter(|&arc| demand.distance(graph.to(arc), to) < distance);
            keys[wide(node) * width + to] = match rule {
                PacketRule::FarthestFirst => KEY_UNITS_PER_HOP * u64::from(distance),
                PacketRule::NearestFirst => KEY_UNITS_PER_HOP * u64::from(u32::MAX - distance),
                PacketRule::ContendedFirst => KEY_UNITS_PER_HOP * port(demand.to[to]),
                PacketRule::CriticalFirst => nearer.map(onward).min().unwrap_or(0),
            };
        }
    }
    if noise > 0 {
        for key in &mut keys {
            *key = *key * 16 + random.bits(10) * u64::try_from(noise).expect("a small number");
        }
    }
    keys
}
