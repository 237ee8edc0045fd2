//! The word for hypercubes.

use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const HYPERCUBE: NetworkWord = NetworkWord {
    word: "hypercube",
    others: &["cube", "n-cube"],
    parameters: "D",
    note: "",
    sentence: "the cube with 2^D nodes, linked when they differ in one bit",
    examples: &["hypercube 3"],
    read: |words| Ok(Network::Hypercube { dimension: words.number("the dimension of the hypercube")? }),
};
