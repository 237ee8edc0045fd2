//! Spanning trees of the hypercube as functions of a node, without storing them.

pub(super) mod bst;
pub(super) mod given;
pub(super) mod hamiltonian;
pub(super) mod msbt;
pub(super) mod msbt_label;
mod path;
pub(super) mod rooted;
mod sbt;
mod tcbt;

use crate::model::Node;
use thiserror::Error;

/// The kinds of spanning trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeKind {
    /// Spanning binomial tree (P5 §3.1).
    Sbt,
    /// One of the n edge-disjoint trees of the multiple spanning binomial trees (P5 §3.2).
    Msbt {
        /// P5's j, the link over which it leaves the root, from 0.
        index: u32,
    },
    /// Balanced spanning tree (P5 §4.1).
    Bst,
    /// Two-rooted complete binary tree (P5 §3.4).
    Tcbt,
    /// Hamiltonian path.
    Path,
}

impl TreeKind {
    /// Its word on the command line and in documents.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Sbt => "sbt",
            Self::Msbt { .. } => "msbt",
            Self::Bst => "bst",
            Self::Tcbt => "tcbt",
            Self::Path => "path",
        }
    }
}

/// The reason why there is no such tree, or no schedule on it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeTreeError {
    /// No such cube.
    #[error("dimension {found}, expected 1 to 62")]
    Dimension {
        /// The dimension.
        found: u32,
    },
    /// The cube has no such node.
    #[error("root {found}, expected at most {greatest}")]
    Root {
        /// The node.
        found: u64,
        /// The greatest node.
        greatest: u64,
    },
    /// The multiple spanning binomial trees have no such tree.
    #[error("tree {found}, expected at most {greatest}")]
    Index {
        /// The index.
        found: u32,
        /// The greatest index.
        greatest: u32,
    },
    /// Nothing to send.
    #[error("no packet to send, expected at least 1")]
    NoPackets,
    /// No port to send over.
    #[error("0 ports, expected at least 1")]
    NoPorts,
    /// The explicit schedule would be too long to be written down.
    #[error("the schedule has {moves} moves, expected at most {most}")]
    TooLarge {
        /// Packets moved, slot by slot.
        moves: u128,
        /// The limit.
        most: u128,
    },
}

/// A spanning tree of the n-cube, directed away from its root.
///
/// It is the tree with root 0, every address translated by ⊕ with the root. Asking for a node needs O(n) word
/// operations, for the children in the balanced tree O(n²), and no memory beyond the answer.
///
/// # Examples
/// ```
/// use isotask::model::Node;
/// use isotask::tree::{CubeTree, TreeKind};
/// let tree = CubeTree::new(TreeKind::Sbt, 3, Node(5))?;
/// assert_eq!(tree.children(Node(5)), [Node(4), Node(7), Node(1)]);
/// assert_eq!((tree.parent(Node(2)), tree.parent(Node(5))), (Some(Node(6)), None));
/// // The 2^60 nodes of this tree are never listed.
/// let large = CubeTree::new(TreeKind::Bst, 60, Node(0))?;
/// assert_eq!((large.children(Node(0)).len(), large.subtrees().len()), (60, 60));
/// # Ok::<(), isotask::tree::CubeTreeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CubeTree {
    kind: TreeKind,
    dimension: u32,
    root: Node,
}

impl CubeTree {
    /// Makes the tree of a kind in the cube of a dimension n from 1 to 62.
    ///
    /// # Errors
    /// [`CubeTreeError`] if there is no such cube, root or index.
    pub fn new(kind: TreeKind, dimension: u32, root: Node) -> Result<Self, CubeTreeError> {
        if !(1..=62).contains(&dimension) {
            return Err(CubeTreeError::Dimension { found: dimension });
        }
        if root.0 >> dimension != 0 {
            return Err(CubeTreeError::Root { found: root.0, greatest: (1 << dimension) - 1 });
        }
        match kind {
            TreeKind::Msbt { index } if index >= dimension => {
                Err(CubeTreeError::Index { found: index, greatest: dimension - 1 })
            }
            _ => Ok(Self { kind, dimension, root }),
        }
    }

