//! Numbers p + q·log₂ m with rational p and q, compared with rational ones exactly.

use super::Radical;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;

/// The number p + q·log₂ m.
///
/// # Examples
/// ```
/// use isotask::tree::Logarithmic;
/// use num_rational::BigRational;
/// let number = |p: i64| BigRational::from_integer(p.into());
/// let found = Logarithmic::new(number(1), number(2), 5);
/// assert_eq!((found.to_string(), found.decimal()), ("1 + 2·log₂ 5".into(), Some("5.643".into())));
/// assert_eq!(found.compare(&number(6)), Some(std::cmp::Ordering::Less));
/// assert_eq!(Logarithmic::new(number(1), number(2), 8).rational(), Some(&number(7)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logarithmic {
    rational: BigRational,
    factor: BigRational,
    argument: u64,
}

/// The bits after the point of the bounds of a logarithm, one attempt after the other.
const BITS: [u32; 2] = [12, 18];

impl Logarithmic {
    /// The number p + q·log₂ m.
    ///
    /// # Panics
    /// If m is 0.
    #[must_use]
    pub fn new(rational: BigRational, factor: BigRational, argument: u64) -> Self {
        assert!(argument > 0, "0 has no logarithm");
        if factor.is_zero() || argument.is_power_of_two() {
            let whole = BigRational::from_integer(argument.ilog2().into());
            return Self { rational: rational + factor * whole, factor: BigRational::zero(), argument: 1 };
        }
        Self { rational, factor, argument }
    }

    /// Returns the number if it is rational, which it is exactly where q = 0 or m is a power of two.
    #[must_use]
    pub fn rational(&self) -> Option<&BigRational> {
        self.factor.is_zero().then_some(&self.rational)
    }

    /// Returns x·y + z for this number y.
    #[must_use]
    pub fn scaled(&self, by: &BigRational, plus: &BigRational) -> Self {
        Self::new(&self.rational * by + plus, &self.factor * by, self.argument)
    }

    /// Compares the number with a rational one; none if they differ by too little to be told apart.
    ///
    /// An irrational number is enclosed: ⌊2ᵏ·log₂ m⌋ is one less than the bits of m to the power 2ᵏ.
    ///
    /// # Complexity
    /// A square of 2¹⁸·log₂ m bits at most.
    #[must_use]
    pub fn compare(&self, other: &BigRational) -> Option<Ordering> {
        if let Some(rational) = self.rational() {
            return Some(rational.cmp(other));
        }
        BITS.into_iter().find_map(|bits| {
            let (low, high) = self.enclosed(bits);
            if low > *other { Some(Ordering::Greater) } else { (high < *other).then_some(Ordering::Less) }
        })
    }

    /// Returns the decimal, cut off after three places or earlier where the bounds differ; none of a rational
    /// number.
    #[must_use]
    pub fn decimal(&self) -> Option<String> {
        if self.rational().is_some() {
            return None;
        }
        let (low, high) = self.enclosed(BITS[1]);
        cut_off(&low, &high)
    }

    /// Bounds of the number.
    fn enclosed(&self, bits: u32) -> (BigRational, BigRational) {
        let mut power = BigInt::from(self.argument);
        for _ in 0..bits {
            power = &power * &power;
        }
        let scale = BigInt::one() << bits;
        let low = BigRational::new(BigInt::from(power.bits() - 1), scale.clone());
        let high = &low + BigRational::new(BigInt::one(), scale);
        let (one, other) = (&self.factor * low, &self.factor * high);
        let (low, high) = if self.factor.is_negative() { (other, one) } else { (one, other) };
        (&self.rational + low, &self.rational + high)
    }
}

impl From<BigRational> for Logarithmic {
    fn from(rational: BigRational) -> Self {
        Self::new(rational, BigRational::zero(), 1)
    }
}

impl fmt::Display for Logarithmic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rational.is_zero(), self.factor.is_zero(), self.factor.is_one()) {
            (_, true, _) => return write!(formatter, "{}", self.rational),
            (false, false, _) => write!(formatter, "{} + ", self.rational)?,
            (true, false, _) => {}
        }
        if !self.factor.is_one() {
            write!(formatter, "{}·", self.factor)?;
        }
        write!(formatter, "log₂ {}", self.argument)
    }
}

impl Radical {
    /// Returns the decimal, cut off after three places; none of a rational number.
    #[must_use]
    pub fn decimal(&self) -> Option<String> {
        let scale = BigInt::from(10).pow(9);
        let square = BigRational::from_integer(&scale * &scale);
        let root = (self.radicand() * square).floor().to_integer().sqrt();
        let bound = |root: BigInt| self.rational() + BigRational::new(root, scale.clone());
        if self.radicand().is_zero() {
            return None;
        }
        cut_off(&bound(root.clone()), &bound(root + 1))
    }
}

/// Returns the decimal of a positive number, as far as a lower and an upper bound agree, but three places at
/// most.
fn cut_off(low: &BigRational, high: &BigRational) -> Option<String> {
    let floor = |number: &BigRational, places: u32| {
        (number * BigRational::from_integer(BigInt::from(10).pow(places))).floor().to_integer()
    };
    let agree = |&places: &u32| !low.is_negative() && floor(low, places) == floor(high, places);
    let places = (0..=3).rev().find(agree)?;
    let width = usize::try_from(places).ok()?;
    let digits = format!("{:0>width$}", floor(low, places).to_string(), width = width + 1);
    let (whole, rest) = digits.split_at(digits.len() - width);
    Some(if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") })
}
