//! Cayley graphs of any group, as tables: where every link leads, and how far every node is.

pub(super) mod families;
pub(super) mod on_torus;
pub(super) mod weighted_paths;

use super::{Link, Node};
use crate::graph::BreadthFirst;
use std::collections::BTreeMap;

/// The Cayley graph of a group with generators closed under inverses.
///
/// Node 0 is the identity, link g leads from v to v·g, and the translation by s takes v to s·v: an
/// automorphism that keeps the type of every link (P3 §3). Products are found by walking along words, so that
/// the tables of links are all that is known of the group.
///
/// # Examples
/// ```
/// use isotask::model::{Link, Network, Node};
/// use isotask::wire::{self, Family, Group};
/// let star = wire::Network::Cayley(Group::Family { family: Family::Star, n: 4 });
/// let star = Network::new(&star)?;
/// let graph = star.cayley().expect("a Cayley graph");
/// assert_eq!((graph.nodes(), graph.links(), graph.diameter()), (24, 3, 4));
/// // Swaps are their own inverses, but do not commute.
/// assert_eq!(graph.opposite(Link(1)), Link(1));
/// assert!(!graph.is_abelian());
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CayleyGraph {
    links: u32,
    /// `neighbors[v · m + g]` = v·g.
    neighbors: Vec<u32>,
    opposite: Vec<u32>,
    distances: Vec<u32>,
    /// The last link of a shortest word of every node but node 0, the least such word in breadth-first order.
    last: Vec<u32>,
    abelian: bool,
    /// Whether some links lead to the same node.
    side_by_side: bool,
}

/// Most nodes of a graph in tables, 2²².
pub const MAX_CAYLEY_NODES: u64 = 1 << 22;
/// Most links of all its nodes together, 2²⁶.
pub const MAX_CAYLEY_LINKS: u64 = 1 << 26;
/// Most symbols of all listed permutations together, 2²⁴.
pub(super) const MAX_SYMBOLS: u64 = 1 << 24;

impl CayleyGraph {
    /// Takes the table of a Cayley graph: for every node in turn where its links lead.
    ///
    /// Returns `None` where a node cannot be reached from node 0.
    ///
    /// # Panics
    /// If a link has no opposite, or the table has not `links` entries for each node.
    ///
    /// # Complexity
    /// O(n · m) time and space, if no two links lead to the same node.
    pub(super) fn new(links: u32, neighbors: Vec<u32>) -> Option<Self> {
        let m = wide(links);
        assert!(m > 0 && neighbors.len().is_multiple_of(m), "a table of whole rows");
        let nodes = neighbors.len() / m;
        let (distances, last) = search(nodes, m, &neighbors)?;
        let steps = steps(&neighbors[..m]);
        let opposite = opposites(&steps, m, &neighbors);
        let first: Vec<usize> = steps.values().map(|links| links[0]).collect();
        let product = |a: usize, b: usize| neighbors[wide(neighbors[a]) * m + b];
        let commute = |(i, &a): (usize, &usize)| first[..i].iter().all(|&b| product(a, b) == product(b, a));
        let abelian = first.iter().enumerate().all(commute);
        let side_by_side = steps.len() < m;
        Some(Self { links, neighbors, opposite, distances, last, abelian, side_by_side })
    }

