//! The bound by a cut: the packets that some nodes have for the others must cross the links and ports between
//! them.

use crate::bound::kind::{Asked, Bound};
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::value;
use crate::replay::replayed::Form;
use crate::task::allreduce::Allreduce;
use crate::task::collective::{Collective, Kind};
use crate::task::demands::{Demand, PAIR_LIMIT};
use crate::task::ports::Ports;
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};

/// The witness: the nodes of one side of the cut.
pub(crate) struct Cut<'a> {
    pub(crate) nodes: &'a [NodeRef],
}

impl Bound for Cut<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let defined = !matches!(problem, Problem::Isotropic(_));
        (Quantity::CompletionTime, defined.then_some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let problem = asked.problem;
        if matches!(problem, Problem::Isotropic(_) | Problem::Parcels { .. }) {
            return Err(asked.not_for_task());
        }
        let inside = Side::new(problem.network(), asked.claim, self.nodes)?;
        let packets = leaving(problem, &inside).ok_or_else(|| asked.not_for_task())?;
        let slots = inside.least_slots(problem.network(), problem.ports(), packets);
        value(asked.claim, slots).map(u128::from)
    }
}

/// Returns the number of packets of which a copy or part must go from the nodes inside to those outside; none
/// for tasks of which it is not counted.
///
/// # Complexity
/// Time O(packets + nodes).
pub(crate) fn leaving(problem: &Problem, inside: &Side) -> Option<u128> {
    match problem {
        Problem::Demands(task) => {
            let leaves = |demand: &&Demand| inside.has(demand.from) && !inside.has(demand.to);
            // Fewer than 2⁶³ packets.
            Some(task.packets.iter().filter(leaves).map(|demand| u128::from(demand.count)).sum())
        }
        Problem::Collective(task) => Some(leaving_of_collective(task, inside)),
        Problem::Allreduce(task) => Some(leaving_of_allreduce(task, inside)),
        Problem::Isotropic(_) | Problem::Parcels { .. } => None,
    }
}

/// Of every block of an allreduce a part of a host inside must come out, as from the root of a broadcast. For
/// sums that must come in, the other side of the cut is stated.
fn leaving_of_allreduce(task: &Allreduce, inside: &Side) -> u128 {
    let own = task.network.hosts().filter(|&host| inside.has(host)).count();
    // Switches have no parts.
    let is_parted = own > 0 && wide(own) < task.network.host_count();
    u128::from(task.count) * u128::from(is_parted)
}

fn leaving_of_collective(task: &Collective, inside: &Side) -> u128 {
    let within = |node: &u64| inside.has(*node);
    let number = |count: usize| u128::from(wide(count));
    let own = number(task.network.hosts().filter(within).count());
    let others = u128::from(task.network.host_count()) - own;
    let packets = match task.kind {
        // Switches need no copies and have no parts.
        _ if own == 0 || others == 0 => 0,
        // A packet that starts inside is needed outside, too.
        Kind::Broadcast { root } => u128::from(within(&root)),
        Kind::MultinodeBroadcast => own,
        // A packet that is combined outside has parts inside.
        Kind::Accumulation { root } => u128::from(!within(&root)),
        Kind::MultinodeAccumulation => others,
        Kind::Scatter { root } if within(&root) => others,
        Kind::Gather { root } if !within(&root) => own,
        Kind::Scatter { .. } | Kind::Gather { .. } => 0,
    };
    packets * u128::from(task.count)
}

/// One side of a cut.
pub(crate) struct Side {
    inside: Vec<bool>,
}

impl Side {
    /// Builds a side from a list; refuses an empty list, one of all nodes, and one that repeats a node.
    pub(crate) fn new(network: &Network, claim: usize, nodes: &[NodeRef]) -> Result<Self, Rejection> {
        let fault = || Rejection::CutNodes { claim };
        if network.nodes > PAIR_LIMIT || nodes.is_empty() {
            return Err(fault());
        }
        network.spend_looks(2)?;
        let mut inside = vec![false; usize::try_from(network.nodes).map_err(|_| fault())?];
        for (index, node) in nodes.iter().enumerate() {
            let node = network.node(node, &|| format!("claims[{claim}].lower.nodes[{index}]"))?;
            let at = narrow(node, inside.len()).ok_or_else(fault)?;
            if std::mem::replace(&mut inside[at], true) {
                return Err(fault());
            }
        }
        if nodes.len() == inside.len() { Err(fault()) } else { Ok(Self { inside }) }
    }

    /// Returns whether a node is listed.
    pub(super) fn has(&self, node: u64) -> bool {
        narrow(node, self.inside.len()).is_some_and(|at| self.inside[at])
    }

