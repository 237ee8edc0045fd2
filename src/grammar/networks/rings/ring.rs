//! The word for rings.

use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const RING: NetworkWord = NetworkWord {
    word: "ring",
    others: &["cycle"],
    parameters: "N",
    note: "",
    sentence: "N nodes in a circle",
    examples: &["ring 2", "ring 5"],
    read: |words| Ok(Network::Ring { nodes: words.number("the number of nodes of the ring")? }),
};
