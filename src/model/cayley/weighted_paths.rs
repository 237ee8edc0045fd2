//! Least-weight words of all nodes of a Cayley graph whose links have weights.

use crate::graph::{Arc, dijkstra};
use crate::model::{CayleyGraph, Link, MAX_CAYLEY_NODES, Node, OffsetClass, wide};

/// For every node a word of least weight, of fewest links among these. The words form a tree: a prefix of a
/// word is the word of another node.
///
/// # Examples
/// On the ring of 5 a link + of weight 3 and a link − of weight 1: only node 1 is better reached by +.
/// ```
/// use isotask::model::{Link, Network, Node};
/// use isotask::wire;
/// let graph = Network::new(&wire::Network::Ring { nodes: 5 })?.to_cayley()?;
/// let paths = graph.weighted(&[3, 1]);
/// assert_eq!((paths.weight(Node(1)), paths.weight(Node(2))), (3, 3));
/// assert_eq!(paths.word(Node(2)), [Link(1); 3]);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightedPaths {
    /// The least weight of every node and, in the last bits, the fewest links for it.
    costs: Vec<u128>,
    /// The last link of the word, and the node before it; the entries of node 0 are not used.
    last: Vec<u32>,
    before: Vec<u32>,
    /// The nodes by increasing cost.
    order: Vec<u32>,
    links: u32,
}

/// Bits of a cost that hold the number of links: a word of least cost visits no node twice.
const HOP_BITS: u32 = MAX_CAYLEY_NODES.ilog2();

impl CayleyGraph {
    /// Finds least-weight words of all nodes (Dijkstra 1959); a weight may be 0.
    ///
    /// Where several last links are equally good, the one that has been the last link of the fewest nodes is
    /// taken, the least of these, so that equal ways share the nodes.
    ///
    /// # Panics
    /// If there is not a weight for every link.
    ///
    /// # Complexity
    /// O(n · m · log n) time and O(n) space for n nodes and m links.
    #[must_use]
    pub fn weighted(&self, weights: &[u64]) -> WeightedPaths {
        assert_eq!(weights.len(), wide(self.links()), "a weight for every link");
        let steps: Vec<u128> = weights.iter().map(|&weight| (u128::from(weight) << HOP_BITS) + 1).collect();
        let nodes = usize::try_from(self.nodes()).expect("a graph in tables fits the address space");
        let arcs = |node| {
            let ends = self.row(node).iter().zip(&steps).zip(0..);
            ends.map(|((&to, &cost), name)| Arc { to, cost, name })
        };
        let ways = dijkstra(nodes, 0, arcs);
        let cost = |cost: Option<u128>| cost.expect("every node of a Cayley graph is reached");
        let (costs, order): (Vec<u128>, _) = (ways.costs.into_iter().map(cost).collect(), ways.order);
        let backwards: Vec<usize> = (0..self.links()).map(|g| wide(self.opposite(Link(g)).0)).collect();
        let mut taken = vec![0_u32; steps.len()];
        let mut last = vec![0; costs.len()];
        let mut before = vec![0; costs.len()];
        for &node in order.iter().skip(1) {
            let from = self.row(node);
            let is_good = |&g: &usize| costs[wide(from[backwards[g]])] + steps[g] == costs[wide(node)];
            let good = (0..steps.len()).filter(is_good).min_by_key(|&g| taken[g]);
            let link = good.expect("a node that was reached has a last link");
            taken[link] += 1;
            last[wide(node)] = u32::try_from(link).expect("a link is below 2^32");
            before[wide(node)] = from[backwards[link]];
        }
        WeightedPaths { costs, last, before, order, links: self.links() }
    }
}

impl WeightedPaths {
    /// Returns the least weight of a word of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn weight(&self, node: Node) -> u128 {
        self.costs[index(node)] >> HOP_BITS
    }

    /// Returns the number of links of the word of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn hops(&self, node: Node) -> u64 {
        let hops = self.costs[index(node)] & ((1 << HOP_BITS) - 1);
        u64::try_from(hops).expect("a word is shorter than the number of nodes")
    }

    /// Returns the last link of the word of a node; `None` for node 0.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn last(&self, node: Node) -> Option<Link> {
        (node != Node(0)).then(|| Link(self.last[index(node)]))
    }

    /// Returns the node before the last link of the word of a node; `None` for node 0.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn before(&self, node: Node) -> Option<Node> {
        (node != Node(0)).then(|| Node(self.before[index(node)].into()))
    }

    /// Returns the word of a node: links that lead to it from node 0.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn word(&self, node: Node) -> Vec<Link> {
        let mut word = Vec::new();
        let mut at = node;
        while let (Some(link), Some(before)) = (self.last(at), self.before(at)) {
            word.push(link);
            at = before;
        }
        word.reverse();
        word
    }

    /// Returns the nodes by increasing weight, then number of links, then index; node 0 is the first.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.order.iter().map(|&node| Node(node.into()))
    }

    /// Counts how often all packets of some classes together use each link when they go along the words.
    ///
    /// Packets are handed down the tree from the far nodes to the near ones.
    ///
    /// # Panics
    /// If a class has no such node, or the uses exceed 64 bits.
    ///
    /// # Complexity
    /// O(n + m + C) time and O(n + m) space for n nodes, m links and C classes.
    #[must_use]
    pub fn uses(&self, classes: &[OffsetClass]) -> Vec<u64> {
        let mut packets = vec![0_u64; self.costs.len()];
        for class in classes {
            packets[index(class.offset)] += class.count;
        }
        let mut uses = vec![0; wide(self.links)];
        for &node in self.order.iter().skip(1).rev() {
            let here = packets[wide(node)];
            uses[wide(self.last[wide(node)])] += here;
            packets[wide(self.before[wide(node)])] += here;
        }
        uses
    }
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a node of a table fits the address space")
}
