//! Runs `isotask solve --allreduce`: a multinode accumulation, then a multinode broadcast of the sums.

use crate::cli::arguments::packet::slot_time_report;
use crate::cli::arguments::solve::SolveArguments;
use crate::cli::arguments::solve::{ended, failure};
use crate::cli::report::draw;
use crate::cli::report::lines::{counted, describe};
use crate::cli::report::solution::{self, note_lines, set_instance, status_of};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{Output, OutputFolder, is_stdout, written};
use crate::cli::terminal::run::run_report;
use crate::grammar::SlotTime;
use crate::model::Problem;
use crate::solve::{Solution, SolveOptions, solve};
use crate::wire::{ReportedClaim, ResultDocument, ResultStatus, ScheduleDocument, to_bytes};

/// The files of the two certificates.
const CERTIFICATE_FILES: [&str; 2] = ["reduce-scatter.json", "allgather.json"];

/// Solves the accumulation, then the broadcast: on a Cayley graph by the accumulation's schedule reversed in
/// time, elsewhere as a separate task.
pub(crate) fn run(
    arguments: &SolveArguments,
    problem: &Problem,
    options: &SolveOptions<'_>,
    slot_time: Option<&SlotTime>,
) -> Result<Exit, Failure> {
    let name = arguments.input().name();
    let Some(broadcast) = problem.allgather() else {
        let message =
            "--allreduce begins with a multinode-accumulation (reduce-scatter), expected such a task";
        return Err(Failure::fault(&name, "not-an-accumulation", message));
    };
    let broadcast = broadcast.map_err(|fault| Failure::model(&name, &fault))?;
    if arguments.output.as_deref().is_some_and(is_stdout) {
        return Err(Failure::usage(
            "--allreduce writes two certificates; expected a folder, found -".to_owned(),
        ));
    }
    let folder = arguments.output.as_deref().map(OutputFolder::open).transpose()?;
    let failed = |fault| failure(arguments, &fault);
    let (first, _) = ended(solve(problem, options).map_err(failed)?)?;
    let schedule = ScheduleDocument::new(first.certificate.task.clone(), first.certificate.schedule.clone());
    let turned = SolveOptions { method: None, source: Some(&schedule), ..*options };
    let options = if problem.collective().is_some() { &turned } else { options };
    let (second, _) = ended(solve(&broadcast, options).map_err(failed)?)?;
    let exit = match (interrupt::is_interrupted(), is_optimal(&first) && is_optimal(&second)) {
        (_, true) => Exit::Success,
        (true, false) => Exit::Interrupted,
        (false, false) => Exit::NotProved,
    };
    let report = if arguments.json {
        let mut document = document(arguments, [&first, &second], exit, slot_time);
        document.written =
            arguments.output.iter().filter_map(|folder| written("certificates", folder)).collect();
        to_bytes(&document)
    } else {
        text(arguments, [&first, &second], slot_time).into_bytes()
    };
    if let Some(folder) = folder {
        let certificates = CERTIFICATE_FILES.iter().zip([&first, &second]);
        let files: Vec<_> = certificates
            .map(|(name, solution)| ((*name).to_owned(), to_bytes(&solution.certificate)))
            .collect();
        folder.finish(&files)?;
    }
    Output::stdout().finish(&report)?;
    Ok(exit)
}

fn is_optimal(solution: &Solution) -> bool {
    solution.completion_time() == solution.bounds.best().slots()
}

const BOUNDS_NOTE: &str =
    "the bounds are those of each half; nothing is claimed of an allreduce that is not made of these two";

fn text(arguments: &SolveArguments, halves: [&Solution; 2], slot_time: Option<&SlotTime>) -> String {
    let mut report = describe(halves[0].problem.document(), &halves[0].problem);
    let total = halves[0].completion_time() + halves[1].completion_time();
    report.line("allreduce", format!("{} in all", counted(total, "slot")));
    if let Some(time) = slot_time {
        report.line("in seconds", time.words(total));
    }
    if let Some(folder) = &arguments.output {
        report.line(
            "certificates",
            format!("wrote {} and {} to {}", CERTIFICATE_FILES[0], CERTIFICATE_FILES[1], folder.display()),
        );
    }
    report.line("checked", "both halves: read back and accepted");
    let mut text = report.render();
    text.extend([&note_lines(&[BOUNDS_NOTE]), "\n"]);
    let rows = CERTIFICATE_FILES
        .iter()
        .zip(halves)
        .map(|(name, solution)| {
            let (time, bound) = (solution.completion_time(), solution.bounds.best().slots());
            vec![
                name.trim_end_matches(".json").to_owned(),
                solution.method.word().to_owned(),
                time.to_string(),
                bound.to_string(),
                if time == bound { "optimal".to_owned() } else { format!("gap {}", time - bound) },
            ]
        })
        .collect();
    text + &draw::words(&["half", "method", "slots", "bound (scope all)", "status"], rows)
}

/// Returns the result of one half.
fn phase(arguments: &SolveArguments, half: &Solution, slot_time: Option<&SlotTime>) -> ResultDocument {
    let exit = if is_optimal(half) { Exit::Success } else { Exit::NotProved };
    let mut document = solution::document(arguments, half, exit, slot_time);
    // Run and claims stand in the outer document.
    (document.run, document.claims) = (None, Vec::new());
    document
}

fn document(
    arguments: &SolveArguments,
    halves: [&Solution; 2],
    exit: Exit,
    slot_time: Option<&SlotTime>,
) -> ResultDocument {
    // Two optimal halves do not make an optimal allreduce.
    let status = if exit == Exit::Success { ResultStatus::Done } else { status_of(exit) };
    let mut document = ResultDocument::new("solve", status, exit.code());
    document.input = Some(arguments.input().name());
    set_instance(&mut document, &halves[0].problem);
    document.task = Some("allreduce: a reduce-scatter, then the allgather of the sums".to_owned());
    document.method = Some(halves[0].method.word().to_owned());
    document.completion_time = Some(halves.iter().map(|half| half.completion_time()).sum());
    document.slot_time =
        slot_time.zip(document.completion_time).map(|(time, slots)| slot_time_report(time, slots));
    document.results = halves.iter().map(|half| phase(arguments, half, slot_time)).collect();
    document.run = Some(run_report());
    document.claims =
        halves.iter().flat_map(|half| half.certificate.claims.iter().map(ReportedClaim::from)).collect();
    document.self_check = Some((&halves[0].verdict.replayed).into());
    document.notes =
        vec!["claims of the reduce-scatter, then of the allgather".to_owned(), BOUNDS_NOTE.to_owned()];
    document
}
