//! Evaluates a search node of a tree of 0–1 choices: a leaf that proves a bound on the objective or
//! infeasibility, and the variable to branch on if that is too little.

use super::form::NamedProgram;
use super::highs::{Phase, Relaxed, binary, relax, scaled};
use super::multipliers::{Leaf, best_leaf, broken_row, refutation};
use crate::wire::DelayVariable;
use std::time::Duration;

/// The result at a search node: its best leaf, and the variable to branch on if that proves too little.
#[derive(Debug)]
pub(super) struct NodeResult {
    pub(super) leaf: Leaf,
    /// The relaxation's solution, if it has one; `None` for each fractional value.
    pub(super) values: Option<Vec<Option<bool>>>,
    /// The variable to branch on, if one is free.
    pub(super) branch: Option<usize>,
}

/// The statement that a leaf is to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The greatest possible bound on the objective.
    Best,
    /// That the objective is at least this value.
    AtLeast(u64),
    /// That there is no solution.
    NoSolution,
}

impl NodeResult {
    /// Returns the relaxation's solution if all values are 0 or 1.
    pub(super) fn solution(&self) -> Option<Vec<bool>> {
        self.values.as_ref()?.iter().copied().collect()
    }
}

impl Goal {
    pub(super) fn is_reached(self, leaf: &Leaf) -> bool {
        match self {
            Self::Best => false,
            Self::AtLeast(value) => leaf.proves(value),
            Self::NoSolution => leaf.value.is_none(),
        }
    }

    /// Whether values are a solution that refutes the goal.
    pub(super) fn is_refuted(self, program: &NamedProgram, values: &[bool]) -> bool {
        let is_better = match self {
            Self::Best | Self::NoSolution => true,
            Self::AtLeast(value) => program.cost(values) < value,
        };
        is_better && program.admits(values)
    }
}

/// Solves the relaxation under fixed values and makes the best leaf from its duals for a goal.
pub(super) fn evaluate_node(
    program: &NamedProgram,
    domain: &[Option<bool>],
    goal: Goal,
    remaining: Option<Duration>,
) -> NodeResult {
    let any = || domain.iter().position(Option::is_none);
    let without_values = |leaf: Option<Leaf>| NodeResult {
        leaf: leaf.unwrap_or_else(Leaf::trivial),
        values: None,
        branch: any(),
    };
    let feasible = |leaf, values: Vec<f64>| NodeResult {
        leaf,
        values: Some(values.iter().map(|&value| binary(value)).collect()),
        branch: most_fractional(program, domain, &values).or_else(any),
    };
    let target = match goal {
        Goal::Best => None,
        Goal::AtLeast(value) => Some(value),
        Goal::NoSolution => {
            return match relax(program, domain, Phase::Feasibility, remaining) {
                Relaxed::Solved { duals, values } => {
                    feasible(refutation(program, domain, &duals).unwrap_or_else(Leaf::trivial), values)
                }
                Relaxed::Broken { row } => without_values(broken_row(program, domain, row)),
                Relaxed::Infeasible | Relaxed::Failed => without_values(None),
            };
        }
    };
    match relax(program, domain, Phase::Objective, remaining) {
        Relaxed::Solved { duals, values } => feasible(best_leaf(program, domain, &duals, target), values),
        Relaxed::Broken { row } => without_values(broken_row(program, domain, row)),
        // Out of time.
        Relaxed::Failed if remaining.is_some() => without_values(None),
        Relaxed::Infeasible | Relaxed::Failed => {
            match relax(program, domain, Phase::Feasibility, remaining) {
                Relaxed::Solved { duals, .. } => without_values(refutation(program, domain, &duals)),
                Relaxed::Broken { row } => without_values(broken_row(program, domain, row)),
                Relaxed::Infeasible | Relaxed::Failed => without_values(None),
            }
        }
    }
}

/// Returns the variable nearest to one half: a direction if there is one, else a need, else a use; the first
/// of equals.
fn most_fractional(program: &NamedProgram, domain: &[Option<bool>], values: &[f64]) -> Option<usize> {
    let rank = |variable: usize| match program.variables[variable] {
        DelayVariable::Plus { .. } => 0,
        DelayVariable::Needs { moves: 1, .. } => 1,
        DelayVariable::Needs { .. } => 2,
        DelayVariable::Use { .. } | DelayVariable::Carry { .. } => 3,
    };
    (0..values.len())
        .filter(|&variable| domain[variable].is_none())
        .filter_map(|variable| {
            let thousandths = scaled(values[variable], 1_000)?;
            let away = (thousandths - 500).abs();
            (away < 499).then_some((rank(variable), away, variable))
        })
        .min()
        .map(|(_, _, variable)| variable)
}
