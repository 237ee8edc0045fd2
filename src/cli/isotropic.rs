//! What `isotask solve` reports of isotropic tasks on any network.

use super::args::SolveArguments;
use super::draw;
use super::failure::{Exit, Failure};
use super::report::{
    Report, average, average_words, counted, describe_document, describe_matrix, horizon_word, horizon_words,
    isotropic_words, link_use, lower_words, percent, scope_words, task_words,
};
use super::solved::{Isotropic, Outputs, Solved};
use crate::check::Verdict;
use crate::model::Network;
use crate::solve::{CayleySolution, MatrixSummary, Solution};
use crate::wire::{
    CertificateDocument, Claim, MatrixReport, Objective, Quantity, ScheduleBody, Scope, Status,
};

/// A solution, whatever sort of network it is on.
pub(super) struct IsotropicSolution<'a> {
    network: &'a Network,
    /// The task in words.
    words: String,
    /// Packets of one node.
    rows: u64,
    total_distance: u64,
    method: &'static str,
    matrix: Option<&'a MatrixSummary>,
    certificate: &'a CertificateDocument,
    verdict: &'a Verdict,
    notes: &'a [String],
    explanation: &'a [String],
}

impl<'a> From<&'a Solution> for IsotropicSolution<'a> {
    fn from(solution: &'a Solution) -> Self {
        let task = &solution.task;
        Self {
            network: task.network(),
            words: task_words(task),
            rows: task.rows(),
            total_distance: task.total_distance(),
            method: solution.method.as_str(),
            matrix: Some(&solution.matrix),
            certificate: &solution.certificate,
            verdict: &solution.verdict,
            notes: &solution.notes,
            explanation: &solution.explanation,
        }
    }
}

impl<'a> From<&'a CayleySolution> for IsotropicSolution<'a> {
    fn from(solution: &'a CayleySolution) -> Self {
        let task = &solution.task;
        Self {
            network: task.network(),
            words: isotropic_words(task.document(), task.rows(), task.classes().len()),
            rows: task.rows(),
            total_distance: task.total_distance(),
            method: solution.method.as_str(),
            matrix: None,
            certificate: &solution.certificate,
            verdict: &solution.verdict,
            notes: &solution.notes,
            explanation: &solution.explanation,
        }
    }
}

impl IsotropicSolution<'_> {
    fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }

    /// Moves of one node.
    fn moves(&self) -> u64 {
        self.verdict.replayed.transmissions
    }
}

/// Prints the result of a solve and writes what was asked for.
pub(super) fn finish(
    arguments: &SolveArguments,
    solution: &IsotropicSolution<'_>,
    exit: Exit,
    outputs: Outputs,
) -> Result<Exit, Failure> {
    let (certificate, links) = (solution.certificate, solution.network.links());
    let average_delay = delay(&certificate.claims).and_then(|claim| average(claim.value, solution.rows));
    let used = link_use(solution.moves(), solution.completion_time(), links);
    let solved = Solved {
        report: report(solution, exit),
        method: solution.method,
        certificate,
        replayed: &solution.verdict.replayed,
        notes: solution.notes,
        explanation: solution.explanation,
        drawing: drawing(solution),
        isotropic: Isotropic {
            matrix: solution.matrix.map(matrix_report),
            average_delay: average_delay.map(|average| average.to_string()),
            link_use_percent: Some(used.to_string()),
        },
    };
    solved.finish(arguments, exit, outputs)
}

/// The task, the method and the result in lines.
fn report(solution: &IsotropicSolution<'_>, exit: Exit) -> Report {
    let network = solution.network;
    let mut report = Report::default();
    describe_document(&mut report, &solution.certificate.task, network, &solution.words);
    report.line("method", solution.method);
    if let Some(matrix) = solution.matrix {
        describe_matrix(&mut report, network, matrix);
    }
    let time = solution.completion_time();
    report.line("completion time", counted(time, "slot"));
    for claim in times(&solution.certificate.claims) {
        let lower = counted(claim.lower.value(), "slot");
        report.line(
            "lower bound",
            format!("{lower} for {}, by {}", scope_words(claim.scope), lower_words(network, &claim.lower)),
        );
    }
    describe_delay(&mut report, solution);
    report.line("result", verdict_words(solution, exit));
    let moves = solution.moves();
    let used = link_use(moves, time, network.links());
    report.line("links used", format!("{} %", percent(used)));
    let least = solution.total_distance;
    report.line(
        "transmissions",
        if moves == least {
            format!("{moves} of each node, the least possible")
        } else {
            format!("{moves} of each node (shortest paths alone would need {least})")
        },
    );
    report
}

