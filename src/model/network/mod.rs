//! Networks: hypercubes, tori and rings as products of rings, Cayley graphs of any group, incomplete
//! hypercubes, and graphs link by link, meshes and lifts among them.

pub(super) mod as_petgraph;
mod capacities;
pub(super) mod dimension;
pub(super) mod explicit_graph;
pub(super) mod graph;
pub(super) mod incomplete_hypercube;
pub(super) mod lift;
pub(in crate::model) mod mesh;
pub(super) mod mixed_radix;
mod names;
pub(super) mod node;
pub(super) mod offsets;
pub(super) mod shell;
pub(super) mod sort;
pub(super) mod spheres;
pub(super) mod switches;
pub(super) mod taken_links;

use super::cayley::families::{box_sizes, cayley_graph, group_title, hyperx_title, lattice_title};
use super::cayley::{MOST_CAYLEY_LINKS, MOST_CAYLEY_NODES};
use super::{
    CayleyGraph, Dimension, ExplicitGraph, IncompleteHypercube, Link, ModelError, Node, Switches, Way,
};
use crate::wire;
use dimension::radices;
use std::sync::Arc;

/// A hypercube, torus, ring, Cayley graph, `HyperX`, lattice graph, incomplete hypercube, or a graph link by
/// link, as meshes and lifts are.
///
/// All but the last two sorts look the same from every node, which translations say; of these no translations
/// are known ([`Network::is_symmetric`]), and a node of them need not have every link. Tasks that stand on
/// symmetry refuse it ([`ModelError::NotSymmetric`]); what is defined for it says so.
///
/// # Examples
/// ```
/// use isotask::model::{Link, Network, Node};
/// use isotask::wire;
/// let torus = Network::new(&wire::Network::Torus { radices: vec![4, 3] })?;
/// assert_eq!((torus.nodes(), torus.links(), torus.diameter()), (12, 4, 3));
/// assert_eq!(torus.coordinates(Node(7)), [2, 1]);
/// assert_eq!(torus.distance(Node(7)), 3);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    kind: wire::Network,
    dimensions: Vec<Dimension>,
    cayley: Option<Arc<CayleyGraph>>,
    incomplete: Option<IncompleteHypercube>,
    explicit: Option<Arc<ExplicitGraph>>,
    nodes: u64,
    links: u32,
}

/// The translation by one node, ready for many offsets.
#[derive(Debug, Clone)]
pub struct Translation<'a>(Known<'a>);

#[derive(Debug, Clone)]
enum Known<'a> {
    Rings(&'a Network, Node),
    All(Vec<Node>),
}

impl Translation<'_> {
    /// The node that lies to the node of the translation as the offset lies to node 0.
    ///
    /// # Panics
    /// If there is no such offset.
    #[must_use]
    pub fn of(&self, offset: Node) -> Node {
        match &self.0 {
            Known::Rings(network, node) => network.translate(*node, offset),
            Known::All(table) => table[usize::try_from(offset.0).expect("a node of a table")],
        }
    }
}

/// Most nodes that a network may have.
const MOST_NODES: u64 = 1 << 62;

