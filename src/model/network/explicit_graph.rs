//! Graphs of a user, link by link.

use crate::graph::BreadthFirst;
use crate::model::{Link, ModelError, Node, Switches, count_of, wide};
use crate::wire;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Most nodes, and most capacity of all directed links together.
pub(super) const MAX_GRAPH_NODES: u64 = 1 << 20;
pub(super) const MAX_GRAPH_LINKS: u64 = 1 << 25;
/// Most nodes of a graph that keeps all distances from a node after more than [`SINGLE_SEARCHES_OF_A_START`]
/// queries.
const MAX_NODES_WITH_ALL_DISTANCES: usize = 1 << 12;
/// Distances from one node that are searched one by one; the next query computes all of them.
const SINGLE_SEARCHES_OF_A_START: u32 = 8;

/// A graph that is given link by link, directed or not. A link that carries c packets in a slot is c links
/// side by side; those of a node are numbered by increasing other end.
#[derive(Debug)]
pub struct ExplicitGraph {
    out: Ends,
    /// The links that come to each node; none if every link leads both ways.
    into: Option<Ends>,
    links: u32,
    is_regular: bool,
    names: Option<Arc<[String]>>,
    switches: Option<Arc<Switches>>,
    known: DistanceCache,
}

/// The other ends of the links of all nodes, those of node 0 first.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ends {
    first: Vec<u32>,
    ends: Vec<u32>,
}

/// A cache of distances.
#[derive(Debug)]
enum DistanceCache {
    /// All distances, by start, for starts with more than [`SINGLE_SEARCHES_OF_A_START`] queries, and the
    /// queries of the other starts.
    All(Vec<OnceLock<Box<[u32]>>>, Mutex<RareStarts>),
    Last(Mutex<Last>),
}

/// Queries of starts that had at most [`SINGLE_SEARCHES_OF_A_START`] of them, whose distances are not kept.
#[derive(Debug, Default)]
struct RareStarts {
    /// Queries by start, up to [`SINGLE_SEARCHES_OF_A_START`].
    asked: Vec<u32>,
    search: BidirectionalSearch,
}

/// The distances from the start of the last query.
#[derive(Debug, Default)]
struct Last {
    from: u32,
    asked: u32,
    /// Distances from that node to all, after more than [`SINGLE_SEARCHES_OF_A_START`] queries; else empty.
    all: Vec<u32>,
    search: BidirectionalSearch,
}

/// Bidirectional breadth-first search, which always extends the smaller of the two fronts; its tables are
/// kept for the next search.
#[derive(Debug, Default)]
struct BidirectionalSearch {
    /// By node: the last search that reached it, twice its number, and one more if it came from the end.
    seen: Vec<u32>,
    searches: u32,
    fronts: [Vec<u32>; 2],
    next: Vec<u32>,
}

impl BidirectionalSearch {
    /// Returns the distance from one node to another; none if no way leads there.
    fn distance(&mut self, out: &Ends, into: &Ends, from: u32, to: u32) -> Option<u64> {
        if from == to {
            return Some(0);
        }
        if self.seen.is_empty() || self.searches >= u32::MAX / 2 {
            self.seen = vec![0; out.first.len()];
            self.searches = 0;
        }
        self.searches += 1;
        let marks = [2 * self.searches, 2 * self.searches + 1];
        for ((front, mark), node) in self.fronts.iter_mut().zip(marks).zip([from, to]) {
            front.clear();
            front.push(node);
            self.seen[wide(node)] = mark;
        }
        let mut hops = 0;
        while self.fronts.iter().all(|front| !front.is_empty()) {
            hops += 1;
            let turn = usize::from(self.fronts[0].len() > self.fronts[1].len());
            let ends = if turn == 0 { out } else { into };
            self.next.clear();
            for &there in self.fronts[turn].iter().flat_map(|&node| ends.of(node)) {
                let seen = &mut self.seen[wide(there)];
                if *seen == marks[1 - turn] {
                    return Some(hops);
                }
                if *seen != marks[turn] {
                    *seen = marks[turn];
                    self.next.push(there);
                }
            }
            std::mem::swap(&mut self.fronts[turn], &mut self.next);
        }
        None
    }
}

impl PartialEq for ExplicitGraph {
    fn eq(&self, other: &Self) -> bool {
        (&self.out, &self.into, &self.names, &self.switches)
            == (&other.out, &other.into, &other.names, &other.switches)
    }
}

impl Eq for ExplicitGraph {}

