//! Single-node broadcast on any network.

pub(super) mod arborescences;
pub(super) mod half_duplex;
pub(super) mod incomplete;
mod latest_useful;
mod links;
pub(super) mod matching;
mod paired_hypercube;
pub(super) mod pipeline;
mod rarest_first;
pub(super) mod ring;
pub(super) mod rotation_classes;

use super::construction::{ConstructionError, at, limit, nodes, put, require, short, tidy};
use super::spanning::rooted::RootedTree;
use crate::model::{ExplicitSchedule, Graph, Link, Network, Node, Packet, PortRule, Sent, count_of, wide};
use latest_useful::latest_useful;
use links::{Links, Move};
use paired_hypercube::paired_hypercube;
use rarest_first::rarest_first;
use std::cmp::Reverse;

/// Most holders (pairs of packet and node) of a schedule.
const MAX_HOLDERS: u64 = 1 << 22;

/// Most packets times links of a schedule that is searched for slot by slot, rarest packets first.
const MAX_PACKETS_TIMES_LINKS: u64 = 1 << 17;

/// Most pairs of packet and node that all these searches together visit.
const MAX_PAIR_VISITS: u64 = 1 << 28;

/// Most schedules that a search makes; the first that meets the bound ends it.
const MAX_SEARCHED_SCHEDULES: u64 = 32;

/// A broadcast from node 0 along a tree: by slot, the sends as packet, sender and link.
type Plan = Vec<Vec<(u32, Node, Link)>>;

/// Builds the tree of shortest paths that set the last differing coordinate last; on the hypercube it is the
/// spanning binomial tree of P2 Fig. 4.
///
/// A coordinate halfway round a ring is reached in direction +. On a Cayley graph it is the tree of a
/// breadth-first search.
fn shortest_path_tree(network: &Network) -> Option<RootedTree> {
    let link = |node: Node| {
        if let Some(graph) = network.cayley() {
            return graph.last_link(node);
        }
        let ring = network.dimensions().iter().find(|ring| ring.coordinate(node) > 0)?;
        let x = ring.coordinate(node);
        let way = if x <= ring.radix() - x { crate::model::Way::Plus } else { crate::model::Way::Minus };
        Some(ring.link(way))
    };
    RootedTree::new(network, nodes(network).map(link).collect())
}

/// Sends one packet along a tree, at most `sends` copies per node and slot. Every node serves first the
/// children whose subtrees need longest, which is optimal for the tree (Slater, Cockayne & Hedetniemi 1981
/// for one port).
fn along_tree(tree: &RootedTree, sends: u32) -> Plan {
    let network = tree.network();
    let mut order: Vec<Node> = nodes(network).skip(1).collect();
    order.sort_by_key(|&node| (Reverse(tree.depth(node)), node));
    let mut children: Vec<Vec<(u64, Node, Link)>> = vec![Vec::new(); at(Node(network.nodes()))];
    let mut needs = vec![0_u64; children.len()];
    let sends = u64::from(sends);
    for &node in order.iter().chain([&Node(0)]) {
        children[at(node)].sort_by_key(|&(needs, child, _)| (Reverse(needs), child));
        let after = |(place, child): (u64, &(u64, Node, Link))| place / sends + 1 + child.0;
        needs[at(node)] = (0..).zip(&children[at(node)]).map(after).max().unwrap_or(0);
        if let (Some(parent), Some(link)) = (tree.parent(node), tree.link(node)) {
            children[at(parent)].push((needs[at(node)], node, link));
        }
    }
    let mut plan = Vec::new();
    let mut ready = vec![0_usize; children.len()];
    for &node in [&Node(0)].into_iter().chain(order.iter().rev()) {
        for (place, &(_, child, link)) in (0..).zip(&children[at(node)]) {
            let slot = ready[at(node)] + at(Node(place / sends));
            ready[at(child)] = slot + 1;
            put(&mut plan, slot, (0, node, link));
        }
    }
    plan
}

/// Repeats the plan for one packet for `count` packets, with the shortest period in which no node's busy
/// times overlap.
fn pipelined(plan: &Plan, count: u64, half_duplex: bool, network: &Network) -> Plan {
    // First and last slot in which each node is busy with a packet.
    let mut busy: Vec<Option<(usize, usize)>> = vec![None; at(Node(network.nodes()))];
    let mut note = |node: Node, slot: usize| {
        let (first, _) = busy[at(node)].unwrap_or((slot, slot));
        busy[at(node)] = Some((first, slot));
    };
    for (slot, sends) in plan.iter().enumerate() {
        for &(_, from, link) in sends {
            note(from, slot);
            if half_duplex {
                note(network.neighbor(from, link), slot);
            }
        }
    }
    let period = busy.iter().flatten().map(|(first, last)| last - first + 1).max().unwrap_or(1);
    let mut slots = Vec::new();
    for packet in 0..short(at(Node(count))) {
        for (slot, sends) in plan.iter().enumerate() {
            for &(_, from, link) in sends {
                put(&mut slots, wide(packet) * period + slot, (packet, from, link));
            }
        }
    }
    slots
}

/// Returns the lower bound of sends and distance: ⌈c/k⌉ − 1 + max(diameter, ⌈log_(k+1) n⌉).
///
/// The root makes at most k sends a slot, and the packet whose first send comes last still has to reach all
/// nodes.
fn bound(network: &Network, sends: u32, count: u64) -> Option<usize> {
    let mut spread = 0;
    let mut holders: u64 = 1;
    while holders < network.nodes() {
        holders = holders.saturating_mul(u64::from(sends) + 1);
        spread += 1;
    }
    usize::try_from(count.div_ceil(sends.into()) - 1 + network.diameter().max(spread)).ok()
}

