//! The hierarchy of P2 Fig. 3: converts a schedule of a harder problem into one of an easier problem, which
//! is never longer.
//!
//! A conversion keeps the first arrival of each packet at each node and drops the sends that are no longer
//! needed. Accumulations and gathers are converted with time reversed.

use super::construction::{ConstructionError, at, limit, nodes, put, short, tidy};
use super::scatter::farthest::{MAX_SENDS, scatter_packets};
use crate::model::{
    ExplicitSchedule, Link, MultinodeSchedule, MultinodeSend, Network, Node, Packet, Sent, count_of, wide,
};

/// The positions of the packets of a total exchange after some moves.
struct Exchange<'a> {
    network: &'a Network,
    count: u64,
    position: Vec<Node>,
}

impl<'a> Exchange<'a> {
    fn new(network: &'a Network, count: u64) -> Result<Self, ConstructionError> {
        if count == 0 {
            return Err(ConstructionError::NoPacket);
        }
        let rows = limit("packets", (network.nodes() - 1).checked_mul(count), MAX_SENDS)?;
        Ok(Self { network, count, position: vec![Node(0); at(Node(rows))] })
    }

    /// Moves the packet of a row and returns its former position.
    fn step(&mut self, slot: usize, row: u32, link: u32) -> Result<Node, ConstructionError> {
        let position = self.position.get_mut(wide(row)).filter(|_| link < self.network.links());
        let position = position.ok_or(ConstructionError::NoSuchMove { slot: count_of(slot) })?;
        let before = *position;
        *position = self.network.neighbor(before, Link(link));
        Ok(before)
    }

    fn offset(&self, row: u64) -> Node {
        Node(row / self.count + 1)
    }

    fn require_delivered(&self) -> Result<(), ConstructionError> {
        match (0..).zip(&self.position).find(|&(row, &position)| position != self.offset(row)) {
            Some((packet, _)) => Err(ConstructionError::NotDelivered { packet, node: self.offset(packet).0 }),
            None => Ok(()),
        }
    }
}

/// The first arrivals of copied packets.
struct Arrivals {
    /// By packet and node, the slot in which the node receives the packet; none if it has not.
    received: Vec<Option<usize>>,
    nodes: usize,
}

impl Arrivals {
    fn new(network: &Network, packets: u64) -> Result<Self, ConstructionError> {
        let cells = limit("holders", network.nodes().checked_mul(packets), MAX_SENDS)?;
        Ok(Self { received: vec![None; at(Node(cells))], nodes: at(Node(network.nodes())) })
    }

    /// Notes an arrival and returns whether it is the packet's first at the node; fails if the sender does
    /// not hold the packet.
    fn first(
        &mut self,
        slot: usize,
        packet: usize,
        from: Node,
        to: Node,
        source: Node,
    ) -> Result<bool, ConstructionError> {
        let cell = packet * self.nodes;
        if from != source && self.received[cell + at(from)].is_none_or(|received| received >= slot) {
            return Err(ConstructionError::OutOfOrder { slot: count_of(slot), node: from.0 });
        }
        let first = to != source && self.received[cell + at(to)].is_none();
        if first {
            self.received[cell + at(to)] = Some(slot);
        }
        Ok(first)
    }

    fn require_complete(&self, source: Node) -> Result<(), ConstructionError> {
        let missing = |&(cell, received): &(usize, &Option<usize>)| {
            received.is_none() && cell % self.nodes != at(source)
        };
        match self.received.iter().enumerate().find(missing) {
            Some((cell, _)) => Err(ConstructionError::NotDelivered {
                packet: count_of(cell / self.nodes),
                node: count_of(cell % self.nodes),
            }),
            None => Ok(()),
        }
    }
}

