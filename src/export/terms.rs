//! The terms of a matrix as a table of comma-separated values.

use super::csv::quoted;
use crate::wire::MatrixCertificateDocument;
use std::io::{self, Write};

/// The names of the columns.
const HEADER: &str = "term,times,first_slot,row,column,row_name,column_name";

/// Writes the entries of the terms of a certificate that the checker has accepted: a line for each, by term
/// and in the order of the document. A term is served for `times` slots from `first_slot` on. Rows and
/// columns count from 0; their names follow, empty where the matrix has none. Returns the number of lines
/// below the header.
///
/// # Errors
/// Returns the error of `out`.
///
/// # Complexity
/// O(entries of all terms).
pub fn terms_csv(certificate: &MatrixCertificateDocument, out: &mut dyn Write) -> io::Result<u64> {
    let name = |names: &Option<Vec<String>>, line: u64| {
        let index = usize::try_from(line).ok();
        let found = names.as_ref().zip(index).and_then(|(names, index)| names.get(index).cloned());
        quoted(found.unwrap_or_default())
    };
    let matrix = &certificate.matrix;
    let (mut lines, mut slot) = (0, 0);
    writeln!(out, "{HEADER}")?;
    for (index, term) in certificate.terms.iter().enumerate() {
        for entry in &term.entries {
            let (row, column) =
                (name(&matrix.row_names, entry.row), name(&matrix.column_names, entry.column));
            writeln!(out, "{index},{},{slot},{},{},{row},{column}", term.times, entry.row, entry.column)?;
            lines += 1;
        }
        slot += term.times;
    }
    Ok(lines)
}
