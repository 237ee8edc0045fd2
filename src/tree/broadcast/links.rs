//! The directed links of a network in tables, for searches for a broadcast from a root.

use crate::model::{Graph, Link, Network, Node, wide};
use crate::tree::construction::{at, nodes};

/// A send of a broadcast in a slot: packet, sender and receiver.
pub(super) type Move = (u32, usize, usize);

/// A link of a node: the node at its other end, and the number of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    pub(super) node: usize,
    pub(super) link: usize,
}

/// The directed links, by their first and by their last nodes.
pub(super) struct Links {
    pub(super) root: usize,
    /// The number of links.
    pub(super) number: usize,
    out: Vec<Vec<End>>,
    into: Vec<Vec<End>>,
    /// The distance of every node from the root.
    pub(super) distances: Vec<u64>,
}

impl Links {
    /// Lists the links of a symmetric network, with node 0 as the root.
    pub(super) fn of_network(network: &Network) -> Self {
        let links = || (0..network.links()).map(Link);
        let number = |node: Node, link: Link| at(node) * wide(network.links()) + wide(link.0);
        let out = |node: Node| {
            let end = |link| End { node: at(network.neighbor(node, link)), link: number(node, link) };
            links().map(end).collect()
        };
        let into = |node: Node| {
            let end = |link| {
                let sender = network.neighbor(node, network.opposite(link));
                End { node: at(sender), link: number(sender, link) }
            };
            links().map(end).collect()
        };
        Self {
            root: 0,
            number: at(Node(network.nodes())) * wide(network.links()),
            out: nodes(network).map(out).collect(),
            into: nodes(network).map(into).collect(),
            distances: nodes(network).map(|node| network.distance(node)).collect(),
        }
    }

    /// Lists the links of a graph; none unless the root reaches all nodes.
    pub(super) fn of_graph(graph: &Graph, root: u32) -> Option<Self> {
        let out = |node| graph.leaving(node).map(|arc| End { node: wide(graph.to(arc)), link: wide(arc) });
        let into = |node| {
            let arcs = graph.entering(node).iter();
            arcs.map(|&arc| End { node: wide(graph.from(arc)), link: wide(arc) })
        };
        let distances = graph.distances_from(root);
        let reached = distances.iter().all(|&hops| hops != u32::MAX);
        reached.then(|| Self {
            root: wide(root),
            number: wide(graph.arcs()),
            out: (0..graph.nodes()).map(|node| out(node).collect()).collect(),
            into: (0..graph.nodes()).map(|node| into(node).collect()).collect(),
            distances: distances.into_iter().map(u64::from).collect(),
        })
    }

    /// Number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.distances.len()
    }

    /// The greatest distance from the root.
    pub(super) fn depth(&self) -> u64 {
        self.distances.iter().copied().max().unwrap_or(0)
    }

    /// Returns the links that leave a node.
    pub(super) fn leaving(&self, node: usize) -> &[End] {
        &self.out[node]
    }

    /// Returns the links that enter a node.
    pub(super) fn coming_to(&self, node: usize) -> &[End] {
        &self.into[node]
    }
}
