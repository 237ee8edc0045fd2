//! Nodes and links that were read, made into a graph.

use super::fault::{GraphFault, shown};
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
    /// Attributes of links that say how long they are, or how fast, which slots have no place for; in order, each
    /// once.
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
        let number = word.parse().ok().filter(|number: &u64| number.to_string() == word);
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
    ids: Vec<Id>,
}

impl Nodes {
    /// The number of a node, if it is known.
    pub(super) fn known(&self, id: &Id) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    /// The number of a node, a new one if it is not known.
    pub(super) fn number(&mut self, id: Id) -> Result<u32, GraphFault> {
        if let Some(number) = self.known(&id) {
            return Ok(number);
        }
        let number = Self::checked(self.ids.len())?;
        self.numbers.insert(id.clone(), number);
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

    /// The index of every node by its number, and the names of nodes by their index: none if the nodes are the
    /// numbers from 0 on. Numbers are in increasing order, words as they were told.
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

/// Links by the numbers of their ends.
#[derive(Debug, Default)]
pub(super) struct Links {
    list: Vec<GraphLink>,
    /// By their ends, those of links that lead both ways in order: where they stand, and which link was told.
    known: HashMap<(u32, u32), (usize, usize)>,
}

impl Links {
    /// Adds the link that was told as the `told`-th; of links between the same nodes that add up, capacities do.
    pub(super) fn add(
        &mut self,
        link: GraphLink,
        told: usize,
        directed: bool,
        add_up: bool,
        place: impl Fn(usize) -> String,
    ) -> Result<(), GraphFault> {
        let GraphLink { from, to, capacity } = link;
        let ends = if directed || from < to { (from, to) } else { (to, from) };
        if let Some(&(at, first)) = self.known.get(&ends) {
            if !add_up {
                return Err(GraphFault::Repeated { place: place(told), first: place(first) });
            }
            let sum = self.list[at].capacity.checked_add(capacity);
            let too_much =
                || GraphFault::Capacity { place: place(told), found: "of all together".to_owned() };
            self.list[at].capacity = sum.ok_or_else(too_much)?;
            return Ok(());
        }
        if self.list.len() >= MOST {
            return Err(GraphFault::TooLarge { most: MOST });
        }
        self.known.insert(ends, (self.list.len(), told));
        self.list.push(link);
        Ok(())
    }

    /// The graph of these links, the nodes having these indices.
    pub(super) fn into_graph(self, index: &[u32], names: Option<Vec<String>>, directed: bool) -> Graph {
        let renamed = |link: &GraphLink| {
            let (from, to) = (index[wide(link.from)], index[wide(link.to)]);
            GraphLink { from, to, ..*link }
        };
        let mut links: Vec<GraphLink> = self.list.iter().map(renamed).collect();
        let back = |link: &GraphLink| GraphLink { from: link.to, to: link.from, ..*link };
        links.sort_unstable();
        let leads_back = |link: &GraphLink| links.binary_search(&back(link)).is_ok();
        let directed = directed && !links.iter().all(leads_back);
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

/// Refuses a name that cannot be read.
pub(super) fn require_name(name: &str, place: impl Fn() -> String) -> Result<(), GraphFault> {
    if name.is_empty() || name.trim() != name || name.chars().any(char::is_control) {
        return Err(GraphFault::BadName { place: place() });
    }
    Ok(())
}