impl Network {
    /// Builds the network that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when there is no such network.
    pub fn new(kind: &wire::Network) -> Result<Self, ModelError> {
        if let Some(graph) = cayley_graph(kind) {
            let graph = graph?;
            let (nodes, links) = (graph.nodes(), graph.links());
            return Ok(Self { cayley: Some(Arc::new(graph)), ..Self::without_rings(kind, nodes, links) });
        }
        if let wire::Network::Graph(graph) = kind {
            let explicit = ExplicitGraph::new(graph)?;
            return Ok(Self::of_links(kind, explicit));
        }
        if let wire::Network::Mesh { radices } = kind {
            return Ok(Self::of_links(kind, mesh::graph(radices)?));
        }
        if let wire::Network::Lift(base) = kind {
            return Ok(Self::of_links(kind, lift::graph(base)?));
        }
        if let wire::Network::IncompleteHypercube { nodes } = *kind {
            let small = || ModelError::RadixTooSmall { place: "nodes".to_owned(), found: nodes };
            if nodes < 2 {
                return Err(small());
            }
            let cube = IncompleteHypercube::new(nodes).ok_or(ModelError::TooManyNodes)?;
            let rest = Self::without_rings(kind, nodes, cube.dimension());
            return Ok(Self { incomplete: Some(cube), ..rest });
        }
        let radices = radices(kind)?;
        let mut nodes: u64 = 1;
        for &radix in &radices {
            nodes = nodes.checked_mul(radix).filter(|&n| n <= MOST_NODES).ok_or(ModelError::TooManyNodes)?;
        }
        let mut dimensions = Vec::with_capacity(radices.len());
        let mut first_link = 0;
        // A torus has its last coordinate fastest, a hypercube its first bit.
        let mut stride = if matches!(kind, wire::Network::Hypercube { .. }) { 1 } else { nodes };
        for radix in radices {
            if matches!(kind, wire::Network::Hypercube { .. }) {
                dimensions.push(Dimension { radix, stride, first_link });
                stride *= radix;
            } else {
                stride /= radix;
                dimensions.push(Dimension { radix, stride, first_link });
            }
            first_link += if radix == 2 { 1 } else { 2 };
        }
        Ok(Self { dimensions, ..Self::without_rings(kind, nodes, first_link) })
    }

    fn of_links(kind: &wire::Network, explicit: ExplicitGraph) -> Self {
        let rest = Self::without_rings(kind, explicit.nodes(), explicit.links());
        Self { explicit: Some(Arc::new(explicit)), ..rest }
    }

    fn without_rings(kind: &wire::Network, nodes: u64, links: u32) -> Self {
        let (dimensions, cayley, incomplete, explicit) = (Vec::new(), None, None, None);
        Self { kind: kind.clone(), dimensions, cayley, incomplete, explicit, nodes, links }
    }

    /// The description that it was built from.
    #[must_use]
    pub fn kind(&self) -> &wire::Network {
        &self.kind
    }

    /// The tables of a Cayley graph; `None` for a product of rings, which needs none.
    #[must_use]
    pub fn cayley(&self) -> Option<&CayleyGraph> {
        self.cayley.as_deref()
    }

    /// The incomplete hypercube, if it is one.
    #[must_use]
    pub fn incomplete(&self) -> Option<IncompleteHypercube> {
        self.incomplete
    }

    /// The graph link by link, if it is one, a mesh or a lift.
    #[must_use]
    pub fn link_list(&self) -> Option<&ExplicitGraph> {
        self.explicit.as_deref()
    }

    /// The nodes of a graph that forward and have no packets of their own, if there are any.
    #[must_use]
    pub fn switches(&self) -> Option<&Switches> {
        self.link_list()?.switches()
    }

    /// Whether a node has no packets of its own.
    ///
    /// # Panics
    /// If it is no node of a graph.
    #[must_use]
    pub fn is_switch(&self, node: Node) -> bool {
        self.switches().is_some_and(|switches| switches.has(node.narrow()))
    }

    /// Number of nodes that are no switches.
    #[must_use]
    pub fn hosts(&self) -> u64 {
        self.nodes - self.switches().map_or(0, Switches::number)
    }

    /// Whether it is a hypercube with all its nodes.
    #[must_use]
    pub fn is_hypercube(&self) -> bool {
        matches!(self.kind, wire::Network::Hypercube { .. })
    }

    /// The hypercube of which it has all nodes or the first ones, if it is one.
    #[must_use]
    pub fn as_incomplete(&self) -> Option<IncompleteHypercube> {
        self.incomplete.or_else(|| IncompleteHypercube::new(self.nodes).filter(|_| self.is_hypercube()))
    }