impl ExplicitGraph {
    /// Builds the graph of a document.
    ///
    /// # Errors
    /// [`ModelError`] when there is no such graph: too few or many nodes, ends that are no nodes, loops,
    /// capacities of 0, two links between one pair of nodes, names that are not one for each node and all
    /// different, or switches that are not nodes in increasing order.
    ///
    /// # Panics
    /// Never: the limits keep all numbers in 32 bits.
    ///
    /// # Complexity
    /// O(A log A) time for A directed links, O(A) space.
    pub fn new(graph: &wire::Graph) -> Result<Self, ModelError> {
        if graph.nodes < 2 {
            return Err(ModelError::RadixTooSmall { place: "nodes".to_owned(), found: graph.nodes });
        }
        let capacity: u64 = graph.links.iter().map(|link| u64::from(link.capacity)).sum();
        let directed = if graph.directed { capacity } else { 2 * capacity };
        if graph.nodes > MAX_GRAPH_NODES || directed > MAX_GRAPH_LINKS {
            return Err(ModelError::GraphTooLarge { nodes: MAX_GRAPH_NODES, links: MAX_GRAPH_LINKS });
        }
        require_links(graph)?;
        require_names(graph.names.as_deref(), graph.nodes)?;
        let marks = graph.switches.as_deref().unwrap_or_default();
        let switches = Switches::new(marks, graph.switch_ports, graph.nodes, 1)?.map(Arc::new);
        let nodes = usize::try_from(graph.nodes).expect("at most 2^20 nodes");
        let there = || graph.links.iter().map(|link| (link.from, link.to, link.capacity));
        let back = || graph.links.iter().map(|link| (link.to, link.from, link.capacity));
        let (out, into) = if graph.directed {
            (Ends::new(nodes, there()), Some(Ends::new(nodes, back())))
        } else {
            (Ends::new(nodes, there().chain(back())), None)
        };
        Ok(Self { switches, ..Self::of(out, into, graph.names.clone()) })
    }

    /// Builds a graph of links that lead both ways, each pair of nodes once, with their capacities.
    pub(super) fn of_links(nodes: u32, links: &[(u32, u32, u32)], switches: Option<Switches>) -> Self {
        let back = links.iter().map(|&(from, to, capacity)| (to, from, capacity));
        let out = Ends::new(wide(nodes), links.iter().copied().chain(back));
        Self { switches: switches.map(Arc::new), ..Self::of(out, None, None) }
    }

    fn of(out: Ends, into: Option<Ends>, names: Option<Arc<[String]>>) -> Self {
        let nodes = out.first.len() - 1;
        let degrees = |ends: &Ends| ends.first.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
        let all: Vec<u32> = degrees(&out).into_iter().chain(into.iter().flat_map(degrees)).collect();
        let links = all.iter().copied().max().unwrap_or(0);
        let known = if nodes <= MAX_NODES_WITH_ALL_DISTANCES {
            let rare = RareStarts { asked: vec![0; nodes], search: BidirectionalSearch::default() };
            DistanceCache::All((0..nodes).map(|_| OnceLock::new()).collect(), Mutex::new(rare))
        } else {
            DistanceCache::Last(Mutex::default())
        };
        let is_regular = all.iter().all(|&degree| degree == links);
        Self { out, into, links, is_regular, names, switches: None, known }
    }

