//! Why a table of traffic is refused.

use crate::grammar::error::GrammarError;
use crate::grammar::matrix::MatrixTextFault;
use crate::grammar::table::TableFault;
use thiserror::Error;

/// Why a table has no packets that could be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TrafficFault {
    /// A text without lines of fields.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// Matrix Market that is no matrix.
    #[error(transparent)]
    Matrix(#[from] MatrixTextFault),
    /// A word that names no node.
    #[error("line {line}: {fault}")]
    Node {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: GrammarError,
    },
    /// A number of packets that is none.
    #[error("line {line}: {what} {found}, expected a whole number from 0 to 2^64 - 1{cure}")]
    Count {
        /// The line, from 1.
        line: usize,
        /// Which number.
        what: String,
        /// What stands there.
        found: String,
        /// What helps.
        cure: &'static str,
    },
    /// A line of other than two or three values.
    #[error(
        "line {line}: {found}, expected from,to,count, or a square table of as many rows and columns as there are nodes"
    )]
    Fields {
        /// The line, from 1.
        line: usize,
        /// How many values stand there.
        found: String,
    },
    /// Packets between two nodes, of which none is said to be the origin.
    #[error(
        "line {line}: a mark of both ways between two nodes, expected from,to,count: a line for each way"
    )]
    BothWays {
        /// The line, from 1.
        line: usize,
    },
    /// A node that stands twice above or before a table.
    #[error("line {line}: node {node} again, expected each once above the table, or before it")]
    RepeatedNode {
        /// The line, from 1.
        line: usize,
        /// The node.
        node: String,
    },
    /// Three lines of three numbers on three nodes.
    #[error(
        "line {line}: three lines of three numbers on three nodes are a list or a table: write from,to,count above, or names of nodes above and before"
    )]
    ListOrTable {
        /// The line, from 1.
        line: usize,
    },
    /// A header that does not say where packets come from and go.
    #[error("line {line}: columns {found}, expected from,to,count")]
    Columns {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// An amount of bytes where nothing says how many a packet carries.
    #[error("column {column}: how many bytes does a packet carry? --unit 64KiB says it")]
    UnitMissing {
        /// The column.
        column: String,
    },
    /// A rate where an amount is wanted.
    #[error(
        "line {line}: {column} is a rate, expected an amount of bytes: multiply it by a time, and name the column bytes"
    )]
    Rate {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
    },
    /// A unit that can be read in two ways, or is of no amount.
    #[error(
        "line {line}: {column} ends in {tail}, expected a unit such as MB, KiB or Mbit: name the column bytes_MB"
    )]
    Tail {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
        /// What stands behind its name.
        tail: String,
    },
    /// A number of packets where an amount is divided.
    #[error(
        "line {line}: {column} counts packets, which --unit does not divide; name the column bytes, or leave --unit out"
    )]
    CountBesideUnit {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
    },
    /// A corner that says that columns are the origins.
    #[error(
        "line {line}: the corner {corner} says that rows are destinations, expected numbers from row to column"
    )]
    Corner {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        corner: String,
    },
    /// A dot before three digits where semicolons part the fields.
    #[error(
        "line {line}: {found} has three digits behind a dot, thousands or a fraction: write it without the dot, or commas between the fields"
    )]
    Thousands {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A square table of another size than the network.
    #[error(
        "a table of {rows} rows and {columns} columns, expected as many of both as there are nodes ({nodes}){hosts}"
    )]
    Square {
        /// Rows of numbers.
        rows: usize,
        /// Columns of numbers.
        columns: usize,
        /// Nodes of the network.
        nodes: u64,
        /// Its hosts, if it has switches.
        hosts: String,
    },
    /// Rows without names, of nodes that do not come in the order of their names.
    #[error(
        "rows and columns have no names, and nodes come in the order of the network: row {row} is {found}, by name it would be {by_name}; write the names of the nodes above the columns and in front of the rows"
    )]
    Order {
        /// The row, from 1.
        row: usize,
        /// What it is.
        found: String,
        /// What would be there if nodes came in the order of their names.
        by_name: String,
    },
    /// Indices of nodes that do not come in the order of their names.
    #[error(
        "numbers that are no names are indices in the order of the network: {index} is {found}, by name it would be {by_name}; write the names of the nodes"
    )]
    IndexOrder {
        /// The index, from 0.
        index: usize,
        /// What it is.
        found: String,
        /// What would be there if nodes came in the order of their names.
        by_name: String,
    },
    /// Names in front of the rows in another order than that of the network, and none above.
    #[error(
        "rows have names and columns have none, expected names of nodes above the columns and in front of the rows"
    )]
    NoNamesAbove,
    /// More packets than are listed.
    #[error(
        "{found} packets, of which a task lists at most {most}: --unit {unit} makes one of each {unit} or part of it"
    )]
    TooMany {
        /// How many there are.
        found: u128,
        /// The limit.
        most: u64,
        /// By what to divide.
        unit: u128,
    },
}
