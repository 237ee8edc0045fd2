//! The word for products of complete graphs.

use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::grammar::number::number;
use crate::grammar::words::Words;
use crate::wire::Network;

pub(in crate::grammar) const HYPERX: NetworkWord = NetworkWord {
    word: "hyperx",
    others: &["hamming", "flattened-butterfly"],
    parameters: "P1xP2x…",
    note: "P:C for C links side by side, such as 4:2x4:2",
    sentence: "the product of complete graphs",
    examples: &["hyperx 3x2", "hyperx 3:2x2"],
    read: hyperx,
};

/// Reads radices such as `4x4:2`, where every link of the second dimension is doubled.
fn hyperx(words: &mut Words<'_>) -> Result<Network, GrammarError> {
    let words = words.numeric();
    let dimensions = words.iter().flat_map(|word| word.split(['x', 'X', '×', ',']));
    let (mut radices, mut multiplicity) = (Vec::new(), Vec::new());
    for word in dimensions {
        let (radix, links) = word.split_once(':').unwrap_or((word, "1"));
        radices.push(number(radix, "a radix of the HyperX")?);
        multiplicity.push(number(links, "a multiplicity of the HyperX")?);
    }
    if radices.is_empty() {
        return Err(GrammarError::MissingList { what: "the radices of the HyperX", example: "4:2x4:2" });
    }
    Ok(Network::hyperx(radices, Some(multiplicity)))
}
