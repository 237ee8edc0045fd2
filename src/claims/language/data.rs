//! The values of formulas: exact numbers, truth, texts and lists.

use super::fault::FormulaFault;
use super::surd::Surd;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// Binary digits of the longest number.
const DIGITS: u64 = 65_536;

/// A value. A number has one form: an integer if it is one and fits, else a fraction if it is rational. What is
/// rare stands in a box, so that an integer is moved fast.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::claims) enum Datum {
    Integer(i128),
    Fraction(Box<BigRational>),
    Irrational(Box<Surd>),
    Truth(bool),
    Text(Arc<str>),
    List(Arc<[Datum]>),
}

use Datum::{Fraction, Integer, Irrational, List, Text, Truth};

impl Datum {
    pub(in crate::claims) fn list(of: Vec<Self>) -> Self {
        List(of.into())
    }

    pub(in crate::claims) fn text(of: &str) -> Self {
        Text(of.into())
    }

    /// How many values there are, those in lists counted one by one; none if there are more than the limit.
    pub(super) fn size(&self, limit: usize) -> Option<usize> {
        let List(items) = self else { return limit.checked_sub(1).map(|_| 1) };
        items.iter().try_fold(1, |size, item| Some(size + item.size(limit.checked_sub(size)?)?))
    }

    fn kind(&self, expected: &'static str) -> FormulaFault {
        FormulaFault::Kind { expected, found: self.to_string() }
    }

    pub(in crate::claims) fn truth(&self) -> Result<bool, FormulaFault> {
        match self {
            Truth(holds) => Ok(*holds),
            other => Err(other.kind("a condition")),
        }
    }

    /// The number as a fraction.
    pub(in crate::claims) fn rational(&self) -> Result<BigRational, FormulaFault> {
        match self {
            Integer(number) => Ok(BigRational::from_integer((*number).into())),
            Fraction(number) => Ok(BigRational::clone(number)),
            other => Err(other.kind("a rational number")),
        }
    }

    pub(super) fn surd(&self) -> Result<Surd, FormulaFault> {
        match self {
            Irrational(number) => Ok(Surd::clone(number)),
            other => other.rational().map(Surd::from),
        }
    }

    pub(super) fn integer(&self) -> Result<i128, FormulaFault> {
        match self {
            Integer(number) => Ok(*number),
            other => Err(other.kind("an integer")),
        }
    }

