//! The bound by distance: no schedule is shorter than the distance of a packet.

use crate::bound::kind::{Asked, Bound};
use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Form;
use crate::task::collective::Collective;
use crate::task::demands::Demands;
use crate::task::isotropic::Isotropic;
use crate::task::parcels::Parcels;
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};

/// The packet of a bound: its destination, or in a task with a root its other end, and its origin if that is
/// stated.
#[derive(Debug, Clone, Copy)]
struct Packet<'a> {
    claim: usize,
    node: &'a NodeRef,
    from: Option<&'a NodeRef>,
}

/// The witness: the node of a packet, and its origin if that is stated.
pub(crate) struct Distance<'a> {
    pub(crate) packet: &'a NodeRef,
    pub(crate) from: Option<&'a NodeRef>,
}

impl Bound for Distance<'_> {
    fn binds(&self, _problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::CompletionTime, Some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        bound(asked.problem, asked.claim, self.packet, self.from).map(u128::from)
    }
}

/// Recomputes the bound.
///
/// # Complexity
/// Time O(dimensions); O(log demands) for demands.
fn bound(problem: &Problem, claim: usize, node: &NodeRef, from: Option<&NodeRef>) -> Result<u64, Rejection> {
    let packet = Packet { claim, node, from };
    match problem {
        Problem::Isotropic(task) => isotropic(task, packet),
        Problem::Collective(task) => collective(task, packet),
        Problem::Demands(task) => demands(task, packet),
        Problem::Parcels { task, .. } => parcels(task, problem.network(), packet),
        Problem::Allreduce(task) => {
            let (node, from) = unrooted(&task.network, packet)?;
            Ok(task.network.between(from, node))
        }
    }
}

impl Packet<'_> {
    fn place(self) -> String {
        format!("claims[{}].lower.packet", self.claim)
    }

    /// Returns the node as an offset from node 0.
    fn offset(self, network: &Network) -> Result<u64, Rejection> {
        network.offset(self.node, &|| self.place())
    }

    fn node(self, network: &Network) -> Result<u64, Rejection> {
        network.node(self.node, &|| self.place())
    }

    fn origin(self, network: &Network, from: &NodeRef) -> Result<u64, Rejection> {
        network.node(from, &|| format!("claims[{}].lower.from", self.claim))
    }
}

fn isotropic(task: &Isotropic, packet: Packet<'_>) -> Result<u64, Rejection> {
    let claim = packet.claim;
    if packet.from.is_some() {
        return Err(Rejection::OriginUnexpected { claim });
    }
    let offset = packet.offset(&task.network)?;
    if !task.has(offset) {
        return Err(Rejection::NotAnOffset { claim, offset });
    }
    Ok(task.network.between(0, offset))
}

fn collective(task: &Collective, packet: Packet<'_>) -> Result<u64, Rejection> {
    let (claim, network) = (packet.claim, &task.network);
    let (node, from) = match (task.kind.root(), packet.from) {
        (None, _) => unrooted(network, packet)?,
        (Some(_), Some(_)) => return Err(Rejection::OriginUnexpected { claim }),
        (Some(root), None) => (packet.node(network)?, root),
    };
    require_hosts(network, claim, (node, from))?;
    // A packet that is combined goes the other way.
    Ok(if task.kind.is_collecting() { network.between(node, from) } else { network.between(from, node) })
}

/// Returns the node and the origin of a packet of a task without a root: in a network that looks the same
/// from every node, the origin is node 0.
fn unrooted(network: &Network, packet: Packet<'_>) -> Result<(u64, u64), Rejection> {
    let claim = packet.claim;
    let (node, from) = match packet.from {
        Some(from) if !network.is_symmetric() => (packet.node(network)?, packet.origin(network, from)?),
        Some(_) => return Err(Rejection::OriginUnexpected { claim }),
        None if !network.is_symmetric() => return Err(Rejection::OriginMissing { claim }),
        None => (packet.offset(network)?, 0),
    };
    require_hosts(network, claim, (node, from))?;
    Ok((node, from))
}

/// Refuses a switch, at which no packet starts or ends, and one node as both ends.
fn require_hosts(network: &Network, claim: usize, (node, from): (u64, u64)) -> Result<(), Rejection> {
    match [node, from].into_iter().find(|&end| node == from || network.is_switch(end)) {
        Some(end) => Err(Rejection::NotAnOffset { claim, offset: end }),
        None => Ok(()),
    }
}

fn demands(task: &Demands, packet: Packet<'_>) -> Result<u64, Rejection> {
    let (claim, network) = (packet.claim, &task.network);
    let from = packet.from.ok_or(Rejection::OriginMissing { claim })?;
    let (from, to) = (packet.origin(network, from)?, packet.node(network)?);
    task.hops_between(from, to).ok_or(Rejection::NotAnOffset { claim, offset: to })
}

/// Returns when the last of the packets with these ends can be over: it starts, and each hop takes its
/// length.
fn parcels(task: &Parcels, network: &Network, packet: Packet<'_>) -> Result<u64, Rejection> {
    let claim = packet.claim;
    network.effort.spend(wide(task.listed.len()))?;
    let from = packet.from.ok_or(Rejection::OriginMissing { claim })?;
    let (from, to) = (packet.origin(network, from)?, packet.node(network)?);
    let meant = task.listed.iter().filter(|parcel| (parcel.from, parcel.to) == (from, to));
    // Two factors below 2³².
    let ends = meant.map(|parcel| parcel.release + parcel.length * parcel.hops);
    ends.max().ok_or(Rejection::NotAnOffset { claim, offset: to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use serde_json::{Value, json};

    fn problem(task: &Value) -> Problem {
        let network = json!({ "kind": "graph", "nodes": 5, "directed": true, "switches": [4],
            "links": [[0, 1], [1, 2], [2, 3], [3, 0], [2, 0], [0, 4], [4, 3]] });
        let document = json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": "all",
            "objective": "completion-time" });
        let document: isotask_wire::TaskDocument =
            isotask_wire::parse(document.to_string().as_bytes()).expect("a task");
        Problem::new(&document, &Effort::new(u64::MAX)).expect("a good task")
    }

    /// Copies go away from the root, parts go to the root, and links lead one way.
    #[test]
    fn packets_go_along_the_links_and_parts_to_their_root() {
        for kind in ["broadcast", "accumulation"] {
            for (root, node) in (0..4).flat_map(|root| (0..5).map(move |node| (root, node))) {
                let rooted = problem(&json!({ "kind": format!("single-node-{kind}"), "root": root }));
                let everywhere = problem(&json!({ "kind": format!("multinode-{kind}") }));
                let network = everywhere.network();
                let far = if kind == "broadcast" { [root, node] } else { [node, root] };
                let expected = (root != node && node < 4).then(|| network.between(far[0], far[1]));
                let at = |node| NodeRef::Index(node);
                assert_eq!(bound(&rooted, 0, &at(node), None).ok(), expected, "{kind} {root} {node}");
                assert_eq!(bound(&everywhere, 0, &at(node), Some(&at(root))).ok(), expected);
                assert!(bound(&rooted, 0, &at(node), Some(&at(root))).is_err());
                assert!(bound(&everywhere, 0, &at(node), None).is_err());
            }
        }
    }
}
