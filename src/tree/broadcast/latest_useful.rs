//! Broadcast of many packets: the node that lags most chooses its sender first, and gets the latest packet of
//! that sender that it lacks.

use super::links::{End, Links, Move};
use crate::graph::{Assignment, augment, scattered};
use crate::model::{PortRule, count_of, wide};
use crate::tree::construction::short;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Most nodes of a network; the search for a sender recurses as deep as the number of receivers.
const MAX_NODES: usize = 1 << 13;
/// Most words of packet sets that are read before the last try, over all slots of all tries.
const MAX_WORD_READS: u64 = 1 << 25;
/// Most packets, or words of 64, that are read over all slots of all tries; a try that takes more is given
/// up.
const MAX_PACKET_READS: u64 = 1 << 33;
/// Bits of a word of a packet set.
const WORD_BITS: usize = 64;

/// The state of a broadcast after some slots.
struct State<'a> {
    links: &'a Links,
    ports: PortRule,
    /// The number of words of a set of packets.
    words: usize,
    /// By node, the set of packets that it holds, and their number.
    held: Vec<u64>,
    counts: Vec<usize>,
    /// By packet, the number of nodes that hold it.
    holders: Vec<usize>,
    /// The first packet that only the root holds.
    unsent: usize,
}

/// By packet, how often it is sent in a slot.
type Given = BTreeMap<usize, usize>;

/// The matching of senders with receivers in a slot.
struct Matching<'s, 'a> {
    state: &'s State<'a>,
    /// By receiver, the links over which it may receive, in order of preference.
    offers: Vec<Vec<usize>>,
    /// By port of a receiver, called a place, the link over which it receives.
    taken: Vec<Option<usize>>,
    /// By sender, the places that it sends to.
    served: Vec<Vec<usize>>,
    /// By node, how often it receives.
    received: Vec<usize>,
    /// By node, the last search in which it was asked to send.
    asked: Vec<usize>,
    search: usize,
}

impl<'a> State<'a> {
    fn new(links: &'a Links, ports: PortRule, count: usize) -> Self {
        let (n, words) = (links.nodes(), count.div_ceil(WORD_BITS));
        let (mut held, mut counts) = (vec![0; n * words], vec![0; n]);
        for packet in 0..count {
            held[packet / WORD_BITS] |= 1 << (packet % WORD_BITS);
        }
        counts[links.root] = count;
        for word in 0..words {
            held.swap(word, links.root * words + word);
        }
        Self { links, ports, words, held, counts, holders: vec![1; count], unsent: 0 }
    }

    fn packets(&self, node: usize) -> &[u64] {
        &self.held[node * self.words..][..self.words]
    }

    /// Returns the packet that a receiver gets from a sender, besides those in `chosen`: from the root the
    /// one with fewest holders, from other senders the latest.
    fn useful(&self, sender: usize, receiver: usize, chosen: &[u32], given: &Given) -> Option<usize> {
        let is_unsent = |&packet: &usize| self.holders[packet] == 1 && !given.contains_key(&packet);
        if sender == self.links.root
            && let Some(packet) = (self.unsent..self.holders.len()).find(is_unsent)
        {
            return Some(packet);
        }
        let words = self.packets(sender).iter().zip(self.packets(receiver)).enumerate();
        let useful = words.rev().flat_map(|(word, (has, lacks_not))| {
            let bits: u64 = has & !lacks_not;
            let bit = move |left: &u64| Some(left & !(1 << left.checked_ilog2()?)).filter(|_| *left > 0);
            std::iter::successors(Some(bits), bit)
                .filter_map(u64::checked_ilog2)
                .map(move |bit| word * WORD_BITS + wide(bit))
        });
        let mut useful = useful.filter(|&packet| !chosen.contains(&short(packet)));
        if sender == self.links.root {
            let holders = |packet| self.holders[packet] + given.get(&packet).copied().unwrap_or(0);
            return useful.min_by_key(|&packet| (holders(packet), packet));
        }
        useful.next()
    }

