//! Groups of automorphisms, and the classes of nodes that they move into one another.

use super::automorphisms::{Automorphisms, Classes, automorphism, translated, unkept, written};
use crate::model::network::mixed_radix::{digits, number, strides};
use crate::model::{Network, Node, SymmetryError, count_of, wide};
use crate::wire::{self, NodeRef};
use std::sync::Arc;

/// Most nodes of a network with groups; the limit is that of the checker.
pub const MAX_CLASSED_NODES: u64 = 1 << 24;

/// A group H of automorphisms v ↦ h·v of a network: translations, or on a graph any that are listed.
///
/// No element but the identity fixes a node, so all classes H·v have |H| nodes, and an element is known by
/// where it takes node 0. One class makes schedules symmetric (P1), the trivial group explicit.
///
/// # Examples
/// The even rotations of a ring of 6 nodes.
/// ```
/// use isotask::model::{Network, Node, Subgroup};
/// let ring = Network::new(&isotask::wire::Network::Ring { nodes: 6 })?;
/// let group = Subgroup::new(&ring, vec![Node(2)]).expect("a translation");
/// assert_eq!((group.order(), group.classes()), (3, 2));
/// assert_eq!(group.class(Node(5)), 1);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subgroup {
    generators: Vec<Node>,
    classes: Classes,
    /// The images of nodes under its elements, unless these are translations of the network.
    listed: Option<Arc<Automorphisms>>,
}

/// A generator of a document.
enum Generator {
    Translation(Node),
    Listed(Vec<u32>),
}

impl Subgroup {
    /// Builds the group that translations generate, each given by the node to which it takes node 0; none if
    /// the network lacks such a translation, or has more than [`MAX_CLASSED_NODES`] nodes.
    ///
    /// # Complexity
    /// O(n · g) time, O(n) space for g generators.
    ///
    /// # Panics
    /// Never: there are at most 2²⁴ classes.
    #[must_use]
    pub fn new(network: &Network, generators: Vec<Node>) -> Option<Self> {
        if network.nodes() > MAX_CLASSED_NODES || !generators.iter().all(|&by| network.has_shift(by)) {
            return None;
        }
        let (mut class, mut least) = (vec![u32::MAX; place(Node(network.nodes()))], Vec::new());
        for first in (0..network.nodes()).map(Node) {
            if class[place(first)] != u32::MAX {
                continue;
            }
            let number = u32::try_from(least.len()).expect("at most 2^24 classes");
            least.push(first);
            class[place(first)] = number;
            let mut open = vec![first];
            while let Some(node) = open.pop() {
                for there in generators.iter().map(|&by| network.shift(by, node)) {
                    if class[place(there)] == u32::MAX {
                        class[place(there)] = number;
                        open.push(there);
                    }
                }
            }
        }
        Some(Self { generators, classes: Classes { class, least }, listed: None })
    }

    /// Builds the group of all translations of a lift; none for another network.
    #[must_use]
    pub fn of_lift(network: &Network) -> Option<Self> {
        let wire::Network::Lift(lift) = network.kind() else { return None };
        // The image of node 0 under the unit of each part of the group.
        let units = strides(&lift.group).into_iter().map(|stride| Node(stride * lift.nodes));
        Self::new(network, units.collect())
    }

    /// Builds the group that automorphisms of a graph, mesh or lift generate, each given by the images of all
    /// nodes.
    ///
    /// # Errors
    /// [`SymmetryError::NotFree`] if an element but the identity fixes a node, [`SymmetryError::TooLarge`].
    ///
    /// # Complexity
    /// O(|H| · n · g) time and O(|H| · n) space for g generators.
    pub(crate) fn of_automorphisms(generators: &[Vec<u32>], nodes: u64) -> Result<Self, SymmetryError> {
        let (listed, classes) = Automorphisms::new(place(Node(nodes)), generators)?;
        let generators = generators.iter().map(|images| Node(images[0].into())).collect();
        Ok(Self { generators, classes, listed: Some(Arc::new(listed)) })
    }

    /// Returns whether a permutation of the nodes of a graph keeps its switches, and its links with what they
    /// carry.
    pub(crate) fn is_automorphism(network: &Network, images: &[u32]) -> bool {
        unkept(network, images).is_none()
    }

    /// Reads the group that the generators of a document generate: nodes to which translations take node 0;
    /// on a graph or mesh permutations of the nodes, on a lift elements of its group as well.
    ///
    /// # Errors
    /// [`SymmetryError`] when they are no automorphisms, or an element but the identity fixes a node.
    pub fn read(network: &Network, generators: &[NodeRef]) -> Result<Self, SymmetryError> {
        if network.nodes() > MAX_CLASSED_NODES {
            let (found, most) = (network.nodes(), MAX_CLASSED_NODES);
            return Err(SymmetryError::TooManyNodes { found, most });
        }
        let one = |(index, generator)| read(network, index, generator);
        let generators: Vec<_> = generators.iter().enumerate().map(one).collect::<Result<_, _>>()?;
        let translation = |generator: &Generator| match generator {
            Generator::Translation(by) => Some(*by),
            Generator::Listed(_) => None,
        };
        let translations: Option<Vec<Node>> = generators.iter().map(translation).collect();
        if let Some(found) = translations.and_then(|by| Self::new(network, by)) {
            return Ok(found);
        }
        let images = generators.into_iter().map(|generator| match generator {
            Generator::Translation(by) => translated(network, by),
            Generator::Listed(images) => images,
        });
        Self::of_automorphisms(&images.collect::<Vec<_>>(), network.nodes())
    }

