//! The arguments of `isotask rounds`.

use crate::cli::arguments::task::ports_parser;
use crate::cli::arguments::values::offered::{INPUT, input_word};
use crate::grammar::{Bytes, ShortTime, Unit};
use crate::wire::Ports;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = ROUNDS_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct RoundsArguments {
    /// Who sends how much to whom: a matrix, row to column, as isotask decompose reads it, - for standard
    /// input; or a network in words (isotask networks), whose links carry a message each way; or a halo
    /// exchange, stencil 4x4x4 27-point
    #[arg(
        required_unless_present = "edges",
        conflicts_with = "edges",
        value_name = INPUT,
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    /// Links of a graph in a file, as isotask new --edges reads it, which carry a message each way
    #[arg(long, value_name = "FILE")]
    pub(crate) edges: Option<PathBuf>,
    /// Lines of the file of links are messages from the first node to the second
    #[arg(long, requires = "edges", conflicts_with = "undirected")]
    pub(crate) directed: bool,
    /// The sides of a stencil's grid that close round: letters of x, y, z and w, or all
    #[arg(long, value_name = "SIDES", conflicts_with = "edges")]
    pub(crate) periodic: Option<String>,
    /// What one message carries, by which the numbers of a file are divided and rounded up: a number, or
    /// bytes such as 64KiB
    #[arg(long, value_name = "AMOUNT", conflicts_with_all = ["edges", "periodic"])]
    pub(crate) unit: Option<Unit>,
    /// Rows and columns of the file are different nodes: rows send, columns receive. Else row i and column i
    /// of a square matrix are one node, and what it sends to itself is no message
    #[arg(long, conflicts_with_all = ["edges", "periodic"])]
    pub(crate) bipartite: bool,
    /// A link, or two equal entries of a matrix, is one meeting, in which both its ends take part: games of
    /// a tournament, gates of two qubits
    #[arg(long)]
    pub(crate) undirected: bool,
    /// What a node does in a round: one, that is send a message and receive a message (default); a number of
    /// messages that it sends, and as many that it receives; or one-half-duplex, that is one of these
    #[arg(long, allow_negative_numbers = true, value_parser = ports_parser(), hide_possible_values = true)]
    pub(crate) ports: Option<Ports>,
    /// The number of an entry is the length of one message, which is sent without an interruption: else its
    /// parts may be sent in any rounds
    #[arg(long, conflicts_with_all = ["edges", "undirected", "ports", "combine", "schedule"])]
    pub(crate) uninterrupted: bool,
    /// Of a stencil: blocks that leave a rank in one direction travel as one message, side after side,
    /// beside a message for each block; --schedule then has these rounds, on the links of the grid
    #[arg(long, conflicts_with = "edges")]
    pub(crate) combine: bool,
    /// Time to start a message, such as 2us: says which of the two is faster
    #[arg(long, value_name = "TIME", requires_all = ["combine", "beta", "bytes"])]
    pub(crate) alpha: Option<ShortTime>,
    /// Time of a byte, such as 0.1ns
    #[arg(long, value_name = "TIME", requires = "alpha")]
    pub(crate) beta: Option<ShortTime>,
    /// Bytes of a block, such as 4096 or 64KiB
    #[arg(long, value_name = "BYTES", requires = "alpha")]
    pub(crate) bytes: Option<Bytes>,
    /// Write the certificate; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the rounds as a schedule of the messages, which check, draw and export take (export --to c, jax,
    /// torch or csv); - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "undirected")]
    pub(crate) schedule: Option<PathBuf>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const ROUNDS_HELP: &str = "\
In a round no node stands twice among the senders, nor twice among the receivers, with --ports 4 no node five times; of meetings, \
and with one-half-duplex, no node stands twice at all. Messages to send and to receive take as many rounds as the busiest node has (König 1916). Meetings take that many \
or more (Vizing 1964; Edmonds 1965): the bound is printed.

Exit codes:
  0    the fewest rounds, and accepted by the checker
  2    bad input
  3    rounds, but fewer may be enough; the gap is printed
  4    self-check failed, a bug";