    /// Whether it looks the same from every node, as translations show.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.incomplete.is_none() && self.explicit.is_none()
    }

    /// The same network with every link turned round: another only if it is a directed graph.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match &self.explicit {
            Some(graph) if graph.is_directed() => {
                Self { explicit: Some(Arc::new(graph.reversed())), ..self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// The tables of any network that looks the same from every node and is small enough for them.
    ///
    /// # Errors
    /// [`ModelError::GroupTooLarge`], [`ModelError::NotSymmetric`].
    ///
    /// # Panics
    /// Never: a network is connected, and its nodes are counted before they are numbered.
    ///
    /// # Complexity
    /// O(n · m) time and space.
    pub fn to_cayley(&self) -> Result<Arc<CayleyGraph>, ModelError> {
        if let Some(graph) = &self.cayley {
            return Ok(Arc::clone(graph));
        }
        if !self.is_symmetric() {
            return Err(ModelError::NotSymmetric);
        }
        if self.nodes > MOST_CAYLEY_NODES || self.nodes * u64::from(self.links) > MOST_CAYLEY_LINKS {
            return Err(ModelError::GroupTooLarge { nodes: MOST_CAYLEY_NODES, links: MOST_CAYLEY_LINKS });
        }
        let links = || (0..self.links).map(Link);
        let to = |node, link| self.neighbor(node, link).narrow();
        let neighbors = (0..self.nodes).flat_map(|node| links().map(move |link| to(Node(node), link)));
        let graph = CayleyGraph::new(self.links, neighbors.collect()).expect("rings are connected");
        Ok(Arc::new(graph))
    }

    /// The rings of the product, in the order of the links; none of a Cayley graph.
    #[must_use]
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// What people call it, without its numbers of nodes and links.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.kind {
            wire::Network::Hypercube { dimension } => format!("hypercube of dimension {dimension}"),
            wire::Network::Ring { .. } => "ring".to_owned(),
            wire::Network::Torus { radices } => format!("torus {}", product("", radices)),
            wire::Network::IncompleteHypercube { .. } => "incomplete hypercube".to_owned(),
            wire::Network::Cayley(group) => group_title(group),
            wire::Network::Hyperx { radices, multiplicity } => hyperx_title(radices, multiplicity.as_deref()),
            wire::Network::Lattice { matrix } => lattice_title(matrix),
            wire::Network::Graph(graph) if graph.directed => "directed graph".to_owned(),
            wire::Network::Graph(_) => "graph".to_owned(),
            wire::Network::Mesh { radices } => format!("mesh {}", product("", radices)),
            wire::Network::Lift(lift) => {
                let plural = if lift.nodes == 1 { "" } else { "s" };
                format!("lift by {} of a graph of {} node{plural}", product("Z", &lift.group), lift.nodes)
            }
        }
    }

    /// Number of nodes n.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of links m of one node; in an incomplete hypercube of the nodes that have all, in a graph of
    /// the node that has most, which leave it or come to it.
    #[must_use]
    pub fn links(&self) -> u32 {
        self.links
    }

    /// Distance from node 0, in hops.
    #[must_use]
    pub fn distance(&self, node: Node) -> u64 {
        if let Some(graph) = self.cayley() {
            return graph.distance(node);
        }
        if self.explicit.is_some() {
            return self.distance_between(Node(0), node);
        }
        if self.incomplete.is_some() {
            return node.0.count_ones().into();
        }
        self.dimensions.iter().map(|d| d.distance(d.coordinate(node))).sum()
    }

    /// Distance from one node of any network to another, in hops, where a way leads there, as it does for
    /// every packet of a task.
    ///
    /// # Panics
    /// If no way leads there, as may be on a graph or lift: [`Network::hops_between`] says whether one does.
    ///
    /// # Complexity
    /// That of [`Network::offset`], or of [`ExplicitGraph::distance`].
    #[must_use]
    pub fn distance_between(&self, from: Node, to: Node) -> u64 {
        self.hops_between(from, to).expect("a way leads from one node to the other")
    }

    /// Distance from one node of any network to another, in hops; none if no way leads there.
    ///
    /// # Complexity
    /// That of [`Network::offset`], or of [`ExplicitGraph::distance`].
    #[must_use]
    pub fn hops_between(&self, from: Node, to: Node) -> Option<u64> {
        match (&self.kind, self.link_list()) {
            (wire::Network::Mesh { radices }, _) => return Some(mesh::distance(radices, from, to)),
            (wire::Network::Lift(base), Some(graph)) => return lift::distance(base, graph, from, to),
            (_, Some(graph)) => return graph.distance(from, to),
            (_, None) => {}
        }
        Some(match self.incomplete {
            Some(cube) => cube.distance(from, to).into(),
            None => self.distance(self.offset(from, to)),
        })
    }

    /// The node at the other end of a link of any network; `None` where a node of an incomplete hypercube or
    /// graph lacks it.
    ///
    /// # Panics
    /// If the network has no such link.
    #[must_use]
    pub fn adjacent(&self, node: Node, link: Link) -> Option<Node> {
        if let Some(graph) = self.link_list() {
            return graph.neighbor(node, link);
        }
        match self.incomplete {
            Some(cube) => cube.neighbor(node, link),
            None => Some(self.neighbor(node, link)),
        }
    }

    /// Greatest distance from one node to another that a way leads to.
    ///
    /// # Complexity
    /// O(D) for D dimensions; that of [`ExplicitGraph::diameter`] on a graph.
    #[must_use]
    pub fn diameter(&self) -> u64 {
        if let Some(graph) = self.cayley() {
            return graph.diameter();
        }
        match (&self.kind, self.link_list()) {
            (wire::Network::Mesh { radices }, _) => return mesh::diameter(radices),
            (wire::Network::Lift(base), Some(graph)) => return lift::diameter(base, graph),
            (_, Some(graph)) => return graph.diameter(),
            (_, None) => {}
        }
        if let Some(cube) = self.incomplete {
            return cube.diameter().into();
        }
        self.dimensions.iter().map(|d| d.radix / 2).sum()
    }

    /// The node of least index at the greatest distance from node 0, on products of rings halfway round each.
    ///
    /// # Panics
    /// Never: some node is farthest.
    #[must_use]
    pub fn farthest(&self) -> Node {
        if let Some(graph) = self.cayley() {
            let diameter = graph.diameter();
            let farthest = (0..self.nodes).map(Node).find(|&node| graph.distance(node) == diameter);
            return farthest.expect("some node is farthest");
        }
        Node(self.dimensions.iter().map(|ring| ring.radix / 2 * ring.stride).sum())
    }

    /// Sum of the distances of all nodes from node 0; `None` beyond `u64`.
    #[must_use]
    pub fn total_distance(&self) -> Option<u64> {
        if let Some(graph) = self.cayley() {
            return Some(graph.spheres().iter().zip(0..).map(|(&nodes, distance)| nodes * distance).sum());
        }
        // Each ring adds up its distances ⌊p²/4⌋ as often as the other rings have nodes.
        self.dimensions.iter().try_fold(0_u64, |sum, ring| {
            let here = u128::from(ring.radix).pow(2) / 4 * u128::from(self.nodes / ring.radix);
            u64::try_from(here).ok().and_then(|here| sum.checked_add(here))
        })
    }

    /// The node that a document names.
    ///
    /// # Errors
    /// [`ModelError`] with the place when the network has no such node.
    pub fn node(&self, node: &wire::NodeRef, place: impl Fn() -> String) -> Result<Node, ModelError> {
        match node {
            wire::NodeRef::Index(index) if *index >= self.nodes => {
                let greatest = self.nodes - 1;
                Err(ModelError::OffsetOutOfRange { place: place(), found: *index, greatest })
            }
            wire::NodeRef::Index(index) => Ok(Node(*index)),
            wire::NodeRef::Coordinates(_) if self.has_bits() => {
                Err(ModelError::CoordinatesOnHypercube { place: place() })
            }
            wire::NodeRef::Coordinates(list) => match self.sizes() {
                Some(sizes) => mixed_radix::node(&sizes, list, place),
                None if self.explicit.is_some() => Err(ModelError::CoordinatesOnGraph { place: place() }),
                None => Err(ModelError::CoordinatesOnCayley { place: place() }),
            },
        }
    }

    /// The node at the other end of a link.
    ///
    /// # Panics
    /// If the network has no such link.
    #[must_use]
    pub fn neighbor(&self, node: Node, link: Link) -> Node {
        if let Some(graph) = self.cayley() {
            return graph.neighbor(node, link);
        }
        let ring = self.ring_of(link);
        let x = ring.coordinate(node);
        let there =
            if link.0 == ring.first_link { (x + 1) % ring.radix } else { (x + ring.radix - 1) % ring.radix };
        Node(node.0 - x * ring.stride + there * ring.stride)
    }

    /// The link that leads back.
    ///
    /// # Panics
    /// If the network has no such link.
    #[must_use]
    pub fn opposite(&self, link: Link) -> Link {
        if let Some(graph) = self.cayley() {
            return graph.opposite(link);
        }
        let ring = self.ring_of(link);
        match link.0 - ring.first_link {
            _ if ring.is_single_link() => link,
            0 => Link(link.0 + 1),
            _ => Link(link.0 - 1),
        }
    }

    /// The node that lies to `node` as `offset` lies to node 0: the sum in the group.
    #[must_use]
    pub fn translate(&self, node: Node, offset: Node) -> Node {
        if let Some(graph) = self.cayley() {
            return graph.translate(node, offset);
        }
        let sum =
            |ring: &Dimension| (ring.coordinate(node) + ring.coordinate(offset)) % ring.radix * ring.stride;
        Node(self.dimensions.iter().map(sum).sum())
    }

    /// The translation by a node, for many offsets.
    ///
    /// # Complexity
    /// O(n) time and space on a Cayley graph, nothing on a product of rings.
    #[must_use]
    pub fn translation(&self, node: Node) -> Translation<'_> {
        match self.cayley() {
            Some(graph) => Translation(Known::All(graph.translates(node))),
            None => Translation(Known::Rings(self, node)),
        }
    }

    /// Where `to` lies as seen from `from`: the difference in the group.
    #[must_use]
    pub fn offset(&self, from: Node, to: Node) -> Node {
        if let Some(graph) = self.cayley() {
            return graph.offset(from, to);
        }
        let difference = |ring: &Dimension| {
            (ring.coordinate(to) + ring.radix - ring.coordinate(from)) % ring.radix * ring.stride
        };
        Node(self.dimensions.iter().map(difference).sum())
    }

    /// How a node lies to another, the same under every translation: the offset, or in an incomplete
    /// hypercube the bits in which they differ; in a lift where the other is once the first is above the
    /// identity, in another graph, of which no translations are known, the other node itself.
    #[must_use]
    pub fn seen_from(&self, from: Node, to: Node) -> Node {
        if let wire::Network::Lift(base) = &self.kind {
            return lift::seen_from(base, from, to);
        }
        if self.explicit.is_some() {
            return to;
        }
        if self.incomplete.is_some() { Node(from.0 ^ to.0) } else { self.offset(from, to) }
    }

    /// Whether a translation takes node 0 to a node: in an incomplete hypercube of n nodes if it changes low
    /// bits only, in which every block of nodes is complete.
    pub(super) fn has_shift(&self, by: Node) -> bool {
        if let wire::Network::Lift(base) = &self.kind {
            return by.0 < self.nodes && by.0.is_multiple_of(base.nodes);
        }
        if self.explicit.is_some() {
            return by == Node(0);
        }
        by.0 < self.nodes && (self.incomplete.is_none() || by.0 < 1 << self.nodes.trailing_zeros())
    }

    /// Where the translation that takes node 0 to `by` takes a node.
    pub(super) fn shift(&self, by: Node, node: Node) -> Node {
        if let wire::Network::Lift(base) = &self.kind {
            return lift::shift(base, by, node);
        }
        if self.explicit.is_some() {
            return node;
        }
        if self.incomplete.is_some() { Node(by.0 ^ node.0) } else { self.translate(by, node) }
    }

    /// Where the translation that takes a node to another takes node 0.
    pub(super) fn shift_between(&self, from: Node, to: Node) -> Node {
        if let wire::Network::Lift(base) = &self.kind {
            return Node(lift::seen_from(base, from, to).0 / base.nodes * base.nodes);
        }
        if self.explicit.is_some() {
            return Node(0);
        }
        if self.incomplete.is_some() {
            return Node(from.0 ^ to.0);
        }
        self.translate(to, self.offset(from, Node(0)))
    }

    /// Whether link i flips bit i.
    fn has_bits(&self) -> bool {
        matches!(self.kind, wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. })
    }

    /// The link from a node to a neighbour on any network, of several side by side the first; none between
    /// other nodes. In a ring of two nodes there is one.
    ///
    /// # Complexity
    /// O(D) for D dimensions; O(m) for m links of a Cayley graph, O(log m) on a graph.
    #[must_use]
    pub fn link_between(&self, from: Node, to: Node) -> Option<Link> {
        if let Some(graph) = self.link_list() {
            return graph.link_between(from, to);
        }
        if self.incomplete.is_some() {
            let bits = from.0 ^ to.0;
            return bits.is_power_of_two().then(|| Link(bits.trailing_zeros()));
        }
        if let Some(graph) = self.cayley() {
            return (0..self.links).map(Link).find(|&link| graph.neighbor(from, link) == to);
        }
        let offset = self.offset(from, to);
        let mut moved = self.dimensions.iter().filter(|ring| ring.coordinate(offset) > 0);
        let (ring, None) = (moved.next()?, moved.next()) else { return None };
        match ring.coordinate(offset) {
            1 => Some(ring.link(Way::Plus)),
            x if x + 1 == ring.radix => Some(ring.link(Way::Minus)),
            _ => None,
        }
    }

    fn ring_of(&self, link: Link) -> &Dimension {
        assert!(link.0 < self.links, "no link {} in a network with {} links", link.0, self.links);
        let ring = self.dimensions.iter().rfind(|ring| ring.first_link <= link.0);
        ring.expect("the first link of the first dimension is 0")
    }

    /// How many packets can go from a node to another over their links in a slot.
    ///
    /// # Complexity
    /// That of [`Network::link_between`].
    #[must_use]
    pub fn capacity(&self, from: Node, to: Node) -> u64 {
        if let Some(graph) = self.link_list() {
            return graph.capacity(from, to);
        }
        match self.cayley() {
            Some(graph) if graph.has_links_side_by_side() => {
                let links = (0..self.links).map(Link);
                links.filter(|&link| graph.neighbor(from, link) == to).map(|_| 1).sum()
            }
            _ => u64::from(self.link_between(from, to).is_some()),
        }
    }

    /// Whether capacities are said of its links: of a graph, and where links lie side by side.
    #[must_use]
    pub fn has_capacities(&self) -> bool {
        self.explicit.is_some() || self.cayley().is_some_and(CayleyGraph::has_links_side_by_side)
    }

    /// The sizes of the box that the nodes are vectors of, the last coordinate varying fastest with the
    /// index; none on cubes, graphs, and Cayley graphs of any group.
    fn sizes(&self) -> Option<Vec<u64>> {
        let rings = || self.dimensions.iter().map(|ring| ring.radix).collect();
        box_sizes(&self.kind).or_else(|| (!self.dimensions.is_empty() && !self.has_bits()).then(rings))
    }

    /// Coordinates of a node, in the order of the dimensions; of a mesh too.
    #[must_use]
    pub fn coordinates(&self, node: Node) -> Vec<u64> {
        match box_sizes(&self.kind) {
            Some(sizes) => mixed_radix::digits(&sizes, node.0),
            None => self.dimensions.iter().map(|d| d.coordinate(node)).collect(),
        }
    }
}

/// `4 × 4`, or with `Z` before each number.
fn product(before: &str, radices: &[u64]) -> String {
    let words: Vec<_> = radices.iter().map(|radix| format!("{before}{radix}")).collect();
    words.join(" × ")
}
