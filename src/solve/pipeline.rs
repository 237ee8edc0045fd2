//! From a problem to a schedule with a checked certificate.
//!
//! Bounds, then the methods that suit, best first, then the exact search while a gap is left, then the
//! certificate, which is written, read back and checked.

use super::ahead::ahead;
use super::error::{MethodError, RefusedOption, SolveError};
use super::method::{Candidate, Context, Method, Raised, SolveOptions, Suited, When};
use super::methods::{CONVERSION, METHODS};
use super::notes::{Explanation, Note, SearchEnd};
use super::options::{Form, MOST_AUTOMATIC_MOVES, MOST_MOVES, Phase};
use super::outcome::{MatrixSummary, Outcome, Solution, Unfinished};
use super::traffic::{self, Ground, Traffic, Trials};
use super::units::{in_units, rank, rank_of_all, total_delay};
use super::unsuited::Unsuited;
use crate::bound::Bounds;
use crate::certify::{DelayMeasured, Measured, claims};
use crate::check::{Answer, Verdict, check_certificate, check_coming};
use crate::model::{IntervalRows, Problem, Schedule, ScheduleForm, TaskMatrix, count_of, wide};
use crate::route::{Directions, task_matrix};
use crate::wire::{self, CertificateDocument, Horizon, Lower, Objective, Per, ReportedClaim, Route};

/// Solves a problem: bounds it, makes schedules by the methods that suit it, or by the one asked for, keeps
/// the best, goes on by an exact program while a gap is left and the effort lasts, and has the independent
/// checker accept the certificate.
///
/// # Errors
/// [`SolveError`] when the problem is too large, an option or the method is not for it, or the result fails
/// its own check.
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
    let Found { traffic, mut ground, mut trials } = match find(problem, options) {
        Ok(found) => found,
        Err(Halt::Unfinished(reason)) => return Ok(Outcome::Unknown { reason }),
        Err(Halt::Refused(fault)) => return Err(fault),
    };
    (options.progress)(Phase::Bounding);
    traffic.complete(problem, &mut ground, trials.candidate.schedule.length());
    raise(&mut ground.bounds, std::mem::take(&mut trials.candidate.raised));
    trials = go_beyond_symmetry(problem, options, &mut ground, trials)?;
    let delay = measure_delay(problem, &ground.bounds, &trials.candidate.schedule)?;
    let measured = Measured::new(problem, &trials.candidate.schedule, delay);
    let explanation = traffic.explain(problem, &ground, &trials, options);
    hand_out(problem, ground.bounds, &measured, trials.candidate, explanation, options)
}

/// The lower bounds of a problem, without a schedule.
///
/// # Complexity
/// That of the choice of directions on products of rings, of the best link weights on others; no schedule is
/// made.
#[must_use]
pub fn bounds(problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
    traffic::of(problem.view()).bounds(problem, stop)
}

/// A schedule in the form asked for, neither certified nor checked; none if there is none.
pub(super) fn construct(problem: &Problem, options: &SolveOptions<'_>) -> Option<Schedule> {
    let candidate = find(problem, options).ok()?.trials.candidate;
    in_form(problem, candidate, options.form).ok()
}

/// What was found before the certificate.
struct Found {
    traffic: &'static dyn Traffic,
    ground: Ground,
    trials: Trials,
}

/// Why nothing was found.
#[derive(Debug)]
pub(super) enum Halt {
    Refused(SolveError),
    Unfinished(Unfinished),
}

impl From<SolveError> for Halt {
    fn from(fault: SolveError) -> Self {
        Self::Refused(fault)
    }
}

