//! Why a text is no graph.

use crate::grammar::table::TableFault;
use thiserror::Error;

/// Why a text is no graph; a place is a line, or a JSON path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// A text without lines of fields.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// Not XML, or not GraphML of one graph.
    #[error("{message}")]
    Xml {
        /// What was found and expected, with the line.
        message: String,
    },
    /// A format that is known by name only.
    #[error("this is {format}, which is not read; {cure}")]
    Foreign {
        /// What it is called.
        format: &'static str,
        /// What makes a file of it that is read.
        cure: &'static str,
    },
    /// A document of Isotask.
    #[error("this is a document {format}, expected links; a task holds its network: isotask solve FILE")]
    OwnDocument {
        /// Its format.
        format: String,
    },
    /// Directions asked for where the text says them.
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
        /// What stands there.
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
        /// Where it stands.
        place: String,
        /// The word.
        found: String,
    },
    /// Lines with arrows of several kinds, or with and without.
    #[error("{place}: {expected}, unlike the lines before")]
    OtherArrow {
        /// Where it stands.
        place: String,
        /// What stands there.
        expected: &'static str,
    },
    /// A column of directions that are not all the same, or lead from the second end to the first.
    #[error(
        "line {line}: {name} {found}, expected one direction of all: write from,to as each link leads, one that leads both ways twice, leave {name} out and add --directed"
    )]
    Directions {
        /// The line, from 1.
        line: usize,
        /// The name of the column.
        name: String,
        /// What stands there.
        found: String,
    },
    /// Two columns or attributes that say what a link carries.
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
        /// That of units.
        unit: String,
    },
    /// A number with a unit among those without, or the other way round.
    #[error(
        "{place}: {found} {}; write all of them with their units, or none", if *has_unit { "with a unit, and a number before without" } else { "without a unit, and a number before with one" }
    )]
    MixedUnits {
        /// Where it stands.
        place: String,
        /// What stands there.
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
        /// What stands there.
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
    /// A line that can be parted in two ways.
    #[error("line {line}: {found}, expected two nodes, and a capacity if it is not 1: {cure}")]
    Ambiguous {
        /// The line, from 1.
        line: usize,
        /// What it can be.
        found: &'static str,
        /// What tells it.
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
    /// A format of which something is wrong at a place.
    #[error("{place}: {message}")]
    Format {
        /// Where it stands.
        place: String,
        /// What was found and expected.
        message: String,
    },
    /// A line of other than two or three words.
    #[error("line {line}: {found} word{}, expected two nodes, and a capacity if it is not 1{}", if *found == 1 { "" } else { "s" }, if *found == 1 { "; a node without links stands among the nodes of JSON or GraphML" } else { "" })]
    Words {
        /// The line, from 1.
        line: usize,
        /// How many words stand there.
        found: usize,
    },
    /// Not JSON, or not of nodes and links.
    #[error("{message}")]
    Json {
        /// What was found and expected, with line and column.
        message: String,
    },
    /// No node is told.
    #[error("no link, expected one at least")]
    Empty,
    /// A capacity that is no number of packets.
    #[error(
        "{place}: capacity {found}, expected a whole number from 1 to 2^32 - 1: a link carries so many whole packets in a slot"
    )]
    Capacity {
        /// Where it stands.
        place: String,
        /// What stands there.
        found: String,
    },
    /// A weight, which may mean anything.
    #[error(
        "{place}: weight {found}, of which slots know nothing: every link takes one slot; leave weights out, or call whole numbers of packets capacity"
    )]
    Weight {
        /// Where it stands.
        place: String,
        /// What stands there.
        found: String,
    },
    /// Attributes, of which lines have none.
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
        /// Where it stands.
        place: String,
        /// What stands there.
        found: String,
    },
    /// A loop.
    #[error("{place}: a link from node {node} to itself, expected two nodes; leave it out")]
    Loop {
        /// Where it stands.
        place: String,
        /// The node.
        node: String,
    },
    /// The same link again.
    #[error(
        "{place}: the link of {first} again; leave it out, or if there are two links side by side write one with capacity 2"
    )]
    Repeated {
        /// Where it stands.
        place: String,
        /// The one before.
        first: String,
    },
    /// A link both ways, where others stand one way only, or with another capacity.
    #[error(
        "{place}: the link of {first} the other way, which not every link has with the same capacity; say that links lead one way (--directed, or directed in the file), or leave one of both out"
    )]
    BothWays {
        /// Where it stands.
        place: String,
        /// The one before.
        first: String,
    },
    /// A node that stands twice.
    #[error("{place}: node {node} again, expected each once")]
    RepeatedNode {
        /// Where it stands.
        place: String,
        /// The node.
        node: String,
    },
    /// A name that cannot be read.
    #[error("{place}: a name that is empty, begins or ends with a blank, or holds control characters")]
    BadName {
        /// Where it stands.
        place: String,
    },
    /// A name with a letter that nobody sees.
    #[error("{place}: a name with the letter U+{code:04X}, which cannot be seen; take it out")]
    HiddenLetter {
        /// Where it stands.
        place: String,
        /// The number of the letter in Unicode.
        code: u32,
    },
    /// More than can be numbered.
    #[error("more than {most} nodes or links, of which a graph has no more")]
    TooLarge {
        /// The limit.
        most: usize,
    },
}
