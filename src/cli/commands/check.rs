//! `isotask check`.

use crate::check::{
    Answer, COMING_FROM, Digested, FORMATS, Options, Unreadable, check_coming, check_document, sha256,
    together,
};
use crate::cli::arguments::args::CheckArguments;
use crate::cli::report::lines::{claim_line, counted, replay_words, scope_words};
use crate::cli::report::tell_failure::{failure_document, tell_failure};
use crate::cli::terminal::document::unread;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::manner::{Tone, painted};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::width::{columns, folded};
use crate::solve::Beside;
use crate::wire::{
    CertificateDocument, ChannelsDocument, Document, MatrixCertificateDocument, MatrixDocument,
    ResultDocument, ResultStatus, ScheduleDocument, is_of_matrix, peek_format, to_bytes,
};
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

pub(crate) fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let files = &arguments.certificates;
    if files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input (-) can be read only once".to_owned()));
    }
    let options = Options { limit: arguments.limit, ..Options::default() };
    if arguments.json {
        return as_document(files, &options);
    }
    let (mut refused, mut failed) = (false, false);
    for file in files {
        let Checked { name, digest, answer, beside } = match check(file, &options) {
            Ok(checked) => checked,
            Err(failure) if files.len() > 1 => {
                failed = true;
                tell_failure(&failure, "check", false, false);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        refused |= matches!(answer, Answer::Refused { .. });
        Output::stdout().finish(text(&plain_text(&name), &answer, &digest, beside.as_ref()).as_bytes())?;
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

/// One document: that of the file, or of several one that holds theirs.
fn as_document(files: &[PathBuf], options: &Options) -> Result<Exit, Failure> {
    if let [only] = files {
        let result = check(only, options)?.result();
        Output::stdout().finish(&to_bytes(&result))?;
        return Ok(exit_of(false, result.status == ResultStatus::Refused));
    }
    let result = |file: &PathBuf| match check(file, options) {
        Ok(checked) => checked.result(),
        Err(failure) => failure_document(&failure, "check"),
    };
    let all = together(files.iter().map(result).collect());
    Output::stdout().finish(&to_bytes(&all))?;
    Ok(exit_of(all.status == ResultStatus::Error, all.status == ResultStatus::Refused))
}

/// What the checker says of a file.
struct Checked {
    name: String,
    /// Its SHA-256.
    digest: String,
    answer: Answer,
    beside: Option<Beside>,
}

impl Checked {
    fn new(name: String, digest: String, answer: Answer) -> Self {
        let beside = Beside::of(&answer, &interrupt::is_interrupted);
        Self { name, digest, answer, beside }
    }

    fn result(self) -> ResultDocument {
        let mut result = self.answer.result(&self.name, self.digest);
        Beside::tell(self.beside.as_ref(), &self.answer, &mut result);
        result
    }
}

fn check(path: &Path, options: &Options) -> Result<Checked, Failure> {
    let file = name_of(path);
    if let Some((answer, digest)) = coming(path, options) {
        return Ok(Checked::new(file, digest, answer));
    }
    let bytes = read(path)?;
    match check_document(&bytes, options) {
        Ok(answer) => Ok(Checked::new(file, sha256(&bytes), answer)),
        Err(Unreadable::Wire(fault)) => Err(match peek_format(&bytes).as_deref() {
            Ok(CertificateDocument::FORMAT) if is_of_matrix(&bytes) == Ok(true) => {
                unread::<MatrixCertificateDocument>(&file, &bytes, &fault)
            }
            Ok(MatrixDocument::FORMAT) => unread::<MatrixDocument>(&file, &bytes, &fault),
            Ok(CertificateDocument::FORMAT) => unread::<CertificateDocument>(&file, &bytes, &fault),
            Ok(ScheduleDocument::FORMAT) => unread::<ScheduleDocument>(&file, &bytes, &fault),
            Ok(ChannelsDocument::FORMAT) => unread::<ChannelsDocument>(&file, &bytes, &fault),
            _ => Failure::wire(&file, &fault),
        }),
        Err(Unreadable::Format(format)) => Err(Failure::unknown_format(&file, &format, &FORMATS)),
    }
}

/// Checks a file while it is read; none of what can be read only once, or has to be read in another way.
fn coming(path: &Path, options: &Options) -> Option<(Answer, String)> {
    let is_large = |found: Metadata| found.is_file() && found.len() >= COMING_FROM;
    if path == Path::new("-") || !path.metadata().is_ok_and(is_large) {
        return None;
    }
    let mut source = Digested::new(File::open(path).ok()?);
    let answer = check_coming(&mut source, options)?;
    Some((answer, source.sha256()))
}

/// The headline with its verdict in colour.
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

fn text(file: &str, answer: &Answer, digest: &str, beside: Option<&Beside>) -> String {
    let mut text = headline(file, answer);
    if let Some(replayed) = answer.replayed() {
        let line = format!(
            "schedule of {} in {} form, {}",
            counted(replayed.completion_time, "slot"),
            replayed.form.as_str(),
            replay_words(replayed.replay)
        );
        text.extend(["  ", &folded(&line, columns().map(|columns| columns - 2), 4), "\n"]);
    }
    if let (Answer::Schedule { .. }, Some(Beside { bound, scope, gap })) = (answer, beside) {
        let found = if *gap == 0 { "none is shorter".to_owned() } else { format!("gap {gap}") };
        let line = format!(
            "lower bound {}, binds {}: {found}; {}",
            counted(*bound, "slot"),
            scope_words(*scope),
            Beside::NOT_CERTIFIED
        );
        text.extend(["  ", &folded(&line, columns().map(|columns| columns - 2), 4), "\n"]);
    }
    if let Answer::Certificate { verdict, .. } = answer {
        for claim in &verdict.claims {
            text.extend(["  ", &folded(&claim_line(claim), columns().map(|columns| columns - 2), 4), "\n"]);
        }
    }
    if let Answer::MatrixCertificate { verdict, .. } = answer {
        for claim in &verdict.claims {
            let line = format!("{} {claim}", claim.quantity.words());
            text.extend(["  ", &folded(&line, columns().map(|columns| columns - 2), 4), "\n"]);
        }
    }
    if let Some(average) = answer.average_delay() {
        text.extend(["  average delay ", &average, " slots\n"]);
    }
    if !matches!(answer, Answer::Refused { .. }) {
        text.extend(["  SHA-256 ", digest, "\n"]);
    }
    text
}
