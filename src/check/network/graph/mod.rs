//! A graph by its links: who is next to whom, how much goes between them in a slot, and how far it is.

pub(super) mod lift;
pub(super) mod mesh;
mod switches;

use crate::network::graph::switches::Switches;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// At most this many nodes, 2²⁰.
pub(super) const NODE_LIMIT: u64 = 1 << 20;
/// At most this much capacity of all directed links together, 2²⁵.
pub(super) const CAPACITY_LIMIT: u64 = 1 << 25;
/// What stands for a distance where no way leads.
pub(crate) const NO_WAY: u64 = u64::MAX;
/// How many distances from one node are sought one by one before all of them are.
const SINGLE: u32 = 8;

/// That a graph is beyond the limits.
pub(super) fn too_large() -> Rejection {
    Rejection::GraphTooLarge { nodes: NODE_LIMIT, links: CAPACITY_LIMIT }
}

/// What leads from a node to another, or the other way: the other node, and packets in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) node: u64,
    pub(crate) capacity: u64,
}

/// Both ends of every line, in lists by node, each by increasing other end.
#[derive(Debug)]
pub(crate) struct Graph {
    out: Vec<Vec<Line>>,
    /// None if every link leads both ways.
    into: Option<Vec<Vec<Line>>>,
    /// The greatest capacity that leaves, or comes to, a node.
    links: u64,
    pub(crate) switches: Switches,
    last: Mutex<Last>,
}

/// The distances that were asked for last.
#[derive(Debug, Default)]
struct Last {
    from: u64,
    asked: u32,
    /// From that node to all, once they were worth it.
    all: Vec<u64>,
    towards: Towards,
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
        let size = narrow(nodes, usize::MAX).filter(|_| nodes <= NODE_LIMIT).ok_or_else(too_large)?;
        require_names(document.names.as_deref(), nodes)?;
        let switches = Switches::new(document.switches.as_deref(), document.switch_ports, nodes, 1)?;
        let mut out: Vec<Vec<Line>> = vec![Vec::new(); size];
        let mut into: Vec<Vec<Line>> = vec![Vec::new(); if document.directed { size } else { 0 }];
        let mut whole = 0_u64;
        let mut bad = None;
        for (index, link) in document.links.iter().enumerate() {
            match ends(document, index, size, &mut whole) {
                Ok((at, there)) => {
                    let capacity = u64::from(link.capacity);
                    out[at].push(Line { node: link.to.into(), capacity });
                    let back = if document.directed { &mut into } else { &mut out };
                    back[there].push(Line { node: link.from.into(), capacity });
                }
                Err(fault) => {
                    bad = Some((index, fault));
                    break;
                }
            }
        }
        // A link that is good but for the room that it takes counts among those that stand before a fault.
        let last = |(index, fault): &(usize, Rejection)| {
            index + usize::from(matches!(fault, Rejection::GraphTooLarge { .. }))
        };
        let good = bad.as_ref().map_or(document.links.len(), last);
        require_once(document, good)?;
        if let Some((_, fault)) = bad {
            return Err(fault);
        }
        Ok(Self::of(out, document.directed.then_some(into), switches))
    }

    /// The graph of lines that lead both ways, to every other node one at most.
    pub(super) fn of_lines(out: Vec<Vec<Line>>, switches: Switches) -> Self {
        Self::of(out, None, switches)
    }

    fn of(mut out: Vec<Vec<Line>>, mut into: Option<Vec<Vec<Line>>>, switches: Switches) -> Self {
        out.iter_mut().chain(into.iter_mut().flatten()).for_each(|lines| lines.sort_unstable());
        let room = |lines: &Vec<Line>| lines.iter().map(|line| line.capacity).sum::<u64>();
        let links = out.iter().chain(into.iter().flatten()).map(room).max().unwrap_or(0);
        Self { out, into, links, switches, last: Mutex::default() }
    }

    /// The most packets that leave, or come to, a node in a slot.
    pub(crate) fn links(&self) -> u64 {
        self.links
    }

    /// Number of ways from a node to another.
    pub(crate) fn lines(&self) -> u64 {
        self.out.iter().map(|lines| wide(lines.len())).sum()
    }

    /// Where a node sends.
    pub(crate) fn out(&self, node: u64) -> &[Line] {
        lines(&self.out, node)
    }

    /// From where a node receives.
    pub(crate) fn into(&self, node: u64) -> &[Line] {
        lines(self.into.as_ref().unwrap_or(&self.out), node)
    }

    /// How many packets can go from one node to another in a slot.
    pub(crate) fn capacity(&self, from: u64, to: u64) -> u64 {
        let lines = self.out(from);
        lines.binary_search_by_key(&to, |line| line.node).map_or(0, |at| lines[at].capacity)
    }

    /// Where a link leads: links are numbered by increasing other end, as many for each as it carries packets
    /// in a slot. Backwards, the links that come to the node are.
    pub(crate) fn step(&self, node: u64, link: usize, backwards: bool) -> Option<u64> {
        let mut before = wide(link);
        let lines = if backwards { self.into(node) } else { self.out(node) };
        let beyond = lines.iter().find(|line| {
            let is_here = before < line.capacity;
            before = before.saturating_sub(line.capacity);
            is_here
        });
        beyond.map(|line| line.node)
    }

    /// Distance from one node to another, in hops; none if no way leads there.
    ///
    /// # Complexity
    /// Time O(nodes + links) at worst, and nothing to speak of where many are asked from one node.
    pub(crate) fn between(&self, from: u64, to: u64) -> Option<u64> {
        // Whoever panicked left numbers that are right or not used.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.from != from || last.asked == 0 {
            (last.from, last.asked) = (from, 1);
            last.all.clear();
        } else {
            last.asked = last.asked.saturating_add(1);
        }
        if last.all.is_empty() && last.asked > SINGLE {
            last.all = spread(&self.out, from);
        }
        let hops = match narrow(to, last.all.len()) {
            Some(at) => last.all[at],
            None => last.towards.meet(self, [from, to]),
        };
        (hops != NO_WAY).then_some(hops)
    }

    /// Distances from a node to all others, or from all others to it; [`NO_WAY`] where no way leads.
    pub(crate) fn all(&self, node: u64, towards: bool) -> Vec<u64> {
        spread(self.into.as_ref().filter(|_| towards).unwrap_or(&self.out), node)
    }
}

