//! The balanced spanning tree (P5 §4.1): its n subtrees have almost the same size.
//!
//! Addresses are relative to the root. The subtree of a node is its base, the number of right rotations that
//! make it the least of its rotations.

use super::msbt::{first_to_the_right, zeroes};
use crate::model::Node;

/// Rotates by one step to the right, P5's R.
fn rotated(n: u32, c: u64) -> u64 {
    c >> 1 | (c & 1) << (n - 1)
}

/// Returns P5's base of a relative address: the least number of right rotations that make it least among its
/// rotations; 0 for 0.
///
/// A node other than the root stands in the subtree of the root's child 2^base.
///
/// # Panics
/// If the dimension is not within 1 to 62, or the cube has no such node.
///
/// # Complexity
/// O(n).
///
/// # Examples
/// ```
/// use isotask::model::Node;
/// use isotask::tree::base;
/// // 011010 becomes 001101, its least rotation, in one step (P5 prints 3), and 110110 becomes 011011.
/// assert_eq!((base(6, Node(0b01_1010)), base(6, Node(0b11_0110))), (1, 1));
/// assert_eq!(base(6, Node(0b10_1000)), 3);
/// ```
#[must_use]
pub fn base(dimension: u32, relative: Node) -> u32 {
    assert!((1..=62).contains(&dimension), "no cube of dimension {dimension}");
    assert!(relative.0 >> dimension == 0, "node {} is not in the {dimension}-cube", relative.0);
    let mut turned = relative.0;
    let (mut least, mut base) = (turned, 0);
    for j in 1..dimension {
        turned = rotated(dimension, turned);
        if turned < least {
            (least, base) = (turned, j);
        }
    }
    base
}

pub(in crate::tree) fn parent(n: u32, c: u64) -> Option<u64> {
    let k = first_to_the_right(n, c, base(n, Node(c)))?;
    Some(c ^ (1 << k))
}

pub(in crate::tree) fn children(n: u32, c: u64) -> Vec<u64> {
    let j = base(n, Node(c));
    let Some(k) = first_to_the_right(n, c, j) else {
        return (0..n).map(|m| 1 << m).collect();
    };
    zeroes(n, j, k).map(|m| c ^ (1 << m)).filter(|&q| base(n, Node(q)) == j).collect()
}

/// Returns the sizes of the subtrees of the root, of base 0 to n - 1.
///
/// A necklace (a class of rotations) of period P gives one node to each of the subtrees 0 to P - 1, so
/// subtree j has a node for every necklace whose period exceeds j; the root is a necklace of period 1. Time
/// O(n²), nothing is listed.
pub(in crate::tree) fn subtrees(n: u32) -> Vec<u64> {
    let mut sizes = vec![0; usize::try_from(n).expect("at most 62")];
    for (period, necklaces) in aperiodic(n) {
        let necklaces = if period == 1 { necklaces - 1 } else { necklaces };
        sizes.iter_mut().zip(0..period).for_each(|(size, _)| *size += necklaces);
    }
    sizes
}

/// Returns for every divisor P of n, by increasing P, the number of binary necklaces of length n and period
/// P.
///
/// The period of a word of length P divides P: `2^P = Σ_{Q | P} Q · necklaces(Q)`.
fn aperiodic(n: u32) -> Vec<(u32, u64)> {
    let mut found: Vec<(u32, u64)> = Vec::new();
    for period in (1..=n).filter(|period| n.is_multiple_of(*period)) {
        let shorter = found.iter().filter(|(other, _)| period.is_multiple_of(*other));
        let words = (1 << period) - shorter.map(|&(other, count)| u64::from(other) * count).sum::<u64>();
        found.push((period, words / u64::from(period)));
    }
    found
}