/// Makes a broadcast of `count` packets from a root under any port rule: the shortest of the schedules tried,
/// each packet being sent n − 1 times.
///
/// These are tried:
/// 1. The tree of shortest paths that sets coordinates in turn, the child with the longest remaining time
///    first, and packets in a pipeline with the shortest period that the ports allow. On the hypercube it is
///    the spanning binomial tree of P2 Fig. 4, which takes d slots both with all ports and with one.
/// 2. With one port on complete graphs and hypercubes, a schedule of the least number of slots.
/// 3. Schedules in which in every slot the node that lags most chooses its sender first, and gets the latest
///    packet of that sender that it lacks.
/// 4. For small networks, schedules that match senders with receivers in every slot, the rarest packets
///    first.
///
/// The tries end with the first schedule of ⌈c/k⌉ − 1 + max(diameter, ⌈log_(k+1) n⌉) slots, a lower bound.
/// Any other result need not be optimal.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2^22 pairs of packet and node.
///
/// # Complexity
/// O(c · n log n) for the tree; about 2²⁵ words of 64 packets that are read; O(P · T · c · n² m) at worst for
/// P searches of T slots, made only for c · n · m ≤ 2^17.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node, PortRule}, tree::single_node_broadcast, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 6 })?;
/// let broadcast = single_node_broadcast(&cube, Node(17), PortRule::FullDuplex(1), 1)?;
/// assert_eq!((broadcast.slots.len(), broadcast.slots.iter().flatten().count()), (6, 63));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn single_node_broadcast(
    network: &Network,
    root: Node,
    ports: PortRule,
    count: u64,
) -> Result<ExplicitSchedule, ConstructionError> {
    require(count, ports.sends())?;
    limit("holders", network.nodes().checked_mul(count), MAX_HOLDERS)?;
    let none = ConstructionError::NotDelivered { packet: 0, node: 0 };
    let tree = shortest_path_tree(network).ok_or(none)?;
    let plan = along_tree(&tree, ports.sends());
    let piped = pipelined(&plan, count, ports == PortRule::HalfDuplex, network);
    let end =
        |&(packet, from, link): &(u32, Node, Link)| (packet, at(from), at(network.neighbor(from, link)));
    let piped = piped.iter().map(|sends| sends.iter().map(end).collect()).collect();
    let bound = bound(network, ports.sends(), count).unwrap_or(0);
    let best = shortest(&Links::of_network(network), (ports, count), piped, bound, &|| false);
    let translation = network.translation(root);
    let placed = |node: usize| translation.of(Node(count_of(node)));
    let sent = |&(packet, from, to): &Move| Sent::new(packet, placed(from), placed(to));
    let slots = best.iter().map(|sends| sends.iter().map(sent).collect()).collect();
    Ok(ExplicitSchedule { packets: vec![Packet::Copied { from: root }; at(Node(count))], slots: tidy(slots) })
}

/// Makes a broadcast of `count` packets from a node of a graph to all others, all under one port rule: the
/// shortest of the schedules tried. In every slot the node that lags most chooses its sender first, and gets
/// the latest packet of that sender that it lacks; small graphs are searched with the rarest packets first as
/// well. Returns none if no schedule is shorter than `limit` slots, the graph is too large, the root does not
/// reach all nodes, or `stop` says so. The tries end with the first schedule of at most `bound` slots.
///
/// # Complexity
/// As [`single_node_broadcast`], with the number of directed links in place of n · m.
#[must_use]
pub fn graph_broadcast(
    graph: &Graph,
    (root, ports, count): (u32, PortRule, u64),
    (bound, limit): (u64, u64),
    stop: &dyn Fn() -> bool,
) -> Option<ExplicitSchedule> {
    let holders = u64::from(graph.nodes()).checked_mul(count);
    holders.filter(|&holders| holders <= MAX_HOLDERS)?;
    let links = Links::of_graph(graph, root)?;
    let [bound, limit] = [bound, limit].map(|slots| at(Node(slots)));
    let none = vec![Vec::new(); limit];
    let best = shortest(&links, (ports, count), none, bound, stop);
    if best.len() == limit {
        return None;
    }
    let numbered = |node: usize| Node(count_of(node));
    let sent = |&(packet, from, to): &Move| Sent::new(packet, numbered(from), numbered(to));
    let slots = best.iter().map(|sends| sends.iter().map(sent).collect()).collect();
    let packets = vec![Packet::Copied { from: Node(root.into()) }; at(Node(count))];
    Some(ExplicitSchedule { packets, slots: tidy(slots) })
}

/// Returns the shortest of a given broadcast and those of the searches, which end at `bound` slots.
fn shortest(
    links: &Links,
    (ports, count): (PortRule, u64),
    mut best: Vec<Vec<Move>>,
    bound: usize,
    stop: &dyn Fn() -> bool,
) -> Vec<Vec<Move>> {
    let packets = at(Node(count));
    if ports == PortRule::FullDuplex(1)
        && let Some(found) = paired_hypercube(links, packets).filter(|found| found.len() < best.len())
    {
        best = found;
    }
    if let Some(found) =
        latest_useful(links, ports, packets, MAX_SEARCHED_SCHEDULES, (bound, best.len()), stop)
    {
        best = found;
    }
    if count * count_of(links.number) <= MAX_PACKETS_TIMES_LINKS {
        let mut left = MAX_PAIR_VISITS;
        for attempt in 0..MAX_SEARCHED_SCHEDULES {
            if best.len() <= bound || left == 0 || stop() {
                break;
            }
            if let Some(found) = rarest_first(links, ports, packets, attempt, best.len(), &mut left) {
                best = found;
            }
        }
    }
    best
}
