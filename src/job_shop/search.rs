//! Several ports: short schedules along words, by balanced words, list scheduling and repair.

use super::dispatch::list_schedule;
use super::plan::Plan;
use super::repair::one_slot_less;
use super::slots::Slots;
use super::walk::Walk;
use crate::graph::Random;
use crate::model::{
    CayleyTask, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, WordSchedule, count_of, wide,
};
use std::fmt;

/// How long [`job_shop()`] may search.
#[derive(Clone, Copy)]
pub struct ShopBudget<'a> {
    /// Most schedules built from the ground up, each followed by attempts to repair it; at least one is
    /// built.
    pub evaluations: u64,
    /// Asked again and again; once it is true the search ends with the best schedule so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for ShopBudget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShopBudget").field("evaluations", &self.evaluations).finish_non_exhaustive()
    }
}

/// Looks for a symmetric schedule of few slots, with any number of ports; ends when it has one of `target`
/// slots.
///
/// The task is a unit job shop: its length is at least the number of uses of any link, the number of moves
/// divided by the ports, and the length of any word, and all of this together need not be attained. So the
/// search proves nothing: a schedule is optimal when a bound of the caller's says so. `target` should be such
/// a bound. Three steps, repeated with other random choices of fixed seeds until the target is met or the
/// budget is spent:
///
/// 1. *Words*: every packet gets a way home such that no link is used more than `target` times, as far as
///    local search finds such ways. The first choice is among the ways of least weight for `weights`, of one
///    per link if there are none; good weights are those of a weighted bound (the links on which a bound
///    rests weigh most), but others do no harm in the end.
/// 2. *Slots*: list scheduling. A link that must be busy in all slots that are left comes first, then the
///    packets that have farthest to go.
/// 3. *Repair* of a schedule that is still too long, on small graphs: one slot is cut off, and what moved in
///    it is put in elsewhere.
///
/// The same task, target, weights and number of evaluations always give the same schedule, unless `stop`
/// interrupts.
///
/// # Panics
/// If there are not as many weights as links, or there are 2³² packets or more.
///
/// # Complexity
/// O(n · m · log n + σ · m) time and O(n · m + σ) space for one schedule of n nodes, m links and σ moves, and
/// somewhat more while the target is not met.
///
/// # Examples
/// ```
/// use isotask::model::CayleyTask;
/// use isotask::job_shop::{ShopBudget, job_shop};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&parse::<TaskDocument>(text)?)?;
/// // 62 hops on 3 links take at least 21 slots.
/// let schedule = job_shop(&task, 21, None, &ShopBudget { evaluations: 10, stop: &|| false });
/// schedule.replay(&task)?;
/// assert_eq!(schedule.length(), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn job_shop(
    task: &CayleyTask,
    target: u64,
    weights: Option<&[u64]>,
    budget: &ShopBudget<'_>,
) -> WordSchedule {
    let ones = vec![1; wide(task.graph().links())];
    let walk = Walk::new(task, weights.unwrap_or(&ones));
    let slots = search(&walk, target, wide(task.ports()), budget);
    WordSchedule { packets: walk.packets.into_iter().map(|(_, offset)| offset).collect(), slots }
}

/// Looks for a schedule as [`job_shop()`] does, under a group of translations, on the states (class of nodes,
/// residual): r · m machines, and r packets for each of a node's.
///
/// # Panics
/// As [`job_shop()`].
///
/// # Complexity
/// That of [`job_shop()`] on r · n nodes with r · σ moves, for r classes.
#[must_use]
pub fn orbit_shop(
    task: &CayleyTask,
    group: Subgroup,
    target: u64,
    weights: Option<&[u64]>,
    budget: &ShopBudget<'_>,
) -> OrbitSchedule {
    let (graph, ones) = (task.graph(), vec![1; wide(task.graph().links())]);
    let walk = Walk::under(task, weights.unwrap_or(&ones), &group);
    let found = search(&walk, target, wide(task.ports()), budget);
    let mut at: Vec<Node> = walk.packets.iter().map(|&(class, _)| group.least(class)).collect();
    let ends = |&(class, offset): &(u32, Node)| {
        let from = group.least(class);
        Packet::Personal { from, to: graph.translate(from, offset) }
    };
    let packets = walk.packets.iter().map(ends).collect();
    let mut step = |(packet, machine): (u32, u32)| {
        let (here, link) = (&mut at[wide(packet)], walk.link(machine));
        let there = graph.neighbor(*here, link);
        OrbitStep { packet, node: std::mem::replace(here, there), link }
    };
    let slots = found.into_iter().map(|slot| slot.into_iter().map(&mut step).collect()).collect();
    OrbitSchedule { group, packets, slots }
}

/// The best schedule found.
fn search(walk: &Walk, target: u64, ports: usize, budget: &ShopBudget<'_>) -> Slots {
    let mut best = attempt(walk, target, ports, 0, None, budget.stop).unwrap_or_default();
    for seed in 1..budget.evaluations {
        if count_of(best.len()) <= target || (budget.stop)() {
            break;
        }
        if let Some(slots) = attempt(walk, target, ports, seed, Some(best.len()), budget.stop) {
            best = slots;
        }
    }
    best
}

/// A schedule of fewer slots than `best`, if this seed has one.
fn attempt(
    walk: &Walk,
    target: u64,
    ports: usize,
    seed: u64,
    best: Option<usize>,
    stop: &dyn Fn() -> bool,
) -> Option<Slots> {
    let mut random = Random::new(seed);
    let plan = Plan::balanced(walk, target, seed % 2 == 1, &mut random, stop);
    let shorter = |length: usize| best.is_none_or(|best| length < best);
    if best.is_some_and(|best| plan.least_slots(walk, ports) > count_of(best)) {
        return None;
    }
    let mut slots =
        list_schedule(walk, &plan, target, ports, NOISE_BITS_BY_TURN[wide_index(seed)], &mut random);
    while count_of(slots.len()) > target && best.is_none_or(|best| slots.len() <= best) && !stop() {
        let Some(repaired) = one_slot_less(walk, &slots, ports, &mut random) else { break };
        slots = repaired;
    }
    shorter(slots.len()).then_some(slots)
}

/// Bits of noise in list scheduling, by turn; mostly none, so that only ties are broken at random.
const NOISE_BITS_BY_TURN: [u32; 8] = [0, 0, 0, 1, 0, 0, 2, 3];

fn wide_index(seed: u64) -> usize {
    usize::try_from(seed % count_of(NOISE_BITS_BY_TURN.len())).expect("a small number")
}
