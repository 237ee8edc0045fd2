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

/// Returns a network without the links and nodes that words name, link by link: `5` is a node, `3-7` and
/// `3<>7` are all links between two nodes, both ways, `3>7` those from the first to the second alone. Where
/// nodes have failed, the others are named by their numbers in the whole network, unless they have names of
/// their own.
///
/// # Errors
/// [`GrammarError`] if a word names neither a node nor a link, or several of these, or the network is no
/// network or too large.
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
        directed: failed.leave_directed(&known),
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

    /// Returns the number among those that are left of a node of the whole network, named as there.
    #[must_use]
    pub fn number_of(&self, network: &wire::Network, word: &str) -> Option<u32> {
        let found = node_on(network, word, "a node").ok()?;
        self.number(self.whole.node(&found, String::new).ok()?)
    }

    /// Returns the number of a node of the whole network among those that are left.
    pub(super) fn number(&self, node: Node) -> Option<u32> {
        self.numbers.get(&node).copied()
    }

    /// Names a node of the whole network.
    pub(super) fn name(&self, node: Node) -> String {
        self.whole.node_words(node)
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
    let is_directed = failed.leave_directed(known);
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
    /// The ends of links, each direction by itself.
    links: BTreeSet<(Node, Node)>,
}

/// What a word may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Node(Node),
    /// The links from a node to another, and those back.
    Both(Node, Node),
    OneWay(Node, Node),
}

impl Failed {
    fn read(network: &wire::Network, known: &Network, words: &[String]) -> Result<Self, GrammarError> {
        let mut failed = Self::default();
        for word in words {
            failed.add(only_reading(network, known, word)?);
        }
        Ok(failed)
    }

    fn add(&mut self, reading: Reading) {
        match reading {
            Reading::Node(node) => _ = self.nodes.insert(node),
            Reading::Both(from, to) => self.links.extend([(from, to), (to, from)]),
            Reading::OneWay(from, to) => _ = self.links.insert((from, to)),
        }
    }

    fn has_link(&self, from: Node, to: Node) -> bool {
        self.links.contains(&(from, to))
    }

    /// Returns whether some link that is left leads one way only.
    fn leave_directed(&self, known: &Network) -> bool {
        !known.leads_both_ways() || self.links.iter().any(|&(from, to)| !self.has_link(to, from))
    }
}

/// Returns what a word names; refuses one that names nothing, or several things.
pub(super) fn only_reading(
    network: &wire::Network,
    known: &Network,
    word: &str,
) -> Result<Reading, GrammarError> {
    let readings = readings(network, known, word);
    match readings.as_slice() {
        [] => Err(GrammarError::Failed { word: word.to_owned() }),
        [one] => Ok(*one),
        [one, two, ..] => {
            let [first, second] = [one, two].map(|reading| reading.words(known));
            let [said, other] = [one, two].map(|reading| reading.spelled(network, known));
            Err(GrammarError::TwoFailed {
                word: word.to_owned(),
                meanings: format!("{first} and {second}"),
                words: format!("\"{said}\" for the one or \"{other}\" for the other"),
            })
        }
    }
}

/// Returns all that a word may name, each once.
fn readings(network: &wire::Network, known: &Network, word: &str) -> Vec<Reading> {
    let node = |word: &str| {
        let found = node_on(network, word, "a node that has failed").ok()?;
        known.node(&found, String::new).ok()
    };
    let leads = |from, to| neighbors(known, from).contains(&to);
    let ends = |sign: &'static str| {
        let places = word.match_indices(sign);
        places.filter_map(move |(at, _)| Some((node(&word[..at])?, node(&word[at + sign.len()..])?)))
    };
    let both = ends("-").chain(ends("<>")).filter(|&(from, to)| leads(from, to) || leads(to, from));
    let one_way = ends(">").filter(|&(from, to)| leads(from, to));
    let mut found: Vec<Reading> = node(word).map(Reading::Node).into_iter().collect();
    found.extend(both.map(|(from, to)| Reading::Both(from, to)));
    found.extend(one_way.map(|(from, to)| Reading::OneWay(from, to)));
    found.dedup();
    found
}

impl Reading {
    fn words(self, known: &Network) -> String {
        let node = |node| known.node_words(node);
        match self {
            Self::Node(failed) => format!("node {}", node(failed)),
            Self::Both(from, to) => format!("the link between {} and {}", node(from), node(to)),
            Self::OneWay(from, to) => format!("the link from {} to {}", node(from), node(to)),
        }
    }

    /// Returns a word that names this and nothing else: by index where a name would have several readings.
    fn spelled(self, network: &wire::Network, known: &Network) -> String {
        let (from, sign, to) = match self {
            Self::Node(node) => return format!("0d{}", node.0),
            Self::Both(from, to) => (from, "<>", to),
            Self::OneWay(from, to) => (from, ">", to),
        };
        let named = format!("{}{sign}{}", known.node_name(from), known.node_name(to));
        if readings(network, known, &named) == [self] {
            return named;
        }
        format!("0d{}{sign}0d{}", from.0, to.0)
    }
}
