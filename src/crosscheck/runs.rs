//! Solves the integer program without giving it any bound or schedule.

use super::error::CrosscheckError;
use super::known::{Construction, whole};
use super::options::{CrosscheckOptions, FLOW_NODES, MAX_VARIABLES, MAX_VARIABLES_OF_ALL};
use super::row::{Least, Row, Says, Source};
use crate::model::{
    CayleyTask, DemandsTask, ExplicitSchedule, IsotropicTask, Problem, WordSchedule, count_of,
};
use crate::program::{
    DelayModel, DelaySchedule, FlowModel, FlowWays, Formulation, ProgramError, SearchEnd, SearchOptions,
    TransportModel, least_delay, least_slots,
};
use std::time::{Duration, Instant};

/// The question to the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Whether there is a schedule of this number of slots.
    Slots(u64),
    /// The least delay within this number of slots.
    LeastDelay(u64),
}

/// The answer of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A schedule of the number of slots that was asked for, with its delay for the packets of the network
    /// where that is counted.
    Schedule(Option<u128>),
    /// There is no schedule: a packet is at least this number of links from its destination, more than there
    /// are slots.
    TooFar(u64),
    /// There is no schedule, as multipliers of the rows prove.
    Refuted,
    /// The least delay of the packets of the network, found and proved.
    Least(u128),
    /// The search ended with a gap: the least delay is from the first to the second value, if there is a
    /// second. A question about slots then stays open.
    Open(u128, Option<u128>),
}

/// A run of the program.
#[derive(Debug, Clone)]
pub struct Run {
    /// The question.
    pub asked: Asked,
    /// Whether the program is restricted to symmetric schedules.
    pub symmetric: bool,
    /// The model: `flow` (packets for a node as a flow over nodes and slots), `slots` (packets, links,
    /// slots and directions) or `transport` (each node does its own).
    pub model: &'static str,
    /// Columns of the program: variables that are no constants.
    pub columns: u64,
    /// Rows of the program.
    pub rows: u64,
    /// Search nodes, the root among them; those of `HiGHS` do not count.
    pub nodes: u64,
    /// How long it took, with the writing of the program.
    pub time: Duration,
    /// The answer.
    pub answer: Answer,
}

impl Run {
    /// Returns whether the run has answered its question.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        !matches!(self.answer, Answer::Open(..))
    }

    /// Returns the row of the table.
    fn row(&self) -> Row {
        let searched = match self.nodes {
            1 => "multipliers of its rows".to_owned(),
            nodes => format!("multipliers at the leaves of a tree, {nodes} search nodes"),
        };
        let whose = if self.symmetric { "" } else { ", nodes differ" };
        let name = match self.asked {
            Asked::Slots(1) => format!("1 slot{whose}"),
            Asked::Slots(slots) => format!("{slots} slots{whose}"),
            Asked::LeastDelay(slots) => format!("least delay in {slots}"),
        };
        let how = match self.answer {
            Answer::Schedule(_) => "a schedule found".to_owned(),
            Answer::TooFar(links) => format!("refuted: a packet's distance is {links}"),
            Answer::Refuted => format!("refuted by {searched}"),
            Answer::Least(_) => format!("proved by {searched}"),
            Answer::Open(..) => format!("open after {} search nodes", self.nodes),
        };
        let mut row = Row::new(Source::Program, name, how);
        let (slots, delay) = if self.symmetric {
            (Least::SymmetricSlots, Least::DelayWithin)
        } else {
            (Least::Slots, Least::Delay)
        };
        match (self.asked, self.answer) {
            (Asked::Slots(of), Answer::Schedule(total)) => {
                row.slots = Some(whole(of));
                row.says.push(Says::at_most(slots, whole(of)));
                row.says.extend(total.map(|total| Says::at_most(delay, whole(total))));
            }
            (Asked::Slots(of), Answer::TooFar(_) | Answer::Refuted) => {
                row.says.push(Says::at_least(slots, whole(of + 1)));
            }
            (_, Answer::Least(total)) => {
                row.delay = Some(whole(total));
                row.says.push(Says::exactly(delay, whole(total)));
            }
            (Asked::LeastDelay(_), Answer::Open(from, to)) => {
                row.delay = to.map(whole);
                row.says.push(Says::at_least(delay, whole(from)));
                row.says.extend(to.map(|to| Says::at_most(delay, whole(to))));
            }
            _ => {}
        }
        row
    }
}

/// The findings of all runs.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) runs: Vec<Run>,
    pub(super) rows: Vec<Row>,
    pub(super) slots: u64,
}