/// Converts a symmetric total exchange of `count` packets per pair, given as in
/// [`crate::model::WordSchedule`], into a multinode broadcast. The j-th packets of node 0 for all nodes, j
/// below `count`, become one packet, of which the first arrival at each position stays.
///
/// # Errors
/// [`ConstructionError`] when the slots are no total exchange, the count is 0, or there are more than 2^24
/// packets.
///
/// # Complexity
/// O(n · c + S log S) time and O(n · c) space for n nodes and S moves.
///
/// # Examples
/// ```
/// use isotask::{model::Network, tree::{exchange_to_multinode_broadcast, total_exchange_all_ports}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 4 })?;
/// let broadcast = exchange_to_multinode_broadcast(&cube, 1, &total_exchange_all_ports(4)?)?;
/// assert!(broadcast.slots.len() <= 8);
/// assert_eq!(broadcast.slots.iter().flatten().count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange_to_multinode_broadcast(
    network: &Network,
    count: u64,
    exchange: &[Vec<(u32, u32)>],
) -> Result<MultinodeSchedule, ConstructionError> {
    let mut state = Exchange::new(network, count)?;
    let mut arrivals = Arrivals::new(network, count)?;
    let mut slots = Vec::new();
    for (slot, moves) in exchange.iter().enumerate() {
        for &(row, link) in moves {
            let position = state.step(slot, row, link)?;
            let packet = wide(row) % at(Node(count));
            let to = state.position[wide(row)];
            if arrivals.first(slot, packet, position, to, Node(0))? {
                put(&mut slots, slot, MultinodeSend { packet: short(packet), position, link: Link(link) });
            }
        }
    }
    state.require_delivered()?;
    arrivals.require_complete(Node(0))?;
    Ok(MultinodeSchedule { slots: tidy(slots) })
}

/// Converts a symmetric total exchange into a multinode accumulation: the reversed broadcast of the reversed
/// exchange.
///
/// # Errors
/// As [`exchange_to_multinode_broadcast`].
///
/// # Complexity
/// As [`exchange_to_multinode_broadcast`].
///
/// # Examples
/// ```
/// use isotask::{model::Network, tree::{exchange_to_multinode_accumulation, total_exchange_one_port}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 3 })?;
/// let reduced = exchange_to_multinode_accumulation(&cube, 1, &total_exchange_one_port(3)?)?;
/// assert_eq!(reduced.slots.iter().flatten().count(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange_to_multinode_accumulation(
    network: &Network,
    count: u64,
    exchange: &[Vec<(u32, u32)>],
) -> Result<MultinodeSchedule, ConstructionError> {
    let state = Exchange::new(network, count)?;
    // With time reversed, the packet of an offset goes by the inverse offset.
    let turn = |row: u32| {
        let back = network.offset(state.offset(row.into()), Node(0));
        short(at(Node((back.0 - 1) * count + u64::from(row) % count)))
    };
    let known = |&(row, link): &(u32, u32)| wide(row) < state.position.len() && link < network.links();
    if let Some(slot) = exchange.iter().position(|moves| !moves.iter().all(known)) {
        return Err(ConstructionError::NoSuchMove { slot: count_of(slot) });
    }
    let back = |(row, link)| (turn(row), network.opposite(Link(link)).0);
    let reversed = crate::model::reversed(exchange, back);
    Ok(exchange_to_multinode_broadcast(network, count, &reversed)?.reversed(network))
}

/// Extracts the scatter from a symmetric total exchange: the packets that the root sends.
///
/// # Errors
/// [`ConstructionError`] when the slots are no total exchange, the count is 0, or there are more than 2^24
/// packets.
///
/// # Complexity
/// O(S log S) time for S moves of a node's packets.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node}, tree::{exchange_to_scatter, total_exchange_all_ports}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 3 })?;
/// let scatter = exchange_to_scatter(&cube, 1, &total_exchange_all_ports(3)?, Node(5))?;
/// assert_eq!((scatter.slots.len(), scatter.slots.iter().flatten().count()), (4, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange_to_scatter(
    network: &Network,
    count: u64,
    exchange: &[Vec<(u32, u32)>],
    root: Node,
) -> Result<ExplicitSchedule, ConstructionError> {
    one_root(network, count, exchange, |_| root, scatter_packets(network, root, count))
}

