//! The delay tree: multipliers of named rows that prove, case by case, a lower bound on the total delay.

use super::delay_model::{DelayModel, Ways, sufficient};
use super::task::Task;
use super::{Rejection, wide};
use crate::wire::{Claim, DelayNode, DelayVariable, Horizon, Lower, RowMultiplier, Scope};

/// At most this many variables and entries of rows are gone through for one claim.
const WORK_LIMIT: u64 = 1 << 31;

/// A choice on the way to the current node.
#[derive(Debug)]
struct Step {
    variable: usize,
    /// Whether the second child has begun.
    second: bool,
}

/// The ways that a model must have for its bounds to bind the schedules of a scope.
fn ways(scope: Scope) -> Ways {
    if scope == Scope::IsotropicShortest { Ways::Shortest } else { Ways::Detours }
}

/// Accepts a tree whose every leaf proves that the total delay of the schedules of a scope within `horizon` slots is at least
/// `value`.
///
/// # Complexity
/// Time O(leaves · variables + entries of the named rows) within a fixed limit; space O(variables + depth).
pub(super) fn prove(
    task: &Task,
    claim: usize,
    scope: Scope,
    value: u64,
    horizon: u64,
    tree: &[DelayNode],
) -> Result<(), Rejection> {
    let model = DelayModel::new(task, claim, horizon, ways(scope))?;
    let mut walk = Walk {
        domain: model.fixed.clone(),
        cost: Vec::new(),
        model,
        claim,
        value,
        work: WORK_LIMIT,
        path: Vec::new(),
    };
    let mut complete = false;
    for (node, step) in tree.iter().enumerate() {
        if complete {
            return Err(Rejection::TreeTrailing { claim, node });
        }
        match step {
            DelayNode::Fix(variable) => walk.fix(node, *variable)?,
            DelayNode::Leaf { denominator, rows } => {
                walk.leaf(node, *denominator, rows)?;
                complete = !walk.turn();
            }
        }
    }
    if complete { Ok(()) } else { Err(Rejection::TreeIncomplete { claim, node: tree.len() }) }
}

/// Refuses a model of fewer slots than a packet has hops, and a claim whose horizon goes beyond the slots of the model, unless
/// more slots gain nothing.
pub(super) fn require_reach(
    task: &Task,
    index: usize,
    claim: &Claim,
    completion_time: u64,
) -> Result<(), Rejection> {
    let Lower::DelayTree { horizon_slots, .. } = claim.lower else {
        return Ok(());
    };
    let farthest = task.farthest;
    let needed = match claim.horizon {
        None => return Ok(()),
        Some(Horizon::Slots(slots)) => u128::from(slots),
        // The value of the claim that proves it least.
        Some(Horizon::Critical) => u128::from(completion_time),
        // The other horizons are at least the completion time, and that is at least every distance.
        Some(Horizon::Any) if horizon_slots < farthest => {
            return Err(Rejection::DelayHorizonTooShort { claim: index, horizon: horizon_slots, farthest });
        }
        Some(Horizon::Any) => sufficient(task, ways(claim.scope))?,
    };
    if needed <= u128::from(horizon_slots) {
        return Ok(());
    }
    Err(Rejection::HorizonBeyondModel { claim: index, horizon_slots, needed })
}

/// The state of a walk through the tree in preorder.
struct Walk {
    model: DelayModel,
    claim: usize,
    value: u64,
    domain: Vec<Option<bool>>,
    /// The reduced cost of each variable at a leaf.
    cost: Vec<i128>,
    work: u64,
    path: Vec<Step>,
}

impl Walk {
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

    /// After a leaf: leaves what is complete and goes to the next second child; false at the end.
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
        let refusal = Rejection::TooMuchWork { claim: self.claim, limit: WORK_LIMIT };
        self.work = self.work.checked_sub(wide(work)).ok_or(refusal)?;
        Ok(())
    }

    /// Accepts a leaf with L > D · (value − 1): the objective is integral, so it is at least the value; with
    /// D = 0 there is no solution at all.
    fn leaf(&mut self, node: usize, denominator: u64, rows: &[RowMultiplier]) -> Result<(), Rejection> {
        let claim = self.claim;
        let found = self.sum(node, denominator, rows)?;
        let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower.tree[{node}]") };
        let limit = (i128::from(self.value) - 1).checked_mul(i128::from(denominator)).ok_or_else(overflow)?;
        if found > limit {
            return Ok(());
        }
        Err(Rejection::DelayLeafTooWeak { claim, node, found, limit })
    }

    /// L = Σ Y · b + Σ over the variables of the least of (D c − YA) · v.
    fn sum(&mut self, node: usize, denominator: u64, rows: &[RowMultiplier]) -> Result<i128, Rejection> {
        let claim = self.claim;
        let place = || format!("claims[{claim}].lower.tree[{node}]");
        let overflow = || Rejection::Overflow { place: place() };
        self.spend(self.domain.len())?;
        self.cost.clear();
        self.cost.resize(self.domain.len(), 0);
        for &variable in &self.model.objective {
            self.cost[variable] = i128::from(denominator);
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
