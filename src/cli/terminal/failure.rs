//! Exit codes, and failures with the place of each fault.

use crate::check::Rejection;
#[cfg(feature = "claims")]
use crate::claims::ClaimError;
use crate::cli::terminal::manner::{Tone, is_quiet, painted_for_stderr};
use crate::cli::terminal::plain::{plain_lines, plain_text};
use crate::cli::terminal::width::{folded, stderr_columns};
use crate::grammar::GrammarError;
use crate::model::{ModelError, SymmetryError};
use crate::solve::SolveError;
use crate::tree::GivenTreeError;
use crate::wire::{Document, RoutesDocument, WireError, position};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// How the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// The result is optimal within the printed scope, verified, or written.
    Success = 0,
    /// The answer is negative.
    Negative = 1,
    /// The input, the usage or an input or output is at fault.
    BadInput = 2,
    /// The schedule is not proved optimal.
    NotProved = 3,
    /// The self-check failed.
    Bug = 4,
    /// The run was interrupted.
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
    /// All that is wrong with the document; `message` reports the first.
    pub(crate) faults: Vec<Fault>,
}

/// One of several faults of a document.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) reason: &'static str,
    pub(crate) place: Option<String>,
    /// Line, and column where it is known.
    pub(crate) at: Option<(usize, Option<usize>)>,
    pub(crate) message: String,
}

impl Fault {
    /// Returns the fault in one line, without a file if its name is empty.
    pub(crate) fn in_file(&self, file: &str) -> String {
        let line = self.at.map(|(line, column)| match column {
            Some(column) => format!("line {line}, column {column}"),
            None => format!("line {line}"),
        });
        let place = self.place.as_ref().map(|place| format!("at {place}"));
        let at: Vec<String> = line.into_iter().chain(place).collect();
        let at = if at.is_empty() { String::new() } else { format!("{}: ", at.join(", ")) };
        let file = if file.is_empty() { String::new() } else { format!("{}: ", plain_text(file)) };
        format!("{file}{at}{}", self.message)
    }
}

impl Failure {
    /// Returns a failure of no file and no place.
    fn without_place(exit: Exit, reason: &'static str, message: String) -> Self {
        Self { exit, reason, file: None, place: None, message, faults: Vec::new() }
    }

    /// Returns the failure of one fault in a document.
    fn in_document(file: &str, fault: Fault) -> Self {
        let told = Self::without_place(Exit::BadInput, fault.reason, fault.in_file(file));
        Self { file: Some(file.to_owned()), place: fault.place.clone(), faults: vec![fault], ..told }
    }

    pub(crate) fn usage(message: String) -> Self {
        Self::without_place(Exit::BadInput, "usage", message)
    }

    pub(crate) fn io(action: &str, path: &str, fault: &io::Error) -> Self {
        if fault.kind() == ErrorKind::Interrupted {
            return Self::interrupted(&format!(
                "interrupted: {} was not written to its end",
                plain_text(path)
            ));
        }
        let text = fault.to_string();
        let text = text.split(" (os error").next().unwrap_or(&text);
        let message = format!("{action} {}: {text}", plain_text(path));
        Self { file: Some(path.to_owned()), ..Self::without_place(Exit::BadInput, "input-output", message) }
    }

    pub(crate) fn interrupted(message: &str) -> Self {
        Self::without_place(Exit::Interrupted, "interrupted", message.to_owned())
    }

    pub(crate) fn without_schedule(message: String) -> Self {
        Self::without_place(Exit::NotProved, "no-schedule", message)
    }

    pub(crate) fn wire(file: &str, fault: &WireError) -> Self {
        let place = (!fault.path.is_empty()).then(|| fault.path.clone());
        Self { place, ..Self::fault(file, fault.kind.reason(), fault) }
    }

    pub(crate) fn model(file: &str, fault: &ModelError) -> Self {
        let place = fault.place();
        let told = Self::fault(file, fault.reason(), format!("at {place}: {fault}"));
        Self { place: Some(place), ..told }
    }

    /// Returns the failure of a model fault as [`Self::model`] does, with its line and column in `text`.
    pub(crate) fn model_in(file: &str, text: &[u8], fault: &ModelError) -> Self {
        let (place, at) = (fault.place(), position(text, &fault.place()));
        let at = at.map(|(line, column)| (line, Some(column)));
        let (reason, place) = (fault.reason(), Some(place));
        Self::in_document(file, Fault { reason, place, at, message: fault.to_string() })
    }

    /// Returns the failure of a group of automorphisms that is none of the network.
    pub(crate) fn symmetry(file: &str, text: &[u8], fault: &SymmetryError) -> Self {
        let place = fault.index().map(|index| format!("[{index}]"));
        let at = place.as_ref().and_then(|place| position(text, place));
        let at = at.map(|(line, column)| (line, Some(column)));
        Self::in_document(file, Fault { reason: "symmetry", place, at, message: fault.to_string() })
    }

    pub(crate) fn tree(file: &str, text: &[u8], fault: &GivenTreeError) -> Self {
        let place = fault.index().map(|index| format!("[{index}]"));
        let at = place.as_ref().and_then(|place| position(text, place));
        let at = at.map(|(line, column)| (line, Some(column)));
        Self::in_document(file, Fault { reason: "no-spanning-tree", place, at, message: fault.to_string() })
    }

    /// Returns the failure of a word at a place of a list in a file.
    pub(crate) fn in_list(file: &str, text: &[u8], place: &str, fault: &GrammarError) -> Self {
        let at = position(text, place).map(|(line, column)| (line, Some(column)));
        let (place, message) = (Some(place.to_owned()), fault.to_string());
        Self::in_document(file, Fault { reason: "no-node", place, at, message })
    }

