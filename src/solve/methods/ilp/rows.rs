//! The exact programs of a task matrix: the fewest slots, and the least delay.

use super::effort::{MAX_SECOND_VARIABLES, MAX_SMALL_VARIABLES, ended, is_asked, limits};
use super::flow::{flow_limits, is_taken, last_arrival, of_flow};
use super::orbits::{beyond_symmetry, is_sought};
use super::own::{Sought, seek};
use crate::bound::ScopedBound;
use crate::delay::pooled;
use crate::model::{IsotropicTask, Schedule, WordSchedule};
use crate::program::{
    self, DelayModel, DelayRows, DelaySchedule, DelayWays, MAX_DETOUR_VARIABLES, MAX_VARIABLES, ProgramError,
    SearchEnd, delay_size, least_slots, sufficient_horizon, widest_model,
};
use crate::route::task_matrix;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Made, Method, Work};
use crate::solve::methods::quotient::by_rows as by_quotient;
use crate::solve::methods::task_matrix::of_matrix::{of_matrix, route};
use crate::solve::notes::{Explanation, ModelLimit, Note};
use crate::solve::units::{coloring, total_delay};
use crate::wire::Objective;

/// The programs of a task matrix: asked for, or where a gap in the delay is left.
pub(super) struct OfRows<'a> {
    pub(super) ilp: &'static dyn Method,
    pub(super) task: &'a IsotropicTask,
}

impl Work for OfRows<'_> {
    fn require(&self, context: &Context<'_>) -> Result<(), MethodError> {
        require(self.task, context)
    }

    fn make(&self, context: &Context<'_>) -> Made {
        fewest_slots(self.ilp, self.task, context)
    }

    fn improve(&self, context: &Context<'_>, candidate: Candidate) -> Result<Candidate, MethodError> {
        less_delay(self.ilp, self.task, context, candidate)
    }

    fn improve_beyond_symmetry(
        &self,
        context: &Context<'_>,
        candidate: Candidate,
    ) -> Result<Candidate, MethodError> {
        // The tables of a large network take longer than all the rest.
        if !is_sought(context, &candidate) {
            return Ok(candidate);
        }
        match context.problem.words() {
            Ok(task) => beyond_symmetry(self.ilp, task, context, candidate),
            Err(_) => Ok(candidate),
        }
    }
}

/// The name of the gap that is left.
const OF_DELAY: &str = "the gap of the delay";

/// The fewest slots with free directions; those that are known attain their slots without the program.
///
/// Below the proved bound nothing is tried, and what the search refutes above it no certificate says.
fn fewest_slots(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    context: &Context<'_>,
) -> Result<Option<Candidate>, MethodError> {
    let (program, route, limits) = (task.clone(), route(context), limits(context, u64::MAX));
    let build = move |slots| DelayModel::of_slots(&program, slots);
    let found = least_slots(build, route.lower, route.completion + 1, &limits)?;
    if found.lower > route.completion {
        return Err(ProgramError::Missed { slots: route.completion }.into());
    }
    let candidate = match found.schedule {
        Some(best) => {
            let how = "time-indexed program with free directions, solved by HiGHS, its schedule replayed";
            let mut candidate = made_of(ilp, task, best, how);
            candidate.routes = Some("chosen by the program together with the slots");
            Some(candidate)
        }
        None => by_quotient(task, context),
    };
    let notes = ended(found.end, limits.nodes, context.options).into_iter().collect();
    Ok(candidate.map(|candidate| Candidate { notes, ..candidate }))
}

fn made_of(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    best: DelaySchedule,
    how: &'static str,
) -> Candidate {
    let matrix = task_matrix(task, &best.directions).expect("directions of the task itself");
    of_matrix(ilp, Schedule::of_units(matrix, best.coloring), how, best.directions)
}

/// The schedules that the program contains.
struct Model {
    ways: DelayWays<'static>,
    horizon: u64,
}

