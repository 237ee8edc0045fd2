//! `isotask new`.

use crate::cli::arguments::args::NewArguments;
use crate::cli::arguments::grammar::network_and_task;
use crate::cli::report::solution::set_instance;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{Output, Said, finish_report, written, wrote};
use crate::model::Problem;
use crate::wire::{ResultDocument, ResultStatus, TaskDocument, to_pretty_bytes};

pub(crate) fn run(arguments: &NewArguments) -> Result<Exit, Failure> {
    let options = &arguments.options;
    let (network, task) = network_and_task(&arguments.words, options.count(), arguments.csv.as_deref())?;
    let name = arguments.name.clone();
    let document = TaskDocument::new(name, network, task, options.ports(), options.objective());
    let problem =
        Problem::new(&document).map_err(|fault| Failure::usage(format!("at {}: {fault}", fault.place())))?;
    let output = Output::open(&arguments.output)?;
    let stdout_taken = output.is_stdout();
    output.finish(&to_pretty_bytes(&document))?;
    if arguments.json {
        let mut result = ResultDocument::new("new", ResultStatus::Done, Exit::Success.code());
        set_instance(&mut result, &problem);
        result.written.extend(written("task", &arguments.output));
        finish_report(&Said::Document(Box::new(result)), stdout_taken)?;
    } else {
        Output::stdout().finish(wrote("the task", &arguments.output).as_bytes())?;
    }
    Ok(Exit::Success)
}
