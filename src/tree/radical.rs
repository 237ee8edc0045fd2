//! Numbers p + √r with rational p and r ≥ 0, compared exactly.

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::fmt;

/// The number p + √r.
///
/// # Examples
/// ```
/// use isotask::tree::Radical;
/// use num_rational::BigRational;
/// let number = |p: i64, r: i64| Radical::new(BigRational::from_integer(p.into()), BigRational::from_integer(r.into()));
/// // 1 + √2 < √6 and 1 + √4 = 3.
/// assert!(number(1, 2) < number(0, 6));
/// assert_eq!(number(1, 4), number(3, 0));
/// assert_eq!(number(1, 2).to_string(), "1 + √2");
/// ```
#[derive(Debug, Clone)]
pub struct Radical {
    rational: BigRational,
    radicand: BigRational,
}

impl Radical {
    /// The number p + √r.
    ///
    /// # Panics
    /// If r is negative.
    #[must_use]
    pub fn new(rational: BigRational, radicand: BigRational) -> Self {
        assert!(!radicand.is_negative(), "√{radicand} is not real");
        let root = |x: &num_bigint::BigInt| Some(x.sqrt()).filter(|root| root * root == *x);
        match root(radicand.numer()).zip(root(radicand.denom())) {
            Some((top, bottom)) => {
                Self { rational: rational + BigRational::new(top, bottom), radicand: BigRational::zero() }
            }
            None => Self { rational, radicand },
        }
    }

    /// Returns the part p, which is the whole number if it is rational.
    #[must_use]
    pub fn rational(&self) -> &BigRational {
        &self.rational
    }

    /// Returns the number r under the root; 0 if the number is rational.
    #[must_use]
    pub fn radicand(&self) -> &BigRational {
        &self.radicand
    }
}

impl Ord for Radical {
    /// Computes the sign of d + √r - √s with d = p - q, by squaring.
    fn cmp(&self, other: &Self) -> Ordering {
        let d = &self.rational - &other.rational;
        let roots = self.radicand.cmp(&other.radicand);
        let sign = d.cmp(&BigRational::zero());
        if sign == Ordering::Equal || roots == Ordering::Equal || sign == roots {
            return if sign == Ordering::Equal { roots } else { sign };
        }
        if sign == Ordering::Less {
            return other.cmp(self).reverse();
        }
        // d > 0 and r < s: compare (d + √r)² with s, that is 2d√r with e = s - r - d².
        let e = &other.radicand - &self.radicand - &d * &d;
        if e.is_negative() {
            return Ordering::Greater;
        }
        let four = BigRational::from_integer(4.into());
        (four * &d * &d * &self.radicand).cmp(&(&e * &e))
    }
}

impl PartialOrd for Radical {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Radical {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Radical {}

impl From<BigRational> for Radical {
    fn from(rational: BigRational) -> Self {
        Self::new(rational, BigRational::zero())
    }
}

impl fmt::Display for Radical {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = if self.radicand.is_integer() {
            format!("√{}", self.radicand)
        } else {
            format!("√({})", self.radicand)
        };
        match (self.rational.is_zero(), self.radicand.is_zero()) {
            (_, true) => write!(formatter, "{}", self.rational),
            (true, false) => formatter.write_str(&root),
            (false, false) => write!(formatter, "{} + {root}", self.rational),
        }
    }
}
