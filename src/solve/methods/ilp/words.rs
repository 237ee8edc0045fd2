//! The exact programs of words of links: flows over nodes and slots.

use super::effort::{ended, is_asked, limits};
use super::flow::{flow_limits, is_taken, last_arrival, of_flow, variables};
use super::orbits::beyond_symmetry;
use super::own::Sought;
use crate::delay::cayley_pooled;
use crate::model::{CayleyTask, WordSchedule};
use crate::program::{
    FlowModel, FlowWays, MAX_VARIABLES, ProgramError, SearchEnd, SearchOptions, least_slots,
};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Work};
use crate::solve::notes::{Explanation, ModelLimit, Note};
use crate::solve::units::rank;
use crate::wire::{Objective, Per};

/// The programs of words, where a gap is left.
pub(super) struct OfWords<'a> {
    pub(super) ilp: &'static dyn Method,
    pub(super) task: &'a CayleyTask,
}

impl Work for OfWords<'_> {
    fn improve(&self, context: &Context<'_>, candidate: Candidate) -> Result<Candidate, MethodError> {
        improve(self.ilp, self.task, context, candidate)
    }

    fn improve_beyond_symmetry(
        &self,
        context: &Context<'_>,
        mut candidate: Candidate,
    ) -> Result<Candidate, MethodError> {
        symmetric(self.ilp, self.task, context, &mut candidate, true)?;
        let mut candidate = beyond_symmetry(self.ilp, self.task, context, candidate)?;
        symmetric(self.ilp, self.task, context, &mut candidate, false)?;
        Ok(candidate)
    }
}

/// Most nodes of the tree that refutes symmetric schedules before classes of nodes are tried.
const NODES_AT_FIRST: u64 = 200;

const HOW: &str =
    "packets for one node as a flow over nodes and slots, solved by HiGHS, its schedule replayed";

/// Goes on from a schedule that leaves a gap: first for the completion time, then for the delay.
///
/// Without being asked for it goes on when the model is small; who asks for it has it solved in any case.
fn improve(
    ilp: &'static dyn Method,
    task: &CayleyTask,
    context: &Context<'_>,
    candidate: Candidate,
) -> Result<Candidate, MethodError> {
    let mut candidate = candidate;
    let objective = context.problem.objective();
    let later = is_later(context, &candidate);
    if objective != Objective::AverageDelay && !later {
        fewer_slots(ilp, task, context, &mut candidate, None)?;
    }
    if objective != Objective::CompletionTime {
        less_delay(ilp, task, context, &mut candidate)?;
    }
    Ok(candidate)
}

/// Adopts a schedule of the program if it is better, and one that is as good where the program was asked for.
fn adopt(
    ilp: &'static dyn Method,
    context: &Context<'_>,
    candidate: &mut Candidate,
    schedule: Option<WordSchedule>,
) {
    let Some(schedule) = schedule else { return };
    let better = Candidate::new(ilp, schedule, HOW);
    let objective = context.problem.objective();
    let (found, known) = (rank(objective, &better.schedule), rank(objective, &candidate.schedule));
    if found < known || is_asked(context) && found == known {
        (candidate.method, candidate.schedule, candidate.how) = (better.method, better.schedule, better.how);
    }
}

/// Adds the note on a search that ended with a gap.
fn note(context: &Context<'_>, candidate: &mut Candidate, end: SearchEnd, nodes: u64) {
    candidate.notes.extend(ended(end, nodes, context.options));
    if !is_asked(context) {
        candidate.notes.push(Note::MayClose { gap: "the gap" });
    }
}

fn too_large() -> Note {
    Note::TooLargeUnasked { model: "flow", size: ModelLimit::Most(MAX_VARIABLES) }
}

/// Whether symmetric schedules are sought after classes of nodes, which may close the gap to the bound for
/// all schedules: then no proof for symmetric ones is needed.
fn is_later(context: &Context<'_>, candidate: &Candidate) -> bool {
    let in_time = context.problem.objective() == Objective::CompletionTime;
    let has_gap = candidate.schedule.length() > context.bounds.best().slots();
    in_time && has_gap && !context.options.symmetric
}

