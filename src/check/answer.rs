//! The answer of the checker to a document, which is read and checked as the format that it names.

use crate::certificate::{Verdict, check_certificate, check_schedule};
use crate::channels::{VerifiedChannels, channels_within};
use crate::claims;
use crate::effort::Effort;
use crate::groups::{VerifiedGroups, check_groups};
use crate::matrix::sums::MatrixSums;
use crate::matrix::{VerifiedMatrix, check_matrix, check_matrix_certificate};
use crate::rate::{VerifiedRate, check_rate};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::{Options, Replayed};
use crate::replay::schedule::replay_while_coming;
use crate::task::problem::Problem;
use isotask_wire::{
    CertificateDocument, ChannelsDocument, Document, DocumentWithoutSlots, ErrorReport, GroupsDocument,
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixQuantity, Quantity, RateDocument,
    ReportedClaim, ResultDocument, ResultStatus, ScheduleDocument, SelfCheckReport, StreamedSlots,
    TaskDocument, WireError, faults, is_of_matrix, parse, peek_format,
};
use std::io::Read;
use thiserror::Error;

/// The formats of the documents that can be checked.
pub const FORMATS: [&str; 6] = [
    CertificateDocument::FORMAT,
    ScheduleDocument::FORMAT,
    ChannelsDocument::FORMAT,
    MatrixDocument::FORMAT,
    RateDocument::FORMAT,
    GroupsDocument::FORMAT,
];

/// Least size in bytes of a file that is checked while it is read. A refused stream is checked again to find
/// the reason, so streaming a small file could double its work.
pub const STREAMED_FROM: u64 = 1 << 20;

/// The outcome of checking a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A certificate that holds.
    Certificate {
        /// The task that its schedule solves.
        task: TaskDocument,
        /// The result of the check.
        verdict: Verdict,
        /// Its claims as they stand in the document.
        claims: Vec<ReportedClaim>,
    },
    /// A valid schedule, of which nothing is claimed.
    Schedule {
        /// The task that it solves.
        task: TaskDocument,
        /// The result of the check.
        replayed: Replayed,
    },
    /// The channels of a routing rule, numbered or in a cycle as the document says.
    Channels(VerifiedChannels),
    /// A certificate of a matrix that holds, with its claims as they stand in the document.
    MatrixCertificate {
        /// The result of the check.
        verdict: VerifiedMatrix,
        /// Its claims.
        claims: Vec<MatrixClaim>,
    },
    /// A plan that repeats, and the bound on any.
    Rate {
        /// The task that it carries.
        task: TaskDocument,
        /// The result of the check.
        verdict: VerifiedRate,
    },
    /// Schedules of several groups at once, and the bound on any.
    Groups {
        /// The tasks of the groups.
        tasks: Vec<TaskDocument>,
        /// The result of the check.
        verdict: VerifiedGroups,
    },
    /// A matrix, of which nothing is claimed.
    Matrix(MatrixSums),
    /// A document that is refused.
    Refused {
        /// The reason.
        rejection: Rejection,
        /// The JSON path of the fault in this document.
        place: String,
    },
}

/// A document that cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It does not have the form of the format that it names.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// It names another format.
    #[error("format {:?}, expected \"{a}\", \"{b}\", \"{c}\", \"{d}\", \"{e}\" or \"{f}\"", beginning(.0), a = FORMATS[0], b = FORMATS[1], c = FORMATS[2], d = FORMATS[3], e = FORMATS[4], f = FORMATS[5])]
    Format(String),
}

/// Returns the beginning of a word, at most 64 characters, which a message repeats.
fn beginning(word: &str) -> &str {
    word.char_indices().nth(64).map_or(word, |(end, _)| &word[..end])
}

/// Checks, while reading, a certificate or a schedule that is listed slot by slot, without ever holding all
/// of it. Returns none where it is refused or has to be read in another way: [`check_document`] then gives
/// the answer.
///
/// # Complexity
/// As [`check_certificate`], but space O(packets + the rest of the document without its slots), beside the
/// moves that are replayed literally.
///
/// # Examples
/// ```
/// use isotask_check::{Digested, Options, check_streamed, sha256};
/// let text = br#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"},
///   "kind":"symmetric","packets":[1,2,3],"slots":[[[0,0],[2,1]],[[1,0]],[[1,0]]]}"#;
/// let mut source = Digested::new(&text[..]);
/// let answer = check_streamed(&mut source, &Options::default()).expect("a schedule");
/// assert_eq!(answer.replayed().map(|found| found.completion_time), Some(3));
/// // All of it was read.
/// assert_eq!(source.sha256(), sha256(text));
/// ```
pub fn check_streamed(source: impl Read, options: &Options) -> Option<Answer> {
    let mut coming = StreamedSlots::open(source)?;
    let head = coming.head()?;
    let problem = Problem::new(head.task(), &Effort::new(options.limit)).ok()?;
    let run = replay_while_coming(&problem, head.body(), &mut coming, *options)?;
    let whole = coming.end().filter(|whole| whole.begins_like(&head))?;
    Some(match whole {
        DocumentWithoutSlots::Certificate(document) => {
            let CertificateDocument { task, claims, .. } = *document;
            let verified = claims::check(&problem, &run, &claims, None).ok()?;
            let steps = problem.network().effort.spent();
            let verdict = Verdict { replayed: run.replayed, claims: verified, steps };
            Answer::Certificate { task, verdict, claims: claims.iter().map(ReportedClaim::from).collect() }
        }
        DocumentWithoutSlots::Schedule(document) => {
            Answer::Schedule { task: document.task, replayed: run.replayed }
        }
    })
}

