//! Reads offsets of isotropic tasks: nodes, negative numbers that lead back, and decimal numbers on cubes.

use super::error::GrammarError;
use super::nodes::{cube_of_digits, node_on};
use super::vocabulary::task_word;
use crate::model::{Network, Node};
use crate::wire::{self, NodeRef, Offset};

/// The subject of error messages.
const WHAT: &str = "an offset";

/// Returns the offset that a word names on a network: a node, or integers of which some are negative.
///
/// On a hypercube, digits 0 and 1 are decimal unless their number is that of a node's name or `0b` is before
/// them, because scripts and files write decimal numbers.
///
/// # Errors
/// [`GrammarError`] if the word names no offset.
pub(super) fn offset_on(network: &wire::Network, word: &str) -> Result<Offset, GrammarError> {
    if let Some(signed) = signed(word) {
        return signed;
    }
    match decimal(network, word) {
        Some(Reading { decimal, .. }) => Ok(NodeRef::Index(decimal).into()),
        None => node_on(network, word, WHAT).map(Offset::from),
    }
}

/// Reads integers of which at least one has a minus sign; none for other words.
fn signed(word: &str) -> Option<Result<Offset, GrammarError>> {
    let bracketed = word.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let parts: Vec<&str> = bracketed.unwrap_or(word).split(',').map(str::trim).collect();
    let is_negative = |part: &&str| {
        part.strip_prefix('-').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    if !parts.iter().any(is_negative) {
        return None;
    }
    let fault = |_| GrammarError::Integer { what: WHAT.to_owned(), word: word.to_owned() };
    let numbers = parts.iter().map(|part| part.parse::<i64>().map_err(fault)).collect::<Result<Vec<_>, _>>();
    Some(numbers.map(|numbers| match numbers[..] {
        [steps] if bracketed.is_none() => Offset::Back(steps),
        _ => Offset::Signed(numbers),
    }))
}

/// A word of digits 0 and 1 that is one node of a cube in decimal and another number in binary.
struct Reading {
    cube: Network,
    decimal: u64,
    /// The other reading, which may be no node.
    binary: Option<u64>,
}

/// Returns the decimal reading of a word of digits 0 and 1 whose length is not that of a node's name. Returns
/// none on other networks, for other words, and for words that are no node in decimal.
fn decimal(network: &wire::Network, word: &str) -> Option<Reading> {
    let cube = cube_of_digits(network, word)?;
    let decimal = word.parse().ok().filter(|&index| index < cube.nodes())?;
    let binary = u64::from_str_radix(word, 2).ok();
    let is_name = usize::try_from(cube.links()) == Ok(word.len());
    (!is_name && binary != Some(decimal)).then_some(Reading { cube, decimal, binary })
}

/// Returns a remark on every ambiguous offset of an isotropic task, which says how it is read.
#[must_use]
pub fn offset_readings(network: &wire::Network, words: &[String]) -> Vec<String> {
    let mut rest = words.iter().skip_while(|word| task_word(word) != Some("isotropic"));
    rest.next();
    let told = rest.filter_map(|word| {
        let word = word.split(':').next().unwrap_or_default();
        if let Some(Reading { cube, decimal, binary }) = decimal(network, word) {
            let node = cube.node_words(Node(decimal));
            let other = binary.filter(|&index| index < cube.nodes());
            let other = other.map(|index| format!("; 0b{word} is {}", cube.node_words(Node(index))));
            return Some(format!("offset {word} is read in decimal: {node}{}", other.unwrap_or_default()));
        }
        // A word of the length of names is binary, since decimal numbers have no leading zeros.
        let cube =
            cube_of_digits(network, word).filter(|cube| usize::try_from(cube.links()) == Ok(word.len()))?;
        let other = word.parse().ok().filter(|&index: &u64| index < cube.nodes())?;
        let index = u64::from_str_radix(word, 2).ok().filter(|&index| index != other)?;
        let (node, other) = (cube.node_words(Node(index)), cube.node_words(Node(other)));
        Some(format!("offset {word} is read in binary: {node}; 0d{word} is {other}"))
    });
    told.collect()
}
