//! Reports a solution as `isotask solve` prints it.

use crate::cli::arguments::packet::slot_time_report;
use crate::cli::arguments::solve::SolveArguments;
use crate::cli::report::lines::{
    Report, average, average_words, checked_words, counted, decimal, describe, describe_matrix, horizon_word,
    horizon_words, link_use, per_words, percent, scope_words, witness_words,
};
use crate::cli::report::schedule;
use crate::cli::terminal::failure::{Exit, guesses};
use crate::cli::terminal::manner::is_quiet;
use crate::cli::terminal::run::run_report;
use crate::cli::terminal::width::prose;
use crate::grammar::SlotTime;
use crate::model::{Network, Problem};
use crate::solve::{Called, Explanation, MatrixSummary, Note, Solution};
use crate::wire::{
    Claim, DelayReport, Horizon, MatrixReport, Objective, Per, Quantity, ReportedClaim, ResultDocument,
    ResultStatus, ScheduleBody, Scope, Status,
};
use std::fmt::Display;

/// The names of options and commands that notes refer to, as the command line has them.
const COMMAND_LINE_NAMES: Called = Called {
    program: "--method ilp",
    symmetric: "--symmetric",
    unasked: "without --method",
    effort: "--effort",
    check: "isotask check --limit",
};

/// Returns the status that goes with an exit of a solve.
pub(crate) fn status_of(exit: Exit) -> ResultStatus {
    match exit {
        Exit::Success => ResultStatus::Optimal,
        Exit::Interrupted => ResultStatus::Interrupted,
        _ => ResultStatus::UpperBound,
    }
}

/// Returns notes as lines of a report, none if the command is quiet.
pub(crate) fn note_lines<T: Display>(notes: &[T]) -> String {
    if is_quiet() {
        String::new()
    } else {
        notes.iter().map(|note| prose(&format!("note: {note}"))).collect()
    }
}

/// Returns notes in the words of the command line.
pub(crate) fn note_words(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| note.words(&COMMAND_LINE_NAMES)).collect()
}

fn explanation_words(lines: &[Explanation]) -> Vec<String> {
    lines.iter().map(|line| line.words(&COMMAND_LINE_NAMES)).collect()
}

/// Returns whether the schedule lists moves of node 0's packets that are carried, so that links and delays
/// can be counted.
fn is_of_node_0(solution: &Solution) -> bool {
    matches!(solution.certificate.schedule, ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. })
}

/// Returns the report for people.
pub(crate) fn text(
    arguments: &SolveArguments,
    solution: &Solution,
    exit: Exit,
    slot_time: Option<&SlotTime>,
) -> String {
    let network = solution.problem.network();
    let mut report = describe(&solution.certificate.task, &solution.problem);
    report.line("method", solution.method.word());
    if let Some(matrix) = &solution.matrix {
        describe_matrix(&mut report, network, matrix);
    }
    if is_of_node_0(solution) {
        describe_one_node(&mut report, solution, exit);
    } else {
        describe_claims(&mut report, solution, exit);
    }
    if let Some(time) = slot_time {
        report.line("in seconds", time.words(solution.completion_time()));
    }
    report.line("checked", checked_words(&solution.verdict.replayed));
    let mut text = report.render();
    text.push_str(&note_lines(&note_words(&solution.notes)));
    if arguments.explain {
        text.push('\n');
        for line in explanation_words(&solution.explanation) {
            text.push_str(&prose(&line));
        }
    }
    let is_kept = arguments.output.is_some() || arguments.schedule.is_some();
    text + &schedule::solved(&solution.problem, &solution.certificate.schedule, is_kept)
}

fn times(claims: &[Claim]) -> impl Iterator<Item = &Claim> {
    claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime)
}

/// Returns whether the second of two objectives is to be least among all schedules that minimise the first.
fn is_second_among_all(solution: &Solution) -> bool {
    let objective = solution.certificate.task.objective;
    objective == Objective::CompletionTimeThenAverageDelay && solution.among == Scope::All
}

