//! Errors in tables of traffic.

use crate::grammar::error::GrammarError;
use crate::grammar::matrix::MatrixTextFault;
use crate::grammar::table::TableFault;
use thiserror::Error;

/// Why a table cannot be read as packets.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TrafficFault {
    /// A text without lines of fields.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// A file of Matrix Market is no valid matrix.
    #[error(transparent)]
    Matrix(#[from] MatrixTextFault),
    /// A word that names no node.
    #[error("line {line}: {fault}")]
    Node {
        /// The line, from 1.
        line: usize,
        /// The error in the word.
        fault: GrammarError,
    },
    /// A word is no number of packets.
    #[error("line {line}: {what} {found}, expected a whole number from 0 to 2^64 - 1{cure}")]
    Count {
        /// The line, from 1.
        line: usize,
        /// Which number.
        what: String,
        /// The text that was found.
        found: String,
        /// Advice.
        cure: &'static str,
    },
    /// A line has not two or three values.
    #[error(
        "line {line}: {found}, expected from,to,count, or a square table of as many rows and columns as there are nodes"
    )]
    Fields {
        /// The line, from 1.
        line: usize,
        /// The number of values in the line, in words.
        found: String,
    },
    /// Packets between two nodes without an origin.
    #[error(
        "line {line}: a mark of both ways between two nodes, expected from,to,count: a line for each way"
    )]
    BothWays {
        /// The line, from 1.
        line: usize,
    },
    /// A node appears twice above or before a table.
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
    /// A header does not name the columns of origin and destination.
    #[error("line {line}: columns {found}, expected from,to,count")]
    Columns {
        /// The line, from 1.
        line: usize,
        /// The text that was found.
        found: String,
    },
    /// An amount of bytes, without the number of bytes of a packet.
    #[error("column {column}: how many bytes does a packet carry? --unit 64KiB says it")]
    UnitMissing {
        /// The column.
        column: String,
    },
    /// A rate where an amount is expected.
    #[error(
        "line {line}: {column} is a rate, expected an amount of bytes: multiply it by a time, and name the column bytes"
    )]
    Rate {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
    },
    /// A unit is ambiguous, or is no unit of an amount.
    #[error(
        "line {line}: {column} ends in {tail}, expected a unit such as MB, KiB or Mbit: name the column bytes_MB"
    )]
    Tail {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
        /// The end of its name.
        tail: String,
    },
    /// A column counts packets, but a unit by which amounts are divided is given.
    #[error(
        "line {line}: {column} counts packets, which --unit does not divide; name the column bytes, or leave --unit out"
    )]
    CountBesideUnit {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
    },
    /// The corner of a table says that columns are the origins.
    #[error(
        "line {line}: the corner {corner} says that rows are destinations, expected numbers from row to column"
    )]
    Corner {
        /// The line, from 1.
        line: usize,
        /// The text that was found.
        corner: String,
    },
    /// A number has a dot before three digits in a table with semicolons between fields.
    #[error(
        "line {line}: {found} has three digits behind a dot, thousands or a fraction: write it without the dot, or commas between the fields"
    )]
    Thousands {
        /// The line, from 1.
        line: usize,
        /// The text that was found.
        found: String,
    },
    /// A square table of another size than the network.
    #[error(
        "a table of {rows} rows and {columns} columns, expected as many of both as there are nodes ({nodes}){hosts}"
    )]
    Square {
        /// The number of rows of numbers.
        rows: usize,
        /// The number of columns of numbers.
        columns: usize,
        /// The number of nodes of the network.
        nodes: u64,
        /// A remark on the number of its hosts, if it has switches.
        hosts: String,
    },
    /// Rows have no names, and the order of the nodes is not that of their names.
    #[error(
        "rows and columns have no names, and nodes come in the order of the network: row {row} is {found}, by name it would be {by_name}; write the names of the nodes above the columns and in front of the rows"
    )]
    Order {
        /// The row, from 1.
        row: usize,
        /// The name of its node.
        found: String,
        /// The name that would be there if nodes were in the order of their names.
        by_name: String,
    },
    /// Nodes are named by indices, and the order of the nodes is not that of their names.
    #[error(
        "numbers that are no names are indices in the order of the network: {index} is {found}, by name it would be {by_name}; write the names of the nodes"
    )]
    IndexOrder {
        /// The index, from 0.
        index: usize,
        /// The name of its node.
        found: String,
        /// The name that would be there if nodes were in the order of their names.
        by_name: String,
    },
    /// Rows have names in another order than that of the network, and columns have none.
    #[error(
        "rows have names and columns have none, expected names of nodes above the columns and in front of the rows"
    )]
    NoNamesAbove,
    /// There are more packets than a task can list.
    #[error(
        "{found} packets, of which a task lists at most {most}: --unit {unit} makes one of each {unit} or part of it"
    )]
    TooMany {
        /// The number of packets.
        found: u128,
        /// The limit.
        most: u64,
        /// A unit by which the numbers can be divided to fit.
        unit: u128,
    },
}
