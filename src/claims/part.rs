//! The parts of a claim, as they are judged.

use super::code::Judge;
use super::facts::task_template::TaskTemplate;
use super::language::{Formula, Name, Sweep, Words};
use crate::wire::{Counts, Measure, PartRole, Relation};
use std::sync::Arc;

/// One form of a claim.
#[derive(Clone)]
pub(super) struct Part {
    /// Its path in the document.
    pub(super) place: String,
    pub(super) role: PartRole,
    pub(super) text: String,
    pub(super) derivation: String,
    pub(super) formula: Option<Formula>,
    /// The evaluated formulas as mathematics, or the file of the judging function.
    pub(super) shown: String,
    pub(super) range: String,
    pub(super) values: Vec<(Name, Formula)>,
    pub(super) instances: Sweep,
    pub(super) judged: How,
}

/// The way in which a part is judged.
#[derive(Clone)]
pub(super) enum How {
    /// By rows of the document.
    Rows(Arc<[Row]>),
    /// By a function of this program.
    Code(Judge),
}

/// A rule that makes instances and compares each with a proof.
pub(super) struct Row {
    /// Its path in the document.
    pub(super) place: String,
    pub(super) instances: Sweep,
    pub(super) instance: Words,
    pub(super) relation: Relation,
    pub(super) formula: Option<Formula>,
    pub(super) task: Option<TaskTemplate>,
    pub(super) method: Words,
    pub(super) schedule: Option<Formula>,
    pub(super) counts: Counts,
    pub(super) measure: Measure,
    pub(super) value: Option<Formula>,
    pub(super) found: Option<Formula>,
    pub(super) lower: Option<Formula>,
    pub(super) upper: Option<Formula>,
    pub(super) how: Option<Words>,
    pub(super) because: Option<Words>,
    pub(super) certificate: bool,
    /// Whether it is of a document of this program, which may read another quantity than the task's off the
    /// schedule. The arguments of foreign documents are checked against the certificate.
    pub(super) own: bool,
}
