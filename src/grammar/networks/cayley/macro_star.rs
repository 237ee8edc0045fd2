//! The word for macro-stars.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::{Group, Network};

pub(in crate::grammar) const MACRO_STAR: NetworkWord = NetworkWord {
    word: "macro-star",
    others: &["macrostar"],
    parameters: "L N",
    note: "L blocks of N symbols behind the first symbol",
    sentence: "the permutations of LN + 1 symbols; a link swaps the first symbol with one of the first block, or \
               the first block with another",
    examples: &["macro-star 1 2", "macro-star 2 1"],
    read: |words| {
        let blocks = words.number("the number L of blocks of the macro-star")?;
        let symbols = words.number("the number N of symbols of a block")?;
        macro_star(blocks, symbols)
    },
};

/// Most symbols: a document cannot list the permutations of ten.
const MAX_SYMBOLS: u64 = 9;

/// Makes the macro-star MS(l, n) (C.-H. Yeh, E. A. Varvarigos, Macro-star networks: efficient low-degree
/// alternatives to star graphs, IEEE Trans. Parallel Distrib. Syst. 9(10), 1998): links 0 to n − 1 swap the
/// first symbol with those of the first block, links n to n + l − 2 the first block with the others.
fn macro_star(blocks: u64, symbols: u64) -> Result<Network, GrammarError> {
    let all = blocks.checked_mul(symbols).and_then(|all| all.checked_add(1));
    let all = all.filter(|all| (2..=MAX_SYMBOLS).contains(all)).ok_or_else(|| GrammarError::Size {
        what: format!("a macro-star of {blocks} blocks of {symbols} symbols"),
        expected: format!("L and N from 1 with LN at most {}", MAX_SYMBOLS - 1),
    })?;
    let swap_symbol = |with: u64| {
        let image = move |at| match at {
            0 => with,
            _ if at == with => 0,
            _ => at,
        };
        (0..all).map(image).collect()
    };
    let swap_block = |block: u64| {
        let shift = block * symbols;
        let image = move |at| match at {
            0 => 0,
            _ if at <= symbols => at + shift,
            _ if (at - 1) / symbols == block => at - shift,
            _ => at,
        };
        (0..all).map(image).collect()
    };
    let permutations = (1..=symbols).map(swap_symbol).chain((1..blocks).map(swap_block)).collect();
    Ok(Network::Cayley(Group::Permutations { permutations }))
}
