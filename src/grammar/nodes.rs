//! Reads nodes in words: an index, or the name that Isotask prints.

use super::error::GrammarError;
use super::number::number;
use crate::model::{Network, Node, element_named, first_name, lift_node, plain};
use crate::wire::{self, Graph, Group, NodeRef};
use std::collections::HashMap;

/// Returns the node that a word names on a network; errors name it `what`.
///
/// `0b101` and `0d5` are indices, unless they are names of a graph. On cubes, a word of digits 0 and 1 that
/// is as long as the names of nodes is a name. A shorter or longer one may be one node in binary and another
/// in decimal, and is refused.
///
/// # Errors
/// [`GrammarError`] if the word names no node.
pub fn node_on(network: &wire::Network, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    if let wire::Network::Graph(graph) = network {
        return on_graph(graph, word, what);
    }
    if let Some(found) = by_radix(word, what) {
        return found;
    }
    match network {
        wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. } => {
            on_cube(network, word, what)
        }
        wire::Network::Cayley(group) => on_cayley(group, word, what),
        wire::Network::Lift(lift) => on_lift(lift, word, what),
        _ => node_ref(word, what),
    }
}

/// Returns whether the nodes have names that a user gave.
pub(super) fn has_names(network: &wire::Network) -> bool {
    match network {
        wire::Network::Graph(graph) => graph.names.is_some(),
        wire::Network::Lift(lift) => lift.names.is_some(),
        _ => false,
    }
}

/// Returns the node of a word with a prefix for its radix; none for other words.
fn by_radix(word: &str, what: &str) -> Option<Result<NodeRef, GrammarError>> {
    let binary = word.strip_prefix("0b").map(|digits| (digits, 2));
    let (digits, radix) = binary.or_else(|| word.strip_prefix("0d").map(|digits| (digits, 10)))?;
    let value = u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'));
    let fault = || GrammarError::Index { what: what.to_owned(), word: word.to_owned() };
    Some(value.map(NodeRef::Index).ok_or_else(fault))
}

/// Reads an index, or coordinates such as `1,2` or `(1,2)`, without knowing the network.
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

/// Reads a node of a cube, whose names are binary.
fn on_cube(kind: &wire::Network, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    let is_binary = !word.is_empty() && word.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    let (true, Ok(cube)) = (is_binary, Network::new(kind)) else { return node_ref(word, what) };
    let (binary, decimal) = (u64::from_str_radix(word, 2).ok(), word.parse::<u64>().ok());
    let digits = usize::try_from(cube.links()).ok();
    match binary {
        Some(index) if digits == Some(word.len()) || binary == decimal => Ok(NodeRef::Index(index)),
        _ => Err(ambiguous(&cube, word, what)),
    }
}

/// Reads a node of a cube in a table: a name if the word is as long as names are, else an index.
///
/// In a table, a word of digits 0 and 1 with the length of names is no index; indices have no leading zeros.
fn on_cube_in_table(cube: &Network, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    let is_binary = word.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    let has_zeros =
        word.len() > 1 && word.starts_with('0') && word.bytes().all(|digit| digit.is_ascii_digit());
    let is_name = is_binary && usize::try_from(cube.links()).ok() == Some(word.len());
    match u64::from_str_radix(word, 2) {
        Ok(index) if is_name => Ok(NodeRef::Index(index)),
        _ if has_zeros => Err(ambiguous(cube, word, what)),
        _ => node_ref(word, what),
    }
}

/// Returns the error that gives the nodes of a word in binary and in decimal.
fn ambiguous(cube: &Network, word: &str, what: &str) -> GrammarError {
    GrammarError::Ambiguous {
        what: what.to_owned(),
        word: word.to_owned(),
        binary: reading(cube, u64::from_str_radix(word, 2).ok()),
        decimal: reading(cube, word.parse().ok()),
        digits: cube.links(),
    }
}

/// Returns the hypercube, if the network is one and the word consists of digits 0 and 1.
pub(super) fn cube_of_digits(kind: &wire::Network, word: &str) -> Option<Network> {
    let is_binary = !word.is_empty() && word.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    let is_cube = matches!(kind, wire::Network::Hypercube { .. });
    (is_binary && is_cube).then(|| Network::new(kind).ok()).flatten()
}

/// Returns the name of the node of an index, or says that there is no such node.
fn reading(cube: &Network, index: Option<u64>) -> String {
    match index {
        Some(index) if index < cube.nodes() => cube.node_words(Node(index)),
        Some(index) => format!("{index}, no node,"),
        None => "no node".to_owned(),
    }
}

