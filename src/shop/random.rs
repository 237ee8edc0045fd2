//! Numbers that look arbitrary and are the same every time.

use crate::model::count_of;

/// Steele, Lea & Flood's `SplitMix64` (2014).
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is at least 1.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let scaled = (u128::from(self.next()) * u128::from(count_of(bound))) >> 64;
        usize::try_from(scaled).expect("less than the bound")
    }

    /// A number of so many bits, at most 32.
    pub(super) fn bits(&mut self, bits: u32) -> u64 {
        (self.next() >> 32) & ((1 << bits) - 1)
    }
}
