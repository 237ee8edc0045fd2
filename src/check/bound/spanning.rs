//! The bound by spanning trees: every packet of a broadcast or accumulation crosses as many links as such a
//! tree has.

use crate::refusal::rejection::Rejection;
use crate::refusal::value::value;
use crate::task::collective::Collective;
use isotask_wire::Per;

/// Recomputes the bound, in transmissions.
pub(crate) fn bound(task: &Collective, per: Per, claim: usize) -> Result<u64, Rejection> {
    // What switches do comes on top.
    let nodes = task.network.host_count();
    // Below 2⁶³ by the size of the task, as are all numbers of packets and transmissions here.
    let spanning = u128::from(task.count) * u128::from(nodes - 1);
    match (task.kind.root(), per) {
        (Some(_), _) | (None, Per::Node) => value(claim, spanning),
        (None, Per::Network) => value(claim, spanning * u128::from(nodes)),
    }
}
