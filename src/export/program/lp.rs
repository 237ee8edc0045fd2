//! A model in the LP format of CPLEX, which most solvers of integer programs read.

use super::names::{comments, identifier, literal};
use crate::export::format::{Format, Writer};
use crate::program::NamedProgram;
use std::fmt::Write as _;

/// The format of the word `lp`.
pub(in crate::export) const LP: Format = Format {
    word: "lp",
    sentence: "The model as an integer program in the LP format of CPLEX",
    source: "IBM, ILOG CPLEX file formats",
    writer: Writer::Program(lp),
};

/// Writes the model with its named rows; constants are bounds.
///
/// # Complexity
/// O(variables + entries of the rows) time and space.
///
/// # Panics
/// Never: writing to a string does not fail.
fn lp(program: &NamedProgram, about: &[String]) -> Vec<u8> {
    let names: Vec<String> = program.variables().iter().map(|&variable| literal(variable)).collect();
    let mut text = comments("\\ ", about);
    if !program.objective().is_empty() {
        text.push_str("\\ the sum of C_i over the packets of one node\n");
    }
    text.push_str("Minimize\n delay:");
    for &(variable, cost) in program.objective() {
        let cost = if cost == 1 { String::new() } else { format!("{cost} ") };
        write!(text, "\n + {cost}{}", names[variable]).expect("writing to a string");
    }
    text.push_str("\nSubject To\n");
    for row in program.rows() {
        write!(text, " {}:", identifier(&row.name.to_string())).expect("writing to a string");
        for &(variable, factor) in &row.terms {
            let sign = if factor < 0 { '-' } else { '+' };
            write!(text, "\n {sign} {} {}", factor.unsigned_abs(), names[variable])
                .expect("writing to a string");
        }
        writeln!(text, "\n {} {}", if row.equation { "=" } else { ">=" }, row.bound)
            .expect("writing to a string");
    }
    text.push_str("Bounds\n");
    for (name, value) in names.iter().zip(program.constants()) {
        if let Some(value) = value {
            writeln!(text, " {name} = {}", u8::from(*value)).expect("writing to a string");
        } else {
            writeln!(text, " 0 <= {name} <= 1").expect("writing to a string");
        }
    }
    text.push_str("Generals\n");
    for name in &names {
        writeln!(text, " {name}").expect("writing to a string");
    }
    text.push_str("End\n");
    text.into_bytes()
}
