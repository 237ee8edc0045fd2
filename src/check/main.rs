//! `isotask-check`: the certificate checker alone, without solver and command-line library.
//!
//! Exit: 0 all documents verified, 1 a document refused, 2 a problem of usage, reading, parsing or memory.

#![forbid(unsafe_code)]

use isotask_check::{
    Answer, Digested, Options, STREAMED_FROM, Unreadable, check_document, check_streamed, form_faults,
    sha256, together,
};
use isotask_wire::{ErrorReport, FaultReport, ResultDocument, ResultStatus, WireError};
use signal_hook::consts::SIGABRT;
use signal_hook::flag::register_conditional_shutdown;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const HELP: &str = "\
Check certificates of Isotask, trusting nothing but the document

Usage: isotask-check [--json] [--limit STEPS] [--] FILE…

FILE is a certificate (isotask.certificate/1), a schedule (isotask.schedule/1, which is only
replayed), the channels of a routing rule (isotask.channels/1), a rate (isotask.rate/1), schedules
of groups (isotask.groups/1) or a matrix (isotask.matrix/1); - is standard input.

Options:
      --json         print one isotask.result/1 document, which of several FILEs holds their
                     results
      --limit STEPS  refuse each FILE after so much work beside what is linear in its length;
                     17179869184 (2^34, half a minute of a fast core) unless said
  -h, --help         print this help
  -V, --version      print the version

Exit: 0 all verified, 1 a document refused, 2 a problem of usage, reading, parsing or memory.
";

fn main() -> ExitCode {
    end_orderly_without_memory();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let json = arguments.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    let outcome = match Call::parse(&arguments) {
        Ok(Call::Print(text)) => Outcome { stdout: text, ..Outcome::default() },
        Ok(Call::Check { files, options }) => check_files(&files, &options, json),
        Err(message) => usage_problem(&message, json),
    };
    outcome.print()
}

/// Makes the process exit with code 2, not crash, when Rust reports that memory cannot be allocated and
/// aborts.
fn end_orderly_without_memory() {
    // If the handler cannot be set, that of the system ends the process.
    let _unset = register_conditional_shutdown(SIGABRT, 2, Arc::new(AtomicBool::new(true)));
}

/// The request that the arguments make.
enum Call {
    Print(String),
    Check { files: Vec<OsString>, options: Options },
}

impl Call {
    fn parse(arguments: &[OsString]) -> Result<Self, String> {
        let (mut files, mut options) = (Vec::new(), true);
        let mut thorough = Options::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--limit") if options => {
                    let steps = arguments.next().map(|steps| steps.to_string_lossy());
                    thorough.limit = limit(steps.as_deref())?;
                }
                Some(text) if options && text.starts_with("--limit=") => {
                    thorough.limit = limit(text.strip_prefix("--limit="))?;
                }
                Some("--") if options => options = false,
                Some("--json") if options => {}
                Some("--help" | "-h") if options => return Ok(Self::Print(HELP.to_owned())),
                Some("--version" | "-V") if options => {
                    let version = env!("CARGO_PKG_VERSION");
                    return Ok(Self::Print(format!("isotask-check {version}\n")));
                }
                Some(text) if options && text.len() > 1 && text.starts_with('-') => {
                    return Err(format!("unknown option {text:?}"));
                }
                _ => files.push(argument.clone()),
            }
        }
        if files.is_empty() {
            return Err("no file, expected at least one".to_owned());
        }
        if files.iter().filter(|file| *file == "-").count() > 1 {
            return Err("standard input named twice, expected once".to_owned());
        }
        Ok(Self::Check { files, options: thorough })
    }
}

/// Parses the steps after an option --limit.
fn limit(steps: Option<&str>) -> Result<u64, String> {
    let steps = steps.ok_or("no number after --limit, expected steps")?;
    steps.parse().map_err(|_| format!("--limit {steps:?}, expected a number of steps below 2^64"))
}

/// The output of the process and its exit code.
#[derive(Default)]
struct Outcome {
    stdout: String,
    stderr: String,
    exit: u8,
}

impl Outcome {
    fn print(&self) -> ExitCode {
        // A failure to write to standard error cannot be reported.
        let _ = io::stderr().lock().write_all(self.stderr.as_bytes());
        let mut stdout = io::stdout().lock();
        match stdout.write_all(self.stdout.as_bytes()).and_then(|()| stdout.flush()) {
            Ok(()) => ExitCode::from(self.exit),
            // A reader that closes the pipe has read enough; the exit code still gives the verdict.
            Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(self.exit),
            Err(fault) => {
                let message = format!("isotask-check: standard output: {fault}\n");
                let _ = io::stderr().lock().write_all(message.as_bytes());
                ExitCode::from(2)
            }
        }
    }
}

fn usage_problem(message: &str, json: bool) -> Outcome {
    let stderr = format!("isotask-check: {message}\nTry isotask-check --help\n");
    let mut stdout = String::new();
    if json {
        let mut result = ResultDocument::new("check", ResultStatus::Error, 2);
        result.error = Some(ErrorReport {
            reason: "usage".to_owned(),
            file: None,
            place: None,
            message: message.to_owned(),
            faults: Vec::new(),
        });
        stdout = document(&result);
    }
    Outcome { stdout, stderr, exit: 2 }
}

