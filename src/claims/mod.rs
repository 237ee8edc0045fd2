//! Judges the claims of the papers as printed, against the schedules, bounds and proofs of Isotask.
//!
//! A [`Claim`] is a theorem, formula, table entry or example of a paper with its place and words. Its
//! Parts are judged one by one over a stated range of instances: the statement as printed, or its
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
//! Put it into a document of `models/claims` (the guide's page on claims shows how): a formula of the
//! language, the instances, and the task, schedule or count with which it is compared. A statement that no
//! formula can express, such as a search over all algorithms, is judged by a function of the list in
//! `structural`. Name the methods, never leave them to the default, so that the result does not depend on
//! features.

mod claim;
mod closed_forms;
mod code;
mod error;
mod exact;
mod facts;
mod graph;
mod judge;
mod language;
mod own;
mod p1;
mod p2;
mod p3;
mod p4;
mod p5;
mod packets;
mod part;
mod record;
mod rules;
mod shape;
mod structural;

pub use claim::{Claim, claims};
#[doc(hidden)]
pub use closed_forms::{ClosedForm, ClosedForms};
pub use error::ClaimError;
pub use exact::Value;
pub use judge::{Judged, judge};
#[doc(hidden)]
pub use record::{recorded, with_words};

// The results of a judge, and the faults that other faults contain.
#[doc(hidden)]
pub use self::{
    error::{Broken, RuleFault},
    judge::docket::{Docket, NamedCertificate, Proved},
    language::FormulaFault,
};

use crate::wire::{ClaimsDocument, parse};
use std::sync::LazyLock;

/// The documents of the papers and of Isotask's own claims.
const DOCUMENTS: [&[u8]; 6] = [
    include_bytes!("../../models/claims/P1.json"),
    include_bytes!("../../models/claims/P2.json"),
    include_bytes!("../../models/claims/P3.json"),
    include_bytes!("../../models/claims/P4.json"),
    include_bytes!("../../models/claims/P5.json"),
    include_bytes!("../../models/claims/I.json"),
];

static ALL: LazyLock<Vec<Claim>> = LazyLock::new(|| {
    let read = |bytes: &&[u8]| {
        let document = parse::<ClaimsDocument>(bytes).expect("models/claims holds claims documents");
        claim::read(document, true).unwrap_or_else(|fault| unreachable!("models/claims is tested: {fault}"))
    };
    DOCUMENTS.iter().flat_map(read).collect()
});

/// Returns all claims, paper by paper, Isotask's own last.
///
/// # Panics
/// Never: the documents are part of the program, and tests read them.
#[must_use]
pub fn all() -> Vec<&'static Claim> {
    ALL.iter().collect()
}

/// Returns the claims that a name selects: the one of this identifier; else, or if the name ends with a
/// point, all below it (`P1`, `P1.ring`, `P4.path.`).
#[must_use]
pub fn select(name: &str) -> Vec<&'static Claim> {
    named(&all(), name)
}

/// Returns those of some claims that a name selects, as [`select`] does among all.
#[doc(hidden)]
#[must_use]
pub fn named<'a>(claims: &[&'a Claim], name: &str) -> Vec<&'a Claim> {
    match claims.iter().find(|claim| claim.id == name) {
        Some(claim) => vec![claim],
        None => below(claims, name.strip_suffix('.').unwrap_or(name)),
    }
}

/// Returns the claims whose identifier is the name, or the name followed by a point and more.
fn below<'a>(claims: &[&'a Claim], name: &str) -> Vec<&'a Claim> {
    let is_below =
        |id: &str| id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    claims.iter().copied().filter(|claim| is_below(&claim.id)).collect()
}

/// Returns the identifiers nearest to a name that selects nothing, the nearest first.
#[doc(hidden)]
#[must_use]
pub fn nearest<'a>(claims: &[&'a Claim], name: &str) -> Vec<&'a str> {
    let wanted = name.to_lowercase();
    let mut known: Vec<_> =
        claims.iter().map(|claim| (distance(&wanted, &claim.id.to_lowercase()), claim.id.as_str())).collect();
    known.sort_unstable();
    known.into_iter().take(3).map(|(_, id)| id).collect()
}

/// Returns the number of letters to insert, delete or replace (Levenshtein 1966), in O(|a|·|b|).
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
