//! `isotask new`.

use crate::cli::arguments::input::NetworkAndTask;
use crate::cli::arguments::new::NewArguments;
use crate::cli::report::solution::set_instance;
use crate::cli::terminal::failure::{Exit, Failure, Fault, remark};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::model::{ModelError, Problem, faults};
use crate::wire::{ResultDocument, ResultStatus, TaskDocument, to_pretty_bytes};

pub(crate) fn run(arguments: &NewArguments) -> Result<Exit, Failure> {
    let options = &arguments.options;
    let NetworkAndTask { name, network, task } = arguments.input().named()?;
    let name = arguments.name.clone().or(name);
    let document = TaskDocument::new(name, network, task, options.ports(), options.objective());
    let mut result = ResultDocument::new("new", ResultStatus::Done, Exit::Success.code());
    match Problem::new(&document) {
        Ok(problem) => set_instance(&mut result, &problem),
        Err(ModelError::TooManyToList { .. }) if document.task.exchanged().is_some() => {
            remark("too many packets to be scheduled: isotask bound has bounds of this task");
        }
        Err(first) => return Err(no_task(arguments, &document, &first)),
    }
    let output = Output::open(&arguments.output)?;
    let stdout_taken = output.is_stdout();
    output.finish(&to_pretty_bytes(&document))?;
    let report = if arguments.json {
        result.written.extend(written("task", &arguments.output));
        CommandReport::Document(Box::new(result))
    } else {
        CommandReport::Words(wrote("the task", &arguments.output))
    };
    finish_report(&report, stdout_taken)?;
    Ok(Exit::Success)
}

/// Returns all faults of the words, and of the nodes and links of a file.
fn no_task(arguments: &NewArguments, document: &TaskDocument, first: &ModelError) -> Failure {
    let input = arguments.input();
    if let Some(failure) = input.not_in_table(document, first) {
        return failure;
    }
    let in_file = |fault: &Fault| {
        let file = fault.place.as_deref().and_then(|place| input.file_of(place));
        fault.in_file(&file.unwrap_or_default())
    };
    let told = |fault: &ModelError| Fault {
        reason: fault.reason(),
        place: Some(fault.place()),
        at: None,
        message: fault.to_string(),
    };
    let faults: Vec<Fault> = faults(document, |_| true).iter().map(told).collect();
    let message = faults.first().map_or_else(|| in_file(&told(first)), in_file);
    Failure { faults, ..Failure::usage(message) }
}
