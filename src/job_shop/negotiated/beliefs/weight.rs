//! Non-negative numbers of any magnitude: what a way weighs is a product of many small factors.

use std::cmp::Ordering;
use std::ops::{Add, Mul};

/// digits · 2^power, with 32 binary digits, the first of them 1 unless all are 0. Sums and products are cut
/// off, not rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Weight {
    digits: u32,
    power: i32,
}

impl Weight {
    pub(super) const ZERO: Self = Self { digits: 0, power: i32::MIN / 2 };
    pub(super) const ONE: Self = Self { digits: 1 << 31, power: -31 };

    /// number · 2^power, of its first digits.
    #[inline]
    pub(super) fn new(number: u64, power: i32) -> Self {
        if number == 0 {
            return Self::ZERO;
        }
        let zeros = number.leading_zeros();
        let power = power + 32 - zeros.cast_signed();
        Self { digits: first(number << zeros), power }
    }

    /// What is left of it, at least 0.
    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        if self <= other {
            return Self::ZERO;
        }
        // Digits of the smaller below those of the greater count for a borrow.
        let gap = self.power.abs_diff(other.power).min(31);
        let less = (u64::from(other.digits) << 31) >> gap;
        Self::new((u64::from(self.digits) << 31) - less, self.power - 31)
    }

    /// The ratio of two, with so many binary digits behind the point, and `most` at most.
    #[inline]
    pub(super) fn over(self, other: Self, behind: i32, most: u64) -> u64 {
        if other.digits == 0 {
            return most;
        }
        let ratio = (u64::from(self.digits) << 31) / u64::from(other.digits);
        let shift = self.power.saturating_sub(other.power) - 31 + behind;
        match u32::try_from(shift) {
            Ok(up) if up > 31 => most.min(ratio.saturating_mul(u64::MAX)),
            Ok(up) => (ratio << up).min(most),
            Err(_) => ratio.checked_shr(shift.unsigned_abs()).unwrap_or(0).min(most),
        }
    }
}

impl Mul for Weight {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let product = u64::from(self.digits) * u64::from(other.digits);
        if product == 0 {
            return Self::ZERO;
        }
        // Between 2^62 and 2^64.
        let zeros = i32::from(product >> 63 == 0);
        Self { digits: first(product << zeros), power: self.power + other.power + 32 - zeros }
    }
}

impl Add for Weight {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (more, less) = if self.power < other.power { (other, self) } else { (self, other) };
        let gap = more.power.abs_diff(less.power);
        if gap > 31 {
            return more;
        }
        let sum = u64::from(more.digits) + u64::from(less.digits >> gap);
        let carry = i32::from(sum >> 32 != 0);
        Self { digits: first(sum << (32 - carry)), power: more.power + carry }
    }
}

impl PartialOrd for Weight {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Weight {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.power, self.digits).cmp(&(other.power, other.digits))
    }
}

/// The upper half.
fn first(number: u64) -> u32 {
    u32::try_from(number >> 32).expect("half of the digits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;

    /// The number in units of 2^-40.
    fn units(weight: Weight) -> u128 {
        match weight.power + 40 {
            up @ 0.. => u128::from(weight.digits) << up,
            down => u128::from(weight.digits) >> down.unsigned_abs().min(40),
        }
    }

    /// Whether a number lacks at most so many of 2^31 parts of what it should be.
    fn is_nearly(weight: Weight, units_wanted: u128, parts: u128) -> bool {
        let has = units(weight);
        has <= units_wanted && units_wanted - has <= (units_wanted >> 31) * parts + parts
    }

    #[test]
    fn sums_products_differences_and_ratios_are_those_of_numbers() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let bits = |random: &mut Random| {
                let bits = u32::try_from(random.below(33)).expect("few");
                random.bits(bits)
            };
            let (one, two) = (bits(&mut random), bits(&mut random));
            let (a, b) = (Weight::new(one, -4), Weight::new(two, -4));
            let (wide_one, wide_two) = (u128::from(one), u128::from(two));
            assert!(is_nearly(a + b, (wide_one + wide_two) << 36, 1), "{one} + {two}");
            assert!(is_nearly(a * b, (wide_one * wide_two) << 32, 1), "{one} * {two}");
            assert_eq!(a.cmp(&b), one.cmp(&two));
            assert!(is_nearly(a.minus(b), wide_one.saturating_sub(wide_two) << 36, 1), "{one} - {two}");
            if two > 0 {
                let (ratio, wanted) = (a.over(b, 20, 1 << 50), ((wide_one << 20) / wide_two).min(1 << 50));
                assert!(u128::from(ratio) <= wanted, "{one} / {two}");
                assert!(u128::from(ratio) + (wanted >> 30) + 1 >= wanted, "{one} / {two}: {ratio} {wanted}");
            }
        }
        assert_eq!(Weight::new(5, 0).over(Weight::ZERO, 20, 7), 7);
        assert_eq!(Weight::new(1, 900).over(Weight::ONE, 20, 7), 7);
        assert_eq!(Weight::new(1, -900).over(Weight::ONE, 20, 7), 0);
        assert_eq!(Weight::ZERO * Weight::ZERO + Weight::ONE, Weight::ONE);
    }
}