    /// Returns the number of nodes n.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        super::count_of(self.distances.len())
    }

    /// Returns the number of links m of one node.
    #[must_use]
    pub fn links(&self) -> u32 {
        self.links
    }

    /// Returns whether the generators commute, so that the order of the links of a route does not matter.
    #[must_use]
    pub fn is_abelian(&self) -> bool {
        self.abelian
    }

    /// Returns whether some links of a node lead to the same node.
    #[must_use]
    pub fn has_links_side_by_side(&self) -> bool {
        self.side_by_side
    }

    /// Returns the node at the other end of a link.
    ///
    /// # Panics
    /// If there is no such node or link.
    #[must_use]
    pub fn neighbor(&self, node: Node, link: Link) -> Node {
        assert!(link.0 < self.links, "no link {} among {}", link.0, self.links);
        Node(self.neighbors[index(node) * wide(self.links) + wide(link.0)].into())
    }

    /// Returns the nodes to which the links of a node lead.
    pub(super) fn row(&self, node: u32) -> &[u32] {
        let links = wide(self.links);
        &self.neighbors[wide(node) * links..][..links]
    }

    /// Returns the link that leads back; links side by side have different opposites.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn opposite(&self, link: Link) -> Link {
        Link(self.opposite[wide(link.0)])
    }

    /// Returns the distance from node 0, in hops, which is also the distance to node 0 and that of the
    /// inverse.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn distance(&self, node: Node) -> u64 {
        self.distances[index(node)].into()
    }

    /// Returns the greatest distance between two nodes.
    #[must_use]
    pub fn diameter(&self) -> u64 {
        self.distances.iter().max().copied().unwrap_or(0).into()
    }

    /// Returns the last link of a shortest word of a node; `None` for node 0.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn last_link(&self, node: Node) -> Option<Link> {
        (node != Node(0)).then(|| Link(self.last[index(node)]))
    }

    /// Returns how many nodes lie at each distance from node 0, from 0 to the diameter.
    #[must_use]
    pub fn spheres(&self) -> Vec<u64> {
        let mut spheres = vec![0; wide(self.distances.iter().max().copied().unwrap_or(0)) + 1];
        for &distance in &self.distances {
            spheres[wide(distance)] += 1;
        }
        spheres
    }

    /// Returns a shortest word of a node: links that lead to it from node 0.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn word(&self, node: Node) -> Vec<Link> {
        let mut word: Vec<Link> = self.backwards(node).collect();
        word.reverse();
        word
    }

    /// Returns the links of a shortest word, the last first.
    fn backwards(&self, node: Node) -> impl Iterator<Item = Link> + '_ {
        let mut at = node;
        std::iter::from_fn(move || {
            let link = self.last_link(at)?;
            at = self.neighbor(at, self.opposite(link));
            Some(link)
        })
    }

    /// Returns the product s·x: the node that lies to `node` as `offset` lies to node 0.
    ///
    /// # Panics
    /// If there are no such nodes.
    ///
    /// # Complexity
    /// O(diameter).
    #[must_use]
    pub fn translate(&self, node: Node, offset: Node) -> Node {
        self.word(offset).into_iter().fold(node, |at, link| self.neighbor(at, link))
    }

    /// Returns all products of a node with the others: s·x for every x.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(n) time and space, where [`CayleyGraph::translate`] takes O(diameter) for one.
    #[must_use]
    pub fn translates(&self, node: Node) -> Vec<Node> {
        let mut table: Vec<Option<Node>> = vec![None; self.distances.len()];
        table[0] = Some(node);
        let mut behind = Vec::new();
        for x in 0..table.len() {
            // Back along the word of x to where the product is known, then forth again.
            let mut at = x;
            while table[at].is_none() {
                let link = Link(self.last[at]);
                behind.push((at, link));
                at = index(self.neighbor(Node(super::count_of(at)), self.opposite(link)));
            }
            while let Some((next, link)) = behind.pop() {
                table[next] = table[at].map(|product| self.neighbor(product, link));
                at = next;
            }
        }
        table.into_iter().map(|product| product.expect("every node was filled in")).collect()
    }

    /// Returns the inverse: the offset of node 0 as seen from the node.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(diameter).
    #[must_use]
    pub fn inverse(&self, node: Node) -> Node {
        self.backwards(node).fold(Node(0), |at, link| self.neighbor(at, self.opposite(link)))
    }

    /// Returns the offset of `to` as seen from `from`: the product of the inverse of `from` with `to`.
    ///
    /// # Panics
    /// If there are no such nodes.
    ///
    /// # Complexity
    /// O(diameter).
    #[must_use]
    pub fn offset(&self, from: Node, to: Node) -> Node {
        self.translate(self.inverse(from), to)
    }
}

/// Returns the links of node 0 by the node that they lead to.
fn steps(ends: &[u32]) -> BTreeMap<u32, Vec<usize>> {
    let mut steps: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (link, &to) in ends.iter().enumerate() {
        steps.entry(to).or_default().push(link);
    }
    steps
}

/// Returns for every link the one that leads back; of links side by side the first for the first, and so on.
fn opposites(steps: &BTreeMap<u32, Vec<usize>>, m: usize, neighbors: &[u32]) -> Vec<u32> {
    let mut opposite = vec![0; m];
    for (&there, links) in steps {
        let ends = neighbors[wide(there) * m..][..m].iter().enumerate();
        let mut back = ends.filter(|&(_, &to)| to == 0).map(|(link, _)| link);
        for &link in links {
            opposite[link] = narrow(back.next().expect("the generators are closed under inverses"));
        }
    }
    opposite
}

/// Returns distances from node 0 and the last links of shortest words; `None` if some node is not reached.
fn search(nodes: usize, links: usize, neighbors: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut distances = vec![0; nodes];
    let mut last = vec![0; nodes];
    let mut search = BreadthFirst::new(nodes, [0]);
    while let Some(node) = search.next() {
        for (link, &to) in (0..).zip(&neighbors[wide(node) * links..][..links]) {
            if search.reach(node, to) {
                distances[wide(to)] = distances[wide(node)] + 1;
                last[wide(to)] = link;
            }
        }
    }
    (search.order().len() == nodes).then_some((distances, last))
}

fn wide(value: u32) -> usize {
    super::wide(value)
}

fn narrow(value: usize) -> u32 {
    u32::try_from(value).expect("a link is below 2^32")
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a node of a table fits the address space")
}
