//! A spanning tree of a network that is given by its edges.

use crate::model::{Link, Network, Node, count_of};
use crate::tree::construction::{ConstructionError, at, limit};
use thiserror::Error;

/// Most nodes of a tree that is given.
const MAX_NODES: u64 = 1 << 22;

/// The reason why edges make no spanning tree of a network.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivenTreeError {
    /// Two nodes that no link joins.
    #[error("no link goes from node {} to node {} in the network", from.0, to.0)]
    NoLink {
        /// The place of the edge in the list.
        index: usize,
        /// The node nearer the root.
        from: Node,
        /// The other node.
        to: Node,
    },
    /// A second edge into a node.
    #[error("a second edge into node {}, which receives from node {} already", to.0, parent.0)]
    TwoParents {
        /// The place of the edge in the list.
        index: usize,
        /// The node.
        to: Node,
        /// The node from which it receives by an edge before.
        parent: Node,
    },
    /// An edge into the root.
    #[error("an edge into node {}, the root; every edge goes from the node nearer the root", root.0)]
    IntoRoot {
        /// The place of the edge in the list.
        index: usize,
        /// The root.
        root: Node,
    },
    /// A node without a way from the root.
    #[error("no way from the root, node {}, leads to node {}, expected a tree of all {nodes} nodes", root.0, node.0)]
    NotReached {
        /// The root.
        root: Node,
        /// The least such node.
        node: Node,
        /// Nodes of the network.
        nodes: u64,
    },
    /// Too large a network.
    #[error("{0}")]
    TooLarge(ConstructionError),
}

impl GivenTreeError {
    /// The place of the edge in the list, if it is one edge's fault.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match *self {
            Self::NoLink { index, .. } | Self::TwoParents { index, .. } | Self::IntoRoot { index, .. } => {
                Some(index)
            }
            Self::NotReached { .. } | Self::TooLarge(_) => None,
        }
    }
}

/// A spanning tree of a network, directed away from its root, that is given by its edges.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node}, tree::GivenTree, wire};
/// let ring = Network::new(&wire::Network::Ring { nodes: 4 })?;
/// let path = GivenTree::new(&ring, Node(1), &[(Node(1), Node(2)), (Node(2), Node(3)), (Node(1), Node(0))])?;
/// assert_eq!((path.parent(Node(3)), path.depth(Node(3))), (Some(Node(2)), 2));
/// assert!(GivenTree::new(&ring, Node(1), &[(Node(1), Node(3))]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenTree {
    network: Network,
    root: Node,
    parent: Vec<Option<Node>>,
    depth: Vec<u32>,
    /// All nodes, each after its parent.
    outward: Vec<Node>,
}

impl GivenTree {
    /// Builds the tree of the given edges, each from the node nearer the root.
    ///
    /// # Errors
    /// [`GivenTreeError`] if an edge is no link of the network or goes into the root, if two go into one
    /// node, if a node is not reached, or beyond 2²² nodes.
    ///
    /// # Panics
    /// If the network has no such node as one that is named.
    ///
    /// # Complexity
    /// O(n · m) for n nodes of m links.
    pub fn new(network: &Network, root: Node, edges: &[(Node, Node)]) -> Result<Self, GivenTreeError> {
        limit("nodes", Some(network.nodes()), MAX_NODES).map_err(GivenTreeError::TooLarge)?;
        let nodes = at(Node(network.nodes()));
        let mut parent: Vec<Option<Node>> = vec![None; nodes];
        let mut children: Vec<Vec<Node>> = vec![Vec::new(); nodes];
        for (index, &(from, to)) in edges.iter().enumerate() {
            if !(0..network.links()).any(|link| network.adjacent(from, Link(link)) == Some(to)) {
                return Err(GivenTreeError::NoLink { index, from, to });
            }
            if to == root {
                return Err(GivenTreeError::IntoRoot { index, root });
            }
            if let Some(parent) = parent[at(to)].replace(from) {
                return Err(GivenTreeError::TwoParents { index, to, parent });
            }
            children[at(from)].push(to);
        }
        let mut depth: Vec<Option<u32>> = vec![None; nodes];
        depth[at(root)] = Some(0);
        let mut outward = vec![root];
        let mut next = 0;
        while let Some(&node) = outward.get(next) {
            next += 1;
            for &child in &children[at(node)] {
                depth[at(child)] = depth[at(node)].map(|depth| depth + 1);
                outward.push(child);
            }
        }
        if let Some(node) = depth.iter().position(Option::is_none) {
            let (node, nodes) = (Node(count_of(node)), network.nodes());
            return Err(GivenTreeError::NotReached { root, node, nodes });
        }
        let depth = depth.into_iter().flatten().collect();
        Ok(Self { network: network.clone(), root, parent, depth, outward })
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Node {
        self.root
    }

    /// Returns whether some link of the tree carries more than one packet in a slot.
    #[must_use]
    pub fn has_wide_links(&self) -> bool {
        self.network.has_capacities()
            && (0_u64..).zip(&self.parent).any(|(node, parent)| {
                parent.is_some_and(|parent| self.network.capacity(parent, Node(node)) > 1)
            })
    }

    /// Returns the node from which a node receives; none for the root.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.parent[at(node)]
    }

    /// Returns the hops from the root in the tree.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn depth(&self, node: Node) -> u32 {
        self.depth[at(node)]
    }

    /// The nodes, each after its parent.
    pub(in crate::tree) fn outward(&self) -> &[Node] {
        &self.outward
    }

    /// Returns the nodes on the path from the root to a node, both included.
    pub(in crate::tree) fn path(&self, node: Node) -> Vec<Node> {
        let mut path: Vec<Node> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }
}
