//! The bound by emission: what a node sends to a distance or more goes through its ports, and the last has
//! that far to go.

use crate::bound::reception;
use crate::network::topology::Flow;
use crate::refusal::rejection::Rejection;
use crate::task::collective::Kind;
use crate::task::demands::Demand;
use crate::task::problem::Problem;
use isotask_wire::NodeRef;

/// Recomputes the bound at a node for packets to `distance` links away and farther: reception with time
/// reversed.
///
/// # Complexity
/// As [`reception::bound`].
pub(crate) fn bound(
    problem: &Problem,
    claim: usize,
    node: &NodeRef,
    distance: u64,
) -> Result<u64, Rejection> {
    let node = reception::node_of(problem.network(), claim, node)?;
    match problem {
        Problem::Isotropic(task) => reception::isotropic(task, claim, distance),
        Problem::Collective(task) => {
            reception::collective(task, reversed(task.kind), claim, (node, Flow::Out), distance)
        }
        Problem::Demands(task) => {
            let own = |demand: &Demand| demand.from == node;
            reception::demands(task, claim, (node, Flow::Out), distance, own)
        }
    }
}

/// The collective whose schedules are those of this one with time reversed.
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
