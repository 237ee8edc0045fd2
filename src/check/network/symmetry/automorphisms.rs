//! Groups of automorphisms that are given by permutations of the nodes.

use crate::effort::Effort;
use crate::network::symmetry::generator_fault::GeneratorFault;
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, place, wide};
use crate::refusal::rejection::Rejection;

/// Most images of nodes that are listed, for all elements together.
const IMAGE_LIMIT: u64 = 1 << 23;
/// Marks an entry that is not assigned yet.
const UNASSIGNED: u32 = u32::MAX;

/// The images of all nodes under every element of a group that acts freely.
#[derive(Debug)]
pub(crate) struct Automorphisms {
    nodes: usize,
    /// Element by element; the first is the identity.
    images: Vec<u32>,
    /// For every node the element that takes the least node of its class to it.
    element: Vec<u32>,
    /// For every element its inverse.
    inverse: Vec<u32>,
}

/// The classes of nodes that a group moves into one another.
#[derive(Debug)]
pub(crate) struct Classes {
    /// For every node the number of its class.
    pub(crate) class: Vec<u32>,
    /// The least node of every class.
    pub(crate) least: Vec<u64>,
}

impl Automorphisms {
    /// Builds the group that automorphisms generate; refuses one of which an element other than the identity
    /// fixes a node.
    ///
    /// # Complexity
    /// Time O(|H| · generators · nodes), space O(|H| · nodes).
    pub(crate) fn generated(
        nodes: usize,
        generators: &[Vec<u32>],
        effort: &Effort,
    ) -> Result<(Self, Classes), Rejection> {
        let images = elements(nodes, generators, effort)?;
        // The images are read once for the inverses, and once for the classes.
        effort.spend(2 * wide(images.len()))?;
        let order = images.len() / nodes.max(1);
        let (mut class, mut element, mut least) =
            (vec![UNASSIGNED; nodes], vec![UNASSIGNED; nodes], Vec::new());
        for first in 0..nodes {
            if class[first] != UNASSIGNED {
                continue;
            }
            let number = index(least.len());
            least.push(wide(first));
            for (by, image) in images.chunks(nodes).enumerate() {
                let there = place(image[first]);
                if class[there] != UNASSIGNED {
                    // Two elements take the node there, so that one after the inverse of the other fixes it.
                    return Err(Rejection::GroupNotFree { node: wide(first) });
                }
                (class[there], element[there]) = (number, index(by));
            }
        }
        // The inverse of an element takes node 0 to the node that the element takes to node 0.
        let to_first = |by: usize| images[by * nodes..][..nodes].iter().position(|&node| node == 0);
        let inverse = (0..order).map(|by| to_first(by).map_or(UNASSIGNED, |node| element[node])).collect();
        Ok((Self { nodes, images, element, inverse }, Classes { class, least }))
    }

    /// Returns the image of a node under an element; elements are numbered from the identity on.
    pub(crate) fn moved(&self, element: u64, node: u64) -> u64 {
        let row = narrow(element, self.inverse.len()).unwrap_or(0);
        self.images[row * self.nodes + narrow(node, self.nodes).unwrap_or(0)].into()
    }

    /// Returns the image of `to` under the inverse of the element that takes the least node of the class of
    /// `from` to `from`.
    pub(crate) fn seen_from(&self, from: u64, to: u64) -> u64 {
        let element = narrow(from, self.nodes).map_or(0, |from| place(self.element[from]));
        self.moved(self.inverse[element].into(), to)
    }
}

