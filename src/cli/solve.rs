//! `isotask solve`.

use super::args::SolveArguments;
use super::draw;
use super::failure::{Exit, Failure, name_of, say};
use super::input::read_task;
use super::interrupt;
use super::output::Output;
use super::progress::Progress;
use super::report::{
    Report, counted, describe_matrix, describe_task, link_use, lower_words, percent, scope_word, scope_words,
};
use crate::solve::{Outcome, Solution, SolveOptions, solve};
use crate::wire::{
    Claim, MatrixReport, Quantity, ReportedClaim, ResultDocument, ResultStatus, ScheduleBody,
    ScheduleDocument, Scope, SelfCheckReport, Status, to_bytes,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    require_distinct(arguments)?;
    let task = read_task(&arguments.task)?;
    let certificate = arguments.output.as_deref().map(Output::open).transpose()?;
    let schedule = arguments.schedule.as_deref().map(Output::open).transpose()?;
    interrupt::listen();
    let deadline =
        arguments.time_limit.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    let stop = move || interrupt::is_interrupted() || deadline.is_some_and(|end| Instant::now() >= end);
    let progress = Progress::start();
    let outcome = solve(
        &task,
        &SolveOptions {
            method: arguments.method.into(),
            form: arguments.form.into(),
            threads: arguments.threads,
            time_limit: arguments.time_limit,
            stop: &stop,
            progress: &|phase| progress.phase(phase),
            ..SolveOptions::default()
        },
    )
    .map_err(|fault| Failure::solve(&name_of(&arguments.task), &fault));
    drop(progress);
    let (solution, exit) = match outcome? {
        Outcome::Optimal(solution) => (solution, Exit::Success),
        Outcome::Feasible(solution) => (solution, Exit::NotProved),
        Outcome::Unknown { reason } if interrupt::is_interrupted() => {
            return Err(Failure::interrupted(&reason));
        }
        Outcome::Unknown { reason } => return Err(Failure::without_schedule(reason)),
    };
    let exit = if interrupt::is_interrupted() { Exit::Interrupted } else { exit };
    write(arguments, &solution, exit, certificate, schedule)?;
    Ok(exit)
}

/// Two outputs in one place, or an output over the input, would lose one of them.
fn require_distinct(arguments: &SolveArguments) -> Result<(), Failure> {
    let outputs: Vec<&PathBuf> = arguments.output.iter().chain(&arguments.schedule).collect();
    let same = |a: &Path, b: &Path| {
        a == b
            || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b && a.is_file())
    };
    if let [certificate, schedule] = outputs.as_slice()
        && same(certificate, schedule)
    {
        return Err(Failure::usage("--output and --schedule name the same place".to_owned()));
    }
    let input = arguments.task.as_path();
    if let Some(output) = outputs.iter().find(|output| input != Path::new("-") && same(input, output)) {
        let name = output.display();
        return Err(Failure::usage(format!("{name} is the task file; the output would replace it")));
    }
    Ok(())
}

fn write(
    arguments: &SolveArguments,
    solution: &Solution,
    exit: Exit,
    certificate: Option<Output>,
    schedule: Option<Output>,
) -> Result<(), Failure> {
    let report = if arguments.json {
        to_bytes(&document(arguments, solution, exit))
    } else {
        text(solution, exit, arguments.explain).into_bytes()
    };
    let stdout_taken = [&certificate, &schedule].into_iter().flatten().any(Output::is_stdout);
    if let Some(output) = certificate {
        output.finish(&to_bytes(&solution.certificate))?;
    }
    if let Some(output) = schedule {
        let document =
            ScheduleDocument::new(solution.task.document().clone(), solution.certificate.schedule.clone());
        output.finish(&to_bytes(&document))?;
    }
    if stdout_taken {
        say(String::from_utf8_lossy(&report).trim_end());
        Ok(())
    } else {
        Output::stdout().finish(&report)
    }
}

