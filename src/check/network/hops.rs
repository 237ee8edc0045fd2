//! The distances of many packets, found once and kept.

use crate::network::graph::search::NO_HOPS;
use crate::network::topology::{Network, STEPS_OF_A_LOOK};
use crate::refusal::rejection::Rejection;

/// How far packets have to go.
#[derive(Debug)]
pub(crate) enum Hops {
    /// Where links follow a rule, a formula tells it each time.
    Formula,
    /// In a graph it was searched for, packet by packet; [`NO_HOPS`] where no way leads.
    Found(Vec<u32>),
}

impl Hops {
    /// Finds the distances of packets, which come by their first nodes, and takes the steps that the searches
    /// made.
    ///
    /// # Complexity
    /// Nothing where a formula tells the distances; else time O(ends · (nodes + lines)) for the different
    /// nodes from which packets go, or to which, and less where few go from each; space O(nodes + packets).
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

    /// The distance of the packet at this place of the list, with its ends; none if no way leads there.
    pub(crate) fn of(&self, network: &Network, at: usize, (from, to): (u64, u64)) -> Option<u64> {
        match self {
            Self::Formula => network.way(from, to),
            Self::Found(hops) => Some(hops[at]).filter(|&hops| hops != NO_HOPS).map(u64::from),
        }
    }
}
