//! The distances of many packets, found once and kept.

use crate::network::graph::search::NO_HOPS;
use crate::network::topology::{Network, STEPS_OF_A_LOOK};
use crate::refusal::rejection::Rejection;

/// The distances of packets.
#[derive(Debug)]
pub(crate) enum Hops {
    /// A formula gives each distance, where links follow a rule.
    Formula,
    /// Distances in a graph, found by searches, for each packet; [`NO_HOPS`] where no path leads.
    Found(Vec<u32>),
}

impl Hops {
    /// Finds the distances of packets, which are grouped by their first nodes, and takes the steps of the
    /// searches.
    ///
    /// # Complexity
    /// O(1) where a formula gives the distances; else time O(ends · (nodes + lines)), ends being the
    /// different nodes from which packets go, or to which, and less where few go from each; space O(nodes +
    /// packets).
    pub(crate) fn new(
        network: &Network,
        packets: usize,
        ends: impl Fn(usize) -> (u64, u64),
    ) -> Result<Self, Rejection> {
        let Some(graph) = network.searched() else { return Ok(Self::Formula) };
        // Nodes of a graph, of which there are at most 2²⁰.
        let small = |node: u64| u32::try_from(node).unwrap_or_default();
        let pair = |at| {
            let (from, to) = ends(at);
            [small(from), small(to)]
        };
        let spend = |looks| network.effort.spend_times(looks, STEPS_OF_A_LOOK);
        graph.distances(packets, pair, spend).map(Self::Found)
    }

    /// Returns the distance of the packet at this place of the list, which has these ends; none if no path
    /// leads there.
    pub(crate) fn of(&self, network: &Network, at: usize, (from, to): (u64, u64)) -> Option<u64> {
        match self {
            Self::Formula => network.way(from, to),
            Self::Found(hops) => Some(hops[at]).filter(|&hops| hops != NO_HOPS).map(u64::from),
        }
    }
}
