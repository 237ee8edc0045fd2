//! The word for circulants.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::grammar::number::number;
use crate::grammar::words::Words;
use crate::wire::{CirculantWord, Group, Network};

pub(in crate::grammar) const CIRCULANT: NetworkWord = NetworkWord {
    word: "circulant",
    others: &[],
    parameters: "N STEP,STEP,…",
    note: "",
    sentence: "the integers modulo N; a link adds a step or takes it away",
    examples: &["circulant 7 1,2"],
    read: circulant,
};

fn circulant(words: &mut Words<'_>) -> Result<Network, GrammarError> {
    let n = words.number("the number of nodes of the circulant")?;
    let missing = GrammarError::MissingList { what: "the steps of the circulant", example: "1,5" };
    let list = words.numeric_word().ok_or(missing)?;
    let steps = list.split(',').map(|word| number(word, "a step of the circulant"));
    let steps = steps.collect::<Result<_, _>>()?;
    Ok(Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps }))
}