impl Model {
    /// Within the critical horizon detours are allowed, so that every symmetric schedule is in the model.
    /// With any number of slots they make the model much larger, and are allowed when the model is small, or
    /// the known schedule makes some.
    fn new(
        task: &IsotropicTask,
        context: &Context<'_>,
        candidate: &Candidate,
        with_detours: u64,
    ) -> Result<Self, ProgramError> {
        let detours = candidate.schedule.moves() > task.total_distance();
        let (ways, horizon) = match task.document().objective {
            Objective::AverageDelay if !detours => widest_model(task, with_detours)?,
            Objective::AverageDelay => (DelayWays::DetoursFree, sufficient_horizon(task, true)?),
            Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => {
                (DelayWays::DetoursFree, route(context).completion)
            }
        };
        Ok(Self { ways, horizon })
    }
}

/// Refuses a task whose smallest models are too large.
fn require(task: &IsotropicTask, context: &Context<'_>) -> Result<(), MethodError> {
    let smallest = smallest(task, context);
    let flow = || {
        let nodes = task.network().nodes().saturating_sub(1);
        nodes.saturating_mul(task.network().links().into()).saturating_mul(smallest.slots)
    };
    if context.problem.objective() != Objective::CompletionTime && flow() <= MAX_VARIABLES {
        return Ok(());
    }
    smallest.require(MAX_VARIABLES).map_err(ProgramError::from)?;
    Ok(())
}

/// No model is smaller: none has fewer slots than a packet has hops, nor at horizon critical than the
/// completion time.
fn smallest(task: &IsotropicTask, context: &Context<'_>) -> program::ModelSize {
    let farthest = task.farthest().map_or(0, |node| task.network().distance(node));
    let slots = match task.document().objective {
        Objective::AverageDelay => farthest,
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => route(context).completion,
    };
    delay_size(task, DelayWays::TiesFree, slots)
}

/// The model that is searched without being asked for and its size, unless it is beyond what the program
/// takes.
fn model_within_limit(
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: &Candidate,
) -> Option<(Model, program::ModelSize)> {
    smallest(task, context).require(MAX_VARIABLES).ok()?;
    let model = Model::new(task, context, candidate, MAX_SMALL_VARIABLES).ok()?;
    let size = delay_size(task, model.ways, model.horizon);
    size.require(MAX_VARIABLES).ok()?;
    Some((model, size))
}

/// Goes on from the best construction when it leaves a gap; without being asked for it when the model is
/// small. Who asks for it has it solved in any case.
fn less_delay(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    context: &Context<'_>,
    mut candidate: Candidate,
) -> Result<Candidate, MethodError> {
    let asked = is_asked(context);
    if !asked && is_proved(task, context, &candidate) {
        return Ok(candidate);
    }
    // The bound of the flow model is most often the better one, and has no detours to choose from.
    let mut gap = None;
    let mut nodes = 0;
    if let Some(found) = by_flow(task, context, &candidate)? {
        nodes = found.nodes;
        gap = adopt(ilp, task, context, &mut candidate, found);
        if gap.is_none() {
            return Ok(explained(ilp, candidate));
        }
    }
    let tried = gap.is_some();
    let model = if asked {
        match Model::new(task, context, &candidate, MAX_DETOUR_VARIABLES) {
            Ok(model) => Some(model),
            Err(_) if tried => None,
            Err(fault) => return Err(fault.into()),
        }
    } else {
        let has_gap = pooled(task).is_some_and(|least| total_delay(&candidate.schedule) > Some(least));
        let most = if tried { MAX_SECOND_VARIABLES } else { MAX_SMALL_VARIABLES };
        match model_within_limit(task, context, &candidate) {
            Some((model, size)) if size.require(most).is_ok() => Some(model),
            Some((_, size)) => {
                let size = ModelLimit::UpTo(size);
                let note = Note::TooLargeUnasked { model: "delay", size };
                candidate.notes.extend((has_gap && !tried).then_some(note));
                None
            }
            None => {
                candidate.notes.extend((has_gap && !tried).then_some(Note::BeyondProgram));
                None
            }
        }
    };
    if let Some(model) = model {
        match by_rows(task, context, &candidate, &model) {
            Ok(found) => {
                nodes = found.nodes;
                gap = adopt(ilp, task, context, &mut candidate, found);
            }
            Err(MethodError::Program(ProgramError::TooLarge(_))) if tried => {}
            Err(fault) => return Err(fault),
        }
    } else if !tried {
        return Ok(candidate);
    }
    candidate.notes.extend(gap.and_then(|end| ended(end, nodes, context.options)));
    if !asked && gap == Some(SearchEnd::Nodes) {
        candidate.notes.push(Note::MayClose { gap: OF_DELAY });
    }
    Ok(explained(ilp, candidate))
}

