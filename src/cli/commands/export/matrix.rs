//! Runs `isotask export` on a certificate of a matrix.

use crate::check::check_matrix_certificate;
use crate::cli::arguments::export::ExportArguments;
use crate::cli::report::lines::Report;
use crate::cli::report::written::report_export_of;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::input::read;
use crate::cli::terminal::output::Output;
use crate::export::terms_csv;
use crate::wire::{CertificateDocument, Document, MatrixCertificateDocument, is_of_matrix, peek_format};

/// Returns the bytes of the input, if it is a file that holds such a certificate.
pub(crate) fn given(arguments: &ExportArguments) -> Option<Vec<u8>> {
    let input = arguments.input();
    // Standard input can be read only once, and the other formats read it.
    let file = input.file().filter(|file| file.is_file())?;
    let bytes = read(file).ok()?;
    let is_certificate = peek_format(&bytes).is_ok_and(|format| format == CertificateDocument::FORMAT);
    (is_certificate && is_of_matrix(&bytes) == Ok(true)).then_some(bytes)
}

/// Writes the terms as a table, once the checker has accepted them.
pub(crate) fn run(arguments: &ExportArguments, bytes: &[u8]) -> Result<Exit, Failure> {
    let file = arguments.input().name();
    if arguments.to.word != "csv" {
        let message = format!(
            "--to {} of a certificate of a matrix, expected --to csv; isotask draw --to tikz draws it, and the certificate itself is JSON",
            arguments.to.word
        );
        return Err(Failure::fault(&file, "of-matrix", message));
    }
    if arguments.node.is_some() || arguments.slots.is_some() {
        return Err(Failure::usage(
            "--node and --slots choose from a schedule, which a matrix has not".to_owned(),
        ));
    }
    let output = Output::open(&arguments.output)?;
    let document: MatrixCertificateDocument = parsed(&file, bytes)?;
    check_matrix_certificate(&document).map_err(|rejection| Failure::refused(&file, &rejection))?;
    let stdout_taken = output.is_stdout();
    let mut lines = 0;
    output.finish_with(|sink| {
        lines = terms_csv(&document, sink)?;
        Ok(())
    })?;
    let mut report = Report::default();
    report.line(
        "written",
        format!("{} of terms", if lines == 1 { "1 entry".to_owned() } else { format!("{lines} entries") }),
    );
    report_export_of(
        arguments,
        &file,
        |result| result.matrix_claims.clone_from(&document.claims),
        &report,
        stdout_taken,
    )
}
