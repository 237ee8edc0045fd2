//! Pseudo-random numbers that are equal on all machines.

use crate::model::count_of;

/// The linear congruential generator of Knuth's MMIX, from which the record in `models/claims` has its tasks,
/// runs and orders. It stays so that the record stays valid; everything outside the record is drawn by
/// [`crate::graph::Random`].
pub(in crate::claims) struct Congruence(pub(in crate::claims) u64);

impl Congruence {
    /// Draws a number of 31 bits.
    pub(in crate::claims) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub(in crate::claims) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.number() % count_of(bound)).expect("31 bits")
    }

    pub(in crate::claims) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Draws a count below `bound` for every offset but 0.
pub(in crate::claims) fn counts(nodes: u64, seed: u64, bound: u64) -> Vec<(u64, u64)> {
    let mut draw = Congruence(seed);
    (1..nodes).map(|offset| (offset, draw.number() % bound)).collect()
}
