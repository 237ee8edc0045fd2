//! Demands from lines `from,to,count`.

use crate::cli::report::lines::counted;
use crate::cli::terminal::failure::{Failure, shown_path};
use crate::cli::terminal::input::read;
use crate::grammar::{NodeWords, number, shown};
use crate::model::count_of;
use crate::wire::{Demand, Network};
use std::path::Path;

/// Reads demands from a file of comma-separated values, or from standard input for `-`.
///
/// A line holds origin, destination and, if it is not 1, the number of packets. A first line that begins with
/// the word `from` names the columns; empty lines and lines that begin with `#` are skipped.
pub(crate) fn read_csv(path: &Path, network: &Network) -> Result<Vec<Demand>, Failure> {
    let (bytes, file) = (read(path)?, shown_path(path));
    if let Some(line) = open_quotation(&bytes) {
        return Err(Failure::usage(format!("{file}, line {line}: a quotation mark is not closed")));
    }
    let mut lines = csv::ReaderBuilder::new();
    let mut lines =
        lines.has_headers(false).flexible(true).trim(csv::Trim::All).comment(Some(b'#')).from_reader(&*bytes);
    let mut demands = Vec::new();
    let nodes = NodeWords::of(network);
    for (index, record) in lines.records().enumerate() {
        let record = record.map_err(|fault| Failure::usage(format!("{file}: {fault}")))?;
        let line = record.position().map_or(1, |position| line_of(&bytes, position));
        if index == 0 && record.get(0) == Some("from") {
            require_header(&record)
                .map_err(|fault| Failure::usage(format!("{file}, line {line}: {fault}")))?;
            continue;
        }
        demands.push(demand(&nodes, &record, &format!("{file}, line {line}"))?);
    }
    Ok(demands)
}

/// The line of a record, whose position may be that of empty lines and comments before it.
fn line_of(bytes: &[u8], position: &csv::Position) -> u64 {
    let start = usize::try_from(position.byte()).expect("a place in memory");
    let skipped = bytes[start..]
        .split(|&byte| byte == b'\n')
        .take_while(|line| matches!(line, [] | [b'\r'] | [b'#', ..]))
        .count();
    position.line() + count_of(skipped)
}

fn require_header(record: &csv::StringRecord) -> Result<(), String> {
    let names: Vec<&str> = record.iter().collect();
    match names.as_slice() {
        ["from", "to"] | ["from", "to", "count"] => Ok(()),
        _ => Err(format!("columns {}, expected from,to,count", shown(&names.join(",")))),
    }
}

/// The line of a quotation mark outside comments that has no other to close it.
fn open_quotation(bytes: &[u8]) -> Option<u64> {
    let mut open = None;
    for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let marks = text.iter().filter(|&&byte| byte == b'"' && !text.starts_with(b"#"));
        for _ in marks {
            open = if open.is_some() { None } else { Some(line) };
        }
    }
    open
}

/// One line; a fault is told with its place.
fn demand(nodes: &NodeWords<'_>, record: &csv::StringRecord, place: &str) -> Result<Demand, Failure> {
    let fields: Vec<&str> = record.iter().collect();
    let (from, to, count) = match fields.as_slice() {
        [from, to] => (from, to, "1"),
        [from, to, count] => (from, to, *count),
        _ => {
            let found = counted(count_of(fields.len()), "value");
            return Err(Failure::usage(format!(
                "{place}: {found}, expected from,to,count with commas between"
            )));
        }
    };
    let count = number(count, &format!("{place}: the count"))?;
    let (from, to) = (nodes.node(from, &format!("{place}: from"))?, nodes.node(to, &format!("{place}: to"))?);
    Ok(Demand { from, to, count })
}
