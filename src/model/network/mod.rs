//! Networks: hypercubes, tori and rings as products of rings, Cayley graphs of any group, incomplete
//! hypercubes, and graphs link by link, meshes and lifts among them.

pub(super) mod as_petgraph;
mod capacities;
pub(super) mod explicit_graph;
pub(super) mod graph;
pub(super) mod incomplete_hypercube;
pub(super) mod lift;
pub(in crate::model) mod mesh;
pub(super) mod mixed_radix;
mod names;
pub(super) mod node;
pub(super) mod offsets;
pub(super) mod rings;
pub(super) mod shell;
pub(super) mod sort;
pub(super) mod spheres;
pub(super) mod switches;
pub(super) mod taken_links;

use super::cayley::families::{box_sizes, cayley_graph, group_title, hyperx_title, lattice_title};
use super::cayley::{MAX_CAYLEY_LINKS, MAX_CAYLEY_NODES};
use super::{
    CayleyGraph, Dimension, ExplicitGraph, IncompleteHypercube, Link, ModelError, Node, Switches, wide,
};
use crate::wire;
use rings::Rings;
use std::sync::Arc;

/// A hypercube, torus, ring, Cayley graph, `HyperX`, lattice graph, incomplete hypercube, or a graph link by
/// link, as meshes and lifts are.
///
/// All but the last two kinds have a translation from every node to every other ([`Network::is_symmetric`]).
/// In an incomplete hypercube or graph a node need not have every link; tasks that rely on symmetry refuse
/// these networks ([`ModelError::NotSymmetric`]), and methods that accept them say so.
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
    form: Form,
    nodes: u64,
    links: u32,
}

/// How a network computes its links and distances.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// A product of rings, by formulas.
    Rings(Rings),
    /// A Cayley graph, by tables of its group.
    Group(Arc<CayleyGraph>),
    /// An incomplete hypercube, by formulas.
    Cube(IncompleteHypercube),
    /// A graph, by its list of links; distances of a mesh and of a lift have formulas beside it.
    Links(Arc<ExplicitGraph>, Shape),
}

/// The structure of a graph beside its links.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Shape {
    /// None is known.
    Any,
    /// It is the mesh of these radices.
    Mesh(Vec<u64>),
    /// It is the lift of a base graph.
    Lift(wire::Lift),
}

/// The translation by one node, prepared for many offsets.
#[derive(Debug, Clone)]
pub struct Translation<'a>(TranslationForm<'a>);

#[derive(Debug, Clone)]
enum TranslationForm<'a> {
    Sum(&'a Network, Node),
    All(Vec<Node>),
}

impl Translation<'_> {
    /// Returns the image of an offset: the node that lies to the node of the translation as the offset lies
    /// to node 0.
    ///
    /// # Panics
    /// If there is no such offset.
    #[must_use]
    pub fn of(&self, offset: Node) -> Node {
        match &self.0 {
            TranslationForm::Sum(network, node) => network.translate(*node, offset),
            TranslationForm::All(table) => table[usize::try_from(offset.0).expect("a node of a table")],
        }
    }
}

impl Form {
    fn new(kind: &wire::Network) -> Result<Self, ModelError> {
        let links = |graph: ExplicitGraph, shape| Self::Links(Arc::new(graph), shape);
        Ok(match kind {
            wire::Network::Hypercube { .. } | wire::Network::Torus { .. } | wire::Network::Ring { .. } => {
                Self::Rings(Rings::new(kind)?)
            }
            wire::Network::IncompleteHypercube { nodes: found @ 0..2 } => {
                let place = "nodes".to_owned();
                return Err(ModelError::RadixTooSmall { place, found: *found });
            }
            wire::Network::IncompleteHypercube { nodes } => {
                Self::Cube(IncompleteHypercube::new(*nodes).ok_or(ModelError::TooManyNodes)?)
            }
            wire::Network::Mesh { radices } => links(mesh::graph(radices)?, Shape::Mesh(radices.clone())),
            wire::Network::Lift(base) => links(lift::graph(base)?, Shape::Lift(base.clone())),
            wire::Network::Graph(graph) => links(ExplicitGraph::new(graph)?, Shape::Any),
            wire::Network::Cayley(_) | wire::Network::Hyperx { .. } | wire::Network::Lattice { .. } => {
                Self::Group(Arc::new(cayley_graph(kind)?))
            }
        })
    }
}

