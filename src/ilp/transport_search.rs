//! The least number of slots for listed packets, proved by trees of multipliers.

use super::IlpError;
use super::named::NamedProgram;
use super::search::{DelayEnd, DelayOptions, Found, Instance, on_a_thread};
use super::transport_model::TransportModel;
use super::upwards::upwards;
use crate::model::{ExplicitSchedule, ListedTask, Node, Packet, Sent, count_of, wide};
use crate::wire::{DualNode, Lower};
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};

/// The least number of slots, as far as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransportSlots {
    /// A schedule of fewer slots than the search was allowed; none when there was none to be found.
    pub schedule: Option<ExplicitSchedule>,
    /// No schedule takes fewer slots.
    pub lower: u64,
    /// The proof that there is none of `lower` − 1 slots; empty when `lower` is the bound that the caller had.
    pub tree: Vec<DualNode>,
    /// Why the search ended.
    pub end: DelayEnd,
}

impl TransportSlots {
    /// The bound as a certificate states it, binding every schedule; `None` when it is the one that the caller had.
    #[must_use]
    pub fn bound(&self) -> Option<Lower> {
        (!self.tree.is_empty()).then(|| Lower::DualTree {
            value: self.lower,
            horizon_slots: self.lower - 1,
            tree: self.tree.clone(),
        })
    }
}

/// Finds a schedule with the least number of slots, from a number below which there is none up to one that is attained.
///
/// For each number of slots in turn the transport model (FORMATS.md "The transport model") either has a solution or is refuted by a tree whose
/// leaves have multipliers that no solution satisfies. When neither is found within the limits, larger numbers are tried for schedules only. No model
/// has more variables than `most`; the search ends before the first that would.
///
/// # Errors
/// * [`IlpError::TransportTooLarge`] before anything is built;
/// * [`IlpError::MovesNotReplayed`], [`IlpError::Solver`] when `HiGHS` fails or its schedule is none.
///
/// # Complexity
/// Exponential time at worst; the model has C·A·T variables for C commodities, A directed links and T slots.
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Two packets between the same opposite nodes of a ring of 4, and two from a node beside: three links take them there in three slots.
/// ```
/// use isotask::ilp::{DelayOptions, transport_least_slots};
/// use isotask::{model::ListedTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"demands","packets":[{"from":0,"to":2,"count":2},{"from":1,"to":2,"count":2}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let task = ListedTask::new(&wire::parse(text)?)?;
/// let options = DelayOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false };
/// let found = transport_least_slots(&task, 2, 5, 1000, &options)?;
/// assert_eq!((found.schedule.map(|best| best.slots.len()), found.lower), (Some(3), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transport_least_slots(
    task: &ListedTask,
    from: u64,
    to: u64,
    most: u64,
    options: &DelayOptions<'_>,
) -> Result<TransportSlots, IlpError> {
    if task.loads().is_empty() || from >= to {
        let (lower, tree, end) = (from.min(to), Vec::new(), DelayEnd::Proved);
        return Ok(TransportSlots { schedule: None, lower, tree, end });
    }
    // What is too large is refused before there is a thread.
    let first = Transport(TransportModel::new(task, from, most)?);
    let task = task.clone();
    let begin = Found { schedule: None, lower: from, tree: Vec::new(), end: DelayEnd::Solver };
    let found = on_a_thread(options, begin, move |budget, tell| {
        let too_large = Cell::new(false);
        let model = |slots| {
            if slots >= to {
                return Ok(None);
            }
            match TransportModel::new(&task, slots, most) {
                Err(IlpError::TransportTooLarge { .. }) => {
                    too_large.set(true);
                    Ok(None)
                }
                model => model.map(|model| Some(Transport(model))),
            }
        };
        let last = Cell::new(None);
        let told = |found: Found<ExplicitSchedule>| {
            last.set(Some(found.clone()));
            tell(found);
        };
        upwards(first, budget, &told, model)?;
        if let Some(found) = last.take().filter(|_| too_large.get()) {
            tell(Found { end: DelayEnd::Size, ..found });
        }
        Ok(())
    })?;
    let Found { schedule, lower, tree, end } = found;
    // With the caller's schedule all numbers below it may be refuted.
    let end = if lower == to { DelayEnd::Proved } else { end };
    Ok(TransportSlots { schedule, lower, tree, end })
}

