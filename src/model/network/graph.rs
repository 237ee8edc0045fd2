//! Any network as directed links in tables, for algorithms that go node by node.

use crate::graph::BreadthFirst;
use crate::model::{ExplicitGraph, Link, ModelError, Network, Node, count_of, wide};

/// Most nodes, and most directed links, of a network in tables.
const MAX_TABLE_NODES: u64 = 1 << 20;
const MAX_TABLE_ARCS: u64 = 1 << 24;

/// A network as a list of its directed links ("arcs"), those of node 0 first, by increasing link.
///
/// It need not be symmetric. Arcs between one pair of nodes stand side by side.
///
/// # Examples
/// ```
/// use isotask::model::{Graph, Network};
/// use isotask::wire;
/// let cube = Network::new(&wire::Network::IncompleteHypercube { nodes: 5 })?;
/// let graph = Graph::new(&cube)?;
/// // The square 0, 1, 2, 3 and a node that hangs on node 0.
/// assert_eq!((graph.nodes(), graph.arcs(), graph.degree(4)), (5, 2 * (4 + 1), 1));
/// assert_eq!(graph.distances_to(4), [1, 2, 2, 3, 0]);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The first arc of each node, and their number at the end.
    first: Vec<u32>,
    from: Vec<u32>,
    to: Vec<u32>,
    /// The link of each arc; none where the links of a node are numbered as its arcs are.
    link: Option<Vec<u32>>,
    /// The place of the first arc that enters each node in `entering`, and the number of arcs at the end;
    /// none if these places are those of `first`.
    first_in: Option<Vec<u32>>,
    entering: Vec<u32>,
}

impl Graph {
    /// Builds the tables of a network.
    ///
    /// # Errors
    /// [`ModelError::TooManyToList`] beyond 2²⁰ nodes or 2²⁴ directed links, unless the links are listed.
    ///
    /// # Panics
    /// Never: the limits keep all indices in 32 bits, and links that are not listed lead both ways.
    ///
    /// # Complexity
    /// O(A) space, O(A log m) time for A arcs and m links of a node; O(A) time where the links are listed.
    pub fn new(network: &Network) -> Result<Self, ModelError> {
        if let Some(listed) = network.link_list() {
            return Ok(Self::of_links(network.nodes(), listed));
        }
        let (nodes, arcs) = (network.nodes(), u128::from(network.nodes()) * u128::from(network.links()));
        let many = |what, found, most| Err(ModelError::TooManyToList { what, found, most });
        if nodes > MAX_TABLE_NODES {
            return many("nodes", nodes.into(), MAX_TABLE_NODES);
        }
        if arcs > MAX_TABLE_ARCS.into() {
            return many("links", arcs, MAX_TABLE_ARCS);
        }
        let narrow = |node: u64| u32::try_from(node).expect("a node is below 2^20");
        let (mut first, mut from, mut to, mut link) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        for node in 0..nodes {
            for over in 0..network.links() {
                if let Some(there) = network.adjacent(Node(node), Link(over)) {
                    from.push(narrow(node));
                    to.push(narrow(there.0));
                    link.push(over);
                }
            }
            first.push(narrow(count_of(to.len())));
        }
        // Links lead both ways, so equally many enter and leave a node: in the order of their other ends the
        // first leads back over the first, and so on.
        let coming = by_end(&first, &to);
        let mut entering = vec![0; to.len()];
        for ends in first.windows(2) {
            let mut leaving: Vec<u32> = (ends[0]..ends[1]).collect();
            // The sort is stable.
            leaving.sort_by_key(|&arc| to[wide(arc)]);
            for (arc, &back) in leaving.into_iter().zip(&coming[wide(ends[0])..]) {
                entering[wide(arc)] = back;
            }
        }
        Ok(Self { first, from, to, link: Some(link), first_in: None, entering })
    }

    /// Builds the tables of a graph that is given link by link.
    fn of_links(nodes: u64, listed: &ExplicitGraph) -> Self {
        let narrow = |number: usize| u32::try_from(count_of(number)).expect("at most 2^25 links");
        let arcs = usize::try_from(listed.arcs()).expect("at most 2^25 links");
        let (mut first, mut from, mut to) = (vec![0], Vec::with_capacity(arcs), Vec::with_capacity(arcs));
        for (node, number) in (0..nodes).zip(0..) {
            let ends = listed.leaving(Node(node));
            from.extend(ends.iter().map(|_| number));
            to.extend_from_slice(ends);
            first.push(narrow(to.len()));
        }
        let mut first_in = vec![0_u32; first.len()];
        for &node in &to {
            first_in[wide(node) + 1] += 1;
        }
        for node in 1..first_in.len() {
            first_in[node] += first_in[node - 1];
        }
        let entering = by_end(&first_in, &to);
        Self { first, from, to, link: None, first_in: Some(first_in), entering }
    }

