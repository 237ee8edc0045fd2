//! One route for every packet, and list scheduling along these.

use super::cells::Resources;
use super::find::Corridors;
use super::ways::Ways;
use crate::model::{count_of, wide};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Slots between two checks whether to stop.
const SLOTS_BETWEEN_STOP_CHECKS: u32 = 16;

/// Returns routes of all packets on which the busiest link has little load, scheduled slot by slot, packets
/// with the farthest to go first, and the number of slots; none if it was cancelled.
///
/// # Complexity
/// O(M log M) time for M moves where only links are scarce; with ports O(T · B) more for T slots and B links
/// on which packets wait.
pub(super) fn scheduled(
    corridors: &Corridors,
    resources: &Resources,
    cancel: &dyn Fn() -> bool,
) -> Option<(Ways, u64)> {
    let mut ways = balanced(corridors, cancel)?;
    // By arc: the packets that wait for it, by hops left.
    let mut waiting: Vec<BTreeSet<(Reverse<u32>, u32)>> = vec![BTreeSet::new(); corridors.arcs.len()];
    let mut busy: BTreeSet<u32> = BTreeSet::new();
    let mut away = 0_usize;
    for packet in (0..).take(corridors.len()) {
        if let (Some(hop), hops) = (ways.of(packet).last(), corridors.hops(packet)) {
            waiting[wide(hop.arc)].insert((Reverse(narrow(hops)), packet));
            busy.insert(hop.arc);
            away += 1;
        }
    }
    let mut left: Vec<u32> = (0..resources.len()).map(|at| resources.capacity(narrow(at))).collect();
    let mut slot = 0_u32;
    while away > 0 {
        if slot.is_multiple_of(SLOTS_BETWEEN_STOP_CHECKS) && cancel() {
            return None;
        }
        let first = |&arc: &u32| (*waiting[wide(arc)].first().expect("it is busy"), arc);
        let mut order: Vec<((Reverse<u32>, u32), u32)> = busy.iter().map(first).collect();
        order.sort_unstable();
        let mut gone = Vec::new();
        for (packet, arc) in order {
            if resources.taken_by(arc).all(|resource| left[wide(resource)] > 0) {
                resources.taken_by(arc).for_each(|resource| left[wide(resource)] -= 1);
                gone.push((packet, arc));
            }
        }
        for &((hops, packet), arc) in &gone {
            for resource in resources.taken_by(arc) {
                left[wide(resource)] = resources.capacity(resource);
            }
            let queue = &mut waiting[wide(arc)];
            queue.remove(&(hops, packet));
            if queue.is_empty() {
                busy.remove(&arc);
            }
        }
        for ((Reverse(hops), packet), _) in gone {
            let at = wide(hops) - 1;
            let way = ways.of_mut(packet);
            way[at].slot = slot;
            match at.checked_sub(1) {
                Some(next) => {
                    let arc = way[next].arc;
                    waiting[wide(arc)].insert((Reverse(hops - 1), packet));
                    busy.insert(arc);
                }
                None => away -= 1,
            }
        }
        slot += 1;
    }
    Some((ways, slot.into()))
}

/// Gives every packet the route in its corridor that is least loaded so far; packets with the farthest to go
/// choose first.
fn balanced(corridors: &Corridors, cancel: &dyn Fn() -> bool) -> Option<Ways> {
    let mut ways = Ways::new(corridors);
    let mut load = vec![0_u32; corridors.arcs.len()];
    let mut order: Vec<u32> = (0..).take(corridors.len()).collect();
    order.sort_by_key(|&packet| Reverse(corridors.hops(packet)));
    let (mut cost, mut way): (Vec<(u64, u32)>, Vec<u32>) = (Vec::new(), Vec::new());
    for some in order.chunks(1 << 12) {
        if cancel() {
            return None;
        }
        for &packet in some {
            let corridor = corridors.of(packet);
            let Some(last) = corridor.last() else { continue };
            cost.clear();
            cost.resize(wide(last.to) + 1, (u64::MAX, 0));
            cost[0].0 = 0;
            for (step, at) in corridor.iter().zip(0..) {
                let before = cost[wide(step.from)].0;
                // The square makes one busy link count for more than two that are half as busy.
                let price = 1 + u64::from(load[wide(step.arc)]).pow(2);
                let there = &mut cost[wide(step.to)];
                if before.saturating_add(price) < there.0 {
                    *there = (before + price, at);
                }
            }
            way.clear();
            let mut here = last.to;
            while here > 0 {
                let step = corridor[wide(cost[wide(here)].1)];
                way.push(step.arc);
                load[wide(step.arc)] += 1;
                here = step.from;
            }
            for (hop, &arc) in ways.of_mut(packet).iter_mut().zip(&way) {
                hop.arc = arc;
            }
        }
    }
    Some(ways)
}

fn narrow(number: usize) -> u32 {
    u32::try_from(count_of(number)).expect("at most the nodes, or the arcs")
}
