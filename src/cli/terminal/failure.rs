//! Exit codes, and failures with their place.

use crate::check::Rejection;
use crate::claims::ClaimError;
use crate::cli::terminal::plain::{plain_lines, plain_text};
use crate::model::ModelError;
use crate::solve::SolveError;
use crate::wire::WireError;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// How the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Optimal within the printed scope, verified, or written.
    Success = 0,
    /// A negative answer.
    Negative = 1,
    /// Bad input, usage, or input/output.
    BadInput = 2,
    /// A schedule that is not proved optimal.
    NotProved = 3,
    /// The self-check failed.
    Bug = 4,
    /// Interrupted.
    Interrupted = 130,
}

impl Exit {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Negative => 1,
            Self::BadInput => 2,
            Self::NotProved => 3,
            Self::Bug => 4,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command ended without its result.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) reason: &'static str,
    pub(crate) file: Option<String>,
    pub(crate) place: Option<String>,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn usage(message: String) -> Self {
        Self { exit: Exit::BadInput, reason: "usage", file: None, place: None, message }
    }

    pub(crate) fn io(action: &str, path: &str, fault: &io::Error) -> Self {
        if fault.kind() == ErrorKind::BrokenPipe {
            return Self::closed_pipe();
        }
        if fault.kind() == ErrorKind::Interrupted {
            return Self::interrupted(&format!("interrupted: {path} was not written to its end"));
        }
        let text = fault.to_string();
        let text = text.split(" (os error").next().unwrap_or(&text);
        let message = format!("{action} {path}: {text}");
        let file = Some(path.to_owned());
        Self { exit: Exit::BadInput, reason: "input-output", file, place: None, message }
    }

    /// The reader of our output has gone: nothing is left to say.
    fn closed_pipe() -> Self {
        Self { exit: Exit::Success, reason: "closed-pipe", file: None, place: None, message: String::new() }
    }

    pub(crate) fn interrupted(message: &str) -> Self {
        let message = message.to_owned();
        Self { exit: Exit::Interrupted, reason: "interrupted", file: None, place: None, message }
    }

    pub(crate) fn without_schedule(message: String) -> Self {
        Self { exit: Exit::NotProved, reason: "no-schedule", file: None, place: None, message }
    }

    pub(crate) fn wire(file: &str, fault: &WireError) -> Self {
        let place = (!fault.path.is_empty()).then(|| fault.path.clone());
        Self {
            exit: Exit::BadInput,
            reason: fault.kind.reason(),
            file: Some(file.to_owned()),
            place,
            message: format!("{file}: {fault}"),
        }
    }

    pub(crate) fn model(file: &str, fault: &ModelError) -> Self {
        Self {
            exit: Exit::BadInput,
            reason: fault.reason(),
            file: Some(file.to_owned()),
            place: Some(fault.place()),
            message: format!("{file}: at {}: {fault}", fault.place()),
        }
    }

    pub(crate) fn solve(file: &str, fault: &SolveError) -> Self {
        Self {
            exit: if fault.is_bug() { Exit::Bug } else { Exit::BadInput },
            reason: fault.reason(),
            file: Some(file.to_owned()),
            place: None,
            message: format!("{file}: {fault}"),
        }
    }

    /// A claim of the papers whose proof does not come about: a bug.
    pub(crate) fn claim(id: &str, fault: &ClaimError) -> Self {
        Self {
            exit: Exit::Bug,
            reason: "claim-not-judged",
            file: None,
            place: None,
            message: format!("{id}: {fault}"),
        }
    }

    /// Our own checker refuses what was about to be handed out.
    pub(crate) fn self_check(message: String) -> Self {
        Self { exit: Exit::Bug, reason: "self-check-failed", file: None, place: None, message }
    }

    /// What a document lacks for a command.
    pub(crate) fn fault(file: &str, reason: &'static str, message: impl Display) -> Self {
        Self {
            exit: Exit::BadInput,
            reason,
            file: Some(file.to_owned()),
            place: None,
            message: format!("{file}: {message}"),
        }
    }

    /// A certificate that the checker refuses.
    pub(crate) fn refused(file: &str, rejection: &Rejection) -> Self {
        Self::refused_at(file, rejection, rejection.place())
    }

    /// The same at a place as the file names it.
    pub(crate) fn refused_at(file: &str, rejection: &Rejection, place: String) -> Self {
        let reason = rejection.reason();
        Self {
            exit: Exit::Negative,
            reason,
            message: format!("{file}: refused: {rejection} [{reason}] at {place}"),
            file: Some(file.to_owned()),
            place: Some(place),
        }
    }

    pub(crate) fn unknown_format(file: &str, found: &str, known: &[&str]) -> Self {
        Self {
            exit: Exit::BadInput,
            reason: "wrong-format",
            file: Some(file.to_owned()),
            place: Some("format".to_owned()),
            message: format!(
                "{file}: at format: \"{}\" is no format of this command, expected {}",
                found.chars().take(64).collect::<String>().escape_debug(),
                known.join(" or ")
            ),
        }
    }
}

/// Prints a line for people on standard error; if nobody can read it, that is no reason to fail.
pub(crate) fn say(line: &str) {
    let _unread = writeln!(io::stderr().lock(), "{}", plain_lines(line));
}

/// A path as messages name it.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { plain_text(&path.display().to_string()) }
}
