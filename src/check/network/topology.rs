//! The network, rebuilt from its document: coordinates, links, distances.

use crate::effort::Effort;
use crate::network::cayley::Cayley;
use crate::network::graph::lift::Lift;
use crate::network::graph::lines::Line;
use crate::network::graph::mesh::Mesh;
use crate::network::graph::{Graph, NO_WAY};
use crate::network::symmetry::sheets::Sheets;
use crate::network::vectors::{box_sizes, index_in_box, moduli};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;

/// At most this many nodes, 2⁶².
const MOST_NODES: u64 = 1 << 62;

/// Steps of looking along a link at the node at its end.
pub(super) const STEPS_OF_A_LOOK: u64 = 4;

/// One dimension of the torus; a hypercube has radix 2 everywhere.
#[derive(Debug)]
pub(crate) struct Dimension {
    /// Number of nodes along the dimension, at least 2.
    pub(crate) radix: u64,
    /// How far apart in index two neighbours are.
    pub(crate) stride: u64,
    /// Link type that goes up.
    pub(crate) plus: usize,
    /// Link type that goes down; none for radix 2, where both ways are one link.
    pub(crate) minus: Option<usize>,
}

impl Dimension {
    /// Hops of the shorter way to coordinate `x`.
    pub(crate) fn shorter(&self, x: u64) -> u64 {
        x.min(self.radix - x)
    }
}

/// Whether what leaves a node is meant, or what comes to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Out,
    In,
}

/// One link type: which dimension it changes, and whether upwards.
#[derive(Debug, Clone, Copy)]
struct Link {
    dimension: usize,
    up: bool,
}

/// A hypercube, torus, Cayley graph, incomplete hypercube or graph, which meshes and lifts are too.
#[derive(Debug)]
pub(crate) struct Network {
    hypercube: bool,
    /// A Cayley graph has no dimensions, and one coordinate: the index.
    cayley: Option<Cayley>,
    /// The sizes of the box whose vectors the nodes of a Cayley graph are, if they are; documents may write
    /// them so.
    sizes: Option<Vec<u64>>,
    /// By what numbers of an offset are counted from the other end; empty where none may be negative.
    pub(crate) moduli: Vec<u64>,
    /// How many bits the nodes of an incomplete hypercube have; it has no dimensions, and no node stands for
    /// the others.
    bits: Option<u32>,
    /// Any graph; it has no dimensions either, and no node stands for the others.
    graph: Option<Graph>,
    /// What a graph is if it is a mesh.
    mesh: Option<Mesh>,
    /// The translations of a graph if it is a lift.
    sheets: Option<Sheets>,
    /// The dimensions, at most 62, as models/formats/task.md numbers them.
    pub(crate) dimensions: Vec<Dimension>,
    /// The dimensions from the slowest varying with the index to the fastest.
    pub(crate) slow_to_fast: Vec<usize>,
    links: Vec<Link>,
    /// Number of nodes, at most 2⁶².
    pub(crate) nodes: u64,
    /// Greatest distance; of a graph unknown, a mesh aside.
    diameter: Option<u64>,
    /// What may still be done for the document.
    pub(crate) effort: Effort,
}

impl Network {
    /// Rebuilds the network of a document, with so much effort for all that is asked of it.
    pub(crate) fn new(document: &wire::Network, effort: &Effort) -> Result<Self, Rejection> {
        let rebuilt = Self::rebuilt(document, effort)?;
        Ok(Self { effort: effort.clone(), moduli: moduli(document), ..rebuilt })
    }

