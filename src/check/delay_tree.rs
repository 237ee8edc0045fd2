//! The delay tree: multipliers of named rows that prove, case by case, a lower bound on the total delay, or that there is no schedule.

use super::delay_model::{DelayModel, Ways, sufficient};
use super::flow_model::{self, FlowModel, Moves};
use super::problem::Problem;
use super::task::Task;
use super::transport_model::TransportModel;
use super::{Rejection, pooled, wide};
use isotask_wire::{
    Claim, DelayNode, DelayRow, DelayVariable, Horizon, Lower, Quantity, RowMultiplier, Scope,
};

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

/// A row, term by term.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) list: Vec<(usize, i128)>,
    pub(super) bound: i128,
    pub(super) equation: bool,
}

/// A program in 0–1 variables, rebuilt from a task: variables by index, rows by name.
pub(super) trait Rows {
    /// Value of each variable that is fixed from the start.
    fn fixed(&self) -> &[Option<bool>];

    /// Variable and cost.
    fn objective(&self) -> &[(usize, i128)];

    /// The index of a variable; none when there is no such variable.
    fn variable(&self, name: DelayVariable) -> Option<usize>;

    /// The terms of a row; none when there is no such row.
    fn row(&self, name: DelayRow) -> Option<Terms>;
}

/// What every leaf of a tree is to prove of the solutions of its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// That their objective is at least so great.
    AtLeast(u64),
    /// That there are none.
    None,
}

/// Accepts a tree whose every leaf proves a claim on the schedules of its scope, those of an isotropic task symmetric: that those within the
/// slots of the tree have a total delay of at least its value, or, of completion times, that there are none within one slot less than its value.
///
/// # Complexity
/// Time O(leaves · variables + entries of the named rows) within a fixed limit; space O(variables + depth).
pub(super) fn prove(
    problem: &Problem,
    index: usize,
    claim: &Claim,
    horizon: u64,
    tree: &[DelayNode],
) -> Result<u64, Rejection> {
    let value = claim.lower.value();
    let goal = match claim.quantity {
        Quantity::CompletionTime if horizon.checked_add(1) != Some(value) => {
            return Err(Rejection::WithinMismatch { claim: index, within: horizon, value });
        }
        Quantity::CompletionTime => Goal::None,
        _ => Goal::AtLeast(value),
    };
    let network = problem.network();
    match problem {
        Problem::Isotropic(task) if network.cayley().is_some() => {
            let ways = if claim.scope == Scope::IsotropicShortest { Moves::Nearer } else { Moves::All };
            walk(FlowModel::new(task, index, horizon, ways)?, index, goal, tree)?;
        }
        Problem::Isotropic(task) => {
            walk(DelayModel::new(task, index, horizon, ways(claim.scope))?, index, goal, tree)?;
        }
        Problem::Collective(task) => {
            let packets = task.ends().map(|ends| (ends, task.count));
            walk(TransportModel::new(network, task.ports, packets, index, horizon)?, index, goal, tree)?;
        }
        Problem::Listed(task) => {
            let packets = task.demands.iter().map(|demand| (demand.ends(), demand.count));
            walk(TransportModel::new(network, task.ports, packets, index, horizon)?, index, goal, tree)?;
        }
    }
    Ok(value)
}

fn walk<M: Rows>(model: M, claim: usize, goal: Goal, tree: &[DelayNode]) -> Result<(), Rejection> {
    let domain = model.fixed().to_vec();
    let mut walk = Walk { domain, cost: Vec::new(), model, claim, goal, work: WORK_LIMIT, path: Vec::new() };
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
        Some(Horizon::Any) if task.network.cayley().is_some() => {
            // With less delay than the bound no packet comes later than what all others leave of it.
            let others = pooled::without_farthest(task, index)?;
            let last = (claim.lower.value().saturating_sub(1)).saturating_sub(others);
            u128::from(last.min(flow_model::sufficient(task, claim.scope)))
        }
        Some(Horizon::Any) => sufficient(task, ways(claim.scope))?,
    };
    if needed <= u128::from(horizon_slots) {
        return Ok(());
    }
    Err(Rejection::HorizonBeyondModel { claim: index, horizon_slots, needed })
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
    path: Vec<Step>,
}

impl<M: Rows> Walk<M> {
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
    /// D = 0 there is no solution at all, which is all that counts for completion times.
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

    /// L = Σ Y · b + Σ over the variables of the least of (D c − YA) · v.
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
