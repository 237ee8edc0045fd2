//! The exact program of packets in a list, and of those that are copied or combined, each of which is listed
//! for it: those that are alike as flows over links and slots.

use super::effort::{MAX_SMALL_VARIABLES, ended, is_asked, limits};
use crate::model::{CollectiveTask, DemandsTask, ModelError};
use crate::program::{MAX_VARIABLES, ModelSize, ProgramError, SearchEnd, TransportModel, least_slots};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Work};
use crate::solve::notes::{Explanation, ModelLimit, Note};
use crate::wire::{Lower, Objective};

/// Packets as the program has them.
pub(super) trait Transported {
    /// Returns the size of the model of `slots` slots.
    fn size(&self, slots: u64) -> ModelSize;

    /// Lists the packets one by one.
    ///
    /// # Errors
    /// [`ModelError`] if there are too many to be listed.
    fn to_demands(&self) -> Result<DemandsTask, ModelError>;
}

impl Transported for DemandsTask {
    fn size(&self, slots: u64) -> ModelSize {
        TransportModel::size(self, slots)
    }

    fn to_demands(&self) -> Result<DemandsTask, ModelError> {
        Ok(self.clone())
    }
}

impl Transported for CollectiveTask {
    fn size(&self, slots: u64) -> ModelSize {
        TransportModel::size_of_collective(self, slots)
    }

    fn to_demands(&self) -> Result<DemandsTask, ModelError> {
        DemandsTask::new(self.document())
    }
}

/// The program of packets in a list, where a gap is left.
pub(super) struct Transport<'a, T> {
    pub(super) ilp: &'static dyn Method,
    pub(super) task: &'a T,
}

impl<T: Transported> Work for Transport<'_, T> {
    fn improve(&self, context: &Context<'_>, candidate: Candidate) -> Result<Candidate, MethodError> {
        fewer_slots(self.ilp, self.task, context, candidate)
    }
}

/// Lists the packets for the program, if the model of `slots` slots has at most `most` variables.
///
/// # Errors
/// [`ProgramError::TooLarge`], and [`MethodError::Model`] if there are too many to be listed.
fn listed(task: &impl Transported, slots: u64, most: u64) -> Result<DemandsTask, MethodError> {
    task.size(slots).require(most).map_err(ProgramError::from)?;
    Ok(task.to_demands()?)
}

const HOW: &str = "packets that are alike as flows over links and slots, solved by HiGHS, its schedule replayed; fewer slots refuted by multipliers";

/// Whether the program goes on where list scheduling leaves a gap above `least` slots.
pub(in crate::solve) fn goes_on_from_lists(task: &DemandsTask, context: &Context<'_>, least: u64) -> bool {
    context.is_improving
        || context.options.method.is_none() && task.size(least).require(MAX_SMALL_VARIABLES).is_ok()
}

/// Goes on from a schedule that leaves a gap; without being asked for it when the model is small. Who asks
/// for it has it solved in any case, so that there is a schedule of its own.
fn fewer_slots(
    ilp: &'static dyn Method,
    task: &impl Transported,
    context: &Context<'_>,
    candidate: Candidate,
) -> Result<Candidate, MethodError> {
    let (asked, mut candidate) = (is_asked(context), candidate);
    let proved = candidate.proved.completion.as_ref().map_or(0, Lower::slots);
    let (least, length) = (context.bounds.best().slots().max(proved), candidate.schedule.length());
    // The program is one of the completion time.
    let is_of_delay = context.problem.objective() == Objective::AverageDelay;
    if !asked && (is_of_delay || length <= least) {
        return Ok(candidate);
    }
    let most = if asked { MAX_VARIABLES } else { MAX_SMALL_VARIABLES };
    let program = match listed(task, least, most) {
        Ok(program) => program,
        Err(fault) if asked => return Err(fault),
        Err(_) => {
            let size = ModelLimit::Most(MAX_VARIABLES);
            let note = Note::TooLargeUnasked { model: "transport", size };
            candidate.tried.push(Explanation::Note(note));
            return Ok(candidate);
        }
    };
    let limits = limits(context, TransportModel::size(&program, least).variables);
    let build = move |slots| TransportModel::new(&program, slots, most);
    let result = least_slots(build, least.min(length), length + u64::from(asked), &limits)?;
    if result.lower > length {
        return Err(ProgramError::Missed { slots: length }.into());
    }
    let higher = result.bound().filter(|bound| bound.slots() > least);
    candidate.proved.completion = higher.or(candidate.proved.completion);
    if result.end != SearchEnd::Proved && result.lower < length {
        let end = ended(result.end, limits.nodes, context.options);
        let more = (!asked).then_some(Note::MayClose { gap: "the gap" });
        candidate.tried.extend(end.into_iter().chain(more).map(Explanation::Note));
    }
    match result.schedule {
        Some(own) => {
            (candidate.method, candidate.schedule) = (ilp, own.into());
            candidate.how = Explanation::Method { word: ilp.word(), how: HOW };
        }
        None => candidate.tried.push(Explanation::Program(HOW)),
    }
    Ok(candidate)
}
