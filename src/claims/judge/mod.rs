//! Judges the rows of a claim and derives its verdict.

pub(super) mod docket;
pub(super) mod own_word;
pub(super) mod prove;
mod rows;
pub(super) mod stored;

use super::part::{How, Part, Row};
use super::{Claim, ClaimError};
use crate::model::count_of;
use crate::wire::{ClaimPart, ClaimRow, ClaimVerdict, PartRole, PrintedClaim, RowOutcome};
use docket::{Docket, NamedCertificate};
use sha2::{Digest, Sha256};

/// A claim with its verdict, all its rows, and the certificates that they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The report.
    pub report: PrintedClaim,
    /// The certificates, in the order of the rows.
    pub certificates: Vec<NamedCertificate>,
}

impl Judged {
    /// The report without its rows: verdicts, counterexamples, and the digest of the rest.
    #[must_use]
    pub fn digest(&self) -> PrintedClaim {
        let mut report = self.report.clone();
        for part in &mut report.parts {
            part.rows.clear();
        }
        report
    }
}

/// Judges a claim.
///
/// # Errors
/// [`ClaimError`] with what is wrong with the claim as it is written, or when a proof that it needs fails: a
/// bug.
pub fn judge(claim: &Claim) -> Result<Judged, ClaimError> {
    let mut docket = Docket::new(&claim.id);
    let read = claim.parts.as_ref().map_err(|misread| ClaimError::from(misread.clone()))?;
    let mut parts = Vec::with_capacity(read.len());
    for part in read {
        match &part.judged {
            How::Rows(rows) => rows::judge(claim, part, rows, &mut docket)?,
            How::Code(judge) => judge(&mut docket)?,
        }
        parts.push(summed_up(part, docket.take_rows()));
    }
    let report = PrintedClaim {
        id: claim.id.clone(),
        place: claim.place.clone(),
        statement: claim.statement.clone(),
        printed: claim.printed.clone(),
        verdict: verdict(&parts),
        parts,
    };
    Ok(Judged { report, certificates: docket.into_certificates() })
}

fn summed_up(part: &Part, rows: Vec<ClaimRow>) -> ClaimPart {
    let of = |outcome: RowOutcome| rows.iter().find(move |row| row.outcome == outcome);
    let counterexample = of(RowOutcome::Fails).cloned();
    let verdict = match (&counterexample, of(RowOutcome::Open)) {
        (Some(_), _) => ClaimVerdict::Refuted,
        (None, None) if !rows.is_empty() => ClaimVerdict::Confirmed,
        (None, _) => ClaimVerdict::Open,
    };
    ClaimPart {
        role: part.role,
        text: part.text.clone(),
        derivation: part.derivation.clone(),
        code: part.shown.clone(),
        range: part.range.clone(),
        verdict,
        argued: matches!(&part.judged, How::Rows(rules) if rules.iter().any(Row::is_argued)),
        instances: count_of(rows.len()),
        digest: digest(&rows),
        counterexample,
        rows,
    }
}

/// Returns the worst verdict of the parts with the role `printed`; where there is none, the best of the
/// readings. A refuted claim that holds under a restriction is `narrower`.
fn verdict(parts: &[ClaimPart]) -> ClaimVerdict {
    let of = |role| parts.iter().filter(move |part| part.role == role).map(|part| part.verdict);
    let best = of(PartRole::Printed).min().or_else(|| of(PartRole::Reading).max());
    match best.unwrap_or(ClaimVerdict::Open) {
        ClaimVerdict::Refuted if of(PartRole::Restriction).max() == Some(ClaimVerdict::Confirmed) => {
            ClaimVerdict::Narrower
        }
        verdict => verdict,
    }
}

/// Returns the first 64 bits of the SHA-256 of the rows as JSON, which identify a record.
fn digest(rows: &[ClaimRow]) -> String {
    let hash = Sha256::digest(serde_json::to_vec(rows).expect("rows are strings and words"));
    let first = hash.first_chunk().expect("SHA-256 has 32 bytes");
    format!("{:016x}", u64::from_be_bytes(*first))
}
