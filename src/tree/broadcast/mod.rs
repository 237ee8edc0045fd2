//! Single-node broadcast on any network.

pub(super) mod arborescences;
pub(super) mod half_duplex;
pub(super) mod incomplete;
mod latest_useful;
pub(super) mod matching;
pub(super) mod pipeline;
pub(super) mod ring;
pub(super) mod rotation_classes;

use super::construction::{ConstructionError, at, limit, nodes, put, require, short, tidy};
use super::spanning::rooted::RootedTree;
use crate::graph::{Assignment, augment, scattered};
use crate::model::{ExplicitSchedule, Link, Network, Node, Packet, PortRule, Sent, count_of, wide};
use latest_useful::latest_useful;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most holders (pairs of packet and node) of a schedule.
const MOST_HOLDERS: u64 = 1 << 22;

/// Most work, in holders times links, of a schedule that is searched for slot by slot.
const MOST_SEARCHED: u64 = 1 << 14;

/// How many searched schedules are tried, until one meets the bound.
const TRIES: u64 = 32;

/// A send of the broadcast from node 0: packet, sender and link in a slot.
type Plan = Vec<Vec<(u32, Node, Link)>>;

/// The tree of shortest paths in which the last coordinate that differs is set last; on the hypercube the
/// spanning binomial tree of P2 Fig. 4.
///
/// A coordinate halfway round a ring is reached by the way +. On a Cayley graph the tree of a breadth-first
/// search.
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

/// One packet along a tree: every node serves the children whose subtrees need longest first, which is best
/// for the tree (Slater, Cockayne & Hedetniemi 1981 for one port), at most `sends` a slot.
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

/// The plan for one packet, repeated for `count` packets with the shortest period in which no node's turns
/// overlap.
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

/// A broadcast as it goes on.
struct State<'a> {
    network: &'a Network,
    ports: PortRule,
    /// By packet and node.
    holds: Vec<bool>,
    holders: Vec<u64>,
    /// Of each node in this slot: sends and receives.
    sent: Vec<u32>,
    received: Vec<u32>,
    /// Links used in this slot, by node and link.
    used: Vec<bool>,
    /// By packet and node: from whom and over which link the node receives the packet in this slot.
    from: Vec<Option<(Node, Link)>>,
}

impl<'a> State<'a> {
    fn new(network: &'a Network, ports: PortRule, count: usize) -> Self {
        let n = at(Node(network.nodes()));
        let mut holds = vec![false; n * count];
        holds.iter_mut().step_by(n).for_each(|holds| *holds = true);
        Self {
            network,
            ports,
            holds,
            holders: vec![1; count],
            sent: vec![0; n],
            received: vec![0; n],
            used: vec![false; n * wide(network.links())],
            from: vec![None; n * count],
        }
    }

    fn cell(&self, packet: usize, node: Node) -> usize {
        packet * self.sent.len() + at(node)
    }

    fn may_receive(&self, node: Node) -> bool {
        match self.ports {
            PortRule::FullDuplex(k) => self.received[at(node)] < k,
            PortRule::HalfDuplex => self.received[at(node)] + self.sent[at(node)] == 0,
        }
    }

    fn use_of(&mut self, from: Node, link: Link) -> &mut bool {
        &mut self.used[at(from) * wide(self.network.links()) + wide(link.0)]
    }

    /// One slot: of the packet that has the fewest holders, new ones included, one more node receives, that
    /// of the least key that can.
    fn slot(&mut self, key: &impl Fn(usize, Node) -> (u64, u64)) -> Vec<(u32, Node, Link)> {
        self.sent.fill(0);
        self.received.fill(0);
        self.used.fill(false);
        self.from.fill(None);
        let receivers_of = |packet: usize| {
            let lacking = |&node: &Node| !self.holds[self.cell(packet, node)];
            let mut receivers: Vec<Node> = nodes(self.network).filter(lacking).collect();
            receivers.sort_by_cached_key(|&node| Reverse((key(packet, node), node)));
            receivers
        };
        let mut receivers: Vec<Vec<Node>> = (0..self.holders.len()).map(receivers_of).collect();
        let mut waiting: BinaryHeap<Reverse<(u64, usize)>> =
            (0..).zip(&self.holders).map(|(packet, &holders)| Reverse((holders, packet))).collect();
        let mut asked = vec![false; self.sent.len()];
        while let Some(Reverse((holders, packet))) = waiting.pop() {
            // Of others nobody is left who could receive it in this slot.
            let Some(receiver) = receivers[packet].pop() else { continue };
            asked.fill(false);
            let may_receive = self.may_receive(receiver);
            let mut senders = Senders { state: self, packet, asked: &mut asked };
            let is_served = may_receive && augment(&mut senders, receiver);
            self.received[at(receiver)] += u32::from(is_served);
            waiting.push(Reverse((holders + u64::from(is_served), packet)));
        }
        let mut sends = Vec::new();
        for packet in 0..self.holders.len() {
            for node in nodes(self.network) {
                let cell = self.cell(packet, node);
                if let Some((from, link)) = self.from[cell] {
                    sends.push((short(packet), from, link));
                    self.holds[cell] = true;
                    self.holders[packet] += 1;
                }
            }
        }
        sends
    }
}

/// The senders and receivers of one packet in a slot.
struct Senders<'s, 'a> {
    state: &'s mut State<'a>,
    packet: usize,
    /// By node, whether it has been asked to send.
    asked: &'s mut [bool],
}

impl Assignment for Senders<'_, '_> {
    /// A receiver.
    type Guest = Node;
    /// A sender, and the link from it.
    type Place = (Node, Link);

