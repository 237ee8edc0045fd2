//! The words for families of Cayley graphs with one parameter.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::{NetworkWord, Reader};
use crate::grammar::words::Words;
use crate::wire::{Family, Group, Network};

/// Makes the word of a family from its other names, its description, examples, and the reader of its n.
const fn family(
    word: &'static str,
    others: &'static [&'static str],
    sentence: &'static str,
    examples: &'static [&'static str],
    read: Reader,
) -> NetworkWord {
    NetworkWord { word, others, parameters: "N", note: "", sentence, examples, read }
}

fn read(words: &mut Words<'_>, family: Family) -> Result<Network, GrammarError> {
    let n = words.number("the n of the family")?;
    Ok(Network::Cayley(Group::Family { family, n }))
}

pub(in crate::grammar) const COMPLETE: NetworkWord = family(
    "complete",
    &["clique", "full-mesh", "fully-connected"],
    "N nodes, each linked to every other",
    &["complete 4"],
    |words| read(words, Family::Complete),
);

pub(in crate::grammar) const STAR: NetworkWord = family(
    "star",
    &[],
    "the permutations of N symbols, not a hub with leaves; a link swaps the first symbol with another",
    &["star 3"],
    |words| read(words, Family::Star),
);

pub(in crate::grammar) const PANCAKE: NetworkWord = family(
    "pancake",
    &[],
    "the permutations of N symbols; a link reverses the first ones",
    &["pancake 3"],
    |words| read(words, Family::Pancake),
);

pub(in crate::grammar) const BUBBLE_SORT: NetworkWord = family(
    "bubble-sort",
    &[],
    "the permutations of N symbols; a link swaps two neighbouring ones",
    &["bubble-sort 3"],
    |words| read(words, Family::BubbleSort),
);

pub(in crate::grammar) const CUBE_CONNECTED_CYCLES: NetworkWord = family(
    "cube-connected-cycles",
    &["ccc"],
    "a ring of N nodes for every corner of the N-cube",
    &["cube-connected-cycles 3"],
    |words| read(words, Family::CubeConnectedCycles),
);

pub(in crate::grammar) const BUTTERFLY: NetworkWord =
    family("butterfly", &[], "the wrapped butterfly of N levels", &["butterfly 3"], |words| {
        read(words, Family::Butterfly)
    });
