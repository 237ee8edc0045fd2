//! The least number of slots and the least total delay of symmetric schedules on a Cayley graph, proved by trees of multipliers.

use super::delay_size::MOST_DELAY_VARIABLES;
use super::flow_model::{FlowModel, FlowWays};
use super::named::NamedProgram;
use super::search::{Delayed, Found, Instance, least, on_a_thread};
use super::upwards::upwards;
use super::{DelayEnd, DelayOptions, IlpError};
use crate::model::{CayleyTask, Node, WordFault, WordSchedule, count_of};
use crate::wire::{DualNode, Lower, Scope};
use std::collections::VecDeque;

/// The least number of slots, as far as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowSlots {
    /// A schedule of fewer slots than the caller had, or than the search was allowed; none when there was none to be found.
    pub schedule: Option<WordSchedule>,
    /// No symmetric schedule in the scope takes fewer slots.
    pub lower: u64,
    /// The proof that there is none of `lower` − 1 slots; empty when `lower` is the bound that the caller had.
    pub tree: Vec<DualNode>,
    /// Whom `lower` binds, if it stands on the tree.
    pub scope: Scope,
    /// Why the search ended.
    pub end: DelayEnd,
}

impl FlowSlots {
    /// The bound as a certificate states it; `None` when it is the one that the caller had.
    #[must_use]
    pub fn bound(&self) -> Option<Lower> {
        (!self.tree.is_empty()).then(|| Lower::DualTree {
            value: self.lower,
            horizon_slots: self.lower - 1,
            tree: self.tree.clone(),
        })
    }
}

/// The least total delay within a horizon, as far as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowDelay {
    /// The schedule; none when neither the caller nor `HiGHS` has one.
    pub schedule: Option<WordSchedule>,
    /// No symmetric schedule in the scope within the horizon has a smaller total delay.
    pub lower: u64,
    /// The number of slots of the model.
    pub horizon: u64,
    /// The proof of `lower`.
    pub tree: Vec<DualNode>,
    /// Whom `lower` binds.
    pub scope: Scope,
    /// Why the search ended.
    pub end: DelayEnd,
}

impl FlowDelay {
    /// The bound as a certificate states it.
    #[must_use]
    pub fn bound(&self) -> Lower {
        Lower::DualTree { value: self.lower, horizon_slots: self.horizon, tree: self.tree.clone() }
    }
}

/// Finds a symmetric schedule with the least number of slots, from a number below which there is none up to one that is attained.
///
/// For each number of slots in turn the flow model (FORMATS.md "The flow model") either has a solution or is refuted by a tree whose
/// leaves have multipliers that no solution satisfies. When neither is found within the limits, larger numbers are tried for schedules only.
///
/// # Errors
/// * [`IlpError::FlowTooLarge`] before anything is built;
/// * [`IlpError::WordsNotReplayed`], [`IlpError::Solver`] when `HiGHS` fails or its schedule is none.
///
/// # Complexity
/// Exponential time at worst; the model has n·m·T variables for n nodes, m links and T slots.
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Total exchange on the ring of 4, taken as a Cayley graph: the two ways to the farthest node are equally long, but one link more is used.
/// ```
/// use isotask::ilp::{DelayOptions, FlowWays, flow_least_slots};
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":4,"steps":[1]},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&wire::parse(text)?)?;
/// let options = DelayOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false };
/// let found = flow_least_slots(&task, FlowWays::Free, 2, 4, &options)?;
/// assert_eq!((found.schedule.map(|best| best.length()), found.lower), (Some(3), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn flow_least_slots(
    task: &CayleyTask,
    ways: FlowWays,
    from: u64,
    to: u64,
    options: &DelayOptions<'_>,
) -> Result<FlowSlots, IlpError> {
    let scope = ways.scope();
    if task.rows() == 0 || from >= to {
        let (lower, tree, end) = (from.min(to), Vec::new(), DelayEnd::Proved);
        return Ok(FlowSlots { schedule: None, lower, tree, scope, end });
    }
    // What is too large is refused before there is a thread.
    let first = Flow(FlowModel::new(task, ways, from, MOST_DELAY_VARIABLES)?);
    let task = task.clone();
    let begin = Found { schedule: None, lower: from, tree: Vec::new(), end: DelayEnd::Solver };
    let found = on_a_thread(options, begin, move |budget, tell| {
        upwards(first, budget, tell, |slots| {
            let more = slots < to;
            more.then(|| FlowModel::new(&task, ways, slots, MOST_DELAY_VARIABLES).map(Flow)).transpose()
        })
    })?;
    let Found { schedule, lower, tree, end } = found;
    // With the caller's schedule all numbers below it may be refuted.
    let end = if lower == to { DelayEnd::Proved } else { end };
    Ok(FlowSlots { schedule, lower, tree, scope, end })
}

