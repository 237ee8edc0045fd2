//! Errors in texts of graphs.

use crate::grammar::table::TableFault;
use thiserror::Error;

/// Why a text cannot be read as a graph. A place is a line or a JSON path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// A text without lines of fields.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// Not XML, or not GraphML of one graph.
    #[error("{message}")]
    Xml {
        /// A message with the line, and what was found and expected.
        message: String,
    },
    /// A format that is known by name only.
    #[error("this is {format}, which is not read; {cure}")]
    Foreign {
        /// The name of the format.
        format: &'static str,
        /// How to convert the file into one that can be read.
        cure: &'static str,
    },
    /// A document of Isotask.
    #[error("this is a document {format}, expected links; a task holds its network: isotask solve FILE")]
    OwnDocument {
        /// Its format.
        format: String,
    },
    /// `--directed` is given for a format that says itself whether links are directed.
    #[error("--directed goes with lines of two nodes; {format} says itself whether links are directed")]
    DirectedTwice {
        /// The format.
        format: &'static str,
    },
    /// A first line that is neither a link nor names of columns.
    #[error(
        "line {line}: {found} stands above numbers: if it names columns, write from,to or from,to,capacity; if it is a link, put it behind another"
    )]
    UnknownHeader {
        /// The line, from 1.
        line: usize,
        /// The text that was found.
        found: String,
    },
    /// One word at the beginning of all lines.
    #[error(
        "the word {word} stands first in every line: leave it out, or write from,to,capacity above if it is a node"
    )]
    RepeatedWord {
        /// The word.
        word: String,
    },
    /// A word that does not look like the name of a node.
    #[error(
        "{place}: {found} does not look like the name of a node; put a name in quotation marks, or leave marks out"
    )]
    OddName {
        /// The place.
        place: String,
        /// The word.
        found: String,
    },
    /// Lines with arrows of several kinds, or with and without.
    #[error("{place}: {expected}, unlike the lines before")]
    OtherArrow {
        /// The place.
        place: String,
        /// What was found, in words.
        expected: &'static str,
    },
    /// A column of directions differs between links, or makes a link lead from the second end to the first.
    #[error(
        "line {line}: {name} {found}, expected one direction of all: write from,to as each link leads, one that leads both ways twice, leave {name} out and add --directed"
    )]
    Directions {
        /// The line, from 1.
        line: usize,
        /// The name of the column.
        name: String,
        /// The text that was found.
        found: String,
    },
    /// Two columns or attributes are capacities.
    #[error("{first} and {second} both say what a link carries, expected one of them")]
    TwoCapacities {
        /// One name.
        first: String,
        /// The other.
        second: String,
    },
    /// A column of units beside one of numbers.
    #[error(
        "{unit} says units of {name}, expected them in the values: write 10G under {name}, and leave {unit} out"
    )]
    Units {
        /// The column of numbers.
        name: String,
        /// The column of units.
        unit: String,
    },
    /// Some numbers have a unit and others have none.
    #[error(
        "{place}: {found} {}; write all of them with their units, or none", if *has_unit { "with a unit, and a number before without" } else { "without a unit, and a number before with one" }
    )]
    MixedUnits {
        /// The place.
        place: String,
        /// The text that was found.
        found: String,
        /// Whether it has a unit.
        has_unit: bool,
    },
    /// A first line of words, of which none is a capacity.
    #[error(
        "line {line}: {found}, expected two nodes, and a capacity if it is not 1; if it names columns, write from,to or from,to,capacity above the columns in place of such names"
    )]
    OtherHeader {
        /// The line, from 1.
        line: usize,
        /// The text that was found.
        found: String,
    },
    /// Two columns that both name the same end of a link.
    #[error("line {line}: columns {first} and {second} name the same end of a link, expected one of them")]
    SameEnd {
        /// The line, from 1.
        line: usize,
        /// One name.
        first: String,
        /// The other.
        second: String,
    },
    /// A line can be split into words in two ways.
    #[error("line {line}: {found}, expected two nodes, and a capacity if it is not 1: {cure}")]
    Ambiguous {
        /// The line, from 1.
        line: usize,
        /// The possible readings.
        found: &'static str,
        /// How to write it unambiguously.
        cure: &'static str,
    },
    /// Rates of which the greatest common divisor is too small.
    #[error(
        "{name}: of {unit}, the greatest common divisor of all, some links carry 2^32 or more; round the values, or name the column capacity and write packets a slot"
    )]
    Rates {
        /// The name.
        name: String,
        /// The greatest common divisor.
        unit: String,
    },
    /// The text violates its format at a place.
    #[error("{place}: {message}")]
    Format {
        /// The place.
        place: String,
        /// A message with what was found and expected.
        message: String,
    },
    /// A line has not two or three words.
    #[error("line {line}: {found} word{}, expected two nodes, and a capacity if it is not 1{}", if *found == 1 { "" } else { "s" }, if *found == 1 { "; a node without links stands among the nodes of JSON or GraphML" } else { "" })]
    Words {
        /// The line, from 1.
        line: usize,
        /// The number of words in the line.
        found: usize,
    },
    /// Not JSON, or not of nodes and links.
    #[error("{message}")]
    Json {
        /// A message with line and column, and what was found and expected.
        message: String,
    },
    /// The text has no links.
    #[error("no link, expected one at least")]
    Empty,
    /// A capacity that is no number of packets.
    #[error(
        "{place}: capacity {found}, expected a whole number from 1 to 2^32 - 1: a link carries so many whole packets in a slot"
    )]
    Capacity {
        /// The place.
        place: String,
        /// The text that was found.
        found: String,
    },
    /// A weight, whose meaning is unknown.
    #[error(
        "{place}: weight {found}, of which slots know nothing: every link takes one slot; leave weights out, or call whole numbers of packets capacity"
    )]
    Weight {
        /// The place.
        place: String,
        /// The text that was found.
        found: String,
    },
    /// A line has attributes in braces.
    #[error(
        "line {line}: attributes in braces, expected two nodes, and a capacity if it is not 1; networkx.write_edgelist(G, FILE, data=False) leaves them out, node_link_data(G, edges=\"edges\") keeps capacities"
    )]
    Attributes {
        /// The line, from 1.
        line: usize,
    },
    /// An end that is no node.
    #[error("{place}: node {found} is not among the nodes")]
    UnknownNode {
        /// The place.
        place: String,
        /// The text that was found.
        found: String,
    },
    /// A loop.
    #[error("{place}: a link from node {node} to itself, expected two nodes; leave it out")]
    Loop {
        /// The place.
        place: String,
        /// The node.
        node: String,
    },
    /// A link appears twice.
    #[error(
        "{place}: the link of {first} again; leave it out, or if there are two links side by side write one with capacity 2"
    )]
    Repeated {
        /// The place.
        place: String,
        /// The place of the first of the two.
        first: String,
    },
    /// A link appears in both directions, but others in one only or with another capacity.
    #[error(
        "{place}: the link of {first} the other way, which not every link has with the same capacity; say that links lead one way (--directed, or directed in the file), or leave one of both out"
    )]
    BothWays {
        /// The place.
        place: String,
        /// The place of the first of the two.
        first: String,
    },
    /// A node appears twice.
    #[error("{place}: node {node} again, expected each once")]
    RepeatedNode {
        /// The place.
        place: String,
        /// The node.
        node: String,
    },
    /// A name that cannot be read.
    #[error("{place}: a name that is empty, begins or ends with a blank, or holds control characters")]
    BadName {
        /// The place.
        place: String,
    },
    /// A name has an invisible character.
    #[error("{place}: a name with the letter U+{code:04X}, which cannot be seen; take it out")]
    HiddenLetter {
        /// The place.
        place: String,
        /// The number of the letter in Unicode.
        code: u32,
    },
    /// There are more nodes or links than the limit.
    #[error("more than {most} nodes or links, of which a graph has no more")]
    TooLarge {
        /// The limit.
        most: usize,
    },
}
