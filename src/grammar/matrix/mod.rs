//! Reads matrices in foreign formats: tables of numbers with or without names, Matrix Market, lists of
//! neighbours, arrays of `NumPy` and of `MPI_Dist_graph_create`.

mod cells;
mod dist_graph;
mod doubt;
mod market;
mod neighbours;
mod npy;
mod scale;
mod table;
mod text;

pub use dist_graph::is_dist_graph;
pub use text::{MatrixTextFault, ReadMatrix};

use super::packet::Unit;
use super::table::TableFault;
use super::table::text::{Text, raw_lines};
use scale::Scale;

/// Reads a matrix of nonnegative integers: a table with commas, semicolons, tabs or blanks between the
/// numbers, with or without a header and names of rows, or Matrix Market (`coordinate` and `array`;
/// `integer`, `pattern` and `real` of whole numbers; `general` and `symmetric`), or lists of neighbours
/// (`0: 1 2*3`: a message from 0 to 1, three to 2), or an array of `NumPy` with two axes (`.npy`), or the
/// arrays that `MPI_Dist_graph_create` takes, as an object of JSON with `sources`, `degrees`, `destinations`
/// and perhaps `weights`. A byte order mark is skipped, and 2.0 is read as 2.
///
/// # Errors
/// [`MatrixTextFault`] with the place of the first number that is negative, no integer or too large, of a row
/// whose length differs from the others, or of text that is no matrix.
///
/// # Complexity
/// O(text + cells), of lists of entries or neighbours O(text · log + lines).
///
/// # Examples
/// ```
/// use isotask::grammar::matrix_in;
/// let read = matrix_in(b"to,x,y\na,2,1.0\nb,0,2\n")?;
/// assert_eq!(*read.document.dense().unwrap(), [vec![2, 1], vec![0, 2]]);
/// assert_eq!(read.read_as, "table with commas, header, row names");
/// assert_eq!(matrix_in(b"1 2\n3 -4\n").unwrap_err().to_string(),
///     "line 2, column 3: found -4, expected an integer from 0 on");
/// # Ok::<(), isotask::grammar::MatrixTextFault>(())
/// ```
pub fn matrix_in(bytes: &[u8]) -> Result<ReadMatrix, MatrixTextFault> {
    matrix_in_units(bytes, None)
}

/// Reads a matrix as [`matrix_in`] does; with a unit its numbers may be fractions, each is divided by the
/// unit and rounded up, and `read_as` says how many were rounded.
///
/// # Errors
/// As of [`matrix_in`]; a unit with lists of neighbours or a pattern, which have no numbers to divide.
///
/// # Complexity
/// That of [`matrix_in`].
pub fn matrix_in_units(bytes: &[u8], unit: Option<Unit>) -> Result<ReadMatrix, MatrixTextFault> {
    let mut scale = Scale::new(unit);
    let mut read = scaled(bytes, &mut scale)?;
    read.read_as.push_str(&scale.words());
    Ok(read)
}

fn scaled(bytes: &[u8], scale: &mut Scale) -> Result<ReadMatrix, MatrixTextFault> {
    if npy::is_npy(bytes) {
        return npy::read(bytes, scale);
    }
    if let Err(fault @ TableFault::Encoding) = Text::new(bytes) {
        return Err(MatrixTextFault::new(1, 1, fault.to_string()));
    }
    let bytes = without_mark(bytes);
    let text = std::str::from_utf8(bytes).map_err(|fault| {
        let before = &bytes[..fault.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        MatrixTextFault::new(line, column, "found bytes that are not UTF-8, expected text")
    })?;
    if is_matrix_market(text) {
        return market::read(text, scale);
    }
    if neighbours::is_list(text) {
        return neighbours::read(text, scale.unit());
    }
    if is_dist_graph(bytes) {
        return dist_graph::read(text, scale);
    }
    table::read(text, scale)
}

/// Returns whether the first nonempty line names the format Matrix Market, in letters of any case.
pub(super) fn is_matrix_market(text: &str) -> bool {
    let first = raw_lines(text).map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let name = first.trim_start_matches('%').trim_start();
    name.len() < first.len() && name.to_ascii_lowercase().starts_with("matrixmarket")
}

/// Returns the bytes without a leading byte order mark.
#[must_use]
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes)
}
