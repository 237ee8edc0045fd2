//! The search for the least delay within a number of slots, or for the least number of slots, each with its
//! proof.
//!
//! Schedules come from the relaxation, from `HiGHS`, or from the tree; bounds come from multipliers of the
//! rows alone.

use super::branch::{Goal, evaluate_node};
use super::error::ProgramError;
use super::form::{Delayed, Formulation, NamedProgram};
use super::highs::{Wanted, solve};
use super::multipliers::Leaf;
use super::rounding::round;
use super::tree::{TimeLeft, TreeEnd, TreeSearch};
use super::worker::{Budget, Found, SearchEnd, SearchOptions, on_a_thread};
use crate::model::count_of;
use crate::wire::DualNode;

/// Finds a solution of least total delay `ΣC_i` and proves it optimal. `first` is an incumbent to begin with,
/// and often optimal.
///
/// The duals of the relaxation are rounded to integers, and only bounds that these prove are claimed. If they
/// do not prove the delay of the incumbent, the search branches on 0–1 variables, and each leaf has
/// multipliers of its own. Without a first schedule, or if the first relaxation does not prove it optimal,
/// `HiGHS` is asked for a better one.
///
/// The search has a thread of its own. `HiGHS` keeps to the time limit but cannot be interrupted. When the
/// limit has passed or `stop` says so, the thread has a fifth of a second to hand over its best result; then
/// it is abandoned, and continues beside the caller until `HiGHS` returns.
///
/// # Errors
/// * the errors of [`Delayed::admit`];
/// * the errors of [`Formulation::read`], if the schedule of `HiGHS` is invalid;
/// * [`ProgramError::Solver`], if `HiGHS` fails.
///
/// # Complexity
/// Exponential time at worst.
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Total exchange on the 2-cube: 01 and 10 after one slot, 11 after two, or the other way round: 5 in any
/// case.
/// ```
/// use isotask::program::{DelayModel, DelayRows, DelayWays, MAX_VARIABLES, SearchOptions, least_delay};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":2},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let model = DelayModel::new(&task, DelayWays::TiesFree, 2, MAX_VARIABLES, DelayRows::Needed)?;
/// let options = SearchOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false, watch: &() };
/// let found = least_delay(model, None, &options)?;
/// assert_eq!((found.schedule.map(|best| best.total_delay), found.lower), (Some(5), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// Total exchange on the star graph of 3 symbols, a ring of 6: two packets at distance 1, two at 2, one at 3.
/// ```
/// use isotask::program::{FlowModel, FlowWays, MAX_VARIABLES, SearchOptions, least_delay};
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":3},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
/// let task = CayleyTask::new(&wire::parse(text)?)?;
/// let options = SearchOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false, watch: &() };
/// let found = least_delay(FlowModel::new(&task, FlowWays::Free, 5, MAX_VARIABLES)?, None, &options)?;
/// assert_eq!(found.schedule.map(|best| best.total_delay()), Some(found.lower));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn least_delay<F: Delayed>(
    model: F,
    first: Option<F::Schedule>,
    options: &SearchOptions<'_>,
) -> Result<Found<F::Schedule>, ProgramError> {
    let first = first.map(|first| model.admit(first)).transpose()?;
    let begin = result_so_far(&model, first.clone(), &Leaf::trivial());
    on_a_thread(options, begin, move |budget, tell| search_least_delay(&model, first, budget, tell))
}

