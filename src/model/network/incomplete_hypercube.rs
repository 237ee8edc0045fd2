//! Incomplete hypercubes: the nodes 0 … n−1 of a hypercube, n any number, with the links among them (P4 §II).

use crate::model::{Link, Node};

/// Most nodes of an incomplete hypercube.
const MAX_NODES: u64 = 1 << 62;

/// The nodes 0 … n−1, linked when their numbers differ in one bit; link i is that of bit i.
///
/// Not every node has every link, so no packet of node 0 stands for those of all nodes: tasks on it are not
/// isotropic. With n = 2ᵈ it is the hypercube of dimension d.
///
/// # Examples
/// ```
/// use isotask::model::{IncompleteHypercube, Link, Node};
/// let cube = IncompleteHypercube::new(7).expect("at least one node");
/// assert_eq!(cube.neighbor(Node(0b011), Link(2)), None);
/// assert_eq!(cube.neighbor(Node(0b010), Link(2)), Some(Node(0b110)));
/// assert_eq!((cube.dimension(), cube.diameter()), (3, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IncompleteHypercube {
    nodes: u64,
}

impl IncompleteHypercube {
    /// Creates the incomplete hypercube of `nodes` nodes; `None` unless these are 1 to 2⁶².
    #[must_use]
    pub fn new(nodes: u64) -> Option<Self> {
        (1..=MAX_NODES).contains(&nodes).then_some(Self { nodes })
    }

    /// Returns the number of nodes n.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the least dimension d = ⌈log₂ n⌉ of a hypercube that holds all nodes.
    #[must_use]
    pub fn dimension(&self) -> u32 {
        (self.nodes - 1).checked_ilog2().map_or(0, |highest| highest + 1)
    }

    /// Returns whether it is a hypercube: n = 2ᵈ.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.nodes.is_power_of_two()
    }

    /// Returns the node at the other end of a link; `None` if the node does not have it.
    ///
    /// A link that clears a bit always exists, one that sets bit i exists if v + 2ⁱ < n.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn neighbor(&self, node: Node, link: Link) -> Option<Node> {
        assert!(node.0 < self.nodes, "node {} of {}", node.0, self.nodes);
        let there = node.0 ^ 1_u64.checked_shl(link.0)?;
        (there < self.nodes).then_some(Node(there))
    }

    /// Returns the links of a node with their other ends, by increasing link.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn neighbors(&self, node: Node) -> impl DoubleEndedIterator<Item = (Link, Node)> + use<> {
        let cube = *self;
        (0..self.dimension()).filter_map(move |link| Some((Link(link), cube.neighbor(node, Link(link))?)))
    }

    /// Returns the hops between two nodes: the number of bits in which they differ.
    ///
    /// Every link changes one bit, so no path is shorter; P4 Theorem 1 says that from every node some link
    /// lies in the direction of any other, so the bits can be changed one after another without ever leaving
    /// the n nodes.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn distance(&self, from: Node, to: Node) -> u32 {
        for node in [from, to] {
            assert!(node.0 < self.nodes, "node {} of {}", node.0, self.nodes);
        }
        (from.0 ^ to.0).count_ones()
    }

    /// Returns the greatest distance between two nodes: d = ⌈log₂ n⌉, so P4's limit on the lengths of paths
    /// is attained for every n.
    ///
    /// From n > 2ᵈ⁻¹ both 2ᵈ⁻¹ and 2ᵈ⁻¹ − 1 are nodes, and they differ in all d bits.
    #[must_use]
    pub fn diameter(&self) -> u32 {
        self.dimension()
    }
}