/// The best schedule of the methods that suit, or of the one asked for.
fn find(problem: &Problem, options: &SolveOptions<'_>) -> Result<Found, Halt> {
    refuse_options(problem, options).map_err(SolveError::from)?;
    let answer = options.method.map(|method| method.suits(problem));
    let view = match &answer {
        Some(Ok(suited)) => suited.view,
        Some(Err(fault @ Unsuited::OtherTask { .. })) => return Err(refused(options, fault.clone()).into()),
        Some(Err(_)) | None => problem.view(),
    };
    let traffic = traffic::of(view);
    traffic.require(problem, options)?;
    let answer = answer.transpose().map_err(|fault| refused(options, fault))?;
    let ground = traffic.begin(problem, options);
    let (bounds, route) = (&ground.bounds, ground.route.as_ref());
    let context = Context { problem, options, bounds, route, best: None, construct };
    let goes_on = answer.is_some_and(|suited| suited.when == When::GoesOn);
    let alone = options.method.filter(|_| !goes_on).or(options.source.map(|_| CONVERSION));
    if let Some(method) = alone {
        let trials = asked_for(&context, method, traffic)?;
        return Ok(Found { traffic, ground, trials });
    }
    let failed = |method: &'static dyn Method| move |fault| SolveError::of(method.word(), fault);
    if let Some(method) = options.method {
        method.require(&context).map_err(failed(method))?;
    }
    let list = suited(problem);
    let mut trials = best_of_all(&context, &ground, traffic, &list)?;
    for &(_, method) in list.iter().filter(|(when, _)| *when == When::GoesOn) {
        trials.candidate = method.improve(&context, trials.candidate).map_err(failed(method))?;
    }
    Ok(Found { traffic, ground, trials })
}

/// Tries schedules in which nodes differ while the best symmetric one takes more slots than the bound for all
/// schedules, or has more delay than it where delay counts: those of all methods, or what the one asked for has
/// beyond symmetry.
fn go_beyond_symmetry(
    problem: &Problem,
    options: &SolveOptions<'_>,
    ground: &mut Ground,
    mut trials: Trials,
) -> Result<Trials, SolveError> {
    let wanted = problem.is_isotropic() && options.form != Form::Intervals;
    if options.symmetric || options.source.is_some() || !wanted {
        return Ok(trials);
    }
    let found = trials.candidate.schedule.length();
    if options.method.is_none() {
        try_classes(problem, options, ground, &mut trials);
    }
    let (bounds, route) = (&ground.bounds, ground.route.as_ref());
    let context = Context { problem, options, bounds, route, best: None, construct };
    for method in METHODS.iter().filter(|method| options.method.is_none_or(|asked| asked == **method)) {
        let candidate = method.beyond_symmetry(&context, trials.candidate);
        trials.candidate = candidate.map_err(|fault| SolveError::of(method.word(), fault))?;
    }
    if trials.candidate.schedule.per() == Per::Network
        && options.method.is_none_or(Method::is_symmetric)
        && problem.objective() == Objective::CompletionTime
    {
        let note = Note::Asymmetric { found, least: ground.bounds.greatest() };
        trials.candidate.notes.push(note);
    }
    raise(&mut ground.bounds, std::mem::take(&mut trials.candidate.raised));
    Ok(trials)
}

/// Tries the methods that make schedules in which nodes differ.
fn try_classes(problem: &Problem, options: &SolveOptions<'_>, ground: &Ground, trials: &mut Trials) {
    let (bounds, route) = (&ground.bounds, ground.route.as_ref());
    let nodes = problem.network().nodes();
    for method in beyond_symmetry(problem) {
        if meets(problem.objective(), bounds, &trials.candidate.schedule, nodes) || (options.stop)() {
            break;
        }
        let best = Some(&trials.candidate);
        match method.make(&Context { problem, options, bounds, route, best, construct }) {
            Ok(Some(candidate)) => {
                trials.tried.push(tried(&candidate));
                let rank = |schedule| rank_of_all(problem.objective(), schedule, nodes);
                if rank(&candidate.schedule) < rank(&trials.candidate.schedule) {
                    trials.candidate = candidate;
                }
            }
            Ok(None) => {}
            Err(fault) => trials.tried.push(Explanation::Failed { word: method.word(), fault }),
        }
    }
}