/// Extracts the gather from a symmetric total exchange: the packets that the root receives.
///
/// # Errors
/// As [`exchange_to_scatter`].
///
/// # Complexity
/// As [`exchange_to_scatter`].
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node}, tree::{exchange_to_gather, total_exchange_one_port}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 3 })?;
/// let gather = exchange_to_gather(&cube, 1, &total_exchange_one_port(3)?, Node(5))?;
/// assert_eq!((gather.slots.len(), gather.slots.iter().flatten().count()), (12, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange_to_gather(
    network: &Network,
    count: u64,
    exchange: &[Vec<(u32, u32)>],
    root: Node,
) -> Result<ExplicitSchedule, ConstructionError> {
    let from = |offset| origin(network, root, offset);
    let packets = nodes(network).skip(1).flat_map(|offset| {
        (0..count).map(move |_| Packet::Personal { from: origin(network, root, offset), to: root })
    });
    one_root(network, count, exchange, from, packets.collect())
}

/// Returns the node from which `to` lies at an offset: the product of `to` with the inverse of the offset.
fn origin(network: &Network, to: Node, offset: Node) -> Node {
    network.translate(to, network.offset(offset, Node(0)))
}

/// Keeps one translate of each packet of node 0, that which starts at `from(offset)`.
fn one_root(
    network: &Network,
    count: u64,
    exchange: &[Vec<(u32, u32)>],
    from: impl Fn(Node) -> Node,
    packets: Vec<Packet>,
) -> Result<ExplicitSchedule, ConstructionError> {
    let mut state = Exchange::new(network, count)?;
    let mut slots = Vec::new();
    for (slot, moves) in exchange.iter().enumerate() {
        for &(row, link) in moves {
            let before = state.step(slot, row, link)?;
            let start = from(state.offset(row.into()));
            let place = |position| network.translate(start, position);
            let send = Sent::new(row, place(before), place(state.position[wide(row)]));
            put(&mut slots, slot, send);
        }
    }
    state.require_delivered()?;
    Ok(ExplicitSchedule { packets, slots: tidy(slots) })
}

/// Returns the tree of each packet of a multinode broadcast: by packet and position, the slot and the send
/// that reach it first.
fn trees(
    network: &Network,
    count: u64,
    broadcast: &MultinodeSchedule,
) -> Result<Vec<Option<(usize, MultinodeSend)>>, ConstructionError> {
    if count == 0 {
        return Err(ConstructionError::NoPacket);
    }
    let mut arrivals = Arrivals::new(network, count)?;
    let mut tree = vec![None; arrivals.received.len()];
    for (slot, sends) in broadcast.slots.iter().enumerate() {
        for &send in sends {
            if u64::from(send.packet) >= count
                || send.position.0 >= network.nodes()
                || send.link.0 >= network.links()
            {
                return Err(ConstructionError::NoSuchMove { slot: count_of(slot) });
            }
            let to = network.neighbor(send.position, send.link);
            if arrivals.first(slot, wide(send.packet), send.position, to, Node(0))? {
                tree[wide(send.packet) * arrivals.nodes + at(to)] = Some((slot, send));
            }
        }
    }
    arrivals.require_complete(Node(0))?;
    Ok(tree)
}

