//! A network without links and nodes that have failed.

use super::error::GrammarError;
use super::nodes::{has_names, node_on};
use crate::model::{Link, Network, Node, Switches, count_of};
use crate::wire::{self, Graph, GraphLink, NodeRef, Ports, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most links, both ways counted, of a network that is written link by link.
const MAX_ARCS: u64 = 1 << 22;

/// What is left of a network, and its nodes by their numbers in the whole.
#[derive(Debug, Clone)]
pub struct Rest {
    /// The network that is left.
    pub graph: Graph,
    whole: Network,
    numbers: BTreeMap<Node, u32>,
}

/// Returns a network without the links and nodes that words name, link by link: `5` is a node, `3-7` all
/// links between two nodes, both ways. Where nodes have failed, the others are named by their numbers in the
/// whole network, unless they have names of their own.
///
/// # Errors
/// [`GrammarError`] if a word names neither a node nor a link, or the network is no network or too large.
///
/// # Examples
/// ```
/// use isotask::grammar::without;
/// use isotask::wire::Network;
/// let ring = Network::Ring { nodes: 4 };
/// let line = without(&ring, &["3-0".to_owned()])?.graph;
/// assert_eq!((line.nodes, line.links.len()), (4, 3));
/// let rest = without(&ring, &["1".to_owned()])?.graph;
/// assert_eq!(rest.names.as_deref(), Some(["0", "2", "3"].map(str::to_owned).as_slice()));
/// # Ok::<(), isotask::grammar::GrammarError>(())
/// ```
pub fn without(network: &wire::Network, failed: &[String]) -> Result<Rest, GrammarError> {
    let too_large = |what: String| GrammarError::Size {
        what: format!("a network of which a part is left out: {what}"),
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
    let numbers: BTreeMap<Node, u32> = kept.iter().copied().zip(0..).collect();
    let switches: Vec<u32> =
        numbers.iter().filter(|(node, _)| known.is_switch(**node)).map(|(_, &number)| number).collect();
    let graph = Graph {
        nodes: count_of(kept.len()),
        directed: !known.leads_both_ways(),
        names: names(network, &known, &kept),
        switch_ports: known.switches().map_or(Ports::All, Switches::ports),
        switches: (!switches.is_empty()).then(|| switches.into()),
        links: links(&known, &numbers, &failed).into(),
    };
    Ok(Rest { graph, whole: known, numbers })
}

impl Rest {
    /// Returns a task on the whole network as one on what is left.
    ///
    /// # Errors
    /// [`GrammarError`] if the root, or an end of a packet, has failed.
    pub fn placed(&self, mut task: Task) -> Result<Task, GrammarError> {
        for node in task.named_nodes_mut() {
            *node = self.node(node)?;
        }
        Ok(task)
    }

    /// Returns the number of a node among those that are left. A node that the whole network lacks stays as
    /// it is, and the model refuses it.
    fn node(&self, reference: &NodeRef) -> Result<NodeRef, GrammarError> {
        let Ok(node) = self.whole.node(reference, String::new) else { return Ok(reference.clone()) };
        let number = self.numbers.get(&node).map(|&number| NodeRef::Index(number.into()));
        number.ok_or_else(|| GrammarError::Gone { node: self.whole.node_words(node) })
    }
}

/// Returns the names of the nodes that are left; none if these are their numbers.
fn names(network: &wire::Network, known: &Network, kept: &[Node]) -> Option<Arc<[String]>> {
    let is_whole = count_of(kept.len()) == known.nodes();
    let by_number = |node: &Node| node.0.to_string();
    let own =
        |node: &Node| if is_whole || has_names(network) { known.node_name(*node) } else { by_number(node) };
    let names: Vec<String> = kept.iter().map(own).collect();
    let is_plain = is_whole && kept.iter().map(by_number).eq(names.iter().cloned());
    (!is_plain).then(|| names.into())
}

/// Returns the links among the nodes that are left.
fn links(known: &Network, numbers: &BTreeMap<Node, u32>, failed: &Failed) -> Vec<GraphLink> {
    let is_directed = !known.leads_both_ways();
    let mut links = Vec::new();
    for (&from, &first) in numbers {
        for to in neighbors(known, from).into_iter().filter(|to| is_directed || from < *to) {
            let Some(&second) = numbers.get(&to).filter(|_| !failed.has_link(from, to)) else { continue };
            let capacity = u32::try_from(known.capacity(from, to)).unwrap_or(u32::MAX);
            links.push(GraphLink { from: first, to: second, capacity });
        }
    }
    links
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
