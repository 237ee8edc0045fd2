//! The spanning binomial tree (P5 §3.1): a node's children complement one of its leading zeroes.
//!
//! Addresses are relative to the root.

pub(in crate::tree) fn parent(c: u64) -> Option<u64> {
    Some(c ^ (1 << c.checked_ilog2()?))
}

/// Returns the children of a node by decreasing size of their subtrees.
pub(in crate::tree) fn children(n: u32, c: u64) -> Vec<u64> {
    let first = c.checked_ilog2().map_or(0, |k| k + 1);
    (first..n).map(|m| c ^ (1 << m)).collect()
}

/// Returns the sizes of the subtrees of the root.
pub(in crate::tree) fn subtrees(n: u32) -> Vec<u64> {
    (0..n).rev().map(|k| 1 << k).collect()
}
