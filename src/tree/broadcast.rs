//! Single-node broadcast on any network.

use super::construction::{ConstructionError, at, limit, nodes, put, short, tidy};
use super::matching::mixed;
use super::rooted::RootedTree;
use crate::model::{ExplicitSchedule, Link, Network, Node, Packet, PortRule, Sent, count_of, wide};
use std::cmp::Reverse;

/// Most holders (pairs of packet and node) of a schedule.
const MOST_HOLDERS: u64 = 1 << 22;

/// Most work, in holders times links, of a schedule that is searched for slot by slot.
const MOST_SEARCHED: u64 = 1 << 14;

/// How many searched schedules are tried, until one meets the bound.
const TRIES: u64 = 64;

/// A send of the broadcast from node 0: packet, sender and link in a slot.
type Plan = Vec<Vec<(u32, Node, Link)>>;

/// The tree of shortest paths in which the last coordinate that differs is set last; on the hypercube the spanning binomial tree of P2 Fig. 4.
///
/// A coordinate halfway round a ring is reached by the way +.
fn dimension_tree(network: &Network) -> Option<RootedTree> {
    let link = |node: Node| {
        let ring = network.dimensions().iter().find(|ring| ring.coordinate(node) > 0)?;
        let x = ring.coordinate(node);
        let way = if x <= ring.radix() - x { crate::model::Way::Plus } else { crate::model::Way::Minus };
        Some(ring.link(way))
    };
    RootedTree::new(network, nodes(network).map(link).collect())
}

/// One packet along a tree: every node serves the children whose subtrees need longest first, which is best for the tree (Slater, Cockayne &
/// Hedetniemi 1981 for one port), at most `sends` a slot.
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

/// The plan for one packet, repeated for `count` packets with the shortest period in which no node's turns overlap.
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
    count: usize,
    holds: Vec<bool>,
    holders: Vec<u64>,
    /// Of each node in this slot: sends and receives.
    sent: Vec<u32>,
    received: Vec<u32>,
    /// Links used in this slot, by node and link.
    used: Vec<bool>,
}

impl<'a> State<'a> {
    fn new(network: &'a Network, ports: PortRule, count: usize) -> Self {
        let n = at(Node(network.nodes()));
        let mut holds = vec![false; n * count];
        holds.iter_mut().step_by(n).for_each(|holds| *holds = true);
        let (sent, received, used) = (vec![0; n], vec![0; n], vec![false; n * wide(network.links())]);
        Self { network, ports, count, holds, holders: vec![1; count], sent, received, used }
    }

    fn n(&self) -> usize {
        self.sent.len()
    }

    fn may_receive(&self, node: Node) -> bool {
        match self.ports {
            PortRule::FullDuplex(k) => self.received[at(node)] < k,
            PortRule::HalfDuplex => self.received[at(node)] + self.sent[at(node)] == 0,
        }
    }

    fn may_send(&self, node: Node) -> bool {
        match self.ports {
            PortRule::FullDuplex(k) => self.sent[at(node)] < k,
            PortRule::HalfDuplex => self.received[at(node)] + self.sent[at(node)] == 0,
        }
    }

    fn is_used(&self, from: Node, link: Link) -> bool {
        self.used[at(from) * wide(self.network.links()) + wide(link.0)]
    }

    /// One slot: packet by packet, the rarest first, a maximum matching of senders with nodes that lack it.
    fn slot(&mut self, key: &impl Fn(usize, Node) -> (u64, u64)) -> Vec<(u32, Node, Link)> {
        self.sent.fill(0);
        self.received.fill(0);
        self.used.fill(false);
        let mut packets: Vec<usize> =
            (0..self.count).filter(|&p| self.holders[p] < self.network.nodes()).collect();
        packets.sort_by_key(|&packet| (self.holders[packet], packet));
        let mut sends = Vec::new();
        let mut reached = Vec::new();
        for packet in packets {
            for (from, link) in self.senders(packet, key) {
                let to = self.network.neighbor(from, link);
                self.sent[at(from)] += 1;
                self.received[at(to)] += 1;
                self.used[at(from) * wide(self.network.links()) + wide(link.0)] = true;
                sends.push((short(packet), from, link));
                reached.push((packet, to));
            }
        }
        for (packet, to) in reached {
            let cell = packet * self.n() + at(to);
            self.holds[cell] = true;
            self.holders[packet] += 1;
        }
        sends
    }