    /// Returns the links over which a receiver can get a packet that it lacks: those of the root first, then
    /// by increasing number of the packet's holders.
    fn offers(&self, receiver: usize) -> Vec<usize> {
        let none = Given::new();
        let offer = |(link, end): (usize, &End)| {
            let sender = end.node;
            let packet = self.useful(sender, receiver, &[], &none)?;
            Some((if sender == self.links.root { 0 } else { self.holders[packet] }, sender, link))
        };
        let mut offers: Vec<_> =
            self.links.coming_to(receiver).iter().enumerate().filter_map(offer).collect();
        offers.sort_unstable();
        offers.into_iter().map(|(.., link)| link).collect()
    }

    /// Returns the work of a slot: the words of all senders, and once the root has sent every packet, all its
    /// packets for each of its links.
    fn steps(&self) -> u64 {
        let is_all_sent = self.unsent == self.holders.len();
        let of_root = || self.links.leaving(self.links.root).len();
        let of_root = if is_all_sent { of_root() * self.holders.len() } else { 0 };
        count_of(self.links.number * self.words + of_root)
    }

    /// Makes one slot. Receivers choose senders in turn, those first that lag most behind the packets that
    /// can have reached them.
    fn slot(&mut self, slot: usize, attempt: u64) -> Vec<Move> {
        let lag = |node: usize| {
            let held = i64::try_from(self.counts[node]).unwrap_or(i64::MAX);
            let distance = i64::try_from(self.links.distances[node]).unwrap_or(0);
            let arbitrary =
                if attempt < 2 { 0 } else { scattered(attempt, count_of(slot) << 32 | count_of(node)) };
            (if attempt.is_multiple_of(2) { held - distance } else { held }, arbitrary)
        };
        let wants = |&node: &usize| self.counts[node] < self.holders.len();
        let mut order: Vec<usize> = (0..self.counts.len()).filter(wants).collect();
        order.sort_by_cached_key(|&node| (lag(node), Reverse(self.links.distances[node]), node));
        let mut matching = Matching::new(self);
        for place in 0..matching.ports() {
            for &receiver in &order {
                matching.find_sender(receiver, place);
            }
        }
        let sends = matching.sends();
        for &(packet, _, receiver) in &sends {
            let packet = wide(packet);
            self.held[receiver * self.words + packet / WORD_BITS] |= 1 << (packet % WORD_BITS);
            self.counts[receiver] += 1;
            self.holders[packet] += 1;
        }
        let unsent = self.holders[self.unsent..].iter().position(|&holders| holders == 1);
        self.unsent = unsent.map_or(self.holders.len(), |more| self.unsent + more);
        sends
    }
}

impl Matching<'_, '_> {
    fn new<'s, 'a>(state: &'s State<'a>) -> Matching<'s, 'a> {
        let n = state.counts.len();
        let ports = wide(state.ports.sends());
        Matching {
            offers: (0..n).map(|node| state.offers(node)).collect(),
            taken: vec![None; n * ports],
            served: vec![Vec::new(); n],
            received: vec![0; n],
            asked: vec![0; n],
            search: 0,
            state,
        }
    }

    fn ports(&self) -> usize {
        wide(self.state.ports.sends())
    }

    fn receiver(&self, place: usize) -> usize {
        place / self.ports()
    }

    fn sender(&self, receiver: usize, link: usize) -> usize {
        self.state.links.coming_to(receiver)[link].node
    }

    /// Finds a sender for one more place of a receiver.
    fn find_sender(&mut self, receiver: usize, place: usize) {
        let half_duplex = self.state.ports == PortRule::HalfDuplex;
        if half_duplex && !self.served[receiver].is_empty() {
            return;
        }
        self.search += 1;
        if half_duplex {
            // A receiver that changes its sender on the augmenting path must not take the one that asks.
            self.asked[receiver] = self.search;
        }
        let found = augment(self, receiver * self.ports() + place);
        self.received[receiver] += usize::from(found);
    }

