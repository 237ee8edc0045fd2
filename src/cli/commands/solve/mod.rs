//! `isotask solve`.

#[cfg(feature = "ilp")]
mod pareto;

use crate::cli::arguments::solve::SolveArguments;
use crate::cli::arguments::solve::{ORBITS, ended, failure, options_of, stop_at_limit};
use crate::cli::report::solution;
use crate::cli::terminal::early::EarlyWriter;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::input::{read_schedule, read_symmetry, read_tree};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::memory::require_moves;
use crate::cli::terminal::output::{CommandReport, Output, finish_report, same_place, written, wrote};
use crate::cli::terminal::progress::Progress;
use crate::model::{DemandsTask, Problem};
use crate::solve::{SolveOptions, TextTaker, solve};
use crate::tree::GivenTree;
use crate::wire::{CertificateDocument, HistoryReport, ResultDocument, ScheduleDocument, to_bytes};
use std::path::{Path, PathBuf};

pub(crate) fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    if arguments.pareto {
        if let Some(option) = arguments.packet.first_given() {
            return Err(Failure::usage(format!("{option} times one schedule; --pareto makes several")));
        }
        #[cfg(feature = "ilp")]
        return pareto::run(arguments);
        #[cfg(not(feature = "ilp"))]
        return Err(Failure::usage(crate::cli::arguments::solve::NO_HIGHS_MESSAGE.to_owned()));
    }
    require_distinct(arguments)?;
    let problem = arguments.input().problem()?;
    let slot_time = arguments.slot_time()?;
    require_moves(problem.least_moves())?;
    let source = arguments.from.as_deref().map(read_schedule).transpose()?;
    let symmetry =
        arguments.symmetry.as_deref().map(|path| read_symmetry(path, problem.network())).transpose()?;
    if symmetry.is_some() && arguments.method.is_some_and(|method| method.word() != ORBITS) {
        return Err(Failure::usage(format!("--symmetry goes with --method {ORBITS}")));
    }
    let tree = arguments.tree.as_deref().map(|path| tree(path, &problem)).transpose()?;
    let mut outputs = open_outputs(arguments)?;
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let stop = stop_at_limit(arguments.time_limit);
    let progress = Progress::start();
    let show = |phase| progress.show_phase(phase);
    let options = options_of(arguments, source.as_ref(), symmetry.as_ref(), tree.as_ref(), &stop, &show);
    if problem.collective().is_none() && source.is_some() {
        let message = "--from is for broadcasts, accumulations, scatter and gather on Cayley graphs";
        return Err(Failure::usage(message.to_owned()));
    }
    let early = outputs.0.as_mut().and_then(Output::early);
    let copy = early.as_ref().map(|early| -> &dyn TextTaker { early });
    let outcome = solve(&problem, &SolveOptions { copy, ..options });
    let history = progress.history();
    drop(progress);
    let (solution, exit) = ended(outcome.map_err(|fault| failure(arguments, &fault))?)?;
    let fits_limits = early.map_or(Ok(false), EarlyWriter::end)?;
    let report = if arguments.json {
        let mut document = solution::document(arguments, &solution, exit, slot_time.as_ref());
        document.history = up_to_the_end(history, &document);
        document.written = places(arguments).filter_map(|(what, place)| written(what, place)).collect();
        CommandReport::Document(Box::new(document))
    } else {
        CommandReport::Words(
            solution::text(arguments, &solution, exit, slot_time.as_ref()) + &words(arguments),
        )
    };
    write_outputs(solution.certificate, outputs, fits_limits, &report)?;
    Ok(exit)
}

/// Reads the spanning tree along which a task with a root goes. Packets that go to the root come along its
/// edges the other way.
fn tree(path: &Path, problem: &Problem) -> Result<GivenTree, Failure> {
    let demands = problem.demands();
    let of_collective = problem.collective().and_then(|task| task.collective().root());
    let root = of_collective.or_else(|| demands.and_then(DemandsTask::root));
    let message = "--tree is for broadcast, reduce, scatter and gather";
    let root = root.ok_or_else(|| Failure::usage(message.to_owned()))?;
    if demands.is_some_and(DemandsTask::is_collecting) {
        return read_tree(path, &problem.network().reversed(), root);
    }
    read_tree(path, problem.network(), root)
}

/// Adds the final result to the history if other work has proved or found more since.
fn up_to_the_end(mut history: Vec<HistoryReport>, result: &ResultDocument) -> Vec<HistoryReport> {
    if let (Some(&last), Some(slots), Some(bound)) = (history.last(), result.completion_time, result.bound)
        && (slots, bound) != (last.slots, last.bound)
    {
        history.push(HistoryReport { slots, bound, ..last });
    }
    history
}

/// Opens the files for the certificate and the schedule before the work starts.
fn open_outputs(arguments: &SolveArguments) -> Result<Outputs, Failure> {
    let certificate = arguments.output.as_deref().map(Output::open).transpose()?;
    Ok((certificate, arguments.schedule.as_deref().map(Output::open).transpose()?))
}

/// Returns the outputs with what each will hold.
fn places(arguments: &SolveArguments) -> impl Iterator<Item = (&'static str, &PathBuf)> {
    let certificate = arguments.output.iter().map(|place| ("certificate", place));
    certificate.chain(arguments.schedule.iter().map(|place| ("schedule", place)))
}

fn words(arguments: &SolveArguments) -> String {
    places(arguments).map(|(what, place)| wrote(&format!("the {what}"), place)).collect()
}

/// The outputs for the certificate and the schedule.
type Outputs = (Option<Output>, Option<Output>);

/// Refuses two outputs in one place, of which one would be lost.
fn require_distinct(arguments: &SolveArguments) -> Result<(), Failure> {
    if let (Some(certificate), Some(schedule)) = (&arguments.output, &arguments.schedule)
        && same_place(certificate, schedule)
    {
        return Err(Failure::usage("--output and --schedule name the same place".to_owned()));
    }
    Ok(())
}

/// Writes the files that were asked for, then the report to standard output if that is free.
fn write_outputs(
    solved: CertificateDocument,
    (certificate, schedule): Outputs,
    fits_limits: bool,
    report: &CommandReport,
) -> Result<(), Failure> {
    let stdout_taken = [&certificate, &schedule].into_iter().flatten().any(Output::is_stdout);
    if let Some(output) = certificate {
        match solved.text() {
            _ if fits_limits => output.finish_early()?,
            Some(text) => output.finish_text(text)?,
            None => output.finish(&to_bytes(&solved))?,
        }
    }
    if let Some(output) = schedule {
        let schedule = ScheduleDocument::new(solved.task, solved.schedule);
        match schedule.text() {
            Some(text) => output.finish_text(text)?,
            None => output.finish(&to_bytes(&schedule))?,
        }
    }
    finish_report(report, stdout_taken)
}
