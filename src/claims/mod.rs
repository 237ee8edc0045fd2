//! What the papers print, implemented as printed and held against what Isotask constructs, bounds and proves.
//!
//! A [`Claim`] is a theorem, formula, table entry or example of a paper with its place and words. Its [`Part`]s are
//! judged one by one over a stated range of instances: the statement as printed, or its readings where the text leaves
//! several; the statement under a restriction; a corrected formula. Every instance is a row that says what is
//! claimed of a value, between which bounds the value is proved to lie, and how.
//!
//! | verdict | when |
//! |---|---|
//! | `confirmed` | a reading holds on every instance of the range |
//! | `narrower` | every reading fails on an instance, and the statement holds on every instance of a restriction that is named |
//! | `refuted` | every reading fails on an instance, and no restriction is known that saves it |
//! | `open` | on some instance no reading is proved or refuted |
//!
//! A value counts as true only where an independent proof stands behind it: a certificate that the checker accepts, whose bound
//! binds the schedules that the claim speaks of and meets its value; an exhaustive search; a count or identity in
//! exact arithmetic. The papers speak of all algorithms unless they say otherwise, so a bound on symmetric schedules
//! alone leaves such a claim open.
//!
//! # Adding a claim
//! Put it into the list `CLAIMS` of a file of its paper, evaluated by functions that the macro `formula!` keeps as text
//! beside their code, and judged by rows that [`Docket`] takes. Methods are named, never left to the default, so that the
//! result does not depend on features.

mod code;
mod docket;
mod exact;
mod judge;
mod own;
mod p1;
mod p2;
mod p3;
mod p4;
mod p5;
mod prove;

pub use docket::{Docket, NamedCertificate, Proved};
pub use exact::Value;
pub use judge::{Judged, judge};

use crate::check::Rejection;
use crate::model::ModelError;
use crate::solve::SolveError;
use crate::wire::{PartRole, WireError};
use thiserror::Error;

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
    role: PartRole,
    text: &'static str,
    derivation: &'static str,
    code: &'static str,
    range: &'static str,
    judge: Judge,
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

/// Why a claim could not be judged: a fault of Isotask, never of the claim.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A task of a claim is none.
    #[error("a task is at fault: {0}")]
    Model(#[from] ModelError),
    /// A task of a claim was not solved.
    #[error("a task was not solved: {0}")]
    Solve(#[from] SolveError),
    /// A search ended without a schedule.
    #[error("no schedule was found: {0}")]
    Unsolved(String),
    /// A certificate of a claim is refused.
    #[error("a certificate is refused: {0}")]
    Refused(#[from] Rejection),
    /// A stored certificate cannot be read.
    #[error("a stored certificate cannot be read: {0}")]
    Stored(#[from] WireError),
    /// What a proof needs did not come about.
    #[error("{0}")]
    Broken(String),
}

/// All claims, paper by paper, Isotask's own last.
#[must_use]
pub fn all() -> Vec<&'static Claim> {
    [p1::LISTS, p2::LISTS, p3::LISTS, p4::LISTS, p5::LISTS, own::LISTS]
        .concat()
        .into_iter()
        .flatten()
        .collect()
}

/// The claims that a name selects: the one of this identifier; else, or if the name ends with a point, all below it (`P1`, `P1.ring`,
/// `P4.path.`).
#[must_use]
pub fn select(name: &str) -> Vec<&'static Claim> {
    match all().into_iter().find(|claim| claim.id == name) {
        Some(claim) => vec![claim],
        None => below(name.strip_suffix('.').unwrap_or(name)),
    }
}

/// The claims whose identifier is the name or goes on after it with a point.
fn below(name: &str) -> Vec<&'static Claim> {
    let is_below =
        |id: &str| id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    all().into_iter().filter(|claim| is_below(claim.id)).collect()
}

/// The identifiers nearest to a name that selects nothing, the nearest first.
#[must_use]
pub fn nearest(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let mut known: Vec<_> =
        all().iter().map(|claim| (distance(&wanted, &claim.id.to_lowercase()), claim.id)).collect();
    known.sort_unstable();
    known.into_iter().take(3).map(|(_, id)| id).collect()
}

/// Letters to insert, delete or replace (Levenshtein 1966), O(|a|·|b|).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut above = row[0];
        row[0] = i + 1;
        for (j, &other) in b.iter().enumerate() {
            let replaced = above + usize::from(letter != other);
            above = row[j + 1];
            row[j + 1] = replaced.min(above + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
