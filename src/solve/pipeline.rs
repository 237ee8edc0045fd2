//! From a problem to a schedule with a checked certificate.
//!
//! First bounds, then the suitable methods by turn, then those that improve the best schedule and the exact
//! search while a gap is left. Last comes the certificate, which is written, read back and checked.

use super::certify::{finish, in_slots};
use super::error::{MethodError, RefusedOption, SolveError};
use super::method::{Candidate, Context, Method, ProvedBounds, SolveOptions, Suited, When};
use super::methods::{ALONG_TREE, CONVERSION, METHODS};
use super::notes::{Explanation, Note};
use super::options::{Form, Phase};
use super::outcome::Outcome;
use super::traffic::{self, Start, Trials};
use super::units::{rank, rank_of_all, total_delay};
use super::unsuited::Unsuited;
use crate::bound::Bounds;
use crate::job_shop::{Effort, SearchState, SearchWork, Watch as _};
use crate::model::{Problem, Schedule};
use crate::wire::{Lower, Objective, Per};

/// Solves a problem: bounds it, makes schedules by the methods that suit it, or by the one asked for, keeps
/// the best, goes on by an exact program while a gap is left and the effort lasts, and has the independent
/// checker accept the certificate.
///
/// # Errors
/// [`SolveError`] if the problem is too large, an option or the requested method does not apply to it, every
/// method fails, or the checker rejects the result. A search that ends without a schedule is not an error; it
/// returns [`Outcome::Unknown`].
///
/// # Complexity
/// That of the methods and of the bounds.
///
/// # Examples
/// ```
/// use isotask::model::Problem;
/// use isotask::solve::{Outcome, SolveOptions, method, solve};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let problem = Problem::new(&parse::<TaskDocument>(text)?)?;
/// let Outcome::Optimal(solution) = solve(&problem, &SolveOptions::default())? else { panic!("P1 §4") };
/// assert_eq!((solution.completion_time(), solution.method.word()), (8, "quotient"));
/// // Any other method by its word.
/// let options = SolveOptions { method: method("hall"), ..SolveOptions::default() };
/// assert_eq!(solve(&problem, &options)?.solution()?.completion_time(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A star graph with one port, and a broadcast from every node:
/// ```
/// # use isotask::{model::Problem, solve::{SolveOptions, solve}, wire::{TaskDocument, parse}};
/// let solved = |text: &str| -> Result<u64, Box<dyn std::error::Error>> {
///     let problem = Problem::new(&parse::<TaskDocument>(text.as_bytes())?)?;
///     Ok(solve(&problem, &SolveOptions::default())?.solution()?.completion_time())
/// };
/// // The status of a node (P3): 3 · 1 + 6 · 2 + 9 · 3 + 5 · 4.
/// assert_eq!(solved(r#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":4},
///   "task":{"kind":"total-exchange"},"ports":"one","objective":"completion-time"}"#)?, 62);
/// // P2 Table 1: ⌈(2⁴ − 1) / 4⌉ slots.
/// assert_eq!(solved(r#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"multinode-broadcast"},"ports":"all","objective":"completion-time"}"#)?, 4);
/// // Node 4 hangs on node 0 by one link, over which four packets come.
/// assert_eq!(solved(r#"{"format":"isotask.task/1","network":{"kind":"incomplete-hypercube","nodes":5},
///   "task":{"kind":"gather","root":4},"ports":"all","objective":"completion-time"}"#)?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(problem: &Problem, options: &SolveOptions<'_>) -> Result<Outcome, SolveError> {
    let mut start = begin(problem, options)?;
    let Some(mut trials) = find(&start)? else {
        return Ok(Outcome::Unknown { reason: start.traffic.unfinished() });
    };
    (options.progress)(Phase::Bounding);
    let should_stop = || (options.stop)() || (options.cancel)();
    // Isotropic tasks on products of rings get their bounds on completion time only once a schedule is known.
    if options.effort() > Effort::Quick || start.bounds.completion.is_empty() {
        start.traffic.complete(&mut start, &trials.candidate, &should_stop);
    }
    add_proved(&mut start.bounds, std::mem::take(&mut trials.candidate.proved));
    trials = improve_beyond_symmetry(&start, trials)?;
    add_proved(&mut start.bounds, std::mem::take(&mut trials.candidate.proved));
    let explanation = start.traffic.explain(&start, &trials);
    finish(problem, start.bounds, trials.candidate, explanation, options)
}

/// The lower bounds of a problem, without a schedule.
///
/// # Complexity
/// On products of rings, that of choosing directions; on other networks, that of finding the best link
/// weights. No schedule is made.
#[must_use]
pub fn bounds(problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
    traffic::of(problem.view()).bounds(problem, stop)
}

