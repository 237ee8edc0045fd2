//! The common form of all models: a program in 0–1 variables whose solutions are schedules, and whose
//! variables and rows have the names that certificates use.

use super::error::ProgramError;
use crate::wire::{DelayRow, DelayVariable, Scope, TreeModel};

/// A program whose solutions are schedules.
pub trait Formulation: Send + 'static {
    /// The schedule that a solution describes.
    type Schedule: Clone + Send + 'static;

    /// The variables and rows.
    fn program(&self) -> &NamedProgram;

    /// The schedules that the rows' bounds bind; none where they bind only given directions.
    fn scope(&self) -> Option<Scope>;

    /// The model's name in certificates; none where it is the default model of the task.
    fn model(&self) -> Option<TreeModel> {
        None
    }

    /// Reads the schedule of a solution, and replays it.
    ///
    /// # Errors
    /// [`ProgramError::NotReplayed`], [`ProgramError::WordsNotReplayed`] or
    /// [`ProgramError::MovesNotReplayed`].
    fn read(&self, values: &[bool]) -> Result<Self::Schedule, ProgramError>;
}

/// A program whose objective is the total delay.
pub trait Delayed: Formulation {
    /// Returns the total delay `ΣC_i`.
    fn total_delay(schedule: &Self::Schedule) -> u64;

    /// Replays a schedule from another source, and returns it if it is a solution.
    ///
    /// # Errors
    /// [`ProgramError::Incumbent`] and the errors of the replay.
    fn admit(&self, schedule: Self::Schedule) -> Result<Self::Schedule, ProgramError>;
}

/// A row: Σ factor · variable ≥ bound, or = bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRow {
    /// Its name.
    pub name: DelayRow,
    /// Variable, by its index, and factor.
    pub terms: Vec<(usize, i64)>,
    /// The right side.
    pub bound: i64,
    /// Whether it is an equation.
    pub equation: bool,
}

/// Named 0–1 variables, some of them constant, named rows, and an objective that is to be least.
#[derive(Debug, Clone, Default)]
pub struct NamedProgram {
    pub(super) slots: usize,
    pub(super) variables: Vec<DelayVariable>,
    /// The value of every variable that is a constant.
    pub(super) fixed: Vec<Option<bool>>,
    pub(super) rows: Vec<NamedRow>,
    /// Variable and cost, each variable at most once.
    pub(super) objective: Vec<(usize, i64)>,
}

impl NamedProgram {
    /// The number of slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The variables by index.
    #[must_use]
    pub fn variables(&self) -> &[DelayVariable] {
        &self.variables
    }

    /// The value of every variable that is a constant.
    #[must_use]
    pub fn constants(&self) -> &[Option<bool>] {
        &self.fixed
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[NamedRow] {
        &self.rows
    }

    /// The variables whose weighted sum is to be least, each with its cost.
    #[must_use]
    pub fn objective(&self) -> &[(usize, i64)] {
        &self.objective
    }

    /// Returns the program without its objective, which asks only for a solution.
    #[must_use]
    pub fn without_objective(&self) -> Self {
        Self { objective: Vec::new(), ..self.clone() }
    }

    /// Whether values obey the constants and the rows.
    ///
    /// # Complexity
    /// O(variables + entries of the rows).
    #[must_use]
    pub fn admits(&self, values: &[bool]) -> bool {
        let holds = |row: &NamedRow| {
            let sum: i64 = row.terms.iter().filter(|term| values[term.0]).map(|term| term.1).sum();
            sum == row.bound || (sum > row.bound && !row.equation)
        };
        let constant = |(&value, fixed): (&bool, &Option<bool>)| fixed.is_none_or(|fixed| fixed == value);
        values.iter().zip(&self.fixed).all(constant) && self.rows.iter().all(holds)
    }

    /// Returns the objective of values; negative sums, which no model has, count as 0.
    #[cfg(feature = "ilp")]
    pub(super) fn cost(&self, values: &[bool]) -> u64 {
        let costs = self.objective.iter().filter(|(variable, _)| values[*variable]);
        u64::try_from(costs.map(|(_, cost)| *cost).sum::<i64>()).unwrap_or(0)
    }

    /// Adds a variable and returns its index.
    pub(super) fn add(&mut self, name: DelayVariable, fixed: Option<bool>) -> usize {
        self.variables.push(name);
        self.fixed.push(fixed);
        self.variables.len() - 1
    }
}
