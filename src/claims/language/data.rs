//! The values of formulas: exact numbers, truth, texts and lists.

use super::fault::FormulaFault;
use super::held::Counted;
use super::surd::Surd;
use super::{MAX_NUMBER_BITS, MAX_TEXT_BYTES};
use crate::model::count_of;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::sync::Arc;

/// The result of a function of the language.
pub(super) type Found = Result<Datum, FormulaFault>;

/// A function's name, the number of its arguments (0 for one or more), and its value.
pub(super) type Entry = (&'static str, usize, fn(&[Datum]) -> Found);

/// A value of a formula. A number has one form: an integer if it is one and fits, else a fraction if it is
/// rational. All values on the heap are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::claims) enum Datum {
    Integer(i128),
    Fraction(Arc<Counted<BigRational>>),
    Irrational(Arc<Counted<Surd>>),
    Truth(bool),
    Text(Arc<Counted<String>>),
    List(Arc<Counted<Vec<Datum>>>),
}

use Datum::{Fraction, Integer, Irrational, List, Text, Truth};

impl Datum {
    pub(in crate::claims) fn list(of: Vec<Self>) -> Self {
        let size = of.iter().fold(1, |size: u64, item| size.saturating_add(item.size()));
        let depth = of.iter().map(Self::depth).max().unwrap_or(0) + 1;
        List(Counted::new(of.len() + 2, size, depth, of))
    }

    pub(in crate::claims) fn text(of: &str) -> Self {
        let places = of.len() / 32 + 2;
        Text(Counted::new(places, count_of(places), 0, of.to_owned()))
    }

    /// Joins the displayed values by a separator, if the text is not too long.
    pub(super) fn joined<'d>(
        of: impl IntoIterator<Item = &'d Self>,
        between: &str,
    ) -> Result<Self, FormulaFault> {
        let mut text = Bounded { text: String::new(), most: MAX_TEXT_BYTES };
        for (place, item) in of.into_iter().enumerate() {
            let separator = if place > 0 { between } else { "" };
            write!(text, "{separator}{item}").map_err(|_| FormulaFault::Letters)?;
        }
        Ok(Self::text(&text.text))
    }

    /// Returns the number of values; items of lists and parts of long values count one by one.
    pub(super) fn size(&self) -> u64 {
        match self {
            Integer(_) | Truth(_) => 1,
            Fraction(of) => of.size,
            Irrational(of) => of.size,
            Text(of) => of.size,
            List(of) => of.size,
        }
    }

    /// Returns the depth of nested lists.
    pub(super) fn depth(&self) -> u32 {
        match self {
            List(of) => of.depth,
            _ => 0,
        }
    }

    fn kind(&self, expected: &'static str) -> FormulaFault {
        let mut found = Bounded { text: String::new(), most: 80 };
        if write!(found, "{self}").is_err() {
            found.text.push('…');
        }
        FormulaFault::Kind { expected, found: found.text }
    }

    pub(in crate::claims) fn truth(&self) -> Result<bool, FormulaFault> {
        match self {
            Truth(holds) => Ok(*holds),
            other => Err(other.kind("a condition")),
        }
    }

    /// Returns the number as a fraction.
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

    /// Returns an integer that is not negative.
    pub(in crate::claims) fn natural(&self) -> Result<u64, FormulaFault> {
        self.integer()?.try_into().map_err(|_| self.kind("an integer from 0 to 2^64 − 1"))
    }

    pub(in crate::claims) fn words(&self) -> Result<&str, FormulaFault> {
        match self {
            Text(text) => Ok(text),
            other => Err(other.kind("a text")),
        }
    }

    pub(in crate::claims) fn items(&self) -> Result<&[Self], FormulaFault> {
        match self {
            List(items) => Ok(items),
            other => Err(other.kind("a list")),
        }
    }

    /// Refuses to compare values of different kinds.
    pub(super) fn require_like(&self, other: &Self) -> Result<(), FormulaFault> {
        let kind = |of: &Self| match of {
            Integer(_) | Fraction(_) | Irrational(_) => "a number",
            Truth(_) => "a condition",
            Text(_) => "a text",
            List(_) => "a list",
        };
        if kind(self) == kind(other) { Ok(()) } else { Err(other.kind(kind(self))) }
    }

    pub(super) fn plus(&self, other: &Self) -> Result<Self, FormulaFault> {
        if let (Integer(a), Integer(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Integer(sum));
        }
        if let (Irrational(_), _) | (_, Irrational(_)) = (self, other) {
            return Ok(self.surd()?.plus(&other.surd()?)?.into());
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

    /// Computes the power to an integer; refuses it before the computation if it has too many digits.
    pub(super) fn to_the(&self, exponent: &Self) -> Result<Self, FormulaFault> {
        let power = exponent.integer()?;
        let size = u64::try_from(power.unsigned_abs()).map_err(|_| FormulaFault::Digits)?;
        if let Irrational(_) = self {
            // The digits grow with every factor, so a greater power has too many.
            if size > 2 * MAX_NUMBER_BITS {
                return Err(FormulaFault::Digits);
            }
            let (mut product, mut square, mut left) = (Integer(1), self.clone(), size);
            while left > 0 {
                if left % 2 == 1 {
                    product = product.times(&square)?;
                }
                left /= 2;
                if left > 0 {
                    square = square.times(&square)?;
                }
            }
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
        if !base.abs().is_one() && digits.checked_mul(size).is_none_or(|digits| digits > MAX_NUMBER_BITS) {
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
            Irrational(root) => bounded(root.floor()?),
            other => bounded(other.rational()?.floor()),
        }
    }

    /// Compares two numbers, two texts, or two lists item by item.
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
            (Irrational(_), _) | (_, Irrational(_)) => self.surd()?.plus(&other.surd()?.negated())?.sign(),
            _ => Ok(self.rational()?.cmp(&other.rational()?)),
        }
    }
}

/// A text that grows up to a bound.
struct Bounded {
    text: String,
    most: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = self.most - self.text.len();
        if more.len() <= room {
            self.text.push_str(more);
            return Ok(());
        }
        let fits = more.char_indices().take_while(|(at, letter)| at + letter.len_utf8() <= room);
        self.text.extend(fits.map(|(_, letter)| letter));
        Err(fmt::Error)
    }
}

/// Returns the number unless it has too many digits.
fn bounded(number: BigRational) -> Result<Datum, FormulaFault> {
    if number.numer().bits().max(number.denom().bits()) > MAX_NUMBER_BITS {
        return Err(FormulaFault::Digits);
    }
    Ok(number.into())
}

impl From<BigRational> for Datum {
    fn from(number: BigRational) -> Self {
        match number.numer().to_i128() {
            Some(whole) if number.is_integer() => Integer(whole),
            _ => {
                let places = usize::try_from((number.numer().bits() + number.denom().bits()) / 256);
                let places = places.unwrap_or(usize::MAX).saturating_add(2);
                Fraction(Counted::new(places, count_of(places), 0, number))
            }
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
        if let Some(rational) = number.rational() {
            return rational.into();
        }
        let places = number.places();
        Irrational(Counted::new(places, count_of(places), 0, number))
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer(number) => number.fmt(formatter),
            Fraction(number) => BigRational::fmt(number, formatter),
            Irrational(number) => Surd::fmt(number, formatter),
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
