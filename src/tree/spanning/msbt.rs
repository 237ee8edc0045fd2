//! Multiple spanning binomial trees (P5 §3.2): n directed spanning trees without a common edge.
//!
//! Addresses are relative to the root. The j-th tree, an edge-reversed spanning binomial tree, has all nodes
//! with bit j as its inner nodes, and all others but the root as leaves.

/// Returns P5's k: the first bit that is one, searched cyclically from bit j - 1 downwards, bit j last. None
/// for 0.
pub(super) fn first_to_the_right(n: u32, c: u64, j: u32) -> Option<u32> {
    (1..=n).map(|step| (j + n - step) % n).find(|&k| c >> k & 1 == 1)
}

/// Lists P5's set M: the zeroes between k and j, cyclically from k + 1 upwards.
pub(super) fn zeroes(n: u32, j: u32, k: u32) -> impl Iterator<Item = u32> {
    let between = if k == j { n - 1 } else { (j + n - k) % n - 1 };
    (1..=between).map(move |step| (k + step) % n)
}

pub(in crate::tree) fn parent(n: u32, j: u32, c: u64) -> Option<u64> {
    let k = first_to_the_right(n, c, j)?;
    Some(c ^ if c >> j & 1 == 1 { 1 << k } else { 1 << j })
}

pub(in crate::tree) fn children(n: u32, j: u32, c: u64) -> Vec<u64> {
    let Some(k) = first_to_the_right(n, c, j) else {
        return vec![1 << j];
    };
    if c >> j & 1 == 0 {
        return Vec::new();
    }
    let leaf = (k != j).then_some(j);
    zeroes(n, j, k).chain(leaf).map(|m| c ^ (1 << m)).collect()
}

pub(in crate::tree) fn level(j: u32, c: u64) -> u32 {
    let ones = c.count_ones();
    if c == 0 || c >> j & 1 == 1 { ones } else { ones + 2 }
}