/// Finds a symmetric schedule of least total delay `ΣC_i` among those of at most `horizon` slots; `incumbent` is a first one, and often the best.
///
/// As [`least_delay`](super::least_delay), on the flow model.
///
/// # Errors
/// * [`IlpError::FlowTooLarge`], [`IlpError::HorizonTooShort`] before anything is built;
/// * [`IlpError::WordsNotReplayed`], [`IlpError::Incumbent`] when the incumbent is no schedule of the task, or none of the model;
/// * [`IlpError::WordsNotReplayed`], [`IlpError::Solver`] when `HiGHS` fails or its schedule is none.
///
/// # Complexity
/// Exponential time at worst; the model has n·m·T variables for n nodes, m links and T slots.
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Total exchange on the star graph of 3 symbols, a ring of 6: two packets at distance 1, two at 2, one at 3.
/// ```
/// use isotask::ilp::{DelayOptions, FlowWays, flow_least_delay};
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":3},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
/// let task = CayleyTask::new(&wire::parse(text)?)?;
/// let options = DelayOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false };
/// let found = flow_least_delay(&task, FlowWays::Free, 5, None, &options)?;
/// assert_eq!(found.schedule.map(|best| best.total_delay()), Some(found.lower));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn flow_least_delay(
    task: &CayleyTask,
    ways: FlowWays,
    horizon: u64,
    incumbent: Option<WordSchedule>,
    options: &DelayOptions<'_>,
) -> Result<FlowDelay, IlpError> {
    let moves = task.farthest().map_or(0, |farthest| task.graph().distance(farthest));
    if moves > horizon {
        return Err(IlpError::HorizonTooShort { horizon, moves });
    }
    let flow = Flow(FlowModel::new(task, ways, horizon, MOST_DELAY_VARIABLES)?);
    if let Some(first) = &incumbent {
        first.replay(task).map_err(|fault| IlpError::WordsNotReplayed { slots: horizon, fault })?;
        if first.length() > horizon || (ways == FlowWays::Shortest && first.moves() > task.total_distance()) {
            return Err(IlpError::Incumbent { horizon, fault: None });
        }
    }
    let Found { schedule, lower, tree, end } = least(flow, incumbent, options)?;
    Ok(FlowDelay { schedule, lower, horizon, tree, scope: ways.scope(), end })
}

/// The flow model of a task, whose solutions are schedules along words.
struct Flow(FlowModel);

impl Instance for Flow {
    type Schedule = WordSchedule;

    fn program(&self) -> &NamedProgram {
        self.0.program()
    }

    fn read(&self, values: &[bool]) -> Result<WordSchedule, IlpError> {
        let slots = count_of(self.program().slots());
        let schedule = words(&self.0, values)
            .ok_or(WordFault::Packets)
            .and_then(|schedule| schedule.replay(self.0.task()).map(|()| schedule));
        schedule.map_err(|fault| IlpError::WordsNotReplayed { slots, fault })
    }
}

impl Delayed for Flow {
    fn total_delay(schedule: &WordSchedule) -> u64 {
        schedule.total_delay()
    }
}

/// Gives every move to the packet that has waited longest at its node; `None` where there is none.
fn words(model: &FlowModel, values: &[bool]) -> Option<WordSchedule> {
    let graph = model.task().graph();
    let mut waiting: Vec<VecDeque<u32>> = vec![VecDeque::new(); model.starts().len()];
    let mut packets: Vec<Node> = Vec::new();
    for class in model.task().classes() {
        let queue = &mut waiting[index(graph.inverse(class.offset))];
        for _ in 0..class.count {
            queue.push_back(u32::try_from(packets.len()).ok()?);
            packets.push(class.offset);
        }
    }
    let mut slots = Vec::new();
    for slot in 0..model.program().slots() {
        let mut moves: Vec<(u32, u32)> = Vec::new();
        let mut arrived = Vec::new();
        for (node, queue) in waiting.iter_mut().enumerate().skip(1) {
            for link in 0..graph.links() {
                if values[model.leaves(node, index(Node(link.into())), slot)] {
                    let packet = queue.pop_front()?;
                    let to = graph.neighbor(Node(count_of(node)), crate::model::Link(link));
                    moves.push((packet, link));
                    arrived.push((to, packet));
                }
            }
        }
        for (to, packet) in arrived {
            waiting[index(to)].push_back(packet);
        }
        moves.sort_unstable();
        slots.push(moves);
    }
    let last = slots.iter().rposition(|moves| !moves.is_empty()).map_or(0, |last| last + 1);
    slots.truncate(last);
    Some(WordSchedule { packets, slots })
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a node of a table fits the address space")
}