    /// Returns the number of nodes n.
    ///
    /// # Panics
    /// Never: at most 2²⁰.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        u32::try_from(self.first.len() - 1).expect("at most 2^20 nodes")
    }

    /// Returns the number of directed links.
    ///
    /// # Panics
    /// Never: at most 2²⁵.
    #[must_use]
    pub fn arcs(&self) -> u32 {
        u32::try_from(self.to.len()).expect("at most 2^25 arcs")
    }

    /// Returns the arcs that leave a node.
    #[must_use]
    pub fn leaving(&self, node: u32) -> std::ops::Range<u32> {
        self.first[wide(node)]..self.first[wide(node) + 1]
    }

    /// Returns the arcs that come to a node.
    #[must_use]
    pub fn entering(&self, node: u32) -> &[u32] {
        let first = self.first_in.as_ref().unwrap_or(&self.first);
        &self.entering[wide(first[wide(node)])..wide(first[wide(node) + 1])]
    }

    /// Returns the number of links that leave a node.
    #[must_use]
    pub fn degree(&self, node: u32) -> u32 {
        self.leaving(node).end - self.leaving(node).start
    }

    /// Returns the number of links that come to a node.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn degree_in(&self, node: u32) -> u32 {
        u32::try_from(self.entering(node).len()).expect("at most 2^25 arcs")
    }

    /// Returns the node where an arc starts.
    #[must_use]
    pub fn from(&self, arc: u32) -> u32 {
        self.from[wide(arc)]
    }

    /// Returns the node where an arc ends.
    #[must_use]
    pub fn to(&self, arc: u32) -> u32 {
        self.to[wide(arc)]
    }

    /// Returns the link type of an arc.
    #[must_use]
    pub fn link(&self, arc: u32) -> Link {
        match &self.link {
            Some(link) => Link(link[wide(arc)]),
            None => Link(arc - self.first[wide(self.from(arc))]),
        }
    }

    /// Returns the arc from one node to another, of several the first; none unless they are neighbours.
    ///
    /// # Complexity
    /// O(m).
    #[must_use]
    pub fn arc_between(&self, from: u32, to: u32) -> Option<u32> {
        self.arcs_between(from, to).next()
    }

    /// Returns the arcs from one node to another, several where the network has links side by side.
    ///
    /// # Complexity
    /// O(m).
    pub fn arcs_between(&self, from: u32, to: u32) -> impl Iterator<Item = u32> {
        self.leaving(from).filter(move |&arc| self.to(arc) == to)
    }

    /// Returns the hops from one node to every node, the greatest number where there is no way; by
    /// breadth-first search.
    ///
    /// # Complexity
    /// O(A).
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn distances_from(&self, node: u32) -> Vec<u32> {
        self.distances(vec![node], |here| self.leaving(here).map(|arc| self.to(arc)))
    }

    /// Returns the hops from every node to one node, the greatest number where there is no way; by
    /// breadth-first search.
    ///
    /// # Complexity
    /// O(A).
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn distances_to(&self, node: u32) -> Vec<u32> {
        self.distances_to_nearest(vec![node])
    }

    /// Returns the hops from every node to the nearest of some nodes, the greatest number where there is no
    /// way.
    ///
    /// # Complexity
    /// O(A).
    ///
    /// # Panics
    /// If one of them is no node.
    #[must_use]
    pub fn distances_to_nearest(&self, nodes: Vec<u32>) -> Vec<u32> {
        self.distances(nodes, |here| self.entering(here).iter().map(|&arc| self.from(arc)))
    }

    fn distances<I: Iterator<Item = u32>>(&self, nodes: Vec<u32>, next: impl Fn(u32) -> I) -> Vec<u32> {
        let mut distances = vec![u32::MAX; wide(self.nodes())];
        for &node in &nodes {
            distances[wide(node)] = 0;
        }
        let mut search = BreadthFirst::new(distances.len(), nodes);
        while let Some(here) = search.next() {
            for there in next(here) {
                if search.reach(here, there) {
                    distances[wide(there)] = distances[wide(here)] + 1;
                }
            }
        }
        distances
    }
}

/// Sorts all arcs by the node where they end; `first_in` gives the place of the first arc of each node.
fn by_end(first_in: &[u32], to: &[u32]) -> Vec<u32> {
    let (mut place, mut arcs) = (first_in.to_vec(), vec![0; to.len()]);
    for (arc, &node) in (0..).zip(to) {
        arcs[wide(place[wide(node)])] = arc;
        place[wide(node)] += 1;
    }
    arcs
}