/// Two searches that grow towards one another, kept for the next two ends.
#[derive(Debug, Default)]
struct Towards {
    /// For each end and node the number of the last search that reached it from there.
    reached: [Vec<u32>; 2],
    search: u32,
}

impl Towards {
    /// Hops from one node to another, the smaller front going on; [`NO_WAY`] where there is none.
    fn meet(&mut self, graph: &Graph, ends: [u64; 2]) -> u64 {
        if ends[0] == ends[1] {
            return 0;
        }
        let size = graph.out.len();
        self.search =
            self.search.checked_add(1).filter(|_| self.reached[0].len() == size).unwrap_or_else(|| {
                self.reached = [vec![0; size], vec![0; size]];
                1
            });
        let search = self.search;
        let mut fronts = ends.map(|end| vec![end]);
        for (reached, end) in self.reached.iter_mut().zip(ends) {
            if let Some(at) = narrow(end, size) {
                reached[at] = search;
            }
        }
        let mut hops = 0;
        while fronts.iter().all(|front| !front.is_empty()) {
            hops += 1;
            let turn = usize::from(fronts[0].len() > fronts[1].len());
            let mut next = Vec::new();
            for &node in &fronts[turn] {
                let lines = if turn == 0 { graph.out(node) } else { graph.into(node) };
                for line in lines {
                    let Some(at) = narrow(line.node, size) else { continue };
                    if self.reached[1 - turn][at] == search {
                        return hops;
                    }
                    if self.reached[turn][at] != search {
                        self.reached[turn][at] = search;
                        next.push(line.node);
                    }
                }
            }
            fronts[turn] = next;
        }
        NO_WAY
    }
}

/// The ends of a link as places of lists, its capacity added to that of those before it.
fn ends(
    document: &wire::Graph,
    index: usize,
    size: usize,
    whole: &mut u64,
) -> Result<(usize, usize), Rejection> {
    let link = document.links[index];
    let end = |node: u32, end| {
        let node = u64::from(node);
        let nodes = document.nodes;
        narrow(node, size).ok_or(Rejection::LinkOutOfRange { index, end, found: node, nodes })
    };
    let ends = (end(link.from, 0)?, end(link.to, 1)?);
    if link.from == link.to {
        return Err(Rejection::LinkToItself { index, node: link.from.into() });
    }
    if link.capacity == 0 {
        return Err(Rejection::ZeroCapacity { index, at: 2 });
    }
    // At most 2²⁵ before, and two numbers below 2³².
    *whole += if document.directed { u64::from(link.capacity) } else { 2 * u64::from(link.capacity) };
    if *whole > CAPACITY_LIMIT { Err(too_large()) } else { Ok(ends) }
}

/// Refuses the first of so many links whose nodes another before it has, which need no look if they are in
/// order.
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
    // Equal ones stay in the order of the document.
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

fn lines(all: &[Vec<Line>], node: u64) -> &[Line] {
    narrow(node, all.len()).map_or(&[], |at| &all[at])
}

/// Hops from a node along lines to every node; [`NO_WAY`] where there is none.
fn spread(all: &[Vec<Line>], from: u64) -> Vec<u64> {
    let mut hops = vec![NO_WAY; all.len()];
    let (mut front, mut round) = (vec![from], 0);
    if let Some(at) = narrow(from, hops.len()) {
        hops[at] = 0;
    }
    while !front.is_empty() {
        round += 1;
        let mut next = Vec::new();
        for node in front {
            for line in lines(all, node) {
                // A node joins the front once.
                if let Some(at) = narrow(line.node, hops.len()).filter(|&at| hops[at] == NO_WAY) {
                    hops[at] = round;
                    next.push(line.node);
                }
            }
        }
        front = next;
    }
    hops
}

/// Refuses names that are not one for each node, all different, of letters that can be seen.
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

    /// Every list of five links between four nodes: the first that repeats another is named, with the first
    /// that it repeats.
    #[test]
    fn the_first_link_that_stands_twice_is_named_with_its_first() {
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
