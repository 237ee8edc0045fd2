//! The network, rebuilt from its document: coordinates, links, distances. Every query is dispatched here to
//! the form of the network; each form has a file of its own.

use crate::effort::Effort;
use crate::network::cayley::Cayley;
use crate::network::graph::lift::Lift;
pub(crate) use crate::network::graph::lines::Flow;
use crate::network::graph::lines::Line;
use crate::network::graph::{Graph, NO_WAY};
use crate::network::incomplete::Incomplete;
use crate::network::rings::{Dimension, Rings};
use crate::network::vectors::{box_sizes, hyperx, lattice, moduli};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;
use std::collections::VecDeque;

/// Steps of finding the node at the end of a link.
pub(super) const STEPS_OF_A_LOOK: u64 = 4;

/// The form of a network.
#[derive(Debug)]
pub(crate) enum Topology {
    /// A hypercube or torus, which has dimensions.
    Rings(Rings),
    /// A Cayley graph, which has one coordinate: the index.
    Group(Cayley),
    /// An incomplete hypercube, whose nodes are not alike.
    Incomplete(Incomplete),
    /// A graph by its links, which have no types; meshes and lifts are graphs too.
    Graph(Graph),
}

impl Topology {
    fn new(document: &wire::Network, effort: &Effort) -> Result<Self, Rejection> {
        Ok(match document {
            wire::Network::Hypercube { dimension } => Self::Rings(Rings::hypercube(*dimension)?),
            wire::Network::Torus { radices } => {
                Self::Rings(Rings::new(radices, &|i| format!("task.network.radices[{i}]"))?)
            }
            wire::Network::Ring { nodes } => {
                Self::Rings(Rings::new(&[*nodes], &|_| "task.network.nodes".to_owned())?)
            }
            wire::Network::Cayley(group) => Self::Group(Cayley::new(group, effort)?),
            wire::Network::Hyperx { radices, multiplicity } => {
                Self::Group(Cayley::of_vectors(hyperx(radices, multiplicity.as_deref())?, effort)?)
            }
            wire::Network::Lattice { matrix } => Self::Group(Cayley::of_vectors(lattice(matrix)?, effort)?),
            wire::Network::IncompleteHypercube { nodes } => Self::Incomplete(Incomplete::new(*nodes)?),
            wire::Network::Graph(document) => Self::Graph(Graph::new(document)?),
            wire::Network::Mesh { radices } => Self::Graph(Graph::mesh(radices, effort)?),
            wire::Network::Lift(document) => Self::Graph(Lift::new(document)?.graph(document, effort)?),
        })
    }
}

/// A network of any form.
#[derive(Debug)]
pub(crate) struct Network {
    pub(crate) topology: Topology,
    /// The sizes of the box whose vectors the nodes are, if documents may write nodes as vectors.
    pub(super) sizes: Option<Vec<u64>>,
    /// The moduli by which negative numbers of an offset are reduced; empty where none may be negative.
    pub(super) moduli: Vec<u64>,
    /// Number of nodes, at most 2⁶².
    pub(crate) nodes: u64,
    /// The steps that may still be taken for the document.
    pub(crate) effort: Effort,
}

impl Network {
    /// Rebuilds the network of a document; `effort` limits all work on it.
    pub(crate) fn new(document: &wire::Network, effort: &Effort) -> Result<Self, Rejection> {
        let topology = Topology::new(document, effort)?;
        let nodes = match &topology {
            Topology::Rings(rings) => rings.nodes,
            Topology::Group(cayley) => cayley.nodes,
            Topology::Incomplete(cube) => cube.nodes,
            Topology::Graph(graph) => graph.nodes(),
        };
        let (sizes, moduli) = (box_sizes(document), moduli(document));
        Ok(Self { topology, sizes, moduli, nodes, effort: effort.clone() })
    }

