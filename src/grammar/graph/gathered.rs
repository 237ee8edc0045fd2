//! Nodes and links that were read, made into a graph.

use super::fault::GraphFault;
use crate::grammar::shown;
use crate::model::wide;
use crate::wire::{Graph, GraphLink, Ports};
use std::collections::HashMap;
use std::fmt;

/// Most nodes, and most links, that are gathered; a network has fewer.
const MOST: usize = 1 << 25;

/// A graph that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadGraph {
    /// The graph, its links in order. A directed one whose links all lead both ways is written as undirected.
    pub graph: Graph,
    /// Attributes of links that say how long they are, or how fast, which slots have no place for; in order,
    /// each once.
    pub left_out: Vec<String>,
}

/// What a text calls a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Id {
    Number(u64),
    Word(String),
}

impl Id {
    /// A word of a list of edges.
    pub(super) fn of(word: &str) -> Self {
        // As numbers are written: no sign, no zero in front.
        let is_plain = word == "0" || word.starts_with(|digit: char| matches!(digit, '1'..='9'));
        let number = word.parse().ok().filter(|_: &u64| is_plain);
        number.map_or_else(|| Self::Word(word.to_owned()), Self::Number)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Word(word) => formatter.write_str(&shown(word)),
        }
    }
}

/// Nodes by what they are called, in the order in which they were told.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    numbers: HashMap<Id, u32>,
    /// The same of small numbers, by number; [`NONE`] where it is not known.
    small: Vec<u32>,
    ids: Vec<Id>,
}

/// So far ids are kept by number; a graph has as many nodes at most.
const SMALL: usize = 1 << 20;
const NONE: u32 = u32::MAX;

impl Nodes {
    /// The number of a node, if it is known.
    pub(super) fn known(&self, id: &Id) -> Option<u32> {
        match small(id) {
            Some(at) => self.small.get(at).copied().filter(|&number| number != NONE),
            None => self.numbers.get(id).copied(),
        }
    }

    /// The number of a node, a new one if it is not known.
    pub(super) fn number(&mut self, id: Id) -> Result<u32, GraphFault> {
        if let Some(number) = self.known(&id) {
            return Ok(number);
        }
        let number = Self::checked(self.ids.len())?;
        if let Some(at) = small(&id) {
            if self.small.len() <= at {
                self.small.resize(at + 1, NONE);
            }
            self.small[at] = number;
        } else {
            self.numbers.insert(id.clone(), number);
        }
        self.ids.push(id);
        Ok(number)
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    fn checked(number: usize) -> Result<u32, GraphFault> {
        let small = u32::try_from(number).ok().filter(|_| number < MOST);
        small.ok_or(GraphFault::TooLarge { most: MOST })
    }

    /// The index of every node by its number, and the names of nodes by their index: none if the nodes are
    /// the numbers from 0 on. Numbers are in increasing order, words as they were told.
    pub(super) fn in_order(self) -> (Vec<u32>, Option<Vec<String>>) {
        let count = u64::try_from(self.ids.len()).unwrap_or(u64::MAX);
        let is_number = |id: &Id| matches!(id, Id::Number(_));
        let is_index = |id: &Id| matches!(id, Id::Number(number) if *number < count);
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        if self.ids.iter().all(is_number) {
            order.sort_by_key(|&at| &self.ids[at]);
        }
        let mut index = vec![0; self.ids.len()];
        for (place, &at) in (0..).zip(&order) {
            index[at] = place;
        }
        // They are all different.
        let names = (!self.ids.iter().all(is_index)).then(|| {
            let name = |&at: &usize| match &self.ids[at] {
                Id::Number(number) => number.to_string(),
                Id::Word(word) => word.clone(),
            };
            order.iter().map(name).collect()
        });
        (index, names)
    }
}

/// A number that is small.
fn small(id: &Id) -> Option<usize> {
    let Id::Number(number) = id else { return None };
    usize::try_from(*number).ok().filter(|&number| number < SMALL)
}

/// Links by the numbers of their ends.
#[derive(Debug)]
pub(super) struct Links {
    directed: bool,
    list: Vec<Told>,
}

/// A link, which of all it was that were told, and whether it adds up with one told before.
#[derive(Debug)]
struct Told {
    link: GraphLink,
    order: u32,
    adds_up: bool,
}

impl Links {
    /// No links yet.
    pub(super) fn new(directed: bool) -> Self {
        Self { directed, list: Vec::new() }
    }

