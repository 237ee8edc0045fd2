//! The words for networks that are read from files, which list their links.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;

pub(in crate::grammar) const GRAPH: NetworkWord = NetworkWord {
    word: "graph",
    others: &[],
    parameters: "",
    note: "by a file of its links, which may stand in place of the word",
    sentence: "any graph, link by link",
    examples: &[],
    read: |_| Err(GrammarError::GraphInWords),
};

pub(in crate::grammar) const LIFT: NetworkWord = NetworkWord {
    word: "lift",
    others: &[],
    parameters: "",
    note: "in a document only",
    sentence: "the lift of a base graph whose links carry elements of an abelian group",
    examples: &[],
    read: |_| Err(GrammarError::LiftInWords),
};
