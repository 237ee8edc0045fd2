//! The word for tori.

use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const TORUS: NetworkWord = NetworkWord {
    word: "torus",
    others: &["toroid", "wraparound-mesh"],
    parameters: "P1xP2x…",
    note: "",
    sentence: "the wraparound mesh, a product of rings",
    examples: &["torus 3x2", "torus 4x3"],
    read: |words| {
        let radices = words.radices("the radices of the torus", "a radix of the torus")?;
        Ok(Network::Torus { radices })
    },
};