    /// Returns the graph with every link reversed.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let names = self.names.clone();
        let turned = match &self.into {
            Some(into) => Self::of(into.clone(), Some(self.out.clone()), names),
            None => Self::of(self.out.clone(), None, names),
        };
        Self { switches: self.switches.clone(), ..turned }
    }

    /// Returns the nodes that forward and have no packets of their own, if there are any.
    #[must_use]
    pub fn switches(&self) -> Option<&Switches> {
        self.switches.as_deref()
    }

    /// Returns whether some link may lead one way only.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.into.is_some()
    }

    /// Returns whether all nodes have equally many links that leave them and that come to them.
    #[must_use]
    pub fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        count_of(self.out.first.len() - 1)
    }

    /// Returns the most links that leave a node, or come to it.
    #[must_use]
    pub fn links(&self) -> u32 {
        self.links
    }

    /// Returns the number of directed links.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        count_of(self.out.ends.len())
    }

    /// Returns the nodes to which the links of a node lead, increasing.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn leaving(&self, node: Node) -> &[u32] {
        self.out.of(node.narrow())
    }

    /// Returns the node to which a link of a node leads, if the node has that link.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn neighbor(&self, node: Node, link: Link) -> Option<Node> {
        self.leaving(node).get(wide(link.0)).map(|&to| Node(to.into()))
    }

    /// Returns the first of the links from one node to another.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn link_between(&self, from: Node, to: Node) -> Option<Link> {
        let ends = self.leaving(from);
        let first = ends.partition_point(|&end| u64::from(end) < to.0);
        let is_there = ends.get(first).is_some_and(|&end| u64::from(end) == to.0);
        is_there.then(|| Link(u32::try_from(first).expect("at most 2^25 links")))
    }

    /// Returns how many links lead from one node to another.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn capacity(&self, from: Node, to: Node) -> u64 {
        let ends = self.leaving(from);
        let until = |most| ends.partition_point(|&end| u64::from(end) < most);
        count_of(until(to.0 + 1) - until(to.0))
    }

    /// Returns the name of a node, if the graph has names.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn name(&self, node: Node) -> Option<&str> {
        self.names.as_ref().map(|names| &*names[wide(node.narrow())])
    }

    /// Returns the distance from one node to another, in hops; none if no way leads there.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(A) at worst for A directed links. On up to 2¹² nodes all queries of one start take O(A) after the
    /// first eight; on larger graphs those that follow one another do.
    #[must_use]
    pub fn distance(&self, from: Node, to: Node) -> Option<u64> {
        let (from, to) = (from.narrow(), to.narrow());
        let into = self.into.as_ref().unwrap_or(&self.out);
        let last = match &self.known {
            DistanceCache::All(rows, rare) => {
                if rows[wide(from)].get().is_none() {
                    // A thread that panicked left distances that are right.
                    let mut rare = rare.lock().unwrap_or_else(PoisonError::into_inner);
                    if rare.asked[wide(from)] < SINGLE_SEARCHES_OF_A_START {
                        rare.asked[wide(from)] += 1;
                        return rare.search.distance(&self.out, into, from, to);
                    }
                }
                let row = rows[wide(from)].get_or_init(|| self.out.hops_from(from).into_boxed_slice());
                return reached(row[wide(to)]);
            }
            DistanceCache::Last(last) => last,
        };
        // A thread that panicked left distances that are right.
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.from != from || last.asked == 0 {
            (last.from, last.asked) = (from, 0);
            last.all.clear();
        }
        last.asked = last.asked.saturating_add(1);
        if last.all.is_empty() && last.asked > SINGLE_SEARCHES_OF_A_START {
            last.all = self.out.hops_from(from);
        }
        match last.all.get(wide(to)) {
            Some(&hops) => reached(hops),
            None => last.search.distance(&self.out, into, from, to),
        }
    }

    /// Returns hops from a node to every node and from every node to it; the greatest number where there is
    /// no way.
    pub(in crate::model) fn hops_from_and_to(&self, node: Node) -> [Vec<u32>; 2] {
        let from = self.out.hops_from(node.narrow());
        let to = self.into.as_ref().map_or_else(|| from.clone(), |into| into.hops_from(node.narrow()));
        [from, to]
    }

    /// Returns the greatest distance between two nodes of which a way leads from one to the other.
    ///
    /// # Panics
    /// Never: a graph has at most 2²⁰ nodes.
    ///
    /// # Complexity
    /// O(n · A) for n nodes and A directed links.
    #[must_use]
    pub fn diameter(&self) -> u64 {
        let nodes = 0..count_of(self.out.first.len() - 1);
        nodes.map(|node| self.eccentricity(Node(node))).max().unwrap_or(0)
    }

    /// Returns the greatest distance from a node to a node that it reaches.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(A) for A directed links.
    #[must_use]
    pub fn eccentricity(&self, node: Node) -> u64 {
        self.out.hops_from(node.narrow()).into_iter().filter_map(reached).max().unwrap_or(0)
    }
}

/// Returns hops out of a table of a search; none for a node to which no way leads.
fn reached(hops: u32) -> Option<u64> {
    (hops != u32::MAX).then(|| hops.into())
}

