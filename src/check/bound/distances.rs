//! The bound by distances: transmissions are at least the sum of the distances of all packets.

use crate::bound::kind::{Asked, Bound};
use crate::bound::volume;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::replay::replayed::Form;
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{Per, Quantity, Scope};

/// The witness, which is the value alone.
pub(crate) struct Distances;

impl Bound for Distances {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::Transmissions, (problem.mode() == Mode::Personal).then_some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        match (asked.problem, asked.per) {
            (Problem::Isotropic(task), Per::Node) => Ok(task.distances),
            (Problem::Isotropic(task), Per::Network) => {
                task.distances.checked_mul(task.network.nodes.into()).ok_or_else(|| overflow(asked.claim))
            }
            (Problem::Collective(task), _) => Ok(volume::transmissions(task)),
            (Problem::Demands(task), _) => Ok(task.distances.into()),
            (Problem::Parcels { task, .. }, _) => Ok(task.distances),
            (Problem::Allreduce(_), _) => Err(asked.not_for_task()),
        }
    }
}
