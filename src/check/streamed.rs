//! A tree that is handed over node by node, so that it is never in memory as a whole.

use isotask_wire::DualNode;
use std::fmt;

/// Takes a node and returns whether it wants another.
pub type NodeTaker<'a> = dyn FnMut(&DualNode) -> bool + 'a;

/// Hands the nodes of a tree over in preorder.
pub type TreeNodes<'a> = dyn FnMut(&mut NodeTaker<'_>) + 'a;

/// The tree of a claim, handed over node by node in place of the nodes that stand in the claim.
pub struct StreamedTree<'a> {
    /// Index of the claim, which has to rest on a dual tree.
    pub claim: usize,
    /// Calls its argument with every node in preorder, until that returns `false`. It is called once, if
    /// everything before the tree in the certificate is accepted.
    pub nodes: &'a mut TreeNodes<'a>,
}

impl fmt::Debug for StreamedTree<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("StreamedTree").field("claim", &self.claim).finish_non_exhaustive()
    }
}
