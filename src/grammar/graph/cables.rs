//! Links that take several slots: cables.
//!
//! A cable of t slots takes a packet in every slot, and has it at the other end after t. Written out it is a
//! row of t links with t − 1 switches between them. Where nodes use all their links at once, that is the same
//! task: a packet that waits on the cable could as well have waited before it, since packets leave the cable
//! in different slots, and so could have entered it t − 1 slots before these.

use crate::grammar::error::GrammarError;
use crate::grammar::number::number;
use crate::grammar::without::{Reading, only_reading};
use crate::model::{Network, Node};
use crate::wire::{self, Graph, GraphLink, Ports};
use std::collections::{BTreeMap, BTreeSet};

/// Most nodes of a graph.
const MAX_NODES: u64 = 1 << 20;

/// Returns a graph whose links take the slots that words name: `3-7=4` all links between two nodes, `3>7=4`
/// those from the first to the second, `4` alone all links; later words go before earlier ones. Nodes keep
/// their numbers, and the points of a cable follow as switches that are called after its ends.
///
/// # Errors
/// [`GrammarError`] if a word names no link, or no number of slots, the graph has switches with fewer ports
/// than links, or it becomes too large.
///
/// # Examples
/// ```
/// use isotask::grammar::{graph, with_cables};
/// let read = graph(b"a b\nb c\n", false)?;
/// let cabled = with_cables(read.graph, &["a-b=3".to_owned()])?;
/// assert_eq!((cabled.nodes, cabled.links.len()), (3 + 2, 2 + 2));
/// assert_eq!(cabled.names.as_deref().map(|names| names[3].as_str()), Some("a-b.1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_cables(graph: Graph, words: &[String]) -> Result<Graph, GrammarError> {
    let slots = slots_of(&graph, words)?;
    if slots.values().all(|&slots| slots == 1) {
        return Ok(graph);
    }
    if graph.switches.is_some() && graph.switch_ports != Ports::All {
        return Err(GrammarError::Size {
            what: "cables beside switches with fewer ports than links".to_owned(),
            expected: "switches that use all their links, as the points of a cable do".to_owned(),
        });
    }
    let taken = |link: &GraphLink| [(link.from, link.to), (link.to, link.from)].map(|ends| slots.get(&ends));
    let is_directed = graph.directed || graph.links.iter().any(|link| taken(link)[0] != taken(link)[1]);
    let added = |slots: &u64| slots - 1;
    let both_ways = if is_directed { 1 } else { 2 };
    let more = slots.values().map(added).fold(0, u64::saturating_add) / both_ways;
    if graph.nodes.saturating_add(more) > MAX_NODES {
        let what = format!("{} nodes and {more} points of cables", graph.nodes);
        return Err(GrammarError::Size { what, expected: "2^20 or fewer together".to_owned() });
    }
    Ok(Cabling::new(&graph, is_directed).laid(&graph, &slots))
}

/// Returns the slots of every link, each direction by itself.
fn slots_of(graph: &Graph, words: &[String]) -> Result<BTreeMap<(u32, u32), u64>, GrammarError> {
    let network = wire::Network::Graph(graph.clone());
    let known = Network::new(&network).map_err(|fault| GrammarError::Size {
        what: format!("a network with cables: {fault}"),
        expected: "a network".to_owned(),
    })?;
    let mut slots = BTreeMap::new();
    for link in graph.links.iter() {
        slots.insert((link.from, link.to), 1);
        if !graph.directed {
            slots.insert((link.to, link.from), 1);
        }
    }
    for word in words {
        let (link, taken) = word.rsplit_once('=').map_or((None, word.as_str()), |(link, n)| (Some(link), n));
        let taken = match number(taken, "the slots of a cable")? {
            0 => {
                return Err(GrammarError::Size {
                    what: "a cable of 0 slots".to_owned(),
                    expected: "1 or more".to_owned(),
                });
            }
            taken => taken,
        };
        let ends = |from: Node, to: Node| (from.narrow(), to.narrow());
        let meant: Vec<(u32, u32)> =
            match link.map(|link| only_reading(&network, &known, link)).transpose()? {
                None => slots.keys().copied().collect(),
                Some(Reading::Both(from, to)) => vec![ends(from, to), ends(to, from)],
                Some(Reading::OneWay(from, to)) => vec![ends(from, to)],
                Some(Reading::Node(_)) => {
                    let (what, expected) =
                        (format!("\"{word}\" names a node"), "a link by its two ends".to_owned());
                    return Err(GrammarError::Size { what, expected });
                }
            };
        for ends in meant {
            if let Some(slots) = slots.get_mut(&ends) {
                *slots = taken;
            }
        }
    }
    Ok(slots)
}

/// A graph while its cables are laid.
struct Cabling {
    is_directed: bool,
    names: Vec<String>,
    known: BTreeSet<String>,
    switches: Vec<u32>,
    links: Vec<GraphLink>,
}

impl Cabling {
    fn new(graph: &Graph, is_directed: bool) -> Self {
        let numbers = || (0..graph.nodes).map(|node| node.to_string()).collect();
        let names: Vec<String> = graph.names.as_deref().map_or_else(numbers, <[String]>::to_vec);
        let known = names.iter().cloned().collect();
        let switches = graph.switches.as_deref().unwrap_or_default().to_vec();
        Self { is_directed, names, known, switches, links: Vec::new() }
    }

    fn laid(mut self, graph: &Graph, slots: &BTreeMap<(u32, u32), u64>) -> Graph {
        for &link in graph.links.iter() {
            let back = GraphLink { from: link.to, to: link.from, ..link };
            self.lay(link, slots);
            if self.is_directed && !graph.directed {
                self.lay(back, slots);
            }
        }
        Graph {
            nodes: crate::model::count_of(self.names.len()),
            directed: self.is_directed,
            names: Some(self.names.into()),
            switches: Some(self.switches.into()),
            switch_ports: Ports::All,
            links: self.links.into(),
        }
    }

    /// Adds a link as a row of as many as it takes slots.
    fn lay(&mut self, GraphLink { from, to, capacity }: GraphLink, slots: &BTreeMap<(u32, u32), u64>) {
        let (mut here, sign) = (from, if self.is_directed { '>' } else { '-' });
        let ends = [from, to].map(|node| self.names[crate::model::wide(node)].clone());
        for point in 1..slots.get(&(from, to)).copied().unwrap_or(1) {
            let mut name = format!("{}{sign}{}.{point}", ends[0], ends[1]);
            while !self.known.insert(name.clone()) {
                name.push('\'');
            }
            let next = u32::try_from(self.names.len()).expect("at most 2^20 nodes");
            self.names.push(name);
            self.switches.push(next);
            self.links.push(GraphLink { from: here, to: next, capacity });
            here = next;
        }
        self.links.push(GraphLink { from: here, to, capacity });
    }
}
