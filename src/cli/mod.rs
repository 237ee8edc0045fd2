//! The command line: the only place with input, output, colour, clocks and progress.

mod arguments;
mod commands;
mod report;
mod terminal;

use arguments::args::{Arguments, Command};
use arguments::examples::with_examples;
use arguments::negative::without_hyphens;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use report::tell_failure::tell_failure;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;
use terminal::failure::{Exit, Failure, say_error};
use terminal::manner::{be_quiet, color_of, is_painted, set_colors};
use terminal::memory::{exit_cleanly_without_memory, has_startup_memory};
use terminal::output::Output;
use terminal::threads;

/// Runs the command `isotask` with its arguments, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    terminal::run::begin();
    if !has_startup_memory() {
        // Without any memory no more than these words can be printed.
        let _unread = std::io::stderr()
            .write_all(b"error: the system grants less than 2 MB of memory; expected more of it\n");
        return Exit::BadInput.into();
    }
    exit_cleanly_without_memory();
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let wants_json = arguments.iter().skip(1).take_while(|word| *word != "--").any(|word| word == "--json");
    let color = color_of(&arguments);
    set_colors(color);
    without_hyphens(&mut arguments, &command_line());
    let matched = command_line().color(color).try_get_matches_from(&arguments);
    let parsed = match matched.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(parsed) => parsed,
        Err(fault) => return usage(&with_fitting_tips(fault), wants_json, named_command(&arguments)).into(),
    };
    if parsed.manner.quiet {
        be_quiet();
    }
    if parsed.command.is_work() {
        threads::begin(parsed.command.threads());
    }
    let command = parsed.command.name();
    let stdout_taken = parsed.command.takes_stdout();
    let ended = match parsed.command {
        Command::Solve(arguments) => commands::solve::run(&arguments),
        Command::Bound(arguments) => commands::bound::run(&arguments),
        Command::Check(arguments) => commands::check::run(&arguments),
        Command::Cite(arguments) => commands::cite::run(&arguments),
        #[cfg(feature = "claims")]
        Command::Claims(arguments) => commands::claims::run(&arguments),
        #[cfg(not(feature = "claims"))]
        Command::Claims(_) => Err(Failure::usage(
            "this isotask was built without the papers' claims; build it with the feature claims".to_owned(),
        )),
        #[cfg(all(feature = "claims", feature = "ilp"))]
        Command::Crosscheck(arguments) => commands::crosscheck::run(&arguments),
        #[cfg(not(feature = "ilp"))]
        Command::Crosscheck(_) => Err(Failure::usage(
            "this isotask was built without HiGHS, which solves the program of a cross-check; build it with the feature ilp"
                .to_owned(),
        )),
        #[cfg(all(feature = "ilp", not(feature = "claims")))]
        Command::Crosscheck(_) => Err(Failure::usage(
            "this isotask was built without the papers' claims, whose closed forms a cross-check shows; build it with the feature claims"
                .to_owned(),
        )),
        Command::Decompose(arguments) => commands::decompose::run(&arguments),
        Command::Rounds(arguments) => commands::rounds::run(&arguments),
        Command::Draw(arguments) => commands::draw::run(&arguments),
        Command::Export(arguments) => commands::export::run(&arguments),
        #[cfg(feature = "ilp")]
        Command::Proof(arguments) => commands::proof::run(&arguments),
        #[cfg(not(feature = "ilp"))]
        Command::Proof(_) => Err(Failure::usage(
            "this isotask was built without HiGHS, which proofs in parts need; build it with the feature ilp"
                .to_owned(),
        )),
        Command::Show(arguments) => commands::show::run(&arguments),
        Command::New(arguments) => commands::new::run(&arguments),
        Command::Table(arguments) => commands::table::run(&arguments),
        Command::Methods(arguments) => commands::methods::run(&arguments),
        Command::Networks { json } => commands::networks::run(json),
        Command::Machines { name, json } => commands::machines::run(name.as_deref(), json),
        Command::Tree(arguments) => commands::tree::run(&arguments),
        Command::Hull(arguments) => commands::hull::run(&arguments),
        Command::Messages(arguments) => commands::several::messages::run(&arguments),
        Command::Rate(arguments) => commands::several::rate::run(&arguments),
        Command::Groups(arguments) => commands::several::groups::run(&arguments),
        Command::Symmetry(arguments) => commands::symmetry::run(&arguments),
        Command::Route(arguments) => commands::routing::route::run(&arguments),
        Command::Channels(arguments) => commands::routing::channels::run(&arguments),
        Command::Deadlock(arguments) => commands::routing::deadlock::run(&arguments),
        Command::Completions { shell } => commands::completions::run(shell, command_line()),
        Command::Man => commands::manual::run(command_line()),
    };
    match ended {
        Ok(exit) => exit,
        Err(failure) => tell_failure(&failure, command, wants_json, stdout_taken),
    }
    .into()
}

/// Returns the command that a call names; the rest of the call need not be valid.
fn named_command(arguments: &[OsString]) -> &str {
    let known = Arguments::command();
    let words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let named = words.into_iter().find(|word| known.find_subcommand(word).is_some());
    named.unwrap_or("isotask")
}

/// Removes clap's tip to write `--` before a word that is no option: no word of a task begins with a hyphen
/// and a letter.
fn with_fitting_tips(mut fault: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = fault.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("as a value"));
        if !tips.is_empty() {
            fault.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    fault
}

/// Prints help and version on standard output, and usage errors on standard error, or in one document with
/// `--json`.
fn usage(fault: &clap::Error, wants_json: bool, command: &str) -> Exit {
    if fault.use_stderr() && wants_json {
        let text = fault.to_string();
        let message = text.lines().next().unwrap_or("usage").trim_start_matches("error: ").to_owned();
        return tell_failure(&Failure::usage(message), command, true, false);
    }
    if fault.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // This is the help of a call that names no command.
        let _unread = fault.print();
        return Exit::BadInput;
    }
    if fault.use_stderr() {
        // The fault repeats what was typed, so it is reported like any other failure and not by clap.
        say_error(&fault.to_string());
        return Exit::BadInput;
    }
    // Here are help and version; a closed pipe means that the reader has enough.
    let text = fault.render();
    let shown = if is_painted() { text.ansi().to_string() } else { text.to_string() };
    match Output::stdout().finish(shown.as_bytes()) {
        Ok(()) => Exit::Success,
        Err(failure) => tell_failure(&failure, command, false, false),
    }
}

/// Returns the command line with its help.
fn command_line() -> clap::Command {
    with_examples(Arguments::command())
}