/// Reads a node of a Cayley graph. Its names are permutations or pairs, or there are only indices.
fn on_cayley(group: &Group, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    if let Some(node) = element_named(group, word) {
        return Ok(NodeRef::Index(node.0));
    }
    let is_index = word == "0" || !word.starts_with('0') && word.bytes().all(|digit| digit.is_ascii_digit());
    match first_name(group) {
        Some(first) if !is_index => {
            Err(GrammarError::Element { what: what.to_owned(), word: word.to_owned(), first })
        }
        // A word like a permutation is no index.
        _ if matches!(group, Group::Permutations { .. }) && !is_index && !word.contains(',') => {
            Err(GrammarError::NoElementName { what: what.to_owned(), word: word.to_owned() })
        }
        _ => node_ref(word, what),
    }
}

/// Reads a node of a lift, by its name or index.
fn on_lift(lift: &wire::Lift, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    if let Some(node) = lift_node(lift, word) {
        return Ok(NodeRef::Index(node.0));
    }
    if !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit()) {
        return node_ref(word, what);
    }
    let base = lift.names.as_deref().and_then(<[String]>::first);
    let base: String = base.map_or_else(|| "0".to_owned(), |name| name.chars().map(plain).collect());
    let zeros = vec!["0"; lift.group.len()].join(",");
    let (what, word) = (what.to_owned(), word.to_owned());
    Err(GrammarError::Element { what, word, first: format!("{base}.{zeros}") })
}

/// Reads a node of a graph, by its name or index.
fn on_graph(graph: &Graph, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
    let mut all = (0..).zip(graph.names.as_deref().unwrap_or_default());
    let named = all.find(|(_, name)| *name == word).map(|(node, _)| node);
    by_name_or_index(graph, named, word, what)
}

/// Returns the node of a word; `named` is the node of this name, if there is one. Other words may be an
/// index, with or without a prefix for its radix. If the name of some node is a number, an unprefixed number
/// must be a name.
fn by_name_or_index(
    graph: &Graph,
    named: Option<u64>,
    word: &str,
    what: &str,
) -> Result<NodeRef, GrammarError> {
    if let Some(named) = named {
        return Ok(NodeRef::Index(named));
    }
    if let Some(found) = by_radix(word, what) {
        return found;
    }
    let all = graph.names.as_deref().unwrap_or_default();
    let is_number = |name: &String| !name.is_empty() && name.bytes().all(|digit| digit.is_ascii_digit());
    let index = word.parse().ok().filter(|index| (0..graph.nodes).contains(index));
    match all.first() {
        Some(first) if index.is_none() || all.iter().any(is_number) => {
            let (what, word) = (what.to_owned(), word.to_owned());
            Err(GrammarError::NoName { what, word, first: first.chars().map(plain).collect() })
        }
        _ => node_ref(word, what),
    }
}

/// Reads words for nodes in a table: indices, coordinates, and names.
#[derive(Debug)]
pub struct NodeWords<'a> {
    network: &'a wire::Network,
    cube: Option<Network>,
    names: HashMap<&'a str, u64>,
}

impl<'a> NodeWords<'a> {
    /// Prepares the names of a network.
    ///
    /// # Complexity
    /// O(n) for a graph whose n nodes have names, else O(1).
    #[must_use]
    pub fn of(network: &'a wire::Network) -> Self {
        let graph = if let wire::Network::Graph(graph) = network { Some(graph) } else { None };
        let names = graph.and_then(|graph| graph.names.as_deref()).unwrap_or_default();
        let is_cube =
            matches!(network, wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. });
        let cube = is_cube.then(|| Network::new(network).ok()).flatten();
        Self { network, cube, names: names.iter().map(String::as_str).zip(0..).collect() }
    }

    /// Returns the names of the nodes of a graph; empty if they have none.
    #[must_use]
    pub fn names(&self) -> &'a [String] {
        let wire::Network::Graph(graph) = self.network else { return &[] };
        graph.names.as_deref().unwrap_or_default()
    }

    /// Returns whether nodes have names and a word is a number but none of these names.
    #[must_use]
    pub fn is_index_beside_names(&self, word: &str) -> bool {
        !self.names.is_empty() && !self.names.contains_key(word) && word.parse::<u64>().is_ok()
    }

    /// Returns the node that a word names. On cubes, a word of digits 0 and 1 with the length of names is a
    /// name, since decimal numbers have no leading zeros; other digits are decimal.
    ///
    /// # Errors
    /// [`GrammarError`] if the word names no node.
    pub fn node(&self, word: &str, what: &str) -> Result<NodeRef, GrammarError> {
        if let wire::Network::Graph(graph) = self.network {
            return by_name_or_index(graph, self.names.get(word).copied(), word, what);
        }
        let Some(cube) = &self.cube else { return node_on(self.network, word, what) };
        by_radix(word, what).unwrap_or_else(|| on_cube_in_table(cube, word, what))
    }
}