    /// Returns the greatest distance.
    ///
    /// # Complexity
    /// Time O(nodes · (nodes + links)) in a graph, in a lift O(base · (nodes + links)), else O(dimensions).
    pub(crate) fn diameter(&self) -> u64 {
        match &self.topology {
            Topology::Rings(rings) => rings.diameter(),
            Topology::Group(cayley) => cayley.diameter,
            Topology::Incomplete(cube) => cube.bits.into(),
            Topology::Graph(graph) => graph.diameter(),
        }
    }

    /// Returns the dimensions and their order, if it is a product of rings; else those of no rings.
    pub(crate) fn rings(&self) -> &Rings {
        if let Topology::Rings(rings) = &self.topology { rings } else { Rings::EMPTY }
    }

    /// Returns the dimensions of a product of rings; none for another network.
    pub(crate) fn dimensions(&self) -> &[Dimension] {
        &self.rings().dimensions
    }

    /// Returns whether it is a product of rings.
    pub(crate) fn is_rings(&self) -> bool {
        matches!(self.topology, Topology::Rings(_))
    }

    /// Returns whether it is a hypercube by kind.
    pub(crate) fn is_hypercube(&self) -> bool {
        self.rings().is_hypercube
    }

    /// Returns whether the network looks the same from every node, because translations take every node to
    /// every other.
    pub(crate) fn is_symmetric(&self) -> bool {
        matches!(self.topology, Topology::Rings(_) | Topology::Group(_))
    }

    /// Returns whether links have types, which determine the relative position of their ends.
    pub(crate) fn has_link_types(&self) -> bool {
        !matches!(self.topology, Topology::Graph(_))
    }

    /// Returns the graph, if its distances have to be searched for; in other networks a formula or table
    /// gives them, and every node reaches every other.
    pub(crate) fn searched(&self) -> Option<&Graph> {
        if let Topology::Graph(graph) = &self.topology {
            Some(graph).filter(|graph| graph.is_searched())
        } else {
            None
        }
    }

    /// Returns whether a node of a graph forwards packets and has none of its own.
    pub(crate) fn is_switch(&self, node: u64) -> bool {
        matches!(&self.topology, Topology::Graph(graph) if graph.switches.has(node))
    }

