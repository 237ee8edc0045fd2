//! The bound by a dual tree: multipliers of the rows of a model prove, case by case, a lower bound on the
//! total delay, or that there is no schedule.

use crate::bound::delay::pooled;
use crate::bound::kind::{Asked, Bound};
use crate::program::delay::{self, DelayModel, Ways};
use crate::program::flow::{self, FlowModel, Moves};
use crate::program::multipliers::{self, Goal};
use crate::program::rows::VARIABLE_LIMIT;
use crate::program::transport::TransportModel;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::streamed::{NodeTaker, TreeNodes};
use crate::task::isotropic::Isotropic;
use crate::task::packets::Ends;
use crate::task::problem::Problem;
use isotask_wire::{Claim, DualNode, Horizon, Lower, Per, Quantity, Scope, TreeModel};

/// The witness: the tree of a claim, and the program that it is over.
pub(crate) struct DualTree<'a> {
    pub(crate) stated: &'a Claim,
    /// Slots of the program.
    pub(crate) horizon: u64,
    /// The model, if it is not the first of the task.
    pub(crate) model: Option<TreeModel>,
    pub(crate) tree: &'a [DualNode],
}

impl Bound for DualTree<'_> {
    fn binds(&self, problem: &Problem, form: Form) -> (Quantity, Option<Scope>) {
        (self.quantity(problem), self.widest(problem, form))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Asked { problem, claim, coming, .. } = asked;
        let value = if let Some(coming) = coming.filter(|coming| coming.claim == claim) {
            self.prove(problem, claim, coming.nodes)?
        } else {
            let listed = |taker: &mut NodeTaker<'_>| {
                let _all = self.tree.iter().all(taker);
            };
            self.prove(problem, claim, &mut { listed })?
        };
        Ok(value.into())
    }
}

/// Returns the ways that a model must have for its bounds to bind the schedules of a scope.
fn ways(scope: Scope) -> Ways {
    if scope == Scope::IsotropicShortest { Ways::Shortest } else { Ways::Detours }
}

impl DualTree<'_> {
    /// Returns the quantity that the tree bounds. In the delay model of isotropic tasks on tori no tree
    /// bounds the completion time; in the transport model, which all other tasks have, every tree does.
    fn quantity(&self, problem: &Problem) -> Quantity {
        if self.model == Some(TreeModel::Transport)
            || !matches!(problem, Problem::Isotropic(_))
            || (self.stated.quantity == Quantity::CompletionTime
                && (self.model.is_some() || !problem.network().is_rings()))
        {
            Quantity::CompletionTime
        } else {
            Quantity::TotalDelay
        }
    }

    /// Returns the widest scope of the tree. The transport model contains every schedule, the others contain
    /// the symmetric ones; only isotropic tasks have several models.
    fn widest(&self, problem: &Problem, form: Form) -> Option<Scope> {
        if matches!(problem, Problem::Allreduce(_) | Problem::Parcels { .. }) {
            return None;
        }
        if !matches!(problem, Problem::Isotropic(_)) {
            return self.model.is_none().then_some(Scope::All);
        }
        if self.model == Some(TreeModel::Transport) {
            return Some(Scope::All);
        }
        let defined = form.per() == Per::Node && (self.model.is_none() || problem.network().is_rings());
        defined.then_some(Scope::Isotropic)
    }

    /// Accepts a tree whose every leaf proves the claim for the schedules of its scope; for an isotropic task
    /// these are symmetric, unless the tree is over the transport model. The claim is that schedules within
    /// the slots of the tree have a total delay of at least the value, or, for a completion time, that no
    /// schedule fits into one slot less than the value.
    ///
    /// # Complexity
    /// Time O(leaves · variables + entries of the named rows) within a fixed limit; space O(variables +
    /// depth).
    fn prove(&self, problem: &Problem, index: usize, tree: &mut TreeNodes<'_>) -> Result<u64, Rejection> {
        let Self { stated: claim, horizon, model, .. } = *self;
        let value = claim.lower.slots();
        let goal = match claim.quantity {
            Quantity::CompletionTime if horizon.checked_add(1) != Some(value) => {
                return Err(Rejection::WithinMismatch { claim: index, within: horizon, value });
            }
            Quantity::CompletionTime => Goal::None,
            _ => Goal::AtLeast(value),
        };
        let effort = problem.network().effort.clone();
        let packets: Box<dyn Iterator<Item = (Ends, u64)>> = match problem {
            Problem::Isotropic(task) if model == Some(TreeModel::Transport) => {
                Box::new(every_packet(task, index)?.into_iter())
            }
            Problem::Isotropic(task) if !task.network.is_rings() || model == Some(TreeModel::Flow) => {
                let ways = if claim.scope == Scope::IsotropicShortest { Moves::Nearer } else { Moves::All };
                let model = FlowModel::new(task, index, horizon, ways)?;
                return multipliers::prove(model, effort, index, goal, tree).map(|()| value);
            }
            Problem::Isotropic(task) => {
                let model = DelayModel::new(task, index, horizon, ways(claim.scope))?;
                return multipliers::prove(model, effort, index, goal, tree).map(|()| value);
            }
            Problem::Collective(task) => Box::new(task.ends().map(|ends| (ends, task.count))),
            Problem::Demands(task) => {
                Box::new(task.packets.iter().map(|demand| (demand.ends(), demand.count)))
            }
            // No tree binds it, so that the claim has been refused.
            Problem::Allreduce(_) | Problem::Parcels { .. } => {
                let kind = claim.lower.kind();
                return Err(Rejection::BoundNotForTask { claim: index, kind });
            }
        };
        let model = TransportModel::new(problem.network(), problem.ports(), packets, index, horizon)?;
        multipliers::prove(model, effort, index, goal, tree).map(|()| value)
    }
}

