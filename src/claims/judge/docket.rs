//! The rows of a claim, each with the outcome of one instance.

use crate::claims::Value;
use crate::wire::{ClaimRow, Relation, RowOutcome};
use std::fmt::Display;

/// Proved bounds on a value; either may be unknown.
#[derive(Debug, Clone)]
pub struct Proved {
    /// The value is at least this.
    pub lower: Option<Value>,
    /// The value is at most this.
    pub upper: Option<Value>,
    /// A description of the proof.
    pub how: String,
    /// The bytes of the certificate behind it.
    pub certificate: Option<Vec<u8>>,
}

impl Proved {
    /// A value that is known: counted, searched for exhaustively, or the other side of an identity.
    #[must_use]
    pub fn exact(value: impl Into<Value>, how: impl Into<String>) -> Self {
        let value = value.into();
        Self { lower: Some(value.clone()), upper: Some(value), how: how.into(), certificate: None }
    }

    /// A value between bounds.
    #[must_use]
    pub fn between(lower: Option<Value>, upper: Option<Value>, how: impl Into<String>) -> Self {
        Self { lower, upper, how: how.into(), certificate: None }
    }

    /// Applies an increasing function to both bounds, such as an average from a total.
    #[must_use]
    pub fn map(mut self, f: impl Fn(Value) -> Value) -> Self {
        self.lower = self.lower.map(&f);
        self.upper = self.upper.map(&f);
        self
    }

    /// Turns the bounds on a total into those on the average over the packets.
    #[must_use]
    pub fn over(self, packets: u64) -> Self {
        self.map(|value| Value(value.0 / crate::claims::exact::whole(packets)))
    }

    /// Adds words to the description of the proof.
    #[must_use]
    pub fn because(mut self, more: &str) -> Self {
        self.how = format!("{}; {more}", self.how);
        self
    }
}

/// A certificate with the name of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedCertificate {
    /// The file name.
    pub name: String,
    /// The document.
    pub bytes: Vec<u8>,
}

/// Collects the rows of a claim and the certificates that they name.
#[derive(Debug)]
pub struct Docket {
    id: String,
    rows: Vec<ClaimRow>,
    certificates: Vec<NamedCertificate>,
}

impl Docket {
    pub(in crate::claims) fn new(id: &str) -> Self {
        Self { id: id.to_owned(), rows: Vec::new(), certificates: Vec::new() }
    }

    /// Takes the rows that were added since the last call.
    pub(super) fn take_rows(&mut self) -> Vec<ClaimRow> {
        std::mem::take(&mut self.rows)
    }

    pub(super) fn into_certificates(self) -> Vec<NamedCertificate> {
        self.certificates
    }

    /// Adds a row on a claim that the value equals `printed`.
    pub fn equal(&mut self, instance: impl Display, printed: impl Into<Value>, proved: Proved) {
        let printed = printed.into();
        let below = proved.upper.as_ref().is_some_and(|upper| *upper < printed);
        let above = proved.lower.as_ref().is_some_and(|lower| *lower > printed);
        let met = proved.lower.as_ref() == Some(&printed) && proved.upper.as_ref() == Some(&printed);
        self.row(instance, Relation::Equal, &printed, outcome(met, below || above), proved);
    }

    /// Adds a row on a claim that the value is at most `printed`.
    pub fn at_most(&mut self, instance: impl Display, printed: impl Into<Value>, proved: Proved) {
        let printed = printed.into();
        let met = proved.upper.as_ref().is_some_and(|upper| *upper <= printed);
        let above = proved.lower.as_ref().is_some_and(|lower| *lower > printed);
        self.row(instance, Relation::AtMost, &printed, outcome(met, above), proved);
    }

    /// Adds a row on a claim that the value is at least `printed`.
    pub fn at_least(&mut self, instance: impl Display, printed: impl Into<Value>, proved: Proved) {
        let printed = printed.into();
        let met = proved.lower.as_ref().is_some_and(|lower| *lower >= printed);
        let below = proved.upper.as_ref().is_some_and(|upper| *upper < printed);
        self.row(instance, Relation::AtLeast, &printed, outcome(met, below), proved);
    }

    /// Adds a row on a statement that is proved true or false.
    pub fn is(&mut self, instance: impl Display, holds: bool, how: impl Into<String>) {
        self.state(instance, Some(holds), how);
    }

    /// Adds a row on a statement that is neither proved nor refuted.
    pub fn open(&mut self, instance: impl Display, why: impl Into<String>) {
        self.state(instance, None, why);
    }

    fn state(&mut self, instance: impl Display, holds: Option<bool>, how: impl Into<String>) {
        let found = holds.map(|holds| holds.to_string());
        self.rows.push(ClaimRow {
            instance: instance.to_string(),
            relation: Relation::Is,
            printed: true.to_string(),
            lower: found.clone(),
            upper: found,
            outcome: outcome(holds == Some(true), holds == Some(false)),
            proof: how.into(),
            certificate: None,
        });
    }

    fn row(
        &mut self,
        instance: impl Display,
        relation: Relation,
        printed: &Value,
        outcome: RowOutcome,
        proved: Proved,
    ) {
        let instance = instance.to_string();
        let certificate = proved.certificate.map(|bytes| self.keep(&instance, bytes));
        self.rows.push(ClaimRow {
            instance,
            relation,
            printed: printed.to_string(),
            lower: proved.lower.map(|value| value.to_string()),
            upper: proved.upper.map(|value| value.to_string()),
            outcome,
            proof: proved.how,
            certificate,
        });
    }

    /// Keeps a certificate under a name made of the claim and the instance. Equal certificates of one
    /// instance are kept once.
    fn keep(&mut self, instance: &str, bytes: Vec<u8>) -> String {
        let stem = format!("{}.{}", self.id, slug(instance));
        let mut number = 1;
        loop {
            let name = if number == 1 { format!("{stem}.json") } else { format!("{stem}.{number}.json") };
            match self.certificates.iter().find(|kept| kept.name == name) {
                None => {
                    self.certificates.push(NamedCertificate { name: name.clone(), bytes });
                    return name;
                }
                Some(kept) if kept.bytes == bytes => return name,
                Some(_) => number += 1,
            }
        }
    }
}

fn outcome(holds: bool, fails: bool) -> RowOutcome {
    match (holds, fails) {
        (true, false) => RowOutcome::Holds,
        (false, true) => RowOutcome::Fails,
        _ => RowOutcome::Open,
    }
}

/// Keeps the letters, digits and points of a text, and replaces everything between them by one hyphen.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() || letter == '.' {
            slug.push(letter);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}
