//! A model in free MPS, column by column.

use super::names::{comments, identifier, literal};
use crate::export::format::{Format, Writer};
use crate::program::NamedProgram;
use std::fmt::Write as _;

/// The format of the word `mps`.
pub(in crate::export) const MPS: Format = Format {
    word: "mps",
    sentence: "The model as an integer program in free MPS",
    source: "IBM, Mathematical Programming System; free format",
    writer: Writer::Program(mps),
};

/// Writes the model with its named rows; constants are fixed bounds.
///
/// # Complexity
/// O(variables + entries of the rows) time and space.
///
/// # Panics
/// Never: writing to a string does not fail.
fn mps(program: &NamedProgram, about: &[String]) -> Vec<u8> {
    let rows: Vec<String> = program.rows().iter().map(|row| identifier(&row.name.to_string())).collect();
    let mut columns: Vec<Vec<(usize, i64)>> = vec![Vec::new(); program.variables().len()];
    for (index, row) in program.rows().iter().enumerate() {
        for &(variable, factor) in &row.terms {
            columns[variable].push((index, factor));
        }
    }
    let mut costs = vec![0; columns.len()];
    for &(variable, cost) in program.objective() {
        costs[variable] = cost;
    }
    let mut text = comments("* ", about);
    text.push_str("NAME delay\nROWS\n N delay\n");
    for (row, name) in program.rows().iter().zip(&rows) {
        writeln!(text, " {} {name}", if row.equation { 'E' } else { 'G' }).expect("writing to a string");
    }
    text.push_str("COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
    let names: Vec<String> = program.variables().iter().map(|&variable| literal(variable)).collect();
    for ((name, entries), cost) in names.iter().zip(&columns).zip(costs) {
        if cost != 0 {
            writeln!(text, " {name} delay {cost}").expect("writing to a string");
        }
        for &(row, factor) in entries {
            writeln!(text, " {name} {} {factor}", rows[row]).expect("writing to a string");
        }
    }
    text.push_str(" MARKER 'MARKER' 'INTEND'\nRHS\n");
    for (row, name) in program.rows().iter().zip(&rows).filter(|(row, _)| row.bound != 0) {
        writeln!(text, " RHS {name} {}", row.bound).expect("writing to a string");
    }
    text.push_str("BOUNDS\n");
    for (name, value) in names.iter().zip(program.constants()) {
        match value {
            Some(value) => writeln!(text, " FX BND {name} {}", u8::from(*value)),
            None => writeln!(text, " UP BND {name} 1"),
        }
        .expect("writing to a string");
    }
    text.push_str("ENDATA\n");
    text.into_bytes()
}
