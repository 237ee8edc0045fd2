//! All offsets at a distance from `min` to `max`, in increasing order, without storing them.

pub(crate) mod census;
pub(crate) mod count;

use crate::network::rings::Rings;
use crate::network::topology::Network;

/// Walks through the offsets of a neighbourhood exchange.
///
/// Coordinates are chosen from the slowest to the fastest. A dimension can contribute every distance from
/// 0 to its half, so a prefix whose distance stays within reach of the distances always extends to an offset
/// of it: the walk has no dead ends and a step costs O(dimensions), whatever the number of nodes.
#[derive(Debug)]
pub(crate) struct Offsets<'a> {
    rings: &'a Rings,
    min: u64,
    max: u64,
    /// Greatest distance that the positions from p on can add.
    reach: Vec<u64>,
    /// Distance and index of the positions before p.
    distance: Vec<u64>,
    index: Vec<u64>,
    coordinates: Vec<u64>,
}

impl<'a> Offsets<'a> {
    /// Starts before the first offset.
    pub(crate) fn new(network: &'a Network, min: u64, max: u64) -> Self {
        let rings = network.rings();
        let count = rings.dimensions.len();
        let mut reach = vec![0; count + 1];
        for (p, &i) in rings.slow_to_fast.iter().enumerate().rev() {
            reach[p] = reach[p + 1] + rings.dimensions[i].radix / 2;
        }
        let (distance, index) = (vec![0; count + 1], vec![0; count + 1]);
        Self { rings, min, max, reach, distance, index, coordinates: vec![0; count] }
    }

    /// Goes to the first offset; false when there is none.
    pub(crate) fn first(&mut self) -> bool {
        self.fill(0)
    }

    /// Goes to the first offset at one distance, which is the only distance from now on; false when there is
    /// none.
    pub(crate) fn first_at(&mut self, distance: u64) -> bool {
        (self.min, self.max) = (distance, distance);
        self.fill(0)
    }

    /// Goes to the next offset; false when there is none.
    pub(crate) fn advance(&mut self) -> bool {
        for p in (0..self.coordinates.len()).rev() {
            let from = self.coordinates[self.rings.slow_to_fast[p]] + 1;
            if let Some(x) = self.least(p, from) {
                self.set(p, x);
                return self.fill(p + 1);
            }
        }
        false
    }

    /// Returns the index of the current offset.
    pub(crate) fn index(&self) -> u64 {
        self.index[self.coordinates.len()]
    }

    /// Returns the coordinates of the current offset, in the order of the dimensions.
    pub(crate) fn coordinates(&self) -> &[u64] {
        &self.coordinates
    }

    fn fill(&mut self, from: usize) -> bool {
        for p in from..self.coordinates.len() {
            let Some(x) = self.least(p, 0) else {
                return false;
            };
            self.set(p, x);
        }
        true
    }

    fn set(&mut self, p: usize, x: u64) {
        let i = self.rings.slow_to_fast[p];
        let dimension = &self.rings.dimensions[i];
        self.coordinates[i] = x;
        self.distance[p + 1] = self.distance[p] + dimension.shorter(x);
        self.index[p + 1] = self.index[p] + x * dimension.stride;
    }

    /// Returns the least coordinate ≥ `from` at position p from which the distance stays within reach.
    fn least(&self, p: usize, from: u64) -> Option<u64> {
        let radix = self.rings.dimensions[self.rings.slow_to_fast[p]].radix;
        let near = self.min.saturating_sub(self.distance[p] + self.reach[p + 1]);
        let far = self.max.checked_sub(self.distance[p])?.min(radix / 2);
        if near > far {
            return None;
        }
        // The coordinates at a distance from near to far are two arcs.
        let x = from.max(near);
        if x <= far {
            return Some(x);
        }
        let x = from.max(radix - far);
        (x < radix && x <= radix - near).then_some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;

    #[test]
    fn offsets_at_a_distance_are_those_of_all_nodes_in_order() {
        for radices in [vec![7], vec![2, 4], vec![5, 3, 2], vec![4, 4, 4]] {
            let network = isotask_wire::Network::Torus { radices };
            let network = Network::new(&network, &Effort::new(0)).expect("a torus");
            let mut offsets = Offsets::new(&network, 1, network.diameter());
            for distance in 0..=network.diameter() + 1 {
                let mut found = Vec::new();
                let mut more = offsets.first_at(distance);
                while more && found.len() <= 64 {
                    found.push(offsets.index());
                    more = offsets.advance();
                }
                let near = |&node: &u64| network.between(0, node) == distance;
                let expected: Vec<u64> = (0..network.nodes).filter(near).collect();
                assert_eq!(found, expected, "{:?} {distance}", network.dimensions());
            }
        }
    }
}
