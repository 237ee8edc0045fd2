//! Groups of automorphisms that are given by permutations of the nodes.

use crate::graph::{NotAFreeGroup, free_elements};
use crate::model::{Network, Node, SymmetryError, count_of, wide};
use crate::wire;

/// Most images of nodes under all elements of a group together.
const MAX_IMAGES: usize = 1 << 23;
/// Marks an entry that is not known.
const UNSET: u32 = u32::MAX;

/// The images of all nodes under the elements of a group that acts freely.
///
/// An element is known by where it takes any one node, as no other takes it there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Automorphisms {
    nodes: usize,
    /// By element, the identity first, then by node.
    images: Vec<u32>,
    /// By node: the element that takes the least node of its class to it.
    element: Vec<u32>,
    /// By element: its inverse.
    inverse: Vec<u32>,
}

/// The classes of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Classes {
    /// By node.
    pub(in crate::model) class: Vec<u32>,
    /// The least node of every class.
    pub(in crate::model) least: Vec<Node>,
}

impl Automorphisms {
    /// Builds the group that automorphisms generate, with the classes of nodes.
    ///
    /// # Errors
    /// [`SymmetryError::NotFree`], [`SymmetryError::TooLarge`].
    ///
    /// # Complexity
    /// O(|H| · n · g) time and O(|H| · n) space for g generators.
    pub(in crate::model) fn new(
        nodes: usize,
        generators: &[Vec<u32>],
    ) -> Result<(Self, Classes), SymmetryError> {
        let images = elements(nodes, generators)?;
        let (mut class, mut element, mut least) = (vec![UNSET; nodes], vec![UNSET; nodes], Vec::new());
        for first in 0..nodes {
            if class[first] != UNSET {
                continue;
            }
            for (by, images) in images.chunks_exact(nodes).enumerate() {
                let there = wide(images[first]);
                if class[there] != UNSET {
                    return Err(SymmetryError::NotFree { node: count_of(first) });
                }
                (class[there], element[there]) = (narrow(least.len()), narrow(by));
            }
            least.push(Node(count_of(first)));
        }
        let home = |images: &[u32]| images.iter().position(|&node| node == 0);
        let inverse = images.chunks_exact(nodes).map(|images| home(images).map_or(0, |node| element[node]));
        let inverse = inverse.collect();
        Ok((Self { nodes, images, element, inverse }, Classes { class, least }))
    }

    fn image(&self, element: u32, node: u32) -> u32 {
        self.images[wide(element) * self.nodes + wide(node)]
    }

    /// Returns the image of a node under the element that takes node 0 to `by`.
    pub(in crate::model) fn shift(&self, by: Node, node: Node) -> Node {
        Node(self.image(self.element[at(by)], narrow(at(node))).into())
    }

    /// Returns the image of node 0 under the element that takes `from` to `to`.
    pub(in crate::model) fn shift_between(&self, from: Node, to: Node) -> Node {
        let back = self.image(self.inverse[wide(self.element[at(from)])], 0);
        Node(self.image(self.element[at(to)], back).into())
    }

    /// Returns the image of `to` under the element that takes `from` to the least node of its class.
    pub(in crate::model) fn seen_from(&self, from: Node, to: Node) -> Node {
        let element = self.inverse[wide(self.element[at(from)])];
        Node(self.image(element, narrow(at(to))).into())
    }

    /// Returns the images of all nodes under the element that takes node 0 to a node.
    pub(in crate::model) fn images(&self, by: Node) -> &[u32] {
        &self.images[wide(self.element[at(by)]) * self.nodes..][..self.nodes]
    }
}

/// Returns the images under all elements.
fn elements(nodes: usize, generators: &[Vec<u32>]) -> Result<Vec<u32>, SymmetryError> {
    free_elements(nodes, generators, MAX_IMAGES).map_err(|fault| match fault {
        NotAFreeGroup::FixesNode0 => SymmetryError::NotFree { node: 0 },
        NotAFreeGroup::TooLarge => SymmetryError::TooLarge { most: MAX_IMAGES },
    })
}

/// Reads an automorphism of a document as the images of all nodes.
///
/// # Errors
/// [`SymmetryError`] unless it is a permutation that keeps switches and links with what they carry.
pub(in crate::model) fn automorphism(
    network: &Network,
    index: usize,
    list: &[u64],
) -> Result<Vec<u32>, SymmetryError> {
    let mut from = vec![None; list.len()];
    for (node, &found) in list.iter().enumerate() {
        let place = usize::try_from(found).ok().and_then(|place| from.get_mut(place));
        let greatest = network.nodes() - 1;
        let place = place.ok_or(SymmetryError::NotANode { index, node: count_of(node), found, greatest })?;
        if let Some(first) = place.replace(count_of(node)) {
            return Err(SymmetryError::Repeated { index, first, second: count_of(node), there: found });
        }
    }
    let images: Vec<u32> = list.iter().map(|&node| u32::try_from(node).expect("below 2^20")).collect();
    match unkept(network, &images) {
        None => Ok(images),
        Some(Unkept::Switch { node }) => {
            Err(SymmetryError::Switch { index, node: node.0, there: list[at(node)] })
        }
        Some(Unkept::Link { from, to }) => {
            Err(SymmetryError::NotAnAutomorphism { index, from: from.0, to: to.0 })
        }
    }
}

/// A property that a permutation does not keep.
pub(super) enum Unkept {
    /// Whether this node is a switch.
    Switch { node: Node },
    /// The capacity from one node to another.
    Link { from: Node, to: Node },
}

/// Returns the first property that a permutation of the nodes does not keep; none for an automorphism.
///
/// # Complexity
/// O(A log m) for A directed links and m links of a node.
pub(super) fn unkept(network: &Network, images: &[u32]) -> Option<Unkept> {
    let listed = network.link_list().expect("a graph link by link");
    for (node, &image) in (0..).map(Node).zip(images) {
        let there = Node(image.into());
        if network.is_switch(node) != network.is_switch(there) {
            return Some(Unkept::Switch { node });
        }
        for side in listed.leaving(node).chunk_by(|a, b| a == b) {
            let (to, end) = (Node(side[0].into()), Node(images[wide(side[0])].into()));
            if listed.capacity(there, end) != count_of(side.len()) {
                return Some(Unkept::Link { from: node, to });
            }
        }
    }
    None
}

/// Returns the images of all nodes under a translation.
pub(super) fn translated(network: &Network, by: Node) -> Vec<u32> {
    (0..network.nodes()).map(|node| narrow(at(network.shift(by, Node(node))))).collect()
}

/// Returns the permutation in the form of documents.
pub(in crate::model) fn written(images: &[u32]) -> wire::NodeRef {
    wire::NodeRef::Coordinates(images.iter().map(|&node| node.into()).collect())
}

fn at(node: Node) -> usize {
    usize::try_from(node.0).expect("at most 2^24 nodes")
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("at most 2^24 nodes")
}
