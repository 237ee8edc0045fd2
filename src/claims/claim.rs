//! A claim: what is said where, and the functions that judge it.

use super::{ClaimError, Docket};
use crate::wire::PartRole;

/// A statement of a paper.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// Its identifier: the paper, then what names it there; parts separated by points.
    pub id: &'static str,
    /// Where it stands.
    pub place: &'static str,
    /// What it says, in words.
    pub statement: &'static str,
    /// The formula as printed; empty where there is none.
    pub printed: &'static str,
    /// What is judged.
    pub parts: &'static [Part],
}

/// One form of a claim with the function that judges it.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub(super) role: PartRole,
    pub(super) text: &'static str,
    pub(super) derivation: &'static str,
    pub(super) code: &'static str,
    pub(super) range: &'static str,
    pub(super) judge: Judge,
}

/// Puts a row into the docket for every instance of the range, by increasing size.
pub type Judge = fn(&mut Docket) -> Result<(), ClaimError>;

impl Part {
    /// The statement as printed.
    #[must_use]
    pub const fn printed(code: &'static str, range: &'static str, judge: Judge) -> Self {
        Self { role: PartRole::Printed, text: "", derivation: "", code, range, judge }
    }

    /// One of several readings, said in `text`.
    #[must_use]
    pub const fn reading(text: &'static str, code: &'static str, range: &'static str, judge: Judge) -> Self {
        Self { role: PartRole::Reading, text, derivation: "", code, range, judge }
    }

    /// The statement under a restriction, said in `text`.
    #[must_use]
    pub const fn restriction(
        text: &'static str,
        code: &'static str,
        range: &'static str,
        judge: Judge,
    ) -> Self {
        Self { role: PartRole::Restriction, text, derivation: "", code, range, judge }
    }

    /// What is true instead: the formula in `text`, and why it holds.
    #[must_use]
    pub const fn correction(
        text: &'static str,
        derivation: &'static str,
        code: &'static str,
        range: &'static str,
        judge: Judge,
    ) -> Self {
        Self { role: PartRole::Correction, text, derivation, code, range, judge }
    }
}
