//! Formulas with their places in a document.

use super::fault::{FaultAt, FormulaFault};
use super::formula::{Binders, Definition, Expression, Template};

/// A value read from a text of a document.
#[derive(Debug, Clone)]
pub(in crate::claims) struct FromText<T> {
    pub(in crate::claims) of: T,
    /// The text, as a path in the document: `claims[0].parts[1].formula`.
    pub(in crate::claims) place: String,
}

pub(in crate::claims) type Formula = FromText<Expression>;
pub(in crate::claims) type Sweep = FromText<Binders>;
pub(in crate::claims) type Words = FromText<Template>;

/// The result of reading a text of a formula, or a fault with its byte.
pub(super) type Read<T> = Result<T, (FormulaFault, usize)>;

impl<T> FromText<T> {
    fn read(place: &str, text: &str, read: impl Fn(&str) -> Read<T>) -> Result<Self, Box<FaultAt>> {
        match read(text) {
            Ok(of) => Ok(Self { of, place: place.to_owned() }),
            Err((fault, at)) => Err(Box::new(FaultAt { fault, place: place.to_owned(), column: at + 1 })),
        }
    }
}

impl Formula {
    pub(in crate::claims) fn parse(place: &str, text: &str) -> Result<Self, Box<FaultAt>> {
        Self::parse_after(0, place, text)
    }

    /// Reads the formula that follows the first `before` bytes of a text.
    pub(in crate::claims) fn parse_after(
        before: usize,
        place: &str,
        text: &str,
    ) -> Result<Self, Box<FaultAt>> {
        Self::read(place, text, |text| Expression::parse(text, before))
    }

    /// Reads a text; returns none if it is empty.
    pub(in crate::claims) fn parse_any(place: &str, text: &str) -> Result<Option<Self>, Box<FaultAt>> {
        if text.is_empty() { Ok(None) } else { Self::parse(place, text).map(Some) }
    }
}

impl FromText<Definition> {
    pub(in crate::claims) fn definition(place: &str, text: &str) -> Result<Self, Box<FaultAt>> {
        Self::read(place, text, Definition::parse)
    }
}

impl Sweep {
    pub(in crate::claims) fn parse(place: &str, text: &str) -> Result<Self, Box<FaultAt>> {
        Self::read(place, text, Binders::parse)
    }
}

impl Words {
    pub(in crate::claims) fn parse(place: &str, text: &str) -> Result<Self, Box<FaultAt>> {
        Self::read(place, text, Template::parse)
    }

    /// Reads a text; returns none if it is empty.
    pub(in crate::claims) fn parse_any(place: &str, text: &str) -> Result<Option<Self>, Box<FaultAt>> {
        if text.is_empty() { Ok(None) } else { Self::parse(place, text).map(Some) }
    }
}
