//! Repair of schedules that are too long: packets are put in again one by one, and packets that block them
//! are put in later.

use super::slots::Slots;
use super::walk::Walk;
use crate::graph::Random;
use crate::model::wide;
use std::collections::VecDeque;

/// Most steps of one run: moves of residuals in slots that are looked at.
const MAX_STEPS: usize = 1 << 26;
/// Most packets put in again in one run.
const MAX_INSERTIONS: usize = 1 << 12;
/// Cost of blocking one packet.
const BLOCKING_COST: u64 = 64;

/// Looks for a schedule that is one slot shorter than the one given, starting from it.
///
/// Every packet that moves in the last slot is taken out and then put in where it is least in the way of
/// others, by a cheapest walk through residuals and slots; those in its way are taken out in turn (ejection
/// chains, Glover 1996). Places that were fought over become dearer, so that others are tried (negotiated
/// congestion, `McMurchie` & Ebeling 1995). `None` when the run ends first, which proves nothing.
///
/// # Complexity
/// O(n · m · T) for each of at most 2¹² packets put in, and no more than 2²⁶ steps in all; larger graphs are
/// left alone.
pub(super) fn one_slot_less(
    walk: &Walk,
    slots: &[Vec<(u32, u32)>],
    ports: usize,
    random: &mut Random,
) -> Option<Slots> {
    let length = slots.len().checked_sub(1)?;
    let steps = walk.nodes.saturating_mul(walk.degree()).saturating_mul(length);
    let insertions = MAX_INSERTIONS.min(MAX_STEPS / steps.max(1));
    let mut table = Timetable::new(walk, slots, ports);
    for _ in 0..insertions {
        let Some(packet) = table.outside.pop_front() else { return Some(table.slots()) };
        let way = table.cheapest_way(packet, random)?;
        table.put_in(packet, &way, random);
    }
    table.outside.is_empty().then(|| table.slots())
}

/// A move of a packet: when and over which link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Leg {
    slot: usize,
    link: usize,
}

#[derive(Debug)]
struct Timetable<'a> {
    walk: &'a Walk,
    ports: usize,
    /// Which packet uses each link in each slot.
    users: Vec<Vec<Option<usize>>>,
    /// How many packets each class sends and receives in each slot.
    sends: Vec<Vec<usize>>,
    receives: Vec<Vec<usize>>,
    /// How often a packet was taken out of a slot for the sake of a link.
    evictions: Vec<Vec<u64>>,
    ways: Vec<Vec<Leg>>,
    outside: VecDeque<usize>,
}

impl<'a> Timetable<'a> {
    /// Takes over all packets but those of the last slot.
    fn new(walk: &'a Walk, slots: &[Vec<(u32, u32)>], ports: usize) -> Self {
        let length = slots.len() - 1;
        let mut ways = vec![Vec::new(); walk.starts.len()];
        for (slot, moves) in slots.iter().enumerate() {
            for &(packet, link) in moves {
                ways[wide(packet)].push(Leg { slot, link: wide(link) });
            }
        }
        let mut table = Self {
            walk,
            ports,
            users: vec![vec![None; walk.links]; length],
            sends: vec![vec![0; walk.classes()]; length],
            receives: vec![vec![0; walk.classes()]; length],
            evictions: vec![vec![0; walk.links]; length],
            ways: vec![Vec::new(); walk.starts.len()],
            outside: VecDeque::new(),
        };
        for (packet, way) in ways.into_iter().enumerate() {
            if way.last().is_some_and(|leg| leg.slot == length) {
                table.outside.push_back(packet);
            } else {
                table.enter(packet, way);
            }
        }
        table
    }

    fn enter(&mut self, packet: usize, way: Vec<Leg>) {
        for leg in &way {
            self.users[leg.slot][leg.link] = Some(packet);
            let (from, to) = self.walk.ends(leg.link);
            self.sends[leg.slot][from] += 1;
            self.receives[leg.slot][to] += 1;
        }
        self.ways[packet] = way;
    }

