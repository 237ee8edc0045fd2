//! Collects the nodes and links of a file and makes a graph of them.

use super::fault::GraphFault;
use crate::grammar::packet::Rate;
use crate::grammar::shown;
use crate::model::wide;
use crate::wire::{Graph, GraphLink, Ports};
use std::collections::HashMap;
use std::fmt;

/// Most nodes, and most links, of a file; a network has fewer.
pub(super) const MAX_NODES_OR_LINKS: usize = 1 << 25;

/// The remark on a file whose comment calls the graph directed, while its lines do not.
pub(super) const SAYS_DIRECTED: &str =
    "a comment says directed, links are read without direction (--directed)";

/// The remark on a column of directions that contradicts the option of the command.
pub(super) const COLUMN_CONTRADICTS_DIRECTED: &str =
    "says that links lead both ways, --directed that they lead one way";

/// A graph that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadGraph {
    /// The graph, with its links in order. A directed graph is undirected here if all its links lead both
    /// ways.
    pub graph: Graph,
    /// How ambiguous parts of the file were read: which column is the capacity, what was left out and why.
    /// Empty if nothing was guessed.
    pub remarks: Vec<String>,
    /// The rate of a link of capacity 1, if the file gives it with a unit.
    pub rate: Option<Rate>,
}

impl ReadGraph {
    /// Returns all remarks and the size of the graph in one line; none if nothing was guessed.
    #[must_use]
    pub fn doubts(&self) -> Option<String> {
        let counted = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let (nodes, links) = (self.graph.nodes, crate::model::count_of(self.graph.links.len()));
        let capacities = self.graph.links.iter().map(|link| link.capacity);
        let capacities = match (capacities.clone().min(), capacities.max()) {
            (Some(1), Some(1)) | (None, _) | (_, None) => String::new(),
            (Some(least), Some(most)) if least == most => format!(", capacities {most}"),
            (Some(least), Some(most)) => format!(", capacities {least} to {most}"),
        };
        let said = self.remarks.join("; ");
        (!said.is_empty())
            .then(|| format!("{said}; {}, {}{capacities}", counted(nodes, "node"), counted(links, "link")))
    }
}

/// The id of a node in the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Id {
    Number(u64),
    Word(String),
}

impl Id {
    /// Reads a word of a list of edges.
    pub(super) fn of(word: &str) -> Self {
        // Numbers in canonical form only: no sign, no leading zero.
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

/// Nodes by their ids, in the order in which they appear.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    numbers: HashMap<Id, u32>,
    /// The nodes whose ids are small numbers, by these numbers; [`NO_NODE`] for an id that is not known.
    small: Vec<u32>,
    ids: Vec<Id>,
}

/// Ids below this number are looked up in a vector, which has at most this length.
const DENSE_IDS: usize = 1 << 20;
const NO_NODE: u32 = u32::MAX;

impl Nodes {
    /// Returns the number of a node, if it is known.
    pub(super) fn known(&self, id: &Id) -> Option<u32> {
        match small(id) {
            Some(at) => self.small.get(at).copied().filter(|&number| number != NO_NODE),
            None => self.numbers.get(id).copied(),
        }
    }

    /// Returns the number of a node; it gets the next number if it is new.
    pub(super) fn number(&mut self, id: Id) -> Result<u32, GraphFault> {
        if let Some(number) = self.known(&id) {
            return Ok(number);
        }
        let number = Self::checked(self.ids.len())?;
        if let Some(at) = small(&id) {
            if self.small.len() <= at {
                self.small.resize(at + 1, NO_NODE);
            }
            self.small[at] = number;
        } else {
            self.numbers.insert(id.clone(), number);
        }
        self.ids.push(id);
        Ok(number)
    }

