//! The number of offsets at some distances, for networks of any size.

use crate::network::offsets::census::times;
use crate::network::topology::Network;

/// The sizes of the two greatest rings of a product, whose coordinates and pairs of coordinates are counted
/// by distance in closed form.
#[derive(Debug, Clone, Copy)]
struct Greatest {
    first: u128,
    second: u128,
}

/// Counts the offsets at a distance from `min`, at least 1, to `max` in a product of rings.
///
/// # Complexity
/// Time O(dimensions · reach) and space O(reach), reach being the greatest distance without the two greatest
/// dimensions; a network of at most 2⁶² nodes keeps it below 2²⁰.
pub(crate) fn count_offsets(network: &Network, min: u64, max: u64) -> u128 {
    let mut radices: Vec<u64> = network.dimensions().iter().map(|d| d.radix).collect();
    radices.sort_unstable();
    let mut next = || u128::from(radices.pop().unwrap_or(1));
    let greatest = Greatest { first: next(), second: next() };
    let others = radices.into_iter().fold(vec![1], |ways, radix| times(&ways, radix));
    let (min, max) = (u128::from(min), u128::from(max));
    let mut sum = 0;
    for (reached, ways) in (0..).zip(others) {
        let Some(room) = max.checked_sub(reached) else { break };
        let nearer = min.checked_sub(reached + 1).map_or(0, |room| greatest.pairs(room));
        sum += ways * (greatest.pairs(room) - nearer);
    }
    sum
}

impl Greatest {
    /// Returns the number of coordinates of the first ring at most this distance from 0.
    fn near(self, distance: u128) -> u128 {
        (2 * distance + 1).min(self.first)
    }

    /// Returns the sum of [`Greatest::near`] over all distances below this one.
    fn near_below(self, distance: u128) -> u128 {
        let half = self.first / 2;
        // The first odd numbers add up to squares.
        let (short, long) = (distance.min(half), distance.saturating_sub(half));
        short * short + long * self.first
    }

    /// Returns the number of pairs of coordinates whose distances from 0 add up to at most this distance.
    ///
    /// The second ring has two coordinates at every distance up to its half, but one at 0 and, if its radix
    /// is even, at the half.
    fn pairs(self, distance: u128) -> u128 {
        let half = self.second / 2;
        let farthest = distance.min(half);
        let twice = 2 * (self.near_below(distance + 1) - self.near_below(distance - farthest));
        let is_single = farthest == half && self.second.is_multiple_of(2);
        let at_half = if is_single { self.near(distance - half) } else { 0 };
        twice - self.near(distance) - at_half
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::network::offsets::Offsets;
    use isotask_wire as wire;

    /// Counts the offsets by going through them.
    fn walked(network: &Network, min: u64, max: u64) -> u128 {
        let mut between = Offsets::new(network, min, max);
        let (mut more, mut count) = (between.first(), 0);
        while more {
            count += 1;
            more = between.advance();
        }
        count
    }

    #[test]
    fn the_closed_form_counts_as_many_offsets_as_a_walk() {
        let lists: [&[u64]; 9] =
            [&[2], &[7], &[8], &[2, 2], &[5, 8], &[9, 2, 2], &[3, 4, 5], &[6, 6, 6, 2], &[2, 3, 2, 7, 4]];
        for radices in lists {
            let network =
                Network::new(&wire::Network::Torus { radices: radices.to_vec() }, &Effort::new(u64::MAX))
                    .expect("a torus");
            for min in 1..=network.diameter() {
                for max in min..=network.diameter() {
                    assert_eq!(
                        count_offsets(&network, min, max),
                        walked(&network, min, max),
                        "{radices:?}, {min} to {max}"
                    );
                }
            }
        }
    }

    #[test]
    fn all_offsets_of_the_greatest_networks_are_counted() {
        let lists: [&[u64]; 4] =
            [&[1 << 62], &[1 << 31, 1 << 31], &[1 << 20, 1 << 21, 1 << 21], &[2, 1 << 30, 1 << 31]];
        for radices in lists {
            let network =
                Network::new(&wire::Network::Torus { radices: radices.to_vec() }, &Effort::new(u64::MAX))
                    .expect("a torus");
            assert_eq!(count_offsets(&network, 1, network.diameter()), u128::from(network.nodes) - 1);
        }
    }
}
