//! The proof of a bound on the delay, or that no schedule has a given number of slots, as a `VeriPB` 3.0
//! proof over the OPB file of its program.

use super::names::literal;
use super::proof_error::ProofError;
use crate::export::format::{Format, Proof, Proves, Writer};
use crate::program::NamedProgram;
use crate::wire::{DelayRow, DelayVariable, DualNode, RowMultiplier};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The format of the word `veripb`.
pub(in crate::export) const VERIPB: Format = Format {
    word: "veripb",
    sentence: "The proof of the bound over the file that opb writes, for the checker of this name",
    source: "Gocht, McCreesh & Nordström, VeriPB, proof format 3.0",
    writer: Writer::Proof(veripb),
};

/// Writes the proof that no solution has an objective below the bound, and that the given solution attains
/// its value; or the proof that there is no solution.
///
/// A bound is proved by contradiction: each leaf of the tree is one line of multipliers, added to the
/// assumption that the objective is smaller. Saturated, it is the clause that forbids the leaf. The
/// conclusion is `BOUNDS` with the lower bound and the objective of the solution; `VeriPB` refuses it if
/// either is wrong. A proof that there is no solution assumes nothing and concludes `UNSAT`.
///
/// # Errors
/// [`ProofError`] when the tree does not belong to the program.
///
/// # Complexity
/// O(leaves · variables + entries of the named rows) time, O(length of the proof) space.
///
/// # Panics
/// Never: writing to a string does not fail.
fn veripb(proof: &Proof<'_>) -> Result<Vec<u8>, ProofError> {
    let Proof { program, proves, tree } = *proof;
    let mut writer = ProofText::begin(program);
    match proves {
        Proves::AtLeast { lower, solution } => {
            writer.assume_less(lower, solution);
            writer.tree(tree)?;
            let paid = program.objective().iter().filter(|&&(variable, _)| solution[variable]);
            let value: i64 = paid.map(|&(_, cost)| cost).sum();
            writeln!(
                writer.text,
                "qed pbc : -1 ;\noutput NONE ;\nconclusion BOUNDS {lower} : @bound {value} ;"
            )
        }
        Proves::NoSolution => {
            writer.tree(tree)?;
            // The last line is the contradiction.
            writeln!(writer.text, "output NONE ;\nconclusion UNSAT : -1 ;")
        }
    }
    .expect("writing to a string");
    writer.text.push_str("end pseudo-Boolean proof ;\n");
    Ok(writer.text.into_bytes())
}

struct ProofText<'a> {
    program: &'a NamedProgram,
    names: Vec<String>,
    /// The index and the number of the first constraint of every row.
    rows: BTreeMap<DelayRow, (usize, usize)>,
    constants: Vec<Option<usize>>,
    variables: BTreeMap<DelayVariable, usize>,
    /// The number of the constraint that assumes an objective below the bound, if there is one.
    below: usize,
    /// Variable and value of each choice on the path from the root.
    path: Vec<(usize, bool)>,
    text: String,
}

impl<'a> ProofText<'a> {
    /// Begins a proof and numbers the constraints of the file.
    fn begin(program: &'a NamedProgram) -> Self {
        let names: Vec<String> = program.variables().iter().map(|&variable| literal(variable)).collect();
        // An equation is two constraints of the file; constants follow the rows.
        let mut next = 1_usize;
        let mut rows = BTreeMap::new();
        for (index, row) in program.rows().iter().enumerate() {
            rows.insert(row.name, (index, next));
            next += if row.equation { 2 } else { 1 };
        }
        let mut constants = vec![None; names.len()];
        for (place, value) in constants.iter_mut().zip(program.constants()) {
            if value.is_some() {
                *place = Some(next);
                next += 1;
            }
        }
        let variables =
            program.variables().iter().enumerate().map(|(index, &variable)| (variable, index)).collect();
        let text = format!("pseudo-Boolean proof version 3.0\nf {} ;\n", next - 1);
        Self { program, names, rows, constants, variables, below: next, path: Vec::new(), text }
    }

