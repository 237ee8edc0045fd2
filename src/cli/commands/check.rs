//! `isotask check`.

use crate::check::{Answer, FORMATS, Options, Unreadable, check_document};
use crate::cli::arguments::args::CheckArguments;
use crate::cli::report::lines::{counted, horizon_part, quantity_words};
use crate::cli::report::tell_failure::tell_failure;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::output::Output;
use crate::wire::to_bytes;
use std::path::Path;

pub(crate) fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let files = &arguments.certificates;
    if files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input (-) can be read only once".to_owned()));
    }
    if arguments.json && files.len() > 1 {
        return Err(Failure::usage("--json prints one document, expected one file".to_owned()));
    }
    let (mut refused, mut failed) = (false, false);
    for file in files {
        let (name, answer) = match check(file) {
            Ok(checked) => checked,
            Err(failure) if files.len() > 1 => {
                failed = true;
                tell_failure(&failure, "check", false, false);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        refused |= matches!(answer, Answer::Refused { .. });
        let bytes =
            if arguments.json { to_bytes(&answer.result(&name)) } else { text(&name, &answer).into_bytes() };
        Output::stdout().finish(&bytes)?;
    }
    Ok(match (failed, refused) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Negative,
        (false, false) => Exit::Success,
    })
}

/// What the checker says of a file, and its name.
fn check(path: &Path) -> Result<(String, Answer), Failure> {
    let file = name_of(path);
    let bytes = read(path)?;
    match check_document(&bytes, &Options::default()) {
        Ok(answer) => Ok((file, answer)),
        Err(Unreadable::Wire(fault)) => Err(Failure::wire(&file, &fault)),
        Err(Unreadable::Format(format)) => Err(Failure::unknown_format(&file, &format, &FORMATS)),
    }
}

fn text(file: &str, answer: &Answer) -> String {
    let mut text = answer.headline(file);
    if let Some(replayed) = answer.replayed() {
        let line = format!(
            "  schedule of {} in {} form, replayed at {}\n",
            counted(replayed.completion_time, "slot"),
            replayed.form.as_str(),
            replayed.replay.as_str()
        );
        text.push_str(&line);
    }
    if let Answer::Certificate { verdict, .. } = answer {
        for claim in &verdict.claims {
            let line = format!(
                "  {} {}, lower bound {} ({}), scope {}{}: {}\n",
                quantity_words(claim.quantity, claim.per),
                claim.value,
                claim.lower,
                claim.kind.as_str(),
                claim.scope.as_str(),
                horizon_part(claim.horizon),
                claim.status.as_str()
            );
            text.push_str(&line);
        }
    }
    if let Some(average) = answer.average_delay() {
        text.extend(["  average delay ", &average, " slots\n"]);
    }
    text
}
