//! Bounds broadcasts at cut nodes: a packet that is copied to parts which one node alone joins to the rest
//! leaves that node once for each part.

use super::nodes::at;
use crate::model::{DemandsTask, Node, Packet, wide};
use crate::wire::Lower;
use std::borrow::Cow;
use std::cmp::Reverse;

/// Most visits of nodes and links. Cut nodes beyond these are not tried; the bound stays valid.
const MAX_CUT_NODE_VISITS: u64 = 1 << 25;
/// How often every node and link is visited to try one cut node.
const GRAPH_VISITS_PER_CUT_NODE: u64 = 5;

/// Returns the greatest bound at a node; none for packets from node to node.
///
/// Let z be a node (a cut vertex), and `P_1`, …, `P_m` disjoint sets of other nodes, each with a host. Every
/// link into `P_j` comes from z or from `P_j` itself. Slots count from 1 here. Take all pairs of a packet and
/// a set `P_j` in which it does not start. In each of these M pairs z must send the packet into `P_j`; the
/// first such sends of the pairs are distinct. None of them is in the first a slots, a being the least
/// distance from where a packet starts to z. None is in the last e − 1, e being the least over the sets of
/// the greatest distance from z to a host of the set, since that host lacks the packet till then. So z, which
/// makes at most k sends into the sets in a slot, needs T ≥ a + ⌈M/k⌉ + e − 1 slots.
///
/// If z either sends or receives in a slot, k is 1, and z must receive R packets as well: those that do
/// not start at z and that it sends in one of the M sends. The first may come in slot a, so that T ≥
/// max(a − 1, 0) + M + R + e − 1. Combined packets go the other way in time.
///
/// All nodes z are tried. The parts are the components left when z is removed; in a broadcast of one root
/// only of nodes that it cannot reach without z. For every m the m parts with the farthest hosts are tried.
///
/// # Complexity
/// O(n · (n + A)) for n nodes and A links, within a fixed limit.
pub(super) fn cut_node(task: &DemandsTask) -> Option<Lower> {
    if task.is_personal() {
        return None;
    }
    let task = if task.is_combined() { Cow::Owned(task.reversed()) } else { Cow::Borrowed(task) };
    let (nodes, own) = (task.graph().nodes(), OriginCounts::new(&task));
    let visits = GRAPH_VISITS_PER_CUT_NODE * u64::from(nodes.max(task.graph().arcs()));
    let tried = own.root.iter().copied().chain(0..nodes);
    let tried = tried.take(usize::try_from(MAX_CUT_NODE_VISITS / visits).unwrap_or(usize::MAX));
    let found = tried.filter_map(|node| Parts::new(&task, &own, node).best(&own));
    let best = found.reduce(|best, found| if found.value > best.value { found } else { best })?;
    let nodes = best.nodes.into_iter().map(|node| at(Node(node.into()))).collect();
    Some(Lower::CutNode { value: best.value, node: at(Node(best.node.into())), nodes })
}

/// The number of packets that start at each node.
struct OriginCounts {
    by_node: Vec<u64>,
    all: u64,
    /// The node at which all packets start, if there is one.
    root: Option<u32>,
}

impl OriginCounts {
    fn new(task: &DemandsTask) -> Self {
        let mut by_node = vec![0; wide(task.graph().nodes())];
        for load in task.loads() {
            if let Packet::Copied { from } = load.packet() {
                by_node[wide(from.narrow())] += load.count();
            }
        }
        let mut roots = (0..).zip(&by_node).filter(|&(_, &own)| own > 0).map(|(node, _)| node);
        let first = roots.next();
        let root = first.filter(|_| roots.next().is_none());
        Self { all: by_node.iter().sum(), by_node, root }
    }
}

/// A bound at a node, with the nodes of the parts that the packets are sent into.
struct Found {
    value: u64,
    node: u32,
    nodes: Vec<u32>,
}

/// A set of nodes that one other node alone joins to the rest.
#[derive(Debug, Default)]
struct Part {
    nodes: Vec<u32>,
    /// Packets that start in it.
    own: u64,
    /// The greatest distance of a host from the cut node.
    farthest: u32,
    /// Links from the cut node to it.
    links: u64,
}

