//! §4.1: the balanced spanning tree, its definition and its six listed properties.

use crate::claims::shape::Shape;
use crate::claims::{Broken, ClaimError};
use crate::model::Node;
use crate::tree::{CubeTree, TreeKind};

/// Returns R^u(i), the rotation of i by u bits to the right.
pub(super) fn rotated(n: u64, i: u64, u: u64) -> u64 {
    (i >> u | i << (n - u)) & ((1 << n) - 1)
}
/// Returns `J_i`, the numbers of rotations that give the least value.
fn rotations_to_least(n: u64, i: u64) -> Vec<u64> {
    let least = (0..n).map(|u| rotated(n, i, u)).min();
    (0..n).filter(|u| Some(rotated(n, i, *u)) == least).collect()
}
/// Returns base(i) = `j_1`, the least element of `J_i`.
pub(super) fn base(n: u64, i: u64) -> u64 {
    rotations_to_least(n, i).first().copied().unwrap_or(0)
}
/// Returns k, the first bit cyclically to the right of bit j that is one.
fn first(n: u64, j: u64, i: u64) -> Option<u64> {
    (1..=n).map(|step| (j + n - step) % n).find(|k| i >> k & 1 == 1)
}
pub(super) fn parent(n: u64, i: u64) -> Option<u64> {
    first(n, base(n, i), i).map(|k| i ^ 1 << k)
}
/// Builds the tree, and checks that it is the printed one.
pub(super) fn shape(n: u64) -> Result<Shape, ClaimError> {
    let dimension = u32::try_from(n).map_err(Broken::from)?;
    let tree = CubeTree::new(TreeKind::Bst, dimension, Node(0)).map_err(Broken::from)?;
    if (0..1 << n).any(|i| tree.parent(Node(i)) != parent(n, i).map(Node)) {
        return Err(Broken::OtherTree.into());
    }
    Shape::new(TreeKind::Bst, n)
}
