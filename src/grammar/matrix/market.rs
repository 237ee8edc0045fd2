//! Reads Matrix Market: <https://math.nist.gov/MatrixMarket/formats.html>.

use super::scale::Scale;
use super::text::{MAX_CELLS, MAX_LINES, MatrixTextFault, ReadMatrix, add, shown};
use crate::grammar::table::number::{Word, word};
use crate::grammar::table::text::raw_lines;
use crate::model::count_of;
use crate::wire::{MatrixDocument, MatrixUnits};

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
pub(super) fn read(text: &str, scale: &mut Scale) -> Result<ReadMatrix, MatrixTextFault> {
    let mut lines = (1..).zip(raw_lines(text)).filter(|(_, line)| !line.trim().is_empty());
    let (line, first) = lines.next().unwrap_or((1, ""));
    let header = header(line, first)?;
    if scale.unit().is_some() && header.is_pattern {
        let message = "a pattern has no numbers that a unit could divide, expected integer or real";
        return Err(MatrixTextFault::new(line, 1, message));
    }
    let mut lines = lines.filter(|(_, line)| !line.trim_start().starts_with('%'));
    let ended = raw_lines(text.trim_end()).count();
    let sizes = if header.is_coordinate { "rows, columns and entries" } else { "rows and columns" };
    let (line, size) = lines
        .next()
        .ok_or_else(|| MatrixTextFault::new(ended, 1, format!("the text ends before the line of {sizes}")))?;
    let size = sizes_of(line, size, 2 + usize::from(header.is_coordinate), sizes)?;
    let (rows, columns) = (size[0], size[1]);
    let is_too_large = if header.is_coordinate {
        rows.max(columns) > MAX_LINES
    } else {
        rows.checked_mul(columns).is_none_or(|cells| cells > MAX_CELLS)
    };
    if is_too_large {
        let most = if header.is_coordinate {
            format!("{MAX_LINES} rows and columns")
        } else {
            format!("{MAX_CELLS} cells")
        };
        return Err(MatrixTextFault::new(line, 1, format!("{rows} × {columns}, expected at most {most}")));
    }
    if header.is_symmetric && rows != columns {
        return Err(MatrixTextFault::new(
            line,
            1,
            format!("{rows} × {columns}, expected a square for a symmetric matrix"),
        ));
    }
    let mut filling = PartialMatrix { rows, columns, entries: Vec::new(), header, total: 0 };
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
        filling.line((line, text), place, scale)?;
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
    let units = filling.units()?;
    let form = if header.is_coordinate { "coordinate" } else { "array" };
    let read_as = format!("Matrix Market, {form}{}", if header.is_symmetric { ", symmetric" } else { "" });
    Ok(ReadMatrix { document: MatrixDocument::of_units((count_of(rows), count_of(columns)), units), read_as })
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

/// A matrix that is being filled.
struct PartialMatrix {
    rows: usize,
    columns: usize,
    /// Row, column, line of the text, and value of every entry.
    entries: Vec<(usize, usize, usize, u64)>,
    header: Header,
    total: u64,
}

impl PartialMatrix {
    /// Reads the entry of a line, at its own coordinates unless a place is given.
    fn line(
        &mut self,
        (line, text): (usize, &str),
        place: Option<(usize, usize)>,
        scale: &mut Scale,
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
            (inside(line, words[0], self.rows, "row")?, inside(line, words[1], self.columns, "column")?)
        };
        let at = words.last().map_or(1, |word| word.1);
        let text = words[wanted - 1].0;
        let kind = if self.header.is_pattern { Word::Whole(1) } else { word(text) };
        let value = scale.entry(kind, text).map_err(|message| MatrixTextFault::new(line, at, message))?;
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
        self.entries.push((place.0, place.1, line, value));
        add(&mut self.total, value, line, at)
    }

    /// Returns the entries, unless one stands twice.
    fn units(mut self) -> Result<Vec<MatrixUnits>, MatrixTextFault> {
        self.entries.sort_unstable();
        let twice = self.entries.windows(2).filter(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1));
        if let Some(two) = twice.min_by_key(|two| two[1].2) {
            let message = format!(
                "found the entry of row {} and column {} again, expected it once",
                two[1].0 + 1,
                two[1].1 + 1
            );
            return Err(MatrixTextFault::new(two[1].2, 1, message));
        }
        let units =
            |(row, column, _, units)| MatrixUnits { row: count_of(row), column: count_of(column), units };
        Ok(self.entries.into_iter().map(units).collect())
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
