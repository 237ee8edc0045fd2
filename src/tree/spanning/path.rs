//! The Hamiltonian path of the reflected Gray code: the node of rank r is r ⊕ ⌊r/2⌋.
//!
//! Addresses are relative to the root.

fn code(rank: u64) -> u64 {
    rank ^ rank >> 1
}

/// Returns the rank on the path, which is the level in the tree.
pub(in crate::tree) fn level(c: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].into_iter().fold(c, |rank, shift| rank ^ rank >> shift)
}

pub(in crate::tree) fn parent(c: u64) -> Option<u64> {
    level(c).checked_sub(1).map(code)
}

pub(in crate::tree) fn children(n: u32, c: u64) -> Vec<u64> {
    let next = level(c) + 1;
    if next >> n == 0 { vec![code(next)] } else { Vec::new() }
}
