//! The exact programs beyond symmetry: classes of nodes under one group of translations after the other.

use super::effort::{MAX_SMALL_VARIABLES, ended, is_asked, limits};
use crate::model::{CayleyTask, DemandsTask, Schedule, Subgroup};
use crate::orbit::subgroups;
use crate::program::{
    FlowWays, MAX_VARIABLES, OrbitModel, ProgramError, SearchEnd, TransportModel, least_slots,
};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method};
use crate::solve::notes::{Explanation, ModelLimit, Note};
use crate::wire::{Lower, Objective};

const HOW: &str =
    "flows over classes of nodes, residuals and slots under a group of translations, solved by HiGHS";

/// Most variables of the programs of all groups together, as a multiple of the most of one.
const VARIABLES_OF_ALL_GROUPS_FACTOR: u64 = 3;

/// Whether the best schedule takes more slots than the bound for all schedules, where that counts.
pub(super) fn is_sought(context: &Context<'_>, candidate: &Candidate) -> bool {
    context.problem.objective() == Objective::CompletionTime
        && candidate.schedule.length() > context.bounds.best().slots()
}

/// Goes on from the best schedule while it takes more slots than the bound for all schedules: two classes of
/// nodes, then more, at last each node its own, as long as the models are small enough.
///
/// Under the trivial group fewer slots may be refuted for all schedules; a refutation under another group
/// becomes a note.
pub(super) fn beyond_symmetry(
    ilp: &'static dyn Method,
    task: &CayleyTask,
    context: &Context<'_>,
    mut candidate: Candidate,
) -> Result<Candidate, MethodError> {
    if !is_sought(context, &candidate) {
        return Ok(candidate);
    }
    let (asked, least) = (is_asked(context), context.bounds.best().slots());
    let most = if asked { MAX_VARIABLES } else { MAX_SMALL_VARIABLES };
    let mut left = most * VARIABLES_OF_ALL_GROUPS_FACTOR;
    let (mut refuted, mut end) = (Vec::new(), None);
    for group in subgroups(task.network(), most_classes(task, least, most)) {
        let variables = OrbitModel::size(task, group.classes(), least).variables;
        if candidate.schedule.length() == least || (context.options.stop)() || variables > left {
            break;
        }
        left -= variables;
        let found = search(task, &group, context, candidate.schedule.length(), most)?;
        if let Some(schedule) = found.schedule {
            (candidate.schedule, candidate.method) = (schedule, ilp);
            candidate.how = Explanation::Method { word: ilp.word(), how: HOW };
        }
        if found.lower > least {
            let generators = group.generators().iter().map(|node| node.0).collect();
            let classes = u64::from(group.classes());
            refuted.push(Note::RefutedUnder { generators, classes, slots: found.lower - 1 });
        }
        candidate.proved.completion = found.proved;
        end = found.end;
    }
    let least = candidate.proved.completion.as_ref().map_or(least, Lower::slots);
    if candidate.schedule.length() == least {
        candidate.tried.extend(refuted.into_iter().map(Explanation::Note));
        return Ok(candidate);
    }
    candidate.notes.extend(refuted.into_iter().chain(end));
    let is_left = !asked && most_classes(task, least, MAX_VARIABLES) > most_classes(task, least, most);
    candidate.notes.extend(
        is_left.then_some(Note::TooLargeUnasked { model: "orbit", size: ModelLimit::Most(MAX_VARIABLES) }),
    );
    Ok(candidate)
}

/// Returns the most classes of nodes of a model of `slots` slots with at most `most` variables.
fn most_classes(task: &CayleyTask, slots: u64, most: u64) -> u64 {
    let each = OrbitModel::size(task, 1, slots).variables;
    (most / each.max(1)).min(task.graph().nodes())
}

/// The result of the search under a group.
struct Searched {
    /// A schedule of fewer slots.
    schedule: Option<Schedule>,
    /// Fewer slots are refuted under the group.
    lower: u64,
    /// The proof as a bound that binds all schedules.
    proved: Option<Lower>,
    /// Why the search ended with a gap.
    end: Option<Note>,
}

/// Searches below a number of slots that is attained, from the bound for all on.
fn search(
    task: &CayleyTask,
    group: &Subgroup,
    context: &Context<'_>,
    attained: u64,
    most: u64,
) -> Result<Searched, MethodError> {
    let least = context.bounds.best().slots();
    let limits = limits(context, OrbitModel::size(task, group.classes(), least).variables);
    let ended = |end| ended(end, limits.nodes, context.options).filter(|_| end != SearchEnd::Proved);
    // Shortest paths, where there are enough of them, are found sooner, and make the fewest moves.
    for (ways, beyond) in [(FlowWays::Shortest, least + 1), (FlowWays::Free, attained)] {
        if group.order() == 1 && ways == FlowWays::Free {
            break;
        }
        let (task, group) = (task.clone(), group.clone());
        let build = move |slots| OrbitModel::new(&task, group.clone(), ways, slots, most);
        let found = least_slots(build, least, beyond, &limits)?;
        if found.schedule.is_some() || ways == FlowWays::Free {
            let (schedule, end) = (found.schedule.map(Schedule::from), ended(found.end));
            return Ok(Searched { schedule, lower: found.lower, proved: None, end });
        }
    }
    let listed = DemandsTask::new(task.document())?;
    let build = move |slots| TransportModel::new(&listed, slots, most);
    let found = match least_slots(build, least, attained, &limits) {
        Err(ProgramError::TooLarge(_)) => {
            return Ok(Searched { schedule: None, lower: least, proved: None, end: ended(SearchEnd::Size) });
        }
        found => found?,
    };
    let proved = found.bound().filter(|bound| bound.slots() > least);
    Ok(Searched { schedule: found.schedule.map(Schedule::from), lower: least, proved, end: ended(found.end) })
}
