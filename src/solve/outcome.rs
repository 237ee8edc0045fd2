//! The outcome of a solve.

use super::method::Method;
use super::notes::{Explanation, Note};
use crate::bound::Bounds;
use crate::check::Verdict;
use crate::model::{ImpliedRows, IsotropicTask, Problem, Rows, Schedule, TaskMatrix, count_of};
use crate::route::{SearchBudget, least_completion, task_matrix};
use crate::wire::{CertificateDocument, Claim, Objective, Quantity, Scope};
use thiserror::Error;

/// Most entries of a task matrix that is made for its summary.
const MAX_SUMMARY_ENTRIES: u64 = 1 << 20;
/// Most choices of directions that are evaluated for the summary.
const MAX_SUMMARY_EVALUATIONS: u64 = 1_000_000;

/// The outcome of a solve.
///
/// No problem is infeasible. A packet without a route is refused when the task is read; whatever the ports
/// are, a node may use one link in a slot, and no schedule has a deadline. So packets that go one after the
/// other, each alone in its slots along a shortest route, are a schedule; a packet that is copied goes so
/// along the links of a spanning tree, away from its root, and one that is combined towards it. A document
/// that asks for the impossible (ports 0, a packet for a node that does not exist) is a
/// [`ModelError`](crate::model::ModelError) before there is a problem.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Outcome {
    /// The objective and its lower bound meet within a scope; of two objectives, unless symmetric schedules
    /// are asked for, among all schedules.
    Optimal(Box<Solution>),
    /// A schedule with a gap to the best bound that is proved.
    Feasible(Box<Solution>),
    /// The search ended without a schedule.
    Unknown {
        /// Why.
        reason: Unfinished,
    },
}

impl Outcome {
    /// The schedule, optimal or not.
    ///
    /// # Errors
    /// Why there is none.
    pub fn solution(self) -> Result<Solution, Unfinished> {
        match self {
            Self::Optimal(solution) | Self::Feasible(solution) => Ok(*solution),
            Self::Unknown { reason } => Err(reason),
        }
    }
}

/// Why a solve ended without a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfinished {
    /// A search found none.
    #[error("the search ended without a schedule")]
    Search,
    /// It was stopped.
    #[error("it was stopped before there was a schedule")]
    Stopped,
}

/// A schedule that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Solution {
    /// The problem.
    pub problem: Problem,
    /// Among which schedules the second of two objectives is to be least: all, or the symmetric ones that
    /// were asked for.
    pub among: Scope,
    /// The method that made the schedule.
    pub method: &'static dyn Method,
    /// The lower bounds.
    pub bounds: Bounds,
    /// The task matrix along the chosen routes, where the schedule is one of its rows.
    pub matrix: Option<MatrixSummary>,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// The verdict of the checker.
    pub verdict: Verdict,
    /// Notes for the reader.
    pub notes: Vec<Note>,
    /// The explanation of the result.
    pub explanation: Vec<Explanation>,
}

impl Solution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }

    /// The claim about the total delay that decides whether the result is optimal, if delay counts: the
    /// first, and of two objectives the first that binds all schedules among which the second is to be least.
    #[must_use]
    pub fn delay_claim(&self) -> Option<&Claim> {
        let is_second = self.problem.objective() == Objective::CompletionTimeThenAverageDelay;
        let decides = |claim: &&Claim| {
            claim.quantity == Quantity::TotalDelay && (!is_second || claim.scope >= self.among)
        };
        self.certificate.claims.iter().find(decides)
    }
}

/// A task matrix in numbers.
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

impl MatrixSummary {
    /// That of a task by rows, with the directions that a short search finds; beyond 2²⁰ entries of
    /// hypercubes alone, whose packets have one way.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn of_task(task: &IsotropicTask, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let entries = task.rows().checked_mul(task.network().links().into());
        if entries.is_none_or(|entries| entries > MAX_SUMMARY_ENTRIES) {
            return ImpliedRows::new(task).map(|rows| Self::of_columns(&rows));
        }
        let route = least_completion(task, &SearchBudget { evaluations: MAX_SUMMARY_EVALUATIONS, stop });
        let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
        Some(Self::of_matrix(&matrix))
    }

    fn of_matrix(stored: &TaskMatrix) -> Self {
        Self {
            critical_rows: count_of(stored.critical_rows().count()),
            first_critical_row: stored.critical_rows().next().map(count_of),
            ..Self::of_columns(stored)
        }
    }

    /// That of a schedule which is one of the rows of a matrix.
    pub(super) fn of(schedule: &Schedule) -> Option<Self> {
        let Some(stored) = schedule.matrix() else { return schedule.implied_rows().map(Self::of_columns) };
        Some(Self::of_matrix(stored))
    }

    /// All but the critical rows.
    fn of_columns(rows: &impl Rows) -> Self {
        let critical_sum = rows.critical_sum();
        let columns = (0..rows.columns()).zip(rows.column_sums());
        Self {
            rows: count_of(rows.rows()),
            columns: rows.columns(),
            total: rows.total(),
            critical_sum,
            critical_rows: 0,
            first_critical_row: None,
            critical_columns: columns
                .filter(|(_, sum)| **sum == critical_sum)
                .map(|(column, _)| column)
                .collect(),
            greatest_row_sum: rows.greatest_row_sum(),
            greatest_column_sum: rows.column_sums().iter().copied().max().unwrap_or(0),
        }
    }
}
