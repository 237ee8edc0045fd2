//! Refuses tables that can be read in two ways, with advice on how to write them unambiguously.

use super::cells::{Field, Line};
use super::text::{MatrixTextFault, shown};
use crate::grammar::table::columns::bare;
use crate::grammar::table::ends::ends;
use crate::grammar::table::fields::Separator;
use crate::grammar::table::number::{Word, may_be_thousands};
use crate::model::count_of;

/// Headers that are usual above names of rows.
const ROW_NAME_HEADERS: [&str; 14] = [
    "id", "name", "to", "from", "row", "node", "rank", "host", "src", "dst", "source", "target", "index",
    "key",
];
/// Headers that are usual above the numbers of a list.
const NUMBER_HEADERS: [&str; 14] = [
    "count", "packets", "messages", "number", "demand", "traffic", "flow", "value", "weight", "amount",
    "volume", "bytes", "size", "capacity",
];
/// A list of origins and destinations has no more columns than this.
const MAX_COLUMNS: usize = 64;

/// Refuses a table in which a dot may separate thousands, a list of origins and destinations, and a first
/// line that may be a header or a row.
pub(super) fn refuse_ambiguous(lines: &[Line], separator: Separator) -> Result<(), MatrixTextFault> {
    for line in lines.iter().filter(|_| separator == Separator::Semicolon) {
        if let Some(field) = line.fields.iter().find(|field| may_be_thousands(&field.text)) {
            let message = format!(
                "found {}, thousands or a fraction, expected it without the dot, or commas between the fields",
                field.text
            );
            return Err(MatrixTextFault::new(line.number, field.column, message));
        }
    }
    let Some((first, body)) = lines.split_first() else { return Ok(()) };
    let refused = |message: &str| Err(MatrixTextFault::new(first.number, 1, message));
    if is_size_line(first, body) {
        return refused("found the numbers of rows and columns of the table below, expected its rows alone");
    }
    if is_list(first) {
        return refused(
            "found names of columns as a list of origins and destinations has them, expected a matrix: a row for each origin, a column for each destination",
        );
    }
    if !body.is_empty() && first.fields.iter().all(Field::is_spoilt_number) {
        return refused(
            "found fields that begin with a digit and are no numbers, expected integers, or names of columns in quotation marks",
        );
    }
    if may_be_either(first, body) {
        return refused(
            "found a word and rising numbers above rows with names, a header or a row; of a header leave the first field empty, above a row write a line of names of columns",
        );
    }
    if is_column_empty(first, body) {
        return refused("found nothing in the first field of all lines, expected names or numbers");
    }
    Ok(())
}

/// Returns whether a first line has the numbers of rows and of columns of the lines behind it, which are no
/// rows of two numbers.
fn is_size_line(first: &Line, body: &[Line]) -> bool {
    let [rows, columns] = first.fields.as_slice() else { return false };
    let is = |field: &Field, length: usize| field.word == Word::Whole(count_of(length));
    let width = body.first().map_or(0, |line| line.fields.len());
    width > 2
        && is(rows, body.len())
        && is(columns, width)
        && body.iter().all(|line| line.fields.len() == width)
}

/// Refuses the name of a row that begins like a number, or in which another separator divides numbers. If the
/// header announces names, they may begin in any way.
pub(super) fn refuse_row_name(line: &Line, is_said: bool) -> Result<(), MatrixTextFault> {
    let Some(field) = line.fields.first() else { return Ok(()) };
    let (is_spoilt, is_cut) = (field.is_spoilt_number(), field.is_cut_elsewhere());
    if is_spoilt && is_cut || !is_said && (is_spoilt || is_cut) {
        let message = format!(
            "found {}, expected an integer with one separator between all fields, or the name of a row, in quotation marks where it is like a number",
            shown(&field.text)
        );
        return Err(MatrixTextFault::new(line.number, field.column, message));
    }
    Ok(())
}

/// Returns whether the names of columns are those of a list: `from,to,count`. Columns may be called n1 and
/// n2.
fn is_list(first: &Line) -> bool {
    if first.fields.len() > MAX_COLUMNS
        || first.fields.iter().any(|field| field.word.is_number())
        || first.fields[0].text.is_empty()
    {
        return false;
    }
    let names: Vec<String> = first.fields.iter().map(|field| field.text.clone()).collect();
    let Ok(Some(found)) = ends(&names) else { return false };
    let is_plain = |at: usize| {
        let name = bare(&names[at]);
        let is_numbered = name.contains(|letter: char| letter.is_ascii_digit());
        name != "to" && name.len() < 3 || is_numbered || name.ends_with(['a', 'b', 'z'])
    };
    let has_number = (0..names.len())
        .any(|at| !found.contains(&at) && NUMBER_HEADERS.contains(&bare(&names[at]).as_str()));
    has_number || !found.into_iter().any(is_plain)
}

/// Returns whether a word and evenly rising numbers are above rows with names.
fn may_be_either(first: &Line, body: &[Line]) -> bool {
    let is_name = |line: &Line| !line.fields[0].word.is_number() && !line.fields[0].text.is_empty();
    let numbers: Option<Vec<u64>> = first.fields[1..]
        .iter()
        .map(|field| if let Word::Whole(value) = field.word { Some(value) } else { None })
        .collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else { return false };
    if first.fields[0].is_quoted || body.is_empty() || !is_name(first) || !body.iter().all(is_name) {
        return false;
    }
    let steps: Option<Vec<u64>> =
        numbers.windows(2).map(|pair| pair[1].checked_sub(pair[0]).filter(|&step| step > 0)).collect();
    let is_even =
        |steps: &[u64]| steps.iter().all(|step| *step == steps[0]) && (steps.len() > 1 || steps[0] == 1);
    let is_corner = ROW_NAME_HEADERS.contains(&bare(&first.fields[0].text).as_str());
    steps.is_some_and(|steps| is_corner || is_even(&steps))
}

/// Returns whether the first field of all lines is empty and the first line has numbers, so that it may be a
/// header.
fn is_column_empty(first: &Line, body: &[Line]) -> bool {
    let is_empty = |line: &Line| line.fields[0].text.is_empty();
    first.fields[1..].iter().any(|field| field.word.is_number())
        && is_empty(first)
        && !body.is_empty()
        && body.iter().all(is_empty)
}
