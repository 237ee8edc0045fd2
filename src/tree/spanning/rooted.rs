//! Spanning trees of a network, rooted at node 0; the tree of another root is a translate.

use crate::model::{Link, Network, Node};
use crate::tree::construction::{at, nodes};

/// A spanning tree rooted at node 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootedTree {
    network: Network,
    reached: Vec<Option<Link>>,
    depth: Vec<u32>,
}

impl RootedTree {
    /// Builds the tree in which every node but 0 is reached over its link of `reached`; `None` if that is no
    /// spanning tree.
    ///
    /// # Complexity
    /// O(n · D) time, O(n) space, for n nodes and D dimensions.
    ///
    /// # Examples
    /// ```
    /// use isotask::{model::{Link, Network, Node}, tree::RootedTree, wire};
    /// let ring = Network::new(&wire::Network::Ring { nodes: 3 })?;
    /// let path = RootedTree::new(&ring, vec![None, Some(Link(0)), Some(Link(0))]).expect("0, then 1, then 2");
    /// assert_eq!((path.parent(Node(2)), path.depth(Node(2))), (Some(Node(1)), 2));
    /// assert!(RootedTree::new(&ring, vec![None, Some(Link(1)), Some(Link(0))]).is_none());
    /// # Ok::<(), isotask::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn new(network: &Network, reached: Vec<Option<Link>>) -> Option<Self> {
        if Ok(reached.len()) != usize::try_from(network.nodes())
            || reached.iter().enumerate().any(|(v, link)| link.is_none() != (v == 0))
            || reached.iter().flatten().any(|link| link.0 >= network.links())
        {
            return None;
        }
        let mut tree = Self { network: network.clone(), reached, depth: Vec::new() };
        let mut depth: Vec<Option<u32>> = vec![None; tree.reached.len()];
        depth[0] = Some(0);
        for node in nodes(network) {
            let mut path = Vec::new();
            let mut here = node;
            while depth[at(here)].is_none() {
                // A path of as many nodes as the network has means that the parents form a cycle.
                if path.len() == depth.len() {
                    return None;
                }
                path.push(here);
                here = tree.parent(here)?;
            }
            for above in path.into_iter().rev() {
                let parent = tree.parent(above)?;
                depth[at(above)] = depth[at(parent)].map(|depth| depth + 1);
            }
        }
        tree.depth = depth.into_iter().collect::<Option<_>>()?;
        Some(tree)
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Returns the link over which the parent of a node reaches it; none for node 0.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn link(&self, node: Node) -> Option<Link> {
        self.reached[at(node)]
    }

    /// Returns the parent of a node; none for node 0.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.link(node).map(|link| self.network.neighbor(node, self.network.opposite(link)))
    }

    /// Returns the hops from node 0 in the tree.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn depth(&self, node: Node) -> u32 {
        self.depth[at(node)]
    }

    /// Returns the nodes on the path from node 0 to a node, both included.
    ///
    /// # Panics
    /// If the network has no such node.
    ///
    /// # Complexity
    /// O(depth · D).
    #[must_use]
    pub fn path(&self, node: Node) -> Vec<Node> {
        let mut path: Vec<Node> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }
}