/// Finds a schedule with the least number of slots, between the lower bound `from` and the attained number
/// `to`.
///
/// For each number of slots in turn, the program that `build` makes either has a solution or is refuted by a
/// tree whose leaves have multipliers that no solution satisfies. If neither is found within the limits,
/// larger numbers are tried for schedules only. The search ends before a program that would be too large. It
/// has a thread of its own as [`least_delay`] has.
///
/// # Errors
/// * the errors of `build`;
/// * the errors of [`Formulation::read`], if the schedule of `HiGHS` is invalid;
/// * [`ProgramError::Solver`], if `HiGHS` fails.
///
/// # Complexity
/// Exponential time at worst.
///
/// # Panics
/// If the operating system refuses a thread for `HiGHS`.
///
/// # Examples
/// Ring of 3, three packets of offset 1: one of them goes the long way.
/// ```
/// use isotask::program::{DelayModel, SearchOptions, least_slots};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":3},
///   "task":{"kind":"isotropic","packets":[{"offset":1,"count":3}]},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let options = SearchOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false, watch: &() };
/// let found = least_slots(move |slots| DelayModel::of_slots(&task, slots), 1, 4, &options)?;
/// assert_eq!((found.schedule.map(|best| best.coloring.length()), found.lower), (Some(2), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// Total exchange on the ring of 4, taken as a Cayley graph: the two ways to the farthest node are equally
/// long, but one link more is used.
/// ```
/// use isotask::program::{FlowModel, FlowWays, MAX_VARIABLES, SearchOptions, least_slots};
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":4,"steps":[1]},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&wire::parse(text)?)?;
/// let options = SearchOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false, watch: &() };
/// let build = move |slots| FlowModel::new(&task, FlowWays::Free, slots, MAX_VARIABLES);
/// let found = least_slots(build, 2, 4, &options)?;
/// assert_eq!((found.schedule.map(|best| best.length()), found.lower), (Some(3), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// On a ring of 4, two packets from node 0 to the opposite node 2, and two from its neighbour 1: three links
/// take them there in three slots.
/// ```
/// use isotask::program::{SearchOptions, TransportModel, least_slots};
/// use isotask::{model::DemandsTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"demands","packets":[{"from":0,"to":2,"count":2},{"from":1,"to":2,"count":2}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let task = DemandsTask::new(&wire::parse(text)?)?;
/// let options = SearchOptions { threads: 1, time_limit: None, nodes: 100, stop: &|| false, watch: &() };
/// let found = least_slots(move |slots| TransportModel::new(&task, slots, 1000), 2, 5, &options)?;
/// assert_eq!((found.schedule.map(|best| best.slots.len()), found.lower), (Some(3), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn least_slots<F: Formulation>(
    build: impl Fn(u64) -> Result<F, ProgramError> + Send + 'static,
    from: u64,
    to: u64,
    options: &SearchOptions<'_>,
) -> Result<Found<F::Schedule>, ProgramError> {
    let begin = |lower, scope, model, end| Found {
        schedule: None,
        best: None,
        lower,
        horizon: lower,
        model,
        tree: Vec::new(),
        scope,
        end,
        nodes: 0,
    };
    if from >= to {
        return Ok(begin(to, None, None, SearchEnd::Proved));
    }
    // A program that is too large is refused before a thread is started.
    let first = build(from)?;
    let begin = begin(from, first.scope(), first.model(), SearchEnd::Solver);
    let latest = begin.clone();
    let work =
        move |budget: &Budget, tell: &dyn Fn(_)| by_rising_length(first, latest, &build, to, budget, tell);
    let found = on_a_thread(options, begin, work)?;
    // If all numbers below the caller's attained one are refuted, its schedule is optimal.
    let end = if found.lower == to { SearchEnd::Proved } else { found.end };
    Ok(Found { end, ..found })
}

/// Returns multipliers of the rows which prove that no solution of a program has an objective below `value`;
/// none if its relaxation does not prove it.
///
/// # Complexity
/// That of a linear program.
#[must_use]
pub fn root_proof(program: &NamedProgram, value: u64) -> Option<Vec<DualNode>> {
    let leaf = evaluate_node(program, &program.fixed, Goal::AtLeast(value), None).leaf;
    leaf.proves(value).then(|| vec![leaf.node(program)])
}