/// Reads a document and checks it as the format that it names.
///
/// # Errors
/// [`Unreadable`] when the bytes are none of the documents that can be checked.
///
/// # Complexity
/// As [`check_certificate`] or [`check_channels`](crate::check_channels).
pub fn check_document(bytes: &[u8], options: &Options) -> Result<Answer, Unreadable> {
    let refused = |rejection: Rejection, inside| {
        let place = rejection.place_at_top(inside);
        Answer::Refused { rejection, place }
    };
    let format = peek_format(bytes)?;
    Ok(match format.as_str() {
        CertificateDocument::FORMAT if is_of_matrix(bytes)? => {
            let document: MatrixCertificateDocument = parse(bytes)?;
            match check_matrix_certificate(&document) {
                Ok(verdict) => Answer::MatrixCertificate { verdict, claims: document.claims },
                Err(rejection) => Answer::Refused { place: rejection.place(), rejection },
            }
        }
        CertificateDocument::FORMAT => {
            let document: CertificateDocument = parse(bytes)?;
            match check_certificate(&document, options) {
                Ok(verdict) => {
                    let claims = document.claims.iter().map(ReportedClaim::from).collect();
                    Answer::Certificate { task: document.task, verdict, claims }
                }
                Err(rejection) => Answer::Refused { place: rejection.place(), rejection },
            }
        }
        ScheduleDocument::FORMAT => {
            let document: ScheduleDocument = parse(bytes)?;
            match check_schedule(&document, options) {
                Ok(replayed) => Answer::Schedule { task: document.task, replayed },
                Err(rejection) => refused(rejection, "schedule"),
            }
        }
        ChannelsDocument::FORMAT => channels_within(&parse(bytes)?, options)
            .map_or_else(|rejection| refused(rejection, "task"), Answer::Channels),
        RateDocument::FORMAT => {
            let document: RateDocument = parse(bytes)?;
            match check_rate(&document, options) {
                Ok(verdict) => Answer::Rate { task: document.task, verdict },
                Err(rejection) => refused(rejection, "schedule"),
            }
        }
        GroupsDocument::FORMAT => {
            let document: GroupsDocument = parse(bytes)?;
            match check_groups(&document, options) {
                Ok(verdict) => {
                    let tasks = document.groups.into_iter().map(|group| group.task).collect();
                    Answer::Groups { tasks, verdict }
                }
                Err(rejection) => Answer::Refused { place: rejection.place(), rejection },
            }
        }
        MatrixDocument::FORMAT => {
            check_matrix(&parse(bytes)?).map_or_else(|rejection| refused(rejection, "matrix"), Answer::Matrix)
        }
        _ => return Err(Unreadable::Format(format)),
    })
}

/// Returns all faults of a document against the form of the format that it names, in the order of the text.
#[must_use]
pub fn form_faults(bytes: &[u8]) -> Vec<WireError> {
    match peek_format(bytes).as_deref() {
        Ok(CertificateDocument::FORMAT) if is_of_matrix(bytes) == Ok(true) => {
            faults::<MatrixCertificateDocument>(bytes).faults
        }
        Ok(CertificateDocument::FORMAT) => faults::<CertificateDocument>(bytes).faults,
        Ok(ScheduleDocument::FORMAT) => faults::<ScheduleDocument>(bytes).faults,
        Ok(ChannelsDocument::FORMAT) => faults::<ChannelsDocument>(bytes).faults,
        Ok(MatrixDocument::FORMAT) => faults::<MatrixDocument>(bytes).faults,
        Ok(RateDocument::FORMAT) => faults::<RateDocument>(bytes).faults,
        Ok(GroupsDocument::FORMAT) => faults::<GroupsDocument>(bytes).faults,
        Ok(_) => Vec::new(),
        Err(fault) => vec![fault.clone()],
    }
}

