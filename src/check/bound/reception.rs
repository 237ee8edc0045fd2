//! The bound by reception: the packets that a node receives from a distance or farther come through its
//! ports.

use crate::bound::kind::{Asked, Bound};
use crate::network::topology::{Flow, Network};
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::value;
use crate::replay::replayed::Form;
use crate::task::allreduce::Allreduce;
use crate::task::collective::{Collective, Kind};
use crate::task::demands::{Demand, Demands};
use crate::task::isotropic::Isotropic;
use crate::task::parcels::Parcels;
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};

/// The witness: a node, and the least distance of the packets that count.
pub(crate) struct Reception<'a> {
    pub(crate) node: &'a NodeRef,
    pub(crate) distance: u64,
}

impl Bound for Reception<'_> {
    fn binds(&self, _problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::CompletionTime, Some(Scope::All))
    }

    /// Recomputes the bound at a node for packets from `distance` links away and farther.
    ///
    /// # Complexity
    /// As [`Isotropic::packets_from`]; time O(dimensions · nodes / greatest radix) for a collective,
    /// O(demands · dimensions) for demands.
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Asked { problem, claim, .. } = asked;
        let node = node_of(problem.network(), claim, self.node)?;
        let distance = self.distance;
        match problem {
            Problem::Isotropic(task) => isotropic(task, claim, distance),
            Problem::Collective(task) => collective(task, task.kind, claim, (node, Flow::In), distance),
            Problem::Demands(task) => {
                demands(task, claim, (node, Flow::In), distance, |demand| demand.to == node)
            }
            Problem::Allreduce(task) => allreduce(task, claim, (node, Flow::In), distance),
            Problem::Parcels { task, .. } => parcels(task, problem, claim, (node, Flow::In), distance),
        }
        .map(u128::from)
    }
}

/// Reads the node of a bound, which must not be a switch.
pub(crate) fn node_of(network: &Network, claim: usize, node: &NodeRef) -> Result<u64, Rejection> {
    network.host(node, &|| format!("claims[{claim}].lower.node"))
}

/// Recomputes the bound on an isotropic task: every node sends and receives as many packets over a distance
/// as node 0 sends.
pub(crate) fn isotropic(task: &Isotropic, claim: usize, distance: u64) -> Result<u64, Rejection> {
    after(claim, task.packets_from(distance)?, task.ports, distance)
}

/// Recomputes the bound on the packets that a node receives in a collective of the given kind. If that kind
/// is the task with time reversed, these are the packets that the node sends in the task.
pub(crate) fn collective(
    task: &Collective,
    kind: Kind,
    claim: usize,
    (node, way): (u64, Flow),
    distance: u64,
) -> Result<u64, Rejection> {
    after(claim, received(task, kind, (node, way), distance), task.ports_of(node, way), distance)
}

/// Recomputes the bound on an allreduce. If some node is `distance` links away or farther, then of every
/// block a sum with its part comes in a slot from `distance` on for the first time; or, with time reversed,
/// every block leaves for that node with at least `distance` slots left, its own among them.
pub(crate) fn allreduce(
    task: &Allreduce,
    claim: usize,
    (node, way): (u64, Flow),
    distance: u64,
) -> Result<u64, Rejection> {
    let is_far = task.network.nodes_from(node, distance.max(1), way) > 0;
    let blocks = u128::from(task.count) * u128::from(is_far);
    after(claim, blocks, task.ports.each_of(&task.network, node, way), distance)
}

/// Recomputes the bound on the packets of a node for which `is_its` holds.
pub(crate) fn demands(
    task: &Demands,
    claim: usize,
    (node, way): (u64, Flow),
    distance: u64,
    is_its: impl Fn(&Demand) -> bool,
) -> Result<u64, Rejection> {
    let far = task.with_hops(is_its).filter(|&(_, hops)| hops >= distance);
    // Fewer than 2⁶³ packets.
    let packets = far.map(|(demand, _)| u128::from(demand.count)).sum();
    let network = &task.network;
    after(claim, packets, task.ports.each_of(network, node, way), distance)
}

/// Recomputes the bound on packets of lengths of their own. Those count whose last move cannot begin before
/// slot `distance` (counted from 1): they hold the ports for their lengths from then on. With time reversed,
/// those count that need `distance` − 1 slots or more once their first move is over; none of them can begin
/// before the least start among them.
pub(crate) fn parcels(
    task: &Parcels,
    problem: &Problem,
    claim: usize,
    (node, way): (u64, Flow),
    distance: u64,
) -> Result<u64, Rejection> {
    let network = problem.network();
    network.effort.spend(wide(task.listed.len()))?;
    let (mut held, mut first) = (0_u128, None);
    for parcel in &task.listed {
        let is_received = matches!(way, Flow::In);
        let waits = if is_received { parcel.release } else { 0 };
        // Two factors below 2³².
        let apart = waits + parcel.length * parcel.hops.saturating_sub(1);
        if node == if is_received { parcel.to } else { parcel.from } && apart >= distance.saturating_sub(1) {
            // No more than the parts, which are below 2⁶³.
            held += u128::from(parcel.count) * u128::from(task.times) * u128::from(parcel.length);
            let start = if is_received { 0 } else { parcel.release };
            first = Some(first.map_or(start, |least: u64| least.min(start)));
        }
    }
    let slots = after(claim, held, problem.ports().each_of(network, node, way), distance)?;
    value(claim, u128::from(slots) + u128::from(first.unwrap_or(0)))
}

/// Returns the number of packets that a node has to receive in slots from `distance` (counted from 1) on.
///
/// A packet from that distance cannot arrive earlier. For a combined packet the last message with a part from
/// that distance counts: one for each packet, at its root.
fn received(task: &Collective, kind: Kind, (node, way): (u64, Flow), distance: u64) -> u128 {
    let network = &task.network;
    let hops = |root| match way {
        Flow::In => network.between(root, node),
        Flow::Out => network.between(node, root),
    };
    let far = |root: u64| u128::from(hops(root) >= distance && root != node);
    let others = u128::from(network.nodes_from(node, distance.max(1), way));
    let items = match kind {
        Kind::Broadcast { root } | Kind::Scatter { root } => far(root),
        Kind::Gather { root } if root == node => others,
        Kind::Accumulation { root } if root == node => others.min(1),
        Kind::Gather { .. } | Kind::Accumulation { .. } => 0,
        Kind::MultinodeBroadcast => others,
        Kind::MultinodeAccumulation => others.min(1),
    };
    items * u128::from(task.count)
}

/// Returns the least number of slots in which `packets` can go through the ports of a node, when the first
/// `distance` − 1 slots cannot be used.
fn after(claim: usize, packets: u128, ports: u64, distance: u64) -> Result<u64, Rejection> {
    if distance == 0 {
        return Err(Rejection::DistanceZero { claim });
    }
    if packets == 0 {
        return Ok(0);
    }
    value(claim, packets.div_ceil(u128::from(ports)) + u128::from(distance - 1))
}
