//! Why a text is no graph.

use thiserror::Error;

/// Why a text is no graph; a place is a line, or a JSON path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// The bytes are not UTF-8.
    #[error("line {line}: bytes that are not UTF-8, expected plain text")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// Not XML, or not GraphML of one graph.
    #[error("{message}")]
    Xml {
        /// What was found and expected, with the line.
        message: String,
    },
    /// Directions asked for where the text says them.
    #[error(
        "links of one direction are asked for of lines of two nodes; JSON and GraphML say themselves whether they are directed"
    )]
    DirectedTwice,
    /// A line of other than two or three words.
    #[error("line {line}: {found} word{}, expected two nodes, and a capacity if it is not 1", if *found == 1 { "" } else { "s" })]
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
    #[error("{place}: the same nodes as {first}; make them one link with the capacity of both")]
    Repeated {
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
    /// More than can be numbered.
    #[error("more than {most} nodes or links, of which a graph has no more")]
    TooLarge {
        /// The limit.
        most: usize,
    },
}
