//! Matrices, terms and bounds in words.

use super::named::{self, LineNames};
use crate::cli::report::lines::{Report, counted};
use crate::model::count_of;
use crate::wire::{MatrixCertificateDocument, MatrixDocument, MatrixLower, Ports};

/// Adds shape, ports and critical lines.
pub(super) fn describe(report: &mut Report, named: &LineNames, matrix: &MatrixDocument, ports: Ports) {
    let (rows, columns) = (count_of(named.rows.len()), count_of(named.columns.len()));
    let sums = named::Sums::new(matrix);
    report.line(
        "matrix M",
        format!("{} × {}, total σ = {}", counted(rows, "row"), counted(columns, "column"), sums.total),
    );
    let room = rows.min(columns);
    report.line(
        "ports",
        match ports {
            Ports::All => format!("all: at most {room} in a permutation matrix, as many as fit"),
            Ports::One => "one: one entry in a permutation matrix".to_owned(),
            Ports::OneHalfDuplex => "one half-duplex port of each node: it sends or receives".to_owned(),
            Ports::AtMost(k) => format!(
                "at most {} in a permutation matrix",
                if k == 1 { "1 entry".to_owned() } else { format!("{k} entries") }
            ),
        },
    );
    let critical = named.critical_words(&sums);
    report.line("critical sum", format!("h = {}; critical: {critical}", sums.critical));
    if ports == Ports::OneHalfDuplex {
        let (messages, nodes) = named.busiest_words(&sums);
        report.line("busiest node", format!("sends and receives {}: {nodes}", counted(messages, "message")));
    }
}

/// Returns a bound with its line, in words.
pub(in crate::cli::commands) fn lower_words(named: &LineNames, lower: &MatrixLower) -> String {
    let row = |index| named.row_words(index);
    let column = |index| named.column_words(index);
    match *lower {
        MatrixLower::Row { row: index, .. } => format!("the sum of {}", row(index)),
        MatrixLower::Column { column: index, .. } => format!("the sum of {}", column(index)),
        MatrixLower::Node { node, .. } => format!("what {} sends and receives", named.node_words(node)),
        MatrixLower::OddSet { ref nodes, .. } => format!(
            "the messages among {} nodes, of which a slot has at most {}",
            nodes.len(),
            nodes.len() / 2
        ),
        MatrixLower::Total { .. } => "⌈σ/k⌉, as a slot clears at most k entries".to_owned(),
        MatrixLower::RowEntries { row: index, .. } => format!("the nonzero entries of {}", row(index)),
        MatrixLower::ColumnEntries { column: index, .. } => {
            format!("the nonzero entries of {}", column(index))
        }
        MatrixLower::Entries { .. } => "the nonzero entries over the ports".to_owned(),
        MatrixLower::TermsSearch { slots, .. } => {
            format!("trying all sums of fewer terms within {}", counted(slots, "slot"))
        }
        MatrixLower::SlotsAndTerms { .. } => "the slots and the configurations that lines need".to_owned(),
        MatrixLower::SlotsSearch { .. } => "trying all ways to send them in fewer".to_owned(),
        MatrixLower::CostSearch { .. } => "trying all covers that cost less".to_owned(),
    }
}

/// Returns how many terms there are, and how often each occurs.
pub(super) fn terms_words(document: &MatrixCertificateDocument) -> String {
    let times: Vec<String> = document.terms.iter().take(24).map(|term| term.times.to_string()).collect();
    let more = if document.terms.len() > times.len() { ", …" } else { "" };
    match times.len() {
        0 => "none".to_owned(),
        _ => format!("{}, with multiplicities {}{more}", document.terms.len(), times.join(", ")),
    }
}

/// Returns the cost of a switch in words.
pub(super) fn switching_words(switching: u64) -> String {
    format!("δ = {} for each configuration, the first one too", counted(switching, "slot"))
}