impl Network {
    /// Builds the network that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when there is no such network.
    pub fn new(kind: &wire::Network) -> Result<Self, ModelError> {
        let form = Form::new(kind)?;
        let (nodes, links) = match &form {
            Form::Rings(rings) => (rings.nodes, rings.links),
            Form::Group(graph) => (graph.nodes(), graph.links()),
            Form::Cube(cube) => (cube.nodes(), cube.dimension()),
            Form::Links(graph, _) => (graph.nodes(), graph.links()),
        };
        Ok(Self { kind: kind.clone(), form, nodes, links })
    }

    /// Returns the description that it was built from.
    #[must_use]
    pub fn kind(&self) -> &wire::Network {
        &self.kind
    }

    /// Returns the tables of a Cayley graph; `None` for a product of rings, which needs none.
    #[must_use]
    pub fn cayley(&self) -> Option<&CayleyGraph> {
        if let Form::Group(graph) = &self.form { Some(graph) } else { None }
    }

    /// Returns the incomplete hypercube, if the network is one.
    #[must_use]
    pub fn incomplete(&self) -> Option<IncompleteHypercube> {
        if let Form::Cube(cube) = self.form { Some(cube) } else { None }
    }

    /// Returns the list of links, if the network is a graph, a mesh or a lift.
    #[must_use]
    pub fn link_list(&self) -> Option<&ExplicitGraph> {
        if let Form::Links(graph, _) = &self.form { Some(graph) } else { None }
    }

    /// Returns the radices of a mesh; none of another network.
    #[must_use]
    pub fn mesh_radices(&self) -> Option<&[u64]> {
        if let Form::Links(_, Shape::Mesh(radices)) = &self.form { Some(radices) } else { None }
    }

    /// Returns whether every link leads both ways.
    #[must_use]
    pub fn leads_both_ways(&self) -> bool {
        self.link_list().is_none_or(|graph| !graph.is_directed())
    }

    /// Returns the switches of a graph, if it has any: nodes that forward packets and have none of their own.
    #[must_use]
    pub fn switches(&self) -> Option<&Switches> {
        self.link_list()?.switches()
    }

    /// Returns whether a node is a switch, without packets of its own.
    ///
    /// # Panics
    /// If it is no node of a graph.
    #[must_use]
    pub fn is_switch(&self, node: Node) -> bool {
        self.switches().is_some_and(|switches| switches.has(node.narrow()))
    }

    /// Returns the number of nodes that are no switches.
    #[must_use]
    pub fn hosts(&self) -> u64 {
        self.nodes - self.switches().map_or(0, Switches::number)
    }

    /// Returns whether it is a hypercube with all its nodes.
    #[must_use]
    pub fn is_hypercube(&self) -> bool {
        matches!(self.kind, wire::Network::Hypercube { .. })
    }

    /// Returns the network as an incomplete hypercube, if it is a hypercube, complete or not.
    #[must_use]
    pub fn as_incomplete(&self) -> Option<IncompleteHypercube> {
        self.incomplete().or_else(|| IncompleteHypercube::new(self.nodes).filter(|_| self.is_hypercube()))
    }

