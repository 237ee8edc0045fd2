//! Links that take several slots: cables.
//!
//! A cable of t slots takes a packet in every slot, and has it at the other end after t. Written out it is a
//! row of t links with t − 1 switches between them. Where nodes use all their links at once, that is the same
//! task: a packet that waits on the cable could as well have waited before it, since packets leave the cable
//! in different slots, and so could have entered it t − 1 slots before these.

use crate::grammar::error::GrammarError;
use crate::grammar::number::number;
use crate::grammar::without::{Reading, Rest, only_reading};
use crate::model::{Network, Node};
use crate::wire::{self, Graph, GraphLink, Ports};
use std::collections::{BTreeMap, BTreeSet};

/// Most slots of all cables of a network, beyond the first of each.
const MAX_POINTS: u64 = 1 << 14;

/// The slots that links take, each direction by itself: of all links, unless one is named.
#[derive(Debug, Clone)]
pub struct Cables {
    all: u64,
    named: BTreeMap<(Node, Node), u64>,
}

impl Cables {
    /// Reads words: `3-7=4` are all links between two nodes of the network, `3>7=4` those from the first to
    /// the second, `4` alone all links. Later words go before earlier ones.
    ///
    /// # Errors
    /// [`GrammarError`] if a word names no link, or no number of slots.
    pub fn read(network: &wire::Network, words: &[String]) -> Result<Self, GrammarError> {
        let mut cables = Self { all: 1, named: BTreeMap::new() };
        if words.is_empty() {
            return Ok(cables);
        }
        let known = Network::new(network).map_err(|fault| GrammarError::Size {
            what: format!("a network with cables: {fault}"),
            expected: "a network".to_owned(),
        })?;
        for word in words {
            let (link, taken) =
                word.rsplit_once('=').map_or((None, word.as_str()), |(link, n)| (Some(link), n));
            let taken = slots_of(word, taken)?;
            match link.map(|link| only_reading(network, &known, link)).transpose()? {
                None => (cables.all, cables.named) = (taken, BTreeMap::new()),
                Some(Reading::Both(from, to)) => {
                    let leads = |&(from, to): &(Node, Node)| known.capacity(from, to) > 0;
                    let ways = [(from, to), (to, from)].into_iter().filter(leads);
                    cables.named.extend(ways.map(|ends| (ends, taken)));
                }
                Some(Reading::OneWay(from, to)) => cables.named.extend([((from, to), taken)]),
                Some(Reading::Node(_)) => {
                    let what = format!("\"{word}\": a node takes no slots");
                    let expected = "a link by its two ends, such as A-B=3".to_owned();
                    return Err(GrammarError::Size { what, expected });
                }
            }
        }
        Ok(cables)
    }

    /// Returns whether every link takes one slot, as without cables.
    #[must_use]
    pub fn are_plain(&self) -> bool {
        self.all == 1 && self.named.values().all(|&slots| slots == 1)
    }

    /// Returns what is left of a network, perhaps with switches, with these cables in it. Nodes keep their
    /// numbers, and the points of a cable follow as switches that are called after its ends.
    ///
    /// # Errors
    /// [`GrammarError`] if a link that is named has failed, the graph has switches with fewer ports than
    /// links, or cables take too many slots.
    ///
    /// # Examples
    /// ```
    /// use isotask::grammar::{Cables, without};
    /// use isotask::wire::Network;
    /// let mesh = Network::Mesh { radices: vec![3] };
    /// let cables = Cables::read(&mesh, &["0-1=3".to_owned()])?;
    /// let rest = without(&mesh, &[])?;
    /// let graph = cables.laid(&rest, rest.graph.clone())?;
    /// assert_eq!((graph.nodes, graph.links.len()), (3 + 2, 2 + 2));
    /// assert_eq!(graph.names.as_deref().map(|names| names[3].as_str()), Some("(0)-(1).1"));
    /// # Ok::<(), isotask::grammar::GrammarError>(())
    /// ```
    pub fn laid(&self, rest: &Rest, graph: Graph) -> Result<Graph, GrammarError> {
        if self.are_plain() {
            return Ok(graph);
        }
        if graph.switches.is_some() && graph.switch_ports != Ports::All {
            return Err(GrammarError::Size {
                what: "cables beside switches with fewer ports than links".to_owned(),
                expected: "switches that use all their links, as the points of a cable do".to_owned(),
            });
        }
        let slots = self.placed(rest, &graph)?;
        let taken =
            |link: &GraphLink| [(link.from, link.to), (link.to, link.from)].map(|ends| slots.get(&ends));
        let is_directed = graph.directed || graph.links.iter().any(|link| taken(link)[0] != taken(link)[1]);
        let both_ways = if is_directed { 1 } else { 2 };
        let points = slots.values().map(|slots| slots - 1).fold(0, u64::saturating_add) / both_ways;
        if points > MAX_POINTS {
            let what = format!("cables of {points} slots beyond the first of each");
            return Err(GrammarError::Size { what, expected: format!("at most {MAX_POINTS} together") });
        }
        Ok(Cabling::new(&graph, is_directed).laid(&graph, &slots))
    }

    /// Returns the slots of every link that is left, by the numbers of its ends.
    fn placed(&self, rest: &Rest, graph: &Graph) -> Result<BTreeMap<(u32, u32), u64>, GrammarError> {
        let mut slots = BTreeMap::new();
        for link in graph.links.iter() {
            slots.insert((link.from, link.to), self.all);
            if !graph.directed {
                slots.insert((link.to, link.from), self.all);
            }
        }
        for (&(from, to), &taken) in &self.named {
            let left = rest.number(from).zip(rest.number(to)).filter(|ends| slots.contains_key(ends));
            let Some(ends) = left else {
                let what = format!("a cable from {} to {}", rest.name(from), rest.name(to));
                let expected = "a link that has not failed".to_owned();
                return Err(GrammarError::Size { what, expected });
            };
            slots.insert(ends, taken);
        }
        Ok(slots)
    }
}

/// Returns the slots that a word gives.
fn slots_of(word: &str, taken: &str) -> Result<u64, GrammarError> {
    let wrong = |what: String| {
        let expected =
            format!("a link and its slots, such as A-B=3, or the slots of all, 1 to {}", MAX_POINTS + 1);
        GrammarError::Size { what, expected }
    };
    match number(taken, "the slots of a cable") {
        Ok(slots) if (1..=MAX_POINTS + 1).contains(&slots) => Ok(slots),
        _ => Err(wrong(format!("\"{word}\""))),
    }
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
            let next = u32::try_from(self.names.len()).expect("a graph numbers its nodes with 32 bits");
            self.names.push(name);
            self.switches.push(next);
            self.links.push(GraphLink { from: here, to: next, capacity });
            here = next;
        }
        self.links.push(GraphLink { from: here, to, capacity });
    }
}
