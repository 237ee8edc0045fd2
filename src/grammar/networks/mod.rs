//! The words for networks. Each has a file, which says what follows the word and which network it makes, and
//! a line of [`NETWORKS`], the only list. Help, completions, error messages and tests use this list.
//!
//! Documents have fewer kinds of networks than there are words. A network without a formula of its own is
//! written as one of three general kinds, which the checkers know: a Cayley graph of listed permutations, a
//! lift, or a graph link by link. A folder holds the words that make one sort of network.

mod cayley;
mod graphs;
mod lifts;
mod network_word;
mod rings;

use network_word::{NetworkWord, Reader};

/// Every word for networks, in the order of the help.
const NETWORKS: [&NetworkWord; 24] = [
    &rings::hypercube::HYPERCUBE,
    &rings::torus::TORUS,
    &rings::ring::RING,
    &graphs::mesh::MESH,
    &graphs::incomplete_hypercube::INCOMPLETE_HYPERCUBE,
    &cayley::hyperx::HYPERX,
    &cayley::lattice::LATTICE,
    &cayley::circulant::CIRCULANT,
    &cayley::families::COMPLETE,
    &cayley::families::STAR,
    &cayley::families::PANCAKE,
    &cayley::families::BUBBLE_SORT,
    &cayley::families::CUBE_CONNECTED_CYCLES,
    &cayley::families::BUTTERFLY,
    &cayley::permutations::PERMUTATIONS,
    &cayley::macro_star::MACRO_STAR,
    &cayley::cyclic_cube::CYCLIC_CUBE,
    &lifts::dragonfly::DRAGONFLY,
    &lifts::slim_fly::SLIM_FLY,
    &graphs::de_bruijn::DE_BRUIJN,
    &graphs::kautz::KAUTZ,
    &graphs::machine::MACHINE,
    &graphs::in_files::GRAPH,
    &graphs::in_files::LIFT,
];

/// The help for a word for networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkHelp {
    /// The word.
    pub word: &'static str,
    /// The parameters that follow it; empty if there are none.
    pub parameters: &'static str,
    /// An explanation of the parameters where they need one, else empty.
    pub note: &'static str,
    /// A description of these networks.
    pub sentence: &'static str,
    /// Examples of small networks, as words of a command line.
    pub examples: &'static [&'static str],
}

/// Returns the help for every word for networks.
pub fn network_help() -> impl Iterator<Item = NetworkHelp> {
    NETWORKS.into_iter().map(|&NetworkWord { word, parameters, note, sentence, examples, .. }| NetworkHelp {
        word,
        parameters,
        note,
        sentence,
        examples,
    })
}

/// Returns the words for networks.
#[must_use]
pub fn networks() -> Vec<&'static str> {
    NETWORKS.iter().map(|entry| entry.word).collect()
}

/// Returns the word for a network that is known by another name.
pub(super) fn word_of_others(called: &str) -> Option<&'static str> {
    NETWORKS.iter().find(|entry| entry.others.contains(&called)).map(|entry| entry.word)
}

/// Returns the reader of the parameters behind a word; none if the word names no network.
pub(super) fn reader_of(word: &str) -> Option<Reader> {
    NETWORKS.iter().find(|entry| entry.word == word).map(|entry| entry.read)
}
