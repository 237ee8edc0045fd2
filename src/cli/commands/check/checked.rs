//! The outcome of a check of one file.

use crate::check::Answer;
use crate::cli::terminal::interrupt;
use crate::solve::BoundGap;
use crate::wire::{ErrorReport, ResultDocument, ResultStatus};

/// The verdict on a file.
pub(super) enum Verdict {
    /// The answer of the checker.
    Checker(Box<Answer>),
    /// The fault of a schedule of another program.
    Wrong(Box<ErrorReport>),
}

impl Verdict {
    pub(super) fn is_refused(&self) -> bool {
        match self {
            Self::Checker(answer) => matches!(**answer, Answer::Refused { .. }),
            Self::Wrong(_) => true,
        }
    }
}

/// The outcome of the check of a file, or of one of several schedules in it.
pub(super) struct Checked {
    pub(super) name: String,
    /// The SHA-256 of the file.
    pub(super) digest: String,
    pub(super) verdict: Verdict,
    pub(super) gap: Option<BoundGap>,
    /// Notes that explain a refusal.
    pub(super) details: Vec<String>,
}

impl Checked {
    pub(super) fn new(name: String, digest: String, answer: Answer) -> Self {
        let gap = BoundGap::of(&answer, &interrupt::is_interrupted);
        Self { name, digest, verdict: Verdict::Checker(Box::new(answer)), gap, details: Vec::new() }
    }

    pub(super) fn wrong(name: String, digest: String, error: ErrorReport) -> Self {
        Self { name, digest, verdict: Verdict::Wrong(Box::new(error)), gap: None, details: Vec::new() }
    }

    pub(super) fn result(self) -> ResultDocument {
        let mut result = match self.verdict {
            Verdict::Checker(answer) => {
                let mut result = answer.result(&self.name, self.digest);
                BoundGap::write_into(self.gap.as_ref(), &answer, &mut result);
                result
            }
            Verdict::Wrong(error) => {
                let mut result = ResultDocument::new("check", ResultStatus::Refused, 1);
                (result.input, result.sha256, result.error) =
                    (Some(self.name), Some(self.digest), Some(*error));
                result
            }
        };
        result.notes.extend(self.details);
        result
    }
}