impl Ends {
    /// Builds the table of links with their capacities, given in any order.
    fn new(nodes: usize, links: impl Iterator<Item = (u32, u32, u32)> + Clone) -> Self {
        let mut first = vec![0_u32; nodes + 1];
        for (from, _, capacity) in links.clone() {
            first[wide(from) + 1] += capacity;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut place = first.clone();
        let mut ends = vec![0; wide(first[nodes])];
        for (from, to, capacity) in links {
            let start = wide(place[wide(from)]);
            ends[start..start + wide(capacity)].fill(to);
            place[wide(from)] += capacity;
        }
        for node in 0..nodes {
            ends[wide(first[node])..wide(first[node + 1])].sort_unstable();
        }
        Self { first, ends }
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.ends[wide(self.first[wide(node)])..wide(self.first[wide(node) + 1])]
    }

    /// Returns the hops from a node to every node; the greatest number where there is no way.
    fn hops_from(&self, node: u32) -> Vec<u32> {
        let mut hops = vec![u32::MAX; self.first.len() - 1];
        hops[wide(node)] = 0;
        let mut search = BreadthFirst::new(hops.len(), vec![node]);
        while let Some(here) = search.next() {
            for &there in self.of(here) {
                if search.reach(here, there) {
                    hops[wide(there)] = hops[wide(here)] + 1;
                }
            }
        }
        hops
    }
}

/// Refuses faulty links, and two links between one pair of nodes.
///
/// # Complexity
/// O(L) time for L links in increasing order, else O(L log L) time and O(L) space.
fn require_links(graph: &wire::Graph) -> Result<(), ModelError> {
    let bad = (0..graph.links.len()).find_map(|index| Some((index, link_fault(graph, index)?)));
    // A repeated link before a faulty one is the first fault.
    let links = &graph.links[..bad.as_ref().map_or(graph.links.len(), |&(index, _)| index)];
    let ends = |link: &wire::GraphLink| {
        let (from, to) = (link.from, link.to);
        if graph.directed { (from, to) } else { (from.min(to), from.max(to)) }
    };
    if !links.is_sorted_by(|a, b| ends(a) < ends(b)) {
        let mut sorted: Vec<_> = (0_u32..).zip(links).map(|(index, link)| (ends(link), index)).collect();
        sorted.sort_unstable();
        let pairs = sorted.chunk_by(|a, b| a.0 == b.0).filter_map(|same| Some((same.get(1)?.1, same[0].1)));
        if let Some((index, first)) = pairs.min() {
            return Err(ModelError::RepeatedLink { index: wide(index), first: wide(first) });
        }
    }
    bad.map_or(Ok(()), |(_, fault)| Err(fault))
}

/// Returns the fault of a link by itself, if it has one.
pub(in crate::model) fn link_fault(graph: &wire::Graph, index: usize) -> Option<ModelError> {
    let link = graph.links[index];
    for (end, node) in [link.from, link.to].into_iter().enumerate() {
        if u64::from(node) >= graph.nodes {
            let (found, greatest) = (node.into(), graph.nodes.saturating_sub(1));
            return Some(ModelError::LinkOutOfRange { index, end, found, greatest });
        }
    }
    if link.from == link.to {
        return Some(ModelError::LinkToItself { index, node: link.from.into() });
    }
    (link.capacity == 0).then_some(ModelError::CapacityZero { index, at: 2 })
}

/// Refuses names unless there is one for each node, and all are different and legible.
pub(super) fn require_names(names: Option<&[String]>, nodes: u64) -> Result<(), ModelError> {
    let Some(names) = names else { return Ok(()) };
    if count_of(names.len()) != nodes {
        return Err(ModelError::NameCount { found: names.len(), expected: nodes });
    }
    let mut known = HashMap::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        if name.is_empty() || name.trim() != name || name.chars().any(char::is_control) {
            return Err(ModelError::BadName { index });
        }
        if let Some(first) = known.insert(name, index) {
            return Err(ModelError::RepeatedName { index, first });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> Result<ExplicitGraph, ModelError> {
        match serde_json::from_str(text).expect("a network") {
            wire::Network::Graph(graph) => ExplicitGraph::new(&graph),
            other => panic!("{other:?} is no graph"),
        }
    }

    #[test]
    fn a_graph_is_directed_if_its_document_says_so() {
        let ring = graph(r#"{"kind":"graph","nodes":3,"links":[[0,1],[1,2],[2,0]]}"#);
        assert!(!ring.expect("a graph").is_directed());
        let ring = graph(r#"{"kind":"graph","nodes":3,"directed":true,"links":[[0,1],[1,2],[2,0]]}"#);
        assert!(ring.expect("a graph").is_directed());
    }

    #[test]
    fn a_link_that_stands_twice_in_order_is_refused() {
        let twice = graph(r#"{"kind":"graph","nodes":3,"links":[[0,1],[0,2],[0,2],[1,2]]}"#);
        assert_eq!(twice, Err(ModelError::RepeatedLink { index: 2, first: 1 }));
    }
}