/// Describes what one node does, every other doing the translate: the completion time and the use of its
/// links.
fn describe_one_node(report: &mut Report, solution: &Solution, exit: Exit) {
    let (network, claims) = (solution.problem.network(), &solution.certificate.claims);
    let time = solution.completion_time();
    report.line("completion time", counted(time, "slot"));
    for claim in times(claims) {
        report.line("lower bound", bound_words(&solution.problem, claim, &|slots| counted(slots, "slot")));
    }
    describe_delay(report, solution);
    report.verdict("result", verdict_words(solution, exit));
    let moves = solution.verdict.replayed.transmissions;
    report.line("links used", format!("{} %", percent(link_use(moves, time, network.links()))));
    let least = solution.problem.total_distance_of_a_node();
    report.line(
        "transmissions",
        match least {
            Some(least) if moves > least => {
                format!("{moves} of each node (shortest paths alone would need {least})")
            }
            _ => format!("{moves} of each node, the least possible"),
        },
    );
}

fn bound_words(problem: &Problem, claim: &Claim, number: &dyn Fn(u128) -> String) -> String {
    let lower = number(claim.lower.value());
    format!("{lower} for {}, by {}", scope_words(claim.scope), witness_words(problem, &claim.lower))
}

/// Returns the number of packets whose delays are added.
pub(crate) fn counted_packets(problem: &Problem, claim: &Claim) -> u64 {
    let packets =
        if claim.per == Some(Per::Network) { problem.packets() } else { problem.packets_of_a_node() };
    packets.unwrap_or(0)
}

/// Adds the total delay with its bound, if the problem asks for delay.
fn describe_delay(report: &mut Report, solution: &Solution) {
    let Some(claim) = solution.delay_claim() else { return };
    let packets = counted_packets(&solution.problem, claim);
    report.line(
        "total delay",
        format!(
            "{} of the {} of {}, average {}",
            counted(claim.value, "slot"),
            counted(packets, "packet"),
            if claim.per == Some(Per::Network) { "all nodes" } else { "a node" },
            average_words(claim.value, packets)
        ),
    );
    // The bounds before the deciding one are listed too; they bind fewer schedules and are greater.
    let delays = solution.certificate.claims.iter().filter(|claim| claim.quantity == Quantity::TotalDelay);
    let wider = delays.clone().take_while(|&other| other != claim);
    for claim in wider.chain([claim]) {
        report.line(
            "lower bound",
            format!(
                "{} in total for {}{}, by {}",
                counted(claim.lower.value(), "slot"),
                scope_words(claim.scope),
                horizon_words(claim.horizon),
                witness_words(&solution.problem, &claim.lower)
            ),
        );
    }
}

/// Adds the claims with their bounds, and the verdict.
fn describe_claims(report: &mut Report, solution: &Solution, exit: Exit) {
    for claim in &solution.certificate.claims {
        let (label, number): (_, fn(u128) -> String) = match claim.quantity {
            Quantity::TotalDelay => continue,
            Quantity::CompletionTime => ("completion time", |slots| counted(slots, "slot")),
            Quantity::Transmissions => ("transmissions", |sends| sends.to_string()),
        };
        report.line(label, format!("{}{}", number(claim.value), per_words(claim.per)));
        report.line("lower bound", bound_words(&solution.problem, claim, &number));
    }
    describe_delay(report, solution);
    report.verdict("result", verdict_words(solution, exit));
}

/// Returns the strongest proved statements on every part of the objective; and on the transmissions, unless
/// the schedule is one of node 0.
fn verdict_words(solution: &Solution, exit: Exit) -> String {
    let claims = &solution.certificate.claims;
    let mut words = Vec::new();
    if is_second_among_all(solution) {
        words.extend(both_words(solution));
    } else {
        if solution.certificate.task.objective != Objective::AverageDelay {
            words.push(time_words(solution.completion_time(), claims));
            words.extend(other_question(solution));
        }
        words.extend(solution.delay_claim().map(delay_words));
    }
    if !is_of_node_0(solution) {
        let moves = claims.iter().filter(|claim| claim.quantity == Quantity::Transmissions);
        words.extend(moves.map(transmission_words));
    }
    if exit == Exit::Interrupted {
        words.push("interrupted".to_owned());
    }
    words.join("; ")
}