fn check_files(files: &[OsString], options: &Options, json: bool) -> Outcome {
    let (mut all, mut results) = (Outcome::default(), Vec::new());
    for file in files {
        let name = name(file);
        let answer = coming(file, options).map_or_else(
            || {
                let bytes = read(file).map_err(Problem::Unread)?;
                match check_document(&bytes, options) {
                    Ok(answer) => Ok((answer, sha256(&bytes))),
                    Err(fault) => Err(Problem::Unreadable(fault, bytes)),
                }
            },
            Ok,
        );
        if let Err(problem) = &answer {
            let _ = writeln!(all.stderr, "isotask-check: {}: {}", shown(&name), problem.message());
            for fault in problem.faults().iter().skip(1) {
                let _ = writeln!(all.stderr, "isotask-check: {}: {fault}", shown(&name));
            }
        }
        let mut result = answer.as_ref().map_or_else(
            |problem| problem.result(&name),
            |(answer, digest)| answer.result(&name, digest.clone()),
        );
        all.exit = all.exit.max(result.exit);
        if json {
            if let Ok((Answer::Schedule { .. }, _)) = answer {
                result.notes.push("valid schedule, no claim".to_owned());
            }
            results.push(result);
        } else if let Ok((answer, digest)) = &answer {
            all.stdout.push_str(&report(&shown(&name), answer, digest));
        }
    }
    if json {
        let only = if results.len() == 1 { results.pop() } else { None };
        all.stdout = document(&only.unwrap_or_else(|| together(results)));
    }
    all
}

/// Returns the name of a file, only bytes that are not UTF-8 replaced, or a name for standard input.
fn name(file: &OsString) -> String {
    if file == "-" { "<stdin>".to_owned() } else { file.to_string_lossy().into_owned() }
}

/// Returns a name for text on a terminal, on one line.
fn shown(name: &str) -> String {
    // Marks that change the direction of writing (Unicode Standard Annex 9) and line separators could
    // disguise a name as well.
    let is_plain = |c: char| {
        let turns = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        !c.is_control() && !turns && !matches!(c, '\u{2028}' | '\u{2029}')
    };
    name.chars().map(|c| if is_plain(c) { c } else { '\u{FFFD}' }).collect()
}

/// Checks a large file while it is read; none if it can be read only once, or has to be read in another way.
fn coming(file: &OsString, options: &Options) -> Option<(Answer, String)> {
    let is_large = |found: std::fs::Metadata| found.is_file() && found.len() >= STREAMED_FROM;
    if file == "-" || !std::fs::metadata(file).is_ok_and(is_large) {
        return None;
    }
    let mut source = Digested::new(std::fs::File::open(file).ok()?);
    let answer = check_streamed(&mut source, options)?;
    Some((answer, source.sha256()))
}

fn read(file: &OsString) -> io::Result<Vec<u8>> {
    if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(file)
}

/// A document that could not be checked.
enum Problem {
    Unread(io::Error),
    /// The bytes are those of the document.
    Unreadable(Unreadable, Vec<u8>),
}

impl Problem {
    fn message(&self) -> String {
        match self {
            Self::Unread(fault) => fault.to_string(),
            Self::Unreadable(fault, _) => fault.to_string(),
        }
    }

    /// Returns all faults of the form, if the form is the problem.
    fn faults(&self) -> Vec<WireError> {
        match self {
            Self::Unreadable(Unreadable::Wire(_), bytes) => form_faults(bytes),
            _ => Vec::new(),
        }
    }

    fn result(&self, file: &str) -> ResultDocument {
        let (reason, place) = match self {
            Self::Unread(_) => ("unreadable", ""),
            Self::Unreadable(Unreadable::Wire(fault), _) => (fault.kind.reason(), fault.path.as_str()),
            Self::Unreadable(Unreadable::Format(_), _) => ("wrong-format", "format"),
        };
        let mut result = ResultDocument::new("check", ResultStatus::Error, 2);
        result.input = Some(file.to_owned());
        result.error = Some(ErrorReport {
            reason: reason.to_owned(),
            file: Some(file.to_owned()),
            place: Some(place.to_owned()).filter(|place| !place.is_empty()),
            message: self.message(),
            faults: self.faults().iter().map(fault_report).collect(),
        });
        result
    }
}

fn fault_report(fault: &WireError) -> FaultReport {
    FaultReport {
        reason: fault.kind.reason().to_owned(),
        place: Some(fault.path.clone()).filter(|place| !place.is_empty()),
        line: u64::try_from(fault.line).ok(),
        column: u64::try_from(fault.column).ok(),
        message: fault.message.clone(),
    }
}

fn report(name: &str, answer: &Answer, digest: &str) -> String {
    let lines = answer.lines(digest).into_iter().map(|(key, value)| format!("  {key:<17}{value}\n"));
    answer.headline(name) + &lines.collect::<String>()
}

fn document(result: &ResultDocument) -> String {
    String::from_utf8_lossy(&isotask_wire::to_bytes(result)).into_owned()
}