impl dyn Method {
    /// Whether it makes schedules of the problem, and whether it does so without being asked for.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why not.
    pub fn suits<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        traffic::of(problem.view()).suits(self, problem)
    }
}

/// The methods that suit a problem, those of the least turn first, then in the order of the register.
pub(super) fn suiting(problem: &Problem) -> Vec<Suited<'_>> {
    let mut all: Vec<_> = METHODS.iter().filter_map(|method| method.suits(problem).ok()).collect();
    all.sort_by_key(|suited| suited.when.turn());
    all
}

impl Start<'_> {
    fn context(&self) -> Context<'_> {
        let &Self { problem, options, ref bounds, ref route, is_improving, .. } = self;
        Context { problem, options, bounds, route: route.as_ref(), best: None, is_improving }
    }

    /// Reports the length of a schedule that is shorter than those before.
    fn report_length(&self, schedule: &Schedule) {
        if self.problem.objective() != Objective::AverageDelay {
            let (best, lower) = (Some(schedule.length()), self.bounds.known_slots());
            self.options.see(SearchState { best, lower, work: SearchWork::Slots { tries: None, steps: 0 } });
        }
    }
}

/// Refuses problems that are too large and options that do not apply, bounds the problem, and chooses the
/// methods.
fn begin<'a>(problem: &'a Problem, options: &'a SolveOptions<'a>) -> Result<Start<'a>, SolveError> {
    refuse_options(problem, options)?;
    let given = options.source.map(|_| CONVERSION).or(options.tree.map(|_| ALONG_TREE));
    let asked = given.or(options.method);
    let refused = |method: &'static dyn Method| {
        move |fault| SolveError::of(method.word(), MethodError::Unsuited(fault))
    };
    let answer = asked.map(|method| (method, method.suits(problem)));
    let view = match &answer {
        Some((_, Ok(suited))) => suited.view,
        Some((method, Err(fault @ Unsuited::OtherTask { .. }))) => {
            return Err(refused(*method)(fault.clone()));
        }
        Some((_, Err(_))) | None => problem.view(),
    };
    let traffic = traffic::of(view);
    traffic.require(problem, options)?;
    let asked = answer.map(|(method, suited)| suited.map_err(refused(method))).transpose()?;
    let mut start = traffic.begin(problem, options);
    start.is_improving = asked.as_ref().is_some_and(|asked| asked.when == When::Improves);
    start.methods = match asked {
        Some(asked) if !start.is_improving => vec![asked],
        asked => {
            if let Some(asked) = asked {
                asked.work.require(&start.context()).map_err(|fault| asked.fault(fault))?;
            }
            suiting(problem)
        }
    };
    Ok(start)
}

/// The best schedule of the methods that suit, or of the one asked for; none if they ended without one.
fn find(start: &Start<'_>) -> Result<Option<Trials>, SolveError> {
    let options = start.options;
    let is_asked = options.method.is_some() || options.source.is_some() || options.tree.is_some();
    if is_asked && !start.is_improving {
        return try_asked(start, &start.methods[0]);
    }
    let Some(mut trials) = try_all(start)? else { return Ok(None) };
    for suited in
        start.methods.iter().filter(|suited| suited.when == When::Improves && is_wanted(options, suited))
    {
        let better = suited.work.improve(&start.context(), trials.candidate);
        trials.candidate = better.map_err(|fault| suited.fault(fault))?;
    }
    Ok(Some(trials))
}

/// Whether no method is asked for, or this one.
fn is_wanted(options: &SolveOptions<'_>, suited: &Suited<'_>) -> bool {
    options.method.is_none_or(|asked| asked == suited.method)
}

/// Tries schedules in which nodes differ, if the best symmetric schedule misses the bound for all schedules
/// in slots, or in delay where delay counts. If a method is requested, only its own asymmetric schedules are
/// tried; otherwise those of all methods.
fn improve_beyond_symmetry(start: &Start<'_>, mut trials: Trials) -> Result<Trials, SolveError> {
    let (problem, options) = (start.problem, start.options);
    let wanted = problem.is_isotropic() && options.form != Form::Intervals;
    if options.symmetric || options.source.is_some() || !wanted {
        return Ok(trials);
    }
    let found = trials.candidate.schedule.length();
    if options.method.is_none() {
        try_beyond_symmetry(start, &mut trials);
    }
    for suited in start.methods.iter().filter(|suited| is_wanted(options, suited)) {
        let better = suited.work.improve_beyond_symmetry(&start.context(), trials.candidate);
        trials.candidate = better.map_err(|fault| suited.fault(fault))?;
    }
    if trials.candidate.schedule.per() == Per::Network
        && options.method.is_none_or(Method::is_symmetric)
        && problem.objective() != Objective::AverageDelay
        && trials.candidate.schedule.length() < found
    {
        let note = Note::Asymmetric { found, least: start.bounds.greatest() };
        trials.candidate.notes.push(note);
    }
    Ok(trials)
}

