//! `isotask check`.

mod checked;
mod foreign;

use crate::check::{
    Answer, Digested, FORMATS, Options, STREAMED_FROM, Unreadable, check_document, check_streamed, sha256,
    together,
};
use crate::cli::arguments::args::CheckArguments;
use crate::cli::report::lines::{counted, scope_words};
use crate::cli::report::tell_failure::{failure_document, tell_failure};
use crate::cli::terminal::document::unreadable_document;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::manner::{Tone, painted};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::width::{columns, folded};
use crate::model::Problem;
use crate::solve::BoundGap;
use crate::wire::{
    CertificateDocument, ChannelsDocument, Document, MatrixCertificateDocument, MatrixDocument,
    ResultDocument, ResultStatus, RoundsDocument, ScheduleDocument, is_of_matrix, peek_format, to_bytes,
};
use checked::{Checked, Verdict};
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

/// The formats that are checked.
const KNOWN_FORMATS: [&str; 5] = [FORMATS[0], FORMATS[1], FORMATS[2], FORMATS[3], RoundsDocument::FORMAT];

pub(crate) fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let files = &arguments.certificates;
    if files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input (-) can be read only once".to_owned()));
    }
    let asked = CheckRequest {
        options: Options { limit: arguments.limit, ..Options::default() },
        task: foreign::task(arguments)?,
    };
    if arguments.json {
        return as_document(files, &asked);
    }
    let (mut refused, mut failed) = (false, false);
    for file in files {
        let checked = match check(file, &asked) {
            Ok(checked) => checked,
            Err(failure) if files.len() > 1 => {
                failed = true;
                tell_failure(&failure, "check", false, false);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        for checked in checked {
            refused |= checked.verdict.is_refused();
            Output::stdout().finish(text(&checked).as_bytes())?;
        }
    }
    Ok(exit_of(failed, refused))
}

fn exit_of(failed: bool, refused: bool) -> Exit {
    match (failed, refused) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Negative,
        (false, false) => Exit::Success,
    }
}

/// Prints one document: the result of the file, or one that holds the results of several.
fn as_document(files: &[PathBuf], asked: &CheckRequest) -> Result<Exit, Failure> {
    let results = |file: &PathBuf| -> Vec<ResultDocument> {
        match check(file, asked) {
            Ok(checked) => checked.into_iter().map(Checked::result).collect(),
            Err(failure) => vec![failure_document(&failure, "check")],
        }
    };
    let mut all = if let [only] = files {
        check(only, asked)?.into_iter().map(Checked::result).collect()
    } else {
        files.iter().flat_map(results).collect::<Vec<_>>()
    };
    if files.len().max(all.len()) == 1
        && let Some(result) = all.pop()
    {
        Output::stdout().finish(&to_bytes(&result))?;
        return Ok(exit_of(false, result.status == ResultStatus::Refused));
    }
    let all = together(all);
    Output::stdout().finish(&to_bytes(&all))?;
    Ok(exit_of(all.status == ResultStatus::Error, all.status == ResultStatus::Refused))
}

/// The options of a check.
struct CheckRequest {
    options: Options,
    /// The task for schedules of other programs.
    task: Option<Problem>,
}

fn check(path: &Path, asked: &CheckRequest) -> Result<Vec<Checked>, Failure> {
    let file = name_of(path);
    let options = &asked.options;
    if asked.task.is_none()
        && let Some((answer, digest)) = check_while_reading(path, options)
    {
        return Ok(vec![Checked::new(file, digest, answer)]);
    }
    let bytes = read(path)?;
    if let Some(task) = &asked.task {
        let format = peek_format(&bytes).ok().filter(|format| FORMATS.contains(&format.as_str()));
        return match format {
            Some(format) => Err(Failure::usage(format!(
                "{}: {format} says its own task, expected no --task",
                plain_text(&file)
            ))),
            None => foreign::judge(&file, &bytes, task, options),
        };
    }
    if foreign::is_rounds(&bytes) {
        let task = foreign::task_of_rounds(&file, &bytes)?;
        return foreign::judge(&file, &bytes, &task, options);
    }
    match check_document(&bytes, options) {
        Ok(answer) => Ok(vec![Checked::new(file, sha256(&bytes), answer)]),
        Err(fault) => Err(unreadable(&file, &bytes, fault)),
    }
}

