//! Errors in the words of networks, tasks and nodes.

use thiserror::Error;

/// Why words cannot be read as a network, a task or a node.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// A word follows the last one that is expected.
    #[error("\"{word}\" is left over after the {last}")]
    LeftOver {
        /// The word.
        word: String,
        /// The kind of words that ended before it.
        last: &'static str,
    },
    /// A number is missing.
    #[error("{what} is missing")]
    Missing {
        /// Which number.
        what: String,
    },
    /// Several numbers are missing.
    #[error("{what} are missing, such as {example}")]
    MissingList {
        /// Which numbers.
        what: &'static str,
        /// An example of such numbers.
        example: &'static str,
    },
    /// Two numbers in one word, as the papers print a (1,2) neighbourhood exchange.
    #[error("{before} \"{word}\"; did you mean {before} {first} {second}?")]
    Together {
        /// The word before it.
        before: &'static str,
        /// The word.
        word: String,
        /// The first number in it.
        first: String,
        /// The second one.
        second: String,
    },
    /// A word that is no integer.
    #[error("{what}: \"{}\", expected an integer from 0 to 2^64 - 1", shown(word))]
    Number {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
    },
    /// A word that is no integer with a sign, or no list of such.
    #[error("{what}: \"{}\", expected integers from -2^63 to 2^63 - 1, such as -1,0", shown(word))]
    Integer {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
    },
    /// The sides of a grid of ranks that has none, or too many.
    #[error("grid \"{}\", expected 1 to 4 sides and at most {most} ranks", shown(word))]
    Grid {
        /// The word.
        word: String,
        /// The greatest number of ranks.
        most: u64,
    },
    /// A stencil on a network that is no grid, or one of too many sides.
    #[error("stencil, expected it on a ring, or on a torus or mesh of at most {most} sides")]
    NoGrid {
        /// The most sides.
        most: usize,
    },
    /// A stencil of points that no stencil of these sides has.
    #[error("stencil \"{}\", expected {expected}", shown(word))]
    Points {
        /// The word.
        word: String,
        /// The stencils of as many sides.
        expected: String,
    },
    /// Letters that stand for no side of a grid.
    #[error("periodic \"{}\", expected letters of {expected}, or all", shown(word))]
    Axes {
        /// The word.
        word: String,
        /// The letters of the sides.
        expected: String,
    },
    /// A network is named by a word of another notation.
    #[error("network \"{word}\"; did you mean {meant}?")]
    OtherOrder {
        /// The word.
        word: String,
        /// The probable meaning.
        meant: String,
    },
    /// A task without a network before it.
    #[error("{word} is a task, expected a network before it, such as ring 5 {word}")]
    TaskFirst {
        /// The word.
        word: String,
    },
    /// A network of hosts and switches, which is written as a graph.
    #[error("network \"{word}\", which is a graph with switches")]
    WithSwitches {
        /// The word.
        word: String,
    },
    /// A word is none of those that are expected there.
    #[error("{what} \"{word}\"{} expected one of {listed}", near.map_or_else(|| ",".to_owned(), |near| format!("; did you mean {near}?")))]
    Unknown {
        /// The kind of word that was expected, a network or a task.
        what: &'static str,
        /// The word.
        word: String,
        /// The probable meaning.
        near: Option<&'static str>,
        /// All words.
        listed: String,
    },
    /// A word is missing.
    #[error("no {what}, expected one of {listed}")]
    None {
        /// The kind of word that was expected, a network or a task.
        what: &'static str,
        /// All words.
        listed: String,
    },
    /// A graph, which words cannot describe.
    #[error("a graph is read from a file")]
    GraphInWords,
    /// An entry of a matrix is no integer of 64 bits.
    #[error("an entry of the matrix: \"{word}\", expected an integer of 64 bits; rows stand as in 4,2/0,4")]
    Entry {
        /// The word.
        word: String,
    },
    /// A matrix is not square.
    #[error("row {row} of the matrix has {found} {}, expected {expected}, as many as there are rows", if *found == 1 { "entry" } else { "entries" })]
    NotSquare {
        /// The row, from 1.
        row: usize,
        /// How many entries it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// A matrix of determinant 0.
    #[error("the matrix is singular, expected columns that generate a lattice of as many dimensions")]
    Singular,
    /// A matrix of too great a determinant.
    #[error("the determinant of the matrix, which is the number of nodes, exceeds {most}")]
    LatticeTooLarge {
        /// The limit of nodes.
        most: u64,
    },
    /// A lift, which words cannot describe unless it belongs to a named family.
    #[error(
        "a lift is written as a document (models/formats/task.md); dragonfly A H and slim-fly Q are lifts"
    )]
    LiftInWords,
    /// There is no network of these parameters, or it exceeds the limit on networks.
    #[error("{what}, expected {expected}")]
    Size {
        /// The network, with the parameters that were given.
        what: String,
        /// The parameters that are allowed.
        expected: String,
    },
    /// A node of a task that has failed.
    #[error("node {node} of the task has failed, expected one that is left")]
    Gone {
        /// The node.
        node: String,
    },
    /// A word that names nothing that can fail.
    #[error(
        "\"{word}\" is no node or link of the network, expected a node, or a link by its two ends, with a hyphen between them, or with > for one direction"
    )]
    Failed {
        /// The word.
        word: String,
    },
    /// A word that names a node and a link, or two links.
    #[error("\"{word}\" is {meanings}, expected {words}")]
    TwoFailed {
        /// The word.
        word: String,
        /// What it may name.
        meanings: String,
        /// Words that name one of these alone.
        words: String,
    },
    /// A word that names no node.
    #[error("{what}: \"{word}\", expected a node, or the beginning of names and a star behind it")]
    Switch {
        /// The subject of the message.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// Switches among the nodes that take part.
    #[error(
        "nodes that take part: \"{word}\" names {switches}; a switch forwards and has no packets of its own, \
         expected other nodes, such as {example}"
    )]
    SwitchTakesPart {
        /// The words.
        word: String,
        /// The switches in them.
        switches: String,
        /// Nodes that may take part.
        example: String,
    },
    /// A word is no demand.
    #[error("\"{word}\", expected FROM:TO or FROM:TO:COUNT")]
    Demand {
        /// The word.
        word: String,
    },
    /// A word is no parcel.
    #[error("\"{word}\", expected FROM:TO or FROM:TO:LENGTH, and @START behind it where it starts later")]
    Parcel {
        /// The word.
        word: String,
    },
    /// A word may be meant as a permutation, but nodes have no names.
    #[error(
        "{what}: \"{}\", expected an index without zeros in front; nodes of listed permutations have no names",
        shown(word)
    )]
    NoElementName {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
    },
    /// No index follows `0b` or `0d`.
    #[error("{what}: \"{}\", expected 0b and digits 0 and 1, or 0d and digits", shown(word))]
    Index {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
    },
    /// Digits 0 and 1 that are one node in binary and another in decimal.
    #[error(
        "{what}: \"{word}\" is {binary} in binary and {decimal} in decimal, expected {digits} digits 0 and 1, 0b{word} or 0d{word}"
    )]
    Ambiguous {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
        /// Its value in binary.
        binary: String,
        /// Its value in decimal.
        decimal: String,
        /// The number of digits of a node's name.
        digits: u32,
    },
    /// A word that names no node of a Cayley graph, or of a graph with names.
    #[error("{what}: \"{}\", expected an index, or a node as it is printed, such as {first}", shown(word))]
    Element {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
        /// The name of the first node.
        first: String,
    },
    /// A word that names no node of a graph with names.
    #[error("{what}: \"{}\", expected the name of a node, such as {first}", shown(word))]
    NoName {
        /// The subject of the message.
        what: String,
        /// The word.
        word: String,
        /// The name of the first node.
        first: String,
    },
    /// A word that names no rule of ports.
    #[error("expected all, one, one-half-duplex or a number of links")]
    Ports,
    /// A word that names no objective.
    #[error("expected completion-time, average-delay or completion-time-then-average-delay")]
    Objective,
}

/// Returns the first 40 characters of a text for a message, without characters that could deceive its reader.
pub(crate) fn shown(text: &str) -> String {
    let plain = text.chars().map(crate::model::plain);
    match text.char_indices().nth(40) {
        Some(_) => plain.take(40).chain(['…']).collect(),
        None => plain.collect(),
    }
}
