//! The packets of node 0, listed or implied by their distance.

use crate::model::network::shell::Shell;
use crate::model::{Network, Node};

/// Packets of one offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OffsetClass {
    /// Their common offset.
    pub offset: Node,
    /// The number of packets, at least 1.
    pub count: u64,
}

/// The number of packets that have a coordinate, in one dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoordinateCount {
    /// The coordinate x, not 0.
    pub x: u64,
    /// The number of packets that have it.
    pub packets: u64,
}

/// An exchange: `count` packets for every node at a distance from `min` to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// Least distance K ≥ 1.
    pub min: u64,
    /// Greatest distance L, at most the diameter.
    pub max: u64,
    /// Packets per destination.
    pub count: u64,
}

/// The packets of node 0; their rows stand in the order of increasing offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packets {
    /// `count` packets for every node at a distance from `min` to `max`.
    ByDistance {
        /// Least distance K ≥ 1.
        min: u64,
        /// Greatest distance L, at most the diameter.
        max: u64,
        /// Packets per destination.
        count: u64,
    },
    /// Distinct offsets, increasing.
    Listed(Vec<OffsetClass>),
}

impl From<Exchange> for Packets {
    fn from(Exchange { min, max, count }: Exchange) -> Self {
        Self::ByDistance { min, max, count }
    }
}

impl Packets {
    /// Returns the distances of their destinations, if the packets are given by distance.
    #[must_use]
    pub fn exchange(&self) -> Option<Exchange> {
        match *self {
            Self::ByDistance { min, max, count } => Some(Exchange { min, max, count }),
            Self::Listed(_) => None,
        }
    }

    /// Returns the offsets with their counts, if they are listed.
    #[must_use]
    pub fn listed(&self) -> Option<&[OffsetClass]> {
        match self {
            Self::ByDistance { .. } => None,
            Self::Listed(classes) => Some(classes),
        }
    }

    /// Returns the number of packets N; `None` beyond `u64`.
    ///
    /// # Complexity
    /// O(D · diameter) for packets by distance, D being the number of dimensions.
    pub(crate) fn checked_rows(&self, network: &Network) -> Option<u64> {
        match self {
            Self::ByDistance { min, max, count } => {
                if *min == 1 && *max == network.diameter() {
                    return (network.nodes() - 1).checked_mul(*count);
                }
                let spheres = spheres(network, None);
                window(&spheres, *min, *max).checked_mul(*count)
            }
            Self::Listed(classes) => {
                classes.iter().try_fold(0_u64, |sum, class| sum.checked_add(class.count))
            }
        }
    }

    /// Returns for one dimension how many packets have each coordinate x ≠ 0, by increasing x.
    ///
    /// # Complexity
    /// O(p + D · diameter) time and O(p) space for packets by distance, p being the radix; O(C log C) for C
    /// listed offsets.
    pub(crate) fn coordinate_counts(&self, network: &Network, dimension: usize) -> Vec<CoordinateCount> {
        let ring = &network.dimensions()[dimension];
        match self {
            Self::ByDistance { min, max, count } => {
                let others = spheres(network, Some(dimension));
                (1..ring.radix())
                    .filter_map(|x| {
                        let near = ring.distance(x);
                        if *max < near {
                            return None;
                        }
                        let found = window(&others, min.saturating_sub(near), max - near);
                        (found > 0).then(|| CoordinateCount { x, packets: found * count })
                    })
                    .collect()
            }
            Self::Listed(classes) => {
                let mut pairs: Vec<_> = classes
                    .iter()
                    .map(|class| (ring.coordinate(class.offset), class.count))
                    .filter(|pair| pair.0 != 0)
                    .collect();
                pairs.sort_unstable();
                let mut counts: Vec<CoordinateCount> = Vec::new();
                for (x, packets) in pairs {
                    match counts.last_mut() {
                        Some(last) if last.x == x => last.packets += packets,
                        _ => counts.push(CoordinateCount { x, packets }),
                    }
                }
                counts
            }
        }
    }

    /// Returns how many packets have each distance, by increasing distance.
    pub(crate) fn distance_counts(&self, network: &Network) -> Vec<(u64, u64)> {
        match self {
            Self::ByDistance { min, max, count } => spheres(network, None)
                .into_iter()
                .zip(0..)
                .filter(|(nodes, distance)| *nodes > 0 && (*min..=*max).contains(distance))
                .map(|(nodes, distance)| (distance, nodes * count))
                .collect(),
            Self::Listed(classes) => {
                let mut counts: std::collections::BTreeMap<u64, u64> = std::collections::BTreeMap::new();
                for class in classes {
                    *counts.entry(network.distance(class.offset)).or_default() += class.count;
                }
                counts.into_iter().collect()
            }
        }
    }

    /// Returns the offset classes in increasing order.
    pub(crate) fn classes<'a>(&'a self, network: &'a Network) -> Box<dyn Iterator<Item = OffsetClass> + 'a> {
        match self {
            Self::ByDistance { min, max, count } => {
                Box::new(Shell::new(network, *min, *max).map(|offset| OffsetClass { offset, count: *count }))
            }
            Self::Listed(classes) => Box::new(classes.iter().copied()),
        }
    }
}

/// Returns how many nodes lie at each distance from node 0, leaving out one dimension if asked to.
///
/// The generating function of a ring of p nodes is 1 + 2z + … + 2z^⌊(p−1)/2⌋ (+ z^(p/2) when p is even), so
/// every ring is a difference of running sums.
fn spheres(network: &Network, leave_out: Option<usize>) -> Vec<u64> {
    if let Some(graph) = network.cayley() {
        return graph.spheres();
    }
    let mut spheres = vec![1_u64];
    for (index, ring) in network.dimensions().iter().enumerate() {
        if Some(index) == leave_out {
            continue;
        }
        let reach = length(ring.radix() / 2);
        let mut sums = vec![0_u64];
        for &nodes in &spheres {
            sums.push(sums[sums.len() - 1] + nodes);
        }
        let between = |low: usize, high: usize| {
            let last = sums.len() - 1;
            sums[high.min(last)] - sums[low.min(last)]
        };
        let paired = length((ring.radix() - 1) / 2);
        spheres = (0..spheres.len() + reach)
            .map(|distance| {
                // Coordinate 0, both coordinates at distances 1 … paired, and the antipode of an even ring.
                let here = between(distance, distance + 1);
                let pairs = between(distance.saturating_sub(paired), distance);
                let antipode = if reach > paired && distance >= reach {
                    between(distance - reach, distance - reach + 1)
                } else {
                    0
                };
                here + 2 * pairs + antipode
            })
            .collect();
    }
    spheres
}

fn length(value: u64) -> usize {
    usize::try_from(value).expect("a distance that is enumerated fits the address space")
}

fn window(spheres: &[u64], min: u64, max: u64) -> u64 {
    let last = spheres.len();
    let clamp = |value: u64| usize::try_from(value).unwrap_or(last).min(last);
    let (low, high) = (clamp(min), clamp(max.saturating_add(1)));
    spheres.get(low..high).map_or(0, |part| part.iter().sum())
}
