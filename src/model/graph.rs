//! Any network as directed links in tables, for what is done node by node.

use super::{Link, ModelError, Network, Node, count_of, wide};
use crate::graph::BreadthFirst;

/// Most nodes, and most directed links, of a network in tables.
const MOST_NODES: u64 = 1 << 20;
const MOST_ARCS: u64 = 1 << 24;

/// A network as a list of its directed links ("arcs"), those of node 0 first, by increasing link.
///
/// Nothing is asked of its symmetry. Every arc has an opposite one.
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
    link: Vec<u32>,
    opposite: Vec<u32>,
}

impl Graph {
    /// The tables of a network.
    ///
    /// # Errors
    /// [`ModelError::TooManyToList`] beyond 2²⁰ nodes or 2²⁴ directed links.
    ///
    /// # Panics
    /// Never: the limits keep all indices in 32 bits, and links lead both ways.
    ///
    /// # Complexity
    /// O(A) space, O(A · m) time for A arcs and m links of a node.
    pub fn new(network: &Network) -> Result<Self, ModelError> {
        let (nodes, arcs) = (network.nodes(), u128::from(network.nodes()) * u128::from(network.links()));
        let many = |what, found, most| Err(ModelError::TooManyToList { what, found, most });
        if nodes > MOST_NODES {
            return many("nodes", nodes.into(), MOST_NODES);
        }
        if arcs > MOST_ARCS.into() {
            return many("links", arcs, MOST_ARCS);
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
        let mut graph = Self { first, from, to, link, opposite: Vec::new() };
        let back =
            |arc: u32| graph.arc_between(graph.to(arc), graph.from(arc)).expect("links lead both ways");
        graph.opposite = (0..graph.arcs()).map(back).collect();
        Ok(graph)
    }

    /// Number of nodes n.
    ///
    /// # Panics
    /// Never: at most 2²⁰.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        u32::try_from(self.first.len() - 1).expect("at most 2^20 nodes")
    }

    /// Number of directed links.
    ///
    /// # Panics
    /// Never: at most 2²⁴.
    #[must_use]
    pub fn arcs(&self) -> u32 {
        u32::try_from(self.to.len()).expect("at most 2^24 arcs")
    }

    /// The arcs that leave a node.
    #[must_use]
    pub fn leaving(&self, node: u32) -> std::ops::Range<u32> {
        self.first[wide(node)]..self.first[wide(node) + 1]
    }

    /// Number of links of a node.
    #[must_use]
    pub fn degree(&self, node: u32) -> u32 {
        self.leaving(node).end - self.leaving(node).start
    }

    /// Where an arc starts.
    #[must_use]
    pub fn from(&self, arc: u32) -> u32 {
        self.from[wide(arc)]
    }

    /// Where an arc ends.
    #[must_use]
    pub fn to(&self, arc: u32) -> u32 {
        self.to[wide(arc)]
    }

    /// The link type of an arc.
    #[must_use]
    pub fn link(&self, arc: u32) -> Link {
        Link(self.link[wide(arc)])
    }

    /// The arc of the same two nodes that leads back.
    #[must_use]
    pub fn opposite(&self, arc: u32) -> u32 {
        self.opposite[wide(arc)]
    }

    /// The arc from one node to another; none unless they are neighbours.
    ///
    /// # Complexity
    /// O(m).
    #[must_use]
    pub fn arc_between(&self, from: u32, to: u32) -> Option<u32> {
        self.leaving(from).find(|&arc| self.to(arc) == to)
    }

    /// Hops from every node to one node, which are those back as well; by breadth-first search.
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

    /// Hops from every node to the nearest of some nodes.
    ///
    /// # Complexity
    /// O(A).
    ///
    /// # Panics
    /// If one of them is no node.
    #[must_use]
    pub fn distances_to_nearest(&self, nodes: Vec<u32>) -> Vec<u32> {
        let mut distances = vec![u32::MAX; wide(self.nodes())];
        for &node in &nodes {
            distances[wide(node)] = 0;
        }
        let mut search = BreadthFirst::new(distances.len(), nodes);
        while let Some(here) = search.next() {
            for there in self.leaving(here).map(|arc| self.to(arc)) {
                if search.reach(here, there) {
                    distances[wide(there)] = distances[wide(here)] + 1;
                }
            }
        }
        distances
    }
}
