//! The word for Kautz graphs.

use super::strings::{directed, strings};
use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::wire::Network;

pub(in crate::grammar) const KAUTZ: NetworkWord = NetworkWord {
    word: "kautz",
    others: &[],
    parameters: "B N",
    note: "",
    sentence: "the strings of N of B + 1 letters, neighbouring ones different; a directed link drops the first \
               letter and appends one",
    examples: &["kautz 3 1", "kautz 2 2"],
    read: |words| {
        let degree = words.number("the number B of links of a node of the Kautz graph")?;
        let length = words.number("the length N of the strings")?;
        kautz(degree, length)
    },
};

/// Makes the Kautz graph of degree B and diameter N (W. H. Kautz, Bounds on directed (d, k) graphs, in:
/// Theory of cellular logic networks and machines, 1968). Strings are in lexicographic order.
fn kautz(degree: u64, length: u64) -> Result<Network, GrammarError> {
    let letters = degree.checked_add(1).filter(|_| degree >= 2);
    let all = letters.and_then(|letters| strings(letters, length, |before, letter| before != letter));
    let all = all.ok_or_else(|| GrammarError::Size {
        what: format!("a Kautz graph of degree {degree} with strings of {length} letters"),
        expected: "B from 2, N from 1, and at most 2^20 strings and 2^25 links".to_owned(),
    })?;
    Ok(directed(degree + 1, &all))
}
