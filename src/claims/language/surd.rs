//! Sums of square roots of rationals, which are compared exactly.

use super::fault::FormulaFault;
use super::{MAX_NUMBER_BITS, MAX_ROOTS};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// A sum Σ c √r over different square-free r, none of the c being 0; r = 1 is the rational part.
///
/// Such roots are independent over the rationals, so that two sums are equal if and only if all their c are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::claims) struct Surd(BTreeMap<u64, BigRational>);

impl Surd {
    /// Computes the root of a rational that is not negative.
    pub(super) fn root(of: &BigRational) -> Result<Self, FormulaFault> {
        if of.is_negative() {
            return Err(FormulaFault::Undefined("the square root of a negative number".to_owned()));
        }
        // √(a/b) = √(ab)/b
        let radicand = of.numer() * of.denom();
        let whole = radicand.sqrt();
        if &whole * &whole == radicand {
            return Ok(Self::from(BigRational::new(whole, of.denom().clone())));
        }
        let left = radicand.to_u64().ok_or_else(|| root_fault(of))?;
        let (square, left) = split(left);
        let factor = BigRational::new(square.into(), of.denom().clone());
        Ok(Self(BTreeMap::from([(left, factor)])))
    }

    /// Returns the number if it is rational.
    pub(super) fn rational(&self) -> Option<BigRational> {
        match self.0.iter().next() {
            None => Some(BigRational::zero()),
            Some((1, factor)) if self.0.len() == 1 => Some(factor.clone()),
            _ => None,
        }
    }

    pub(super) fn plus(&self, other: &Self) -> Result<Self, FormulaFault> {
        let mut sum = self.clone();
        for (radicand, factor) in &other.0 {
            sum.add(*radicand, factor.clone());
        }
        sum.bounded()
    }

    pub(super) fn negated(&self) -> Self {
        Self(self.0.iter().map(|(radicand, factor)| (*radicand, -factor)).collect())
    }

    pub(super) fn times(&self, other: &Self) -> Result<Self, FormulaFault> {
        let mut product = Self(BTreeMap::new());
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let common = num_integer::gcd(*a, *b);
                let radicand = (a / common).checked_mul(b / common);
                let radicand =
                    radicand.ok_or_else(|| root_fault(&format!("{}·{}", a / common, b / common)))?;
                product.add(radicand, x * y * BigRational::from_integer(common.into()));
            }
        }
        product.bounded()
    }

    /// Returns the sum if it has neither too many roots nor too many digits.
    fn bounded(self) -> Result<Self, FormulaFault> {
        if self.0.len() > MAX_ROOTS {
            return Err(FormulaFault::Roots);
        }
        if self.0.values().any(|factor| factor.numer().bits().max(factor.denom().bits()) > MAX_NUMBER_BITS) {
            return Err(FormulaFault::Digits);
        }
        Ok(self)
    }

    /// Returns its size in values of 32 bytes.
    pub(super) fn places(&self) -> usize {
        let digits = |factor: &BigRational| factor.numer().bits() + factor.denom().bits();
        let digits: u64 = self.0.values().map(|factor| 1024 + digits(factor)).sum();
        usize::try_from(digits / 256).unwrap_or(usize::MAX)
    }

    /// Computes 1 over a number of one term.
    pub(super) fn inverse(&self) -> Result<Self, FormulaFault> {
        match self.0.iter().next() {
            // 1/(c√r) = √r/(cr)
            Some((radicand, factor)) if self.0.len() == 1 => {
                let radicand_factor = factor * BigRational::from_integer((*radicand).into());
                Ok(Self(BTreeMap::from([(*radicand, radicand_factor.recip())])))
            }
            _ => Err(FormulaFault::Undefined(format!("1/({self}) is not taken"))),
        }
    }

    fn add(&mut self, radicand: u64, factor: BigRational) {
        let sum = self.0.remove(&radicand).unwrap_or_else(BigRational::zero) + factor;
        if !sum.is_zero() {
            self.0.insert(radicand, sum);
        }
    }

    /// Computes the sign by narrowing enclosures of the roots until they exclude zero. This ends, since a sum
    /// with a term is not zero.
    pub(super) fn sign(&self) -> Result<Ordering, FormulaFault> {
        if self.0.is_empty() {
            return Ok(Ordering::Equal);
        }
        let mut digits = 32_u32;
        loop {
            let (low, high) = self.enclosure(digits);
            if low.is_positive() {
                return Ok(Ordering::Greater);
            }
            if high.is_negative() {
                return Ok(Ordering::Less);
            }
            digits = doubled(digits)?;
        }
    }

    /// Returns the greatest integer that is not greater than the sum.
    pub(super) fn floor(&self) -> Result<BigRational, FormulaFault> {
        if let Some(rational) = self.rational() {
            return Ok(rational.floor());
        }
        let mut digits = 32_u32;
        loop {
            let (low, high) = self.enclosure(digits);
            if low.floor() == high.floor() {
                return Ok(low.floor());
            }
            digits = doubled(digits)?;
        }
    }

    /// Returns bounds on the sum, with each root to `digits` binary digits.
    fn enclosure(&self, digits: u32) -> (BigRational, BigRational) {
        let scale = BigInt::one() << digits;
        let (mut low, mut high) = (BigRational::zero(), BigRational::zero());
        for (radicand, factor) in &self.0 {
            let root = (BigInt::from(*radicand) << (2 * digits)).sqrt();
            let next = if *radicand == 1 { root.clone() } else { &root + 1 };
            let (below, above) = (
                BigRational::new(root, scale.clone()) * factor,
                BigRational::new(next, scale.clone()) * factor,
            );
            let (below, above) = if factor.is_negative() { (above, below) } else { (below, above) };
            low += below;
            high += above;
        }
        (low, high)
    }
}

