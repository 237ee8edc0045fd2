//! Decides whether the rows of a cross-check agree, and which do not.

use super::row::{Least, Row};
use super::runs::{Asked, Run};
use super::table::Crosscheck;
use crate::wire::Objective;
use num_rational::BigRational;
use std::collections::BTreeSet;

/// The verdict on a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No two rows are in conflict, and the program has answered every question.
    Agree,
    /// These rows, by their places, are in conflict with others; where one row alone is in all conflicts,
    /// that one.
    Disagree(Vec<usize>),
    /// No two rows are in conflict, but the program ended with a gap, or the task asks for a delay that no
    /// program was asked for and no bound meets: where packets are listed, it counts slots.
    Open,
}

impl Crosscheck {
    /// Returns the pairs of rows that cannot both be right; in each the lower bound comes first.
    #[must_use]
    pub fn conflicts(&self) -> Vec<(usize, usize)> {
        let all = || self.rows.iter().enumerate();
        let pairs = all().flat_map(|below| all().map(move |above| (below, above)));
        let found = pairs.filter(|((_, below), (_, above))| are_in_conflict(below, above));
        found.map(|((below, _), (above, _))| (below, above)).collect()
    }

    /// Returns whether the rows agree.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let conflicts = self.conflicts();
        if !conflicts.is_empty() {
            return Verdict::Disagree(culprits(&conflicts));
        }
        let is_answered = self.runs.iter().all(Run::is_answered);
        if is_answered && self.is_delay_known() { Verdict::Agree } else { Verdict::Open }
    }

    /// Returns whether the delay is known, if the task asks for it: by the program, or as a bound that is
    /// met.
    #[must_use]
    pub fn is_delay_known(&self) -> bool {
        let is_solved = |run: &Run| matches!(run.asked, Asked::LeastDelay(_));
        let is_met = || matches!(self.range(Least::Delay), (Some(from), Some(to)) if from == to);
        self.problem.objective() == Objective::CompletionTime || self.runs.iter().any(is_solved) || is_met()
    }

    /// Returns the range that all rows together leave to a least value.
    #[must_use]
    pub fn range(&self, least: Least) -> (Option<BigRational>, Option<BigRational>) {
        let says = || self.rows.iter().flat_map(|row| &row.says);
        let from = says().filter(|says| says.least.is_at_most(least)).filter_map(|says| says.from.clone());
        let to = says().filter(|says| least.is_at_most(says.least)).filter_map(|says| says.to.clone());
        (from.max(), to.min())
    }
}

/// Returns whether a lower bound of one row exceeds an upper bound of another on the same value or on one
/// that is at least as great.
fn are_in_conflict(below: &Row, above: &Row) -> bool {
    let from = below.says.iter().filter_map(|says| Some((says.least, says.from.as_ref()?)));
    let to = || above.says.iter().filter_map(|says| Some((says.least, says.to.as_ref()?)));
    from.into_iter().any(|(wide, from)| to().any(|(narrow, to)| wide.is_at_most(narrow) && from > to))
}

/// Returns the rows that are in every conflict; if there is no such row, all rows that are in any.
fn culprits(conflicts: &[(usize, usize)]) -> Vec<usize> {
    let all: BTreeSet<usize> = conflicts.iter().flat_map(|&(below, above)| [below, above]).collect();
    let is_in_all = |row: &usize| conflicts.iter().all(|&(below, above)| *row == below || *row == above);
    let always: Vec<usize> = all.iter().copied().filter(is_in_all).collect();
    if always.is_empty() { all.into_iter().collect() } else { always }
}