    /// Returns the id of a node, if it is no number.
    pub(super) fn word(&self, number: u32) -> Option<&str> {
        match self.ids.get(wide(number)) {
            Some(Id::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn checked(number: usize) -> Result<u32, GraphFault> {
        let small = u32::try_from(number).ok().filter(|_| number < MAX_NODES_OR_LINKS);
        small.ok_or(GraphFault::TooLarge { most: MAX_NODES_OR_LINKS })
    }

    /// Returns the index of every node by its number, and the names of nodes by their index: none if the ids
    /// are the numbers from 0 on. Ids are sorted if all are numbers, else they keep their order in the file.
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
        // All ids differ.
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

/// Returns an id that is a small number.
fn small(id: &Id) -> Option<usize> {
    let Id::Number(number) = id else { return None };
    usize::try_from(*number).ok().filter(|&number| number < DENSE_IDS)
}

/// Links by the numbers of their ends.
#[derive(Debug)]
pub(super) struct Links {
    directed: bool,
    list: Vec<ReadLink>,
}

/// A link as it was read, with its position in the file.
#[derive(Debug)]
struct ReadLink {
    link: GraphLink,
    order: u32,
    /// Whether its ends were swapped, so that the lesser is first; only in undirected graphs.
    is_turned: bool,
    /// An identity that distinguishes it from parallel links.
    identity: Option<Box<str>>,
}

impl Links {
    /// Makes an empty list of links.
    pub(super) fn new(directed: bool) -> Self {
        Self { directed, list: Vec::new() }
    }

    /// Reserves memory for more links.
    pub(super) fn reserve(&mut self, links: usize) {
        self.list.reserve_exact(links.min(MAX_NODES_OR_LINKS));
    }

    /// Adds a link; `told` is its position in the file.
    pub(super) fn add(
        &mut self,
        link: GraphLink,
        told: usize,
        identity: Option<&str>,
    ) -> Result<(), GraphFault> {
        let too_large = GraphFault::TooLarge { most: MAX_NODES_OR_LINKS };
        let order =
            u32::try_from(told).ok().filter(|_| self.list.len() < MAX_NODES_OR_LINKS).ok_or(too_large)?;
        let is_turned = !self.directed && link.from > link.to;
        let link = if is_turned { back(&link) } else { link };
        self.list.push(ReadLink { link, order, is_turned, identity: identity.map(Into::into) });
        Ok(())
    }

    /// Returns whether there are no links.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Replaces the number in place of each link's capacity by the capacity that belongs to it.
    pub(super) fn set_capacities(&mut self, capacity: impl Fn(u32) -> u32) {
        for told in &mut self.list {
            told.link.capacity = capacity(told.link.capacity);
        }
    }

    /// Merges links between equal ends into one. Parallel links with distinct identities add up. If every
    /// link appears in both directions with one capacity, each pair is one link. Returns remarks for a user.
    ///
    /// # Errors
    /// [`GraphFault`] for the first link that is repeated in any other way.
    ///
    /// # Complexity
    /// O(L log L) time for L links, in place.
    pub(super) fn merge_repeated(
        &mut self,
        place: impl Fn(usize) -> String,
    ) -> Result<Vec<String>, GraphFault> {
        let ends = |told: &ReadLink| (told.link.from, told.link.to);
        self.list.sort_unstable_by_key(|told| (ends(told), told.order));
        let mut worst: Option<RepeatedLink> = None;
        let (mut groups, mut both_ways, mut summed) = (0_usize, 0_usize, 0_usize);
        let mut first_pair: Option<[u32; 2]> = None;
        for same in self.list.chunk_by_mut(|a, b| ends(a) == ends(b)) {
            groups += 1;
            if let [one, other] = same
                && one.is_turned != other.is_turned
                && one.link.capacity == other.link.capacity
            {
                both_ways += 1;
                summed += usize::from(one.identity != other.identity);
                if first_pair.is_none_or(|[_, order]| other.order < order) {
                    first_pair = Some([one.order, other.order]);
                }
            }
        }
        let all_ways = both_ways == groups && groups > 0;
        if let Some(pair) = first_pair.filter(|_| all_ways && summed > 0) {
            let [first, place] = pair.map(|order| place(wide(order)));
            return Err(GraphFault::BothWays { place, first });
        }
        summed = 0;
        for same in self.list.chunk_by_mut(|a, b| ends(a) == ends(b)) {
            if all_ways {
                break;
            }
            match add_up(same) {
                Ok(parallel) => summed += parallel,
                Err(clash) if worst.as_ref().is_none_or(|before| clash.order < before.order) => {
                    worst = Some(clash);
                }
                Err(_) => {}
            }
        }
        // The first link of each group has the sum.
        self.list.dedup_by(|later, first| ends(later) == ends(first));
        if let Some(clash) = worst {
            return Err(clash.fault(place));
        }
        let both =
            "every link stands both ways and is read as one without direction (--directed makes it two)";
        let sums = || format!("the capacities of {summed} links side by side are added up");
        Ok(all_ways.then(|| both.to_owned()).into_iter().chain((summed > 0).then(sums)).collect())
    }

    /// Makes the graph of these links; `index` has the index of each node by its number.
    pub(super) fn into_graph(self, index: &[u32], names: Option<Vec<String>>) -> Graph {
        let renamed = |ReadLink { link, .. }: &ReadLink| {
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
            // In a directed graph, both directions were listed.
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

/// A link that is repeated, and the one before it. Places are computed only for the first such link of all.
struct RepeatedLink {
    order: u32,
    first: u32,
    is_turned: bool,
    is_too_much: bool,
}

impl RepeatedLink {
    fn fault(&self, place: impl Fn(usize) -> String) -> GraphFault {
        let at = place(wide(self.order));
        if self.is_too_much {
            return GraphFault::Capacity { place: at, found: "of all together".to_owned() };
        }
        let first = place(wide(self.first));
        if self.is_turned {
            GraphFault::BothWays { place: at, first }
        } else {
            GraphFault::Repeated { place: at, first }
        }
    }
}

/// Adds the capacities of parallel links to the first; returns the number of parallel links.
fn add_up(same: &mut [ReadLink]) -> Result<usize, RepeatedLink> {
    let Some((first, others)) = same.split_first_mut() else { return Ok(0) };
    let mut seen: Vec<Option<Box<str>>> = vec![first.identity.clone()];
    for other in &*others {
        let is_apart = other.identity.is_some() && !seen.contains(&other.identity) && !seen.contains(&None);
        let sum = first.link.capacity.checked_add(other.link.capacity);
        let clash = || RepeatedLink {
            order: other.order,
            first: first.order,
            is_turned: other.is_turned != first.is_turned,
            is_too_much: is_apart,
        };
        let sum = sum.filter(|_| is_apart).ok_or_else(clash)?;
        first.link.capacity = sum;
        seen.push(other.identity.clone());
    }
    Ok(if others.is_empty() { 0 } else { others.len() + 1 })
}

/// Returns the link in the other direction.
fn back(link: &GraphLink) -> GraphLink {
    GraphLink { from: link.to, to: link.from, ..*link }
}

/// Marks nodes of a graph as switches, if there are any.
pub(super) fn mark_switches(mut graph: Graph, mut switches: Vec<u32>) -> Graph {
    switches.sort_unstable();
    graph.switches = (!switches.is_empty()).then(|| switches.into());
    graph
}

/// Refuses a name that cannot be read.
pub(super) fn require_name(name: &str, place: impl Fn() -> String) -> Result<(), GraphFault> {
    if name.is_empty() || name.trim() != name || name.chars().any(char::is_control) {
        return Err(GraphFault::BadName { place: place() });
    }
    // Zero-width spaces, soft hyphens, byte order marks and direction marks.
    let is_hidden = |letter: &char| {
        crate::model::plain(*letter) != *letter
            || matches!(letter, '\u{AD}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
    };
    if let Some(letter) = name.chars().find(is_hidden) {
        return Err(GraphFault::HiddenLetter { place: place(), code: letter.into() });
    }
    Ok(())
}
