//! Personal packets on networks that are too large, or with destinations that are too many, for tables of
//! both: every packet keeps to a few of its shortest routes, its *corridor*, and a few packets take detours.
//!
//! 1. [`find`] finds the corridors, packet by packet;
//! 2. [`lists`] chooses one route of each so that the busiest link has little load, and schedules slot by
//!    slot, packets with the farthest to go first;
//! 3. [`settle`] finds shorter schedules: in as many slots as the bound says, and some more, packets
//!    negotiate among their routes as in [`negotiated`](super::negotiated); packets that stay in conflict
//!    take [`detours`] if they are few.

mod cells;
mod detours;
mod find;
mod lists;
mod router;
mod settle;
mod tables;
#[cfg(test)]
mod tests;
mod ways;

use super::listed::{ListFound, ListSearch, ListTry};
use super::slots::in_slots;
use super::watch::{SearchState, SearchWork};
use crate::model::{DemandsTask, ExplicitSchedule, Node, Sent, count_of, wide};
use find::Corridors;
use router::Hop;
use std::iter;
use tables::Tables;
use ways::Ways;

/// Most cells of the tables.
const MAX_CELLS: u64 = 1 << 26;
/// Work of the search, in prices read: a constant for every task, and an amount for every move.
const WORK_PER_TASK: u64 = 1 << 31;
const WORK_PER_MOVE: u64 = 1 << 10;
/// The first number of slots in which packets negotiate exceeds the bound by this fraction of it, 1/10.
const FIRST_ABOVE_BOUND_DIVISOR: u64 = 10;
/// How schedules of this search came about.
const ON_SHORTEST: &str = "negotiated along shortest ways";
const ON_DETOURS: &str = "negotiated along shortest ways, a few packets on detours";

/// Returns a schedule along shortest routes, those of a few packets up to two hops longer; none if some
/// packet is copied or combined, or the search was cancelled.
///
/// # Complexity
/// O(A + M + C) space for A directed links, M moves and at most 2²⁶ cells C of a link in a slot.
pub(super) fn in_corridors(task: &DemandsTask, search: ListSearch<'_>) -> Option<ListFound> {
    let tables = Tables::new(task, search.cancel)?;
    let Tables { corridors, resources, .. } = &tables;
    let (mut ways, slots) = lists::scheduled(corridors, resources, search.cancel)?;
    let mut best = slots;
    let mut tries = vec![ListTry { how: "furthest first along balanced ways", reversed: false, slots }];
    let farthest = (0..).take(corridors.len()).map(|packet| corridors.hops(packet)).max().unwrap_or(0);
    let lower = search.lower.max(count_of(farthest));
    let all = WORK_PER_TASK + WORK_PER_MOVE * task.least_moves();
    let mut work = all;
    let see = |best, tries, work| {
        let work = SearchWork::Slots { tries, steps: all - work };
        search.watch.see(SearchState { best: Some(best), lower, work });
    };
    // The first attempt soon finds a schedule, in case the search is stopped.
    let first = (lower.div_ceil(FIRST_ABOVE_BOUND_DIVISOR), 0);
    for (more, step) in iter::once(first).chain([0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32].into_iter().zip(1..)) {
        let slots = lower + more;
        let is_in_vain = slots >= best || slots * count_of(resources.len()) > MAX_CELLS;
        if is_in_vain && step == 0 {
            continue;
        }
        if is_in_vain || work == 0 || (search.stop)() {
            break;
        }
        see(best, Some(slots), work);
        let count = usize::try_from(slots).expect("below the cells");
        if let Some(found) = settle::settled(&tables, count, step, &mut work, search.stop) {
            (ways, best) = (found, slots);
            see(best, None, work);
            let how = if ways.has_detours() { ON_DETOURS } else { ON_SHORTEST };
            tries.push(ListTry { how, reversed: false, slots });
        }
    }
    let slots = sent(task, corridors, &ways, best);
    let cut_short = search.cut_short(count_of(slots.len()) <= search.lower);
    Some(ListFound { schedule: ExplicitSchedule { packets: tables.packets, slots }, tries, cut_short })
}

/// Returns the moves that every node sends along the routes.
fn sent(task: &DemandsTask, corridors: &Corridors, ways: &Ways, slots: u64) -> Vec<Vec<Sent>> {
    let node = |node: u32| Node(node.into());
    let moves =
        (0..).take(corridors.len()).flat_map(|packet| ways.of(packet).iter().map(move |hop| (packet, hop)));
    let moves = moves.map(|(packet, &Hop { arc, slot })| {
        let arc = corridors.arcs[wide(arc)];
        (slot, Sent::new(packet, node(task.graph().from(arc)), node(task.graph().to(arc))))
    });
    let mut sent = in_slots(usize::try_from(slots).expect("slots of a list"), moves);
    sent.retain(|slot| !slot.is_empty());
    sent
}
