//! The word for lattice graphs, twisted tori among them.

use super::normal_form::normal_form;
use crate::grammar::error::GrammarError;
use crate::grammar::networks::network_word::NetworkWord;
use crate::grammar::words::Words;
use crate::wire::Network;

pub(in crate::grammar) const LATTICE: NetworkWord = NetworkWord {
    word: "lattice",
    others: &["twisted-torus"],
    parameters: "ROW/ROW/…",
    note: "any nonsingular matrix, such as 4,2/0,4; its columns generate the lattice",
    sentence: "the integer vectors modulo a lattice, twisted tori among them",
    examples: &["lattice 4,2/0,4"],
    read: lattice,
};

/// Reads the rows of a matrix, such as `4,2/0,4`.
fn lattice(words: &mut Words<'_>) -> Result<Network, GrammarError> {
    let word = words.take_if(|start| start.is_ascii_digit() || start == '-');
    let missing = GrammarError::MissingList { what: "the rows of the matrix", example: "4,2/0,4" };
    let entry =
        |word: &str| word.trim().parse::<i64>().map_err(|_| GrammarError::Entry { word: word.to_owned() });
    let rows = word.ok_or(missing)?.split(['/', ';']);
    let rows = rows.map(|row| row.split(',').map(entry).collect()).collect::<Result<Vec<_>, _>>()?;
    Ok(Network::Lattice { matrix: normal_form(&rows)? })
}
