//! Broadcast of many packets: in every slot, the packet with the fewest holders goes to one more node,
//! repeatedly.

use super::links::{End, Links, Move};
use crate::graph::{Assignment, augment, scattered};
use crate::model::{PortRule, count_of};
use crate::tree::construction::short;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The state of a broadcast after some slots, and the sends of the current one.
struct State<'a> {
    links: &'a Links,
    ports: PortRule,
    /// By packet and node, whether the node holds the packet.
    holds: Vec<bool>,
    holders: Vec<u64>,
    /// By node, the sends and receives in this slot.
    sent: Vec<u32>,
    received: Vec<u32>,
    /// Links used in this slot.
    used: Vec<bool>,
    /// By packet and node, the sender and link by which the node receives the packet in this slot.
    from: Vec<Option<End>>,
}

impl<'a> State<'a> {
    fn new(links: &'a Links, ports: PortRule, count: usize) -> Self {
        let n = links.nodes();
        let mut holds = vec![false; n * count];
        holds.iter_mut().skip(links.root).step_by(n).for_each(|holds| *holds = true);
        Self {
            links,
            ports,
            holds,
            holders: vec![1; count],
            sent: vec![0; n],
            received: vec![0; n],
            used: vec![false; links.number],
            from: vec![None; n * count],
        }
    }

    fn cell(&self, packet: usize, node: usize) -> usize {
        packet * self.sent.len() + node
    }

    fn may_receive(&self, node: usize) -> bool {
        match self.ports {
            PortRule::FullDuplex(k) => self.received[node] < k,
            PortRule::HalfDuplex => self.received[node] + self.sent[node] == 0,
        }
    }

    /// Makes one slot. Repeatedly, the packet with the fewest holders, new ones included, goes to one more
    /// node: the one of least key that can receive it. Subtracts the work from `left`: the pairs of packet
    /// and node, and the nodes that a search may visit.
    fn slot(&mut self, key: &impl Fn(usize, usize) -> (u64, u64), left: &mut u64) -> Vec<Move> {
        *left = left.saturating_sub(count_of(self.from.len()));
        self.sent.fill(0);
        self.received.fill(0);
        self.used.fill(false);
        self.from.fill(None);
        let receivers_of = |packet: usize| {
            let lacking = |&node: &usize| !self.holds[self.cell(packet, node)];
            let mut receivers: Vec<usize> = (0..self.links.nodes()).filter(lacking).collect();
            receivers.sort_by_cached_key(|&node| Reverse((key(packet, node), node)));
            receivers
        };
        let mut receivers: Vec<Vec<usize>> = (0..self.holders.len()).map(receivers_of).collect();
        let mut waiting: BinaryHeap<Reverse<(u64, usize)>> =
            (0..).zip(&self.holders).map(|(packet, &holders)| Reverse((holders, packet))).collect();
        let mut asked = vec![false; self.sent.len()];
        while let Some(Reverse((holders, packet))) = waiting.pop() {
            // A packet without another possible receiver in this slot is dropped from the heap.
            let Some(receiver) = receivers[packet].pop() else { continue };
            let may_receive = self.may_receive(receiver);
            if may_receive {
                *left = left.saturating_sub(count_of(asked.len()));
                asked.fill(false);
            }
            let mut senders = Senders { state: self, packet, asked: &mut asked };
            let is_served = may_receive && augment(&mut senders, receiver);
            self.received[receiver] += u32::from(is_served);
            waiting.push(Reverse((holders + u64::from(is_served), packet)));
        }
        let mut sends = Vec::new();
        for packet in 0..self.holders.len() {
            for node in 0..self.links.nodes() {
                let cell = self.cell(packet, node);
                if let Some(End { node: from, .. }) = self.from[cell] {
                    sends.push((short(packet), from, node));
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
    type Guest = usize;
    /// A sender, and the link from it.
    type Place = End;

    fn next_place(&mut self, receiver: usize, step: &mut usize) -> Option<End> {
        let state = &*self.state;
        for &end in &state.links.coming_to(receiver)[*step..] {
            *step += 1;
            let is_busy = state.ports == PortRule::HalfDuplex && state.received[end.node] > 0;
            let holds = state.holds[state.cell(self.packet, end.node)];
            if holds && !is_busy && !self.asked[end.node] && !state.used[end.link] {
                self.asked[end.node] = true;
                return Some(end);
            }
        }
        None
    }

    fn has_room(&self, sender: End) -> bool {
        self.state.sent[sender.node] < self.state.ports.sends()
    }

    fn next_holder(&mut self, sender: End, step: &mut usize) -> Option<usize> {
        for &End { node: other, link } in &self.state.links.leaving(sender.node)[*step..] {
            *step += 1;
            let served = Some(End { node: sender.node, link });
            if self.state.from[self.state.cell(self.packet, other)] == served {
                return Some(other);
            }
        }
        None
    }

    fn give(&mut self, receiver: usize, sender: End) {
        let cell = self.state.cell(self.packet, receiver);
        if let Some(before) = self.state.from[cell].replace(sender) {
            self.state.sent[before.node] -= 1;
            self.state.used[before.link] = false;
        }
        self.state.sent[sender.node] += 1;
        self.state.used[sender.link] = true;
    }
}

/// Makes a broadcast of `count` packets from the root, the rarest packets first. Returns none unless it is
/// shorter than `limit` slots and the budget `left`, from which it subtracts its work, suffices.
pub(super) fn rarest_first(
    links: &Links,
    ports: PortRule,
    count: usize,
    attempt: u64,
    limit: usize,
    left: &mut u64,
) -> Option<Vec<Vec<Move>>> {
    let mut state = State::new(links, ports, count);
    let depth = links.depth();
    let far = |node: usize| depth - links.distances[node];
    let key = |packet: usize, node: usize| {
        let arbitrary = scattered(attempt, count_of(packet) << 32 | count_of(node));
        match attempt % 4 {
            0 => (far(node), if attempt == 0 { 0 } else { arbitrary }),
            1 => (links.distances[node], if attempt == 1 { 0 } else { arbitrary }),
            2 => (far(node) / 2, arbitrary),
            _ => (arbitrary, 0),
        }
    };
    let mut plan = Vec::new();
    while state.holders.iter().any(|&holders| holders < count_of(links.nodes())) {
        if plan.len() + 1 >= limit || *left == 0 {
            return None;
        }
        plan.push(state.slot(&key, left));
    }
    Some(plan)
}