    /// Makes room for so many links.
    pub(super) fn reserve(&mut self, links: usize) {
        self.list.reserve_exact(links.min(MOST));
    }

    /// Adds the link that was told as the `told`-th.
    pub(super) fn add(&mut self, link: GraphLink, told: usize, adds_up: bool) -> Result<(), GraphFault> {
        let too_large = GraphFault::TooLarge { most: MOST };
        let told = u32::try_from(told).ok().filter(|_| self.list.len() < MOST).ok_or(too_large)?;
        let link = if self.directed || link.from < link.to { link } else { back(&link) };
        self.list.push(Told { link, order: told, adds_up });
        Ok(())
    }

    /// Makes links between the same nodes one where they add up; refuses the first that does not.
    ///
    /// # Complexity
    /// O(L log L) time for L links, in place.
    pub(super) fn settle(&mut self, place: impl Fn(usize) -> String) -> Result<(), GraphFault> {
        let ends = |told: &Told| (told.link.from, told.link.to);
        self.list.sort_unstable_by_key(|told| (ends(told), told.order));
        let mut worst: Option<(u32, GraphFault)> = None;
        for same in self.list.chunk_by_mut(|a, b| ends(a) == ends(b)) {
            let Some((first, others)) = same.split_first_mut() else { continue };
            for other in others {
                let at = || place(wide(other.order));
                let sum = first.link.capacity.checked_add(other.link.capacity).filter(|_| other.adds_up);
                let fault = match sum {
                    Some(sum) => {
                        first.link.capacity = sum;
                        continue;
                    }
                    None if other.adds_up => {
                        GraphFault::Capacity { place: at(), found: "of all together".to_owned() }
                    }
                    None => GraphFault::Repeated { place: at(), first: place(wide(first.order)) },
                };
                if worst.as_ref().is_none_or(|(told, _)| other.order < *told) {
                    worst = Some((other.order, fault));
                }
                break;
            }
        }
        // The sum stands in the first.
        self.list.dedup_by(|later, first| ends(later) == ends(first));
        worst.map_or(Ok(()), |(_, fault)| Err(fault))
    }

    /// The graph of these links, the nodes having these indices.
    pub(super) fn into_graph(self, index: &[u32], names: Option<Vec<String>>) -> Graph {
        let renamed = |Told { link, .. }: &Told| {
            let (from, to) = (index[wide(link.from)], index[wide(link.to)]);
            GraphLink { from, to, ..*link }
        };
        let mut links: Vec<GraphLink> = self.list.iter().map(renamed).collect();
        links.sort_unstable();
        let leads_back = |link: &GraphLink| links.binary_search(&back(link)).is_ok();
        let directed = self.directed && !links.iter().all(leads_back);
        drop(self.list);
        if !directed {
            for link in &mut links {
                if link.from > link.to {
                    *link = back(link);
                }
            }
            links.sort_unstable();
            // Of a directed graph both ways stood there.
            links.dedup();
        }
        let nodes = u64::try_from(index.len()).unwrap_or(u64::MAX);
        Graph {
            nodes,
            directed,
            names: names.map(Into::into),
            switches: None,
            switch_ports: Ports::All,
            links: links.into(),
        }
    }
}

/// The link the other way.
fn back(link: &GraphLink) -> GraphLink {
    GraphLink { from: link.to, to: link.from, ..*link }
}

/// Refuses a name that cannot be read.
pub(super) fn require_name(name: &str, place: impl Fn() -> String) -> Result<(), GraphFault> {
    if name.is_empty() || name.trim() != name || name.chars().any(char::is_control) {
        return Err(GraphFault::BadName { place: place() });
    }
    Ok(())
}