impl From<BigRational> for Surd {
    fn from(number: BigRational) -> Self {
        let mut sum = Self(BTreeMap::new());
        sum.add(1, number);
        sum
    }
}

impl fmt::Display for Surd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (radicand, factor)) in self.0.iter().enumerate() {
            let sign = match (place, factor.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            formatter.write_str(sign)?;
            let size = factor.abs();
            if *radicand == 1 {
                write!(formatter, "{size}")?;
            } else {
                let under = &size * &size * BigRational::from_integer((*radicand).into());
                write!(formatter, "√{under}")?;
            }
        }
        Ok(())
    }
}

/// Doubles the digits, if that is not too many.
fn doubled(digits: u32) -> Result<u32, FormulaFault> {
    if u64::from(digits) < MAX_NUMBER_BITS { Ok(2 * digits) } else { Err(FormulaFault::Digits) }
}

/// Makes the fault for the root of a number that is too large to be factored.
fn root_fault(radicand: &impl fmt::Display) -> FormulaFault {
    let whole = radicand.to_string();
    let mut shown: String = whole.chars().take(60).collect();
    if shown.len() < whole.len() {
        shown.push('…');
    }
    FormulaFault::Root(shown)
}

/// Writes a number as a² b with b free of squares.
fn split(number: u64) -> (u64, u64) {
    let (mut square, mut free, mut left, mut prime) = (1, 1, number, 2_u64);
    // After the loop, the rest has at most two prime factors.
    while prime.saturating_pow(3) <= left {
        while left.is_multiple_of(prime * prime) {
            square *= prime;
            left /= prime * prime;
        }
        if left.is_multiple_of(prime) {
            free *= prime;
            left /= prime;
        }
        prime += 1;
    }
    let root = num_integer::Roots::sqrt(&left);
    if root * root == left { (square * root, free) } else { (square, free * left) }
}

#[cfg(test)]
mod tests {
    use super::{Surd, split};
    use num_rational::BigRational;
    use std::cmp::Ordering;

    fn root(of: i64) -> Surd {
        Surd::root(&BigRational::from_integer(of.into())).expect("not negative")
    }

    #[test]
    fn squares_are_taken_out_of_roots() {
        assert_eq!((split(72), split(49), split(30), split(8)), ((6, 2), (7, 1), (1, 30), (2, 2)));
        assert_eq!(
            root(8).times(&root(2)).map(|x| x.rational()),
            Ok(Some(BigRational::from_integer(4.into())))
        );
    }

    #[test]
    fn sums_of_roots_are_compared_exactly() {
        // (√2 + √3)² = 5 + √24
        let sum = root(2).plus(&root(3)).expect("two roots");
        let five = Surd::from(BigRational::from_integer(5.into()));
        assert_eq!(sum.times(&sum), five.plus(&root(24)));
        // √10 + √11 exceeds √5 + √18 by two parts in ten thousand.
        let sums = root(10).plus(&root(11)).and_then(|sum| sum.plus(&root(5).negated()));
        let difference = sums.and_then(|sum| sum.plus(&root(18).negated()));
        assert_eq!(difference.and_then(|of| of.sign()), Ok(Ordering::Greater));
        assert_eq!(root(10).floor(), Ok(BigRational::from_integer(3.into())));
    }
}
