//! P5's labelling of the multiple spanning binomial trees by the slots in which nodes are reached.

use super::msbt::first_to_the_right;
use crate::model::Node;
use crate::tree::{CubeTree, TreeKind};

impl CubeTree {
    /// Returns P5's label f in a tree `msbt`: the slot, from 0, in which a node receives the first packet of
    /// this tree, if a node sends one packet and receives one packet in a slot. None for the root, and in
    /// other trees.
    ///
    /// Every further packet of the tree comes n slots later. The label is congruent modulo n to the dimension
    /// that the packet crosses, so all packets of a slot cross one dimension; within a tree labels increase
    /// away from the root (P5 §3.3.2).
    ///
    /// # Panics
    /// If the cube has no such node.
    ///
    /// # Complexity
    /// O(n).
    ///
    /// # Examples
    /// ```
    /// use isotask::model::Node;
    /// use isotask::tree::{CubeTree, TreeKind};
    /// // In the 3-cube the tree 1 reaches node 2 first, in slot 1, and node 5 last, in slot 1 + 3.
    /// let tree = CubeTree::new(TreeKind::Msbt { index: 1 }, 3, Node(0))?;
    /// assert_eq!([0, 2, 5].map(|node| tree.label(Node(node))), [None, Some(1), Some(4)]);
    /// # Ok::<(), isotask::tree::CubeTreeError>(())
    /// ```
    #[must_use]
    pub fn label(&self, node: Node) -> Option<u64> {
        let TreeKind::Msbt { index } = self.kind() else { return None };
        label(self.dimension(), index, self.relative(node)).map(u64::from)
    }
}

pub(in crate::tree) fn label(n: u32, j: u32, c: u64) -> Option<u32> {
    let k = first_to_the_right(n, c, j)?;
    Some(match c >> j & 1 {
        0 => j + n,
        _ if k >= j => k,
        _ => k + n,
    })
}