    /// Returns the sends of the slot, with the packet that each receiver gets.
    fn sends(&self) -> Vec<Move> {
        let state = self.state;
        let mut given = Given::new();
        let mut sends = Vec::new();
        for receiver in 0..state.counts.len() {
            let mut chosen: Vec<u32> = Vec::new();
            for link in self.taken[receiver * self.ports()..][..self.ports()].iter().flatten() {
                let sender = self.sender(receiver, *link);
                if let Some(packet) = state.useful(sender, receiver, &chosen, &given) {
                    *given.entry(packet).or_default() += 1;
                    chosen.push(short(packet));
                    sends.push((short(packet), sender, receiver));
                }
            }
        }
        sends
    }
}

impl Assignment for Matching<'_, '_> {
    /// A place of a receiver.
    type Guest = usize;
    /// A sender, the receiver and the link between them.
    type Place = (usize, usize, usize);

    fn next_place(&mut self, guest: usize, step: &mut usize) -> Option<Self::Place> {
        let receiver = self.receiver(guest);
        let half_duplex = self.state.ports == PortRule::HalfDuplex;
        while let Some(&link) = self.offers[receiver].get(*step) {
            *step += 1;
            let sender = self.sender(receiver, link);
            let places = &self.taken[receiver * self.ports()..][..self.ports()];
            let is_busy = half_duplex && self.received[sender] > 0;
            if self.asked[sender] != self.search && !is_busy && !places.contains(&Some(link)) {
                self.asked[sender] = self.search;
                return Some((sender, receiver, link));
            }
        }
        None
    }

    fn has_room(&self, (sender, ..): Self::Place) -> bool {
        self.served[sender].len() < self.ports()
    }

    fn next_holder(&mut self, (sender, ..): Self::Place, step: &mut usize) -> Option<usize> {
        *step += 1;
        self.served[sender].get(*step - 1).copied()
    }

    fn give(&mut self, guest: usize, (sender, receiver, link): Self::Place) {
        if let Some(before) = self.taken[guest].replace(link) {
            let left = self.sender(receiver, before);
            self.served[left].retain(|&other| other != guest);
        }
        self.served[sender].push(guest);
    }
}

/// Returns the shortest of several broadcasts of `count` packets from the root, slot by slot. Returns none if
/// none is shorter than `limit` slots or the network is too large. The tries end when `stop` says so, or with
/// the first that takes at most `bound` slots.
///
/// This is a heuristic; its schedule need not be optimal. In every slot the nodes that lag most choose their
/// senders first, by augmenting paths, and each gets the latest packet of its sender that it lacks (Bonald,
/// Massoulié, Mathieu, Perino & Twigg, Epidemic live streaming: optimal performance trade-offs, 2008). So
/// each packet spreads on a tree of its own, and a node that has little to send of one packet has more of
/// others, as with the two trees of Sanders, Speck & Träff (Two-tree algorithms for full bandwidth broadcast,
/// reduction and scan, 2009). Tries differ in how ties are broken.
///
/// # Complexity
/// O(T · A · (c + k · n)) at worst for each try of T slots, A links and c packets; about T · A · c / 64.
pub(super) fn latest_useful(
    links: &Links,
    ports: PortRule,
    count: usize,
    tries: u64,
    (bound, mut limit): (usize, usize),
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Vec<Move>>> {
    if links.nodes() > MAX_NODES {
        return None;
    }
    let mut best = None;
    let (mut reads, mut left) = (0, MAX_PACKET_READS);
    for attempt in 0..tries {
        if limit <= bound.max(1) || reads > MAX_WORD_READS {
            break;
        }
        let mut state = State::new(links, ports, count);
        let mut slots = Vec::new();
        while slots.len() + 1 < limit && state.counts.iter().any(|&held| held < count) {
            let steps = state.steps();
            if left < steps || stop() {
                return best;
            }
            left -= steps;
            slots.push(state.slot(slots.len(), attempt));
            reads += count_of(links.number * state.words);
        }
        if state.counts.iter().all(|&held| held == count) {
            limit = slots.len();
            best = Some(slots);
        }
    }
    best
}
