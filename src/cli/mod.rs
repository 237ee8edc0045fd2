//! The command line: the only place with input, output, colour, clocks and progress.

mod args;
mod bound;
mod check;
mod draw;
mod failure;
mod input;
mod interrupt;
mod new;
mod output;
mod progress;
mod report;
mod show;
mod solve;

use args::{Arguments, Command};
use clap::{CommandFactory, Parser};
use failure::{Exit, Failure};
use output::Output;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Runs the command `isotask` with its arguments, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let wants_json = arguments.iter().skip(1).take_while(|word| *word != "--").any(|word| word == "--json");
    let parsed = match Arguments::try_parse_from(&arguments) {
        Ok(parsed) => parsed,
        Err(fault) => return usage(&fault, wants_json).into(),
    };
    let command = parsed.command.name();
    let ended = match parsed.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Bound(arguments) => bound::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Completions { shell } => completions(shell),
        Command::Man => man(),
    };
    match ended {
        Ok(exit) => exit,
        Err(failure) => failure.report(command, wants_json),
    }
    .into()
}

/// Help and version go to standard output, usage errors to standard error, or into one document with `--json`.
fn usage(fault: &clap::Error, wants_json: bool) -> Exit {
    if fault.use_stderr() && wants_json {
        let text = fault.to_string();
        let message = text.trim_start_matches("error: ").trim_end().to_owned();
        return Failure::usage(message).report("isotask", true);
    }
    match fault.print() {
        Ok(()) if fault.use_stderr() => Exit::BadInput,
        _ => Exit::Success,
    }
}

fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "isotask", &mut script);
    Output::stdout().finish(&script)?;
    Ok(Exit::Success)
}

/// The manual: the page of `isotask`, then one of each command.
fn man() -> Result<Exit, Failure> {
    let mut page = Vec::new();
    let failed = |fault: std::io::Error| Failure::io("cannot write", "the manual page", &fault);
    let mut command = Arguments::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(failed)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        writeln!(page, ".SH {}", sub.get_name().to_uppercase()).map_err(failed)?;
        let manual = clap_mangen::Man::new(sub.clone());
        manual.render_synopsis_section(&mut page).map_err(failed)?;
        manual.render_description_section(&mut page).map_err(failed)?;
        manual.render_options_section(&mut page).map_err(failed)?;
    }
    Output::stdout().finish(&page)?;
    Ok(Exit::Success)
}
