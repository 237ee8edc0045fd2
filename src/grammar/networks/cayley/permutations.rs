//! The word for Cayley graphs of listed permutations.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::grammar::number::number;
use crate::grammar::words::Words;
use crate::wire::{Group, Network};

pub(in crate::grammar) const PERMUTATIONS: NetworkWord = NetworkWord {
    word: "permutations",
    others: &[],
    parameters: "P P …",
    note: "generators such as 1,0,2, closed under inverses",
    sentence: "the Cayley graph of the group that permutations generate, a link for each",
    examples: &["permutations 1,0,2 0,2,1"],
    read: permutations,
};

fn permutations(words: &mut Words<'_>) -> Result<Network, GrammarError> {
    let symbols = |word: &str| word.split(',').map(|x| number(x, "a symbol")).collect::<Result<_, _>>();
    let permutations = words.numeric().into_iter().map(symbols).collect::<Result<_, _>>()?;
    Ok(Network::Cayley(Group::Permutations { permutations }))
}
