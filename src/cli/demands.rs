//! Demands from lines `from,to,count`.

use super::failure::{Failure, name_of};
use super::input::read;
use super::new::{node_ref, number};
use crate::wire::Demand;
use std::path::Path;

/// Reads demands from a file of comma-separated values, or from standard input for `-`.
///
/// A line holds origin, destination and, if it is not 1, the number of packets. A first line that begins with the word `from` names the
/// columns; empty lines and lines that begin with `#` are skipped.
pub(super) fn read_csv(path: &Path) -> Result<Vec<Demand>, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let mut lines = csv::ReaderBuilder::new();
    let mut lines =
        lines.has_headers(false).flexible(true).trim(csv::Trim::All).comment(Some(b'#')).from_reader(&*bytes);
    let mut demands = Vec::new();
    for (index, record) in lines.records().enumerate() {
        let record = record.map_err(|fault| Failure::usage(format!("{file}: {fault}")))?;
        let line = record.position().map_or(0, csv::Position::line);
        if index == 0 && record.get(0) == Some("from") {
            require_header(&record)
                .map_err(|fault| Failure::usage(format!("{file}, line {line}: {fault}")))?;
            continue;
        }
        demands.push(demand(&record, &format!("{file}, line {line}"))?);
    }
    Ok(demands)
}

fn require_header(record: &csv::StringRecord) -> Result<(), String> {
    let names: Vec<&str> = record.iter().collect();
    match names.as_slice() {
        ["from", "to"] | ["from", "to", "count"] => Ok(()),
        _ => Err(format!("columns {}, expected from,to,count", names.join(","))),
    }
}

/// One line; a fault is told with its place.
fn demand(record: &csv::StringRecord, place: &str) -> Result<Demand, Failure> {
    let fields: Vec<&str> = record.iter().collect();
    let (from, to, count) = match fields.as_slice() {
        [from, to] => (from, to, "1"),
        [from, to, count] => (from, to, *count),
        _ => {
            let found = fields.len();
            return Err(Failure::usage(format!("{place}: {found} values, expected from,to,count")));
        }
    };
    let count = number(count, &format!("{place}: the count"))?;
    let (from, to) = (node_ref(from, &format!("{place}: from"))?, node_ref(to, &format!("{place}: to"))?);
    Ok(Demand { from, to, count })
}
