//! What every solve hands out.

use super::args::SolveArguments;
use super::failure::{Exit, Failure, name_of};
use super::interrupt;
use super::output::{Output, finish_report};
use super::report::{Report, checked_words};
use crate::check::Replayed;
use crate::solve::Outcome;
use crate::wire::{
    CertificateDocument, MatrixReport, Per, ReportedClaim, ResultDocument, ResultStatus, ScheduleDocument,
    to_bytes,
};

/// Where the certificate and the schedule go.
pub(super) type Outputs = (Option<Output>, Option<Output>);

/// What a solve ended with, and the exit code that goes with it.
pub(super) fn ended<S>(outcome: Outcome<S>) -> Result<(Box<S>, Exit), Failure> {
    let interrupted = interrupt::is_interrupted();
    let (solution, exit) = match outcome {
        Outcome::Optimal(solution) => (solution, Exit::Success),
        Outcome::Feasible(solution) => (solution, Exit::NotProved),
        Outcome::Unknown { reason } if interrupted => return Err(Failure::interrupted(&reason)),
        Outcome::Unknown { reason } => return Err(Failure::without_schedule(reason)),
    };
    Ok((solution, if interrupted { Exit::Interrupted } else { exit }))
}

/// The status that goes with an exit of a solve.
pub(super) fn status_of(exit: Exit) -> ResultStatus {
    match exit {
        Exit::Success => ResultStatus::Optimal,
        Exit::Interrupted => ResultStatus::Interrupted,
        _ => ResultStatus::UpperBound,
    }
}

/// A solution of any task as it is reported.
pub(super) struct Solved<'a> {
    /// The task, the method and the result in lines.
    pub(super) report: Report,
    pub(super) method: &'static str,
    pub(super) certificate: &'a CertificateDocument,
    pub(super) replayed: &'a Replayed,
    /// What a person may want to know, one sentence each.
    pub(super) notes: &'a [String],
    /// How the result came about, one sentence each.
    pub(super) explanation: &'a [String],
    /// The schedule, drawn.
    pub(super) drawing: String,
    /// What only isotropic tasks have.
    pub(super) isotropic: Isotropic,
}

/// What is reported of isotropic tasks beside.
#[derive(Default)]
pub(super) struct Isotropic {
    pub(super) matrix: Option<MatrixReport>,
    pub(super) average_delay: Option<String>,
    pub(super) link_use_percent: Option<String>,
}

impl Solved<'_> {
    /// Prints the report and writes what was asked for.
    pub(super) fn finish(
        self,
        arguments: &SolveArguments,
        exit: Exit,
        outputs: Outputs,
    ) -> Result<Exit, Failure> {
        let certificate = self.certificate;
        let report = if arguments.json {
            to_bytes(&self.document(arguments, exit))
        } else {
            self.text(arguments.explain).into_bytes()
        };
        write_outputs(certificate, outputs, &report)?;
        Ok(exit)
    }

    fn text(mut self, explain: bool) -> String {
        self.report.line("checked", checked_words(self.replayed));
        let mut text = self.report.render();
        for note in self.notes {
            text.extend(["note: ", note, "\n"]);
        }
        if explain {
            text.push('\n');
            for line in self.explanation {
                text.extend([line, "\n"]);
            }
        }
        text + &self.drawing
    }

    fn document(self, arguments: &SolveArguments, exit: Exit) -> ResultDocument {
        let mut document = ResultDocument::new("solve", status_of(exit), exit.code());
        document.input = Some(name_of(&arguments.task));
        document.method = Some(self.method.to_owned());
        document.matrix = self.isotropic.matrix;
        document.claims = self.certificate.claims.iter().map(ReportedClaim::from).collect();
        document.average_delay = self.isotropic.average_delay;
        match self.replayed.form.per() {
            Per::Node => document.transmissions_per_node = Some(self.replayed.transmissions),
            Per::Network => document.transmissions = Some(self.replayed.transmissions),
        }
        document.link_use_percent = self.isotropic.link_use_percent;
        document.self_check = Some(self.replayed.into());
        document.notes = self.notes.to_vec();
        if arguments.explain {
            document.notes.extend(self.explanation.iter().cloned());
        }
        document
    }
}

/// Writes the files that were asked for, then the report where standard output is free for it.
fn write_outputs(
    solved: &CertificateDocument,
    (certificate, schedule): Outputs,
    report: &[u8],
) -> Result<(), Failure> {
    let stdout_taken = [&certificate, &schedule].into_iter().flatten().any(Output::is_stdout);
    if let Some(output) = certificate {
        output.finish(&to_bytes(solved))?;
    }
    if let Some(output) = schedule {
        output.finish(&to_bytes(&ScheduleDocument::new(solved.task.clone(), solved.schedule.clone())))?;
    }
    finish_report(report, stdout_taken)
}