/// Tries the methods that make schedules in which nodes differ.
fn try_beyond_symmetry(start: &Start<'_>, trials: &mut Trials) {
    let (objective, nodes) = (start.problem.objective(), start.problem.network().nodes());
    let differ = |suited: &&Suited<'_>| matches!(suited.when, When::BeyondSymmetry { .. });
    for suited in start.methods.iter().filter(differ) {
        if meets(objective, &start.bounds, &trials.candidate.schedule, nodes) || (start.options.stop)() {
            break;
        }
        let best = Some(&trials.candidate);
        match suited.work.make(&Context { best, ..start.context() }) {
            Ok(Some(candidate)) => {
                trials.tried.push(tried(&candidate));
                // Compact schedules of long rings have no known total delay, so they cannot be compared on
                // delay.
                if objective != Objective::CompletionTime && total_delay(&candidate.schedule).is_none() {
                    continue;
                }
                let rank = |schedule| rank_of_all(objective, schedule, nodes);
                if rank(&candidate.schedule) < rank(&trials.candidate.schedule) {
                    trials.candidate = candidate;
                }
            }
            Ok(None) => {}
            Err(fault) => trials.tried.push(Explanation::Failed { word: suited.method.word(), fault }),
        }
    }
}

/// Whether a schedule meets the bounds for all schedules that count.
fn meets(objective: Objective, bounds: &Bounds, schedule: &Schedule, nodes: u64) -> bool {
    let in_time = || schedule.length() <= bounds.best().slots();
    let in_delay = || {
        let least = bounds.delays(Per::Network, nodes).first().map(|bound| bound.lower.value());
        let [delay, _] = rank_of_all(Objective::AverageDelay, schedule, nodes);
        least.is_none_or(|least| delay <= least)
    };
    match objective {
        Objective::CompletionTime => in_time(),
        Objective::AverageDelay => in_delay(),
        Objective::CompletionTimeThenAverageDelay => in_time() && in_delay(),
    }
}

/// Refuses options that mean nothing for the problem.
fn refuse_options(problem: &Problem, options: &SolveOptions<'_>) -> Result<(), RefusedOption> {
    if options.bias.is_some() && !options.method.is_some_and(Method::takes_bias) {
        return Err(RefusedOption::Bias);
    }
    if options.symmetric && !problem.is_isotropic() {
        return Err(RefusedOption::Symmetric);
    }
    if options.symmetric && options.method.is_some_and(|method| !method.is_symmetric()) {
        return Err(RefusedOption::SymmetricMethod);
    }
    if options.source.is_some() && CONVERSION.suits(problem).is_err() {
        return Err(RefusedOption::Source);
    }
    let is_given = options.source.is_some() || options.tree.is_some();
    if is_given && options.method.is_some() {
        return Err(RefusedOption::Method);
    }
    Ok(())
}

impl Context<'_> {
    /// Solves another problem, from whose schedule a method builds its own. The result is given slot by slot
    /// and is neither certified nor checked. `symmetric` asks that every node does the translate of what node
    /// 0 does.
    pub(super) fn solve(&self, problem: &Problem, symmetric: bool) -> Option<Schedule> {
        // The phases shown are those of the method's own problem.
        let options = SolveOptions {
            progress: &|_| (),
            method: None,
            tree: None,
            symmetric,
            form: Form::Slots,
            ..*self.options
        };
        let trials = find(&begin(problem, &options).ok()?).ok()??;
        in_slots(trials.candidate.schedule).ok()
    }
}

/// Returns the result of the only method that is asked for.
pub(super) fn try_asked(start: &Start<'_>, asked: &Suited<'_>) -> Result<Option<Trials>, SolveError> {
    let candidate = asked.work.make(&start.context()).map_err(|fault| asked.fault(fault))?;
    Ok(candidate.map(|candidate| Trials { tried: vec![tried(&candidate)], candidate }))
}