/// Goes on from a symmetric schedule that no classes of nodes have bettered: with little effort before the
/// program tries them, with all of it after.
fn symmetric(
    ilp: &'static dyn Method,
    task: &CayleyTask,
    context: &Context<'_>,
    candidate: &mut Candidate,
    at_first: bool,
) -> Result<(), MethodError> {
    let wanted = at_first || is_asked(context);
    if wanted && candidate.schedule.per() == Per::Node && is_later(context, candidate) {
        let nodes = at_first.then_some(NODES_AT_FIRST);
        fewer_slots(ilp, task, context, candidate, nodes)?;
    }
    Ok(())
}

/// Closes the gap of the completion time, as far as the program does with a tree of at most `nodes` nodes. On
/// request it makes a schedule of its own, too, whether there is a gap or not.
fn fewer_slots(
    ilp: &'static dyn Method,
    task: &CayleyTask,
    context: &Context<'_>,
    candidate: &mut Candidate,
    nodes: Option<u64>,
) -> Result<(), MethodError> {
    let (least, length) = (context.bounds.greatest(), candidate.schedule.length());
    let own = is_asked(context) && candidate.method != ilp;
    if length <= least && !own {
        return Ok(());
    }
    if !is_taken(task, length, context) && !is_asked(context) {
        candidate.notes.push(too_large());
        return Ok(());
    }
    let program = task.clone();
    let build = move |slots| FlowModel::new(&program, FlowWays::Free, slots, MAX_VARIABLES);
    let limits = limits(context, variables(task, length));
    let limits = SearchOptions { nodes: nodes.map_or(limits.nodes, |most| most.min(limits.nodes)), ..limits };
    let result = least_slots(build, least.min(length), length + u64::from(own), &limits)?;
    if result.lower > length {
        return Err(ProgramError::Missed { slots: length }.into());
    }
    let proved = result.scoped_bound().filter(|bound| bound.lower.slots() > least);
    candidate.proved.symmetric = proved.or(candidate.proved.symmetric.take());
    let end = if result.lower == length { SearchEnd::Proved } else { result.end };
    adopt(ilp, context, candidate, result.schedule);
    let how = Explanation::Program("flows over nodes and slots, refuted by trees of multipliers");
    if !candidate.tried.contains(&how) {
        candidate.tried.push(how);
    }
    if end != SearchEnd::Proved && (nodes.is_none() || !is_asked(context)) {
        note(context, candidate, end, limits.nodes);
    }
    Ok(())
}

/// Closes the gap of the delay, as far as the program does; where it was asked for it is solved without a
/// gap, too.
fn less_delay(
    ilp: &'static dyn Method,
    task: &CayleyTask,
    context: &Context<'_>,
    candidate: &mut Candidate,
) -> Result<(), MethodError> {
    let length = candidate.schedule.length();
    let schedule = candidate.schedule.words().expect("packets on Cayley graphs go along words");
    let value = u128::from(schedule.total_delay());
    let is_wanted = |pooled: &u128| value > *pooled || is_asked(context);
    let Some(pooled) = cayley_pooled(task).filter(is_wanted) else { return Ok(()) };
    let horizon = match context.problem.objective() {
        // No schedule of less delay takes longer.
        Objective::AverageDelay => length.max(last_arrival(task, value)?),
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => length,
    };
    let Some(Sought { found: result, own }) = of_flow(task, context, horizon, Some(schedule.clone()))? else {
        if is_asked(context) {
            FlowModel::new(task, FlowWays::Free, horizon, MAX_VARIABLES)?;
        }
        candidate.notes.push(too_large());
        return Ok(());
    };
    let end = result.end;
    let bound = result.scoped_bound();
    candidate.proved.delay = bound.filter(|bound| bound.lower.value() > pooled);
    adopt(ilp, context, candidate, result.schedule.filter(|_| own));
    let what = "the delay by flows over nodes and slots, bounded by a tree of multipliers";
    candidate.tried.push(Explanation::Program(what));
    if end != SearchEnd::Proved {
        note(context, candidate, end, flow_limits(task, horizon, context).nodes);
    }
    Ok(())
}
