//! A graph by its links: adjacency, capacities and distances.

pub(super) mod lift;
pub(crate) mod lines;
mod mesh;
pub(crate) mod search;
mod switches;

use crate::effort::Effort;
use crate::network::graph::lines::{Flow, Line, Lines, OwnLine};
use crate::network::graph::mesh::Mesh;
use crate::network::graph::search::NO_HOPS;
use crate::network::graph::switches::Switches;
use crate::network::limits::{GRAPH_CAPACITY_LIMIT, GRAPH_NODE_LIMIT, too_large};
use crate::network::symmetry::sheets::Sheets;
use crate::number::{narrow, place, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;
use std::collections::HashMap;

/// The distance to a node that cannot be reached.
pub(crate) const NO_WAY: u64 = u64::MAX;

/// The structure that is known of a graph beside its links.
#[derive(Debug)]
pub(crate) enum Rule {
    /// Nothing.
    Listed,
    /// It is a mesh: distances need no search.
    Mesh(Mesh),
    /// It is a lift, which has translations.
    Lift(Sheets),
}

/// A graph by the lines out of every node, and the lines into it.
#[derive(Debug)]
pub(crate) struct Graph {
    out: Lines,
    /// None if every link leads both ways.
    into: Option<Lines>,
    /// The greatest capacity that leaves, or comes to, a node.
    links: u64,
    pub(crate) switches: Switches,
    pub(crate) rule: Rule,
}

impl Graph {
    /// Builds the graph of a document.
    ///
    /// # Complexity
    /// Time O(links · log links), space O(nodes + links).
    pub(crate) fn new(document: &wire::Graph) -> Result<Self, Rejection> {
        let nodes = document.nodes;
        if nodes < 2 {
            return Err(Rejection::RadixTooSmall { place: "task.network.nodes".to_owned(), found: nodes });
        }
        let size = narrow(nodes, usize::MAX).filter(|_| nodes <= GRAPH_NODE_LIMIT).ok_or_else(too_large)?;
        require_names(document.names.as_deref(), nodes)?;
        let switches = Switches::new(document.switches.as_deref(), document.switch_ports, nodes, 1)?;
        let mut whole = 0_u64;
        let fault = |index| require_link(document, index, size, &mut whole).err().map(|fault| (index, fault));
        let bad = (0..document.links.len()).find_map(fault);
        // A link whose only fault is a capacity beyond the limit counts among the links before the fault.
        let last = |(index, fault): &(usize, Rejection)| {
            index + usize::from(matches!(fault, Rejection::GraphTooLarge { .. }))
        };
        let good = bad.as_ref().map_or(document.links.len(), last);
        require_once(document, good)?;
        if let Some((_, fault)) = bad {
            return Err(fault);
        }
        let forth = document.links.iter().map(|&wire::GraphLink { from, to, capacity }| OwnLine {
            of: from,
            end: to,
            capacity,
        });
        let back = forth.clone().map(|line| OwnLine { of: line.end, end: line.of, ..line });
        if document.directed {
            let (out, into) = (Lines::new(size, forth), Lines::new(size, back));
            return Ok(Self::of(out, Some(into), switches));
        }
        let both = forth.zip(back).flat_map(|(forth, back)| [forth, back]);
        Ok(Self::of(Lines::new(size, both), None, switches))
    }

    /// Builds a mesh.
    ///
    /// # Complexity
    /// Time O(nodes · dimensions²), space O(nodes · dimensions).
    pub(super) fn mesh(radices: &[u64], effort: &Effort) -> Result<Self, Rejection> {
        let mesh = Mesh::new(radices)?;
        let graph = Self::of_each(mesh.lines(effort)?, Switches::none());
        Ok(Self { rule: Rule::Mesh(mesh), ..graph })
    }

    /// Builds the graph of lines that lead both ways; they come node after node, at most one to every other
    /// node.
    fn of_each(nodes: impl Iterator<Item = Vec<Line>>, switches: Switches) -> Self {
        Self::of(Lines::of_each(nodes), None, switches)
    }

    fn of(out: Lines, into: Option<Lines>, switches: Switches) -> Self {
        let links = out.greatest_capacity().max(into.as_ref().map_or(0, Lines::greatest_capacity));
        Self { out, into, links, switches, rule: Rule::Listed }
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        wide(self.out.nodes())
    }

    /// Returns the most packets that leave, or come to, a node in a slot.
    pub(super) fn links(&self) -> u64 {
        self.links
    }

    /// Returns the lines out of all nodes, or into them.
    pub(crate) fn lines(&self, way: Flow) -> &Lines {
        match way {
            Flow::Out => &self.out,
            Flow::In => self.into.as_ref().unwrap_or(&self.out),
        }
    }

    /// Returns how many packets can go from one node to another in a slot.
    pub(crate) fn capacity(&self, from: u64, to: u64) -> u64 {
        self.out.find(from, to).map_or(0, |at| self.out.capacity(at).into())
    }

    /// Returns the other end of a link of a node, or of one that comes to it. Links are numbered by
    /// increasing other end; a line stands for as many links as it carries packets in a slot.
    pub(super) fn step(&self, node: u64, link: usize, way: Flow) -> Option<u64> {
        let mut before = wide(link);
        let beyond = self.lines(way).of(node).find(|line| {
            let is_here = before < line.capacity;
            before = before.saturating_sub(line.capacity);
            is_here
        });
        beyond.map(|line| line.node)
    }

    /// Returns whether distances have to be searched for.
    pub(super) fn is_searched(&self) -> bool {
        !matches!(self.rule, Rule::Mesh(_))
    }

    /// Returns the distance from one node to another, in hops; none if no way leads there.
    ///
    /// # Complexity
    /// Time and space O(nodes + links), in a mesh O(dimensions).
    pub(super) fn between(&self, from: u64, to: u64) -> Option<u64> {
        if let Rule::Mesh(mesh) = &self.rule {
            return Some(mesh.between(from, to));
        }
        let node = |node: u64| u32::try_from(node).ok().filter(|&node| place(node) < self.out.nodes());
        let hops = search::between([&self.out, self.lines(Flow::In)], [node(from)?, node(to)?]);
        (hops != NO_HOPS).then_some(hops.into())
    }

    /// Returns the distances between many pairs of nodes, as [`search::distances`].
    pub(super) fn distances<E>(
        &self,
        pairs: usize,
        pair: impl Fn(usize) -> [u32; 2],
        spend: impl Fn(u64) -> Result<(), E>,
    ) -> Result<Vec<u32>, E> {
        search::distances([&self.out, self.lines(Flow::In)], pairs, pair, spend)
    }

    /// Returns the distances from a node to all others, or from all others to it; [`NO_WAY`] where no way
    /// leads.
    pub(crate) fn all(&self, node: u64, way: Flow) -> Vec<u64> {
        let lines = self.lines(way);
        let mut hops = vec![NO_HOPS; lines.nodes()];
        if let Ok(node) = u32::try_from(node) {
            let _looks = search::breadth_first(lines, node, &mut hops, &mut Vec::new());
        }
        hops.into_iter().map(|hops| if hops == NO_HOPS { NO_WAY } else { hops.into() }).collect()
    }

    /// Returns the greatest distance between nodes of which one has a way to the other.
    pub(super) fn diameter(&self) -> u64 {
        let alike = match &self.rule {
            Rule::Mesh(mesh) => return mesh.diameter(),
            // A translation takes every node into the sheet of the identity, which has as many nodes as the
            // base.
            Rule::Lift(sheets) => sheets.base,
            Rule::Listed => self.nodes(),
        };
        let farthest = |node| self.all(node, Flow::Out).into_iter().filter(|&hops| hops != NO_WAY).max();
        (0..alike).filter_map(farthest).max().unwrap_or(0)
    }

    /// Returns the number of nodes, switches aside, at this distance or a greater one from a node, or to it.
    pub(super) fn nodes_from(&self, node: u64, distance: u64, way: Flow) -> u64 {
        let is_far = |hops: u64| hops >= distance && hops != NO_WAY;
        let all = (0..).zip(self.all(node, way));
        wide(all.filter(|&(node, hops)| is_far(hops) && !self.switches.has(node)).count())
    }

    /// Returns the position of `to` relative to `from`, which no translation changes.
    pub(super) fn seen_from(&self, from: u64, to: u64) -> u64 {
        if let Rule::Lift(sheets) = &self.rule { sheets.seen_from(from, to) } else { to }
    }

    /// Returns the image of a node under the translation that takes node 0 to `shift`, if there is one: a
    /// lift has those of its group; of another graph only the identity is known.
    pub(super) fn shifted(&self, shift: u64, node: u64) -> Option<u64> {
        match &self.rule {
            Rule::Lift(sheets) => sheets.shifted(shift, node),
            Rule::Listed | Rule::Mesh(_) => (shift == 0).then_some(node),
        }
    }
}

/// Refuses a link that does not lead between two nodes, has no capacity, or exceeds the limit together with
/// the links before it.
fn require_link(document: &wire::Graph, index: usize, size: usize, whole: &mut u64) -> Result<(), Rejection> {
    let link = document.links[index];
    for (end, node) in [link.from, link.to].into_iter().enumerate() {
        if place(node) >= size {
            let (found, nodes) = (node.into(), document.nodes);
            return Err(Rejection::LinkOutOfRange { index, end, found, nodes });
        }
    }
    if link.from == link.to {
        return Err(Rejection::LinkToItself { index, node: link.from.into() });
    }
    if link.capacity == 0 {
        return Err(Rejection::ZeroCapacity { index, at: 2 });
    }
    // At most 2²⁵ before, and two numbers below 2³².
    *whole += if document.directed { u64::from(link.capacity) } else { 2 * u64::from(link.capacity) };
    if *whole > GRAPH_CAPACITY_LIMIT { Err(too_large()) } else { Ok(()) }
}

/// Refuses the first of the given number of links that repeats the two nodes of an earlier one; links in
/// increasing order need no sorting.
fn require_once(document: &wire::Graph, links: usize) -> Result<(), Rejection> {
    let pair = |index: usize| {
        let link = document.links[index];
        match (link.from, link.to) {
            (from, to) if document.directed || from < to => (from, to),
            (from, to) => (to, from),
        }
    };
    if (1..links).all(|index| pair(index - 1) < pair(index)) {
        return Ok(());
    }
    let mut order: Vec<usize> = (0..links).collect();
    // The sort is stable: equal pairs stay in the order of the document.
    order.sort_by_key(|&index| pair(index));
    let mut repeated: Option<(usize, usize)> = None;
    let mut first = 0;
    for at in 1..order.len() {
        if pair(order[at]) != pair(order[first]) {
            first = at;
        } else if repeated.is_none_or(|(index, _)| order[at] < index) {
            repeated = Some((order[at], order[first]));
        }
    }
    match repeated {
        Some((index, first)) => Err(Rejection::RepeatedLink { index, first }),
        None => Ok(()),
    }
}

/// Refuses names unless there is one for each node, all differ, and none is empty, padded with blanks or has
/// control characters.
pub(super) fn require_names(names: Option<&[String]>, nodes: u64) -> Result<(), Rejection> {
    let Some(names) = names else { return Ok(()) };
    if wide(names.len()) != nodes {
        return Err(Rejection::NameCount { found: names.len(), nodes });
    }
    let mut known = HashMap::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        if name.trim() != name || name.is_empty() || name.chars().any(char::is_control) {
            return Err(Rejection::BadName { index });
        }
        if let Some(first) = known.insert(name, index) {
            return Err(Rejection::RepeatedName { index, first });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every list of five links between four nodes.
    #[test]
    fn the_first_repeated_link_is_reported_with_the_one_that_it_repeats() {
        let pairs = [(0, 1), (1, 0), (1, 2), (3, 2), (2, 3)];
        for (choice, directed) in (0..5_usize.pow(5)).flat_map(|choice| [(choice, false), (choice, true)]) {
            let ends: Vec<(u32, u32)> = (0..5).map(|at| pairs[choice / 5_usize.pow(at) % 5]).collect();
            let links = ends.iter().map(|&(from, to)| wire::GraphLink { from, to, capacity: 1 });
            let (names, switches, switch_ports) = (None, None, wire::Ports::All);
            let links = links.collect();
            let document = wire::Graph { nodes: 4, directed, names, switches, switch_ports, links };
            let same = |a: (u32, u32), b: (u32, u32)| a == b || !directed && a == (b.1, b.0);
            let twin = |index: usize| (0..index).find(|&first| same(ends[first], ends[index]));
            let expected = (0..5).find_map(|index| Some((index, twin(index)?)));
            let found = match require_once(&document, 5) {
                Ok(()) => None,
                Err(Rejection::RepeatedLink { index, first }) => Some((index, first)),
                Err(other) => unreachable!("{other}"),
            };
            assert_eq!(found, expected, "{ends:?}");
        }
    }
}
