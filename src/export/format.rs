//! What a format of others is.

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

/// A format of others.
#[derive(Debug)]
pub struct Format {
    /// The word of the command line.
    pub word: &'static str,
    /// What is written, in a sentence for people.
    pub sentence: &'static str,
    /// Where the format is defined.
    pub source: &'static str,
    /// What it is written from.
    pub writer: Writer,
}

/// How a format is written, and from what.
///
/// Names that a user gave to a task or to nodes may hold anything. A format that prints them escapes them by
/// one function of its file.
#[non_exhaustive]
pub enum Writer {
    /// The transmissions of a schedule, line by line. Returns how many there are.
    ///
    /// Fails with what the output fails with, and with [`io::ErrorKind::Interrupted`] when it is told to
    /// stop, part of the lines written.
    Transmissions(fn(&Transmissions<'_>, &mut dyn Write) -> io::Result<u64>),
    /// A network as a graph, with what a schedule sends over its links if there is one.
    ///
    /// Fails with what the output fails with.
    Graph(fn(&NetworkGraph<'_>, &mut dyn Write) -> io::Result<()>),
    /// All that a schedule sends, as a program of others. Returns what is to be said of it.
    Plan(fn(&Plan<'_>, &mut dyn Write) -> Result<String, PlanError>),
    /// The rounds of a schedule.
    Rounds(fn(&RoundsDocument) -> Vec<u8>),
    /// A program that carries out a schedule which the checker has accepted, one of the problem.
    Source(fn(&Problem, &Schedule) -> Result<Vec<u8>, SourceError>),
    /// A program with its named rows, under comments that say in lines what it is of.
    Program(fn(&NamedProgram, &[String]) -> Vec<u8>),
    /// A proof that the objective of no solution of a program is less than a bound, or that it has no
    /// solution.
    Proof(fn(&Proof<'_>) -> Result<Vec<u8>, ProofError>),
    /// What a certificate says, of one that the checker has accepted.
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
    /// What the schedule solves.
    pub problem: &'a Problem,
    /// The schedule, one of the problem.
    pub schedule: &'a Schedule,
    /// Only what this node sends and receives; none for all nodes.
    pub node: Option<Node>,
    /// Only these slots.
    pub slots: Range<u64>,
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// Most transmissions that are written line by line.
const MOST_LINES: u64 = 1 << 24;

impl Transmissions<'_> {
    /// How many transmissions there are at most, of those of a node or all in some slots.
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
        let Some(few) = found.filter(|&found| found <= MOST_LINES) else {
            return Err(PlanError::TooManySends { found: large(found), most: MOST_LINES });
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

/// What a proof is made of.
#[derive(Debug, Clone, Copy)]
pub struct Proof<'a> {
    /// The program.
    pub program: &'a NamedProgram,
    /// What is proved of it.
    pub proves: Proves<'a>,
    /// The tree of multipliers that proves it.
    pub tree: &'a [DualNode],
}

/// What a proof says of a program.
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
