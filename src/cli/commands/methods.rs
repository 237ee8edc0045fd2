//! `isotask methods`.

use crate::cli::arguments::args::MethodsArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::describe;
use crate::cli::report::papers::PAPERS;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::run::run_report;
use crate::cli::terminal::width::{columns, fold_everywhere, folded};
use crate::model::Problem;
use crate::solve::{METHODS, Method, Outcome, Solution, SolveOptions, solve};
use crate::wire::{
    MadeReport, MethodReport, PartSeconds, Per, ResultDocument, ResultStatus, RunReport, to_bytes,
};
use std::time::{Duration, Instant};

pub(crate) fn run(arguments: &MethodsArguments) -> Result<Exit, Failure> {
    if let (None, Some(option)) = (arguments.input(), arguments.options.first_given()) {
        return Err(Failure::usage(format!("{option} goes with NETWORK TASK, of which there is no word")));
    }
    fold_everywhere();
    let problem = arguments.input().map(|input| input.problem()).transpose()?;
    let mut reports: Vec<_> = METHODS.iter().map(|&method| report(method, problem.as_ref())).collect();
    let mut ran = Vec::new();
    if let Some(problem) = problem.as_ref().filter(|_| arguments.run) {
        interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
        ran = run_all(problem, &mut reports, arguments.time_limit);
    }
    let exit = if interrupt::is_interrupted() { Exit::Interrupted } else { Exit::Success };
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("methods", ResultStatus::Done, exit.code());
        document.input = arguments.input().map(|input| input.name());
        document.methods = reports;
        document.run = arguments.run.then(|| RunReport { parts: ran, ..run_report() });
        to_bytes(&document)
    } else {
        text(problem.as_ref(), &reports, &ran).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

/// Runs the methods that suit, and returns the seconds that each took.
fn run_all(problem: &Problem, reports: &mut [MethodReport], limit: Option<Duration>) -> Vec<PartSeconds> {
    let progress = Progress::start();
    let suiting = METHODS.iter().zip(reports).filter(|(_, report)| report.used.is_some());
    let mut took = Vec::new();
    for (&method, report) in suiting.filter(|_| !interrupt::is_interrupted()) {
        let start = Instant::now();
        let is_over = || limit.is_some_and(|limit| start.elapsed() >= limit);
        let stop = || interrupt::is_interrupted() || is_over();
        let show = |phase| progress.show_phase(phase);
        let options = SolveOptions {
            method: Some(method),
            time_limit: limit,
            stop: &stop,
            cancel: &interrupt::is_interrupted,
            progress: &show,
            ..SolveOptions::default()
        };
        match solve(problem, &options) {
            Ok(Outcome::Optimal(solution)) => report.made = Some(made(&solution, true)),
            Ok(Outcome::Feasible(solution)) => report.made = Some(made(&solution, false)),
            Ok(Outcome::Unknown { reason }) => report.failed = Some(reason.to_string()),
            Err(fault) => report.failed = Some(fault.to_string()),
        }
        let millis = start.elapsed().as_millis();
        let seconds = format!("{}.{:03}", millis / 1000, millis % 1000);
        took.push(PartSeconds { name: method.word().to_owned(), seconds });
    }
    took
}

/// Returns the report of a schedule that a method made.
fn made(solution: &Solution, optimal: bool) -> MadeReport {
    let replayed = &solution.verdict.replayed;
    MadeReport {
        method: solution.method.word().to_owned(),
        completion_time: replayed.completion_time,
        total_delay: replayed.total_delay,
        per: replayed.form.per(),
        optimal,
    }
}

/// Returns the report of a method, with how it suits a problem.
fn report(method: &'static dyn Method, problem: Option<&Problem>) -> MethodReport {
    let suited = problem.map(|problem| method.suits(problem));
    MethodReport {
        word: method.word().to_owned(),
        sentence: method.sentence().to_owned(),
        source: method.source().to_owned(),
        used: suited
            .as_ref()
            .and_then(|suited| suited.as_ref().ok())
            .map(|suited| suited.when.as_str().to_owned()),
        unsuited: suited.and_then(Result::err).map(|fault| fault.to_string()),
        made: None,
        failed: None,
    }
}

fn text(problem: Option<&Problem>, reports: &[MethodReport], ran: &[PartSeconds]) -> String {
    let Some(problem) = problem else {
        let row =
            |report: &MethodReport| vec![report.word.clone(), report.sentence.clone(), report.source.clone()];
        let table = draw::words(&["method", "what it does", "source"], reports.iter().map(row).collect());
        let papers = PAPERS.lines().map(|line| folded(line, columns(), 4) + "\n");
        return papers.fold(table, |text, line| text + &line);
    };
    let row = |report: &MethodReport, last: Option<&String>| {
        last.map(|last| vec![report.word.clone(), last.clone()])
    };
    let suited = reports.iter().filter_map(|report| {
        let mut row = row(report, report.used.as_ref())?;
        row.push(report.sentence.clone());
        Some(row)
    });
    let unsuited = reports.iter().filter_map(|report| row(report, report.unsuited.as_ref()));
    let mut text = describe(problem.document(), problem).render();
    if !ran.is_empty() {
        text.push('\n');
        text.push_str(&side_by_side(reports, ran));
        return text;
    }
    text.push_str("\nMethods that suit this task:\n");
    text.push_str(&draw::words(&["method", "used", "what it does"], suited.collect()));
    text.push_str("The others, and why not:\n");
    text.push_str(&draw::words(&["method", "why not"], unsuited.collect()));
    text
}

/// Returns a table of the schedules that the methods made, and their seconds.
fn side_by_side(reports: &[MethodReport], ran: &[PartSeconds]) -> String {
    let row = |part: &PartSeconds| {
        let report = reports.iter().find(|report| report.word == part.name);
        let failed = report.and_then(|report| report.failed.clone()).unwrap_or_default();
        let cells = match report.and_then(|report| report.made.as_ref()) {
            Some(made) => {
                let delay = made.total_delay.map(|total| match made.per {
                    Per::Node => format!("{total} of a node"),
                    Per::Network => format!("{total} of all"),
                });
                let left =
                    (made.method != part.name).then(|| format!("; left that of {} as it was", made.method));
                let proved = if made.optimal { "proved optimal" } else { "not proved optimal" };
                let words = format!("{proved}{}", left.unwrap_or_default());
                [made.completion_time.to_string(), delay.unwrap_or_default(), words]
            }
            None => [String::new(), String::new(), failed],
        };
        let [slots, delay, words] = cells;
        vec![part.name.clone(), slots, delay, part.seconds.clone(), words]
    };
    draw::words(&["method", "slots", "total delay", "seconds", "result"], ran.iter().map(row).collect())
}