    /// Returns whether translations take every node to every other, so that all nodes are alike.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        matches!(self.form, Form::Rings(_) | Form::Group(_))
    }

    /// Returns the network with every link reversed, which differs from it only if it is a directed graph.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match &self.form {
            Form::Links(graph, shape) if graph.is_directed() => {
                let form = Form::Links(Arc::new(graph.reversed()), shape.clone());
                Self { form, ..self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// Returns any symmetric network that is small enough as a Cayley graph in tables.
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
        if let Form::Group(graph) = &self.form {
            return Ok(Arc::clone(graph));
        }
        if !self.is_symmetric() {
            return Err(ModelError::NotSymmetric);
        }
        if self.nodes > MAX_CAYLEY_NODES || self.nodes * u64::from(self.links) > MAX_CAYLEY_LINKS {
            return Err(ModelError::GroupTooLarge { nodes: MAX_CAYLEY_NODES, links: MAX_CAYLEY_LINKS });
        }
        let links = || (0..self.links).map(Link);
        let to = |node, link| self.neighbor(node, link).narrow();
        let neighbors = (0..self.nodes).flat_map(|node| links().map(move |link| to(Node(node), link)));
        let graph = CayleyGraph::new(self.links, neighbors.collect()).expect("rings are connected");
        Ok(Arc::new(graph))
    }

    /// Returns the rings of the product, in the order of the links; none of a Cayley graph.
    #[must_use]
    pub fn dimensions(&self) -> &[Dimension] {
        if let Form::Rings(rings) = &self.form { &rings.dimensions } else { &[] }
    }

    /// Returns the title of the network, without its numbers of nodes and links.
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

    /// Returns the number of nodes n.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of links m of one node. In an incomplete hypercube some nodes may have fewer; in a
    /// graph m is the most links that leave a node or come to it.
    #[must_use]
    pub fn links(&self) -> u32 {
        self.links
    }

    /// Returns the distance from node 0, in hops.
    #[must_use]
    pub fn distance(&self, node: Node) -> u64 {
        match &self.form {
            Form::Rings(rings) => rings.distance(node),
            Form::Group(graph) => graph.distance(node),
            Form::Cube(_) => node.0.count_ones().into(),
            Form::Links(..) => self.distance_between(Node(0), node),
        }
    }

    /// Returns the distance from one node of any network to another, in hops, where a way leads there, as it
    /// does for every packet of a task.
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

    /// Returns the distance from one node of any network to another, in hops; none if no way leads there.
    ///
    /// # Complexity
    /// That of [`Network::offset`], or of [`ExplicitGraph::distance`].
    #[must_use]
    pub fn hops_between(&self, from: Node, to: Node) -> Option<u64> {
        match &self.form {
            Form::Rings(_) | Form::Group(_) => Some(self.distance(self.offset(from, to))),
            Form::Cube(cube) => Some(cube.distance(from, to).into()),
            Form::Links(_, Shape::Mesh(radices)) => Some(mesh::distance(radices, from, to)),
            Form::Links(graph, Shape::Lift(base)) => lift::distance(base, graph, from, to),
            Form::Links(graph, Shape::Any) => graph.distance(from, to),
        }
    }

    /// Returns the node at the other end of a link of any network; `None` where a node of an incomplete
    /// hypercube or graph lacks it.
    ///
    /// # Panics
    /// If the network has no such link.
    #[must_use]
    pub fn adjacent(&self, node: Node, link: Link) -> Option<Node> {
        match &self.form {
            Form::Rings(_) | Form::Group(_) => Some(self.neighbor(node, link)),
            Form::Cube(cube) => cube.neighbor(node, link),
            Form::Links(graph, _) => graph.neighbor(node, link),
        }
    }

    /// Returns the greatest distance between two nodes of which a way leads from one to the other.
    ///
    /// # Complexity
    /// O(D) for D dimensions; that of [`ExplicitGraph::diameter`] on a graph.
    #[must_use]
    pub fn diameter(&self) -> u64 {
        match &self.form {
            Form::Rings(rings) => rings.diameter(),
            Form::Group(graph) => graph.diameter(),
            Form::Cube(cube) => cube.diameter().into(),
            Form::Links(_, Shape::Mesh(radices)) => mesh::diameter(radices),
            Form::Links(graph, Shape::Lift(base)) => lift::diameter(base, graph),
            Form::Links(graph, Shape::Any) => graph.diameter(),
        }
    }

    /// Returns the node of least index at the greatest distance from node 0, on products of rings halfway
    /// round each; node 0 on networks that are not symmetric.
    ///
    /// # Panics
    /// Never: some node is farthest.
    #[must_use]
    pub fn farthest(&self) -> Node {
        match &self.form {
            Form::Rings(rings) => rings.farthest(),
            Form::Group(graph) => {
                let diameter = graph.diameter();
                let farthest = (0..self.nodes).map(Node).find(|&node| graph.distance(node) == diameter);
                farthest.expect("some node is farthest")
            }
            Form::Cube(_) | Form::Links(..) => Node(0),
        }
    }

    /// Returns the sum of the distances of all nodes from node 0, 0 on networks that are not symmetric;
    /// `None` beyond `u64`.
    #[must_use]
    pub fn total_distance(&self) -> Option<u64> {
        match &self.form {
            Form::Rings(rings) => rings.total_distance(),
            Form::Group(graph) => {
                Some(graph.spheres().iter().zip(0..).map(|(&nodes, distance)| nodes * distance).sum())
            }
            Form::Cube(_) | Form::Links(..) => Some(0),
        }
    }

    /// Returns the node that a document names.
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
                None if self.link_list().is_some() => Err(ModelError::CoordinatesOnGraph { place: place() }),
                None => Err(ModelError::CoordinatesOnCayley { place: place() }),
            },
        }
    }

    /// Returns the node at the other end of a link that the node has.
    ///
    /// # Panics
    /// If the network has no such link, or the node lacks it ([`Network::adjacent`]).
    #[must_use]
    pub fn neighbor(&self, node: Node, link: Link) -> Node {
        match &self.form {
            Form::Rings(rings) => rings.neighbor(node, link),
            Form::Group(graph) => graph.neighbor(node, link),
            Form::Cube(_) | Form::Links(..) => self.adjacent(node, link).expect("the node has this link"),
        }
    }

    /// Returns the link that leads back, in a symmetric network.
    ///
    /// # Panics
    /// If the network has no such link, or is not symmetric.
    #[must_use]
    pub fn opposite(&self, link: Link) -> Link {
        match &self.form {
            Form::Rings(rings) => rings.opposite(link),
            Form::Group(graph) => graph.opposite(link),
            Form::Cube(_) | Form::Links(..) => unreachable!("no one link leads back over link {}", link.0),
        }
    }

    /// Returns the node that lies to `node` as `offset` lies to node 0: the sum in the group; node 0 if the
    /// network is not symmetric.
    #[must_use]
    pub fn translate(&self, node: Node, offset: Node) -> Node {
        match &self.form {
            Form::Rings(rings) => rings.translate(node, offset),
            Form::Group(graph) => graph.translate(node, offset),
            Form::Cube(_) | Form::Links(..) => Node(0),
        }
    }

    /// Prepares the translation by a node for many offsets.
    ///
    /// # Complexity
    /// O(n) time and space on a Cayley graph, nothing on a product of rings.
    #[must_use]
    pub fn translation(&self, node: Node) -> Translation<'_> {
        match self.cayley() {
            Some(graph) => Translation(TranslationForm::All(graph.translates(node))),
            None => Translation(TranslationForm::Sum(self, node)),
        }
    }

    /// Returns the offset of `to` as seen from `from`: the difference in the group; node 0 if the network is
    /// not symmetric.
    #[must_use]
    pub fn offset(&self, from: Node, to: Node) -> Node {
        match &self.form {
            Form::Rings(rings) => rings.offset(from, to),
            Form::Group(graph) => graph.offset(from, to),
            Form::Cube(_) | Form::Links(..) => Node(0),
        }
    }

    /// Returns a node that is the same for all translates of a pair: the offset; in an incomplete hypercube
    /// the bits in which the two differ; in a lift the image of `to` under the translation that takes `from`
    /// above the identity. In another graph, of which no translations are known, it is `to` itself.
    #[must_use]
    pub fn seen_from(&self, from: Node, to: Node) -> Node {
        match &self.form {
            Form::Rings(_) | Form::Group(_) => self.offset(from, to),
            Form::Cube(_) => Node(from.0 ^ to.0),
            Form::Links(_, Shape::Lift(base)) => lift::seen_from(base, from, to),
            Form::Links(..) => to,
        }
    }

    /// Returns whether a translation takes node 0 to `by`: in an incomplete hypercube of n nodes if `by`
    /// changes only low bits, in which every block of nodes is complete.
    pub(super) fn has_shift(&self, by: Node) -> bool {
        by.0 < self.nodes
            && match &self.form {
                Form::Rings(_) | Form::Group(_) => true,
                Form::Cube(_) => by.0 < 1 << self.nodes.trailing_zeros(),
                Form::Links(_, Shape::Lift(base)) => by.0.is_multiple_of(base.nodes),
                Form::Links(..) => by == Node(0),
            }
    }

    /// Returns the image of a node under the translation that takes node 0 to `by`.
    pub(super) fn shift(&self, by: Node, node: Node) -> Node {
        match &self.form {
            Form::Rings(_) | Form::Group(_) => self.translate(by, node),
            Form::Cube(_) => Node(by.0 ^ node.0),
            Form::Links(_, Shape::Lift(base)) => lift::shift(base, by, node),
            Form::Links(..) => node,
        }
    }

    /// Returns the image of node 0 under the translation that takes `from` to `to`.
    pub(super) fn shift_between(&self, from: Node, to: Node) -> Node {
        match &self.form {
            Form::Rings(_) | Form::Group(_) => self.translate(to, self.offset(from, Node(0))),
            Form::Cube(_) => Node(from.0 ^ to.0),
            Form::Links(_, Shape::Lift(base)) => {
                Node(lift::seen_from(base, from, to).0 / base.nodes * base.nodes)
            }
            Form::Links(..) => Node(0),
        }
    }

    /// Returns whether link i flips bit i.
    fn has_bits(&self) -> bool {
        matches!(self.kind, wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. })
    }

    /// Returns the link from a node to a neighbour on any network, of several side by side the first; none if
    /// the nodes are no neighbours. A ring of two nodes has one link.
    ///
    /// # Complexity
    /// O(D) for D dimensions; O(m) for m links of a Cayley graph, O(log m) on a graph.
    #[must_use]
    pub fn link_between(&self, from: Node, to: Node) -> Option<Link> {
        match &self.form {
            Form::Rings(rings) => rings.link_between(from, to),
            Form::Group(graph) => (0..self.links).map(Link).find(|&link| graph.neighbor(from, link) == to),
            Form::Cube(_) => {
                let bits = from.0 ^ to.0;
                bits.is_power_of_two().then(|| Link(bits.trailing_zeros()))
            }
            Form::Links(graph, _) => graph.link_between(from, to),
        }
    }

    /// Returns how many packets can go from a node to another over their links in a slot.
    ///
    /// # Complexity
    /// That of [`Network::link_between`].
    #[must_use]
    pub fn capacity(&self, from: Node, to: Node) -> u64 {
        match &self.form {
            Form::Links(graph, _) => graph.capacity(from, to),
            Form::Group(graph) if graph.has_links_side_by_side() => {
                let links = (0..self.links).map(Link);
                links.filter(|&link| graph.neighbor(from, link) == to).map(|_| 1).sum()
            }
            _ => u64::from(self.link_between(from, to).is_some()),
        }
    }

    /// Returns whether links may have capacities above 1: in a graph, and where links lie side by side.
    #[must_use]
    pub fn has_capacities(&self) -> bool {
        self.link_list().is_some() || self.cayley().is_some_and(CayleyGraph::has_links_side_by_side)
    }

    /// Returns the sizes of the box that the nodes are vectors of, the last coordinate varying fastest with
    /// the index; none on hypercubes, graphs that are no meshes, and Cayley graphs of a group.
    fn sizes(&self) -> Option<Vec<u64>> {
        let rings = || self.dimensions().iter().map(|ring| ring.radix).collect();
        box_sizes(&self.kind).or_else(|| (!self.dimensions().is_empty() && !self.has_bits()).then(rings))
    }

    /// Returns the sides of the box whose places the nodes are in their order, the last coordinate varying
    /// fastest; a hypercube has sides of 2. None on other networks.
    pub(crate) fn sides(&self) -> Option<Vec<u64>> {
        let bits = || self.has_bits().then(|| vec![2; wide(self.links)]);
        let sides = self.sizes().or_else(bits)?;
        (sides.iter().product::<u64>() == self.nodes).then_some(sides)
    }

    /// Returns the coordinates of a node, in the order of the dimensions; also on a mesh.
    #[must_use]
    pub fn coordinates(&self, node: Node) -> Vec<u64> {
        match box_sizes(&self.kind) {
            Some(sizes) => mixed_radix::digits(&sizes, node.0),
            None => self.dimensions().iter().map(|d| d.coordinate(node)).collect(),
        }
    }
}

/// Returns a product of numbers as text, `4 × 4`, with `before` in front of each number.
fn product(before: &str, radices: &[u64]) -> String {
    let words: Vec<_> = radices.iter().map(|radix| format!("{before}{radix}")).collect();
    words.join(" × ")
}