/// Returns the failure of bytes that the checker cannot read.
fn unreadable(file: &str, bytes: &[u8], fault: Unreadable) -> Failure {
    match fault {
        Unreadable::Wire(fault) => match peek_format(bytes).as_deref() {
            Ok(CertificateDocument::FORMAT) if is_of_matrix(bytes) == Ok(true) => {
                unreadable_document::<MatrixCertificateDocument>(file, bytes, &fault)
            }
            Ok(MatrixDocument::FORMAT) => unreadable_document::<MatrixDocument>(file, bytes, &fault),
            Ok(CertificateDocument::FORMAT) => {
                unreadable_document::<CertificateDocument>(file, bytes, &fault)
            }
            Ok(ScheduleDocument::FORMAT) => unreadable_document::<ScheduleDocument>(file, bytes, &fault),
            Ok(ChannelsDocument::FORMAT) => unreadable_document::<ChannelsDocument>(file, bytes, &fault),
            _ if foreign::is_foreign(bytes) => Failure::usage(format!(
                "{}: a schedule of another program, expected --task \"NETWORK TASK\" with it",
                plain_text(file)
            )),
            _ => Failure::wire(file, &fault),
        },
        Unreadable::Format(format) => Failure::unknown_format(file, &format, &KNOWN_FORMATS),
    }
}

/// Checks a large file while it is read; none if it can be read only once, or has to be read in another way.
fn check_while_reading(path: &Path, options: &Options) -> Option<(Answer, String)> {
    let is_large = |found: Metadata| found.is_file() && found.len() >= STREAMED_FROM;
    if path == Path::new("-") || !path.metadata().is_ok_and(is_large) {
        return None;
    }
    let mut source = Digested::new(File::open(path).ok()?);
    let answer = check_streamed(&mut source, options)?;
    Some((answer, source.sha256()))
}

/// Returns the headline with its verdict in colour.
fn headline(file: &str, answer: &Answer) -> String {
    let line = answer.headline(file);
    let (word, tone) = match answer {
        Answer::Refused { .. } => ("refused", Tone::Bad),
        _ => ("verified", Tone::Good),
    };
    match line.strip_prefix(file).and_then(|rest| rest.strip_prefix(": ")?.strip_prefix(word)) {
        Some(rest) => format!("{file}: {}{rest}", painted(word, tone)),
        None => line,
    }
}

/// Returns the report of a file for people.
fn text(checked: &Checked) -> String {
    let file = plain_text(&checked.name);
    let mut text = match &checked.verdict {
        Verdict::Checker(answer) => answer_text(&file, answer, &checked.digest, checked.gap.as_ref()),
        Verdict::Wrong(error) => {
            let place = error.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
            format!(
                "{file}: {}: {} [{}]{place}\n",
                painted("refused", Tone::Bad),
                error.message,
                error.reason
            )
        }
    };
    for line in &checked.details {
        text.extend(["  ", &folded(line, columns().map(|columns| columns - 2), 4), "\n"]);
    }
    text
}

fn answer_text(file: &str, answer: &Answer, digest: &str, gap: Option<&BoundGap>) -> String {
    let mut text = headline(file, answer);
    let mut line = |key: &str, value: &str| {
        let line = format!("{key:<17}{value}");
        // A digest is one word, and stands in a line of its own where the line is too long.
        let line = match columns() {
            Some(columns) if !value.contains(' ') && line.len() + 2 > columns => {
                format!("{key}\n    {value}")
            }
            columns => folded(&line, columns.map(|columns| columns - 2), 19),
        };
        text.extend(["  ", &line, "\n"]);
    };
    for (key, value) in answer.lines(digest) {
        line(key, &value);
    }
    if let (Answer::Schedule { .. }, Some(BoundGap { bound, scope, gap })) = (answer, gap) {
        let found = if *gap == 0 { "none is shorter".to_owned() } else { format!("gap {gap}") };
        let bound = counted(*bound, "slot");
        let scope = scope_words(*scope);
        line("lower bound", &format!("{bound}, binds {scope}: {found}; {}", BoundGap::NOT_CERTIFIED));
    }
    text
}
