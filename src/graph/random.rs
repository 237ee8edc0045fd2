//! Pseudorandom numbers that are equal on every machine, in every release and for any number of threads.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Increment of the state of `SplitMix64` for every number: 2⁶⁴ over the golden ratio.
const STATE_INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Steele, Lea & Flood's `SplitMix64` (*Fast splittable pseudorandom number generators*, 2014).
///
/// Schedules depend on its stream, which is therefore part of what a release promises.
///
/// # Examples
/// ```
/// use isotask::graph::Random;
/// let mut random = Random::new(7);
/// let mut order = [0, 1, 2, 3];
/// random.shuffle(&mut order);
/// assert!(random.below(6) < 6 && random.bits(3) < 8);
/// order.sort_unstable();
/// assert_eq!(order, [0, 1, 2, 3]);
/// ```
#[derive(Debug, Clone)]
pub struct Random(SplitMix64);

impl Random {
    /// Starts the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// Returns the next number of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `bound`: one number of the stream times the bound, without its last 64 bits.
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        let bound = u128::try_from(bound).expect("usize fits u128");
        usize::try_from((u128::from(self.number()) * bound) >> 64).expect("less than the bound")
    }

    /// Returns a number of `bits` bits, at most 32.
    ///
    /// # Panics
    /// If `bits` exceeds 32.
    pub fn bits(&mut self, bits: u32) -> u64 {
        assert!(bits <= 32, "{bits} bits of 32");
        (self.number() >> 32) & ((1 << bits) - 1)
    }

    /// Puts a list into any of its orders, all equally likely (Fisher & Yates 1938, Durstenfeld 1964).
    ///
    /// # Complexity
    /// O(n) for n items.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Returns a hash of a number: the output of the generator for it as a state, so that every bit affects all
/// bits.
pub(crate) fn mix64(state: u64) -> u64 {
    Random::new(state.wrapping_sub(STATE_INCREMENT)).number()
}

/// Returns a hash of a number under a seed, for values that are visited in no fixed order, where a stream
/// would not do.
///
/// It is the number at place `value` in the stream of `SplitMix64` whose seed mixes `seed` and `value`.
#[must_use]
pub fn scattered(seed: u64, value: u64) -> u64 {
    mix64((seed ^ value.rotate_left(32)).wrapping_add(value.wrapping_mul(STATE_INCREMENT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([(); 5].map(|()| random.number()), published);
    }

    #[test]
    fn draws_use_the_high_bits_of_a_number() {
        let draw = || Random::new(1_234_567);
        assert_eq!(draw().below(1 << 16), 6_457_827_717_110_365_317 >> 48);
        assert_eq!(draw().bits(32), 6_457_827_717_110_365_317 >> 32);
        assert_eq!(draw().bits(0), 0);
    }

    #[test]
    fn a_hash_is_the_number_that_comes_after_a_state() {
        assert_eq!(mix64(STATE_INCREMENT.wrapping_add(1_234_567)), 6_457_827_717_110_365_317);
        assert_eq!(mix64(0), 0);
        assert_eq!(scattered(5, 0), mix64(5));
    }
}
