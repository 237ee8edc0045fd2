//! Bounds the time of one node by a flow over time: of the copied packets that it receives, or of the
//! combined packets of which it has parts.

use super::pair::cut_prices;
use super::{MAX_CELLS_PER_BORDER, MAX_CHECKED_CELL_VISITS, fits_checker, lower, unrolled};
use crate::bound::nodes::at;
use crate::bound::nodes::border::Border;
use crate::bound::prices::flow::FlowRows;
use crate::model::{DemandsTask, Load, Node, PairFlow, wide};
use crate::wire::Lower;
use std::cmp::Reverse;

/// Most nodes and directed links, once for each flow, in the search for the quickest flows of a task; and
/// most nodes and directed links in slots for the flows of many roots.
const MAX_QUICKEST_FLOW_CELLS: u64 = 1 << 19;
const MAX_UNROLLED_FLOW_CELLS: u64 = 1 << 20;

/// Returns prices of slots that prove that one node needs more than `known` slots for the packets that it
/// receives, or has parts of: they move like packets for this node alone, and no two share a move. None for
/// packets from node to node.
///
/// The packets of one root are a quickest flow, those of many a flow through the time-expanded network (Ford
/// & Fulkerson 1958). Nodes with the fewest links, and of these the farthest from a root, are tried first.
///
/// # Complexity
/// That of [`PairFlow::between`] for each node, or of a maximum flow through n · T nodes and A · T links
/// for each node and number of slots, within a fixed limit for all.
pub(in crate::bound) fn of_one_node(task: &DemandsTask, known: u64) -> Option<Lower> {
    let first = task.loads().first()?;
    if first.packet().is_personal() {
        return None;
    }
    let hosts = hosts(task);
    let is_half = (0..task.graph().nodes()).any(|node| task.is_half_duplex(node));
    if task.loads().len() == 1 && !is_half {
        return of_root(task, first, &hosts, known);
    }
    of_roots(task, &hosts, known)
}

/// Returns the hosts by increasing number of links, of equal ones the farthest from a root first.
fn hosts(task: &DemandsTask) -> Vec<u32> {
    let graph = task.graph();
    let roots: Vec<u32> = task.loads().iter().map(|load| load.home().narrow()).collect();
    let mut far = vec![0; wide(graph.nodes())];
    let mut raise = |hops: Vec<u32>| far.iter_mut().zip(hops).for_each(|(far, hops)| *far = hops.max(*far));
    // With many roots the distances of each cost as much as a flow.
    for &root in roots.iter().take(64) {
        raise(if task.is_combined() { graph.distances_to(root) } else { graph.distances_from(root) });
    }
    let degree = |node| if task.is_combined() { graph.degree(node) } else { graph.degree_in(node) };
    let mut hosts: Vec<u32> =
        (0..graph.nodes()).filter(|&node| !task.network().is_switch(Node(node.into()))).collect();
    // The sort is stable.
    hosts.sort_by_key(|&node| (degree(node), Reverse(far[wide(node)])));
    hosts
}

fn of_root(task: &DemandsTask, load: &Load, hosts: &[u32], known: u64) -> Option<Lower> {
    let (root, packet, graph) = (load.home().narrow(), load.packet(), task.graph());
    let ends = |node| if packet.is_combined() { (node, root) } else { (root, node) };
    let cost = u64::from(graph.nodes()) + u64::from(graph.arcs());
    let most = usize::try_from(MAX_QUICKEST_FLOW_CELLS / cost).ok()?;
    let mut best: Option<(PairFlow, u32)> = None;
    for &node in hosts.iter().filter(|&&node| node != root).take(most) {
        let least = best.as_ref().map_or(known, |(flow, _)| flow.slots());
        let flow = PairFlow::between(task, ends(node), task.packets()).filter(|flow| flow.slots() > least);
        best = flow.map(|flow| (flow, node)).or(best);
    }
    let (flow, node) = best?;
    Some(of_node(&FlowRows::new(task, None), &cut_prices(task, &flow)?, node))
}

fn of_roots(task: &DemandsTask, hosts: &[u32], known: u64) -> Option<Lower> {
    let graph = task.graph();
    let mut flow = FlowRows::new(task, None);
    let (mut left, mut slots, mut best) = (MAX_UNROLLED_FLOW_CELLS, known, None);
    let mut hosts = hosts.iter().copied().peekable();
    while let Some(&node) = hosts.peek() {
        let cells = (u64::from(graph.nodes()) + u64::from(graph.arcs())).saturating_mul(slots);
        if slots == 0
            || cells > left.min(MAX_CELLS_PER_BORDER)
            || !fits_checker(task, slots, MAX_CHECKED_CELL_VISITS)
        {
            break;
        }
        left -= cells;
        flow.demands = demands_of_node(task, node);
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

/// Returns, by origin, the packets that a node receives, or sends where parts are combined.
fn demands_of_node(task: &DemandsTask, node: u32) -> Vec<Vec<(u32, u64)>> {
    let mut demands = vec![Vec::new(); wide(task.graph().nodes())];
    let roots = task.loads().iter().map(|load| (load.home().narrow(), load.count()));
    for (root, count) in roots.filter(|&(root, _)| root != node) {
        let (from, to) = if task.is_combined() { (node, root) } else { (root, node) };
        demands[wide(from)].push((to, count));
    }
    demands
}

fn of_node(flow: &FlowRows<'_>, prices: &[u64], node: u32) -> Lower {
    lower(flow, prices, Some(at(Node(node.into()))))
}