/// Returns the images of all nodes under all elements, by orbit and transversal of node 0: elements that
/// agree there must agree everywhere.
fn elements(nodes: usize, generators: &[Vec<u32>], effort: &Effort) -> Result<Vec<u32>, Rejection> {
    let mut images: Vec<u32> = (0..nodes).map(index).collect();
    let mut of_first = vec![UNASSIGNED; nodes];
    of_first[0] = 0;
    let mut at = 0;
    while at * nodes < images.len() {
        for generator in generators {
            effort.spend(2 * wide(nodes))?;
            let after = |&node: &u32| generator[place(node)];
            let known = images.len() / nodes;
            let own = &images[at * nodes..][..nodes];
            let first = place(after(&own[0]));
            if of_first[first] == UNASSIGNED {
                let next: Vec<u32> = own.iter().map(after).collect();
                of_first[first] = index(known);
                if wide(images.len() + nodes) > IMAGE_LIMIT {
                    return Err(Rejection::TooManyImages { limit: IMAGE_LIMIT });
                }
                images.extend(next);
                continue;
            }
            let other = &images[place(of_first[first]) * nodes..][..nodes];
            if !own.iter().map(after).eq(other.iter().copied()) {
                return Err(Rejection::GroupNotFree { node: 0 });
            }
        }
        at += 1;
    }
    Ok(images)
}

/// Returns the steps that [`automorphism`] takes.
pub(crate) fn automorphism_steps(network: &Network) -> u64 {
    let lines = (0..network.nodes).map(|node| wide(network.lines(node, Flow::Out).count())).sum::<u64>();
    // A line is sought among those of a node, of which there are fewer than 2²⁰.
    network.nodes.saturating_mul(8).saturating_add(lines.saturating_mul(8 * 20))
}

/// Returns the images of all nodes under a permutation of a document; refuses one that is no automorphism. An
/// automorphism keeps links, their capacities, and switches.
///
/// # Complexity
/// Time O(links · log links of a node), space O(nodes).
pub(crate) fn automorphism(network: &Network, list: &[u64]) -> Result<Vec<u32>, GeneratorFault> {
    let mut images = Vec::with_capacity(list.len());
    let mut from = vec![UNASSIGNED; list.len()];
    for (node, &found) in list.iter().enumerate() {
        let nodes = network.nodes;
        let there = narrow(found, list.len()).ok_or(GeneratorFault::Node { node, found, nodes })?;
        if from[there] != UNASSIGNED {
            let first = from[there].into();
            return Err(GeneratorFault::Repeated { first, second: node, there: found });
        }
        from[there] = index(node);
        images.push(index(there));
    }
    for (node, &there) in (0..network.nodes).zip(list) {
        if network.is_switch(node) != network.is_switch(there) {
            return Err(GeneratorFault::Switch { node, there });
        }
        // The map of pairs of nodes is a bijection, so every link is the image of one.
        for line in network.lines(node, Flow::Out) {
            let to = narrow(line.node, list.len()).map_or(0, |end| list[end]);
            let (found, expected) = (network.capacity(there, to), line.capacity);
            if found != expected {
                return Err(GeneratorFault::Link { from: node, to: line.node, found, expected });
            }
        }
    }
    Ok(images)
}

/// Converts a number below 2²⁴ to 32 bits.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(UNASSIGNED)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two generators, along the dimensions, give all translations of the torus of 3 × 3.
    #[test]
    fn two_generators_give_all_their_products_and_contradictory_ones_are_refused() {
        let moved = |x: u32, y: u32| -> Vec<u32> {
            (0..9).map(|node| (node / 3 + x) % 3 * 3 + (node + y) % 3).collect()
        };
        let images = elements(9, &[moved(0, 1), moved(1, 0)], &Effort::new(1 << 20)).expect("a free group");
        let found: std::collections::BTreeSet<&[u32]> = images.chunks(9).collect();
        let expected: Vec<Vec<u32>> = (0..9).map(|element| moved(element / 3, element % 3)).collect();
        assert_eq!(found, expected.iter().map(Vec::as_slice).collect());
        assert_eq!(images.len(), 81);
        // Two generators that agree at node 0, but not everywhere.
        let mut other = moved(0, 1);
        other.swap(4, 5);
        let found = elements(9, &[moved(0, 1), other], &Effort::new(1 << 20));
        assert_eq!(found, Err(Rejection::GroupNotFree { node: 0 }));
    }
}