/// The transport model of a task, whose solutions are schedules.
struct Transport(TransportModel);

impl Instance for Transport {
    type Schedule = ExplicitSchedule;

    fn program(&self) -> &NamedProgram {
        self.0.program()
    }

    fn read(&self, values: &[bool]) -> Result<ExplicitSchedule, IlpError> {
        let slots = count_of(self.program().slots());
        // The rows of links and ports hold in integers, and every move has a packet that goes where it belongs.
        let schedule = moves(&self.0, values).filter(|_| self.program().admits(values));
        let schedule = schedule.ok_or(IlpError::MovesNotReplayed { slots })?;
        Ok(if self.0.is_backwards() { schedule.reversed() } else { schedule })
    }
}

/// Gives every move to the packet that has waited longest at its node, or to a copy; `None` where there is none, or a packet does not come where
/// it goes.
fn moves(model: &TransportModel, values: &[bool]) -> Option<ExplicitSchedule> {
    let task = model.task();
    let graph = task.graph();
    let mut schedule = ExplicitSchedule::default();
    let mut first = HashMap::new();
    for load in task.loads() {
        let number = u32::try_from(schedule.packets.len()).ok()?;
        first.insert(load.packet, number..number + u32::try_from(load.count).ok()?);
        schedule.packets.extend((0..load.count).map(|_| load.packet));
    }
    schedule.slots = vec![Vec::new(); model.program().slots()];
    let mut copies = 0;
    for (index, commodity) in model.commodities().iter().enumerate() {
        let mut waiting: Vec<VecDeque<u32>> = vec![VecDeque::new(); wide(graph.nodes())];
        for (node, &count) in (0..).zip(&commodity.starts).filter(|(_, count)| **count > 0) {
            let queue = &mut waiting[wide(node)];
            match commodity.goal {
                Some(goal) => {
                    let packet = Packet::Personal { from: Node(node.into()), to: Node(goal.into()) };
                    queue.extend(first.get(&packet)?.clone());
                }
                // Copied packets have the numbers of their commodities.
                None => queue.extend((copies..).take(usize::try_from(count).ok()?)),
            }
        }
        for (slot, sent) in schedule.slots.iter_mut().enumerate() {
            let mut arrived = Vec::new();
            for arc in 0..graph.arcs() {
                if !model.carries(index, arc, slot).is_some_and(|variable| values[variable]) {
                    continue;
                }
                let queue = &mut waiting[wide(graph.from(arc))];
                let packet = if commodity.goal.is_some() { queue.pop_front()? } else { *queue.front()? };
                sent.push(Sent {
                    packet,
                    from: Node(graph.from(arc).into()),
                    to: Node(graph.to(arc).into()),
                });
                arrived.push((graph.to(arc), packet));
            }
            for (node, packet) in arrived {
                waiting[wide(node)].push_back(packet);
            }
        }
        let at_home = |(node, queue): (u32, &VecDeque<u32>)| match commodity.goal {
            Some(goal) => node == goal || queue.is_empty(),
            None => !queue.is_empty(),
        };
        if !(0..).zip(&waiting).all(at_home) {
            return None;
        }
        copies += 1;
    }
    if task.is_personal() {
        without_loops(&mut schedule);
    }
    for slot in &mut schedule.slots {
        slot.sort_unstable();
    }
    // Where nothing moves all may wait one slot less.
    schedule.slots.retain(|slot| !slot.is_empty());
    Some(schedule)
}

/// Leaves out the moves between two visits of a packet to one node; it waits there instead.
fn without_loops(schedule: &mut ExplicitSchedule) {
    // For each packet the slots of its moves that stay, with where they lead; it starts where the first leaves.
    let mut ways: Vec<Vec<(usize, Sent)>> = vec![Vec::new(); schedule.packets.len()];
    for (slot, sent) in schedule.slots.iter().enumerate() {
        for &step in sent {
            let way = &mut ways[wide(step.packet)];
            // Invariant: no two moves of a way leave one node, so one that leads back to it ends a loop.
            let back = way.iter().position(|(_, earlier)| earlier.from == step.to);
            match back {
                Some(first) => way.truncate(first),
                None => way.push((slot, step)),
            }
        }
    }
    schedule.slots.iter_mut().for_each(Vec::clear);
    for (slot, step) in ways.into_iter().flatten() {
        schedule.slots[slot].push(step);
    }
}
