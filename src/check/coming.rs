//! A tree that comes node by node, so that nobody holds all of it.

use isotask_wire::DualNode;
use std::fmt;

/// Takes a node, and says whether it wants more.
pub type NodeTaker<'a> = dyn FnMut(&DualNode) -> bool + 'a;

/// Hands the nodes of a tree over in preorder.
pub type TreeNodes<'a> = dyn FnMut(&mut NodeTaker<'_>) + 'a;

/// The tree of a claim, handed over node by node in place of the nodes that stand in the claim.
pub struct ComingTree<'a> {
    /// Index of the claim, which has to rest on a dual tree.
    pub claim: usize,
    /// Calls what it is given with every node in preorder, until that says `false`. It is called once, if
    /// everything before it in the certificate is accepted.
    pub nodes: &'a mut TreeNodes<'a>,
}

impl fmt::Debug for ComingTree<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ComingTree").field("claim", &self.claim).finish_non_exhaustive()
    }
}