/// The parts at a cut node.
struct Parts<'a> {
    task: &'a DemandsTask,
    node: u32,
    deepest_first: Vec<Part>,
}

impl<'a> Parts<'a> {
    fn new(task: &'a DemandsTask, own: &OriginCounts, node: u32) -> Self {
        let graph = task.graph();
        let mut is_seen = vec![false; wide(graph.nodes())];
        is_seen[wide(node)] = true;
        if let Some(root) = own.root {
            // Nodes that the root reaches without the cut node are in no part.
            reach(root, &mut is_seen, |node| graph.leaving(node).map(|arc| graph.to(arc)));
        }
        let beside = |node| {
            let before = graph.entering(node).iter().map(|&arc| graph.from(arc));
            graph.leaving(node).map(|arc| graph.to(arc)).chain(before)
        };
        let distances = graph.distances_from(node);
        let into = |first: u32| {
            let nodes = reach(first, &mut is_seen, beside);
            let hosts = nodes.iter().filter(|&&node| !task.network().is_switch(Node(node.into())));
            let distances = hosts.map(|&node| distances[wide(node)]).filter(|&hops| hops != u32::MAX);
            let farthest = distances.max().unwrap_or(0);
            let own = nodes.iter().map(|&node| own.by_node[wide(node)]).sum();
            Part { nodes, own, farthest, links: 0 }
        };
        let mut parts: Vec<Part> = (0..graph.nodes()).map(into).collect();
        parts.retain(|part| part.farthest > 0 && part.own < own.all);
        parts.sort_by_key(|part| Reverse(part.farthest));
        let mut part_of = vec![usize::MAX; is_seen.len()];
        for (index, part) in parts.iter().enumerate() {
            part.nodes.iter().for_each(|&node| part_of[wide(node)] = index);
        }
        for arc in graph.leaving(node) {
            if let Some(part) = parts.get_mut(part_of[wide(graph.to(arc))]) {
                part.links += 1;
            }
        }
        Self { task, node, deepest_first: parts }
    }

    /// Returns the greatest bound by some of the deepest parts.
    fn best(self, own: &OriginCounts) -> Option<Found> {
        if self.deepest_first.is_empty() {
            return None;
        }
        let towards = self.task.graph().distances_to(self.node);
        let starts = towards.iter().zip(&own.by_node).filter(|&(_, &own)| own > 0);
        let first = u64::from(starts.map(|(&hops, _)| hops).min().unwrap_or(0));
        let (mut sends, mut links, mut best) = (0, 0, None);
        for (index, part) in self.deepest_first.iter().enumerate() {
            sends += own.all - part.own;
            links += part.links;
            let (waits, actions) = if self.task.is_half_duplex(self.node) {
                let spared = if index == 0 { part.own } else { 0 };
                (first.saturating_sub(1), sends + own.all - own.by_node[wide(self.node)] - spared)
            } else {
                (first, sends)
            };
            let at_once = links.min(self.task.sends_of(self.node).into()).max(1);
            let value = waits + actions.div_ceil(at_once) + u64::from(part.farthest) - 1;
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, index));
            }
        }
        let (value, last) = best?;
        let mut nodes: Vec<u32> =
            self.deepest_first.into_iter().take(last + 1).flat_map(|part| part.nodes).collect();
        nodes.sort_unstable();
        Some(Found { value, node: self.node, nodes })
    }
}

/// Returns the nodes reached from `first` without passing seen ones, and marks them as seen.
fn reach<I: Iterator<Item = u32>>(first: u32, is_seen: &mut [bool], next: impl Fn(u32) -> I) -> Vec<u32> {
    if std::mem::replace(&mut is_seen[wide(first)], true) {
        return Vec::new();
    }
    let (mut reached, mut done) = (vec![first], 0);
    while let Some(&node) = reached.get(done) {
        done += 1;
        reached.extend(next(node).filter(|&node| !std::mem::replace(&mut is_seen[wide(node)], true)));
    }
    reached
}
