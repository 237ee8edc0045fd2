//! All moves of several groups in slots, each as early as links and ports are free.

use super::freight::Freight;
use crate::graph::mix64;
use crate::model::{DemandsTask, Node, Packet, Sent, count_of, wide};
use crate::tree::timetable::Timetable;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Orders of the groups by their lengths.
const FIRST_ORDERS: u64 = 3;
/// Orders of the groups that are tried beside these.
const MIXED_ORDERS: u64 = 24;

/// Returns the slots after which all are done.
pub(super) fn length(all: &[Freight]) -> u64 {
    all.iter().map(|freight| count_of(freight.slots.len())).max().unwrap_or(0)
}

/// Returns the schedules that are done earlier; the first of equal ones.
pub(super) fn shorter(known: Vec<Freight>, other: Vec<Freight>) -> Vec<Freight> {
    if length(&other) < length(&known) { other } else { known }
}

/// Returns the schedules in slots that can be carried out together. Moves are placed by several orders of the
/// slots of the groups, until all are done after `least` slots; the shortest is kept.
///
/// A packet that is carried or copied leaves a node once it has come there, one that is combined once all
/// parts have come that come there. The moves of a block of an allreduce in a slot stay together, and in
/// their order: waiting between them changes no sum.
///
/// # Complexity
/// O(M log M) for M moves in each order, beside the search for room.
pub(super) fn placed(frame: &DemandsTask, groups: &[Freight], least: u64) -> Vec<Freight> {
    let mut best: Option<Vec<Freight>> = None;
    for order in orders(groups) {
        let found = placed_in_order(frame, groups, &order);
        best = Some(match best {
            Some(best) => shorter(best, found),
            None => found,
        });
        if best.as_ref().is_some_and(|best| length(best) <= least) {
            break;
        }
    }
    best.unwrap_or_default()
}

/// A slot of a group.
#[derive(Debug, Clone, Copy)]
struct Turn {
    group: usize,
    slot: usize,
}

/// Returns orders of all slots of all groups, those of a group in the order of time: the first slots of all
/// groups first, so that all end together, group by group, then with groups in mixed orders.
fn orders(groups: &[Freight]) -> impl Iterator<Item = Vec<Turn>> + '_ {
    let slots = |group: usize| groups[group].slots.len();
    let longest = (0..groups.len()).map(slots).max().unwrap_or(0);
    (0..FIRST_ORDERS + MIXED_ORDERS).map(move |order| {
        let key = |turn: &Turn| {
            let length = slots(turn.group);
            let rank = mix64(mix64(order) ^ count_of(turn.group));
            match order {
                0 => (turn.slot, Reverse(length), 0),
                1 => (longest - length + turn.slot, Reverse(length), 0),
                2 => (0, Reverse(length), count_of(turn.group)),
                _ if order.is_multiple_of(2) => (turn.slot, Reverse(0), rank),
                _ => (0, Reverse(0), rank),
            }
        };
        let of_group = |group| (0..slots(group)).map(move |slot| Turn { group, slot });
        let mut all: Vec<Turn> = (0..groups.len()).flat_map(of_group).collect();
        // The sort is stable.
        all.sort_by_cached_key(key);
        all
    })
}

fn placed_in_order(frame: &DemandsTask, groups: &[Freight], order: &[Turn]) -> Vec<Freight> {
    let mut table = Timetable::new(frame);
    // The packets of all groups are numbered one after the other.
    let mut first = vec![0];
    for group in groups {
        let number = u32::try_from(group.packets.len()).expect("tasks in tables have at most 2^22 packets");
        first.push(first[first.len() - 1] + number);
    }
    let mut ready = Ready::default();
    for &Turn { group, slot } in order {
        let Freight { packets, slots } = &groups[group];
        let mut moves = slots[slot].clone();
        moves.sort_unstable();
        for of_packet in moves.chunk_by(|a, b| a.packet == b.packet) {
            let number = first[group] + of_packet[0].packet;
            if let Packet::Summed { .. } = packets[wide(of_packet[0].packet)] {
                ready.place_together(&mut table, number, of_packet);
            } else {
                ready.place_each(&mut table, number, of_packet);
            }
        }
    }
    let mut found: Vec<Freight> =
        groups.iter().map(|group| Freight { packets: group.packets.clone(), slots: Vec::new() }).collect();
    for (slot, moves) in table.into_slots().into_iter().enumerate() {
        for sent in moves {
            let group = first.partition_point(|&first| first <= sent.packet) - 1;
            let slots = &mut found[group].slots;
            slots.resize(slots.len().max(slot + 1), Vec::new());
            slots[slot].push(Sent::new(sent.packet - first[group], sent.from(), sent.to()));
        }
    }
    found
}

/// The first slots in which packets can go on.
#[derive(Default)]
struct Ready {
    /// By packet and node.
    at: HashMap<(u32, Node), usize>,
    /// By block of an allreduce.
    blocks: HashMap<u32, usize>,
}

impl Ready {
    /// Places the moves of a packet in a slot, each by itself.
    fn place_each(&mut self, table: &mut Timetable<'_>, number: u32, moves: &[Sent]) {
        // All moves of a slot read before any of them writes.
        let since = moves.iter().map(|sent| self.at.get(&(number, sent.from())).copied().unwrap_or(0));
        let since: Vec<usize> = since.collect();
        for (sent, since) in moves.iter().zip(since) {
            let arc = arc(table, sent);
            let slot = table.earliest(since, arc);
            table.take(number, (slot, arc));
            let there = self.at.entry((number, sent.to())).or_default();
            *there = (slot + 1).max(*there);
        }
    }

    /// Places the moves of a block in a slot together.
    fn place_together(&mut self, table: &mut Timetable<'_>, block: u32, moves: &[Sent]) {
        let arcs: Vec<u32> = moves.iter().map(|sent| arc(table, sent)).collect();
        let since = self.blocks.entry(block).or_default();
        let mut slot = arcs.iter().map(|&arc| table.earliest(*since, arc)).max().unwrap_or(*since);
        while !table.fits_all(slot, &arcs) {
            slot += 1;
        }
        for arc in arcs {
            table.take(block, (slot, arc));
        }
        *since = slot + 1;
    }
}

/// Returns the arc that stands for all between the ends of a move.
fn arc(table: &Timetable<'_>, sent: &Sent) -> u32 {
    let (from, to) = (sent.from().narrow(), sent.to().narrow());
    table.graph().arc_between(from, to).expect("a schedule follows links of the network")
}
