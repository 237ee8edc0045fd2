//! From the best schedule to a certificate that was read back and checked.

use super::error::SolveError;
use super::method::{Candidate, SolveOptions};
use super::notes::{Explanation, Note, SearchLimit};
use super::options::{Form, MAX_AUTOMATIC_MOVES, MAX_MOVES, Phase};
use super::outcome::{MatrixSummary, Outcome, Solution};
use super::prefetch::prefetch;
use super::units::{in_units, total_delay};
use crate::bound::Bounds;
use crate::certify::{DelayMeasured, Measured, claims};
use crate::check::{Answer, Verdict, check_certificate, check_streamed};
use crate::decompose::by_slot;
use crate::job_shop::Effort;
use crate::model::{Problem, Schedule};
use crate::route::{Directions, own_routes};
use crate::wire::{
    self, CertificateDocument, Horizon, NodeRef, Objective, Per, ReportedClaim, ScheduleBody, Scope,
};

/// Measures the best schedule, and hands it out.
pub(super) fn finish(
    problem: &Problem,
    bounds: Bounds,
    candidate: Candidate,
    explanation: Vec<Explanation>,
    options: &SolveOptions<'_>,
) -> Result<Outcome, SolveError> {
    let delay = measure_delay(problem, &bounds, &candidate.schedule, options)?;
    let measured = Measured::new(problem, &candidate.schedule, delay);
    certify(problem, bounds, &measured, candidate, explanation, options)
}

/// The total delay with its horizon, if the problem asks for it. The slots that no schedule can do without
/// are a number of slots beside the claim that proves them; `critical` stands for those of symmetric ones.
fn measure_delay(
    problem: &Problem,
    bounds: &Bounds,
    schedule: &Schedule,
    options: &SolveOptions<'_>,
) -> Result<Option<DelayMeasured>, SolveError> {
    let completion = schedule.length();
    let is_least_of_all = !options.symmetric && completion == bounds.best().slots();
    let is_critical = schedule.per() == Per::Node && completion == bounds.greatest() && !is_least_of_all;
    let horizon = match problem.objective() {
        Objective::CompletionTime => return Ok(None),
        Objective::AverageDelay => Horizon::Any,
        Objective::CompletionTimeThenAverageDelay if is_critical => Horizon::Critical,
        Objective::CompletionTimeThenAverageDelay => Horizon::Slots(completion),
    };
    let value = total_delay(schedule).filter(|_| !bounds.delay.is_empty());
    Ok(Some(DelayMeasured { value: value.ok_or(SolveError::DelayTooLarge)?, horizon }))
}

/// A schedule with a slot for every unit, if it is one of a task matrix in memory; any other as it is.
pub(super) fn in_slots(schedule: Schedule) -> Result<Schedule, SolveError> {
    is_in_slots(&schedule, Form::Slots)?;
    Ok(match in_units(&schedule) {
        Some(slots) => schedule.recolored(slots),
        None => schedule,
    })
}

/// The schedule in the form in which it is handed out.
fn body(problem: &Problem, candidate: Candidate, form: Form) -> Result<ScheduleBody, SolveError> {
    let schedule = &candidate.schedule;
    let in_slots = is_in_slots(schedule, form)?;
    if let Some((matrix, form)) = schedule.matrix().zip(schedule.intervals()).filter(|_| in_slots) {
        let packets = problem.offsets().map(|node| NodeRef::Index(node.0)).collect();
        return Ok(ScheduleBody::Symmetric { packets, slots: by_slot(matrix, form) });
    }
    Ok(as_it_is(problem, candidate).into_body(problem))
}

/// Whether a schedule is handed out move by move.
fn is_in_slots(schedule: &Schedule, form: Form) -> Result<bool, SolveError> {
    let in_intervals = schedule.intervals().is_some();
    let moves = schedule.moves();
    let in_slots = !in_intervals
        || match form {
            Form::Automatic => moves <= MAX_AUTOMATIC_MOVES.into(),
            Form::Intervals => false,
            Form::Slots | Form::Windows => true,
        };
    // Detours may make more moves than were counted before the routes were chosen.
    let is_matrix = in_intervals || schedule.matrix().is_some();
    if is_matrix && in_slots && moves > MAX_MOVES.into() {
        return Err(SolveError::TooManyMoves { found: moves, most: MAX_MOVES });
    }
    Ok(in_slots)
}