    /// The integer, if it is one that fits.
    pub(super) fn small(&self) -> Option<i128> {
        match self {
            Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// An integer that is not negative.
    pub(in crate::claims) fn natural(&self) -> Result<u64, FormulaFault> {
        self.integer()?.try_into().map_err(|_| self.kind("an integer from 0 to 2^64 − 1"))
    }

    pub(in crate::claims) fn words(&self) -> Result<&str, FormulaFault> {
        match self {
            Text(text) => Ok(text),
            other => Err(other.kind("a text")),
        }
    }

    pub(in crate::claims) fn items(&self) -> Result<&Arc<[Self]>, FormulaFault> {
        match self {
            List(items) => Ok(items),
            other => Err(other.kind("a list")),
        }
    }

    pub(super) fn plus(&self, other: &Self) -> Result<Self, FormulaFault> {
        if let (Integer(a), Integer(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Integer(sum));
        }
        if let (Irrational(_), _) | (_, Irrational(_)) = (self, other) {
            return Ok(self.surd()?.plus(&other.surd()?).into());
        }
        bounded(self.rational()? + other.rational()?)
    }

    pub(super) fn negated(&self) -> Result<Self, FormulaFault> {
        match self {
            Integer(a) if *a != i128::MIN => Ok(Integer(-a)),
            Irrational(a) => Ok(a.negated().into()),
            other => bounded(-other.rational()?),
        }
    }

    pub(super) fn times(&self, other: &Self) -> Result<Self, FormulaFault> {
        if let (Integer(a), Integer(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Integer(product));
        }
        if let (Irrational(_), _) | (_, Irrational(_)) = (self, other) {
            return Ok(self.surd()?.times(&other.surd()?)?.into());
        }
        bounded(self.rational()? * other.rational()?)
    }

    pub(super) fn over(&self, other: &Self) -> Result<Self, FormulaFault> {
        if let Irrational(root) = other {
            return self.times(&root.inverse()?.into());
        }
        if let (Integer(a), Integer(b)) = (self, other)
            && a.checked_rem(*b) == Some(0)
        {
            return Ok(Integer(a / b));
        }
        let divisor = other.rational()?;
        if divisor.is_zero() {
            return Err(FormulaFault::Undefined("division by 0".to_owned()));
        }
        match self {
            Irrational(root) => Ok(root.times(&Surd::from(divisor.recip()))?.into()),
            _ => bounded(self.rational()? / divisor),
        }
    }

    /// The power to an integer, refused before it is computed if it has too many digits.
    pub(super) fn to_the(&self, exponent: &Self) -> Result<Self, FormulaFault> {
        let power = exponent.integer()?;
        let size = u64::try_from(power.unsigned_abs()).map_err(|_| FormulaFault::Digits)?;
        if let Irrational(_) = self {
            let product = (0..size.min(64)).try_fold(Integer(1), |product, _| product.times(self))?;
            return if power < 0 { Integer(1).over(&product) } else { Ok(product) };
        }
        if let (Integer(base), Ok(size)) = (self, u32::try_from(size))
            && power >= 0
            && let Some(power) = base.checked_pow(size)
        {
            return Ok(Integer(power));
        }
        let base = self.rational()?;
        if base.is_zero() && power < 0 {
            return Err(FormulaFault::Undefined("division by 0".to_owned()));
        }
        let digits = base.numer().bits().max(base.denom().bits());
        if !base.abs().is_one() && digits.checked_mul(size).is_none_or(|digits| digits > DIGITS) {
            return Err(FormulaFault::Digits);
        }
        let size = if base.abs().is_one() { size % 2 } else { size };
        let size = u32::try_from(size).map_err(|_| FormulaFault::Digits)?;
        let powered = BigRational::new(Pow::pow(base.numer(), size), Pow::pow(base.denom(), size));
        bounded(if power < 0 { powered.recip() } else { powered })
    }

    pub(super) fn root(&self) -> Result<Self, FormulaFault> {
        Surd::root(&self.rational()?).map(Self::from)
    }

    pub(super) fn floor(&self) -> Result<Self, FormulaFault> {
        match self {
            Integer(_) => Ok(self.clone()),
            Irrational(root) => bounded(root.floor()),
            other => bounded(other.rational()?.floor()),
        }
    }

    /// The order of two numbers, of two texts, or of two lists, item by item.
    pub(super) fn compared(&self, other: &Self) -> Result<Ordering, FormulaFault> {
        match (self, other) {
            (Integer(a), Integer(b)) => Ok(a.cmp(b)),
            (Truth(a), Truth(b)) => Ok(a.cmp(b)),
            (Text(a), Text(b)) => Ok(a.cmp(b)),
            (List(a), List(b)) => {
                for (x, y) in a.iter().zip(b.iter()) {
                    let order = x.compared(y)?;
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                }
                Ok(a.len().cmp(&b.len()))
            }
            (Irrational(_), _) | (_, Irrational(_)) => Ok(self.surd()?.plus(&other.surd()?.negated()).sign()),
            _ => Ok(self.rational()?.cmp(&other.rational()?)),
        }
    }
}

/// A number of not too many digits.
fn bounded(number: BigRational) -> Result<Datum, FormulaFault> {
    if number.numer().bits().max(number.denom().bits()) > DIGITS {
        return Err(FormulaFault::Digits);
    }
    Ok(number.into())
}

impl From<BigRational> for Datum {
    fn from(number: BigRational) -> Self {
        match number.numer().to_i128() {
            Some(whole) if number.is_integer() => Integer(whole),
            _ => Fraction(Box::new(number)),
        }
    }
}

impl From<BigInt> for Datum {
    fn from(number: BigInt) -> Self {
        BigRational::from_integer(number).into()
    }
}

impl From<u64> for Datum {
    fn from(number: u64) -> Self {
        Integer(number.into())
    }
}

impl From<Surd> for Datum {
    fn from(number: Surd) -> Self {
        number.rational().map_or_else(|| Irrational(Box::new(number)), Self::from)
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer(number) => number.fmt(formatter),
            Fraction(number) => number.fmt(formatter),
            Irrational(number) => number.fmt(formatter),
            Truth(holds) => holds.fmt(formatter),
            Text(text) => formatter.write_str(text),
            List(items) => {
                formatter.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(formatter, "{}{item}", if place > 0 { ", " } else { "" })?;
                }
                formatter.write_str("]")
            }
        }
    }
}
