//! The bound by spanning trees: every packet of a broadcast or accumulation crosses as many links as a
//! spanning tree has.

use crate::bound::kind::{Asked, Bound};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::value;
use crate::replay::replayed::Form;
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{Per, Quantity, Scope};

/// The witness, which is the value alone.
pub(crate) struct Spanning;

impl Bound for Spanning {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::Transmissions, (problem.mode() != Mode::Personal).then_some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let task = match asked.problem {
            Problem::Collective(task) => task,
            Problem::Allreduce(task) => return value(asked.claim, task.transmissions()).map(u128::from),
            Problem::Isotropic(_) | Problem::Demands(_) | Problem::Parcels { .. } => {
                return Err(asked.not_for_task());
            }
        };
        // Moves through switches are not counted: they come on top.
        let nodes = task.network.host_count();
        // Below 2⁶³ by the size of the task, as are all numbers of packets and transmissions here.
        let spanning = u128::from(task.count) * u128::from(nodes - 1);
        let all = match (task.kind.root(), asked.per) {
            (Some(_), _) | (None, Per::Node) => spanning,
            (None, Per::Network) => spanning * u128::from(nodes),
        };
        value(asked.claim, all).map(u128::from)
    }
}
