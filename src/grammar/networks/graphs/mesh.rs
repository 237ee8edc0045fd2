//! The word for meshes.

use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const MESH: NetworkWord = NetworkWord {
    word: "mesh",
    others: &["grid", "path", "line", "linear-array"],
    parameters: "P1xP2x…",
    note: "",
    sentence: "the mesh without wraparound, a product of paths",
    examples: &["mesh 4", "mesh 2x3"],
    read: |words| {
        let radices = words.radices("the radices of the mesh", "a radix of the mesh")?;
        Ok(Network::Mesh { radices })
    },
};