    /// Who sends a packet over which link in this slot, receivers of the least key first.
    fn senders(&self, packet: usize, key: &impl Fn(usize, Node) -> (u64, u64)) -> Vec<(Node, Link)> {
        let lacking = |&node: &Node| !self.holds[packet * self.n() + at(node)] && self.may_receive(node);
        let mut receivers: Vec<Node> = nodes(self.network).filter(lacking).collect();
        receivers.sort_by_cached_key(|&node| (key(packet, node), node));
        let mut matching =
            Matching { load: vec![0; self.n()], from: vec![None; self.n()], seen: vec![false; self.n()] };
        for receiver in receivers {
            matching.seen.fill(false);
            matching.serve(self, packet, receiver);
        }
        let found = nodes(self.network).filter_map(|node| matching.from[at(node)]);
        found.map(|link| (link.0, link.1)).collect()
    }
}

/// Senders with some sends left, matched with receivers.
struct Matching {
    load: Vec<u32>,
    /// For each receiver its sender and link.
    from: Vec<Option<(Node, Link)>>,
    seen: Vec<bool>,
}

impl Matching {
    /// Finds a sender for a receiver, other receivers changing theirs (an alternating path).
    fn serve(&mut self, state: &State, packet: usize, receiver: Node) -> bool {
        for link in (0..state.network.links()).map(Link) {
            let sender = state.network.neighbor(receiver, state.network.opposite(link));
            let holds = state.holds[packet * state.n() + at(sender)];
            if !holds || self.seen[at(sender)] || !state.may_send(sender) || state.is_used(sender, link) {
                continue;
            }
            self.seen[at(sender)] = true;
            let free = state.ports.sends() - state.sent[at(sender)];
            if self.load[at(sender)] < free {
                self.load[at(sender)] += 1;
                self.from[at(receiver)] = Some((sender, link));
                return true;
            }
            for other in (0..state.network.links()).map(|link| state.network.neighbor(sender, Link(link))) {
                if self.from[at(other)].is_some_and(|(from, _)| from == sender)
                    && self.serve(state, packet, other)
                {
                    self.from[at(receiver)] = Some((sender, link));
                    return true;
                }
            }
        }
        false
    }
}

/// One searched schedule, if it is shorter than `limit` slots.
fn searched(network: &Network, ports: PortRule, count: usize, attempt: u64, limit: usize) -> Option<Plan> {
    let mut state = State::new(network, ports, count);
    let far = |node: Node| network.diameter() - network.distance(node);
    let key = |packet: usize, node: Node| {
        let arbitrary = mixed(attempt, count_of(packet) << 32 | node.0);
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
/// The root makes at most k sends a slot, and the last packet that it sends for the first time still has to reach everybody.
fn bound(network: &Network, sends: u32, count: u64) -> Option<usize> {
    let mut spread = 0;
    let mut holders: u64 = 1;
    while holders < network.nodes() {
        holders = holders.saturating_mul(u64::from(sends) + 1);
        spread += 1;
    }
    usize::try_from(count.div_ceil(sends.into()) - 1 + network.diameter().max(spread)).ok()
}

/// Broadcast of `count` packets from a root under any port rule: the shortest of the schedules tried, each packet sent n − 1 times.
///
/// Tried are the tree of shortest paths that sets coordinates in turn (on the hypercube the spanning binomial tree of P2 Fig. 4, which takes d slots both with all
/// ports and with one) with the longest remaining first, packets one after the other as close as the ports allow; and for small networks schedules
/// searched slot by slot, each packet over a maximum matching, the rarest packets first. The tries end with the first that takes
/// ⌈c/k⌉ − 1 + max(diameter, ⌈log_(k+1) n⌉) slots, which no schedule beats. That it is shortest otherwise is not promised.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond 2^22 pairs of packet and node.
///
/// # Complexity
/// O(c · n log n) for the tree; O(P · T · c · n² m) at worst for P searches of T slots, made only for c · n · m ≤ 2^14.
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
    if count == 0 {
        return Err(ConstructionError::NoPacket);
    }
    if ports.sends() == 0 {
        return Err(ConstructionError::NoPort);
    }
    let holders = limit("holders", network.nodes().checked_mul(count), MOST_HOLDERS)?;
    let none = ConstructionError::NotDelivered { packet: 0, node: 0 };
    let tree = dimension_tree(network).ok_or(none)?;
    let plan = along_tree(&tree, ports.sends());
    let mut best = pipelined(&plan, count, ports == PortRule::HalfDuplex, network);
    let bound = bound(network, ports.sends(), count);
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
    let sent = |&(packet, from, link): &(u32, Node, Link)| Sent {
        packet,
        from: network.translate(root, from),
        to: network.translate(root, network.neighbor(from, link)),
    };
    let slots = best.iter().map(|sends| sends.iter().map(sent).collect()).collect();
    Ok(ExplicitSchedule { packets: vec![Packet::Copied { from: root }; at(Node(count))], slots: tidy(slots) })
}