    /// Returns the generators in the form of documents.
    pub(crate) fn written(&self, network: &Network) -> Vec<NodeRef> {
        let one = |&by: &Node| match (&self.listed, network.kind()) {
            (Some(listed), _) => written(listed.images(by)),
            (None, wire::Network::Lift(lift)) => NodeRef::Coordinates(digits(&lift.group, by.0 / lift.nodes)),
            (None, _) => NodeRef::Index(by.0),
        };
        self.generators.iter().map(one).collect()
    }

    /// Returns the images of node 0 under the generators.
    #[must_use]
    pub fn generators(&self) -> &[Node] {
        &self.generators
    }

    /// Returns whether its elements are translations of the network.
    pub(crate) fn translates(&self) -> bool {
        self.listed.is_none()
    }

    /// Returns the number of elements |H|.
    #[must_use]
    pub fn order(&self) -> u64 {
        count_of(self.classes.class.len() / self.classes.least.len())
    }

    /// Returns the number of classes r.
    ///
    /// # Panics
    /// Never: there are at most 2²⁴.
    #[must_use]
    pub fn classes(&self) -> u32 {
        u32::try_from(self.classes.least.len()).expect("at most 2^24 classes")
    }

    /// Returns the number of the class of a node.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn class(&self, node: Node) -> u32 {
        self.classes.class[place(node)]
    }

    /// Returns the least node of a class.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn least(&self, class: u32) -> Node {
        self.classes.least[wide(class)]
    }

    /// Returns the image of a node under the element that takes node 0 to `by`.
    ///
    /// # Panics
    /// If no element takes node 0 there, or there is no such node.
    #[must_use]
    pub fn shift(&self, network: &Network, by: Node, node: Node) -> Node {
        self.listed.as_ref().map_or_else(|| network.shift(by, node), |listed| listed.shift(by, node))
    }

    /// Returns the image of node 0 under the element that takes `from` to `to`, a node of its class.
    ///
    /// # Panics
    /// If there are no such nodes.
    #[must_use]
    pub fn shift_between(&self, network: &Network, from: Node, to: Node) -> Node {
        match &self.listed {
            Some(listed) => listed.shift_between(from, to),
            None => network.shift_between(from, to),
        }
    }

    /// Returns a node that is the same for all images of a pair; with the class of `from` it identifies the
    /// orbit of the pair.
    ///
    /// # Panics
    /// If there are no such nodes.
    #[must_use]
    pub fn seen_from(&self, network: &Network, from: Node, to: Node) -> Node {
        match &self.listed {
            Some(listed) => listed.seen_from(from, to),
            None => network.seen_from(from, to),
        }
    }
}

/// Reads a generator of a document.
fn read(network: &Network, index: usize, generator: &NodeRef) -> Result<Generator, SymmetryError> {
    if network.link_list().is_none() {
        let form = |expected: crate::model::ModelError| SymmetryError::Form {
            index,
            found: "no node".to_owned(),
            expected: format!("a node: {expected}"),
        };
        let node = network.node(generator, String::new).map_err(form)?;
        if !network.has_shift(node) {
            return Err(SymmetryError::NotATranslation { index, node: node.0 });
        }
        return Ok(Generator::Translation(node));
    }
    let base = match network.kind() {
        wire::Network::Lift(base) => Some(base),
        _ => None,
    };
    let found = match (generator, base) {
        (NodeRef::Coordinates(list), Some(base)) if list.len() == base.group.len() => {
            if let Some(part) = list.iter().zip(&base.group).position(|(part, radix)| part >= radix) {
                let greatest = base.group[part] - 1;
                return Err(SymmetryError::Part { index, part, found: list[part], greatest });
            }
            return Ok(Generator::Translation(Node(number(&base.group, list) * base.nodes)));
        }
        (NodeRef::Coordinates(list), _) if count_of(list.len()) == network.nodes() => {
            return automorphism(network, index, list).map(Generator::Listed);
        }
        (NodeRef::Coordinates(list), _) => format!("a list of {} numbers", list.len()),
        (NodeRef::Index(_), _) => "a number".to_owned(),
    };
    let all = format!("a list of where each of the {} nodes goes", network.nodes());
    let element =
        base.map(|base| format!("an element of the group, a list of {} numbers, or ", base.group.len()));
    Err(SymmetryError::Form { index, found, expected: element.unwrap_or_default() + &all })
}

fn place(node: Node) -> usize {
    usize::try_from(node.0).expect("at most 2^24 nodes")
}
