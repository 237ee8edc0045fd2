//! The type of an export format.

use super::graph::NetworkGraph;
use super::plan::Plan;
use super::plan::error::PlanError;
use super::program::proof_error::ProofError;
use super::source_error::SourceError;
use super::theorem_error::TheoremError;
use crate::model::{Network, Node, Problem, Schedule, large};
use crate::program::NamedProgram;
use crate::wire::{CertificateDocument, DualNode, RoundsDocument};
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

/// A format of another program, to which results are exported.
#[derive(Debug)]
pub struct Format {
    /// The word of the command line.
    pub word: &'static str,
    /// A description of what is written, in one sentence for users.
    pub sentence: &'static str,
    /// Where the format is defined.
    pub source: &'static str,
    /// The function that writes it, and the input that this takes.
    pub writer: Writer,
}

/// How a format is written, and from what.
///
/// Names that a user gave to a task or to nodes may hold any character. A format that prints them escapes
/// them by one function of its file.
#[non_exhaustive]
pub enum Writer {
    /// The transmissions of a schedule, line by line. Returns how many there are.
    ///
    /// Fails with the error of the output, or with [`io::ErrorKind::Interrupted`] when it is told to stop,
    /// after a part of the lines.
    Transmissions(fn(&Transmissions<'_>, &mut dyn Write) -> io::Result<u64>),
    /// A network as a graph, with the transmissions of a schedule over its links if there is one.
    ///
    /// Fails with the error of the output.
    Graph(fn(&NetworkGraph<'_>, &mut dyn Write) -> io::Result<()>),
    /// All transmissions of a schedule, as a program of another tool. Returns a remark on what was written.
    Plan(fn(&Plan<'_>, &mut dyn Write) -> Result<String, PlanError>),
    /// The rounds of a schedule.
    Rounds(fn(&RoundsDocument) -> Vec<u8>),
    /// A program that carries out a schedule which the checker has accepted, one of the problem.
    Source(fn(&Problem, &Schedule) -> Result<Vec<u8>, SourceError>),
    /// An integer program with its named rows, under comment lines that say which task it models.
    Program(fn(&NamedProgram, &[String]) -> Vec<u8>),
    /// A proof that the objective of no solution of a program is less than a bound, or that it has no
    /// solution.
    Proof(fn(&Proof<'_>) -> Result<Vec<u8>, ProofError>),
    /// The claims of a certificate that the checker has accepted, as theorems.
    Theorem(fn(&CertificateDocument) -> Result<Vec<u8>, TheoremError>),
}

impl fmt::Debug for Writer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Transmissions(_) => "Transmissions",
            Self::Graph(_) => "Graph",
            Self::Plan(_) => "Plan",
            Self::Rounds(_) => "Rounds",
            Self::Source(_) => "Source",
            Self::Program(_) => "Program",
            Self::Proof(_) => "Proof",
            Self::Theorem(_) => "Theorem",
        })
    }
}

/// Transmissions of a schedule that the checker has accepted.
pub struct Transmissions<'a> {
    /// The problem that the schedule solves.
    pub problem: &'a Problem,
    /// The schedule, one of the problem.
    pub schedule: &'a Schedule,
    /// The node whose transmissions are wanted; none for all nodes.
    pub node: Option<Node>,
    /// The slots whose transmissions are wanted.
    pub slots: Range<u64>,
    /// Returns whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// Most transmissions that are written line by line.
const MAX_LINES: u64 = 1 << 24;

impl Transmissions<'_> {
    /// Returns an upper bound on the number of transmissions in some slots, of one node or of all.
    ///
    /// # Errors
    /// [`PlanError::TooManySends`] above 2²⁴, [`PlanError::TooFar`] as [`Schedule::require_near`].
    pub fn count(
        network: &Network,
        schedule: &Schedule,
        node: Option<Node>,
        slots: &Range<u64>,
    ) -> Result<u64, PlanError> {
        let found = schedule.count_transmissions(network, node, slots);
        let Some(few) = found.filter(|&found| found <= MAX_LINES) else {
            return Err(PlanError::TooManySends { found: large(found), most: MAX_LINES });
        };
        schedule.require_near(slots)?;
        Ok(few)
    }
}

impl fmt::Debug for Transmissions<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, node, slots, .. } = self;
        let fields = (problem, node, slots);
        out.debug_tuple("Transmissions").field(&fields).finish_non_exhaustive()
    }
}

/// The input of the writer of a proof.
#[derive(Debug, Clone, Copy)]
pub struct Proof<'a> {
    /// The integer program.
    pub program: &'a NamedProgram,
    /// The statement that is proved.
    pub proves: Proves<'a>,
    /// The tree of multipliers that proves it.
    pub tree: &'a [DualNode],
}

/// The statement that a proof makes about an integer program.
#[derive(Debug, Clone, Copy)]
pub enum Proves<'a> {
    /// That the objective of no solution is less than a bound.
    AtLeast {
        /// The bound.
        lower: u64,
        /// A solution, the value of each variable.
        solution: &'a [bool],
    },
    /// That there is no solution; the program has no objective.
    NoSolution,
}
