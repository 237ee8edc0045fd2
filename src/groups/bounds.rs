//! What no schedules of all groups together can beat: a group alone, or what all must send.

use super::freight::{Solved, hosts};
use crate::model::{DemandsTask, Graph, Load, Node, Packet, Problem, count_of, wide};
use crate::wire::{GroupsLower, Lower, NodeRef, Task};
use std::cmp::Reverse;

/// Most nodes that are gone through for cuts around one node.
const MAX_CUT_NODES: u32 = 1 << 10;

/// Returns bounds on the slots of all groups together, the greatest first: those of each group alone, the
/// moves of all, and the cuts around each node and each group.
///
/// # Complexity
/// O(n · (A + P)) for n nodes, A arcs and P packets of different ends; beyond 2¹⁰ nodes only the cuts around
/// groups are looked at.
pub(super) fn lowers(problems: &[Problem], solved: &[Solved]) -> Vec<GroupsLower> {
    let mut found: Vec<GroupsLower> = Vec::new();
    for (group, solved) in (0..).zip(solved) {
        let of_group = |lower: &Lower| {
            let value = u64::try_from(lower.value()).ok()?;
            Some(GroupsLower::Group { value, group, lower: lower.clone() })
        };
        found.extend(solved.lowers.iter().filter_map(of_group));
    }
    found.extend(joint(problems).unwrap_or_default());
    // The sort is stable.
    found.sort_by_key(|lower| Reverse(lower.value()));
    found
}

/// Returns the bounds that count the packets of all groups.
fn joint(problems: &[Problem]) -> Option<Vec<GroupsLower>> {
    let none = Task::Demands { packets: Vec::new(), count: 1 };
    let frame = DemandsTask::new(&problems.first()?.document().with_task(none)).ok()?;
    let nodes = frame.graph().nodes();
    let moves: u64 = problems.iter().map(Problem::least_moves).fold(0, u64::saturating_add);
    let mut found = vec![GroupsLower::Volume { value: moves.div_ceil(frame.moves_of_a_slot().max(1)) }];
    let single = (0..nodes).filter(|_| nodes <= MAX_CUT_NODES).map(|node| vec![node]);
    let sets = single.chain(problems.iter().map(|problem| hosts(problem).collect()));
    let mut best: Option<(u64, Vec<u32>)> = None;
    for set in sets {
        let mut inside = vec![false; wide(nodes)];
        for &node in &set {
            inside[wide(node)] = true;
        }
        for _ in 0..2 {
            let listed: Vec<u32> = (0..nodes).filter(|&node| inside[wide(node)]).collect();
            if !listed.is_empty() && listed.len() < inside.len() {
                let packets: u64 =
                    problems.iter().map(|problem| leaving(problem, &inside)).fold(0, u64::saturating_add);
                let value = packets.div_ceil(capacity(&frame, &inside).max(1));
                if best.as_ref().is_none_or(|(known, _)| value > *known) {
                    best = Some((value, listed));
                }
            }
            // What must come in leaves the others.
            for inside in &mut inside {
                *inside = !*inside;
            }
        }
    }
    found.extend(best.map(|(value, nodes)| {
        let nodes = nodes.into_iter().map(|node| NodeRef::Index(node.into())).collect();
        GroupsLower::Cut { value, nodes }
    }));
    Some(found)
}

/// Returns the number of packets of which a copy or part must go from the nodes inside to the others.
fn leaving(problem: &Problem, inside: &[bool]) -> u64 {
    let is_inside = |node: Node| inside[wide(node.narrow())];
    let own = hosts(problem).filter(|&host| inside[wide(host)]).count();
    let others = problem.network().hosts() - count_of(own);
    let is_parted = own > 0 && others > 0;
    if let Some(task) = problem.allreduce() {
        return task.count() * u64::from(is_parted);
    }
    let leaves = |packet: Packet| match packet {
        Packet::Personal { from, to } => is_inside(from) && !is_inside(to),
        Packet::Copied { from } => is_parted && is_inside(from),
        Packet::Combined { to } => is_parted && !is_inside(to),
        Packet::Summed { .. } => is_parted,
    };
    let loads = problem.demands().map(DemandsTask::loads).unwrap_or_default();
    loads.iter().filter(|load| leaves(load.packet())).map(Load::count).sum()
}

/// Returns the most packets that go from the nodes inside to the others in a slot: no more than the ones send
/// and the others receive.
fn capacity(frame: &DemandsTask, inside: &[bool]) -> u64 {
    let graph: &Graph = frame.graph();
    let (mut out, mut into) = (vec![0_u32; inside.len()], vec![0_u32; inside.len()]);
    for arc in 0..graph.arcs() {
        let (from, to) = (wide(graph.from(arc)), wide(graph.to(arc)));
        if inside[from] && !inside[to] {
            out[from] += 1;
            into[to] += 1;
        }
    }
    let most = |links: &[u32]| -> u64 {
        let ports = |node: u32| frame.ports_of(node).sends();
        (0..graph.nodes()).map(|node| u64::from(links[wide(node)].min(ports(node)))).sum()
    };
    most(&out).min(most(&into))
}
