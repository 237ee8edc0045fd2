//! `isotask new`.

use crate::cli::arguments::args::NewArguments;
use crate::cli::arguments::grammar::network_and_task;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{Output, wrote};
use crate::model;
use crate::wire::{TaskDocument, to_pretty_bytes};

pub(crate) fn run(arguments: &NewArguments) -> Result<Exit, Failure> {
    let options = &arguments.options;
    let (network, task) = network_and_task(&arguments.words, options.count(), arguments.csv.as_deref())?;
    let name = arguments.name.clone();
    let document = TaskDocument::new(name, network, task, options.ports(), options.objective());
    model::Problem::new(&document)
        .map_err(|fault| Failure::usage(format!("at {}: {fault}", fault.place())))?;
    Output::open(&arguments.output)?.finish(&to_pretty_bytes(&document))?;
    Output::stdout().finish(wrote("the task", &arguments.output).as_bytes())?;
    Ok(Exit::Success)
}
