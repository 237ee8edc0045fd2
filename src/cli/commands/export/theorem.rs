//! Runs `isotask export` in a format that states the claims of a certificate.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::report::lines::{counted, describe};
use crate::cli::report::written::report_export;
use crate::cli::terminal::document::certificate;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::export::TheoremError;
use crate::model::{Problem, count_of};
use crate::wire::{CertificateDocument, ReportedClaim};

pub(crate) fn run(
    arguments: &ExportArguments,
    write: impl Fn(&CertificateDocument) -> Result<Vec<u8>, TheoremError>,
) -> Result<Exit, Failure> {
    let bytes = arguments.input().bytes()?;
    let output = Output::open(&arguments.output)?;
    let file = arguments.input().name();
    let (certificate, _) = certificate(&file, &bytes)?;
    drop(bytes);
    let task = Problem::new(&certificate.task).map_err(|fault| Failure::model(&file, &fault))?;
    let written = write(&certificate).map_err(|fault| Failure::fault(&file, "no-theorem", fault))?;
    let mut report = describe(&certificate.task, &task);
    let claims = counted(count_of(certificate.claims.len()), "claim");
    report.line("theorem", format!("{claims}, for Coq 8.16 with the proofs of src/check/proofs"));
    let stdout_taken = output.is_stdout();
    output.finish(&written)?;
    let claims = certificate.claims.iter().map(ReportedClaim::from).collect();
    report_export(arguments, &file, &task, &report, claims, stdout_taken)
}
