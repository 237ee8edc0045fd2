//! Computes the places of the nodes of a network and of their names.

use super::canvas::{Point, at};
use super::circle::on_a_circle;
use super::error::DrawError;
use super::grid::{Axis, cube, grid};
use super::layers::layers;
use super::names::{Naming, Rect, names, node_rect};
use super::stress::{link_crosses_node, stress};
use crate::model::{Link, Network, Node, count_of, wide};
use crate::wire;

/// The most nodes of a drawing.
pub(super) const MAX_NODES: u64 = 256;
/// The most links of a drawing; each direction counts.
const MAX_LINKS: usize = 8192;
/// The most nodes on a circle.
const MAX_CIRCLE_NODES: u64 = 32;
/// The most nodes along an axis of a torus or mesh.
const MAX_AXIS_NODES: u64 = 16;
/// The empty margin around the drawing, in pixels.
const MARGIN: i64 = 14;

/// The length of each of the two stubs of a link that wraps around, in pixels.
pub(super) const WRAP_STUB_LENGTH: i64 = 30;

/// The places of all nodes, with those of their names.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) places: Vec<Point>,
    /// The middle of the base line of every node's name; none if the name has no space.
    names: Vec<Option<Point>>,
    /// Every pair of nodes with a link from the first to the second, in increasing order.
    pub(super) pairs: Vec<(Node, Node)>,
    pub(super) width: i64,
    pub(super) height: i64,
    /// The axes along which links wrap around; such a link is drawn as two stubs.
    axes: Vec<Axis>,
    /// Whether the nodes stand on a circle.
    pub(super) round: bool,
}

/// Lays out a network: a hypercube by its bits, a torus or mesh by its 2 or 3 axes, switches in layers above
/// their hosts, small networks on a circle. Any other network is laid out so that the distances of nodes
/// approximate those in hops.
///
/// # Errors
/// [`DrawError::NoDrawing`] above 256 nodes or 8192 links.
///
/// # Complexity
/// That of [`stress`], and O(nodes · (nodes + links)).
pub(super) fn layout(network: &Network) -> Result<Layout, DrawError> {
    let nodes = network.nodes();
    if nodes > MAX_NODES {
        return Err(DrawError::NoDrawing { what: "nodes", found: nodes, most: MAX_NODES });
    }
    let pairs = pairs(network);
    if pairs.len() > MAX_LINKS {
        let (found, most) = (count_of(pairs.len()), count_of(MAX_LINKS));
        return Err(DrawError::NoDrawing { what: "links", found, most });
    }
    if let Some(places) = layers(network) {
        return Ok(Layout::new(network, pairs, &places, Naming::Beside));
    }
    let is_on_a_circle = nodes <= MAX_CIRCLE_NODES;
    let circle = |pairs| Layout::new(network, pairs, &on_a_circle(nodes), Naming::Round);
    Ok(match network.kind() {
        wire::Network::Hypercube { dimension } if *dimension <= 6 => {
            Layout::new(network, pairs, &cube(nodes), Naming::Beside)
        }
        wire::Network::IncompleteHypercube { .. } if nodes <= 64 => {
            Layout::new(network, pairs, &cube(nodes), Naming::Beside)
        }
        wire::Network::Torus { radices } | wire::Network::Mesh { radices } => {
            let wraps = matches!(network.kind(), wire::Network::Torus { .. });
            let is_drawn = (2..=3).contains(&radices.len()) && radices.iter().all(|&p| p <= MAX_AXIS_NODES);
            if is_drawn {
                let (places, axes) = grid(radices, wraps);
                return Ok(Layout::new(network, pairs, &places, Naming::Below).with_axes(axes));
            }
            if is_on_a_circle { circle(pairs) } else { stress_layout(network, pairs) }
        }
        wire::Network::Graph { .. } if !is_on_a_circle => stress_layout(network, pairs),
        wire::Network::Graph { .. } => {
            let spread = stress_layout(network, pairs);
            // On a circle no link crosses a node.
            if link_crosses_node(&spread.places, &spread.pairs) { circle(spread.pairs) } else { spread }
        }
        _ if is_on_a_circle => circle(pairs),
        _ => stress_layout(network, pairs),
    })
}

fn stress_layout(network: &Network, pairs: Vec<(Node, Node)>) -> Layout {
    let places = stress(wide(Node(network.nodes()).narrow()), &pairs);
    Layout::new(network, pairs, &places, Naming::Free)
}

