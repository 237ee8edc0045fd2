//! What the papers print, implemented as printed and held against what Isotask constructs, bounds and proves.
//!
//! A [`Claim`] is a theorem, formula, table entry or example of a paper with its place and words. Its
//! [`Part`]s are judged one by one over a stated range of instances: the statement as printed, or its
//! readings where the text leaves several; the statement under a restriction; a corrected formula. Every
//! instance is a row that says what is claimed of a value, between which bounds the value is proved to lie,
//! and how.
//!
//! | verdict | when |
//! |---|---|
//! | `confirmed` | a reading holds on every instance of the range |
//! | `narrower` | every reading fails on an instance, and the statement holds on every instance of a restriction that is named |
//! | `refuted` | every reading fails on an instance, and no restriction is known that saves it |
//! | `open` | on some instance no reading is proved or refuted |
//!
//! A value counts as true only where an independent proof stands behind it: a certificate that the checker
//! accepts, whose bound binds the schedules that the claim speaks of and meets its value; an exhaustive
//! search; a count or identity in exact arithmetic. The papers speak of all algorithms unless they say
//! otherwise, so a bound on symmetric schedules alone leaves such a claim open.
//!
//! # Adding a claim
//! Put it into the list `CLAIMS` of a file of its paper, evaluated by functions that the macro `formula!`
//! keeps as text beside their code, and judged by rows that [`Docket`] takes. Methods are named, never left
//! to the default, so that the result does not depend on features.

mod claim;
mod code;
mod docket;
mod error;
mod exact;
mod judge;
mod own;
mod p1;
mod p2;
mod p3;
mod p4;
mod p5;
mod prove;

pub use claim::Claim;
#[doc(hidden)]
pub use claim::{Judge, Part};
#[doc(hidden)]
pub use docket::{Docket, NamedCertificate, Proved};
pub use error::ClaimError;
pub use exact::Value;
pub use judge::{Judged, judge};

/// All claims, paper by paper, Isotask's own last.
#[must_use]
pub fn all() -> Vec<&'static Claim> {
    [p1::LISTS, p2::LISTS, p3::LISTS, p4::LISTS, p5::LISTS, own::LISTS]
        .concat()
        .into_iter()
        .flatten()
        .collect()
}

/// The claims that a name selects: the one of this identifier; else, or if the name ends with a point, all
/// below it (`P1`, `P1.ring`, `P4.path.`).
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
