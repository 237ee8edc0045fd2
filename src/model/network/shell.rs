//! The nodes at given distances from node 0, in the order of their indices.

use crate::model::{Dimension, Network, Node};

/// Goes through the nodes at a distance from `min` to `max`, by increasing index, without visiting others.
///
/// # Complexity
/// O(D) for each node and each step from one to the next, D being the number of dimensions.
#[derive(Debug)]
pub(in crate::model) struct Shell<'a> {
    /// The dimensions from the greatest stride to the least: the order in which indices compare.
    rings: Vec<&'a Dimension>,
    /// For every place the greatest distance in the dimensions from there on.
    reach: Vec<u64>,
    min: u64,
    max: u64,
    /// Coordinates of the next node, and its distance up to every place.
    coordinates: Vec<u64>,
    distance: Vec<u64>,
    /// Whether `coordinates` hold a node that is still to be returned.
    ready: bool,
}

impl<'a> Shell<'a> {
    pub(in crate::model) fn new(network: &'a Network, min: u64, max: u64) -> Self {
        let mut rings: Vec<&Dimension> = network.dimensions().iter().collect();
        rings.sort_by_key(|ring| std::cmp::Reverse(ring.stride()));
        let mut reach = vec![0; rings.len() + 1];
        for place in (0..rings.len()).rev() {
            reach[place] = reach[place + 1] + rings[place].radix() / 2;
        }
        let (coordinates, distance) = (vec![0; rings.len()], vec![0; rings.len() + 1]);
        let mut shell = Self { rings, reach, min, max, coordinates, distance, ready: false };
        shell.ready = min <= max && shell.fill(0);
        shell
    }

    /// Starts at a node of the shell, given by its coordinates in the order of decreasing stride.
    pub(in crate::model) fn starting_at(
        network: &'a Network,
        min: u64,
        max: u64,
        coordinates: Vec<u64>,
    ) -> Self {
        let mut shell = Self::new(network, min, max);
        for (place, (ring, x)) in shell.rings.iter().zip(&coordinates).enumerate() {
            shell.distance[place + 1] = shell.distance[place] + ring.distance(*x);
        }
        shell.coordinates = coordinates;
        shell
    }

    /// Returns the coordinates of the current node, in the order of decreasing stride.
    pub(in crate::model) fn coordinates(&self) -> &[u64] {
        &self.coordinates
    }

    /// Goes to the next node, if there is one.
    pub(in crate::model) fn step(&mut self) {
        self.ready = self.advance();
    }

    /// Returns the least coordinate from `from` on with which the remaining dimensions can still reach the
    /// shell.
    fn least(&self, place: usize, from: u64) -> Option<u64> {
        let ring = self.rings[place];
        let most = self.max.checked_sub(self.distance[place])?.min(ring.radix() / 2);
        let least = self.min.saturating_sub(self.distance[place] + self.reach[place + 1]);
        // Distances least … most belong to the coordinates least … most and p − most … p − least.
        let near = from.max(least);
        if near <= most {
            return Some(near);
        }
        let far = from.max(ring.radix() - most);
        let greatest = (ring.radix() - least).min(ring.radix() - 1);
        (least <= most && far <= greatest).then_some(far)
    }

    /// Gives the places from `from` on their least coordinates and advances an earlier place if there are
    /// none; returns false after the last node.
    fn fill(&mut self, from: usize) -> bool {
        let mut place = from;
        let mut start = 0;
        while place < self.rings.len() {
            match self.least(place, start) {
                Some(x) => {
                    self.coordinates[place] = x;
                    self.distance[place + 1] = self.distance[place] + self.rings[place].distance(x);
                    (place, start) = (place + 1, 0);
                }
                None if place == 0 => return false,
                None => (place, start) = (place - 1, self.coordinates[place - 1] + 1),
            }
        }
        true
    }

    fn advance(&mut self) -> bool {
        for place in (0..self.rings.len()).rev() {
            let Some(x) = self.least(place, self.coordinates[place] + 1) else {
                continue;
            };
            self.coordinates[place] = x;
            self.distance[place + 1] = self.distance[place] + self.rings[place].distance(x);
            return self.fill(place + 1);
        }
        false
    }
}

impl Iterator for Shell<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        if !self.ready {
            return None;
        }
        let node = self.rings.iter().zip(&self.coordinates).map(|(ring, x)| ring.stride() * x).sum();
        self.ready = self.advance();
        Some(Node(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn a_shell_holds_exactly_the_nodes_of_its_distances_in_order() {
        let networks = [
            wire::Network::Hypercube { dimension: 5 },
            wire::Network::Torus { radices: vec![2, 5, 4] },
            wire::Network::Torus { radices: vec![7, 2, 2, 3] },
            wire::Network::Ring { nodes: 8 },
        ];
        for kind in networks {
            let network = Network::new(&kind).expect("a network");
            for min in 0..=network.diameter() + 1 {
                for max in 0..=network.diameter() + 1 {
                    let found: Vec<Node> = Shell::new(&network, min, max).collect();
                    let expected: Vec<Node> = (0..network.nodes())
                        .map(Node)
                        .filter(|&node| (min..=max).contains(&network.distance(node)))
                        .collect();
                    assert_eq!(found, expected, "{kind:?}, distances {min} to {max}");
                }
            }
        }
    }

    #[test]
    fn a_thin_shell_of_a_huge_network_is_quick() {
        let network = Network::new(&wire::Network::Hypercube { dimension: 62 }).expect("a network");
        assert_eq!(Shell::new(&network, 1, 2).count(), 62 + 62 * 61 / 2);
        let ring = Network::new(&wire::Network::Ring { nodes: 1 << 40 }).expect("a network");
        assert_eq!(Shell::new(&ring, 3, 4).count(), 4);
    }
}
