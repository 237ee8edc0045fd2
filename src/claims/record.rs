//! The record of verdicts on the claims of this program, so that none has to be judged again.

use super::Claim;
use crate::wire::{ClaimVerdict, PrintedClaim};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A claim, its verdict, and a digest of each part.
type Entry = (String, ClaimVerdict, serde_json::Value);

static RECORD: LazyLock<BTreeMap<String, (ClaimVerdict, serde_json::Value)>> = LazyLock::new(|| {
    let entries: Vec<Entry> = serde_json::from_slice(include_bytes!("../../models/claims/record.json"))
        .expect("models/claims/record.json is tested");
    entries.into_iter().map(|(id, verdict, parts)| (id, (verdict, parts))).collect()
});

/// Returns the recorded verdict of a part of a claim of this program, counted from 0; open where none is
/// known.
pub(super) fn recorded_part(id: &str, part: usize) -> ClaimVerdict {
    let verdict = RECORD.get(id).and_then(|(_, parts)| parts.get(part)?.get(1));
    let verdict = verdict.and_then(|verdict| serde_json::from_value(verdict.clone()).ok());
    verdict.unwrap_or(ClaimVerdict::Open)
}

/// Returns a claim of this program with its verdict from the record, without its parts; none if the record
/// does not have it.
///
/// # Panics
/// Never: the record is part of the program, and a test judges all claims again and compares.
#[must_use]
pub fn recorded(claim: &Claim) -> Option<PrintedClaim> {
    let verdict = RECORD.get(&claim.id).map(|(verdict, _)| *verdict).filter(|_| claim.document.own)?;
    Some(PrintedClaim {
        id: claim.id.clone(),
        place: claim.place.clone(),
        statement: claim.statement.clone(),
        printed: claim.printed.clone(),
        verdict,
        parts: Vec::new(),
    })
}

/// Returns the claims whose name, place, statement and formula together contain all words of a text, in any
/// case.
#[doc(hidden)]
#[must_use]
pub fn with_words<'a>(claims: &[&'a Claim], text: &str) -> Vec<&'a Claim> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |claim: &&&Claim| {
        let told =
            [&claim.id, &claim.place, &claim.statement, &claim.printed].map(|part| part.to_lowercase());
        words.iter().all(|word| told.iter().any(|part| begins(part, word)))
    };
    claims.iter().filter(has_all).copied().collect()
}

/// Whether some word of the text begins with `word`.
fn begins(text: &str, word: &str) -> bool {
    let is_start = |at: usize| text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| is_start(at))
}