    fn take_out(&mut self, packet: usize) {
        for leg in std::mem::take(&mut self.ways[packet]) {
            self.users[leg.slot][leg.link] = None;
            let (from, to) = self.walk.ends(leg.link);
            self.sends[leg.slot][from] -= 1;
            self.receives[leg.slot][to] -= 1;
        }
        self.outside.push_back(packet);
    }

    /// The way home that costs least, if there is one in so few slots.
    fn cheapest_way(&self, packet: usize, random: &mut Random) -> Option<Vec<Leg>> {
        let (walk, length) = (self.walk, self.users.len());
        let price = |slot: usize, link: usize, random: &mut Random| {
            let (from, to) = walk.ends(link);
            let full = self.sends[slot][from] >= self.ports || self.receives[slot][to] >= self.ports;
            let taken = self.users[slot][link].is_some() || full;
            let evictions = self.evictions[slot][link];
            if taken { BLOCKING_COST + 8 * evictions + random.bits(5) } else { random.bits(2) }
        };
        let mut prices = vec![vec![0; walk.links]; length];
        for (slot, prices) in prices.iter_mut().enumerate() {
            for (link, found) in prices.iter_mut().enumerate() {
                *found = price(slot, link, random);
            }
        }
        // From the last slot backwards: the cost of being home at the end.
        let mut costs = vec![vec![u64::MAX; walk.nodes]; length + 1];
        costs[length][0] = 0;
        for slot in (0..length).rev() {
            for v in 0..walk.nodes {
                let onwards =
                    |link: usize| costs[slot + 1][walk.to(v, link)].saturating_add(prices[slot][link]);
                let moving = walk.machines(v).map(onwards).min().unwrap_or(u64::MAX);
                costs[slot][v] = moving.min(costs[slot + 1][v]);
            }
        }
        let mut v = wide(walk.starts[packet]);
        if costs[0][v] == u64::MAX {
            return None;
        }
        let mut way = Vec::new();
        for slot in 0..length {
            if costs[slot][v] == costs[slot + 1][v] {
                continue;
            }
            let onwards = |link: usize| costs[slot + 1][walk.to(v, link)].saturating_add(prices[slot][link]);
            let link = walk.machines(v).find(|&link| onwards(link) == costs[slot][v]);
            let link = link.expect("the least cost is that of waiting or of a move");
            way.push(Leg { slot, link });
            v = walk.to(v, link);
        }
        Some(way)
    }

    fn put_in(&mut self, packet: usize, way: &[Leg], random: &mut Random) {
        for leg in way {
            while let Some(other) = self.blocking_packet(leg, random) {
                self.evictions[leg.slot][leg.link] += 1;
                self.take_out(other);
            }
        }
        self.enter(packet, way.to_vec());
    }

    /// Returns a packet that must be taken out before a leg can be made: the user of the machine, or else one
    /// of those that use the ports of the class that sends, or of that which receives.
    fn blocking_packet(&self, leg: &Leg, random: &mut Random) -> Option<usize> {
        let users = &self.users[leg.slot];
        if users[leg.link].is_some() {
            return users[leg.link];
        }
        let (from, to) = self.walk.ends(leg.link);
        let mut one_of = |shares: &dyn Fn((usize, usize)) -> bool| {
            let sharing = users.iter().enumerate().filter(|&(g, _)| shares(self.walk.ends(g)));
            let others: Vec<usize> = sharing.filter_map(|(_, user)| *user).collect();
            others[random.below(others.len())]
        };
        if self.sends[leg.slot][from] >= self.ports {
            return Some(one_of(&|ends| ends.0 == from));
        }
        (self.receives[leg.slot][to] >= self.ports).then(|| one_of(&|ends| ends.1 == to))
    }

    fn slots(&self) -> Slots {
        let mut slots = vec![Vec::new(); self.users.len()];
        for (slot, users) in self.users.iter().enumerate() {
            for (link, user) in users.iter().enumerate() {
                if let Some(packet) = user {
                    slots[slot].push((narrow(*packet), narrow(link)));
                }
            }
        }
        slots
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("packets and links are below 2^32")
}
