//! The kinds of lower bounds.

use crate::bound::delay::{arrivals::Arrivals, departures::Departures, pooled::Pooled};
use crate::bound::kind::{Asked, Bound};
use crate::bound::{
    cut::Cut, cut_node::CutNode, direction_tree::DirectionTree, distance::Distance, distances::Distances,
    dual_tree::DualTree, emission::Emission, last_packet::LastPacket, prices::Prices, reception::Reception,
    resolution::Resolution, spanning::Spanning, split::Split, timed_prices::TimedPrices, volume::Volume,
    weights::Weights,
};
use crate::refusal::rejection::Rejection;
use crate::task::allreduce::Allreduce;
use crate::task::collective::Collective;
use crate::task::problem::Problem;
use isotask_wire::{Claim, Lower, LowerKind};

/// Returns the bound of a claim.
pub(crate) fn of(stated: &Claim) -> Box<dyn Bound + '_> {
    match &stated.lower {
        &Lower::Weights { value, ref weights, within } => Box::new(Weights { value, links: weights, within }),
        Lower::Distance { packet, from, .. } => Box::new(Distance { packet, from: from.as_ref() }),
        Lower::Split { .. } => Box::new(Split),
        Lower::DirectionTree { value, tree } => Box::new(DirectionTree { value: *value, tree }),
        &Lower::DualTree { horizon_slots: horizon, model, ref tree, .. } => {
            Box::new(DualTree { stated, horizon, model, tree })
        }
        Lower::Distances { .. } => Box::new(Distances),
        Lower::Pooled { .. } => Box::new(Pooled),
        Lower::Departures { .. } => Box::new(Departures),
        Lower::Arrivals { .. } => Box::new(Arrivals),
        Lower::Reception { node, distance, .. } => Box::new(Reception { node, distance: *distance }),
        Lower::Emission { node, distance, .. } => Box::new(Emission { node, distance: *distance }),
        Lower::LastPacket { node, .. } => Box::new(LastPacket { node }),
        Lower::Volume { .. } => Box::new(Volume),
        Lower::Cut { nodes, .. } => Box::new(Cut { nodes }),
        Lower::CutNode { node, nodes, .. } => Box::new(CutNode { node, nodes }),
        Lower::Prices { links, sends, receives, .. } => Box::new(Prices { links, sends, receives }),
        Lower::TimedPrices { slots, node, .. } => Box::new(TimedPrices { node: node.as_ref(), slots }),
        &Lower::Resolution { value, ref steps } => Box::new(Resolution { value, steps }),
        Lower::Spanning { .. } => Box::new(Spanning),
    }
}

/// Returns the problem of which a bound speaks: of packets that differ in length their parts, except for the
/// bounds that know lengths and starts.
pub(crate) fn bounded(problem: &Problem, kind: LowerKind) -> &Problem {
    use LowerKind as K;
    match (problem, kind) {
        (_, K::Distance | K::Distances | K::Reception | K::Emission | K::Resolution) => problem,
        (Problem::Parcels { parts, .. }, _) => parts,
        _ => problem,
    }
}

/// Recomputes the bound of a claim from its witness, or refuses the witness. The problem is [`bounded`].
///
/// # Complexity
/// That of its kind.
pub(crate) fn recompute(stated: &Claim, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
    match asked.problem {
        Problem::Demands(task) => task.spend_packets()?,
        // Some bounds need the distances of all nodes.
        Problem::Collective(Collective { network, .. }) | Problem::Allreduce(Allreduce { network, .. })
            if !network.is_symmetric() =>
        {
            network.spend_looks(1)?;
        }
        _ => {}
    }
    of(stated).recompute(asked)
}