    pub(crate) fn solve(file: &str, fault: &SolveError) -> Self {
        let exit = if fault.is_bug() { Exit::Bug } else { Exit::BadInput };
        Self { exit, ..Self::fault(file, fault.reason(), fault) }
    }

    /// Returns the failure of a claims document or of a claim in it: a rule or formula is none or has no
    /// value. A proof of one of the papers' claims that does not come about is a bug.
    #[cfg(feature = "claims")]
    pub(crate) fn claim(file: Option<(&str, &[u8])>, id: Option<&str>, fault: &ClaimError) -> Self {
        let place = fault.place().map(str::to_owned);
        let at = file.zip(place.as_deref()).and_then(|((_, text), place)| position(text, place));
        let at = at.map(|(line, column)| format!("line {line}, column {column}, "));
        let words = [file.map(|(name, _)| format!("{name}: ")), at, id.map(|id| format!("claim {id}: "))];
        let [name, at, id] = words.map(Option::unwrap_or_default);
        let exit = if fault.is_bug() { Exit::Bug } else { Exit::BadInput };
        let reason = if id.is_empty() { "claim-not-understood" } else { "claim-not-judged" };
        let told = Self::without_place(exit, reason, plain_text(&format!("{name}{id}{at}{fault}")));
        Self { file: file.map(|(name, _)| name.to_owned()), place, ..told }
    }

    /// Returns the failure of a result that our own checker refuses.
    pub(crate) fn self_check(message: String) -> Self {
        Self::without_place(Exit::Bug, "self-check-failed", message)
    }

    /// Returns the failure of a document that lacks what a command needs.
    pub(crate) fn fault(file: &str, reason: &'static str, message: impl Display) -> Self {
        let message = format!("{}: {message}", plain_text(file));
        Self { file: Some(file.to_owned()), ..Self::without_place(Exit::BadInput, reason, message) }
    }

    /// Returns the failure of a certificate that the checker refuses.
    pub(crate) fn refused(file: &str, rejection: &Rejection) -> Self {
        Self::refused_at(file, rejection, rejection.place())
    }

    /// Returns the failure of a schedule in a file of its own that the checker refuses.
    pub(crate) fn refused_alone(file: &str, rejection: &Rejection) -> Self {
        let place = rejection.place();
        let own = place.strip_prefix("schedule.").unwrap_or(&place).to_owned();
        Self::refused_at(file, rejection, own)
    }

    /// Returns the failure of a refused document, with `place` as the file names it.
    pub(crate) fn refused_at(file: &str, rejection: &Rejection, place: String) -> Self {
        let reason = rejection.reason();
        let told = Self::fault(file, reason, format!("refused: {rejection} [{reason}] at {place}"));
        Self { exit: Exit::Negative, place: Some(place), ..told }
    }

    /// Returns the failure of an input that the checker refuses, with its line and column in `text`; `inside`
    /// is the document that the checker's places begin with.
    pub(crate) fn refused_input(file: &str, text: &[u8], rejection: &Rejection, inside: &str) -> Self {
        let place = rejection.place_at_top(inside);
        let at = position(text, &place).map(|(line, column)| (line, Some(column)));
        let (reason, place) = (rejection.reason(), Some(place));
        Self::in_document(file, Fault { reason, place, at, message: plain_text(&rejection.to_string()) })
    }

    pub(crate) fn unknown_format(file: &str, found: &str, known: &[&str]) -> Self {
        let found = found.chars().take(64).collect::<String>().escape_debug().to_string();
        let known = known.join(" or ");
        let cure = if found == RoutesDocument::FORMAT { "; isotask channels FILE judges routes" } else { "" };
        let message = format!("at format: \"{found}\" is no format of this command, expected {known}{cure}");
        Self { place: Some("format".to_owned()), ..Self::fault(file, "wrong-format", message) }
    }
}

impl From<GrammarError> for Failure {
    fn from(fault: GrammarError) -> Self {
        let remedy = match fault {
            GrammarError::WithSwitches { .. } => ", expected graph --edges FILE --switches NODES TASK…",
            GrammarError::GraphInWords => ", expected graph --edges FILE TASK… or FILE TASK…",
            _ => "",
        };
        Self::usage(format!("{fault}{remedy}"))
    }
}

/// The indentation of all lines of an error but the first, in columns.
const INDENT: usize = "error: ".len();

/// Prints an error on standard error; a closed standard error is ignored.
pub(crate) fn say_error(message: &str) {
    let message = plain_lines(message.trim_end());
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    // The word before the message takes as many columns as the other lines are indented.
    let lines: Vec<String> = message.lines().map(|line| folded(line, stderr_columns(), INDENT)).collect();
    let (word, message) = (painted_for_stderr("error:", Tone::Bad), lines.join("\n"));
    let _unread = writeln!(io::stderr().lock(), "{word} {message}");
}

/// Prints a remark on standard error, unless the command is to be quiet.
pub(crate) fn remark(text: &str) {
    if !is_quiet() {
        let _unread = writeln!(io::stderr().lock(), "{}", plain_lines(text.trim_end()));
    }
}

/// Reports on standard error how an ambiguous file or word was read, even with `--quiet`, and keeps it for
/// the result.
pub(crate) fn report_guess(text: &str) {
    let _unread = writeln!(io::stderr().lock(), "{}", plain_lines(text));
    GUESSES.lock().unwrap_or_else(PoisonError::into_inner).push(plain_text(text));
}

static GUESSES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Returns all guesses so far, for the result.
pub(crate) fn guesses() -> Vec<String> {
    GUESSES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Returns a path exactly as results name it.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Returns a path as messages name it, without characters that control a terminal.
pub(crate) fn shown_path(path: &Path) -> String {
    plain_text(&name_of(path))
}