impl Answer {
    /// Returns the replayed schedule of a certificate or schedule that holds.
    #[must_use]
    pub fn replayed(&self) -> Option<&Replayed> {
        match self {
            Self::Certificate { verdict, .. } => Some(&verdict.replayed),
            Self::Schedule { replayed, .. } => Some(replayed),
            Self::Channels(_)
            | Self::MatrixCertificate { .. }
            | Self::Matrix(_)
            | Self::Rate { .. }
            | Self::Groups { .. }
            | Self::Refused { .. } => None,
        }
    }

    /// Returns the average delay in slots, if a claim is about the delay or nothing is claimed; none where
    /// the delay was not counted.
    #[must_use]
    pub fn average_delay(&self) -> Option<String> {
        let of_delay = |claim: &ReportedClaim| claim.quantity == Quantity::TotalDelay;
        let asked = !matches!(self, Self::Certificate { claims, .. } if !claims.iter().any(of_delay));
        self.replayed().filter(|_| asked)?.average_delay()
    }

    /// Returns the answer as a document for programs, with the digest of the checked document, and exit code
    /// 1 for a refusal, else 0.
    #[must_use]
    pub fn result(&self, file: &str, sha256: String) -> ResultDocument {
        let (status, exit) = match self {
            Self::Refused { .. } => (ResultStatus::Refused, 1),
            _ => (ResultStatus::Verified, 0),
        };
        let mut result = ResultDocument::new("check", status, exit);
        result.input = Some(file.to_owned());
        result.sha256 = Some(sha256);
        if let Some(replayed) = self.replayed() {
            result.set_transmissions(replayed.transmissions, replayed.form.per(), replayed.nodes);
            result.self_check = Some(SelfCheckReport::from(replayed));
        }
        if let Self::Certificate { task, .. } | Self::Schedule { task, .. } | Self::Rate { task, .. } = self {
            result.network = Some(task.network_words());
            result.task = Some(task.task_words());
            (result.ports, result.objective) = (Some(task.ports), Some(task.objective));
        }
        result.average_delay = self.average_delay();
        match self {
            Self::Certificate { claims, .. } => result.claims.clone_from(claims),
            Self::Schedule { .. } => {}
            Self::Channels(found) => result.notes.push(found.to_string()),
            Self::Rate { verdict, .. } => result.notes.push(verdict.to_string()),
            Self::Groups { verdict, .. } => {
                (result.completion_time, result.bound) =
                    (Some(verdict.completion_time()), Some(verdict.lower));
                result.gap = verdict.completion_time().checked_sub(verdict.lower);
                result.notes.push(verdict.to_string());
            }
            Self::MatrixCertificate { verdict, claims } => report_matrix(&mut result, verdict, claims),
            Self::Matrix(sums) => {
                (result.h, result.sigma) = (Some(sums.critical_sum), Some(sums.total));
                result.notes.push("valid matrix, no claim".to_owned());
            }
            Self::Refused { rejection, place } => {
                result.error = Some(ErrorReport {
                    reason: rejection.reason().to_owned(),
                    file: Some(file.to_owned()),
                    place: Some(place.clone()),
                    message: rejection.to_string(),
                    faults: Vec::new(),
                });
            }
        }
        result
    }
}

/// Adds the verdict on the decomposition of a matrix to a result.
fn report_matrix(result: &mut ResultDocument, verdict: &VerifiedMatrix, claims: &[MatrixClaim]) {
    (result.h, result.sigma) = (Some(verdict.sums.critical_sum), Some(verdict.sums.total));
    result.completion_time = Some(verdict.completion_time);
    let of_time = |claim: &&MatrixClaim| claim.quantity == MatrixQuantity::CompletionTime;
    if let Some(claim) = claims.iter().find(of_time) {
        result.bound = Some(claim.lower.value());
        result.gap = claim.value.checked_sub(claim.lower.value());
    }
    result.switching = verdict.switching;
    let of_cost = |claim: &&MatrixClaim| claim.quantity == MatrixQuantity::SwitchingCost;
    result.switching_cost = claims.iter().find(of_cost).map(|claim| claim.value);
    result.matrix_claims = claims.to_vec();
    result.notes.push(verdict.to_string());
}

/// Combines the results of several documents: each stays as it would be alone, and the status is the worst of
/// theirs, an error before a refusal.
#[must_use]
pub fn together(results: Vec<ResultDocument>) -> ResultDocument {
    let has = |status| results.iter().any(|result| result.status == status);
    let (status, exit) = if has(ResultStatus::Error) {
        (ResultStatus::Error, 2)
    } else if has(ResultStatus::Refused) {
        (ResultStatus::Refused, 1)
    } else {
        (ResultStatus::Verified, 0)
    };
    let mut all = ResultDocument::new("check", status, exit);
    all.results = results;
    all
}