    fn rebuilt(document: &wire::Network, effort: &Effort) -> Result<Self, Rejection> {
        match document {
            wire::Network::Hypercube { dimension } => {
                if !(1..=62).contains(dimension) {
                    return Err(Rejection::DimensionOutOfRange { found: *dimension });
                }
                // Bit 0 is dimension 0 and varies fastest, so the radices stand in reverse.
                let radices: Vec<u64> = (0..*dimension).map(|_| 2).collect();
                let order = (0..radices.len()).rev().collect();
                Self::build(true, &radices, order, &|_| "task.network.dimension".to_owned())
            }
            wire::Network::Torus { radices } => {
                if radices.is_empty() {
                    return Err(Rejection::NoRadices);
                }
                let order = (0..radices.len()).collect();
                Self::build(false, radices, order, &|i| format!("task.network.radices[{i}]"))
            }
            wire::Network::Ring { nodes } => {
                Self::build(false, &[*nodes], vec![0], &|_| "task.network.nodes".to_owned())
            }
            wire::Network::IncompleteHypercube { nodes } => Self::incomplete(*nodes),
            wire::Network::Graph(document) => {
                let graph = Graph::new(document)?;
                Ok(Self { graph: Some(graph), ..Self::without_dimensions(document.nodes) })
            }
            wire::Network::Cayley(_) | wire::Network::Hyperx { .. } | wire::Network::Lattice { .. } => {
                Self::of_group(document, effort)
            }
            wire::Network::Mesh { radices } => {
                let mesh = Mesh::new(radices)?;
                mesh.spend(effort)?;
                let (graph, diameter) = (Some(mesh.graph()), Some(mesh.diameter()));
                let nodes = radices.iter().product();
                Ok(Self {
                    graph,
                    diameter,
                    mesh: Some(mesh),
                    sizes: box_sizes(document),
                    ..Self::without_dimensions(nodes)
                })
            }
            wire::Network::Lift(document) => {
                let lift = Lift::new(document)?;
                lift.spend(effort)?;
                let graph = Some(lift.graph(document)?);
                let rest = Self::without_dimensions(lift.nodes());
                Ok(Self { graph, sheets: Some(lift.into_sheets()), ..rest })
            }
        }
    }

    /// A Cayley graph, whose nodes may be the vectors of a box.
    fn of_group(document: &wire::Network, effort: &Effort) -> Result<Self, Rejection> {
        let cayley = Cayley::of_network(document, effort).unwrap_or(Err(Rejection::NoGenerators))?;
        let (nodes, diameter) = (cayley.nodes, Some(cayley.diameter));
        let sizes = box_sizes(document);
        Ok(Self { cayley: Some(cayley), sizes, diameter, ..Self::without_dimensions(nodes) })
    }

    /// So many nodes, of which nothing is known.
    fn without_dimensions(nodes: u64) -> Self {
        Self {
            hypercube: false,
            cayley: None,
            sizes: None,
            moduli: Vec::new(),
            bits: None,
            graph: None,
            mesh: None,
            sheets: None,
            dimensions: Vec::new(),
            slow_to_fast: Vec::new(),
            links: Vec::new(),
            nodes,
            diameter: None,
            effort: Effort::new(u64::MAX),
        }
    }

    /// The nodes 0 … `nodes` − 1, linked when they differ in one bit.
    fn incomplete(nodes: u64) -> Result<Self, Rejection> {
        let place = || "task.network.nodes".to_owned();
        if nodes < 2 {
            return Err(Rejection::RadixTooSmall { place: place(), found: nodes });
        }
        if nodes > MOST_NODES {
            return Err(Rejection::TooManyNodes { place: place() });
        }
        // The greatest node has the most bits, and it differs in all of them from what lies below its
        // highest.
        let bits = (nodes - 1).ilog2() + 1;
        Ok(Self { bits: Some(bits), diameter: Some(bits.into()), ..Self::without_dimensions(nodes) })
    }

    fn build(
        hypercube: bool,
        radices: &[u64],
        slow_to_fast: Vec<usize>,
        place: &dyn Fn(usize) -> String,
    ) -> Result<Self, Rejection> {
        let mut nodes = 1_u64;
        for (i, &radix) in radices.iter().enumerate() {
            if radix < 2 {
                return Err(Rejection::RadixTooSmall { place: place(i), found: radix });
            }
            nodes = nodes
                .checked_mul(radix)
                .filter(|&n| n <= MOST_NODES)
                .ok_or_else(|| Rejection::TooManyNodes { place: place(i) })?;
        }
        let (mut dimensions, mut links, mut diameter) = (Vec::new(), Vec::new(), 0);
        for (dimension, &radix) in radices.iter().enumerate() {
            let plus = links.len();
            links.push(Link { dimension, up: true });
            let mut minus = None;
            if radix > 2 {
                minus = Some(links.len());
                links.push(Link { dimension, up: false });
            }
            dimensions.push(Dimension { radix, stride: 1, plus, minus });
            // The sum of the radices is at most 2 + their product, far below 2⁶⁴.
            diameter += radix / 2;
        }
        let mut stride = 1;
        for &i in slow_to_fast.iter().rev() {
            dimensions[i].stride = stride;
            // The whole product is at most 2⁶².
            stride *= dimensions[i].radix;
        }
        let diameter = Some(diameter);
        let rest = Self::without_dimensions(nodes);
        Ok(Self { hypercube, dimensions, slow_to_fast, links, diameter, ..rest })
    }