    fn next_place(&mut self, receiver: Node, step: &mut usize) -> Option<(Node, Link)> {
        let network = self.state.network;
        for link in (0..network.links()).map(Link).skip(*step) {
            *step += 1;
            let sender = network.neighbor(receiver, network.opposite(link));
            let is_busy = self.state.ports == PortRule::HalfDuplex && self.state.received[at(sender)] > 0;
            let holds = self.state.holds[self.state.cell(self.packet, sender)];
            if holds && !is_busy && !self.asked[at(sender)] && !*self.state.use_of(sender, link) {
                self.asked[at(sender)] = true;
                return Some((sender, link));
            }
        }
        None
    }

    fn has_room(&self, (sender, _): (Node, Link)) -> bool {
        self.state.sent[at(sender)] < self.state.ports.sends()
    }

    fn next_holder(&mut self, (sender, _): (Node, Link), step: &mut usize) -> Option<Node> {
        let network = self.state.network;
        for link in (0..network.links()).map(Link).skip(*step) {
            *step += 1;
            let other = network.neighbor(sender, link);
            if self.state.from[self.state.cell(self.packet, other)] == Some((sender, link)) {
                return Some(other);
            }
        }
        None
    }

    fn give(&mut self, receiver: Node, (sender, link): (Node, Link)) {
        let cell = self.state.cell(self.packet, receiver);
        if let Some((before, link)) = self.state.from[cell].replace((sender, link)) {
            self.state.sent[at(before)] -= 1;
            *self.state.use_of(before, link) = false;
        }
        self.state.sent[at(sender)] += 1;
        *self.state.use_of(sender, link) = true;
    }
}

/// One searched schedule, if it is shorter than `limit` slots.
fn searched(network: &Network, ports: PortRule, count: usize, attempt: u64, limit: usize) -> Option<Plan> {
    let mut state = State::new(network, ports, count);
    let far = |node: Node| network.diameter() - network.distance(node);
    let key = |packet: usize, node: Node| {
        let arbitrary = scattered(attempt, count_of(packet) << 32 | node.0);
        match attempt % 4 {
            0 => (far(node), if attempt == 0 { 0 } else { arbitrary }),
            1 => (network.distance(node), if attempt == 1 { 0 } else { arbitrary }),
            2 => (far(node) / 2, arbitrary),
            _ => (arbitrary, 0),
        }
    };
    let mut plan = Vec::new();
    while state.holders.iter().any(|&holders| holders < network.nodes()) {
        if plan.len() + 1 >= limit {
            return None;
        }
        plan.push(state.slot(&key));
    }
    Some(plan)
}

/// The least that reception and distance allow: ⌈c/k⌉ − 1 + max(diameter, ⌈log_(k+1) n⌉).
///
/// The root makes at most k sends a slot, and the last packet that it sends for the first time still has to
/// reach everybody.
fn bound(network: &Network, sends: u32, count: u64) -> Option<usize> {
    let mut spread = 0;
    let mut holders: u64 = 1;
    while holders < network.nodes() {
        holders = holders.saturating_mul(u64::from(sends) + 1);
        spread += 1;
    }
    usize::try_from(count.div_ceil(sends.into()) - 1 + network.diameter().max(spread)).ok()
}

/// Broadcast of `count` packets from a root under any port rule: the shortest of the schedules tried, each
/// packet sent n − 1 times.
///
/// Tried are the tree of shortest paths that sets coordinates in turn (on the hypercube the spanning binomial
/// tree of P2 Fig. 4, which takes d slots both with all ports and with one) with the longest remaining first,
/// packets one after the other as close as the ports allow; schedules in which in every slot whoever lags
/// most gets the latest packet of use to it; and for small networks schedules searched slot by slot, in each
/// slot a matching of senders with receivers, the rarest packets first. The tries end with the first that
/// takes ⌈c/k⌉ − 1 + max(diameter, ⌈log_(k+1) n⌉) slots, which no schedule beats. That it is shortest
/// otherwise is not promised.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2^22 pairs of packet and node.
///
/// # Complexity
/// O(c · n log n) for the tree; about 2²⁵ words of 64 packets that are looked at; O(P · T · c · n² m) at
/// worst for P searches of T slots, made only for c · n · m ≤ 2^14.
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
    let holders = limit("holders", network.nodes().checked_mul(count), MOST_HOLDERS)?;
    let none = ConstructionError::NotDelivered { packet: 0, node: 0 };
    let tree = shortest_path_tree(network).ok_or(none)?;
    let plan = along_tree(&tree, ports.sends());
    let mut best = pipelined(&plan, count, ports == PortRule::HalfDuplex, network);
    let bound = bound(network, ports.sends(), count);
    if let Some(found) =
        latest_useful(network, ports, at(Node(count)), TRIES, (bound.unwrap_or(0), best.len()))
    {
        best = found;
    }
    if holders * u64::from(network.links()) <= MOST_SEARCHED {
        for attempt in 0..TRIES {
            if Some(best.len()) == bound {
                break;
            }
            if let Some(found) = searched(network, ports, at(Node(count)), attempt, best.len()) {
                best = found;
            }
        }
    }
    let translation = network.translation(root);
    let sent = |&(packet, from, link): &(u32, Node, Link)| {
        Sent::new(packet, translation.of(from), translation.of(network.neighbor(from, link)))
    };
    let slots = best.iter().map(|sends| sends.iter().map(sent).collect()).collect();
    Ok(ExplicitSchedule { packets: vec![Packet::Copied { from: root }; at(Node(count))], slots: tidy(slots) })
}