/// Returns the packets of all nodes of an isotropic task, for each of which the model has a commodity.
fn every_packet(task: &Isotropic, claim: usize) -> Result<Vec<(Ends, u64)>, Rejection> {
    let nodes = task.network.nodes;
    // Every node sends to as many nodes as there are offsets, and receives from as many.
    if nodes.checked_mul(nodes).is_none_or(|pairs| pairs > VARIABLE_LIMIT) {
        return Err(Rejection::DelayModelTooLarge { claim, limit: VARIABLE_LIMIT });
    }
    let mut packets = Vec::new();
    task.network.effort.spend_times(nodes * nodes, 8 + task.network.steps_of_a_look())?;
    task.visit(|offset| {
        let ends = |from| Ends { from: Some(from), to: task.network.shifted(from, offset.index) };
        packets.extend((0..nodes).map(|from| (ends(from), offset.count)));
        Ok(())
    })?;
    Ok(packets)
}

/// Refuses a model of fewer slots than a packet has hops, and a claim whose horizon goes beyond the slots of
/// the model, unless more slots gain nothing.
pub(crate) fn require_reach(
    task: &Isotropic,
    index: usize,
    claim: &Claim,
    completion_time: u64,
) -> Result<(), Rejection> {
    let Lower::DualTree { horizon_slots, .. } = claim.lower else {
        return Ok(());
    };
    let farthest = task.farthest;
    let needed = match claim.horizon {
        None => return Ok(()),
        Some(Horizon::Slots(slots)) => u128::from(slots),
        // The critical horizon is the least completion time, which another claim proves.
        Some(Horizon::Critical) => u128::from(completion_time),
        // The other horizons are at least the completion time, and that is at least every distance.
        Some(Horizon::Any) if horizon_slots < farthest => {
            return Err(Rejection::DelayHorizonTooShort { claim: index, horizon: horizon_slots, farthest });
        }
        Some(Horizon::Any) => {
            // With a total delay below the bound, a packet arrives no later than the difference of that delay
            // and the least delay of all others.
            let others = pooled::without_farthest(task, index)?;
            let last = (claim.lower.value().saturating_sub(1)).saturating_sub(others);
            last.min(if task.network.is_rings() {
                delay::sufficient(task, ways(claim.scope))?
            } else {
                flow::sufficient(task, claim.scope)
            })
        }
    };
    if needed <= u128::from(horizon_slots) {
        return Ok(());
    }
    Err(Rejection::HorizonBeyondModel { claim: index, horizon_slots, needed })
}
