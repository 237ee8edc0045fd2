//! A model as a pseudo-Boolean optimisation problem in the format OPB.

use super::names::{comments, literal};
use crate::export::format::{Format, Writer};
use crate::program::NamedProgram;
use std::fmt::Write as _;

/// The format of the word `opb`.
pub(in crate::export) const OPB: Format = Format {
    word: "opb",
    sentence: "The model as a pseudo-Boolean problem",
    source: "Roussel & Manquinho, Input/output format of the pseudo-Boolean competition, 2012",
    writer: Writer::Program(opb),
};

/// Writes the model: the objective if there is one, the rows in their order, then one row for every constant.
///
/// # Complexity
/// O(variables + entries of the rows) time and space.
///
/// # Panics
/// Never: writing to a string does not fail.
fn opb(program: &NamedProgram, about: &[String]) -> Vec<u8> {
    let names: Vec<String> = program.variables().iter().map(|&variable| literal(variable)).collect();
    let constants = program.constants().iter().flatten().count();
    let equations = program.rows().iter().filter(|row| row.equation).count();
    let mut text = format!(
        "* #variable= {} #constraint= {} #equal= {equations} intsize= 32\n",
        names.len(),
        program.rows().len() + constants
    );
    // The format wants the counts on the first line.
    text.push_str(&comments("* ", about));
    if !program.objective().is_empty() {
        text.push_str("min:");
        for &(variable, cost) in program.objective() {
            write!(text, " {cost:+} {}", names[variable]).expect("writing to a string");
        }
        text.push_str(" ;\n");
    }
    for row in program.rows() {
        for &(variable, factor) in &row.terms {
            write!(text, "{factor:+} {} ", names[variable]).expect("writing to a string");
        }
        let relation = if row.equation { "=" } else { ">=" };
        writeln!(text, "{relation} {} ;", row.bound).expect("writing to a string");
    }
    for (name, value) in names.iter().zip(program.constants()) {
        match value {
            Some(true) => writeln!(text, "+1 {name} >= 1 ;"),
            Some(false) => writeln!(text, "-1 {name} >= 0 ;"),
            None => Ok(()),
        }
        .expect("writing to a string");
    }
    text.into_bytes()
}
