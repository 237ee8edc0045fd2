//! Optimal broadcast of many packets with one port: the nodes of a hypercube pass packets on dimension by
//! dimension, and one or two nodes of the network act as a node of the hypercube.

use super::links::{Links, Move};
use crate::tree::construction::short;

/// The nodes of a network as units, each of which acts as a node of a hypercube.
struct Units {
    root: usize,
    nodes: usize,
    dimension: usize,
    number: usize,
}

impl Units {
    fn new(links: &Links) -> Self {
        let (root, nodes) = (links.root, links.nodes());
        let dimension = nodes.ilog2();
        Self { root, nodes, dimension: usize::try_from(dimension).expect("below 64"), number: 1 << dimension }
    }

    /// Returns the two nodes of a unit, which are equal if it has only one; unit 0 is the root.
    fn members(&self, unit: usize) -> [usize; 2] {
        let second = unit + self.number - 1;
        let is_pair = unit > 0 && second < self.nodes;
        [unit, if is_pair { second } else { unit }].map(|place| self.node(place))
    }

    /// Returns the node of a place; place 0 is the root. On a hypercube neighbours stay neighbours.
    fn node(&self, place: usize) -> usize {
        match place {
            _ if self.number == self.nodes => place ^ self.root,
            0 => self.root,
            _ if place == self.root => 0,
            _ => place,
        }
    }

    /// Returns the unit to which a unit sends, and from which it receives, in a slot.
    fn partner(&self, unit: usize, slot: usize) -> usize {
        unit ^ 1 << (slot % self.dimension)
    }

    /// Whether links lead from every node to the other of its unit and to all nodes of the neighbouring
    /// units.
    fn are_linked(&self, links: &Links) -> bool {
        let mut reached_from = vec![usize::MAX; self.nodes];
        (0..self.number).all(|unit| {
            let beside = (0..self.dimension).map(|slot| self.partner(unit, slot));
            let ends: Vec<usize> = beside.chain([unit]).flat_map(|unit| self.members(unit)).collect();
            self.members(unit).into_iter().all(|node| {
                reached_from[node] = node;
                links.leaving(node).iter().for_each(|end| reached_from[end.node] = node);
                ends.iter().all(|&end| reached_from[end] == node)
            })
        })
    }

    /// Returns the packet that a unit receives in slot t. Let q be the dimension. If bit t mod q of the
    /// unit is 1, it is the packet that left the root in the first of the slots t − q + 1 … t whose
    /// dimension is a 1-bit of the unit; if it is 0, it is packet t − q.
    fn received(&self, unit: usize, slot: usize) -> Option<usize> {
        let has = |dimension: usize| unit >> (dimension % self.dimension) & 1 == 1;
        let waits = |slots: &usize| has(slot + self.dimension - slots);
        let waited = if has(slot) { (0..self.dimension).rev().find(waits)? } else { self.dimension };
        slot.checked_sub(waited)
    }
}

/// A broadcast of C ≥ 1 packets from the root to n nodes, one send and one receive for each, in C − 1 +
/// ⌈log₂ n⌉ slots, than which none is shorter. Returns none if a link that it needs is missing; none is
/// on complete graphs, nor on hypercubes that are numbered as ours.
///
/// Let q = ⌊log₂ n⌋. In slot t a node of the q-cube sends over dimension t mod q. The root sends packet
/// t, and the last one again from slot C on. Packet j reaches in slots j to j + q − 1 the nodes that
/// differ from the root in dimension j mod q, and in slot j + q the others from these. In slot t every
/// node except the root receives at most one packet. If it differs from the root in dimension t mod q,
/// let i be the first dimension, counted cyclically from t + 1, in which it differs: it receives the
/// packet that the root sent over i in one of the last q slots. Otherwise it receives packet t − q. In
/// slots C − 1 … C + q − 2 the root sends the last packet; a node has it after the last of these slots in
/// whose dimension it differs from the root. So C − 1 + q slots suffice.
///
/// If n > 2^q, some units have two nodes. In every slot one of them sends for the unit. The other
/// receives for the unit, and passes to the sender in the slot the one packet that the sender lacks, if
/// there is one. So each holds at most one packet that the other lacks: the last that it received. The
/// sender of a slot is one that holds the packet to be sent. After the last slot both exchange what the
/// other lacks.
///
/// # Complexity
/// O(C · n log n + A) for A directed links.
///
/// Source: Bar-Noy, Kipnis & Schieber, *Optimal multiple message broadcasting in telephone-like
/// communication systems*, 2000; Träff & Ripke, *Optimal broadcast for fully connected processor-node
/// networks*, 2008.
pub(super) fn paired_hypercube(links: &Links, count: usize) -> Option<Vec<Vec<Move>>> {
    if links.nodes() < 2 || count == 0 {
        return None;
    }
    let units = Units::new(links);
    if !units.are_linked(links) {
        return None;
    }
    let mut has_last = vec![false; units.number];
    has_last[0] = true;
    // By unit and node of it: the packet that this node has and the unit's other node lacks.
    let mut alone: Vec<[Option<u32>; 2]> = vec![[None; 2]; units.number];
    let mut plan = Vec::new();
    for slot in 0..count - 1 + units.dimension {
        // By unit, the packet that it receives, each once.
        let packet_of = |unit: usize| {
            let packet = units.received(unit, slot)?.min(count - 1);
            let is_new = packet + 1 < count || !std::mem::replace(&mut has_last[unit], true);
            is_new.then(|| short(packet))
        };
        let received: Vec<Option<u32>> = [None].into_iter().chain((1..units.number).map(packet_of)).collect();
        let sender_of = |unit: usize| {
            let sent = received[units.partner(unit, slot)];
            usize::from(sent.is_some() && alone[unit][1] == sent)
        };
        let senders: Vec<usize> = (0..units.number).map(sender_of).collect();
        let mut moves = Vec::new();
        for (unit, &sender) in senders.iter().enumerate() {
            let members = units.members(unit);
            let other = 1 - sender;
            if let Some(packet) = alone[unit][other].take() {
                moves.push((packet, members[other], members[sender]));
            }
            if let Some(packet) = received[unit] {
                let from = units.partner(unit, slot);
                moves.push((packet, units.members(from)[senders[from]], members[other]));
                alone[unit][other] = Some(packet).filter(|_| members[0] != members[1]);
            }
        }
        plan.push(moves);
    }
    plan.push(exchange(&units, &alone));
    plan.retain(|moves| !moves.is_empty());
    Some(plan)
}

/// Returns the moves by which, in every unit, each node gets the packet that only the other has.
fn exchange(units: &Units, alone: &[[Option<u32>; 2]]) -> Vec<Move> {
    let of_unit = |(unit, &[first, second]): (usize, &[Option<u32>; 2])| {
        let [a, b] = units.members(unit);
        let there = first.map(|packet| (packet, a, b));
        [there, second.map(|packet| (packet, b, a))].into_iter().flatten()
    };
    alone.iter().enumerate().flat_map(of_unit).collect()
}