/// Returns every pair of nodes with a link from the first to the second, in increasing order.
fn pairs(network: &Network) -> Vec<(Node, Node)> {
    let of = |node: Node| {
        let ends = (0..network.links()).filter_map(move |link| network.adjacent(node, Link(link)));
        ends.map(move |end| (node, end))
    };
    let mut all: Vec<(Node, Node)> = (0..network.nodes()).map(Node).flat_map(of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Layout {
    /// Finds space for names, and moves everything so that nothing is cut off at the edge.
    fn new(network: &Network, pairs: Vec<(Node, Node)>, places: &[Point], naming: Naming) -> Self {
        let words: Vec<String> = (0..network.nodes()).map(|node| network.node_name(Node(node))).collect();
        let names = names(&words, places, &pairs, naming);
        let mut layout = Self {
            places: places.to_vec(),
            names: names.iter().map(|name| name.map(|room| at(room.middle.x, room.middle.y + 4))).collect(),
            pairs,
            width: 0,
            height: 0,
            axes: Vec::new(),
            round: matches!(naming, Naming::Round),
        };
        let rooms: Vec<Rect> = names.into_iter().flatten().chain(places.iter().map(node_rect)).collect();
        layout.grow_to_hold(&rooms);
        layout
    }

    /// Adds the axes along which links wrap around.
    fn with_axes(self, axes: Vec<Axis>) -> Self {
        let mut layout = Self { axes, ..self };
        let ends: Vec<Rect> = (layout.pairs.iter())
            .filter_map(|&(from, to)| {
                Some(Rect {
                    middle: point_along(layout.place(from), layout.wrap(from, to)?, WRAP_STUB_LENGTH),
                    x: 2,
                    y: 2,
                })
            })
            .collect();
        layout.grow_to_hold(&ends);
        layout
    }

    /// Moves everything and grows the drawing, so that these rectangles are within its edges too.
    pub(super) fn grow_to_hold(&mut self, rooms: &[Rect]) {
        let least = |of: fn(&Rect) -> i64| rooms.iter().map(of).min().unwrap_or(MARGIN) - MARGIN;
        let most = |of: fn(&Rect) -> i64| rooms.iter().map(of).max().unwrap_or(0) + MARGIN;
        let is_new = self.width == 0;
        let bound = |side: i64| if is_new { side } else { side.min(0) };
        let (left, top) =
            (bound(least(|room| room.middle.x - room.x)), bound(least(|room| room.middle.y - room.y)));
        let (right, bottom) = (most(|room| room.middle.x + room.x), most(|room| room.middle.y + room.y));
        (self.width, self.height) = (self.width.max(right) - left, self.height.max(bottom) - top);
        let moved = |place: &mut Point| *place = at(place.x - left, place.y - top);
        self.places.iter_mut().for_each(moved);
        self.names.iter_mut().flatten().for_each(moved);
    }

    pub(super) fn place(&self, node: Node) -> Point {
        self.places[wide(node.narrow())]
    }

    /// Returns the middle of the base line of a node's name; none if the name has no space.
    pub(super) fn name(&self, node: Node) -> Option<Point> {
        self.names[wide(node.narrow())]
    }

    /// Returns the direction in which a link that wraps around leaves its node, in hundredths of a pixel;
    /// none for a straight line.
    pub(super) fn wrap(&self, from: Node, to: Node) -> Option<Point> {
        self.axes.iter().find_map(|axis| axis.wrap(from, to))
    }

    /// Returns whether a link leads the other way too.
    pub(super) fn is_mutual(&self, from: Node, to: Node) -> bool {
        self.pairs.binary_search(&(to, from)).is_ok()
    }

    /// Returns the links as they are drawn: one line for both directions, but two stubs if the link wraps
    /// around.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Node, Node, Option<Point>)> {
        let drawn = |&(from, to): &(Node, Node)| {
            let wrap = self.wrap(from, to);
            (from < to || wrap.is_some() || !self.is_mutual(from, to)).then_some((from, to, wrap))
        };
        self.pairs.iter().filter_map(drawn)
    }
}

/// Returns the point at `length` pixels from a place in a direction that is given in hundredths of a pixel.
pub(super) fn point_along(place: Point, way: Point, length: i64) -> Point {
    at(place.x + way.x * length / 100, place.y + way.y * length / 100)
}