/// Returns what is proved of both parts of an objective among all schedules, and, beside a gap, among
/// symmetric ones.
fn both_words(solution: &Solution) -> Vec<String> {
    let (time, claims) = (solution.completion_time(), &solution.certificate.claims);
    let of_all: Vec<Claim> = times(claims).filter(|claim| claim.scope == Scope::All).cloned().collect();
    let mut words = vec![time_words(time, &of_all)];
    let in_time = of_all.iter().any(|claim| claim.status == Status::Optimal);
    let narrower = |claim: &&Claim| claim.scope != Scope::All && claim.status == Status::Optimal;
    if let Some(claim) = times(claims).filter(narrower).max_by_key(|claim| claim.scope).filter(|_| !in_time) {
        words.push(format!("no {} is shorter (scope {})", kind_words(claim.scope), claim.scope.as_str()));
    }
    let Some(delay) = solution.delay_claim() else { return words };
    // The delay is not called optimal while fewer slots are not excluded.
    let of_delay = |claim: &Claim| match claim.status {
        Status::Optimal if !in_time => none_has_less(claim),
        _ => delay_words(claim),
    };
    words.push(of_delay(delay));
    let delays = claims.iter().filter(|claim| claim.quantity == Quantity::TotalDelay);
    if delay.status == Status::UpperBound {
        words.extend(delays.filter(narrower).map(none_has_less).next());
    }
    words
}

/// Returns, for a symmetric schedule with an open gap, the gap that the line before does not give: among all
/// schedules, or among symmetric ones.
fn other_question(solution: &Solution) -> Option<String> {
    let (time, claims) = (solution.completion_time(), &solution.certificate.claims);
    let is_open = times(claims).all(|claim| claim.status == Status::UpperBound);
    if !is_of_node_0(solution) || !is_open {
        return None;
    }
    let bound = |all: bool| {
        let of = times(claims).filter(|claim| (claim.scope == Scope::All) == all);
        of.map(|claim| claim.lower.slots()).max()
    };
    let all = bound(true)?;
    Some(match bound(false) {
        Some(alike) if alike > all => {
            format!("gap {} between {all} and {time} slots among all schedules (scope all)", time - all)
        }
        // A bound on all schedules binds symmetric ones too.
        _ => "the same gap is open among symmetric schedules (scope isotropic)".to_owned(),
    })
}

fn transmission_words(claim: &Claim) -> String {
    match claim.status {
        Status::Optimal => "none has fewer transmissions (scope all)".to_owned(),
        Status::UpperBound => {
            format!("{} transmissions above the bound (scope all)", claim.value - claim.lower.value())
        }
    }
}

/// Returns the kind of the schedules of a scope.
fn kind_words(scope: Scope) -> &'static str {
    match scope {
        Scope::All => "schedule",
        Scope::Isotropic => "symmetric schedule",
        Scope::IsotropicShortest => "symmetric schedule along shortest paths",
    }
}

fn none_has_less(claim: &Claim) -> String {
    let (kind, scope, horizon) = (kind_words(claim.scope), claim.scope.as_str(), horizon_word(claim.horizon));
    // The horizon of any length needs no words.
    let within = horizon_words(claim.horizon.filter(|horizon| *horizon != Horizon::Any));
    format!("no {kind}{within} has less delay (scope {scope}, horizon {horizon})")
}

fn delay_words(claim: &Claim) -> String {
    let (scope, horizon) = (claim.scope.as_str(), horizon_word(claim.horizon));
    let lower = claim.lower.value();
    match claim.status {
        Status::Optimal => format!("optimal: {}", none_has_less(claim)),
        Status::UpperBound => format!(
            "delay not proved optimal: gap {} between {lower} and {} (scope {scope}, horizon {horizon})",
            claim.value - lower,
            claim.value
        ),
    }
}

fn time_words(time: u64, claims: &[Claim]) -> String {
    let claim = Claim::foremost(claims, Quantity::CompletionTime);
    let claim = claim.expect("a solution always claims its completion time");
    match Some(claim.scope).filter(|_| claim.status == Status::Optimal) {
        Some(Scope::All) => "optimal: no schedule is shorter (scope all)".to_owned(),
        Some(Scope::Isotropic) => "optimal: no symmetric schedule is shorter (scope isotropic)".to_owned(),
        Some(Scope::IsotropicShortest) => "optimal: no symmetric schedule along shortest paths is shorter \
             (scope isotropic-shortest)"
            .to_owned(),
        None => {
            let (lower, scope) = (claim.lower.slots(), claim.scope.as_str());
            let gap = time - lower;
            format!("not proved optimal: gap {gap} between {lower} and {time} slots (scope {scope})")
        }
    }
}