    /// Returns the nodes that are no switches.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.nodes).filter(|&node| !self.is_switch(node))
    }

    /// Returns the number of nodes that are no switches.
    pub(crate) fn host_count(&self) -> u64 {
        if let Topology::Graph(graph) = &self.topology {
            self.nodes - graph.switches.number()
        } else {
            self.nodes
        }
    }

    /// Returns the ports of a switch, if there are switches.
    pub(crate) fn switch_ports(&self) -> Option<wire::Ports> {
        let Topology::Graph(graph) = &self.topology else { return None };
        (graph.switches.number() > 0).then_some(graph.switches.ports)
    }

    /// Returns the node at the other end of a link, or of one that comes to the node, if the node has it.
    /// Links that have types lead both ways.
    pub(crate) fn adjacent(&self, node: u64, link: usize, way: Flow) -> Option<u64> {
        match &self.topology {
            Topology::Rings(rings) => Some(rings.step(node, link)),
            Topology::Group(cayley) => Some(cayley.step(node, link)),
            Topology::Incomplete(cube) => cube.adjacent(node, link),
            Topology::Graph(graph) => graph.step(node, link, way),
        }
    }

    /// Returns the node at the other end of a link in a network that looks the same from every node, where
    /// every node has all links.
    pub(crate) fn step(&self, node: u64, link: usize) -> u64 {
        self.adjacent(node, link, Flow::Out).unwrap_or(node)
    }

    /// Returns the number of packets that the links of a node take away, or bring, in a slot.
    pub(crate) fn degree(&self, node: u64, way: Flow) -> u64 {
        if self.is_symmetric() {
            return wide(self.links());
        }
        self.lines(node, way).map(|line| line.capacity).sum()
    }

    /// Returns the neighbours to which a node sends, or from which it receives, with the capacities per slot.
    pub(crate) fn lines(&self, node: u64, way: Flow) -> impl Iterator<Item = Line> + '_ {
        let (of_graph, links) = match &self.topology {
            Topology::Graph(graph) => (Some(graph.lines(way).of(node)), 0),
            _ => (None, self.links()),
        };
        let others = (0..links).filter_map(move |link| self.adjacent(node, link, way));
        of_graph.into_iter().flatten().chain(others.map(|node| Line { node, capacity: 1 }))
    }

    /// Returns the distance from the nearest of some nodes to every node, or with [`Flow::In`] from every
    /// node to the nearest of them; [`u64::MAX`] where no path leads. The nodes must be few enough to be
    /// listed.
    ///
    /// # Complexity
    /// O(n · d) for n nodes of at most d links each.
    pub(crate) fn hops_from(&self, nodes: impl IntoIterator<Item = u64>, way: Flow) -> Vec<u64> {
        let mut hops = vec![u64::MAX; usize::try_from(self.nodes).unwrap_or(usize::MAX)];
        let mut open: VecDeque<(u64, u64)> = nodes.into_iter().map(|node| (node, 0)).collect();
        while let Some((node, here)) = open.pop_front() {
            let Some(at) = narrow(node, hops.len()).filter(|&at| hops[at] == u64::MAX) else { continue };
            hops[at] = here;
            open.extend(self.lines(node, way).map(|line| (line.node, here + 1)));
        }
        hops
    }

    /// Returns how many packets can go from a node to another over their links in a slot.
    pub(crate) fn capacity(&self, from: u64, to: u64) -> u64 {
        match &self.topology {
            Topology::Rings(_) | Topology::Incomplete(_) => u64::from(self.between(from, to) == 1),
            Topology::Group(cayley) => cayley.parallel_links(cayley.difference(from, to)),
            Topology::Graph(graph) => graph.capacity(from, to),
        }
    }

    /// Returns whether a link leads from one node to the other.
    pub(crate) fn are_neighbors(&self, from: u64, to: u64) -> bool {
        self.capacity(from, to) > 0
    }

    /// Returns the number of link types.
    pub(crate) fn links(&self) -> usize {
        match &self.topology {
            Topology::Rings(rings) => rings.links(),
            Topology::Group(cayley) => cayley.links(),
            Topology::Incomplete(cube) => usize::try_from(cube.bits).unwrap_or(usize::MAX),
            Topology::Graph(graph) => usize::try_from(graph.links()).unwrap_or(usize::MAX),
        }
    }

    /// Returns the number of links of all nodes together, or, where links have no types, of lines.
    pub(crate) fn links_of_all(&self) -> u64 {
        match &self.topology {
            Topology::Graph(graph) => wide(graph.lines(Flow::Out).len()),
            _ => self.nodes.saturating_mul(wide(self.links())),
        }
    }

    /// Estimates the steps of finding the node to which a link leads.
    pub(crate) fn steps_of_a_look(&self) -> u64 {
        if let Topology::Group(cayley) = &self.topology { cayley.steps_of_a_step() } else { STEPS_OF_A_LOOK }
    }

    /// Takes the steps of going `times` times through all nodes and all links of each.
    pub(crate) fn spend_looks(&self, times: u64) -> Result<(), Rejection> {
        let steps = self.links_of_all().saturating_mul(self.steps_of_a_look());
        self.effort.spend_times(times, steps.saturating_add(self.nodes.saturating_mul(STEPS_OF_A_LOOK)))
    }

    /// Writes the coordinates of a node into a buffer: one for each dimension, or the index alone.
    pub(crate) fn coordinates_into(&self, node: u64, buffer: &mut Vec<u64>) {
        buffer.clear();
        match &self.topology {
            Topology::Rings(rings) => buffer.extend(rings.dimensions.iter().map(|d| d.coordinate(node))),
            _ => buffer.push(node),
        }
    }

    /// Returns the distance of the offset with these coordinates.
    pub(crate) fn distance(&self, coordinates: &[u64]) -> u64 {
        match &self.topology {
            // At most the diameter.
            Topology::Rings(Rings { dimensions, .. }) => {
                dimensions.iter().zip(coordinates).map(|(d, &x)| d.shorter(x)).sum()
            }
            _ => coordinates.iter().map(|&node| self.hops(node)).sum(),
        }
    }

    /// Returns the distance of an offset, which is that of its node from node 0.
    pub(crate) fn hops(&self, offset: u64) -> u64 {
        match &self.topology {
            Topology::Rings(rings) => rings.hops(offset),
            Topology::Group(cayley) => cayley.distance(offset),
            Topology::Incomplete(_) | Topology::Graph(_) => self.between(0, offset),
        }
    }

    /// Returns the position of `to` relative to `from`, which no translation changes: the offset, which is
    /// the difference of their coordinates or the product of the inverse with the other; the bits in which
    /// they differ; in a graph without translations `to` itself.
    pub(crate) fn seen_from(&self, from: u64, to: u64) -> u64 {
        match &self.topology {
            Topology::Rings(rings) => rings.difference(from, to),
            Topology::Group(cayley) => cayley.difference(from, to),
            Topology::Incomplete(_) => from ^ to,
            Topology::Graph(graph) => graph.seen_from(from, to),
        }
    }

    /// Returns the image of a node under the translation that takes node 0 to `shift`, if there is one: the
    /// sum of their coordinates, or the product.
    pub(crate) fn shifted(&self, shift: u64, node: u64) -> Option<u64> {
        match &self.topology {
            Topology::Rings(rings) => Some(rings.sum(shift, node)),
            Topology::Group(cayley) => Some(cayley.product(shift, node)),
            Topology::Incomplete(cube) => cube.shifted(shift, node),
            Topology::Graph(graph) => graph.shifted(shift, node),
        }
    }

    /// Returns the node that is at `offset` from `node`, in a network that looks the same from every node.
    pub(crate) fn translate(&self, node: u64, offset: u64) -> u64 {
        self.shifted(node, offset).unwrap_or(offset)
    }

    /// Returns the distance from one node to another where a path leads there, as it does for all packets of
    /// a task; else [`NO_WAY`].
    pub(crate) fn between(&self, from: u64, to: u64) -> u64 {
        self.way(from, to).unwrap_or(NO_WAY)
    }

    /// Returns the distance from one node to another; none if no path leads there.
    pub(crate) fn way(&self, from: u64, to: u64) -> Option<u64> {
        match &self.topology {
            Topology::Rings(rings) => Some(rings.hops(rings.difference(from, to))),
            Topology::Group(cayley) => Some(cayley.distance(cayley.difference(from, to))),
            Topology::Incomplete(_) => Some(Incomplete::between(from, to)),
            Topology::Graph(graph) => graph.between(from, to),
        }
    }

    /// Returns the number of nodes, switches aside, at this distance or a greater one from a node, or with
    /// [`Flow::In`] to it. Only in an incomplete hypercube or a graph it depends on the node.
    ///
    /// # Complexity
    /// Time O(dimensions · nodes / greatest radix), space O(diameter); O(nodes) in an incomplete hypercube,
    /// O(links) in a graph.
    pub(crate) fn nodes_from(&self, node: u64, distance: u64, way: Flow) -> u64 {
        match &self.topology {
            Topology::Rings(rings) => rings.nodes_from(distance),
            Topology::Group(cayley) => cayley.nodes_from(distance),
            Topology::Incomplete(_) => {
                wide((0..self.nodes).filter(|&other| self.between(node, other) >= distance).count())
            }
            Topology::Graph(graph) => graph.nodes_from(node, distance, way),
        }
    }

    /// Returns the sum of the distances of all nodes from a node.
    pub(crate) fn distances_from(&self, node: u64) -> u128 {
        match &self.topology {
            Topology::Rings(rings) => rings.distances(),
            Topology::Group(cayley) => cayley.distances(),
            _ => (0..self.nodes).filter_map(|other| self.way(node, other)).map(u128::from).sum(),
        }
    }
}