/// Converts a multinode broadcast into a gather: of each node's packet only the path to the root stays (P2
/// §3).
///
/// # Errors
/// [`ConstructionError`] when the sends are no multinode broadcast of `count` packets, or the result would
/// have more than 2^24 sends.
///
/// # Complexity
/// O(c · n · depth) time for n nodes and trees of that depth.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node}, tree::{multinode_broadcast_rotation, multinode_broadcast_to_gather}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 5 })?;
/// let gather = multinode_broadcast_to_gather(&cube, 1, &multinode_broadcast_rotation(5, 5)?, Node(3))?;
/// assert_eq!((gather.slots.len(), gather.slots.iter().flatten().count()), (7, 80)); // ⌈31/5⌉ and 5 · 2⁴
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn multinode_broadcast_to_gather(
    network: &Network,
    count: u64,
    broadcast: &MultinodeSchedule,
    root: Node,
) -> Result<ExplicitSchedule, ConstructionError> {
    let tree = trees(network, count, broadcast)?;
    let n = at(Node(network.nodes()));
    let mut slots = Vec::new();
    let mut packets = Vec::new();
    let mut sends = 0;
    for position in nodes(network).skip(1) {
        // The root lies at this position of the packet of `from`.
        let from = origin(network, root, position);
        for packet in 0..at(Node(count)) {
            let number = short(packets.len());
            packets.push(Packet::Personal { from, to: root });
            let mut here = position;
            while let Some((slot, send)) = tree[packet * n + at(here)] {
                sends = limit("sends", Some(sends + 1), MAX_SENDS)?;
                let place = |position| network.translate(from, position);
                put(&mut slots, slot, Sent::new(number, place(send.position), place(here)));
                here = send.position;
            }
        }
    }
    Ok(ExplicitSchedule { packets, slots: tidy(slots) })
}

/// Refuses links that the network does not have, before time is reversed.
fn known_sends(network: &Network, schedule: &MultinodeSchedule) -> Result<(), ConstructionError> {
    let known = |send: &MultinodeSend| send.link.0 < network.links() && send.position.0 < network.nodes();
    match schedule.slots.iter().position(|sends| !sends.iter().all(known)) {
        Some(slot) => Err(ConstructionError::NoSuchMove { slot: count_of(slot) }),
        None => Ok(()),
    }
}

/// Extracts the single-node broadcast of the root from a multinode broadcast.
///
/// # Errors
/// As [`multinode_broadcast_to_gather`].
///
/// # Complexity
/// O(c · n log n) time for n nodes.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node}, tree::{multinode_broadcast_rotation, multinode_broadcast_to_single}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 3 })?;
/// let broadcast = multinode_broadcast_to_single(&cube, 1, &multinode_broadcast_rotation(3, 3)?, Node(6))?;
/// assert_eq!((broadcast.slots.len(), broadcast.slots.iter().flatten().count()), (3, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn multinode_broadcast_to_single(
    network: &Network,
    count: u64,
    broadcast: &MultinodeSchedule,
    root: Node,
) -> Result<ExplicitSchedule, ConstructionError> {
    let mut slots = Vec::new();
    let translation = network.translation(root);
    for (slot, send) in trees(network, count, broadcast)?.into_iter().flatten() {
        let from = translation.of(send.position);
        put(&mut slots, slot, Sent::new(send.packet, from, network.neighbor(from, send.link)));
    }
    let packets = (0..count).map(|_| Packet::Copied { from: root }).collect();
    Ok(ExplicitSchedule { packets, slots: tidy(slots) })
}