/// Refuses a task without packets, or whose smallest program is too large, before anything else is done.
pub(super) fn require(problem: &Problem) -> Result<(), CrosscheckError> {
    let refused = |fault| match fault {
        ProgramError::HorizonTooShort { .. } => Ok(()),
        fault => Err(fault.into()),
    };
    if problem.is_isotropic() {
        let task = problem.words()?;
        let farthest = task.farthest().ok_or(CrosscheckError::NoPackets)?;
        let least = task.graph().distance(farthest);
        return FlowModel::new(task, FlowWays::Free, least, MAX_VARIABLES).map(drop).or_else(refused);
    }
    let task = DemandsTask::new(problem.document())?;
    if task.packets() == 0 {
        return Err(CrosscheckError::NoPackets);
    }
    TransportModel::new(&task, 1, MAX_VARIABLES).map(drop).or_else(refused)
}

/// Asks the program for the slots of the best construction, for one less, and for the least delay.
pub(super) fn solved(
    problem: &Problem,
    made: &[Construction],
    options: &CrosscheckOptions<'_>,
) -> Result<Found, CrosscheckError> {
    let fewest = |symmetric: bool| {
        let of = made.iter().filter(|made| made.symmetric == symmetric);
        of.map(|made| made.slots).min()
    };
    let (mut runs, mut slots) = (Vec::new(), None);
    if let Some(attained) = fewest(true) {
        let flow = Flow { task: problem.words()?, rows: problem.rows(), options };
        let least = fewest_slots(attained, &|slots| flow.slots(slots), &mut runs)?;
        runs.push(flow.least_delay(least)?);
        slots = Some(least);
    }
    // Where nodes differ, fewer slots may be enough.
    if let Some(attained) = fewest(false).filter(|&attained| slots.is_none_or(|slots| attained < slots)) {
        let most = if slots.is_some() { MAX_VARIABLES_OF_ALL } else { MAX_VARIABLES };
        let transport = Transport { task: &DemandsTask::new(problem.document())?, most, options };
        match fewest_slots(attained, &|slots| transport.slots(slots), &mut runs) {
            // The program of symmetric schedules has been solved, so the larger one may be left out.
            Err(CrosscheckError::Program(ProgramError::TooLarge(_))) if slots.is_some() => {}
            least => slots = slots.or(Some(least?)),
        }
    }
    let rows = runs.iter().map(Run::row).collect();
    Ok(Found { runs, rows, slots: slots.unwrap_or(0) })
}

/// Asks for fewer and fewer slots until there is no schedule or no answer; returns the fewest slots for which
/// there is a schedule, or else the first number.
fn fewest_slots(
    from: u64,
    ask: &dyn Fn(u64) -> Result<Run, CrosscheckError>,
    runs: &mut Vec<Run>,
) -> Result<u64, CrosscheckError> {
    let mut slots = from;
    loop {
        let run = ask(slots)?;
        let found = matches!(run.answer, Answer::Schedule(_));
        runs.push(run);
        match (found, slots) {
            (true, 2..) => slots -= 1,
            (true, _) => {
                runs.push(without_slots(runs.last().is_none_or(|run| run.symmetric)));
                return Ok(slots);
            }
            (false, _) => return Ok(if slots < from { slots + 1 } else { slots }),
        }
    }
}

/// Answers the question for 0 slots, for which no program is written: some packet has a link to go.
fn without_slots(symmetric: bool) -> Run {
    let (asked, answer) = (Asked::Slots(0), Answer::TooFar(1));
    let model = if symmetric { FLOW_MODEL } else { TRANSPORT_MODEL };
    Run { asked, symmetric, model, columns: 0, rows: 0, nodes: 0, time: Duration::ZERO, answer }
}

/// Returns the limits of a run.
fn limits<'a>(options: &CrosscheckOptions<'a>) -> SearchOptions<'a> {
    let CrosscheckOptions { threads, time_limit, nodes, stop } = *options;
    SearchOptions { threads, time_limit, nodes, stop, watch: &() }
}

/// Words that name the models in tables and documents.
const FLOW_MODEL: &str = "flow";
const SLOTS_MODEL: &str = "slots";
const TRANSPORT_MODEL: &str = "transport";

/// The size of the program of a model, and when its run began.
struct Begun {
    model: &'static str,
    columns: u64,
    rows: u64,
    start: Instant,
}

impl Begun {
    fn run(&self, asked: Asked, nodes: u64, answer: Answer) -> Run {
        let Self { model, columns, rows, .. } = *self;
        let symmetric = model != TRANSPORT_MODEL;
        Run { asked, symmetric, model, columns, rows, nodes, time: self.start.elapsed(), answer }
    }
}

