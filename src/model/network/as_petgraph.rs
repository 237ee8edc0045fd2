//! Networks as graphs of petgraph, without storing any of their links.

use crate::model::{Link, Network, Node, wide};
use petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges,
    IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, NodeCompactIndexable,
    NodeCount, NodeIndexable, Visitable,
};
use petgraph::{Directed, Direction};
use std::collections::HashSet;

/// A directed link of a network: an edge of petgraph's algorithms. Its weight is 1: one hop, and a capacity
/// of one packet per slot.
///
/// # Examples
/// Networks of every kind are graphs of petgraph: the nodes are [`Node`]s, the edges the links in their
/// order.
/// ```
/// use isotask::model::{Network, Node};
/// use isotask::wire;
/// use petgraph::algo::{dijkstra, dinics};
/// use petgraph::visit::EdgeRef;
/// let torus = Network::new(&wire::Network::Torus { radices: vec![5, 4] })?;
/// let hops = dijkstra(&torus, Node(0), None, |link| *link.weight());
/// assert!((0..20).map(Node).all(|node| hops[&node] == torus.distance(node)));
/// // Four ways that share no link lead from a node to another.
/// assert_eq!(dinics(&torus, Node(0), Node(7)).0, 4);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkLink {
    from: Node,
    link: Link,
    to: Node,
}

impl NetworkLink {
    /// Returns the type of the link.
    #[must_use]
    pub fn link(self) -> Link {
        self.link
    }
}

impl EdgeRef for NetworkLink {
    type NodeId = Node;
    type EdgeId = (Node, Link);
    type Weight = u64;

    fn source(&self) -> Node {
        self.from
    }

    fn target(&self) -> Node {
        self.to
    }

    fn weight(&self) -> &u64 {
        &1
    }

    fn id(&self) -> (Node, Link) {
        (self.from, self.link)
    }
}

/// The links of one node, or of one after the other: those that leave, or those that come in.
#[derive(Debug, Clone)]
pub struct NetworkLinks<'a> {
    network: &'a Network,
    node: Node,
    last: Node,
    link: Link,
    direction: Direction,
}

impl<'a> NetworkLinks<'a> {
    fn new(network: &'a Network, node: Node, last: Node, direction: Direction) -> Self {
        Self { network, node, last, link: Link(0), direction }
    }
}

impl Iterator for NetworkLinks<'_> {
    type Item = NetworkLink;

    fn next(&mut self) -> Option<NetworkLink> {
        while self.node <= self.last {
            if self.link.0 == self.network.links() {
                (self.node, self.link) = (Node(self.node.0 + 1), Link(0));
                continue;
            }
            let (node, link) = (self.node, self.link);
            self.link.0 += 1;
            // A link leads both ways.
            match (self.network.adjacent(node, link), self.direction) {
                (Some(to), Direction::Outgoing) => return Some(NetworkLink { from: node, link, to }),
                (Some(from), Direction::Incoming) => {
                    let link = match self.network.cayley() {
                        Some(graph) => graph.opposite(link),
                        None => self.network.link_between(from, node)?,
                    };
                    return Some(NetworkLink { from, link, to: node });
                }
                (None, _) => {}
            }
        }
        None
    }
}

/// The nodes at the other ends of the links of a node.
#[derive(Debug, Clone)]
pub struct NetworkNeighbors<'a>(NetworkLinks<'a>);

impl Iterator for NetworkNeighbors<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        self.0.next().map(|link| link.to)
    }
}

/// All nodes of a network.
#[derive(Debug, Clone)]
pub struct NetworkNodes(std::ops::Range<u64>);

impl Iterator for NetworkNodes {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        self.0.next().map(Node)
    }
}

impl GraphBase for Network {
    type NodeId = Node;
    type EdgeId = (Node, Link);
}

impl Data for Network {
    type NodeWeight = ();
    type EdgeWeight = u64;
}

impl GraphProp for Network {
    type EdgeType = Directed;
}

impl NodeCount for Network {
    fn node_count(&self) -> usize {
        index(self.nodes())
    }
}

impl NodeIndexable for Network {
    fn node_bound(&self) -> usize {
        index(self.nodes())
    }

    fn to_index(&self, node: Node) -> usize {
        index(node.0)
    }

    fn from_index(&self, node: usize) -> Node {
        Node(crate::model::count_of(node))
    }
}

impl NodeCompactIndexable for Network {}

impl EdgeCount for Network {
    fn edge_count(&self) -> usize {
        // Dinic's algorithm takes this for the bound of the indices, so links that a node lacks count.
        self.edge_bound()
    }
}

impl EdgeIndexable for Network {
    fn edge_bound(&self) -> usize {
        index(self.nodes()) * wide(self.links())
    }

    fn to_index(&self, (node, link): (Node, Link)) -> usize {
        index(node.0) * wide(self.links()) + wide(link.0)
    }

