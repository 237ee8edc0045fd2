//! The word for incomplete hypercubes.

use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const INCOMPLETE_HYPERCUBE: NetworkWord = NetworkWord {
    word: "incomplete-hypercube",
    others: &[],
    parameters: "N",
    note: "",
    sentence: "the first N nodes of a hypercube, with the links among them",
    examples: &["incomplete-hypercube 6"],
    read: |words| {
        let nodes = words.number("the number of nodes of the incomplete hypercube")?;
        Ok(Network::IncompleteHypercube { nodes })
    },
};