/// The schedule as it is, its intervals with the routes that are not the default ones.
fn as_it_is(problem: &Problem, candidate: Candidate) -> Schedule {
    let schedule = candidate.schedule;
    let in_intervals = schedule.intervals().is_some() && candidate.directions != Directions::Default;
    let matrix = schedule.matrix().filter(|_| in_intervals);
    let task = || problem.rows().expect("directions belong to rows");
    let routes = matrix.map(|matrix| own_routes(task(), matrix));
    schedule.with_routes(routes.unwrap_or_default())
}

/// Writes the certificate, forgets everything else, reads it again and has it checked.
pub(super) fn certify(
    problem: &Problem,
    bounds: Bounds,
    measured: &Measured,
    candidate: Candidate,
    explanation: Vec<Explanation>,
    options: &SolveOptions<'_>,
) -> Result<Outcome, SolveError> {
    (options.progress)(Phase::Writing);
    let among = if options.symmetric { Scope::Isotropic } else { Scope::All };
    let optimal = is_optimal(problem.objective(), &bounds, measured, among);
    let (method, mut notes) = (candidate.method, candidate.notes.clone());
    if !optimal && candidate.cut_short.is_some() && !(options.cancel)() {
        notes.extend(of_time(options, &notes));
    }
    let matrix = MatrixSummary::of(&candidate.schedule);
    let body = body(problem, candidate, options.form)?;
    let certificate = CertificateDocument::new(problem.document().clone(), body, claims(&bounds, measured));
    let (certificate, verdict) = read_back(certificate, options)?;
    notes.extend(Note::of_check(verdict.steps));
    let problem = problem.clone();
    let solution = Box::new(Solution {
        problem,
        among,
        method,
        bounds,
        matrix,
        certificate,
        verdict,
        notes,
        explanation,
    });
    Ok(if optimal { Outcome::Optimal(solution) } else { Outcome::Feasible(solution) })
}

/// Returns a note on how more time or effort could help a search that was cut short.
fn of_time(options: &SolveOptions<'_>, notes: &[Note]) -> Option<Note> {
    if let Some(limit) = options.time_limit.filter(|_| (options.stop)()) {
        let note = Note::Ended(SearchLimit::Time(limit));
        return (!notes.contains(&note)).then_some(note);
    }
    let more = Effort::ALL.into_iter().find(|effort| *effort > options.effort());
    more.map(Note::MoreEffort)
}

/// Reads a certificate as it will be handed out, and has it checked: one in slots piece by piece, as it is
/// written, and what stands around them is compared; any other at once.
fn read_back(
    certificate: CertificateDocument,
    options: &SolveOptions<'_>,
) -> Result<(CertificateDocument, Verdict), SolveError> {
    (options.progress)(Phase::Checking);
    let checked = |text| prefetch(text, options.copy, |pieces| check_streamed(pieces, &options.check));
    let answer = certificate.text().and_then(checked);
    if let Some(Answer::Certificate { task, verdict, claims }) = answer
        && task == certificate.task
        && certificate.claims.iter().map(ReportedClaim::from).eq(claims)
    {
        if let Some(copy) = options.copy {
            copy.accept();
        }
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

/// Whether every part of the objective meets its bound. Of two parts, the first bound must bind all schedules
/// `among` which the second part is least.
fn is_optimal(objective: Objective, bounds: &Bounds, measured: &Measured, among: Scope) -> bool {
    let of_symmetric = measured.per == Per::Node;
    let least = if of_symmetric { bounds.greatest() } else { bounds.best().slots() };
    let delays = bounds.delays(measured.per, measured.nodes);
    let meets = |scope: Scope| {
        let binding = delays.iter().filter(|bound| bound.scope >= scope);
        let least = binding.map(|bound| bound.lower.value()).max();
        least.is_some() && measured.delay.map(|delay| delay.value) == least
    };
    match (objective, among) {
        (Objective::CompletionTime, _) => measured.completion == least,
        (Objective::AverageDelay, _) => meets(Scope::IsotropicShortest),
        (Objective::CompletionTimeThenAverageDelay, Scope::All) => {
            measured.completion == bounds.best().slots() && meets(Scope::All)
        }
        (Objective::CompletionTimeThenAverageDelay, _) => measured.completion == least && meets(among),
    }
}
