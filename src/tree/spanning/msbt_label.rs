//! P5's labelling of the multiple spanning binomial trees by the slots in which nodes are reached.

use super::msbt::first_to_the_right;
use crate::model::Node;
use crate::tree::{CubeTree, CubeTreeError, TreeKind};

/// Returns P5's label f: the slot, from 0, in which a node receives the first packet of the j-th tree, if a
/// node sends one packet and receives one packet in a slot. None for the root.
///
/// Every further packet of the tree comes n slots later. The label is congruent modulo n to the dimension
/// that the packet crosses, so all packets of a slot cross one dimension; within a tree labels increase away
/// from the root (P5 §3.3.2).
///
/// # Errors
/// [`CubeTreeError`] if there is no such tree.
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
/// use isotask::tree::msbt_label;
/// // In the 3-cube the tree 1 reaches node 2 first, in slot 1, and node 5 last, in slot 1 + 3.
/// assert_eq!(msbt_label(3, Node(0), 1, Node(2))?, Some(1));
/// assert_eq!(msbt_label(3, Node(0), 1, Node(5))?, Some(4));
/// # Ok::<(), isotask::tree::CubeTreeError>(())
/// ```
pub fn msbt_label(dimension: u32, root: Node, index: u32, node: Node) -> Result<Option<u64>, CubeTreeError> {
    let tree = CubeTree::new(TreeKind::Msbt { index }, dimension, root)?;
    Ok(label(dimension, index, tree.relative(node)).map(u64::from))
}

pub(in crate::tree) fn label(n: u32, j: u32, c: u64) -> Option<u32> {
    let k = first_to_the_right(n, c, j)?;
    Some(match c >> j & 1 {
        0 => j + n,
        _ if k >= j => k,
        _ => k + n,
    })
}
