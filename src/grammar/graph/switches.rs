//! Marks nodes of a graph as switches, named in words.

use crate::grammar::error::GrammarError;
use crate::grammar::nodes::NodeWords;
use crate::wire::{Graph, Network, NodeRef};
use std::collections::BTreeSet;

/// Returns the graph with the nodes that words name as switches, in addition to those that it has.
///
/// Words are separated by commas outside of brackets: `8,9`, `edge-1,edge-2`, `(0,1),(1,1)`. A word that ends
/// in `*` stands for all nodes whose names begin with the rest.
///
/// # Errors
/// [`GrammarError`] if a word names no node.
///
/// # Examples
/// ```
/// use isotask::grammar::{graph, with_switches};
/// let read = graph(b"h0 edge\nh1 edge\nedge core\nh2 core\n", false)?;
/// let fabric = with_switches(read.graph, "edge,co*")?;
/// assert_eq!(fabric.switches.as_deref(), Some([1, 3].as_slice()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_switches(graph: Graph, words: &str) -> Result<Graph, GrammarError> {
    let named = named(&graph, words, "a switch", &|_| None)?;
    let before = graph.switches.iter().flat_map(|list| list.iter().copied());
    let switches: BTreeSet<u32> = before.chain(named).collect();
    Ok(Graph { switches: (!switches.is_empty()).then(|| switches.into_iter().collect()), ..graph })
}

/// Returns the nodes that words name; `what` is the subject of messages, and `other` reads a word before the
/// graph does.
fn named(
    graph: &Graph,
    words: &str,
    what: &'static str,
    other: &dyn Fn(&str) -> Option<u32>,
) -> Result<BTreeSet<u32>, GrammarError> {
    let network = Network::Graph(graph.clone());
    let known = NodeWords::of(&network);
    let mut nodes = BTreeSet::new();
    for word in split(words) {
        let unknown = || GrammarError::Switch { what, word: word.to_owned() };
        if let Some(start) = word.strip_suffix('*') {
            let names = (0..).zip(graph.names.as_deref().unwrap_or_default());
            let found: Vec<u32> =
                names.filter(|(_, name)| name.starts_with(start)).map(|(node, _)| node).collect();
            if found.is_empty() {
                return Err(unknown());
            }
            nodes.extend(found);
            continue;
        }
        if let Some(node) = other(word) {
            nodes.insert(node);
            continue;
        }
        let NodeRef::Index(node) = known.node(word, what)? else { return Err(unknown()) };
        nodes.insert(u32::try_from(node).map_err(|_| unknown())?);
    }
    Ok(nodes)
}

/// Returns the graph in which only the nodes that words name have packets of their own: all others become
/// switches. Words are those of [`with_switches`]; `other` reads a word before the graph does, as a network
/// of which the graph is a part calls its nodes otherwise.
///
/// # Errors
/// [`GrammarError`] if a word names no node, or a switch, or fewer than two nodes are named.
///
/// # Examples
/// ```
/// use isotask::grammar::{graph, only_on};
/// let read = graph(b"a b\nb c\nc d\n", false)?;
/// let part = only_on(&read.graph, "a,d", &|_| None)?;
/// assert_eq!(part.switches.as_deref(), Some([1, 2].as_slice()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn only_on(
    graph: &Graph,
    words: &str,
    other: &dyn Fn(&str) -> Option<u32>,
) -> Result<Graph, GrammarError> {
    let what = "a node that takes part";
    let group = named(graph, words, what, other)?;
    if let Some(node) = group.iter().find(|&&node| u64::from(node) >= graph.nodes) {
        return Err(GrammarError::Switch { what, word: node.to_string() });
    }
    let before: BTreeSet<u32> = graph.switches.iter().flat_map(|list| list.iter().copied()).collect();
    let switches: Vec<u32> = group.intersection(&before).copied().collect();
    if !switches.is_empty() {
        let hosts = (0..).take_while(|&node| u64::from(node) < graph.nodes);
        let hosts: Vec<u32> = hosts.filter(|node| !before.contains(node)).take(2).collect();
        let kind = if switches.len() == 1 { "the switch" } else { "the switches" };
        return Err(GrammarError::SwitchTakesPart {
            word: words.to_owned(),
            switches: format!("{kind} {}", listed(graph, &switches)),
            example: listed(graph, &hosts),
        });
    }
    if group.len() < 2 {
        return Err(GrammarError::Size {
            what: format!("a group of nodes \"{words}\""),
            expected: "at least two nodes that are no switches, such as 0,1,2,3".to_owned(),
        });
    }
    let nodes = u32::try_from(graph.nodes).unwrap_or(u32::MAX);
    let others: Vec<u32> = (0..nodes).filter(|node| !group.contains(node)).collect();
    Ok(Graph { switches: (!others.is_empty()).then(|| others.into()), ..graph.clone() })
}

/// Lists nodes as words of [`named`]: by their names, or their indices if they have none.
fn listed(graph: &Graph, nodes: &[u32]) -> String {
    let names = graph.names.as_deref().unwrap_or_default();
    let word = |&node: &u32| {
        let name = usize::try_from(node).ok().and_then(|place| names.get(place));
        name.map_or_else(|| node.to_string(), |name| name.chars().map(crate::model::plain).collect())
    };
    nodes.iter().map(word).collect::<Vec<String>>().join(",")
}

/// Splits words at commas outside of brackets.
fn split(words: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    words
        .split(move |letter| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        })
        .map(str::trim)
}