fn text(solution: &Solution, exit: Exit, explain: bool) -> String {
    let network = solution.task.network();
    let mut report = Report::default();
    describe_task(&mut report, &solution.task);
    report.line("method", solution.method.as_str());
    describe_matrix(&mut report, network, &solution.matrix);
    let time = solution.completion_time();
    report.line("completion time", counted(time, "slot"));
    for claim in times(&solution.certificate.claims) {
        let lower = counted(claim.lower.value(), "slot");
        report.line(
            "lower bound",
            format!("{lower} for {}, by {}", scope_words(claim.scope), lower_words(network, &claim.lower)),
        );
    }
    report.line("result", verdict_words(solution, exit));
    let used = link_use(solution.matrix.total, time, network.links());
    report.line("links used", format!("{} %", percent(used)));
    let moves = solution.matrix.total;
    let least = solution.task.total_distance();
    report.line(
        "transmissions",
        if moves == least {
            format!("{moves} of each node, the least possible")
        } else {
            format!("{moves} of each node; {least} along shortest paths")
        },
    );
    let replayed = &solution.verdict.replayed;
    report.line(
        "checked",
        format!(
            "read back and accepted in {} form, replayed at {}",
            replayed.form.as_str(),
            replay_words(replayed.replay.as_str())
        ),
    );
    let mut text = report.render();
    for note in &solution.notes {
        text.extend(["note: ", note, "\n"]);
    }
    if explain {
        text.push('\n');
        for line in &solution.explanation {
            text.extend([line, "\n"]);
        }
    }
    if let ScheduleBody::Symmetric { packets, slots } = &solution.certificate.schedule
        && draw::is_drawable(time, network.links())
    {
        text.push_str(
            "\nWhich packet of node 0 moves over which link; every node does the same with its own:\n",
        );
        text.push_str(&draw::slots(&solution.task, packets, slots));
    }
    text
}

fn replay_words(word: &str) -> &str {
    if word == "every-node" { "every node" } else { "node 0 (the others are its translates, P1 Theorem 2)" }
}

fn times(claims: &[Claim]) -> impl Iterator<Item = &Claim> {
    claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime)
}

/// The strongest statement that is proved.
fn verdict_words(solution: &Solution, exit: Exit) -> String {
    let claims = &solution.certificate.claims;
    let proved = times(claims).filter(|claim| claim.status == Status::Optimal).map(|claim| claim.scope).max();
    let mut words = match proved {
        Some(Scope::All) => "optimal: no schedule is shorter (scope all)".to_owned(),
        Some(Scope::Isotropic) => "optimal: no symmetric schedule is shorter (scope isotropic)".to_owned(),
        Some(Scope::IsotropicShortest) => "optimal: no symmetric schedule along shortest paths \
             is shorter (scope isotropic-shortest)"
            .to_owned(),
        None => unproved_words(solution.completion_time(), claims),
    };
    if exit == Exit::Interrupted {
        words.push_str("; interrupted");
    }
    words
}

fn unproved_words(time: u64, claims: &[Claim]) -> String {
    let best = times(claims).max_by_key(|claim| (claim.lower.value(), claim.scope));
    let best = best.expect("a solution always claims its completion time");
    let (lower, scope) = (best.lower.value(), scope_word(best.scope));
    let gap = time - lower;
    format!("not proved optimal: gap {gap} between {lower} and {time} slots (scope {scope})")
}

fn document(arguments: &SolveArguments, solution: &Solution, exit: Exit) -> ResultDocument {
    let status = match exit {
        Exit::Success => ResultStatus::Optimal,
        Exit::Interrupted => ResultStatus::Interrupted,
        _ => ResultStatus::UpperBound,
    };
    let matrix = &solution.matrix;
    let used = link_use(matrix.total, solution.completion_time(), solution.task.network().links());
    let mut document = ResultDocument::new("solve", status, exit.code());
    document.input = Some(name_of(&arguments.task));
    document.method = Some(solution.method.as_str().to_owned());
    document.matrix = Some(MatrixReport {
        rows: matrix.rows,
        columns: matrix.columns.into(),
        total: matrix.total,
        critical_sum: matrix.critical_sum,
        critical_rows: matrix.critical_rows,
        critical_columns: matrix.critical_columns.iter().map(|&c| c.into()).collect(),
    });
    document.claims = solution
        .certificate
        .claims
        .iter()
        .map(|claim| ReportedClaim {
            quantity: claim.quantity,
            value: Some(claim.value),
            scope: claim.scope,
            horizon: claim.horizon,
            lower: claim.lower.clone(),
            status: Some(claim.status),
        })
        .collect();
    document.transmissions_per_node = Some(matrix.total);
    document.link_use_percent = Some(used.to_string());
    document.self_check = Some(SelfCheckReport {
        form: solution.verdict.replayed.form.as_str().to_owned(),
        replay: solution.verdict.replayed.replay.as_str().to_owned(),
    });
    document.notes.clone_from(&solution.notes);
    if arguments.explain {
        document.notes.extend(solution.explanation.iter().cloned());
    }
    document
}
