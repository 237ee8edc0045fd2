//! The nodes at a distance from `min` to `max`, in increasing order, without going through the others.

use super::{Dimension, Network, Node};

/// The least node from `from` on at a distance from `min` to `max` from node 0.
///
/// A ring can add every distance from 0 to its half, so coordinates chosen from the slowest to the fastest extend to a
/// node of the band as long as the distance so far stays within reach of it.
///
/// # Complexity
/// O(D) for D dimensions.
pub(super) fn next_in_band(network: &Network, from: Node, min: u64, max: u64) -> Option<Node> {
    if from.0 >= network.nodes() {
        return None;
    }
    let mut rings: Vec<&Dimension> = network.dimensions().iter().collect();
    rings.sort_by_key(|ring| std::cmp::Reverse(ring.stride()));
    let mut reach = vec![0; rings.len() + 1];
    for (position, ring) in rings.iter().enumerate().rev() {
        reach[position] = reach[position + 1] + ring.radix() / 2;
    }
    let band = Band {
        rings,
        reach,
        min,
        max,
    };
    band.least(0, 0, Some(from))
}

struct Band<'a> {
    /// From the slowest varying with the index to the fastest.
    rings: Vec<&'a Dimension>,
    /// Greatest distance that the rings from a position on can add.
    reach: Vec<u64>,
    min: u64,
    max: u64,
}

impl Band<'_> {
    /// The least choice of the coordinates from `position` on, at or above those of `from` if it is given, as the part of the index that they make up.
    fn least(&self, position: usize, distance: u64, from: Option<Node>) -> Option<Node> {
        let Some(ring) = self.rings.get(position) else {
            return (self.min..=self.max).contains(&distance).then_some(Node(0));
        };
        let extend = |x: u64, from| {
            let rest = self.least(position + 1, distance + ring.distance(x), from)?;
            Some(Node(x * ring.stride() + rest.0))
        };
        let Some(from) = from else {
            return extend(self.coordinate(position, distance, 0)?, None);
        };
        // With the coordinate of `from` itself the later ones are bounded too; with a greater one they are free.
        let x = ring.coordinate(from);
        let kept = (self.coordinate(position, distance, x) == Some(x))
            .then(|| extend(x, Some(from)))
            .flatten();
        kept.or_else(|| extend(self.coordinate(position, distance, x + 1)?, None))
    }

    /// The least coordinate from `least` on that keeps the band within reach.
    fn coordinate(&self, position: usize, distance: u64, least: u64) -> Option<u64> {
        let radix = self.rings[position].radix();
        let near = self.min.saturating_sub(distance + self.reach[position + 1]);
        let far = self.max.checked_sub(distance)?.min(radix / 2);
        if near > far {
            return None;
        }
        // The coordinates at a distance from near to far are two arcs.
        if least.max(near) <= far {
            return Some(least.max(near));
        }
        let x = least.max(radix - far);
        (x < radix && x <= radix - near).then_some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn the_walk_meets_exactly_the_nodes_of_the_band() {
        for radices in [
            vec![2, 2, 2, 2],
            vec![5],
            vec![4, 3],
            vec![3, 2, 6],
            vec![7, 4],
        ] {
            let network = Network::new(&wire::Network::Torus { radices }).expect("a small torus");
            for min in 1..=network.diameter() {
                for max in min..=network.diameter() {
                    let inside = |node: &Node| (min..=max).contains(&network.distance(*node));
                    let expected: Vec<Node> =
                        (0..network.nodes()).map(Node).filter(inside).collect();
                    let first = next_in_band(&network, Node(0), min, max);
                    let walk = std::iter::successors(first, |last| {
                        next_in_band(&network, Node(last.0 + 1), min, max)
                    });
                    assert_eq!(walk.collect::<Vec<_>>(), expected);
                }
            }
        }
    }
}
