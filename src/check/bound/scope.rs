//! Whom a bound binds: for every kind what it bounds, for which tasks and schedules it is defined, and its
//! widest scope.

use crate::network::cayley::Cayley;
use crate::replay::replayed::Form;
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{Claim, Lower, Per, Quantity, Scope, TreeModel};

/// What the bound of a claim bounds.
pub(crate) fn quantity(problem: &Problem, claim: &Claim) -> Quantity {
    match claim.lower {
        Lower::Distances { .. } | Lower::Spanning { .. } => Quantity::Transmissions,
        // In the delay model of isotropic tasks on tori no tree bounds the completion time; in the transport
        // model, which all other tasks have, none bounds anything else.
        Lower::DualTree { model, .. }
            if model == Some(TreeModel::Transport)
                || !matches!(problem, Problem::Isotropic(_))
                || (claim.quantity == Quantity::CompletionTime
                    && (model.is_some() || problem.network().cayley().is_some())) =>
        {
            Quantity::CompletionTime
        }
        Lower::Pooled { .. } | Lower::Departures { .. } | Lower::Arrivals { .. } | Lower::DualTree { .. } => {
            Quantity::TotalDelay
        }
        Lower::Weights { .. }
        | Lower::Distance { .. }
        | Lower::Split { .. }
        | Lower::DirectionTree { .. }
        | Lower::Reception { .. }
        | Lower::Emission { .. }
        | Lower::LastPacket { .. }
        | Lower::Volume { .. }
        | Lower::Cut { .. }
        | Lower::Prices { .. }
        | Lower::TimedPrices { .. } => Quantity::CompletionTime,
    }
}

/// The widest scope of a bound; none where its kind is not defined for the task and the form of its schedule.
pub(crate) fn widest(problem: &Problem, form: Form, lower: &Lower) -> Option<Scope> {
    let (isotropic, collective) = match problem {
        Problem::Isotropic(_) => (true, None),
        Problem::Collective(task) => (false, Some(task)),
        Problem::Demands(_) => (false, None),
    };
    let personal = problem.mode() == Mode::Personal;
    // Bounds over directions go by the two ways round each ring.
    let rings = problem.network().is_symmetric() && problem.network().cayley().is_none();
    let symmetric = isotropic && form.per() == Per::Node;
    let (defined, scope) = match lower {
        Lower::Distance { .. } | Lower::Reception { .. } | Lower::Emission { .. } | Lower::Volume { .. } => {
            (true, Scope::All)
        }
        Lower::Weights { within, .. } => {
            let limited = within.is_none() || problem.network().is_symmetric();
            let typed = problem.network().has_link_types();
            (collective.is_none() && limited && typed, Scope::All)
        }
        Lower::Distances { .. } | Lower::Pooled { .. } => (personal, Scope::All),
        // They are sums over all nodes.
        Lower::Departures { .. } | Lower::Arrivals { .. } => {
            (personal && form.per() == Per::Network, Scope::All)
        }
        Lower::Cut { .. } => (!isotropic, Scope::All),
        Lower::Prices { .. } => {
            let on_graph = problem.network().graph().is_some() && !personal;
            (!isotropic && (collective.is_none() || on_graph), Scope::All)
        }
        // What is copied or combined goes on one way for one node alone.
        Lower::TimedPrices { node: None, .. } => (!isotropic && collective.is_none(), Scope::All),
        Lower::TimedPrices { node: Some(_), .. } => (collective.is_some() && !personal, Scope::All),
        Lower::Spanning { .. } => (!personal, Scope::All),
        Lower::LastPacket { .. } => {
            (!personal && collective.is_some_and(|task| task.kind.root().is_some()), Scope::All)
        }
        Lower::Split { .. } | Lower::DirectionTree { .. } => {
            let of_rings = |cayley: &Cayley| cayley.radices().is_some();
            (symmetric && (rings || problem.network().cayley().is_some_and(of_rings)), Scope::Isotropic)
        }
        // The transport model has every schedule, the others have those that are symmetric. Isotropic tasks
        // alone have several models.
        Lower::DualTree { model: Some(TreeModel::Transport), .. } if isotropic => (true, Scope::All),
        Lower::DualTree { model, .. } if isotropic => {
            (symmetric && (model.is_none() || rings), Scope::Isotropic)
        }
        Lower::DualTree { model, .. } => (model.is_none(), Scope::All),
    };
    defined.then_some(scope)
}
