//! The words for families of Cayley graphs with one parameter.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::grammar::words::Words;
use crate::wire::{Family, Group, Network};

fn family(words: &mut Words<'_>, family: Family) -> Result<Network, GrammarError> {
    let n = words.number("the n of the family")?;
    Ok(Network::Cayley(Group::Family { family, n }))
}

pub(in crate::grammar) const COMPLETE: NetworkWord = NetworkWord {
    word: "complete",
    others: &["clique", "full-mesh", "fully-connected"],
    parameters: "N",
    note: "",
    sentence: "N nodes, each linked to every other",
    examples: &["complete 4"],
    read: |words| family(words, Family::Complete),
};

pub(in crate::grammar) const STAR: NetworkWord = NetworkWord {
    word: "star",
    others: &[],
    parameters: "N",
    note: "",
    sentence: "the permutations of N symbols; a link swaps the first symbol with another",
    examples: &["star 3"],
    read: |words| family(words, Family::Star),
};

pub(in crate::grammar) const PANCAKE: NetworkWord = NetworkWord {
    word: "pancake",
    others: &[],
    parameters: "N",
    note: "",
    sentence: "the permutations of N symbols; a link reverses the first ones",
    examples: &["pancake 3"],
    read: |words| family(words, Family::Pancake),
};

pub(in crate::grammar) const BUBBLE_SORT: NetworkWord = NetworkWord {
    word: "bubble-sort",
    others: &[],
    parameters: "N",
    note: "",
    sentence: "the permutations of N symbols; a link swaps two neighbouring ones",
    examples: &["bubble-sort 3"],
    read: |words| family(words, Family::BubbleSort),
};

pub(in crate::grammar) const CUBE_CONNECTED_CYCLES: NetworkWord = NetworkWord {
    word: "cube-connected-cycles",
    others: &["ccc"],
    parameters: "N",
    note: "",
    sentence: "a ring of N nodes for every corner of the N-cube",
    examples: &["cube-connected-cycles 3"],
    read: |words| family(words, Family::CubeConnectedCycles),
};

pub(in crate::grammar) const BUTTERFLY: NetworkWord = NetworkWord {
    word: "butterfly",
    others: &[],
    parameters: "N",
    note: "",
    sentence: "the wrapped butterfly of N levels",
    examples: &["butterfly 3"],
    read: |words| family(words, Family::Butterfly),
};