    /// The kind of the tree.
    #[must_use]
    pub fn kind(&self) -> TreeKind {
        self.kind
    }

    /// The dimension n of the cube.
    #[must_use]
    pub fn dimension(&self) -> u32 {
        self.dimension
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Node {
        self.root
    }

    /// Number of nodes N = 2ⁿ.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        1 << self.dimension
    }

    /// Returns the address of a node relative to the root.
    pub(super) fn relative(&self, node: Node) -> u64 {
        assert!(node.0 >> self.dimension == 0, "node {} is not in the {}-cube", node.0, self.dimension);
        node.0 ^ self.root.0
    }

    /// Returns the node from which a node receives; none for the root.
    ///
    /// # Panics
    /// If the cube has no such node.
    #[must_use]
    pub fn parent(&self, node: Node) -> Option<Node> {
        let (n, c) = (self.dimension, self.relative(node));
        let up = match self.kind {
            TreeKind::Sbt => sbt::parent(c),
            TreeKind::Msbt { index } => msbt::parent(n, index, c),
            TreeKind::Bst => bst::parent(n, c),
            TreeKind::Tcbt => tcbt::parent(n, c),
            TreeKind::Path => path::parent(c),
        };
        up.map(|up| Node(up ^ self.root.0))
    }

    /// Returns the nodes that receive from a node, in the order in which it serves them if it serves one at a
    /// time.
    ///
    /// # Panics
    /// If the cube has no such node.
    #[must_use]
    pub fn children(&self, node: Node) -> Vec<Node> {
        let (n, c) = (self.dimension, self.relative(node));
        let down = match self.kind {
            TreeKind::Sbt => sbt::children(n, c),
            TreeKind::Msbt { index } => msbt::children(n, index, c),
            TreeKind::Bst => bst::children(n, c),
            TreeKind::Tcbt => tcbt::children(n, c),
            TreeKind::Path => path::children(n, c),
        };
        down.into_iter().map(|down| Node(down ^ self.root.0)).collect()
    }

    /// Hops from the root.
    ///
    /// # Panics
    /// If the cube has no such node.
    #[must_use]
    pub fn level(&self, node: Node) -> u64 {
        let c = self.relative(node);
        match self.kind {
            TreeKind::Sbt | TreeKind::Bst => u64::from(c.count_ones()),
            TreeKind::Msbt { index } => u64::from(msbt::level(index, c)),
            TreeKind::Path => path::level(c),
            TreeKind::Tcbt => {
                let up = |&c: &u64| tcbt::parent(self.dimension, c);
                std::iter::successors(up(&c), up).map(|_| 1).sum()
            }
        }
    }

    /// The greatest level.
    #[must_use]
    pub fn height(&self) -> u64 {
        let n = u64::from(self.dimension);
        match self.kind {
            TreeKind::Msbt { .. } if n > 1 => n + 1,
            TreeKind::Path => self.nodes() - 1,
            _ => n,
        }
    }

    /// The greatest number of children.
    #[must_use]
    pub fn fanout(&self) -> u32 {
        match self.kind {
            TreeKind::Sbt | TreeKind::Bst => self.dimension,
            TreeKind::Msbt { .. } => 1.max(self.dimension - 1),
            TreeKind::Tcbt => self.dimension.min(2),
            TreeKind::Path => 1,
        }
    }

    /// Returns the sizes of the subtrees of the root, in the order of its children, in closed form; for the
    /// balanced tree by counting necklaces (P5 Table 5 prints the greatest).
    #[must_use]
    pub fn subtrees(&self) -> Vec<u64> {
        match self.kind {
            TreeKind::Sbt => sbt::subtrees(self.dimension),
            TreeKind::Bst => bst::subtrees(self.dimension),
            TreeKind::Tcbt => tcbt::subtrees(self.dimension),
            TreeKind::Msbt { .. } | TreeKind::Path => vec![self.nodes() - 1],
        }
    }
}