/// Whether a schedule meets the bounds for all schedules that count.
fn meets(objective: Objective, bounds: &Bounds, schedule: &Schedule, nodes: u64) -> bool {
    let in_time = schedule.length() <= bounds.best().slots();
    let least = bounds.delays(Per::Network, nodes).first().map(|bound| bound.lower.value());
    let [_, delay] = rank_of_all(Objective::CompletionTimeThenAverageDelay, schedule, nodes);
    let in_delay = least.is_none_or(|least| delay <= least);
    match objective {
        Objective::CompletionTime => in_time,
        // The least slots before the least delay are those of symmetric schedules, while these have the least delay.
        Objective::AverageDelay | Objective::CompletionTimeThenAverageDelay => in_delay,
    }
}

/// The methods that make schedules in which nodes differ, as whatever they take the problem.
fn beyond_symmetry(problem: &Problem) -> Vec<&'static dyn Method> {
    let turn = |method: &&'static dyn Method| match method.suits(problem) {
        Ok(Suited { when: When::BeyondSymmetry { turn }, .. }) => Some((turn, *method)),
        _ => None,
    };
    let mut list: Vec<_> = METHODS.iter().filter_map(turn).collect();
    list.sort_by_key(|(turn, _)| *turn);
    list.into_iter().map(|(_, method)| method).collect()
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
    if options.source.is_some() && problem.collective().is_none() {
        return Err(RefusedOption::Source);
    }
    if options.source.is_some() && options.method.is_some() {
        return Err(RefusedOption::Method);
    }
    Ok(())
}

/// What the method asked for says of the problem.
fn refused(options: &SolveOptions<'_>, fault: Unsuited) -> SolveError {
    SolveError::of(options.method.map_or("", Method::word), MethodError::Unsuited(fault))
}

/// What one method makes, the only one that is asked for.
fn asked_for(
    context: &Context<'_>,
    method: &'static dyn Method,
    traffic: &dyn Traffic,
) -> Result<Trials, Halt> {
    let candidate = method.make(context).map_err(|fault| SolveError::of(method.word(), fault))?;
    let candidate = candidate.ok_or_else(|| Halt::Unfinished(traffic.unfinished()))?;
    let tried = vec![tried(&candidate)];
    Ok(Trials { candidate, tried })
}