    /// States a solution, and assumes that there is one better than the bound.
    fn assume_less(&mut self, lower: u64, solution: &[bool]) {
        self.text.push_str("sol");
        for (name, &value) in self.names.iter().zip(solution) {
            write!(self.text, " {}{name}", if value { "" } else { "~" }).expect("writing to a string");
        }
        self.text.push_str(" ;\n@bound pbc");
        for &(variable, cost) in self.program.objective() {
            write!(self.text, " {cost:+} {}", self.names[variable]).expect("writing to a string");
        }
        writeln!(self.text, " >= {lower} : subproof").expect("writing to a string");
    }

    fn tree(&mut self, tree: &[DualNode]) -> Result<(), ProofError> {
        let mut complete = false;
        let shape = ProofError::Shape { nodes: tree.len() };
        for (node, step) in tree.iter().enumerate() {
            if complete {
                return Err(shape);
            }
            match step {
                DualNode::Fix(name) => {
                    let fault = ProofError::NoSuchVariable { node, variable: *name };
                    let variable = *self.variables.get(name).ok_or(fault)?;
                    self.path.push((variable, false));
                }
                DualNode::Leaf { denominator, rows } => {
                    self.leaf(node, *denominator, rows)?;
                    complete = !self.turn();
                }
            }
        }
        if complete { Ok(()) } else { Err(shape) }
    }

    /// Goes on to the second child of the deepest choice that has one left. A node whose two children are
    /// complete is forbidden by a clause that follows from theirs. Returns false when the tree is complete.
    fn turn(&mut self) -> bool {
        while let Some((variable, value)) = self.path.pop() {
            if !value {
                self.path.push((variable, true));
                return true;
            }
            self.text.push_str("rup");
            for &(variable, value) in &self.path {
                let sign = if value { "~" } else { "" };
                write!(self.text, " +1 {sign}{}", self.names[variable]).expect("writing to a string");
            }
            self.text.push_str(" >= 1 ;\n");
        }
        false
    }

    fn leaf(&mut self, node: usize, denominator: u64, rows: &[RowMultiplier]) -> Result<(), ProofError> {
        let mut cost = vec![0_i128; self.names.len()];
        for &(variable, factor) in self.program.objective() {
            let paid = i128::from(denominator).checked_mul(i128::from(factor));
            cost[variable] = paid.ok_or(ProofError::Overflow)?;
        }
        let mut sum = Sum { text: "pol".to_owned(), empty: true };
        for &RowMultiplier { row: name, multiplier } in rows {
            let fault = ProofError::NoSuchRow { node, row: name };
            let &(index, constraint) = self.rows.get(&name).ok_or(fault)?;
            for &(variable, factor) in &self.program.rows()[index].terms {
                let part = i128::from(multiplier).checked_mul(i128::from(factor));
                let left = part.and_then(|part| cost[variable].checked_sub(part));
                cost[variable] = left.ok_or(ProofError::Overflow)?;
            }
            let constraint = if multiplier < 0 { constraint + 1 } else { constraint };
            sum.add(&constraint.to_string(), u128::from(multiplier.unsigned_abs()));
        }
        for (variable, &cost) in cost.iter().enumerate() {
            let name = &self.names[variable];
            let chosen = self.path.iter().find(|choice| choice.0 == variable).map(|choice| choice.1);
            match (cost > 0, chosen, self.program.constants()[variable], self.constants[variable]) {
                // The literal stays in the constraint as the opposite of the choice.
                (true, Some(true), _, _) | (false, Some(false), _, _) => {}
                (true, _, Some(true), Some(constraint)) | (false, _, Some(false), Some(constraint)) => {
                    sum.add(&constraint.to_string(), cost.unsigned_abs());
                }
                (true, ..) => sum.add(name, cost.unsigned_abs()),
                (false, ..) => sum.add(&format!("~{name}"), cost.unsigned_abs()),
            }
        }
        sum.add(&self.below.to_string(), u128::from(denominator));
        writeln!(self.text, "{} s ;", sum.text).expect("writing to a string");
        Ok(())
    }
}

/// A sum of constraints in reverse Polish notation.
struct Sum {
    text: String,
    empty: bool,
}

impl Sum {
    fn add(&mut self, constraint: &str, factor: u128) {
        if factor == 0 {
            return;
        }
        write!(self.text, " {constraint}").expect("writing to a string");
        if factor != 1 {
            write!(self.text, " {factor} *").expect("writing to a string");
        }
        if !self.empty {
            self.text.push_str(" +");
        }
        self.empty = false;
    }
}
