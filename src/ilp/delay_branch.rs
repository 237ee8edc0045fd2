//! A tree of 0–1 choices whose leaves prove a bound on the delay.

use super::delay_door::{self, Phase, Relaxed};
use super::delay_dual::{Leaf, best_leaf, broken_row, refutation};
use super::delay_model::DelayModel;
use super::door::scaled;
use crate::wire::{DelayNode, DelayVariable};
use std::time::Duration;

/// What stands at a node: its best leaf, and where to go on if that proves too little.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) leaf: Leaf,
    /// A solution, if the relaxation has one.
    pub(super) solution: Option<Vec<bool>>,
    /// The variable to branch on, if one is free.
    branch: Option<usize>,
}

/// Relaxes the model under fixed values and makes the best leaf of it, aiming at `target`.
pub(super) fn look(
    model: &DelayModel,
    domain: &[Option<bool>],
    target: Option<u64>,
    remaining: Option<Duration>,
) -> Look {
    let any = || domain.iter().position(Option::is_none);
    let without_values =
        |leaf: Option<Leaf>| Look { leaf: leaf.unwrap_or_else(Leaf::trivial), solution: None, branch: any() };
    match delay_door::relax(model, domain, Phase::Delay, remaining) {
        Relaxed::Solved { duals, values } => Look {
            leaf: best_leaf(model, domain, &duals, target),
            solution: delay_door::binaries(values.iter().copied()),
            branch: most_fractional(model, domain, &values).or_else(any),
        },
        Relaxed::Broken { row } => without_values(broken_row(model, domain, row)),
        // Out of time.
        Relaxed::Failed if remaining.is_some() => without_values(None),
        Relaxed::Infeasible | Relaxed::Failed => {
            match delay_door::relax(model, domain, Phase::Feasibility, remaining) {
                Relaxed::Solved { duals, .. } => without_values(refutation(model, domain, &duals)),
                Relaxed::Broken { row } => without_values(broken_row(model, domain, row)),
                Relaxed::Infeasible | Relaxed::Failed => without_values(None),
            }
        }
    }
}

/// The variable nearest to one half: a direction if there is one, else a need, else a use; the first of equals.
fn most_fractional(model: &DelayModel, domain: &[Option<bool>], values: &[f64]) -> Option<usize> {
    let rank = |variable: usize| match model.variables[variable] {
        DelayVariable::Plus { .. } => 0,
        DelayVariable::Needs { moves: 1, .. } => 1,
        DelayVariable::Needs { .. } => 2,
        DelayVariable::Use { .. } => 3,
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

/// A branching on the way to the current node.
struct Step {
    variable: usize,
    second: bool,
}

/// Proves that no solution has an objective below the target, which `improve` lowers when the relaxation meets a better solution;
/// `None` when `stop` says so before the tree is complete.
///
/// The tree stands in preorder, depth first, 0 before 1. A leaf proves at least the target of its time, and targets only fall.
pub(super) fn prove(
    model: &DelayModel,
    mut target: u64,
    improve: &mut dyn FnMut(&[bool]) -> Option<u64>,
    stop: &mut dyn FnMut() -> Option<Option<Duration>>,
) -> Option<Vec<DelayNode>> {
    let mut domain = model.fixed.clone();
    let mut path: Vec<Step> = Vec::new();
    let mut tree = Vec::new();
    loop {
        let remaining = stop()?;
        let mut found = look(model, &domain, Some(target), remaining);
        if let Some(better) = found.solution.take().and_then(|values| improve(&values)) {
            target = target.min(better);
        }
        if !found.leaf.proves(target) {
            let variable = found.branch?;
            tree.push(DelayNode::Fix(model.variables[variable]));
            domain[variable] = Some(false);
            path.push(Step { variable, second: false });
            continue;
        }
        tree.push(found.leaf.node(model));
        // Leaves what is complete and goes to the next second child.
        loop {
            let Some(last) = path.last_mut() else {
                return Some(tree);
            };
            if !last.second {
                last.second = true;
                domain[last.variable] = Some(true);
                break;
            }
            domain[last.variable] = None;
            path.pop();
        }
    }
}
