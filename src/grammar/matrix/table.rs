//! Reads tables of numbers, with or without a header and names of rows.

use super::cells::{Field, Line};
use super::doubt;
use super::scale::Scale;
use super::text::{MAX_CELLS, MatrixTextFault, ReadMatrix, add};
use crate::grammar::table::fields::{Separator, parts};
use crate::grammar::table::text::raw_lines;
use crate::wire::MatrixDocument;

/// Reads a table. The first line is a header if it has no number, or has numbers behind an empty field. The
/// first fields are names of the rows if that of the first row is no number, or if the header begins with an
/// empty field or is shorter by one. Lines that are empty or begin with `#` are skipped.
pub(super) fn read(text: &str, scale: &mut Scale) -> Result<ReadMatrix, MatrixTextFault> {
    let (lines, separator) = lines(text)?;
    doubt::refuse_ambiguous(&lines, separator)?;
    let mut lines = lines.into_iter().peekable();
    let header = lines.next_if(is_header);
    let Some(first) = lines.peek() else {
        let expected = "expected rows of integers, or {\"format\":\"isotask.matrix/1\",\"rows\":[]}";
        let found = if header.is_some() { "found a header and no rows" } else { "found no rows" };
        return Err(MatrixTextFault::new(
            header.map_or(1, |line| line.number),
            1,
            format!("{found}, {expected}"),
        ));
    };
    let width = first.fields.len();
    let corner =
        header.as_ref().is_some_and(|line| line.fields.len() == width && line.fields[0].text.is_empty());
    let is_short = header.as_ref().is_some_and(|line| line.fields.len() + 1 == width);
    let has_row_names = corner || is_short || !first.fields[0].word.is_number();
    if width == usize::from(has_row_names) {
        let message = "found names and no numbers, expected rows of integers";
        return Err(MatrixTextFault::new(first.number, 1, message));
    }
    let column_names = header.map(|line| names_of_columns(line, width, has_row_names)).transpose()?;
    let mut read_as = format!("table with {}", separator.name());
    read_as.push_str(if column_names.is_some() { ", header" } else { "" });
    read_as.push_str(if has_row_names { ", row names" } else { "" });
    let are_names_said = corner || is_short;
    let (mut rows, mut row_names) = (Vec::new(), Vec::new());
    let (mut total, mut cells) = (0, 0_usize);
    for line in lines {
        if line.fields.len() != width {
            return Err(wrong_width(&line, width));
        }
        cells += width;
        if cells > MAX_CELLS {
            let message = format!("more than {MAX_CELLS} numbers up to here, expected at most that number");
            return Err(MatrixTextFault::new(line.number, 1, message));
        }
        if has_row_names {
            doubt::refuse_row_name(&line, are_names_said)?;
        }
        let mut fields = line.fields.into_iter();
        if has_row_names {
            row_names.extend(fields.next().map(|field| row_name(field, line.number, corner)).transpose()?);
        }
        rows.push(entries(fields, line.number, (&mut total, scale))?);
    }
    let document = MatrixDocument::new(rows, has_row_names.then_some(row_names), column_names);
    Ok(ReadMatrix { document, read_as })
}

/// Returns the fields of all lines, and their separator.
fn lines(text: &str) -> Result<(Vec<Line>, Separator), MatrixTextFault> {
    let is_told = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let separator = raw_lines(text).find(is_told).map_or(Separator::Blanks, Separator::of_cells);
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(raw_lines(text)) {
        if is_told(&line) {
            lines.push(Line { number, fields: fields(line, number, separator)? });
        }
    }
    Ok((lines, separator))
}

/// Splits a line into fields.
fn fields(line: &str, number: usize, separator: Separator) -> Result<Vec<Field>, MatrixTextFault> {
    let message = "found a quotation mark or bracket that is not closed in its line";
    let parts = parts(line, separator).map_err(|column| MatrixTextFault::new(number, column, message))?;
    Ok(parts.iter().map(Field::new).collect())
}

/// Returns whether no field is a number, or the first field is empty, as pandas writes it.
fn is_header(line: &Line) -> bool {
    line.fields.iter().all(|field| !field.word.is_number()) || line.fields[0].text.is_empty()
}

fn names_of_columns(line: Line, width: usize, named: bool) -> Result<Vec<String>, MatrixTextFault> {
    let columns = width - usize::from(named);
    let skipped = usize::from(named && line.fields.len() == width);
    if line.fields.len() - skipped != columns {
        return Err(wrong_width(&line, width));
    }
    Ok(line.fields.into_iter().skip(skipped).map(|field| field.text).collect())
}

fn wrong_width(line: &Line, width: usize) -> MatrixTextFault {
    let found = line.fields.len();
    let at = line.fields.get(width).or(line.fields.last()).map_or(1, |field| field.column);
    MatrixTextFault::new(
        line.number,
        at,
        format!("found a line of {found} fields, expected {width} as in the first row"),
    )
}

/// Returns the name of a row; with `any`, it may be a number.
fn row_name(field: Field, line: usize, any: bool) -> Result<String, MatrixTextFault> {
    if !any && field.word.is_number() {
        let message =
            format!("found the number {}, expected the name of a row as in the first row", field.text);
        return Err(MatrixTextFault::new(line, field.column, message));
    }
    Ok(field.text)
}

fn entries(
    fields: impl Iterator<Item = Field>,
    line: usize,
    (total, scale): (&mut u64, &mut Scale),
) -> Result<Vec<u64>, MatrixTextFault> {
    let mut entries = Vec::new();
    for Field { text, column, word, .. } in fields {
        let entry =
            scale.entry(word, &text).map_err(|message| MatrixTextFault::new(line, column, message))?;
        add(total, entry, line, column)?;
        entries.push(entry);
    }
    Ok(entries)
}