/// The best of what the methods make that are tried without being asked for; a schedule that meets all bounds
/// ends the trials.
pub(super) fn best_of_all(
    context: &Context<'_>,
    ground: &Ground,
    traffic: &dyn Traffic,
    suited: &[(When, &'static dyn Method)],
) -> Result<Trials, Halt> {
    let (problem, nodes) = (context.problem, context.problem.network().nodes());
    let (mut best, mut lines, mut faults): (Option<Candidate>, _, _) = (None, Vec::new(), Vec::new());
    let mut cancelled = false;
    for is_last in [false, true] {
        if best.is_some() {
            break;
        }
        let is_wanted = |when: When| match when {
            When::Tried { .. } => !is_last,
            When::LastResort => is_last,
            When::BeyondSymmetry { .. } | When::GoesOn | When::OnRequest => false,
        };
        for &(_, method) in suited.iter().filter(|(when, _)| is_wanted(*when)) {
            let word = method.word();
            if best.is_some() && (context.options.stop)() {
                lines.push(Explanation::NotTried { word });
                continue;
            }
            match method.make(&Context { best: best.as_ref(), ..*context }) {
                Ok(Some(candidate)) => {
                    lines.push(tried(&candidate));
                    let meets = ground.is_met_by(&candidate.schedule, nodes);
                    let rank = |candidate: &Candidate| rank(problem.objective(), &candidate.schedule);
                    if best.as_ref().is_none_or(|best| rank(&candidate) < rank(best)) {
                        best = Some(candidate);
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
        Some(candidate) => Ok(Trials { candidate, tried: lines }),
        None if cancelled || faults.is_empty() => Err(Halt::Unfinished(traffic.unfinished())),
        None => Err(SolveError::NoMethod { faults }.into()),
    }
}

/// The methods that take a problem as what it is, in the order in which they are tried.
pub(super) fn suited(problem: &Problem) -> Vec<(When, &'static dyn Method)> {
    let suits = |method: &&'static dyn Method| match method.suits(problem) {
        Ok(Suited { view, when }) if view == problem.view() => Some((when, *method)),
        _ => None,
    };
    let mut list: Vec<_> = METHODS.iter().filter_map(suits).collect();
    list.sort_by_key(|(when, _)| when.turn());
    list
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

/// The total delay with its horizon, if the problem asks for it.
fn measure_delay(
    problem: &Problem,
    bounds: &Bounds,
    schedule: &Schedule,
) -> Result<Option<DelayMeasured>, SolveError> {
    let completion = schedule.length();
    let least = if schedule.per() == Per::Node { bounds.greatest() } else { bounds.best().slots() };
    let horizon = match problem.objective() {
        Objective::CompletionTime => return Ok(None),
        Objective::AverageDelay => Horizon::Any,
        Objective::CompletionTimeThenAverageDelay if completion == least => Horizon::Critical,
        Objective::CompletionTimeThenAverageDelay => Horizon::Slots(completion),
    };
    let value = total_delay(schedule).filter(|_| !bounds.delay.is_empty());
    Ok(Some(DelayMeasured { value: value.ok_or(SolveError::DelayTooLarge)?, horizon }))
}

/// The schedule in the form in which it is handed out.
fn in_form(problem: &Problem, candidate: Candidate, form: Form) -> Result<Schedule, SolveError> {
    let schedule = candidate.schedule;
    let is_matrix = matches!(schedule.form(), ScheduleForm::Units(..) | ScheduleForm::Intervals(..));
    let moves = schedule.moves();
    let as_slots = match (schedule.form(), form) {
        (ScheduleForm::Intervals(..), Form::Automatic) => moves <= MOST_AUTOMATIC_MOVES.into(),
        (ScheduleForm::Intervals(..), Form::Intervals) => false,
        _ => true,
    };
    // Detours may make more moves than were counted before the routes were chosen.
    if is_matrix && as_slots && moves > MOST_MOVES.into() {
        return Err(SolveError::TooManyMoves { found: moves, most: MOST_MOVES });
    }
    Ok(match schedule.into_form() {
        ScheduleForm::Intervals(IntervalRows::Stored(matrix), form, _) if as_slots => {
            let slots = in_units(&matrix, &form);
            Schedule::of_units(matrix, slots)
        }
        ScheduleForm::Intervals(rows, form, _) => {
            let routes = match &rows {
                IntervalRows::Stored(matrix) => routes(problem, matrix, &candidate.directions),
                IntervalRows::Implied(_) => Vec::new(),
            };
            Schedule::of_intervals(rows, form, routes)
        }
        form => Schedule::of(form),
    })
}

/// The rows that do not take their default route.
fn routes(problem: &Problem, chosen: &TaskMatrix, directions: &Directions) -> Vec<Route> {
    if *directions == Directions::Default {
        return Vec::new();
    }
    let task = problem.rows().expect("directions belong to rows");
    let default = task_matrix(task, &Directions::Default).expect("default directions fit any task");
    let changed = (0..chosen.rows()).filter(|&row| !chosen.row(row).eq(default.row(row)));
    changed
        .map(|row| {
            let mut uses = vec![0; wide(chosen.columns())];
            for (link, units) in chosen.row(row) {
                uses[wide(link)] = units;
            }
            Route { row: count_of(row), uses }
        })
        .collect()
}

/// Writes the certificate, forgets everything else, reads it again and has it checked.
pub(super) fn hand_out(
    problem: &Problem,
    bounds: Bounds,
    measured: &Measured,
    candidate: Candidate,
    explanation: Vec<Explanation>,
    options: &SolveOptions<'_>,
) -> Result<Outcome, SolveError> {
    (options.progress)(Phase::Writing);
    let optimal = is_optimal(problem.objective(), &bounds, measured);
    let (method, mut notes) = (candidate.method, candidate.notes.clone());
    if !optimal && candidate.cut_short.is_some() && !(options.cancel)() {
        notes.extend(of_time(options, &notes));
    }
    let schedule = in_form(problem, candidate, options.form)?;
    let matrix = MatrixSummary::of(&schedule);
    let (task, body) = (problem.document().clone(), schedule.into_body(problem));
    let certificate = CertificateDocument::new(task, body, claims(&bounds, measured));
    let (certificate, verdict) = read_back(certificate, options)?;
    let problem = problem.clone();
    let solution =
        Box::new(Solution { problem, method, bounds, matrix, certificate, verdict, notes, explanation });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}

/// What more time could do for a search that was cut short.
fn of_time(options: &SolveOptions<'_>, notes: &[Note]) -> Option<Note> {
    match options.time_limit {
        None => Some(Note::MoreTime),
        Some(seconds) => {
            let note = Note::Ended(SearchEnd::Seconds(seconds));
            ((options.stop)() && !notes.contains(&note)).then_some(note)
        }
    }
}

/// A schedule from elsewhere with its certificate, which the checker accepts.
#[cfg(feature = "ilp")]
pub(super) fn certified(problem: &Problem, schedule: Schedule) -> Result<CertificateDocument, SolveError> {
    let options = SolveOptions::default();
    let bounds = bounds(problem, options.stop);
    let delay = measure_delay(problem, &bounds, &schedule)?;
    let measured = Measured::new(problem, &schedule, delay);
    let (task, body) = (problem.document().clone(), schedule.into_body(problem));
    let certificate = CertificateDocument::new(task, body, claims(&bounds, &measured));
    read_back(certificate, &options).map(|(certificate, _)| certificate)
}

/// Reads a certificate as it will be handed out, and has it checked: one in slots piece by piece, as it is written, and
/// what stands around them is compared; any other at once.
fn read_back(
    certificate: CertificateDocument,
    options: &SolveOptions<'_>,
) -> Result<(CertificateDocument, Verdict), SolveError> {
    (options.progress)(Phase::Checking);
    let checked = |text| ahead(text, |pieces| check_coming(pieces, &options.check));
    let answer = certificate.text().and_then(checked);
    if let Some(Answer::Certificate { task, verdict, claims }) = answer
        && task == certificate.task
        && certificate.claims.iter().map(ReportedClaim::from).eq(claims)
    {
        return Ok((certificate, verdict));
    }
    let bytes = wire::to_bytes(&certificate);
    drop(certificate);
    let certificate: CertificateDocument = wire::parse(&bytes)?;
    drop(bytes);
    let verdict = check_certificate(&certificate, &options.check)
        .map_err(|rejection| SolveError::SelfCheck { rejection: Box::new(rejection) })?;
    Ok((certificate, verdict))
}

/// Whether every part of the objective meets its bound.
fn is_optimal(objective: Objective, bounds: &Bounds, measured: &Measured) -> bool {
    let least = if measured.per == Per::Node { bounds.greatest() } else { bounds.best().slots() };
    let in_time = measured.completion == least;
    let delays = bounds.delays(measured.per, measured.nodes);
    let least = delays.first().map(|bound| bound.lower.value());
    let in_delay = least.is_some() && measured.delay.map(|delay| delay.value) == least;
    match objective {
        Objective::CompletionTime => in_time,
        Objective::AverageDelay => in_delay,
        Objective::CompletionTimeThenAverageDelay => in_time && in_delay,
    }
}

/// Takes what a method has proved.
fn raise(bounds: &mut Bounds, raised: Raised) {
    bounds.completion.splice(0..0, raised.completion);
    bounds.symmetric = raised.symmetric.or(bounds.symmetric.take());
    let all = bounds.completion.first().map(Lower::value);
    bounds.symmetric = bounds.symmetric.take().filter(|bound| Some(bound.value()) > all);
    let pooled = bounds.delay.first().map(|bound| bound.lower.value());
    bounds.delay.splice(0..0, raised.delay.filter(|bound| Some(bound.lower.value()) > pooled));
}
