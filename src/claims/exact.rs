//! Exact values of formulas.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use std::fmt;

/// An exact number, written as an integer or a fraction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub BigRational);

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            fn from(number: $type) -> Self {
                Self(BigRational::from_integer(number.into()))
            }
        }
    )*};
}
from_integers!(u32, u64, usize, u128, i64, i128, BigInt);

impl From<BigRational> for Value {
    fn from(number: BigRational) -> Self {
        Self(number)
    }
}

impl From<Ratio<u64>> for Value {
    fn from(number: Ratio<u64>) -> Self {
        Self(ratio(*number.numer(), *number.denom()))
    }
}

/// Returns the fraction a / b.
pub(super) fn ratio(a: impl Into<BigInt>, b: impl Into<BigInt>) -> BigRational {
    BigRational::new(a.into(), b.into())
}

/// Returns an integer as a fraction.
pub(super) fn whole(a: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(a.into())
}
