//! Several ports: slot by slot the packets that are nearest home.

use super::slots::Slots;
use super::walk::Walk;
use crate::model::{CayleyTask, WordSchedule, wide};
use std::collections::{BTreeSet, VecDeque};

/// Schedules a task so that in every slot the packets nearest home move, as many of them as links and ports
/// allow, along shortest paths.
///
/// The sets of packets that can be matched with links which bring them nearer are the independent sets of a
/// transversal matroid (Edmonds & Fulkerson 1965), so taking each packet that can still be matched, the
/// nearest first, moves the nearest packets there can be. That is P1's rule OADD on any network: good for the
/// total delay, and nothing is promised beyond. Among equals the packet that came first goes first, and over
/// the link that was used least so far. None if `cancel` says so before all are there.
///
/// # Panics
/// If there are 2³² packets or more.
///
/// # Complexity
/// O(n · m · log n + T · (n · m + m³)) time at worst and O(n · m + σ) space for n nodes, m links, T slots and
/// σ moves.
///
/// # Examples
/// ```
/// use isotask::model::CayleyTask;
/// use isotask::job_shop::nearest_first;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":3},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
/// let task = CayleyTask::new(&parse::<TaskDocument>(text)?)?;
/// let schedule = nearest_first(&task, &|| false).ok_or("cancelled")?;
/// schedule.replay(&task)?;
/// // Distances 1, 1, 2, 2, 3 on two links: 1 + 1 + 3 + 3 + 6 at best.
/// assert_eq!(schedule.total_delay(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn nearest_first(task: &CayleyTask, cancel: &dyn Fn() -> bool) -> Option<WordSchedule> {
    let walk = Walk::new(task, &vec![1; wide(task.graph().links())]);
    let mut floor = Floor::new(&walk);
    let mut slots = Slots::new();
    let mut away = walk.starts.len();
    while away > 0 {
        if cancel() {
            return None;
        }
        let moves = floor.slot(wide(task.ports()));
        assert!(!moves.is_empty(), "a packet that is away has a link that leads it nearer");
        away -= floor.carry_out(&moves);
        slots.push(named(&moves));
    }
    Some(WordSchedule { packets: walk.packets.into_iter().map(|(_, offset)| offset).collect(), slots })
}

/// A packet at a residual takes a link.
#[derive(Debug, Clone, Copy)]
struct Step {
    packet: u32,
    v: usize,
    link: usize,
}

/// The packets that wait for each link.
#[derive(Debug)]
struct Floor<'a> {
    walk: &'a Walk,
    /// The packets at each residual, those that came first in front.
    waiting: Vec<VecDeque<u32>>,
    /// Residuals with packets, by hops.
    busy: BTreeSet<(u32, u32)>,
    used: Vec<u64>,
}

impl<'a> Floor<'a> {
    fn new(walk: &'a Walk) -> Self {
        let waiting = vec![VecDeque::new(); walk.nodes];
        let mut floor = Self { walk, waiting, busy: BTreeSet::new(), used: vec![0; walk.links] };
        for (packet, &start) in (0..).zip(&walk.starts) {
            floor.arrive(packet, wide(start));
        }
        floor
    }

    fn key(&self, v: usize) -> (u32, u32) {
        let small = |value: usize| u32::try_from(value).expect("nodes of a table are below 2^22");
        (small(self.walk.hops(v)), small(v))
    }

    fn arrive(&mut self, packet: u32, v: usize) {
        self.waiting[v].push_back(packet);
        if v > 0 {
            self.busy.insert(self.key(v));
        }
    }

    /// The moves of one slot: packet, residual, link.
    fn slot(&self, ports: usize) -> Vec<Step> {
        let mut order: Vec<usize> = (0..self.walk.links).collect();
        order.sort_by_key(|&link| (self.used[link], link));
        let mut owner: Vec<Option<Step>> = vec![None; self.walk.links];
        let mut left = ports.min(self.walk.links);
        for &(_, v) in &self.busy {
            let v = wide(v);
            for &packet in &self.waiting[v] {
                let mut seen = vec![false; self.walk.links];
                if left == 0 || !self.matched(packet, v, &order, &mut owner, &mut seen) {
                    break;
                }
                left -= 1;
            }
            if left == 0 {
                break;
            }
        }
        owner.into_iter().flatten().collect()
    }

    /// Finds a link for a packet, others changing theirs (an alternating path).
    fn matched(
        &self,
        packet: u32,
        v: usize,
        order: &[usize],
        owner: &mut [Option<Step>],
        seen: &mut [bool],
    ) -> bool {
        for &link in order {
            if !self.walk.is_tight(v, link) || std::mem::replace(&mut seen[link], true) {
                continue;
            }
            let other = owner[link];
            if other.is_none_or(|other| self.matched(other.packet, other.v, order, owner, seen)) {
                owner[link] = Some(Step { packet, v, link });
                return true;
            }
        }
        false
    }

    /// Moves the packets; how many came home.
    fn carry_out(&mut self, moves: &[Step]) -> usize {
        for step in moves {
            // Those that move are the first at their residual, so that as many go as move.
            self.waiting[step.v].pop_front();
            if self.waiting[step.v].is_empty() {
                self.busy.remove(&self.key(step.v));
            }
        }
        let mut home = 0;
        for &Step { packet, v, link } in moves {
            self.used[link] += 1;
            let to = self.walk.to(v, link);
            self.arrive(packet, to);
            home += usize::from(to == 0);
        }
        home
    }
}

/// The moves as they are written, packets increasing.
fn named(moves: &[Step]) -> Vec<(u32, u32)> {
    let link = |step: &Step| u32::try_from(step.link).expect("a link is below 2^32");
    let mut named: Vec<(u32, u32)> = moves.iter().map(|step| (step.packet, link(step))).collect();
    named.sort_unstable();
    named
}
