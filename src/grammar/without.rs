//! A network without links and nodes that have failed.

use super::error::GrammarError;
use super::nodes::node_on;
use crate::model::{Link, Network, Node};
use crate::wire::{self, Graph, GraphLink, Ports};
use std::collections::{BTreeMap, BTreeSet};

/// Most links, both ways counted, of a network that is written link by link.
const MAX_ARCS: u64 = 1 << 22;

/// Returns a network without the links and nodes that words name, link by link: `5` is a node, `3-7` all
/// links between two nodes, both ways. Nodes keep their names, and are numbered anew where one is missing.
///
/// # Errors
/// [`GrammarError`] if a word names neither a node nor a link, or the network is no network or too large.
///
/// # Examples
/// ```
/// use isotask::grammar::without;
/// use isotask::wire::Network;
/// let ring = Network::Ring { nodes: 4 };
/// let line = without(&ring, &["3-0".to_owned()])?;
/// assert_eq!((line.nodes, line.links.len()), (4, 3));
/// let rest = without(&ring, &["1".to_owned()])?;
/// assert_eq!(rest.names.as_deref(), Some(["0", "2", "3"].map(str::to_owned).as_slice()));
/// # Ok::<(), isotask::grammar::GrammarError>(())
/// ```
pub fn without(network: &wire::Network, failed: &[String]) -> Result<Graph, GrammarError> {
    let too_large = |what: String| GrammarError::Size {
        what: format!("a network that has failures: {what}"),
        expected: "a network of at most 2^22 links, each way counted".to_owned(),
    };
    let known = Network::new(network).map_err(|fault| too_large(fault.to_string()))?;
    let arcs = known.nodes().saturating_mul(known.links().into());
    if arcs > MAX_ARCS {
        return Err(too_large(format!("up to {arcs} links")));
    }
    let failed = Failed::read(network, &known, failed)?;
    let kept: Vec<Node> = (0..known.nodes()).map(Node).filter(|node| !failed.nodes.contains(node)).collect();
    if kept.len() < 2 {
        let what = format!("{} of {} nodes left", kept.len(), known.nodes());
        return Err(GrammarError::Size { what, expected: "2 or more".to_owned() });
    }
    let number: BTreeMap<Node, u32> = kept.iter().copied().zip(0..).collect();
    let is_directed = !known.leads_both_ways();
    let mut links = Vec::new();
    for (&from, &first) in &number {
        for to in neighbors(&known, from).into_iter().filter(|to| is_directed || from < *to) {
            let Some(&second) = number.get(&to).filter(|_| !failed.has_link(from, to)) else { continue };
            let capacity = u32::try_from(known.capacity(from, to)).unwrap_or(u32::MAX);
            links.push(GraphLink { from: first, to: second, capacity });
        }
    }
    let switches: Vec<u32> =
        number.iter().filter(|(node, _)| known.is_switch(**node)).map(|(_, &number)| number).collect();
    let is_plain = matches!(network, wire::Network::Graph(Graph { names: None, .. }));
    let names = (!is_plain || !failed.nodes.is_empty())
        .then(|| kept.iter().map(|&node| known.node_name(node)).collect());
    Ok(Graph {
        nodes: crate::model::count_of(kept.len()),
        directed: is_directed,
        names,
        switch_ports: known.switches().map_or(Ports::All, crate::model::Switches::ports),
        switches: (!switches.is_empty()).then(|| switches.into()),
        links: links.into(),
    })
}

/// Returns the nodes that links lead to, each once.
fn neighbors(network: &Network, from: Node) -> BTreeSet<Node> {
    (0..network.links()).filter_map(|link| network.adjacent(from, Link(link))).collect()
}

/// What has failed.
#[derive(Default)]
struct Failed {
    nodes: BTreeSet<Node>,
    /// The ends of links, the lesser first.
    links: BTreeSet<(Node, Node)>,
}

impl Failed {
    fn read(network: &wire::Network, known: &Network, words: &[String]) -> Result<Self, GrammarError> {
        let node = |word: &str| {
            let found = node_on(network, word, "a node that has failed").ok()?;
            known.node(&found, String::new).ok()
        };
        let mut failed = Self::default();
        for word in words {
            if let Some(node) = node(word) {
                failed.nodes.insert(node);
                continue;
            }
            let hyphens = word.match_indices('-').map(|(at, _)| (&word[..at], &word[at + 1..]));
            let link = hyphens.filter_map(|(from, to)| Some((node(from)?, node(to)?))).find(|&(from, to)| {
                neighbors(known, from).contains(&to) || neighbors(known, to).contains(&from)
            });
            let Some((from, to)) = link else { return Err(GrammarError::Failed { word: word.clone() }) };
            failed.links.insert((from.min(to), from.max(to)));
        }
        Ok(failed)
    }

    fn has_link(&self, from: Node, to: Node) -> bool {
        self.links.contains(&(from.min(to), from.max(to)))
    }
}
