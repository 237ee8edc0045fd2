//! Numbers that look arbitrary and are the same every time.

use crate::model::{avalanche, count_of};

/// Steele, Lea & Flood's `SplitMix64` (2014).
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        avalanche(self.0)
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