/// Returns the best schedule of the methods that run without being requested. The trials end as soon as a
/// schedule meets the target of the task.
pub(super) fn try_all(start: &Start<'_>) -> Result<Option<Trials>, SolveError> {
    let objective = start.problem.objective();
    let (mut best, mut lines, mut faults): (Option<Candidate>, _, _) = (None, Vec::new(), Vec::new());
    let mut cancelled = false;
    for is_last in [false, true] {
        if best.is_some() {
            break;
        }
        for suited in start.methods.iter().filter(|suited| suited.when.is_tried(is_last)) {
            let word = suited.method.word();
            if best.is_some() && (start.options.stop)() {
                lines.push(Explanation::NotTried { word });
                continue;
            }
            match suited.work.make(&Context { best: best.as_ref(), ..start.context() }) {
                Ok(Some(candidate)) => {
                    if candidate.method == suited.method {
                        lines.push(tried(&candidate));
                    }
                    let meets = start.is_met_by(&candidate.schedule);
                    let rank = |candidate: &Candidate| rank(objective, &candidate.schedule);
                    match &mut best {
                        Some(best) if rank(best) <= rank(&candidate) => best.proved.join(candidate.proved),
                        _ => {
                            start.report_length(&candidate.schedule);
                            best = Some(candidate);
                        }
                    }
                    if meets {
                        break;
                    }
                }
                Ok(None) => cancelled = true,
                Err(fault) => {
                    lines.push(Explanation::Failed { word, fault: fault.clone() });
                    faults.push((word, fault));
                }
            }
        }
    }
    match best {
        Some(candidate) => Ok(Some(Trials { candidate, tried: lines })),
        None if cancelled || faults.is_empty() => Ok(None),
        None => Err(SolveError::NoMethod { faults }),
    }
}

fn tried(candidate: &Candidate) -> Explanation {
    let schedule = &candidate.schedule;
    Explanation::Tried {
        word: candidate.method.word(),
        slots: schedule.length(),
        moves: Some(schedule.moves()),
        delay: schedule.total_delay(),
    }
}

/// Takes what a method has proved, unless more is known.
fn add_proved(bounds: &mut Bounds, proved: ProvedBounds) {
    let known = bounds.completion.first().map(Lower::value);
    bounds.completion.splice(0..0, proved.completion.filter(|lower| Some(lower.value()) >= known));
    let symmetric = proved.symmetric.into_iter().chain(bounds.symmetric.take());
    bounds.symmetric = symmetric.max_by_key(|bound| bound.lower.value());
    let all = bounds.completion.first().map(Lower::value);
    bounds.symmetric = bounds.symmetric.take().filter(|bound| Some(bound.lower.value()) > all);
    let pooled = bounds.delay.first().map(|bound| bound.lower.value());
    bounds.delay.splice(0..0, proved.delay.filter(|bound| Some(bound.lower.value()) > pooled));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::of_demands;
    use crate::model::DemandsTask;
    use crate::wire::{Lower, TaskDocument, parse};

    #[test]
    fn a_bound_of_a_method_does_not_hide_a_greater_one() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"incomplete-hypercube","nodes":5},
            "task":{"kind":"gather","root":4},"ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a task")).expect("a task");
        let mut bounds = of_demands(&task);
        assert_eq!(bounds.best().slots(), 4);
        let volume =
            |value| ProvedBounds { completion: Some(Lower::Volume { value }), ..ProvedBounds::default() };
        for (proved, best) in [(3, 4), (5, 5)] {
            add_proved(&mut bounds, volume(proved));
            assert_eq!(bounds.best().slots(), best);
        }
    }

    fn problem(network: &str, packets: &str, objective: &str) -> Problem {
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{network},"task":{packets},"ports":"all","objective":"{objective}"}}"#
        );
        Problem::new(&parse::<TaskDocument>(text.as_bytes()).expect("a task")).expect("a problem")
    }

    const EXCHANGE: &str = r#"{"kind":"total-exchange"}"#;

    #[test]
    fn methods_beyond_symmetry_are_tried_until_one_meets_the_bound_or_the_time_is_up() {
        let squares = problem(r#"{"kind":"torus","radices":[4,4,4]}"#, EXCHANGE, "average-delay");
        for (stop, more) in [(false, 1), (true, 0)] {
            let stop = || stop;
            let options = SolveOptions { stop: &stop, ..SolveOptions::default() };
            let start = begin(&squares, &options).expect("it suits");
            let mut trials = find(&start).expect("no fault").expect("a schedule");
            let differ = |suited: &&Suited<'_>| matches!(suited.when, When::BeyondSymmetry { .. });
            assert_eq!(start.methods.iter().filter(differ).count(), 2);
            let before = trials.tried.len();
            try_beyond_symmetry(&start, &mut trials);
            assert_eq!(trials.tried.len(), before + more);
            assert_eq!(trials.candidate.method.word() == "gray", more == 1);
        }
    }

    #[test]
    fn a_plan_of_windows_is_for_the_delay() {
        let by_windows = SolveOptions { form: Form::Windows, ..SolveOptions::default() };
        let network = r#"{"kind":"hypercube","dimension":3}"#;
        let refused = solve(&problem(network, EXCHANGE, "completion-time"), &by_windows);
        assert!(matches!(refused, Err(SolveError::OptionRefused(RefusedOption::Windows))));
        assert!(solve(&problem(network, EXCHANGE, "average-delay"), &by_windows).is_ok());
    }
}