/// Adds the network, the task, the ports and the objective that were solved.
pub(crate) fn set_instance(document: &mut ResultDocument, problem: &Problem) {
    let task = problem.document();
    set_network(document, problem.network());
    document.task = Some(problem.to_string());
    document.ports = Some(task.ports);
    document.objective = Some(task.objective);
}

/// Adds the network alone.
pub(crate) fn set_network(document: &mut ResultDocument, network: &Network) {
    document.network = Some(network.title());
    document.read = guesses();
    document.nodes = Some(network.nodes());
    document.links_per_node = Some(network.links());
}

/// Sets the completion time beside its greatest bound; of equal bounds, the one that binds most schedules
/// counts. If the second of two objectives is to be least among all schedules, only bounds on all schedules
/// count.
fn set_time(document: &mut ResultDocument, solution: &Solution) {
    let decides = |claim: &&Claim| !is_second_among_all(solution) || claim.scope == Scope::All;
    let claims = times(&solution.certificate.claims).filter(decides);
    let best = claims.max_by_key(|claim| (claim.lower.value(), claim.scope));
    document.completion_time = best.and_then(|claim| u64::try_from(claim.value).ok());
    document.bound = best.map(|claim| claim.lower.slots());
    document.gap = document.completion_time.zip(document.bound).map(|(time, bound)| time - bound);
    document.scope = best.map(|claim| claim.scope);
}

/// Returns a task matrix for programs.
pub(crate) fn matrix_report(matrix: &MatrixSummary) -> MatrixReport {
    MatrixReport {
        rows: matrix.rows,
        columns: matrix.columns.into(),
        total: matrix.total,
        critical_sum: matrix.critical_sum,
        critical_rows: matrix.critical_rows,
        critical_columns: matrix.critical_columns.iter().map(|&c| c.into()).collect(),
    }
}

fn delay_report(problem: &Problem, claim: &Claim) -> Option<DelayReport> {
    let average = average(claim.value, counted_packets(problem, claim))?;
    Some(DelayReport {
        total: claim.value,
        per: claim.per,
        average: average.to_string(),
        decimal: decimal(average),
        bound: claim.lower.value(),
        gap: claim.value - claim.lower.value(),
        scope: claim.scope,
        horizon: claim.horizon,
    })
}

/// Returns the report for programs.
pub(crate) fn document(
    arguments: &SolveArguments,
    solution: &Solution,
    exit: Exit,
    slot_time: Option<&SlotTime>,
) -> ResultDocument {
    let (replayed, claims) = (&solution.verdict.replayed, &solution.certificate.claims);
    let mut document = ResultDocument::new("solve", status_of(exit), exit.code());
    document.input = Some(arguments.input().name());
    document.method = Some(solution.method.word().to_owned());
    document.matrix = solution.matrix.as_ref().map(matrix_report);
    document.claims = claims.iter().map(ReportedClaim::from).collect();
    set_instance(&mut document, &solution.problem);
    set_time(&mut document, solution);
    document.slot_time = slot_time.map(|time| slot_time_report(time, solution.completion_time()));
    document.delay = solution.delay_claim().and_then(|claim| delay_report(&solution.problem, claim));
    document.average_delay = document.delay.as_ref().map(|delay| delay.average.clone());
    document.run = Some(run_report());
    document.set_transmissions(replayed.transmissions, replayed.form.per(), replayed.nodes);
    if is_of_node_0(solution) {
        let links = solution.problem.network().links();
        let used = link_use(replayed.transmissions, replayed.completion_time, links);
        document.link_use_percent = Some(used.to_string());
        document.link_use_percent_decimal = Some(percent(used));
    }
    document.self_check = Some(replayed.into());
    document.notes.extend(note_words(&solution.notes));
    if arguments.explain {
        document.notes.extend(explanation_words(&solution.explanation));
    }
    document
}
