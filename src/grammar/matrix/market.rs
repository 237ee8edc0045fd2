//! Reads Matrix Market: <https://math.nist.gov/MatrixMarket/formats.html>.

use super::text::{MAX_CELLS, MatrixTextFault, ReadMatrix, add, shown};
use crate::grammar::table::number::{Word, word};
use crate::grammar::table::text::raw_lines;
use crate::wire::MatrixDocument;

/// Splits a line into words with their columns in bytes, from 1.
fn words(line: &str) -> Vec<(&str, usize)> {
    let place = |word: &str| word.as_ptr().addr() - line.as_ptr().addr() + 1;
    line.split_whitespace().map(|word| (word, place(word))).collect()
}

/// The format of the matrix that the first line declares.
#[derive(Debug, Clone, Copy)]
struct Header {
    /// Whether entries have coordinates; else all entries are listed column by column.
    is_coordinate: bool,
    /// Whether there are no values, so that each listed entry is 1.
    is_pattern: bool,
    is_symmetric: bool,
}

/// Reads a matrix in the format of Matrix Market.
pub(super) fn read(text: &str) -> Result<ReadMatrix, MatrixTextFault> {
    let mut lines = (1..).zip(raw_lines(text)).filter(|(_, line)| !line.trim().is_empty());
    let (line, first) = lines.next().unwrap_or((1, ""));
    let header = header(line, first)?;
    let mut lines = lines.filter(|(_, line)| !line.trim_start().starts_with('%'));
    let ended = raw_lines(text.trim_end()).count();
    let sizes = if header.is_coordinate { "rows, columns and entries" } else { "rows and columns" };
    let (line, size) = lines
        .next()
        .ok_or_else(|| MatrixTextFault::new(ended, 1, format!("the text ends before the line of {sizes}")))?;
    let size = sizes_of(line, size, 2 + usize::from(header.is_coordinate), sizes)?;
    let (rows, columns) = (size[0], size[1]);
    if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(MatrixTextFault::new(
            line,
            1,
            format!("{rows} × {columns} cells, expected at most {MAX_CELLS}"),
        ));
    }
    if header.is_symmetric && rows != columns {
        return Err(MatrixTextFault::new(
            line,
            1,
            format!("{rows} × {columns}, expected a square for a symmetric matrix"),
        ));
    }
    let mut filling = PartialMatrix { rows: vec![vec![None; columns]; rows], header, total: 0 };
    let places =
        if header.is_coordinate { Places::Said(size[2]) } else { Places::all(rows, columns, header) };
    let mut last = line;
    let mut found = 0;
    for (line, text) in lines {
        last = line;
        let place = match &places {
            Places::Said(wanted) | Places::Listed { wanted, .. } if found == *wanted => {
                return Err(MatrixTextFault::new(line, 1, format!("found more entries, expected {wanted}")));
            }
            Places::Said(_) => None,
            Places::Listed { places, .. } => Some(places[found]),
        };
        filling.line(line, text, place)?;
        found += 1;
    }
    let wanted = match places {
        Places::Said(wanted) | Places::Listed { wanted, .. } => wanted,
    };
    if found < wanted {
        return Err(MatrixTextFault::new(
            last,
            1,
            format!("the text ends after {found} entries, expected {wanted}"),
        ));
    }
    let rows = filling.rows.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect());
    let form = if header.is_coordinate { "coordinate" } else { "array" };
    let read_as = format!("Matrix Market, {form}{}", if header.is_symmetric { ", symmetric" } else { "" });
    Ok(ReadMatrix { document: MatrixDocument::new(rows.collect(), None, None), read_as })
}

/// How the places of entries are given.
enum Places {
    /// Each entry has its coordinates; the number of entries.
    Said(usize),
    /// The entries follow in a fixed order.
    Listed { places: Vec<(usize, usize)>, wanted: usize },
}

impl Places {
    /// Lists the places column by column; in a symmetric matrix from the diagonal down.
    fn all(rows: usize, columns: usize, header: Header) -> Self {
        let first = |column| if header.is_symmetric { column } else { 0 };
        let places: Vec<_> =
            (0..columns).flat_map(|column| (first(column)..rows).map(move |row| (row, column))).collect();
        Self::Listed { wanted: places.len(), places }
    }
}

