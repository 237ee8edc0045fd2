//! Runs `isotask table`, which makes one table of many results, a line for each.

use crate::cli::arguments::args::TableArguments;
use crate::cli::arguments::packet::slot_time_report;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::output::Output;
use crate::wire::ResultDocument;
use serde_json::Value;

/// The columns after the file, each with the place of its value in a result.
const COLUMNS: [(&str, &str); 22] = [
    ("status", "/status"),
    ("network", "/network"),
    ("nodes", "/nodes"),
    ("links", "/links_per_node"),
    ("task", "/task"),
    ("ports", "/ports"),
    ("objective", "/objective"),
    ("method", "/method"),
    ("completion_time", "/completion_time"),
    ("bound", "/bound"),
    ("gap", "/gap"),
    ("scope", "/scope"),
    ("delay", "/delay/total"),
    ("delay_per", "/delay/per"),
    ("delay_bound", "/delay/bound"),
    ("delay_gap", "/delay/gap"),
    ("delay_scope", "/delay/scope"),
    ("slot_seconds", "/slot_time/slot_seconds"),
    ("schedule_seconds", "/slot_time/seconds"),
    ("seconds", "/run/seconds"),
    ("reason", "/error/reason"),
    ("message", "/error/message"),
];

pub(crate) fn run(arguments: &TableArguments) -> Result<Exit, Failure> {
    let slot_time = arguments.packet.slot_time(None)?;
    let output = Output::open(&arguments.output)?;
    let mut table = csv::Writer::from_writer(Vec::new());
    let full = |fault: csv::Error| Failure::usage(format!("the table is not written: {fault}"));
    table.write_record(["file"].into_iter().chain(COLUMNS.map(|(header, _)| header))).map_err(full)?;
    for path in &arguments.results {
        let file = name_of(path);
        let result: ResultDocument = parsed(&file, &read(path)?)?;
        let inner: Vec<&ResultDocument> =
            if result.results.is_empty() { vec![&result] } else { result.results.iter().collect() };
        for result in inner {
            let mut value = serde_json::to_value(result).unwrap_or_default();
            if let Some((time, slots)) = slot_time.as_ref().zip(result.completion_time) {
                value["slot_time"] = serde_json::to_value(slot_time_report(time, slots)).unwrap_or_default();
            }
            let cells = COLUMNS.iter().map(|(_, place)| cell(value.pointer(place)));
            table.write_record([file.clone()].into_iter().chain(cells)).map_err(full)?;
        }
    }
    let bytes = table.into_inner().map_err(|fault| full(fault.into_error().into()))?;
    output.finish(&bytes)?;
    Ok(Exit::Success)
}

/// Returns a word or number as it stands in the result; of `{"at-most":k}` the number.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(word)) => word.clone(),
        Some(Value::Object(object)) => cell(object.values().next()),
        Some(other) => other.to_string(),
    }
}
