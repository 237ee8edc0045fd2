//! The mixing of bits behind our numbers that look arbitrary and are the same every time.

/// Spreads every bit of a number over all of it: the last step of Steele, Lea & Flood's `SplitMix64` (2014).
pub(crate) fn avalanche(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
