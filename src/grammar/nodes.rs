//! Nodes as people write them: by their index, or as they are printed.

use super::error::GrammarError;
use super::number::number;
use crate::model::{Network, Node, element_named, first_name};
use crate::wire::{self, Group, NodeRef};

/// The node that a word names on a network; a fault is told of `what`.
///
/// `0b101` and `0d5` are an index anywhere. On cubes a word of as many digits 0 and 1 as a node has is its
/// name; fewer or more of them would be one node in binary and another in decimal, and are refused.
///
/// # Errors
/// [`GrammarError`] where the word names no node.
pub fn node_on(network: &wire::Network, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    let index = |digits: &str, radix| {
        let value = u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'));
        value
            .map(NodeRef::Index)
            .ok_or_else(|| GrammarError::Index { what: what.to_owned(), word: word.to_owned() })
    };
    if let Some(digits) = word.strip_prefix("0b") {
        return index(digits, 2);
    }
    if let Some(digits) = word.strip_prefix("0d") {
        return index(digits, 10);
    }
    match network {
        wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. } => {
            on_cube(network, word, what)
        }
        wire::Network::Cayley(group) => on_cayley(group, word, what),
        wire::Network::Torus { .. } | wire::Network::Ring { .. } => node_ref(word, what),
    }
}

/// An index, or coordinates such as `1,2` or `(1,2)`: a node of which no network is known.
///
/// # Errors
/// [`GrammarError::Number`].
pub fn node_ref(word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    let bracketed = word.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    if bracketed.is_none() && !word.contains(',') {
        return Ok(NodeRef::Index(number(word, what)?));
    }
    let coordinate = |x: &str| number(x.trim(), &format!("a coordinate of {what}"));
    let coordinates = bracketed.unwrap_or(word).split(',').map(coordinate);
    Ok(NodeRef::Coordinates(coordinates.collect::<Result<_, _>>()?))
}

/// A node of a cube, whose names are binary.
fn on_cube(kind: &wire::Network, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    let is_binary = !word.is_empty() && word.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    let (true, Ok(cube)) = (is_binary, Network::new(kind)) else { return node_ref(word, what) };
    let (binary, decimal) = (u64::from_str_radix(word, 2).ok(), word.parse::<u64>().ok());
    let digits = usize::try_from(cube.links()).ok();
    match binary {
        Some(index) if digits == Some(word.len()) || binary == decimal => Ok(NodeRef::Index(index)),
        _ => Err(GrammarError::Ambiguous {
            what: what.to_owned(),
            word: word.to_owned(),
            binary: reading(&cube, binary),
            decimal: reading(&cube, decimal),
            digits: cube.links(),
        }),
    }
}

/// What a number would be as a node.
fn reading(cube: &Network, index: Option<u64>) -> String {
    match index {
        Some(index) if index < cube.nodes() => cube.node_words(Node(index)),
        Some(index) => format!("{index}, no node,"),
        None => "no node".to_owned(),
    }
}

/// A node of a Cayley graph, whose names are permutations or pairs, or nothing but indices.
fn on_cayley(group: &Group, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    if let Some(node) = element_named(group, word) {
        return Ok(NodeRef::Index(node.0));
    }
    let is_index = word == "0" || !word.starts_with('0') && word.bytes().all(|digit| digit.is_ascii_digit());
    match first_name(group) {
        Some(first) if !is_index => {
            Err(GrammarError::Element { what: what.to_owned(), word: word.to_owned(), first })
        }
        _ => node_ref(word, what),
    }
}
