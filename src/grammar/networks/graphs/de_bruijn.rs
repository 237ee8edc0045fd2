//! The word for de Bruijn graphs.

use super::strings::{directed, strings};
use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const DE_BRUIJN: NetworkWord = NetworkWord {
    word: "de-bruijn",
    others: &["debruijn"],
    parameters: "B N",
    note: "",
    sentence: "the strings of N of B letters; a directed link drops the first letter and appends one",
    examples: &["de-bruijn 2 3", "de-bruijn 3 2"],
    read: |words| {
        let letters = words.number("the number B of letters of the de Bruijn graph")?;
        let length = words.number("the length N of the strings")?;
        de_bruijn(letters, length)
    },
};

/// Makes the de Bruijn graph (N. G. de Bruijn, A combinatorial problem, Proc. Kon. Ned. Akad. Wet. 49, 1946)
/// without the loops at strings of one repeated letter. Strings are in lexicographic order.
fn de_bruijn(letters: u64, length: u64) -> Result<Network, GrammarError> {
    let all = strings(letters, length, |_, _| true).ok_or_else(|| GrammarError::Size {
        what: format!("a de Bruijn graph of strings of {length} of {letters} letters"),
        expected: "B from 2, N from 1, and at most 2^20 strings and 2^25 links".to_owned(),
    })?;
    Ok(directed(letters, &all))
}