/// Explains the result of a program, whose schedule may be that of a construction.
fn explained(ilp: &'static dyn Method, mut candidate: Candidate) -> Candidate {
    let how = Explanation::DelayProgram { most: MAX_SMALL_VARIABLES };
    if candidate.method == ilp {
        candidate.routes = Some("chosen by the program together with the slots");
        candidate.how = how;
    } else {
        candidate.tried.push(how);
    }
    candidate
}

/// Whether the pooled bound proves a schedule already.
fn is_proved(task: &IsotropicTask, context: &Context<'_>, candidate: &Candidate) -> bool {
    let in_time = context.problem.objective() == Objective::AverageDelay
        || candidate.schedule.length() <= route(context).completion;
    in_time && pooled(task).is_some() && pooled(task) == total_delay(&candidate.schedule)
}

/// The result of a search.
struct Search {
    /// The schedule that the program has made.
    own: Option<DelaySchedule>,
    /// The construction that it has gone on from, where that is the best one.
    known: Option<Candidate>,
    /// The bound, and the schedules that it binds within the slots of the model.
    bound: Option<ScopedBound>,
    horizon: u64,
    /// Most nodes of its tree.
    nodes: u64,
    end: SearchEnd,
}

/// A construction from which the search starts.
struct First {
    candidate: Candidate,
    schedule: DelaySchedule,
}

/// Returns a schedule from which the search starts, of at most `slots` slots if there is one.
fn first(
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: &Candidate,
    admissible: &dyn Fn(&Candidate) -> bool,
) -> Result<Option<First>, MethodError> {
    let taken = |candidate: Candidate| {
        let coloring = coloring(&candidate.schedule).expect("constructions are those of a stored matrix");
        let schedule = DelaySchedule::new(task, candidate.directions.clone(), coloring)?;
        Ok(First { candidate, schedule })
    };
    if admissible(candidate) {
        return taken(candidate.clone()).map(Some);
    }
    by_quotient(task, context).filter(admissible).map(taken).transpose()
}

/// The search by flows over nodes and slots; none where that model is too large.
fn by_flow(
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: &Candidate,
) -> Result<Option<Search>, MethodError> {
    let (Ok(words), Some(delay)) = (context.problem.words(), total_delay(&candidate.schedule)) else {
        return Ok(None);
    };
    let length = candidate.schedule.length();
    let horizon = match context.problem.objective() {
        // No schedule of less delay need take longer.
        Objective::AverageDelay => {
            length.max(last_arrival(words, delay)?.min(sufficient_horizon(task, true)?))
        }
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => route(context).completion,
    };
    if !is_taken(words, horizon, context) {
        return Ok(None);
    }
    let first = first(task, context, candidate, &|candidate| candidate.schedule.length() <= horizon)?;
    let in_words = |First { schedule, .. }: &First| {
        let matrix = task_matrix(task, &schedule.directions).expect("directions of the task itself");
        let packets = context.problem.offsets().collect();
        WordSchedule::from_coloring(packets, &matrix, &schedule.coloring)
    };
    let Some(Sought { found, own }) = of_flow(words, context, horizon, first.as_ref().map(in_words))? else {
        return Ok(None);
    };
    let bound = found.scoped_bound();
    let made = found.schedule.as_ref().filter(|_| own);
    let made = made.map(|words| DelaySchedule::of_words(task, words)).transpose()?;
    let known = first.map(|first| first.candidate).filter(|_| !own);
    let nodes = flow_limits(words, horizon, context).nodes;
    Ok(Some(Search { own: made, known, bound, horizon, nodes, end: found.end }))
}

