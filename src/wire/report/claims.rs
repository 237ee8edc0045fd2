//! The key `literature` of a result: what papers print, held against what is proved.

use serde::{Deserialize, Serialize};

/// A statement of a paper with what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PrintedClaim {
    /// Its identifier, such as `P1.Thm5`; the paper stands before the first point, `I` for Isotask's own.
    pub id: String,
    /// Where it stands in the paper.
    pub place: String,
    /// What it says, in words.
    pub statement: String,
    /// The formula as printed; absent where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub printed: String,
    /// What became of it.
    pub verdict: ClaimVerdict,
    /// What was held against proofs: the statement as printed or in several readings, a restriction, a
    /// correction.
    pub parts: Vec<ClaimPart>,
}

/// What becomes of a claim, or of a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// It fails on an instance.
    Refuted,
    /// Neither proved nor refuted on every instance.
    Open,
    /// It fails on an instance, and holds on all under a restriction.
    Narrower,
    /// It holds on every instance of the range.
    Confirmed,
}

/// One form of a claim, judged over a range of instances.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimPart {
    /// Which form.
    pub role: PartRole,
    /// The reading, restriction or corrected formula; absent for the statement as printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Why the corrected formula holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub derivation: String,
    /// What was evaluated, as code without blanks.
    pub code: String,
    /// The instances it was evaluated on.
    pub range: String,
    /// `confirmed`, `refuted` or `open`.
    pub verdict: ClaimVerdict,
    /// Whether the verdict rests on what a document of a user argues or computes itself, no task having been
    /// solved for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub argued: bool,
    /// Number of instances.
    pub instances: u64,
    /// The first 16 hexadecimal digits of the SHA-256 of the rows as JSON.
    pub digest: String,
    /// The first instance on which it fails; instances stand by increasing size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<ClaimRow>,
    /// All instances; only where one claim was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ClaimRow>,
}

/// Which form of a claim a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PartRole {
    /// The statement as printed.
    Printed,
    /// One of several readings of it.
    Reading,
    /// The statement under a restriction.
    Restriction,
    /// What is true instead.
    Correction,
}

/// One instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimRow {
    /// Which.
    pub instance: String,
    /// What is claimed of the true value: it is `=` this, `≤` or `≥` this; for a statement `is` true.
    pub relation: Relation,
    /// The value, an exact fraction, or `true`.
    pub printed: String,
    /// The true value is proved to be at least this; absent where no bound is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<String>,
    /// The true value is proved to be at most this; absent where nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<String>,
    /// Whether the claim holds here.
    pub outcome: RowOutcome,
    /// How that is proved.
    pub proof: String,
    /// The file name of the certificate behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// How a printed value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The true value is this.
    Equal,
    /// The true value is at most this.
    AtMost,
    /// The true value is at least this.
    AtLeast,
    /// A statement holds.
    Is,
}

/// What becomes of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RowOutcome {
    /// Proved.
    Holds,
    /// Refuted.
    Fails,
    /// Neither.
    Open,
}