/// The slots, if there are few.
fn drawing(solution: &IsotropicSolution<'_>) -> String {
    let (network, time) = (solution.network, solution.completion_time());
    match &solution.certificate.schedule {
        ScheduleBody::Symmetric { packets, slots } if draw::is_drawable(time, network.links()) => {
            "\nWhich packet of node 0 moves over which link; every node does the same with its own:\n"
                .to_owned()
                + &draw::slots(network, packets, slots)
        }
        _ if time > 0 => draw::not_drawn("the slots"),
        _ => String::new(),
    }
}

fn matrix_report(matrix: &MatrixSummary) -> MatrixReport {
    MatrixReport {
        rows: matrix.rows,
        columns: matrix.columns.into(),
        total: matrix.total,
        critical_sum: matrix.critical_sum,
        critical_rows: matrix.critical_rows,
        critical_columns: matrix.critical_columns.iter().map(|&c| c.into()).collect(),
    }
}

fn times(claims: &[Claim]) -> impl Iterator<Item = &Claim> {
    claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime)
}

/// The total delay with its bound, if the task asks for delay.
fn describe_delay(report: &mut Report, solution: &IsotropicSolution<'_>) {
    let Some(claim) = delay(&solution.certificate.claims) else { return };
    let packets = solution.rows;
    report.line(
        "total delay",
        format!(
            "{} of the {} of a node, average {}",
            counted(claim.value, "slot"),
            counted(packets, "packet"),
            average_words(claim.value, packets)
        ),
    );
    report.line(
        "lower bound",
        format!(
            "{} in total for {}{}, by {}",
            counted(claim.lower.value(), "slot"),
            scope_words(claim.scope),
            horizon_words(claim.horizon),
            lower_words(solution.network, &claim.lower)
        ),
    );
}

fn delay(claims: &[Claim]) -> Option<&Claim> {
    claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay)
}

/// The strongest statements that are proved, for every part of the objective.
fn verdict_words(solution: &IsotropicSolution<'_>, exit: Exit) -> String {
    let claims = &solution.certificate.claims;
    let objective = solution.certificate.task.objective;
    let mut words = Vec::new();
    if objective != Objective::AverageDelay {
        words.push(time_words(solution.completion_time(), claims));
    }
    if let Some(claim) = delay(claims) {
        words.push(delay_words(claim));
    }
    if exit == Exit::Interrupted {
        words.push("interrupted".to_owned());
    }
    words.join("; ")
}

fn delay_words(claim: &Claim) -> String {
    let (scope, horizon) = (claim.scope.as_str(), horizon_word(claim.horizon));
    let lower = claim.lower.value();
    match claim.status {
        Status::Optimal => {
            let kind = match claim.scope {
                Scope::All => "schedule",
                Scope::Isotropic => "symmetric schedule",
                Scope::IsotropicShortest => "symmetric schedule along shortest paths",
            };
            format!("optimal: no {kind} has less delay (scope {scope}, horizon {horizon})")
        }
        Status::UpperBound => format!(
            "delay not proved optimal: gap {} between {lower} and {} (scope {scope}, horizon {horizon})",
            claim.value - lower,
            claim.value
        ),
    }
}

fn time_words(time: u64, claims: &[Claim]) -> String {
    let proved = times(claims).filter(|claim| claim.status == Status::Optimal).map(|claim| claim.scope).max();
    match proved {
        Some(Scope::All) => "optimal: no schedule is shorter (scope all)".to_owned(),
        Some(Scope::Isotropic) => "optimal: no symmetric schedule is shorter (scope isotropic)".to_owned(),
        Some(Scope::IsotropicShortest) => "optimal: no symmetric schedule along shortest paths is shorter \
             (scope isotropic-shortest)"
            .to_owned(),
        None => {
            let best = times(claims).max_by_key(|claim| (claim.lower.value(), claim.scope));
            let best = best.expect("a solution always claims its completion time");
            let (lower, scope) = (best.lower.value(), best.scope.as_str());
            let gap = time - lower;
            format!("not proved optimal: gap {gap} between {lower} and {time} slots (scope {scope})")
        }
    }
}
