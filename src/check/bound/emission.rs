//! The bound by emission: the packets that a node sends to a distance or farther go through its ports, and
//! the last one still has that distance to go.

use crate::bound::kind::{Asked, Bound};
use crate::bound::reception;
use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::collective::Kind;
use crate::task::demands::Demand;
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};

/// The witness: a node, and the least distance of the packets that count.
pub(crate) struct Emission<'a> {
    pub(crate) node: &'a NodeRef,
    pub(crate) distance: u64,
}

impl Bound for Emission<'_> {
    fn binds(&self, _problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::CompletionTime, Some(Scope::All))
    }

    /// Recomputes the bound at a node for packets to `distance` links away and farther: reception with time
    /// reversed.
    ///
    /// # Complexity
    /// As [`Reception`](reception::Reception).
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Asked { problem, claim, .. } = asked;
        let node = reception::node_of(problem.network(), claim, self.node)?;
        let distance = self.distance;
        match problem {
            Problem::Isotropic(task) => reception::isotropic(task, claim, distance),
            Problem::Collective(task) => {
                reception::collective(task, reversed(task.kind), claim, (node, Flow::Out), distance)
            }
            Problem::Demands(task) => {
                let own = |demand: &Demand| demand.from == node;
                reception::demands(task, claim, (node, Flow::Out), distance, own)
            }
            Problem::Allreduce(task) => reception::allreduce(task, claim, (node, Flow::Out), distance),
            Problem::Parcels { task, .. } => {
                reception::parcels(task, problem, claim, (node, Flow::Out), distance)
            }
        }
        .map(u128::from)
    }
}

/// Returns the collective whose schedules are those of this one with time reversed.
fn reversed(kind: Kind) -> Kind {
    match kind {
        Kind::Broadcast { root } => Kind::Accumulation { root },
        Kind::Accumulation { root } => Kind::Broadcast { root },
        Kind::Scatter { root } => Kind::Gather { root },
        Kind::Gather { root } => Kind::Scatter { root },
        Kind::MultinodeBroadcast => Kind::MultinodeAccumulation,
        Kind::MultinodeAccumulation => Kind::MultinodeBroadcast,
    }
}
