//! Why words are no network, task or node.

use thiserror::Error;

/// Why words are no network, task or node.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// A word behind the last one.
    #[error("\"{word}\" is left over after the {last}")]
    LeftOver {
        /// The word.
        word: String,
        /// What ended before it.
        last: &'static str,
    },
    /// A number that is not there.
    #[error("{what} is missing")]
    Missing {
        /// Which number.
        what: String,
    },
    /// Several numbers that are not there.
    #[error("{what} are missing, such as {example}")]
    MissingList {
        /// Which numbers.
        what: &'static str,
        /// What they may look like.
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
    #[error("{what}: \"{word}\", expected an integer from 0 to 2^64 - 1")]
    Number {
        /// Of what it is told.
        what: String,
        /// The word.
        word: String,
    },
    /// A word that names a network only as others write it.
    #[error("network \"{word}\"; did you mean {meant}?")]
    OtherOrder {
        /// The word.
        word: String,
        /// What was probably meant.
        meant: String,
    },
    /// A word that is none of those that may stand there.
    #[error("{what} \"{word}\"{} expected one of {listed}", near.map_or_else(|| ",".to_owned(), |near| format!("; did you mean {near}?")))]
    Unknown {
        /// What was expected, a network or a task.
        what: &'static str,
        /// The word.
        word: String,
        /// What was probably meant.
        near: Option<&'static str>,
        /// All words.
        listed: String,
    },
    /// No word where one must stand.
    #[error("no {what}, expected one of {listed}")]
    None {
        /// What was expected, a network or a task.
        what: &'static str,
        /// All words.
        listed: String,
    },
    /// Two tasks under one word.
    #[error(
        "task \"allreduce\" is two, a reduce-scatter and an allgather; expected \
         isotask solve NETWORK reduce-scatter --allreduce, which makes both"
    )]
    Allreduce,
    /// A graph, which has no words.
    #[error("a graph is read from a file: isotask new graph --edges FILE TASK… writes a task on it")]
    GraphInWords,
    /// A word that names no switch.
    #[error("a switch: \"{word}\", expected a node, or the beginning of names and a star behind it")]
    Switch {
        /// The word.
        word: String,
    },
    /// A demand that is not written as one.
    #[error("\"{word}\", expected FROM:TO or FROM:TO:COUNT")]
    Demand {
        /// The word.
        word: String,
    },
    /// An index behind `0b` or `0d` that is none.
    #[error("{what}: \"{word}\", expected 0b and digits 0 and 1, or 0d and digits")]
    Index {
        /// Of what it is told.
        what: String,
        /// The word.
        word: String,
    },
    /// Digits 0 and 1 that are one node in binary and another in decimal.
    #[error(
        "{what}: \"{word}\" is {binary} in binary and {decimal} in decimal, expected {digits} digits 0 and 1, 0b{word} or 0d{word}"
    )]
    Ambiguous {
        /// Of what it is told.
        what: String,
        /// The word.
        word: String,
        /// What it is in binary.
        binary: String,
        /// What it is in decimal.
        decimal: String,
        /// The digits of a node's name.
        digits: u32,
    },
    /// A word that names no node of a Cayley graph, or of a graph with names.
    #[error("{what}: \"{word}\", expected an index, or a node as it is printed, such as {first}")]
    Element {
        /// Of what it is told.
        what: String,
        /// The word.
        word: String,
        /// What the first node is called.
        first: String,
    },
    /// A word that is the name of a node and the index of another.
    #[error(
        "{what}: \"{word}\" is the name of node {named} and the index of another, expected 0d{named} or 0d{index}"
    )]
    NameOrIndex {
        /// Of what it is told.
        what: String,
        /// The word.
        word: String,
        /// The node of that name.
        named: u64,
        /// The node of that index.
        index: u64,
    },
    /// A word that names no rule of ports.
    #[error("expected all, one, one-half-duplex or a number of links")]
    Ports,
    /// A word that names no objective.
    #[error("expected completion-time, average-delay or completion-time-then-average-delay")]
    Objective,
}