/// Searches for the least delay and hands over every better schedule and bound; the last of them is the
/// result.
fn search_least_delay<F: Delayed>(
    model: &F,
    mut best: Option<F::Schedule>,
    budget: &Budget,
    tell: &dyn Fn(Found<F::Schedule>),
) -> Result<(), ProgramError> {
    let program = model.program();
    let goal = best.as_ref().map_or(Goal::Best, |best| Goal::AtLeast(F::total_delay(best)));
    let root = evaluate_node(program, &program.fixed, goal, budget.remaining());
    if let Some(values) = root.solution() {
        keep_if_it_replays(model, &mut best, &values);
    }
    let leaf = root.leaf;
    tell(result_so_far(model, best.clone(), &leaf));
    let proved =
        |best: &Option<F::Schedule>| best.as_ref().is_some_and(|best| leaf.proves(F::total_delay(best)));
    // With a limit of one node the search ends at the relaxation.
    if budget.nodes == 1 && best.is_some() {
        if !proved(&best) {
            tell(Found { end: SearchEnd::Nodes, ..result_so_far(model, best, &leaf) });
        }
        return Ok(());
    }
    // Rounding asks for a schedule that attains the bound.
    if let (Some(relaxed), Some(lower), false) = (root.values, leaf.value, proved(&best))
        && let Some(values) = round(program, &relaxed, lower, budget)?
    {
        keep_if_it_replays(model, &mut best, &values);
        tell(result_so_far(model, best.clone(), &leaf));
    }
    if !proved(&best)
        && !budget.is_over()
        && let Some(schedule) = ask_highs(model, Wanted::Least, budget)?
    {
        keep_if_better::<F>(&mut best, schedule);
        tell(result_so_far(model, best.clone(), &leaf));
    }
    let (Some(known), false) = (&best, proved(&best)) else {
        return Ok(());
    };
    let goal = Goal::AtLeast(F::total_delay(known));
    let mut improve = |values: &[bool]| {
        keep_if_it_replays(model, &mut best, values);
        tell(result_so_far(model, best.clone(), &leaf));
        best.as_ref().map(F::total_delay)
    };
    let grown = tree_of(program, goal, budget, &mut improve);
    let mut solution = result_so_far(model, best, &leaf);
    match (grown, &solution.schedule) {
        (TreeEnd::Complete { tree, goal: Goal::AtLeast(lower) }, Some(best)) => {
            solution.lower = lower.min(F::total_delay(best));
            solution.tree = tree;
            if solution.lower == F::total_delay(best) {
                solution.end = SearchEnd::Proved;
            }
        }
        (TreeEnd::Nodes, _) if solution.end == SearchEnd::Solver => solution.end = SearchEnd::Nodes,
        _ => {}
    }
    tell(solution);
    Ok(())
}

/// Grows the tree of a program within a budget.
fn tree_of(
    program: &NamedProgram,
    goal: Goal,
    budget: &Budget,
    improve: &mut dyn FnMut(&[bool]) -> Option<u64>,
) -> TreeEnd {
    let growing = TreeSearch {
        program,
        domain: &program.fixed,
        goal,
        nodes: budget.nodes,
        threads: budget.threads,
        left: &|| if budget.is_over() { TimeLeft::Nothing } else { budget.remaining().into() },
        counted: &budget.counted,
        root: &|_| (),
    };
    growing.grow(improve)
}

fn result_so_far<F: Delayed>(model: &F, schedule: Option<F::Schedule>, leaf: &Leaf) -> Found<F::Schedule> {
    // A refutation within the horizon is claimed as 0, since no bound has a meaning then; a bound above the
    // incumbent would be a bug, and is not claimed.
    let lower = leaf.value.unwrap_or(0);
    let lower = schedule.as_ref().map_or(lower, |best| lower.min(F::total_delay(best)));
    let proved = schedule.as_ref().is_some_and(|best| F::total_delay(best) == lower);
    Found {
        best: schedule.as_ref().map(F::total_delay),
        lower,
        horizon: count_of(model.program().slots()),
        model: model.model(),
        end: if proved { SearchEnd::Proved } else { SearchEnd::Solver },
        schedule,
        tree: vec![leaf.node(model.program())],
        scope: model.scope(),
        nodes: 1,
    }
}

/// Keeps a solution of the relaxation if it is a better schedule.
fn keep_if_it_replays<F: Delayed>(model: &F, best: &mut Option<F::Schedule>, values: &[bool]) {
    // Values that do not replay were a solution only within the solver's tolerance.
    if let Ok(schedule) = model.read(values) {
        keep_if_better::<F>(best, schedule);
    }
}