/// The search on rows whose order does not matter.
fn by_rows(
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: &Candidate,
    model: &Model,
) -> Result<Search, MethodError> {
    let admissible = |candidate: &Candidate| {
        let shortest = candidate.schedule.moves() == task.total_distance();
        candidate.schedule.length() <= model.horizon && (shortest || model.ways == DelayWays::DetoursFree)
    };
    let first = first(task, context, candidate, &admissible)?;
    let build = || DelayModel::new(task, model.ways, model.horizon, MAX_VARIABLES, DelayRows::Needed);
    let limits = limits(context, delay_size(task, model.ways, model.horizon).variables);
    let schedule = first.as_ref().map(|first| first.schedule.clone());
    let Sought { found, own } = seek(build, schedule, &limits, is_asked(context))?;
    let bound = found.scoped_bound();
    let known = first.map(|first| first.candidate).filter(|_| !own);
    let made = found.schedule.filter(|_| own);
    Ok(Search { own: made, known, bound, horizon: model.horizon, nodes: limits.nodes, end: found.end })
}

/// Takes the schedule of a search if it is no worse, and its bound if it is greater; why the search ended, if
/// a gap is left.
fn adopt(
    ilp: &'static dyn Method,
    task: &IsotropicTask,
    context: &Context<'_>,
    candidate: &mut Candidate,
    found: Search,
) -> Option<SearchEnd> {
    let objective = context.problem.objective();
    let rank = |candidate: &Candidate| {
        let (slots, delay) = (u128::from(candidate.schedule.length()), total_delay(&candidate.schedule));
        if objective == Objective::AverageDelay { (delay, Some(slots)) } else { (Some(slots), delay) }
    };
    if let Some(best) = found.own.map(|best| made_of(ilp, task, best, "")).or(found.known)
        && rank(&best) <= rank(candidate)
    {
        let (notes, proved) = (std::mem::take(&mut candidate.notes), std::mem::take(&mut candidate.proved));
        *candidate = Candidate { notes, proved, ..best };
    }
    // A schedule of more slots than the model has is claimed for more slots than the bound holds for.
    let in_model = candidate.schedule.length() <= found.horizon;
    let value = |bound: &Option<ScopedBound>| bound.as_ref().map(|bound| bound.lower.value());
    let bound = found.bound.filter(|_| objective == Objective::AverageDelay || in_model);
    if value(&bound) > value(&candidate.proved.delay) {
        candidate.proved.delay = bound;
    }
    let proved = value(&candidate.proved.delay).into_iter().chain(pooled(task)).max();
    let delay = total_delay(&candidate.schedule);
    Some(found.end).filter(|_| proved.is_some_and(|lower| delay > Some(lower)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::dual_tree;
    use crate::model::Problem;
    use crate::program::least_delay;
    use crate::solve::method::SolveOptions;
    use crate::solve::methods::Ilp;
    use crate::solve::pipeline::bounds;
    use crate::wire::parse;

    #[test]
    fn a_second_model_keeps_the_bound_of_the_first() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
            "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
        let problem = Problem::new(&parse(text).expect("a task")).expect("a problem");
        let (known, options) = (bounds(&problem, &|| false), SolveOptions::default());
        let (bounds, options) = (&known, &options);
        let context =
            Context { problem: &problem, options, bounds, route: None, best: None, is_improving: true };
        let task = problem.rows().expect("rows of a ring");
        let horizon = known.best().slots();
        let model = DelayModel::new(task, DelayWays::TiesFree, horizon, MAX_VARIABLES, DelayRows::Needed);
        let found = least_delay(model.expect("small"), None, &limits(&context, 1)).expect("solved");
        let best = found.schedule.expect("one of so many slots");
        let mut candidate = made_of(&Ilp, task, best.clone(), "");
        let proved = ScopedBound::of_all(dual_tree(5, horizon, None, Vec::new()));
        candidate.proved.delay = Some(proved.clone());
        candidate.notes = vec![Note::BeyondProgram];
        let (own, end) = (Some(best), SearchEnd::Nodes);
        let second = Search { own, known: None, bound: None, horizon, nodes: 1, end };
        adopt(&Ilp, task, &context, &mut candidate, second);
        assert_eq!((candidate.proved.delay, candidate.notes), (Some(proved), vec![Note::BeyondProgram]));
    }
}