    fn from_index(&self, edge: usize) -> (Node, Link) {
        let links = wide(self.links());
        let link = u32::try_from(edge % links).expect("a link counts in 32 bits");
        (Node(crate::model::count_of(edge / links)), Link(link))
    }
}

impl Visitable for Network {
    type Map = HashSet<Node>;

    fn visit_map(&self) -> HashSet<Node> {
        HashSet::new()
    }

    fn reset_map(&self, map: &mut HashSet<Node>) {
        map.clear();
    }
}

impl IntoNodeIdentifiers for &Network {
    type NodeIdentifiers = NetworkNodes;

    fn node_identifiers(self) -> NetworkNodes {
        NetworkNodes(0..self.nodes())
    }
}

impl<'a> IntoNeighbors for &'a Network {
    type Neighbors = NetworkNeighbors<'a>;

    fn neighbors(self, node: Node) -> NetworkNeighbors<'a> {
        NetworkNeighbors(self.edges(node))
    }
}

impl<'a> IntoNeighborsDirected for &'a Network {
    type NeighborsDirected = NetworkNeighbors<'a>;

    fn neighbors_directed(self, node: Node, _: Direction) -> NetworkNeighbors<'a> {
        self.neighbors(node)
    }
}

impl<'a> IntoEdgeReferences for &'a Network {
    type EdgeRef = NetworkLink;
    type EdgeReferences = NetworkLinks<'a>;

    fn edge_references(self) -> NetworkLinks<'a> {
        NetworkLinks::new(self, Node(0), Node(self.nodes() - 1), Direction::Outgoing)
    }
}

impl<'a> IntoEdges for &'a Network {
    type Edges = NetworkLinks<'a>;

    fn edges(self, node: Node) -> NetworkLinks<'a> {
        NetworkLinks::new(self, node, node, Direction::Outgoing)
    }
}

impl<'a> IntoEdgesDirected for &'a Network {
    type EdgesDirected = NetworkLinks<'a>;

    fn edges_directed(self, node: Node, direction: Direction) -> NetworkLinks<'a> {
        NetworkLinks::new(self, node, node, direction)
    }
}

/// # Panics
/// If a network has more nodes than the address space; petgraph's tables of nodes end there too.
fn index(node: u64) -> usize {
    usize::try_from(node).expect("a node fits the address space")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{self, Family, Group};
    use petgraph::algo::{dijkstra, dinics, kosaraju_scc};
    use std::collections::BTreeSet;

    fn networks() -> Vec<Network> {
        let family = |family, n| wire::Network::Cayley(Group::Family { family, n });
        let kinds = [
            wire::Network::Hypercube { dimension: 4 },
            wire::Network::Ring { nodes: 2 },
            wire::Network::Torus { radices: vec![5, 2, 4] },
            wire::Network::IncompleteHypercube { nodes: 11 },
            family(Family::Star, 4),
            family(Family::CubeConnectedCycles, 3),
            wire::Network::hyperx(vec![3, 2], Some(vec![2, 3])),
            wire::Network::Lattice { matrix: vec![vec![4, 2], vec![0, 4]] },
        ];
        kinds.iter().map(|kind| Network::new(kind).expect("a small network")).collect()
    }

    #[test]
    fn distances_by_petgraph_are_those_of_the_network() {
        for network in networks() {
            for from in network.node_identifiers() {
                let found = dijkstra(&network, from, None, |link| *link.weight());
                assert_eq!(found.len(), network.node_count());
                let is_right = |to| found[&to] == network.distance_between(from, to);
                assert!(network.node_identifiers().all(is_right), "from {from:?} in {network}");
            }
        }
    }

    #[test]
    fn every_link_is_listed_once_and_enters_its_target() {
        for network in networks() {
            let all: Vec<NetworkLink> = network.edge_references().collect();
            let ids: BTreeSet<_> = all.iter().map(EdgeRef::id).collect();
            assert_eq!(ids.len(), all.len());
            let coming = network.node_identifiers().flat_map(|node| {
                let directed = (&network).edges_directed(node, Direction::Incoming);
                directed.map(move |link| (link, node))
            });
            let coming: Vec<_> = coming.collect();
            assert_eq!(coming.len(), all.len());
            for (link, node) in coming {
                assert!(all.contains(&link) && link.target() == node);
                let place = EdgeIndexable::to_index(&network, link.id());
                assert!(place < network.edge_bound());
                assert_eq!(EdgeIndexable::from_index(&network, place), link.id());
            }
        }
    }

    #[test]
    fn networks_are_connected_with_as_many_disjoint_paths_as_links_of_a_node() {
        for network in networks() {
            assert_eq!(kosaraju_scc(&network).len(), 1);
            let to = Node(network.nodes() - 1);
            let links = [Node(0), to].map(|node| (&network).edges(node).count());
            let flow = dinics(&network, Node(0), to).0;
            assert_eq!(usize::try_from(flow), Ok(links[0].min(links[1])), "{network}");
        }
    }
}