fn keep_if_better<F: Delayed>(best: &mut Option<F::Schedule>, schedule: F::Schedule) {
    if best.as_ref().is_none_or(|best| F::total_delay(&schedule) < F::total_delay(best)) {
        *best = Some(schedule);
    }
}

/// Tries one number of slots after the other until there is a schedule, the budget is over, the next number
/// is `to`, or the next program is too large.
fn by_rising_length<F: Formulation>(
    mut model: F,
    mut latest: Found<F::Schedule>,
    build: &dyn Fn(u64) -> Result<F, ProgramError>,
    to: u64,
    budget: &Budget,
    tell: &dyn Fn(Found<F::Schedule>),
) -> Result<(), ProgramError> {
    // Invariant: fewer slots than `latest.lower` are refuted, and none below those of `model` has given a
    // schedule.
    loop {
        let slots = count_of(model.program().slots());
        let refute = latest.lower == slots;
        latest.nodes = latest.nodes.max(u64::from(refute));
        match decide_slots(&model, refute, budget)? {
            Verdict::Schedule(schedule) => {
                latest.end = if refute { SearchEnd::Proved } else { latest.end };
                (latest.schedule, latest.best) = (Some(schedule), Some(slots));
                tell(latest);
                return Ok(());
            }
            Verdict::Refuted(tree) => {
                (latest.lower, latest.horizon, latest.tree) = (slots + 1, slots, tree);
            }
            Verdict::Unknown(end) => latest.end = end,
        }
        tell(latest.clone());
        if budget.is_over() || slots + 1 >= to {
            return Ok(());
        }
        model = match build(slots + 1) {
            Err(ProgramError::TooLarge(_)) => {
                tell(Found { end: SearchEnd::Size, ..latest });
                return Ok(());
            }
            model => model?,
        };
    }
}

/// The result for one number of slots.
enum Verdict<S> {
    Schedule(S),
    Refuted(Vec<DualNode>),
    Unknown(SearchEnd),
}

fn decide_slots<F: Formulation>(
    model: &F,
    refute: bool,
    budget: &Budget,
) -> Result<Verdict<F::Schedule>, ProgramError> {
    let program = model.program();
    if refute {
        let root = evaluate_node(program, &program.fixed, Goal::NoSolution, budget.remaining());
        if root.leaf.value.is_none() {
            return Ok(Verdict::Refuted(vec![root.leaf.node(program)]));
        }
        if let Some(schedule) = root.solution().and_then(|values| model.read(&values).ok()) {
            return Ok(Verdict::Schedule(schedule));
        }
    }
    // The other half of the time is left for the tree.
    let share = if refute { budget.half() } else { budget.clone() };
    if let Some(schedule) = ask_highs(model, Wanted::Any, &share)? {
        return Ok(Verdict::Schedule(schedule));
    }
    if !refute || budget.is_over() {
        return Ok(Verdict::Unknown(SearchEnd::Solver));
    }
    let mut schedule = None;
    let mut improve = |values: &[bool]| {
        schedule = model.read(values).ok();
        // One solution is enough.
        None
    };
    let grown = tree_of(program, Goal::NoSolution, budget, &mut improve);
    Ok(match (schedule, grown) {
        (Some(schedule), _) => Verdict::Schedule(schedule),
        (None, TreeEnd::Complete { tree, .. }) => Verdict::Refuted(tree),
        (None, TreeEnd::Nodes) => Verdict::Unknown(SearchEnd::Nodes),
        (None, TreeEnd::Refuted | TreeEnd::Open) => Verdict::Unknown(SearchEnd::Solver),
    })
}

/// Asks `HiGHS` for a schedule, with its presolve and, if that finds none, without.
fn ask_highs<F: Formulation>(
    model: &F,
    wanted: Wanted,
    budget: &Budget,
) -> Result<Option<F::Schedule>, ProgramError> {
    for presolve in [true, false] {
        if let Some(values) = solve(model.program(), wanted, presolve, &budget.limits())? {
            return model.read(&values).map(Some);
        }
        if budget.is_over() {
            break;
        }
    }
    Ok(None)
}