    /// Returns the least number of slots in which the packets can leave: a slot carries at most as many as
    /// the ports inside can send out, and no more than the ports outside can take.
    ///
    /// # Complexity
    /// Time O(nodes · links).
    pub(crate) fn least_slots(&self, network: &Network, ports: Ports, packets: u128) -> u128 {
        let across = |node: u64, way| {
            let others = network.lines(node, way).filter(|line| self.has(line.node) != self.has(node));
            u128::from(others.map(|line| line.capacity).sum::<u64>().min(ports.of(network, node).each))
        };
        let side = |inside, way| {
            let own = (0..network.nodes).filter(|&node| self.has(node) == inside);
            own.map(|node| across(node, way)).sum::<u128>()
        };
        // Packets that must leave have a route, so that some link crosses the cut; if none does, no packet
        // must leave.
        packets.div_ceil(side(true, Flow::Out).min(side(false, Flow::In)).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::task::problem::Problem;
    use serde_json::{Value, json};

    fn problem(network: &Value, task: &Value, ports: &str) -> Problem {
        let document = json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": ports,
            "objective": "completion-time" });
        let document: isotask_wire::TaskDocument =
            isotask_wire::parse(document.to_string().as_bytes()).expect("a task");
        Problem::new(&document, &Effort::new(u64::MAX)).expect("a good task")
    }

    /// Returns the number of packets of which a copy or part goes from the hosts inside to those outside, in
    /// a task whose `count` is 2.
    fn packets(kind: &str, root: u64, inside: &[u64], outside: &[u64]) -> u64 {
        let number = |hosts: &[u64]| u64::try_from(hosts.len()).expect("few hosts");
        if inside.is_empty() || outside.is_empty() {
            return 0;
        }
        2 * match kind {
            "single-node-broadcast" => u64::from(inside.contains(&root)),
            "single-node-accumulation" => u64::from(outside.contains(&root)),
            "multinode-broadcast" => number(inside),
            "multinode-accumulation" => number(outside),
            "scatter" if inside.contains(&root) => number(outside),
            "gather" if outside.contains(&root) => number(inside),
            "scatter" | "gather" => 0,
            _ => number(inside) * number(outside),
        }
    }

    /// Returns the most packets that cross in a slot: no more than the nodes inside may send over links that
    /// leave, and no more than the others may receive over them.
    fn crossing(problem: &Problem, ports: Ports, inside: &[u64]) -> u64 {
        let network = problem.network();
        let across = |node: &u64, way| {
            let is_own = inside.contains(node);
            let lines = network.lines(*node, way).filter(|line| inside.contains(&line.node) != is_own);
            lines.map(|line| line.capacity).sum::<u64>().min(ports.of(network, *node).each)
        };
        let out = inside.iter().map(|node| across(node, Flow::Out)).sum::<u64>();
        let others = (0..network.nodes).filter(|node| !inside.contains(node));
        out.min(others.map(|node| across(&node, Flow::In)).sum())
    }

    #[test]
    fn the_bound_of_every_cut_equals_a_count_of_hosts_links_and_ports() {
        let switched = json!({ "kind": "graph", "nodes": 5, "switches": [1, 4], "switch_ports": "one",
            "links": [[0, 1, 2], [1, 2], [2, 3], [3, 0], [0, 4], [4, 2, 3]] });
        let directed = json!({ "kind": "graph", "nodes": 4, "directed": true,
            "links": [[0, 1, 3], [1, 2], [2, 3], [3, 0], [2, 0, 2]] });
        let kinds = [
            "single-node-broadcast",
            "single-node-accumulation",
            "multinode-broadcast",
            "multinode-accumulation",
            "scatter",
            "gather",
            "total-exchange",
        ];
        for network in [switched, directed, json!({ "kind": "incomplete-hypercube", "nodes": 5 })] {
            for (kind, ports) in kinds.iter().flat_map(|kind| ["all", "one"].map(|ports| (*kind, ports))) {
                let root = 2;
                let rooted = kind.starts_with("single") || ["scatter", "gather"].contains(&kind);
                let task = if rooted {
                    json!({ "kind": kind, "root": root, "count": 2 })
                } else {
                    json!({ "kind": kind, "count": 2 })
                };
                let problem = problem(&network, &task, ports);
                let nodes = problem.network().nodes;
                for set in 1..(1_u64 << nodes) - 1 {
                    let inside: Vec<u64> = (0..nodes).filter(|node| set >> node & 1 == 1).collect();
                    let listed: Vec<NodeRef> = inside.iter().map(|&node| NodeRef::Index(node)).collect();
                    let side = Side::new(problem.network(), 0, &listed).expect("some nodes, not all");
                    let ports = problem.ports();
                    let packets_out = leaving(&problem, &side).expect("none of these is isotropic");
                    let found = side.least_slots(problem.network(), ports, packets_out);
                    let (own, others): (Vec<u64>, Vec<u64>) =
                        problem.network().hosts().partition(|node| inside.contains(node));
                    let packets = packets(kind, root, &own, &others);
                    let expected = packets.div_ceil(crossing(&problem, ports, &inside));
                    assert_eq!(found, u128::from(expected), "{network} {kind} {inside:?}");
                }
            }
        }
    }
}
