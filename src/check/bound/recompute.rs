//! Which recomputation a bound asks for: by its kind and by the task.

use crate::bound::delay::{arrivals, departures, pooled};
use crate::bound::dual_tree::Place;
use crate::bound::weights::Witness;
use crate::bound::{
    cut, direction_tree, distance, distances, dual_tree, emission, last_packet, prices, reception, spanning,
    split, timed_prices, volume, weights,
};
use crate::coming::{ComingTree, NodeTaker};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::problem::Problem;
use isotask_wire::{Claim, Lower};

/// Recomputes the bound of a claim from its witness, or refuses the witness; a tree that comes stands in for
/// that of its claim.
///
/// # Complexity
/// That of its kind.
pub(crate) fn recompute(
    problem: &Problem,
    form: Form,
    claim: usize,
    stated: &Claim,
    coming: Option<&mut ComingTree<'_>>,
) -> Result<u128, Rejection> {
    match problem {
        Problem::Demands(task) => task.spend_packets()?,
        // Of some bounds all nodes are asked how far they are.
        Problem::Collective(task) if !task.network.is_symmetric() => task.network.spend_looks(1)?,
        _ => {}
    }
    match (&stated.lower, problem) {
        (Lower::Distances { .. }, _) => distances::bound(problem, form.per(), claim),
        (Lower::Pooled { .. }, _) => pooled::bound(problem, form.per(), claim),
        (Lower::Departures { .. }, _) => departures::bound(problem, claim),
        (Lower::Arrivals { .. }, _) => arrivals::bound(problem, claim),
        _ => slots(problem, form, claim, stated, coming).map(u128::from),
    }
}

/// The same of bounds that are numbers of slots, or of the moves of trees.
fn slots(
    problem: &Problem,
    form: Form,
    claim: usize,
    stated: &Claim,
    coming: Option<&mut ComingTree<'_>>,
) -> Result<u64, Rejection> {
    match (&stated.lower, problem) {
        (&Lower::Weights { value, ref weights, within }, Problem::Isotropic(task)) => {
            weights::isotropic(task, claim, Witness { value, weights, within })
        }
        (&Lower::Weights { value, ref weights, within }, Problem::Demands(task)) => {
            weights::demands(task, claim, Witness { value, weights, within })
        }
        (Lower::Distance { packet, from, .. }, _) => distance::bound(problem, claim, packet, from.as_ref()),
        (Lower::Split { .. }, Problem::Isotropic(task)) => {
            split::least_time(task.on_torus()?.as_ref().unwrap_or(task), claim)
        }
        (Lower::DirectionTree { value, tree }, Problem::Isotropic(task)) => {
            let torus = task.on_torus()?;
            direction_tree::refute(torus.as_ref().unwrap_or(task), claim, *value, tree).map(|()| *value)
        }
        (Lower::DualTree { horizon_slots, model, tree, .. }, _) => {
            let place = Place { horizon: *horizon_slots, model: *model };
            if let Some(coming) = coming.filter(|coming| coming.claim == claim) {
                return dual_tree::prove(problem, claim, stated, place, coming.nodes);
            }
            let listed = |taker: &mut NodeTaker<'_>| {
                let _all = tree.iter().all(taker);
            };
            dual_tree::prove(problem, claim, stated, place, &mut { listed })
        }
        (Lower::Reception { node, distance, .. }, _) => reception::bound(problem, claim, node, *distance),
        (Lower::Emission { node, distance, .. }, _) => emission::bound(problem, claim, node, *distance),
        (Lower::LastPacket { node, .. }, Problem::Collective(task)) => last_packet::bound(task, claim, node),
        (Lower::Volume { .. }, _) => volume::bound(problem, claim),
        (Lower::Cut { nodes, .. }, Problem::Collective(task)) => cut::collective(task, claim, nodes),
        (Lower::Cut { nodes, .. }, Problem::Demands(task)) => cut::demands(task, claim, nodes),
        (Lower::Prices { .. }, Problem::Collective(task)) => prices::collective(task, claim, &stated.lower),
        (Lower::Prices { .. }, Problem::Demands(task)) => prices::bound(task, claim, &stated.lower),
        (Lower::TimedPrices { slots, node: None, .. }, Problem::Demands(task)) => {
            timed_prices::bound(task, claim, slots)
        }
        (Lower::TimedPrices { slots, node: Some(node), .. }, Problem::Collective(task)) => {
            timed_prices::collective(task, claim, node, slots)
        }
        (Lower::Spanning { .. }, Problem::Collective(task)) => spanning::bound(task, form.per(), claim),
        (lower, _) => Err(Rejection::BoundNotForTask { claim, kind: lower.kind() }),
    }
}