/// Converts a scatter into a single-node broadcast: the j-th packets for all nodes become one, of which the
/// first arrival at each node stays.
///
/// # Errors
/// [`ConstructionError`] when the schedule is no scatter.
///
/// # Complexity
/// O(n · c + S log S) time for n nodes, c packets each, and S sends.
///
/// # Examples
/// ```
/// use isotask::{model::{Node, PortRule}, tree::{compatible_tree, farthest_first, scatter_to_broadcast}};
/// let tree = compatible_tree(4)?;
/// let scatter = farthest_first(&tree, Node(2), PortRule::FullDuplex(4), 1)?;
/// let broadcast = scatter_to_broadcast(tree.network(), &scatter)?;
/// assert_eq!((broadcast.packets.len(), broadcast.slots.iter().flatten().count()), (1, 15));
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn scatter_to_broadcast(
    network: &Network,
    scatter: &ExplicitSchedule,
) -> Result<ExplicitSchedule, ConstructionError> {
    let Some(&Packet::Personal { from: root, .. }) = scatter.packets.first() else {
        return Err(ConstructionError::WrongPacket { packet: 0 });
    };
    // The index of each packet among those for its destination.
    let mut seen = vec![0_usize; at(Node(network.nodes()))];
    let mut copy = Vec::new();
    for (number, &packet) in (0..).zip(&scatter.packets) {
        match packet {
            Packet::Personal { from, to } if from == root && to != root && to.0 < network.nodes() => {
                copy.push(seen[at(to)]);
                seen[at(to)] += 1;
            }
            _ => return Err(ConstructionError::WrongPacket { packet: number }),
        }
    }
    let count = seen.iter().copied().max().unwrap_or(0);
    let mut arrivals = Arrivals::new(network, count_of(count))?;
    let mut slots = Vec::new();
    for (slot, sends) in scatter.slots.iter().enumerate() {
        for sent in sends {
            let (packet, from, to) = (sent.packet, sent.from(), sent.to());
            if wide(packet) >= copy.len() || network.link_between(from, to).is_none() {
                return Err(ConstructionError::NoSuchMove { slot: count_of(slot) });
            }
            let packet = copy[wide(packet)];
            if arrivals.first(slot, packet, from, to, root)? {
                put(&mut slots, slot, Sent::new(short(packet), from, to));
            }
        }
    }
    arrivals.require_complete(root)?;
    Ok(ExplicitSchedule { packets: vec![Packet::Copied { from: root }; count], slots: tidy(slots) })
}

/// Lists the sends of all nodes in a symmetric multinode broadcast, or with `collecting` accumulation, of
/// `count` packets per node. Packet t · c + j is the j-th of node t.
///
/// # Errors
/// [`ConstructionError::TooLarge`] beyond 2^24 sends, [`ConstructionError::NoSuchMove`] for a move that is
/// not there.
///
/// # Complexity
/// O(n · S log(n · S)) time for n nodes and S sends of a packet of each node.
///
/// # Examples
/// ```
/// use isotask::{model::Network, tree::{expand, multinode_broadcast_rotation}, wire};
/// let cube = Network::new(&wire::Network::Hypercube { dimension: 3 })?;
/// let all = expand(&cube, 1, false, &multinode_broadcast_rotation(3, 3)?)?;
/// assert_eq!(all.slots.iter().flatten().count(), 56);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expand(
    network: &Network,
    count: u64,
    collecting: bool,
    placed: &MultinodeSchedule,
) -> Result<ExplicitSchedule, ConstructionError> {
    known_sends(network, placed)?;
    let sends = count_of(placed.slots.iter().map(Vec::len).sum());
    limit("sends", sends.max(count).checked_mul(network.nodes()), MAX_SENDS)?;
    let packet =
        |node| if collecting { Packet::Combined { to: node } } else { Packet::Copied { from: node } };
    let packets = nodes(network).flat_map(|node| (0..count).map(move |_| packet(node))).collect();
    let mut slots = Vec::with_capacity(placed.slots.len());
    for (slot, sends) in (0..).zip(&placed.slots) {
        let mut all = Vec::with_capacity(sends.len() * at(Node(network.nodes())));
        for send in sends {
            if u64::from(send.packet) >= count {
                return Err(ConstructionError::NoSuchMove { slot });
            }
            for node in nodes(network) {
                let from = network.translate(node, send.position);
                let packet = short(at(Node(node.0 * count + u64::from(send.packet))));
                all.push(Sent::new(packet, from, network.neighbor(from, send.link)));
            }
        }
        all.sort_unstable();
        slots.push(all);
    }
    Ok(ExplicitSchedule { packets, slots })
}
