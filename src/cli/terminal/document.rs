//! Reads documents of the project: each is parsed, or refused with every fault that was found in it.

use crate::check::{Options, Replayed, Verdict, check_certificate, check_schedule};
use crate::cli::terminal::failure::{Exit, Failure, Fault};
use crate::model::{self, ModelError};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Document, Faults, MatrixCertificateDocument, MatrixDocument,
    PartDocument, ResultDocument, RoundsDocument, RoutesDocument, ScheduleDocument, TaskDocument, WireError,
    faults, is_of_matrix, parse, peek_format, position,
};

/// The most faults that are reported of one document.
const MAX_FAULTS: usize = 20;

/// A document that may hold a task whose numbers can be judged.
pub(crate) trait InputDocument: Document {
    /// Returns the task, and the prefix of its places in the document.
    fn task(&self) -> Option<(&'static str, &TaskDocument)> {
        None
    }
}

impl InputDocument for TaskDocument {
    fn task(&self) -> Option<(&'static str, &TaskDocument)> {
        Some(("", self))
    }
}

impl InputDocument for ScheduleDocument {
    fn task(&self) -> Option<(&'static str, &TaskDocument)> {
        Some(("task.", &self.task))
    }
}

impl InputDocument for CertificateDocument {
    fn task(&self) -> Option<(&'static str, &TaskDocument)> {
        Some(("task.", &self.task))
    }
}

impl InputDocument for RoundsDocument {
    fn task(&self) -> Option<(&'static str, &TaskDocument)> {
        Some(("task.", &self.task))
    }
}

impl InputDocument for PartDocument {
    fn task(&self) -> Option<(&'static str, &TaskDocument)> {
        Some(("task.", &self.task))
    }
}

impl InputDocument for ChannelsDocument {}
impl InputDocument for RoutesDocument {}
impl InputDocument for MatrixDocument {}
impl InputDocument for MatrixCertificateDocument {}
impl InputDocument for ResultDocument {}
#[cfg(feature = "claims")]
impl InputDocument for crate::wire::ClaimsDocument {}

/// Returns the format that a document names.
pub(crate) fn format_of(file: &str, bytes: &[u8]) -> Result<String, Failure> {
    peek_format(bytes).map_err(|fault| Failure::wire(file, &fault))
}

/// Parses a document.
pub(crate) fn parsed<T: InputDocument>(file: &str, bytes: &[u8]) -> Result<T, Failure> {
    parse(bytes).map_err(|fault| unreadable_document::<T>(file, bytes, &fault))
}

/// A document of one of the kinds that a command takes.
pub(crate) enum AnyDocument {
    Task(TaskDocument),
    Schedule(ScheduleDocument),
    Certificate(CertificateDocument),
    Channels(ChannelsDocument),
    Matrix(MatrixDocument),
    MatrixCertificate(MatrixCertificateDocument),
    Result(Box<ResultDocument>),
}

impl AnyDocument {
    /// Parses a document; one of a format that is not among `known` is refused with the list of these.
    pub(crate) fn read(file: &str, bytes: &[u8], known: &[&str]) -> Result<Self, Failure> {
        Self::of_format(file, bytes, &format_of(file, bytes)?, known)
    }

    /// Parses a document whose format was already read, as [`Self::read`] does.
    pub(crate) fn of_format(file: &str, bytes: &[u8], format: &str, known: &[&str]) -> Result<Self, Failure> {
        let known_here = if known.contains(&format) { format } else { "" };
        match known_here {
            TaskDocument::FORMAT => parsed(file, bytes).map(Self::Task),
            ScheduleDocument::FORMAT => parsed(file, bytes).map(Self::Schedule),
            CertificateDocument::FORMAT if is_of_matrix(bytes) == Ok(true) => {
                parsed(file, bytes).map(Self::MatrixCertificate)
            }
            CertificateDocument::FORMAT => parsed(file, bytes).map(Self::Certificate),
            ChannelsDocument::FORMAT => parsed(file, bytes).map(Self::Channels),
            MatrixDocument::FORMAT => parsed(file, bytes).map(Self::Matrix),
            ResultDocument::FORMAT => parsed(file, bytes).map(Box::new).map(Self::Result),
            _ => Err(Failure::unknown_format(file, format, known)),
        }
    }

    /// Returns the failure of a command that takes only the formats in `known`.
    pub(crate) fn refused(&self, file: &str, known: &[&str]) -> Failure {
        let format = match self {
            Self::Task(_) => TaskDocument::FORMAT,
            Self::Schedule(_) => ScheduleDocument::FORMAT,
            Self::Certificate(_) => CertificateDocument::FORMAT,
            Self::MatrixCertificate(_) => return of_matrix(file),
            Self::Channels(_) => ChannelsDocument::FORMAT,
            Self::Matrix(_) => MatrixDocument::FORMAT,
            Self::Result(_) => ResultDocument::FORMAT,
        };
        Failure::unknown_format(file, format, known)
    }

    /// Returns the schedule, alone or in a certificate, and its number of slots, once the checker has
    /// accepted it.
    pub(crate) fn accepted(self, file: &str) -> Result<(ScheduleDocument, u64), Failure> {
        match self {
            Self::Schedule(document) => {
                let slots = replayed(file, &document)?.completion_time;
                Ok((document, slots))
            }
            Self::Certificate(document) => {
                let slots = verified(file, &document)?.replayed.completion_time;
                Ok((ScheduleDocument::new(document.task, document.schedule), slots))
            }
            other => Err(other.refused(file, &SCHEDULE_FORMATS)),
        }
    }
}

