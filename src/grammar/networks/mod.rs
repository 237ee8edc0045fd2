//! The networks that have a word: each a file that says what follows the word and which network it names,
//! and a line of [`NETWORKS`], the only list. Help, completions, refusals and tests go through it.
//!
//! A document knows fewer kinds than there are words: what has no formula of its own is written as one of
//! the three general kinds (a Cayley graph of listed permutations, a lift, a graph link by link), which the
//! checkers know already. A folder holds the words that end in one sort of network.

mod cayley;
mod graphs;
mod lifts;
mod network_word;
mod rings;

use network_word::{NetworkWord, Reader};

/// Every word for networks, in the order in which people read them.
const NETWORKS: [&NetworkWord; 23] = [
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
    &graphs::in_files::GRAPH,
    &graphs::in_files::LIFT,
];

/// A word for networks, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkHelp {
    /// The word.
    pub word: &'static str,
    /// What follows it; empty where nothing does.
    pub parameters: &'static str,
    /// What the parameters mean where they do not say it themselves, else empty.
    pub note: &'static str,
    /// What these networks are.
    pub sentence: &'static str,
    /// Small networks of the word, as words of a command line.
    pub examples: &'static [&'static str],
}

/// What people read of every word for networks.
pub fn network_help() -> impl Iterator<Item = NetworkHelp> {
    NETWORKS.into_iter().map(|&NetworkWord { word, parameters, note, sentence, examples, .. }| NetworkHelp {
        word,
        parameters,
        note,
        sentence,
        examples,
    })
}

/// The words for networks.
#[must_use]
pub fn networks() -> Vec<&'static str> {
    NETWORKS.iter().map(|entry| entry.word).collect()
}

/// The word for what others call a network.
pub(super) fn word_of_others(called: &str) -> Option<&'static str> {
    NETWORKS.iter().find(|entry| entry.others.contains(&called)).map(|entry| entry.word)
}

/// What takes the parameters behind a word; none of a word that names no network.
pub(super) fn reader_of(word: &str) -> Option<Reader> {
    NETWORKS.iter().find(|entry| entry.word == word).map(|entry| entry.read)
}