    /// Whether documents may write its nodes as vectors.
    pub(crate) fn has_vectors(&self) -> bool {
        self.cayley.is_none() || self.sizes.is_some()
    }

    /// Greatest distance.
    ///
    /// # Complexity
    /// Time O(nodes · (nodes + links)) in a graph, in a lift O(base · (nodes + links)), else nothing.
    pub(crate) fn diameter(&self) -> u64 {
        let farthest = |graph: &Graph, node| {
            graph.all(node, false).into_iter().filter(|&hops| hops != NO_WAY).max().unwrap_or(0)
        };
        if let Some(known) = self.diameter {
            return known;
        }
        // A translation of a lift takes every node above the identity, where those of the base stand.
        let alike = self.sheets.as_ref().map_or(self.nodes, |sheets| sheets.base);
        let of_graph =
            self.graph.as_ref().and_then(|graph| (0..alike).map(|node| farthest(graph, node)).max());
        of_graph.unwrap_or(0)
    }

    /// Whether it is a hypercube by kind.
    pub(crate) fn is_hypercube(&self) -> bool {
        self.hypercube
    }

    /// Whether it looks the same from every node, as translations show.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.bits.is_none() && self.graph.is_none()
    }

    /// Any graph, if it is one.
    pub(crate) fn graph(&self) -> Option<&Graph> {
        self.graph.as_ref()
    }

    /// The translations of a graph, if it is a lift.
    pub(crate) fn sheets(&self) -> Option<&Sheets> {
        self.sheets.as_ref()
    }

    /// Whether it is a mesh, in which distances need no search.
    pub(crate) fn is_mesh(&self) -> bool {
        self.mesh.is_some()
    }

    /// Whether links have types by which nodes lie to each other.
    pub(crate) fn has_link_types(&self) -> bool {
        self.graph.is_none()
    }

    /// Whether a node of a graph forwards packets and has none of its own.
    pub(crate) fn is_switch(&self, node: u64) -> bool {
        self.graph.as_ref().is_some_and(|graph| graph.switches.has(node))
    }

    /// The nodes that are no switches.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.nodes).filter(|&node| !self.is_switch(node))
    }

    /// How many they are.
    pub(crate) fn host_count(&self) -> u64 {
        self.nodes - self.graph.as_ref().map_or(0, |graph| graph.switches.number())
    }

    /// What a switch may do in a slot, if there is one.
    pub(crate) fn switch_ports(&self) -> Option<wire::Ports> {
        let switches = &self.graph.as_ref()?.switches;
        (switches.number() > 0).then_some(switches.ports)
    }

    /// The index of a node that is no switch.
    pub(crate) fn host(&self, node: &wire::NodeRef, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        let node = self.node(node, place)?;
        if self.is_switch(node) { Err(Rejection::AtSwitch { place: place(), node }) } else { Ok(node) }
    }

    /// The node at the other end of a link, if the node has it.
    pub(crate) fn adjacent(&self, node: u64, link: usize) -> Option<u64> {
        if let Some(graph) = &self.graph {
            return graph.step(node, link, false);
        }
        if self.bits.is_none() {
            return Some(self.step(node, link));
        }
        // A link is below the number of bits, at most 62.
        Some(node ^ (1 << link)).filter(|&there| there < self.nodes)
    }

    /// The same with every link turned round.
    pub(crate) fn adjacent_backwards(&self, node: u64, link: usize) -> Option<u64> {
        match &self.graph {
            Some(graph) => graph.step(node, link, true),
            // Links lead both ways.
            None => self.adjacent(node, link),
        }
    }

    /// Packets that the links of a node take away, or bring, in a slot.
    pub(crate) fn degree(&self, node: u64, way: Flow) -> u64 {
        if self.graph.is_some() {
            return self.lines(node, way).map(|line| line.capacity).sum();
        }
        let links = 0..self.links();
        wide(if self.bits.is_none() {
            links.len()
        } else {
            links.filter(|&link| self.adjacent(node, link).is_some()).count()
        })
    }

    /// Where a node sends, or from where it receives, and how much goes there in a slot.
    pub(crate) fn lines(&self, node: u64, way: Flow) -> impl Iterator<Item = Line> + '_ {
        let of_graph = self.graph.as_ref().map(|graph| match way {
            Flow::Out => graph.out().of(node),
            Flow::In => graph.into().of(node),
        });
        let links = if of_graph.is_some() { 0 } else { self.links() };
        // Other links lead both ways.
        let others = (0..links).filter_map(move |link| self.adjacent(node, link));
        of_graph.into_iter().flatten().chain(others.map(|node| Line { node, capacity: 1 }))
    }

    /// How many packets can go from a node to another over their links in a slot.
    pub(crate) fn capacity(&self, from: u64, to: u64) -> u64 {
        match (&self.graph, &self.cayley) {
            (Some(graph), _) => graph.capacity(from, to),
            (None, Some(cayley)) => cayley.side_by_side(self.difference(from, to)),
            (None, None) => u64::from(self.between(from, to) == 1),
        }
    }

    /// Number of link types.
    pub(crate) fn links(&self) -> usize {
        if let Some(bits) = self.bits {
            return usize::try_from(bits).unwrap_or(usize::MAX);
        }
        if let Some(graph) = &self.graph {
            return usize::try_from(graph.links()).unwrap_or(usize::MAX);
        }
        self.cayley.as_ref().map_or(self.links.len(), Cayley::links)
    }

    /// Takes the steps of going so many times through all links of all nodes, or, where links have no types,
    /// all nodes and lines.
    pub(crate) fn spend_looks(&self, times: u64) -> Result<(), Rejection> {
        let steps = match (&self.graph, &self.cayley) {
            (Some(graph), _) => wide(graph.out().len()) * STEPS_OF_A_LOOK,
            (None, Some(cayley)) => cayley.steps_of_all(),
            (None, None) => self.nodes.saturating_mul(wide(self.links()) * STEPS_OF_A_LOOK),
        };
        self.effort.spend_times(times, steps.saturating_add(self.nodes.saturating_mul(STEPS_OF_A_LOOK)))
    }

    /// About what it takes to see where a link of a node leads.
    pub(crate) fn steps_of_a_look(&self) -> u64 {
        self.cayley.as_ref().map_or(STEPS_OF_A_LOOK, Cayley::steps_of_a_step)
    }

    /// The group, unless the network is a product of rings.
    pub(crate) fn cayley(&self) -> Option<&Cayley> {
        self.cayley.as_ref()
    }

    /// Writes the coordinates of a node into a buffer.
    pub(crate) fn coordinates_into(&self, node: u64, buffer: &mut Vec<u64>) {
        buffer.clear();
        if self.cayley.is_some() {
            buffer.push(node);
            return;
        }
        buffer.extend(self.dimensions.iter().map(|d| (node / d.stride) % d.radix));
    }

    /// Distance of the offset with these coordinates.
    pub(crate) fn distance(&self, coordinates: &[u64]) -> u64 {
        if let Some(cayley) = &self.cayley {
            return coordinates.iter().map(|&node| cayley.distance(node)).sum();
        }
        // At most the diameter.
        self.dimensions.iter().zip(coordinates).map(|(d, &x)| d.shorter(x)).sum()
    }

    /// The node at the other end of a link.
    pub(crate) fn step(&self, node: u64, link: usize) -> u64 {
        if let Some(cayley) = &self.cayley {
            return cayley.step(node, link);
        }
        let Link { dimension, up } = self.links[link];
        let Dimension { radix, stride, .. } = self.dimensions[dimension];
        if self.hypercube {
            // The strides are the powers of 2.
            return node ^ stride;
        }
        let x = (node / stride) % radix;
        // Every result is a node index again, so below 2⁶².
        match (up, x) {
            (true, x) if x + 1 == radix => node - x * stride,
            (true, _) => node + stride,
            (false, 0) => node + (radix - 1) * stride,
            (false, _) => node - stride,
        }
    }

    /// The node `offset` away from `node`: the sum of their coordinates, or the product.
    pub(crate) fn translate(&self, node: u64, offset: u64) -> u64 {
        if let Some(cayley) = &self.cayley {
            return cayley.product(node, offset);
        }
        let sum = |d: &Dimension| {
            let (x, y) = ((node / d.stride) % d.radix, (offset / d.stride) % d.radix);
            ((x + y) % d.radix) * d.stride
        };
        self.dimensions.iter().map(sum).sum()
    }

    /// The offset that leads from one node to another: the difference of their coordinates, or the product of
    /// the inverse with the other.
    pub(crate) fn difference(&self, from: u64, to: u64) -> u64 {
        if let Some(cayley) = &self.cayley {
            return cayley.product(cayley.inverse(from), to);
        }
        let gap = |d: &Dimension| {
            let (x, y) = ((from / d.stride) % d.radix, (to / d.stride) % d.radix);
            ((y + d.radix - x) % d.radix) * d.stride
        };
        self.dimensions.iter().map(gap).sum()
    }

    /// How a node lies to another, the same under every translation: the offset, or the bits in which they
    /// differ; of a graph without translations the other node.
    pub(crate) fn seen_from(&self, from: u64, to: u64) -> u64 {
        if self.graph.is_some() {
            return self.sheets.as_ref().map_or(to, |sheets| sheets.seen_from(from, to));
        }
        if self.bits.is_some() { from ^ to } else { self.difference(from, to) }
    }

    /// Where the translation that takes node 0 to `shift` takes a node, if there is one: of an incomplete
    /// hypercube those that change low bits only, in which every block of nodes is complete; of a lift those
    /// of its group, of another graph none is known but the identity.
    pub(crate) fn shifted(&self, shift: u64, node: u64) -> Option<u64> {
        if self.graph.is_some() {
            let identity = (shift == 0).then_some(node);
            return self.sheets.as_ref().map_or(identity, |sheets| sheets.shifted(shift, node));
        }
        if self.bits.is_none() {
            return Some(self.translate(shift, node));
        }
        (shift < 1 << self.nodes.trailing_zeros()).then_some(node ^ shift)
    }

    /// Distance from one node to another where a way leads there, as it does for all packets of a task; else
    /// [`NO_WAY`].
    pub(crate) fn between(&self, from: u64, to: u64) -> u64 {
        self.way(from, to).unwrap_or(NO_WAY)
    }

    /// Distance from one node to another; none if no way leads there.
    pub(crate) fn way(&self, from: u64, to: u64) -> Option<u64> {
        if let Some(graph) = self.graph.as_ref().filter(|_| self.mesh.is_none()) {
            return graph.between(from, to);
        }
        Some(self.by_formula(from, to))
    }

    /// Distance from one node to another where links follow a rule, so that a way leads everywhere.
    fn by_formula(&self, from: u64, to: u64) -> u64 {
        if let Some(mesh) = &self.mesh {
            return mesh.between(from, to);
        }
        if self.bits.is_some() {
            // Every link changes one bit; bits that are to be cleared first, then those that are to be set,
            // lead through nodes no greater than the ends.
            return (from ^ to).count_ones().into();
        }
        let offset = self.difference(from, to);
        if let Some(cayley) = &self.cayley {
            return cayley.distance(offset);
        }
        // At most the diameter.
        self.dimensions.iter().map(|d| d.shorter((offset / d.stride) % d.radix)).sum()
    }

    /// Whether a link leads from one node to the other.
    pub(crate) fn are_neighbors(&self, from: u64, to: u64) -> bool {
        self.capacity(from, to) > 0
    }

    /// Distances of a graph from a node to all others, or from all others to it, [`NO_WAY`] where no way
    /// leads; of another network none.
    pub(crate) fn all(&self, node: u64, towards: bool) -> Vec<u64> {
        self.graph.as_ref().map_or_else(Vec::new, |graph| graph.all(node, towards))
    }

    /// Number of nodes, switches aside, at this distance or a greater one from a node, or, the way that
    /// packets come, to it; but in an incomplete hypercube or graph the same for every node.
    ///
    /// # Complexity
    /// Time O(dimensions · nodes / greatest radix), space O(diameter); O(nodes) in an incomplete hypercube,
    /// O(links) in a graph.
    pub(crate) fn nodes_from(&self, node: u64, distance: u64, way: Flow) -> u64 {
        if let Some(graph) = &self.graph {
            let all = graph.all(node, way == Flow::In);
            return wide(
                self.hosts()
                    .filter_map(|node| narrow(node, all.len()))
                    .filter(|&at| all[at] >= distance && all[at] != NO_WAY)
                    .count(),
            );
        }
        if self.bits.is_some() {
            return wide((0..self.nodes).filter(|&other| self.between(node, other) >= distance).count());
        }
        if let Some(cayley) = &self.cayley {
            return cayley.nodes_from(distance);
        }
        let longest = (0..self.dimensions.len()).max_by_key(|&i| self.dimensions[i].radix).unwrap_or(0);
        // ways[r] = choices of the coordinates in the other dimensions that are r hops away in these.
        let mut ways = vec![1_u64];
        for (i, d) in self.dimensions.iter().enumerate() {
            if i == longest {
                continue;
            }
            let half = usize::try_from(d.radix / 2).unwrap_or(usize::MAX);
            let mut more = vec![0_u64; ways.len() + half];
            for (r, &choices) in ways.iter().enumerate() {
                for x in 0..d.radix {
                    let hops = usize::try_from(d.shorter(x)).unwrap_or(usize::MAX);
                    // All entries together count nodes.
                    more[r + hops] += choices;
                }
            }
            ways = more;
        }
        let radix = self.dimensions[longest].radix;
        let beyond = |hops: u64| match hops {
            0 => radix,
            _ if hops > radix / 2 => 0,
            // The coordinates from `hops` to radix − `hops`.
            _ => radix + 1 - 2 * hops,
        };
        ways.iter().zip(0..).map(|(&choices, r)| choices * beyond(distance.saturating_sub(r))).sum()
    }

    /// Sum of the distances of all nodes from a node; but in an incomplete hypercube the same for every node.
    pub(crate) fn distances_from(&self, node: u64) -> u128 {
        if self.bits.is_some() {
            return (0..self.nodes).map(|other| u128::from(self.between(node, other))).sum();
        }
        if let Some(cayley) = &self.cayley {
            return cayley.distances();
        }
        // The shorter ways of a ring of p nodes add up to ⌊p²/4⌋; p divides the number of nodes, so no
        // product exceeds 2¹²².
        let ring = |d: &Dimension| u128::from(self.nodes / d.radix) * (u128::from(d.radix).pow(2) / 4);
        self.dimensions.iter().map(ring).sum()
    }

    /// The index of an offset, which is a node other than node 0.
    pub(crate) fn offset(&self, node: &wire::NodeRef, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        match self.node(node, place)? {
            0 => Err(Rejection::ZeroOffset { place: place() }),
            index => Ok(index),
        }
    }

    /// The index of a node.
    pub(crate) fn node(&self, node: &wire::NodeRef, place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        let index = match node {
            wire::NodeRef::Index(index) => *index,
            wire::NodeRef::Coordinates(_) if self.hypercube || self.bits.is_some() => {
                return Err(Rejection::CoordinatesOnHypercube { place: place() });
            }
            wire::NodeRef::Coordinates(_) if self.graph.is_some() && self.mesh.is_none() => {
                return Err(Rejection::CoordinatesOnGraph { place: place() });
            }
            wire::NodeRef::Coordinates(list) => match (&self.sizes, &self.cayley) {
                (Some(sizes), _) => index_in_box(sizes, list, place)?,
                (None, Some(_)) => return Err(Rejection::CoordinatesOnCayley { place: place() }),
                (None, None) => self.index(list, place)?,
            },
        };
        if index >= self.nodes {
            return Err(Rejection::OffsetOutOfRange { place: place(), found: index, nodes: self.nodes });
        }
        Ok(index)
    }

    fn index(&self, list: &[u64], place: &dyn Fn() -> String) -> Result<u64, Rejection> {
        if list.len() != self.dimensions.len() {
            return Err(Rejection::CoordinateCount {
                place: place(),
                found: list.len(),
                expected: self.dimensions.len(),
            });
        }
        let mut index = 0;
        for (i, (d, &x)) in self.dimensions.iter().zip(list).enumerate() {
            if x >= d.radix {
                return Err(Rejection::CoordinateOutOfRange {
                    place: format!("{}[{i}]", place()),
                    found: x,
                    radix: d.radix,
                });
            }
            index += x * d.stride;
        }
        Ok(index)
    }
}
