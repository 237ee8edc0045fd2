//! The bound by distances: transmissions are at least the sum of the distances of all packets.

use crate::bound::volume;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::task::problem::Problem;
use isotask_wire::Per;

/// Recomputes the bound, in transmissions.
pub(crate) fn bound(problem: &Problem, per: Per, claim: usize) -> Result<u128, Rejection> {
    match (problem, per) {
        (Problem::Isotropic(task), Per::Node) => Ok(task.distances),
        (Problem::Isotropic(task), Per::Network) => {
            task.distances.checked_mul(task.network.nodes.into()).ok_or_else(|| overflow(claim))
        }
        (Problem::Collective(task), _) => Ok(volume::transmissions(task)),
        (Problem::Demands(task), _) => Ok(task.distances.into()),
    }
}