/// Asks whether there is a schedule of `slots` slots.
fn ask_for_slots<F: Formulation>(
    slots: u64,
    model: &'static str,
    limits: &SearchOptions<'_>,
    build: impl Fn(u64) -> Result<F, ProgramError> + Send + 'static,
    delay: impl Fn(&F::Schedule) -> Option<u128>,
) -> Result<Run, CrosscheckError> {
    let start = Instant::now();
    let asked = Asked::Slots(slots);
    let program = match build(slots) {
        Err(ProgramError::HorizonTooShort { moves, .. }) => {
            let begun = Begun { model, columns: 0, rows: 0, start };
            return Ok(begun.run(asked, 0, Answer::TooFar(moves)));
        }
        program => program?,
    };
    let begun = begun(&program, model, start);
    drop(program);
    let found = least_slots(build, slots, slots + 1, limits)?;
    let answer = match &found.schedule {
        Some(schedule) => Answer::Schedule(delay(schedule)),
        None if found.lower > slots && found.bound().is_some() => Answer::Refuted,
        None => Answer::Open(0, None),
    };
    Ok(begun.run(asked, found.nodes, answer))
}

fn begun<F: Formulation>(of: &F, model: &'static str, start: Instant) -> Begun {
    let program = of.program();
    let free = program.constants().iter().filter(|value| value.is_none()).count();
    Begun { model, columns: count_of(free), rows: count_of(program.rows().len()), start }
}

/// Symmetric schedules: the flow model, and on products of rings, if that leaves a gap, the model of slots,
/// whose direction variables are soon decided.
struct Flow<'a> {
    task: &'a CayleyTask,
    rows: Option<&'a IsotropicTask>,
    options: &'a CrosscheckOptions<'a>,
}

impl Flow<'_> {
    /// Returns the delay of the packets of all nodes if that of each node is `of_a_node`.
    fn of_all(&self, of_a_node: u64) -> u128 {
        u128::from(of_a_node) * u128::from(self.task.graph().nodes())
    }

    fn slots(&self, slots: u64) -> Result<Run, CrosscheckError> {
        let task = self.task.clone();
        let build = move |slots| FlowModel::new(&task, FlowWays::Free, slots, MAX_VARIABLES);
        let delay = |schedule: &WordSchedule| Some(self.of_all(schedule.total_delay()));
        let all = limits(self.options);
        let Some(rows) = self.rows else { return ask_for_slots(slots, FLOW_MODEL, &all, build, delay) };
        let few = SearchOptions { nodes: all.nodes.min(FLOW_NODES), ..all };
        let run = ask_for_slots(slots, FLOW_MODEL, &few, build, delay)?;
        if run.is_answered() || (self.options.stop)() {
            return Ok(run);
        }
        let rows = rows.clone();
        let build = move |slots| DelayModel::of_slots(&rows, slots);
        let delay = |schedule: &DelaySchedule| Some(self.of_all(schedule.total_delay));
        let all = limits(self.options);
        match ask_for_slots(slots, SLOTS_MODEL, &all, build, delay) {
            Err(CrosscheckError::Program(ProgramError::TooLarge(_))) => Ok(run),
            answered => answered,
        }
    }

    fn least_delay(&self, slots: u64) -> Result<Run, CrosscheckError> {
        let start = Instant::now();
        let model = FlowModel::new(self.task, FlowWays::Free, slots, MAX_VARIABLES)?;
        let begun = begun(&model, FLOW_MODEL, start);
        let found = least_delay(model, None, &limits(self.options))?;
        let answer = match found.best {
            Some(best)
                if found.end == SearchEnd::Proved && found.lower == best && found.bound().is_some() =>
            {
                Answer::Least(self.of_all(best))
            }
            best => Answer::Open(self.of_all(found.lower), best.map(|best| self.of_all(best))),
        };
        Ok(begun.run(Asked::LeastDelay(slots), found.nodes, answer))
    }
}

/// The transport model, in which nodes may behave differently.
struct Transport<'a> {
    task: &'a DemandsTask,
    /// Most variables.
    most: u64,
    options: &'a CrosscheckOptions<'a>,
}

impl Transport<'_> {
    fn slots(&self, slots: u64) -> Result<Run, CrosscheckError> {
        let task = self.task.clone();
        let most = self.most;
        let build = move |slots| TransportModel::new(&task, slots, most);
        ask_for_slots(slots, TRANSPORT_MODEL, &limits(self.options), build, |_: &ExplicitSchedule| None)
    }
}