fn header(number: usize, line: &str) -> Result<Header, MatrixTextFault> {
    let words: Vec<(String, usize)> =
        words(line).into_iter().map(|(word, column)| (word.to_ascii_lowercase(), column)).collect();
    let expect = |index: usize, known: &[&str]| match words.get(index) {
        Some((word, _)) if known.contains(&word.as_str()) => Ok(word.clone()),
        Some((word, column)) => Err(MatrixTextFault::new(
            number,
            *column,
            format!("found {}, expected {}", shown(word), known.join(" or ")),
        )),
        None => Err(MatrixTextFault::new(
            number,
            line.len() + 1,
            format!("the line ends, expected {}", known.join(" or ")),
        )),
    };
    expect(1, &["matrix"])?;
    let is_coordinate = expect(2, &["coordinate", "array"])? == "coordinate";
    let values: &[&str] = if is_coordinate {
        &["integer", "real", "double", "pattern"]
    } else {
        &["integer", "real", "double"]
    };
    let is_pattern = expect(3, values)? == "pattern";
    let is_symmetric = expect(4, &["general", "symmetric"])? == "symmetric";
    Ok(Header { is_coordinate, is_pattern, is_symmetric })
}

/// Reads exactly `count` numbers of a line.
fn sizes_of(line: usize, text: &str, count: usize, what: &str) -> Result<Vec<usize>, MatrixTextFault> {
    let words = words(text);
    if words.len() != count {
        return Err(MatrixTextFault::new(line, 1, format!("found {} numbers, expected {what}", words.len())));
    }
    let number = |(text, column): (&str, usize)| index(line, text, column);
    words.into_iter().map(number).collect()
}

fn index(line: usize, text: &str, column: usize) -> Result<usize, MatrixTextFault> {
    let found = text.parse::<usize>().ok();
    found.ok_or_else(|| {
        MatrixTextFault::new(line, column, format!("found {}, expected a number from 0 on", shown(text)))
    })
}

/// A matrix that is being filled; an entry that was not read yet is none.
struct PartialMatrix {
    rows: Vec<Vec<Option<u64>>>,
    header: Header,
    total: u64,
}

impl PartialMatrix {
    /// Reads the entry of a line, at its own coordinates unless a place is given.
    fn line(
        &mut self,
        line: usize,
        text: &str,
        place: Option<(usize, usize)>,
    ) -> Result<(), MatrixTextFault> {
        let words = words(text);
        let wanted = if place.is_some() { 1 } else { 3 - usize::from(self.header.is_pattern) };
        if words.len() != wanted {
            let what = ["", "a value", "row and column", "row, column and value"][wanted];
            return Err(MatrixTextFault::new(
                line,
                1,
                format!("found {} numbers, expected {what}", words.len()),
            ));
        }
        let (row, column) = if let Some(place) = place {
            place
        } else {
            let columns = self.rows.first().map_or(0, Vec::len);
            (inside(line, words[0], self.rows.len(), "row")?, inside(line, words[1], columns, "column")?)
        };
        let at = words.last().map_or(1, |word| word.1);
        let value = if self.header.is_pattern { Word::Whole(1) } else { word(words[wanted - 1].0) };
        let value =
            value.value(words[wanted - 1].0).map_err(|message| MatrixTextFault::new(line, at, message))?;
        self.put(line, at, (row, column), value)?;
        if self.header.is_symmetric && row != column {
            self.put(line, at, (column, row), value)?;
        }
        Ok(())
    }

    fn put(
        &mut self,
        line: usize,
        at: usize,
        place: (usize, usize),
        value: u64,
    ) -> Result<(), MatrixTextFault> {
        let cell = &mut self.rows[place.0][place.1];
        if cell.is_some() {
            let message = format!(
                "found the entry of row {} and column {} again, expected it once",
                place.0 + 1,
                place.1 + 1
            );
            return Err(MatrixTextFault::new(line, 1, message));
        }
        *cell = Some(value);
        add(&mut self.total, value, line, at)
    }
}

/// Converts an index that counts from 1 to one that counts from 0.
fn inside(
    line: usize,
    (text, column): (&str, usize),
    lines: usize,
    what: &str,
) -> Result<usize, MatrixTextFault> {
    let found = index(line, text, column)?;
    found.checked_sub(1).filter(|&found| found < lines).ok_or_else(|| {
        MatrixTextFault::new(line, column, format!("found {what} {found}, expected 1 to {lines}"))
    })
}