/// The formats of documents that hold a schedule.
pub(crate) const SCHEDULE_FORMATS: [&str; 2] = [CertificateDocument::FORMAT, ScheduleDocument::FORMAT];

/// Returns a certificate that the checker accepts, and its verdict.
pub(crate) fn certificate(file: &str, bytes: &[u8]) -> Result<(CertificateDocument, Verdict), Failure> {
    let format = format_of(file, bytes)?;
    if format != CertificateDocument::FORMAT {
        return Err(Failure::unknown_format(file, &format, &[CertificateDocument::FORMAT]));
    }
    if is_of_matrix(bytes) == Ok(true) {
        return Err(of_matrix(file));
    }
    let document = parsed(file, bytes)?;
    let verdict = verified(file, &document)?;
    Ok((document, verdict))
}

/// Returns the failure of a command that takes certificates, but not those of matrices.
fn of_matrix(file: &str) -> Failure {
    let message = "a certificate of a matrix, expected one of a task; check, show, draw, export and decompose take those of matrices";
    Failure::fault(file, "of-matrix", message)
}

/// Returns the verdict of the checker on a certificate; a refusal is a failure.
pub(crate) fn verified(file: &str, document: &CertificateDocument) -> Result<Verdict, Failure> {
    check_certificate(document, &Options::default()).map_err(|rejection| Failure::refused(file, &rejection))
}

/// Replays a schedule by the checker; a refusal is a failure.
pub(crate) fn replayed(file: &str, document: &ScheduleDocument) -> Result<Replayed, Failure> {
    check_schedule(document, &Options::default())
        .map_err(|rejection| Failure::refused_alone(file, &rejection))
}

/// Returns all faults of bytes that are no document of this type: those of their form, and those of the
/// numbers that could be read.
pub(crate) fn unreadable_document<T: InputDocument>(file: &str, bytes: &[u8], first: &WireError) -> Failure {
    let found: Faults<T> = faults(bytes);
    let mut list: Vec<Fault> = found.faults.iter().map(form_fault).collect();
    if let Some((before, task)) = found.rest.as_ref().and_then(InputDocument::task) {
        let was_read = |place: &str| found.was_read(inside(before, place).trim_end_matches('.'));
        let wrong = model::faults(task, was_read);
        list.extend(wrong.iter().take(MAX_FAULTS).map(|fault| number_fault(Some(bytes), before, fault)));
    }
    failure(file, list).unwrap_or_else(|| Failure::wire(file, first))
}

/// Returns all faults in the numbers of a task, of which `first` was met; with lines if the text is given.
pub(crate) fn not_a_task(
    file: &str,
    bytes: Option<&[u8]>,
    task: &TaskDocument,
    first: &ModelError,
) -> Failure {
    let format = bytes.and_then(|bytes| peek_format(bytes).ok());
    let before = if format.is_none_or(|format| format == TaskDocument::FORMAT) { "" } else { "task." };
    let mut wrong = model::faults(task, |_| true);
    if !wrong.contains(first) {
        // The document is a task, but not of the kind that is asked for.
        wrong = vec![first.clone()];
    }
    let told = wrong.iter().take(MAX_FAULTS);
    let list = told.map(|fault| number_fault(bytes, before, fault)).collect();
    failure(file, list).unwrap_or_else(|| Failure::model(file, first))
}

/// Returns all faults of a task that stand on lines of a table; none if the place of `first` is not on a
/// line.
pub(crate) fn not_in_table(
    file: &str,
    task: &TaskDocument,
    first: &ModelError,
    line_of: impl Fn(&str) -> Option<usize>,
) -> Option<Failure> {
    line_of(&first.place())?;
    let mut wrong = model::faults(task, |_| true);
    if !wrong.contains(first) {
        wrong = vec![first.clone()];
    }
    let on_line = |fault: &ModelError| {
        let at = Some((line_of(&fault.place())?, None));
        Some(Fault { reason: fault.reason(), place: None, at, message: fault.to_string() })
    };
    failure(file, wrong.iter().filter_map(on_line).take(MAX_FAULTS).collect())
}

fn inside(before: &str, place: &str) -> String {
    format!("{before}{place}")
}

fn form_fault(fault: &WireError) -> Fault {
    Fault {
        reason: fault.kind.reason(),
        place: (!fault.path.is_empty()).then(|| fault.path.clone()),
        at: Some((fault.line, Some(fault.column))),
        message: fault.message.clone(),
    }
}

fn number_fault(bytes: Option<&[u8]>, before: &str, fault: &ModelError) -> Fault {
    let place = inside(before, &fault.place());
    let at = bytes.and_then(|bytes| position(bytes, &place)).map(|(line, column)| (line, Some(column)));
    Fault { reason: fault.reason(), place: Some(place), at, message: fault.to_string() }
}

/// Makes one failure of all faults, in the order of the text; none without faults.
fn failure(file: &str, mut list: Vec<Fault>) -> Option<Failure> {
    list.sort_by_key(|fault| fault.at);
    list.truncate(MAX_FAULTS);
    let first = list.first()?;
    let (reason, place, message) = (first.reason, first.place.clone(), first.in_file(file));
    Some(Failure { exit: Exit::BadInput, reason, file: Some(file.to_owned()), place, message, faults: list })
}
