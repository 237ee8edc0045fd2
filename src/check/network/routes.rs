//! Least weights of routes, and the greatest weight that ports let through in a slot.

use crate::network::rings::Dimension;
use crate::network::topology::{Network, Topology};
use crate::number::narrow;

/// Returns the least weight of the way to coordinate x of a dimension.
pub(crate) fn way(weights: &[u64], d: &Dimension, x: u64) -> u128 {
    // Two factors below 2⁶⁴.
    let weigh = |hops, link: usize| u128::from(weights[link]) * u128::from(hops);
    let plus = weigh(x, d.plus);
    d.minus.map_or(plus, |link| plus.min(weigh(d.radix - x, link)))
}

/// The least weights of routes between any two nodes.
pub(crate) struct Routes<'a> {
    network: &'a Network,
    weights: &'a [u64],
    /// From node 0, on a Cayley graph.
    table: Vec<u64>,
}

impl<'a> Routes<'a> {
    /// Prepares routes for weights of all links; none on overflow.
    pub(crate) fn new(network: &'a Network, weights: &'a [u64]) -> Option<Self> {
        let table = match &network.topology {
            Topology::Group(cayley) => cayley.weighted_distances(weights)?,
            _ => Vec::new(),
        };
        Some(Self { network, weights, table })
    }

    /// Returns the least weight of a route from one node to another; none on overflow.
    pub(crate) fn between(&self, from: u64, to: u64) -> Option<u128> {
        let offset = self.network.seen_from(from, to);
        match &self.network.topology {
            Topology::Rings(rings) => {
                let mut ways = rings.dimensions.iter().map(|d| way(self.weights, d, d.coordinate(offset)));
                ways.try_fold(0, u128::checked_add)
            }
            Topology::Group(_) => {
                Some(narrow(offset, self.table.len()).map_or(0, |at| self.table[at].into()))
            }
            // Every bit in which the two nodes differ is changed at least once, and once is enough.
            Topology::Incomplete(_) | Topology::Graph(_) => {
                let bits = self.weights.iter().enumerate().filter(|(link, _)| offset >> link & 1 == 1);
                bits.map(|(_, &w)| u128::from(w)).try_fold(0, u128::checked_add)
            }
        }
    }
}

/// Returns W(w), the sum of the k largest weights.
pub(crate) fn largest(weights: &[u64], ports: u64) -> u128 {
    let mut sorted = weights.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    // Fewer than 2⁶⁴ weights below 2⁶⁴.
    (0..ports).zip(sorted).map(|(_, w)| u128::from(w)).sum()
}
