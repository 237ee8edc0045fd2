//! What a solve ends with.

use super::Method;
use crate::check::Verdict;
use crate::model::IsotropicTask;
use crate::wire::{CertificateDocument, Lower};

/// The task matrix in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixSummary {
    /// Packets of one node.
    pub rows: u64,
    /// Links of one node.
    pub columns: u32,
    /// Sum σ of all entries.
    pub total: u64,
    /// The critical sum h.
    pub critical_sum: u64,
    /// Number of rows of sum h.
    pub critical_rows: u64,
    /// The first of them.
    pub first_critical_row: Option<u64>,
    /// The columns of sum h.
    pub critical_columns: Vec<u32>,
    /// Greatest row sum h_r.
    pub greatest_row_sum: u64,
    /// Greatest column sum h_c.
    pub greatest_column_sum: u64,
}

/// The lower bounds of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskBounds {
    /// They bind every schedule; the best is the first.
    pub all: Vec<Lower>,
    /// It binds symmetric schedules, and exceeds the others.
    pub isotropic: Option<Lower>,
    /// The pooled bound on the total delay of a node, when the task asks for delay and it fits 64 bits; it binds every
    /// schedule of any length.
    pub delay: Option<Lower>,
    /// Slots that a symmetric schedule attains, where that is known without one.
    pub attainable: Option<u64>,
}

/// A schedule that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The task.
    pub task: IsotropicTask,
    /// The method that made the schedule.
    pub method: Method,
    /// The task matrix along the chosen routes.
    pub matrix: MatrixSummary,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// What the checker says of it.
    pub verdict: Verdict,
    /// What a person may want to know, one sentence each.
    pub notes: Vec<String>,
    /// How the result came about, one sentence each.
    pub explanation: Vec<String>,
}

impl Solution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }
}

/// What a solve ends with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Outcome<S = Solution> {
    /// Completion time and lower bound meet within a scope.
    Optimal(Box<S>),
    /// A schedule with a gap to the best bound that is proved.
    Feasible(Box<S>),
    /// The search ended without a schedule.
    Unknown {
        /// Why.
        reason: String,
    },
}
