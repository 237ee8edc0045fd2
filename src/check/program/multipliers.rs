//! The tree of multipliers: case by case, multipliers of the rows of a program prove a lower bound on its
//! objective, or that it has no solution.

use crate::effort::Effort;
use crate::number::wide;
use crate::program::rows::ProgramRows;
use crate::refusal::rejection::Rejection;
use crate::streamed::TreeNodes;
use isotask_wire::{DelayVariable, DualNode, RowMultiplier};

/// Most variables and entries of rows that are gone through for one claim.
const TERM_LIMIT: u64 = 1 << 31;

/// Steps of a variable, or an entry of a row.
const STEPS_OF_A_TERM: u64 = 2;

/// The statement about the solutions of a program that every leaf of its tree must prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Their objective is at least this great.
    AtLeast(u64),
    /// There are none.
    None,
}

/// A choice on the path to the current node.
#[derive(Debug)]
struct Step {
    variable: usize,
    /// Whether the second child has begun.
    second: bool,
}

/// Accepts a tree whose every leaf proves the goal of the program.
///
/// # Complexity
/// Time O(leaves · variables + entries of the named rows) within a fixed limit; space O(variables + depth).
pub(crate) fn prove<M: ProgramRows>(
    model: M,
    effort: Effort,
    claim: usize,
    goal: Goal,
    tree: &mut TreeNodes<'_>,
) -> Result<(), Rejection> {
    let domain = model.fixed().to_vec();
    let (cost, path) = (Vec::new(), Vec::new());
    let mut walk = Walk { domain, cost, model, claim, goal, work: TERM_LIMIT, effort, path };
    let (mut node, mut complete) = (0, false);
    let mut step = |next: &DualNode| {
        if complete {
            return Err(Rejection::TreeTrailing { claim, node });
        }
        match next {
            DualNode::Fix(variable) => walk.fix(node, *variable)?,
            DualNode::Leaf { denominator, rows } => {
                walk.leaf(node, *denominator, rows)?;
                complete = !walk.turn();
            }
        }
        node += 1;
        Ok(())
    };
    let mut found = Ok(());
    tree(&mut |next| {
        found = step(next);
        found.is_ok()
    });
    found?;
    if complete { Ok(()) } else { Err(Rejection::TreeIncomplete { claim, node }) }
}

/// The state of a walk through the tree in preorder.
struct Walk<M> {
    model: M,
    claim: usize,
    goal: Goal,
    domain: Vec<Option<bool>>,
    /// The reduced cost of each variable at a leaf.
    cost: Vec<i128>,
    work: u64,
    effort: Effort,
    path: Vec<Step>,
}

impl<M: ProgramRows> Walk<M> {
    /// Goes to the first child of a choice, in which the variable is 0.
    fn fix(&mut self, node: usize, name: DelayVariable) -> Result<(), Rejection> {
        let claim = self.claim;
        let variable =
            self.model.variable(name).ok_or(Rejection::NoSuchVariable { claim, node, variable: name })?;
        if self.domain[variable].is_some() {
            return Err(Rejection::VariableNotFree { claim, node, variable: name });
        }
        self.domain[variable] = Some(false);
        self.path.push(Step { variable, second: false });
        Ok(())
    }

    /// Goes from a leaf back to the next second child and starts it; returns false at the end of the tree.
    fn turn(&mut self) -> bool {
        while let Some(step) = self.path.last_mut() {
            if !step.second {
                step.second = true;
                self.domain[step.variable] = Some(true);
                return true;
            }
            self.domain[step.variable] = None;
            self.path.pop();
        }
        false
    }

    fn spend(&mut self, work: usize) -> Result<(), Rejection> {
        let refusal = Rejection::TooMuchWork { claim: self.claim, limit: TERM_LIMIT };
        self.work = self.work.checked_sub(wide(work)).ok_or(refusal)?;
        self.effort.spend_times(wide(work), STEPS_OF_A_TERM)
    }

    /// Accepts a leaf with L > D · (value − 1): the objective is integral, so it is at least the value; with
    /// D = 0 there is no solution at all, as a bound on a completion time requires.
    fn leaf(&mut self, node: usize, denominator: u64, rows: &[RowMultiplier]) -> Result<(), Rejection> {
        let claim = self.claim;
        let found = self.sum(node, denominator, rows)?;
        let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower.tree[{node}]") };
        let below = match self.goal {
            Goal::AtLeast(value) => i128::from(value) - 1,
            Goal::None if denominator == 0 => 0,
            Goal::None => return Err(Rejection::DenominatorNotZero { claim, node, denominator }),
        };
        let limit = below.checked_mul(i128::from(denominator)).ok_or_else(overflow)?;
        if found > limit {
            return Ok(());
        }
        Err(Rejection::DelayLeafTooWeak { claim, node, found, limit })
    }

    /// Returns L = Σ Y · b + Σ over the variables of the least of (D c − YA) · v.
    fn sum(&mut self, node: usize, denominator: u64, rows: &[RowMultiplier]) -> Result<i128, Rejection> {
        let claim = self.claim;
        let place = || format!("claims[{claim}].lower.tree[{node}]");
        let overflow = || Rejection::Overflow { place: place() };
        self.spend(self.domain.len())?;
        self.cost.clear();
        self.cost.resize(self.domain.len(), 0);
        for &(variable, cost) in self.model.objective() {
            self.cost[variable] = i128::from(denominator).checked_mul(cost).ok_or_else(overflow)?;
        }
        let mut sum = 0_i128;
        for (row, &RowMultiplier { row: name, multiplier }) in rows.iter().enumerate() {
            let terms = self.model.row(name).ok_or(Rejection::NoSuchRow { claim, node, row, name })?;
            if multiplier < 0 && !terms.equation {
                return Err(Rejection::NegativeMultiplier { claim, node, row, name, multiplier });
            }
            self.spend(terms.list.len())?;
            let multiplier = i128::from(multiplier);
            let part = multiplier.checked_mul(terms.bound);
            sum = part.and_then(|part| sum.checked_add(part)).ok_or_else(overflow)?;
            for (variable, factor) in terms.list {
                let cost = &mut self.cost[variable];
                let part = multiplier.checked_mul(factor);
                *cost = part.and_then(|part| cost.checked_sub(part)).ok_or_else(overflow)?;
            }
        }
        for (&cost, value) in self.cost.iter().zip(&self.domain) {
            let least = match value {
                Some(true) => cost,
                Some(false) => 0,
                None => cost.min(0),
            };
            sum = sum.checked_add(least).ok_or_else(overflow)?;
        }
        Ok(sum)
    }
}
