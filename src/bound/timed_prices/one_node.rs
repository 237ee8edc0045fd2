//! What one node receives of packets that are copied, or has parts of where they are combined, as flows over
//! time.

use super::pair::crossed;
use super::{MOST_AT_ONCE, MOST_CHECKED, is_checked, lower, unrolled};
use crate::bound::nodes::at;
use crate::bound::nodes::border::Border;
use crate::bound::prices::flow::FlowRows;
use crate::model::{DemandsTask, Node, Packet, PairFlow, wide};
use crate::wire::Lower;
use std::cmp::Reverse;

/// Most nodes and directed links that all quickest flows of a task are sought on, once for each flow, and
/// most nodes and directed links in slots for flows of many roots.
const MOST_SOUGHT: u64 = 1 << 19;
const MOST_UNROLLED: u64 = 1 << 20;

/// Prices of slots by which what one node receives, or has parts of, takes more than `known` slots: those
/// packets go to it as packets of their own would, and no two share a move. None for packets from node to
/// node.
///
/// Of one root they are a quickest flow, of many a flow through the network unrolled over the slots (Ford &
/// Fulkerson 1958), for the nodes first that have the fewest links and are farthest from a root.
///
/// # Complexity
/// That of [`PairFlow::between`] for each node, or of a greatest flow through n · T nodes and A · T links
/// for each node and number of slots, within a fixed limit for all.
pub(in crate::bound) fn of_one_node(task: &DemandsTask, known: u64) -> Option<Lower> {
    let first = task.loads().first()?.packet();
    if first.is_personal() {
        return None;
    }
    let hosts = hosts(task);
    let is_half = (0..task.graph().nodes()).any(|node| task.is_half_duplex(node));
    if task.loads().len() == 1 && !is_half {
        return of_root(task, first, &hosts, known);
    }
    of_roots(task, &hosts, known)
}

/// The hosts, those first with fewest links, then those that are farthest from a root.
fn hosts(task: &DemandsTask) -> Vec<u32> {
    let graph = task.graph();
    let roots: Vec<u32> = task.loads().iter().map(|load| load.packet().home().narrow()).collect();
    let mut far = vec![0; wide(graph.nodes())];
    let mut see = |hops: Vec<u32>| far.iter_mut().zip(hops).for_each(|(far, hops)| *far = hops.max(*far));
    // With many roots the distances of each cost as much as a flow.
    for &root in roots.iter().take(64) {
        see(if task.is_combined() { graph.distances_to(root) } else { graph.distances_from(root) });
    }
    let degree = |node| if task.is_combined() { graph.degree(node) } else { graph.degree_in(node) };
    let mut hosts: Vec<u32> =
        (0..graph.nodes()).filter(|&node| !task.network().is_switch(Node(node.into()))).collect();
    // The sort is stable.
    hosts.sort_by_key(|&node| (degree(node), Reverse(far[wide(node)])));
    hosts
}

fn of_root(task: &DemandsTask, packet: Packet, hosts: &[u32], known: u64) -> Option<Lower> {
    let (root, graph) = (packet.home().narrow(), task.graph());
    let ends = |node| if packet.is_combined() { (node, root) } else { (root, node) };
    let cost = u64::from(graph.nodes()) + u64::from(graph.arcs());
    let most = usize::try_from(MOST_SOUGHT / cost).ok()?;
    let mut best: Option<(PairFlow, u32)> = None;
    for &node in hosts.iter().filter(|&&node| node != root).take(most) {
        let least = best.as_ref().map_or(known, |(flow, _)| flow.slots());
        let flow = PairFlow::between(task, ends(node), task.packets()).filter(|flow| flow.slots() > least);
        best = flow.map(|flow| (flow, node)).or(best);
    }
    let (flow, node) = best?;
    Some(of_node(&FlowRows::new(task, None), &crossed(task, &flow)?, node))
}

fn of_roots(task: &DemandsTask, hosts: &[u32], known: u64) -> Option<Lower> {
    let graph = task.graph();
    let mut flow = FlowRows::new(task, None);
    let (mut left, mut slots, mut best) = (MOST_UNROLLED, known, None);
    let mut hosts = hosts.iter().copied().peekable();
    while let Some(&node) = hosts.peek() {
        let cells = (u64::from(graph.nodes()) + u64::from(graph.arcs())).saturating_mul(slots);
        if slots == 0 || cells > left.min(MOST_AT_ONCE) || !is_checked(task, slots, MOST_CHECKED) {
            break;
        }
        left -= cells;
        flow.demands = to_or_from(task, node);
        let mut inside = vec![!task.is_combined(); wide(graph.nodes())];
        inside[wide(node)] = task.is_combined();
        match unrolled::prices(&Border { inside }, &flow, usize::try_from(slots).ok()?, &|| false) {
            // The node may take still more slots.
            Some(prices) => {
                best = Some(of_node(&flow, &prices, node));
                slots += 1;
            }
            None => drop(hosts.next()),
        }
    }
    best
}

/// By origin, what a node receives, or sends where parts are combined.
fn to_or_from(task: &DemandsTask, node: u32) -> Vec<Vec<(u32, u64)>> {
    let mut demands = vec![Vec::new(); wide(task.graph().nodes())];
    let roots = task.loads().iter().map(|load| (load.packet().home().narrow(), load.count()));
    for (root, count) in roots.filter(|&(root, _)| root != node) {
        let (from, to) = if task.is_combined() { (node, root) } else { (root, node) };
        demands[wide(from)].push((to, count));
    }
    demands
}

fn of_node(flow: &FlowRows<'_>, prices: &[u64], node: u32) -> Lower {
    lower(flow, prices, Some(at(Node(node.into()))))
}
