//! Where the nodes of a network stand, and where their names do.

use super::canvas::{Point, at};
use super::circle::on_a_circle;
use super::error::DrawError;
use super::grid::{Axis, cube, grid};
use super::layers::layers;
use super::names::{Naming, Room, names, node_room};
use super::stress::{stress, touches};
use crate::model::{Link, Network, Node, count_of, wide};
use crate::wire;

/// Most nodes of a drawing.
pub(super) const MOST_NODES: u64 = 256;
/// Most links of a drawing, each way for itself.
const MOST_LINKS: usize = 8192;
/// Most nodes on a circle.
const MOST_ON_A_CIRCLE: u64 = 32;
/// Most nodes along an axis of a torus or mesh.
const LONGEST_AXIS: u64 = 16;
/// Room around all that is drawn.
const MARGIN: i64 = 14;

/// Length of an end of a link round the back.
pub(super) const END: i64 = 30;

/// The places of all nodes.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) places: Vec<Point>,
    /// Where the name of every node stands, the middle of its base line; none where it has no room.
    names: Vec<Option<Point>>,
    /// Every pair of nodes with a link from the first to the second, increasing.
    pub(super) pairs: Vec<(Node, Node)>,
    pub(super) width: i64,
    pub(super) height: i64,
    /// The axes along which links lead round the back, which are drawn as two ends.
    axes: Vec<Axis>,
    /// Whether the nodes stand on a circle.
    pub(super) round: bool,
}

/// Lays out a network: a hypercube by its bits, a torus or mesh of 2 or 3 axes by them, switches in layers
/// above their hosts, what is small on a circle, and any other so that nodes are as far from each other as in
/// hops.
///
/// # Errors
/// [`DrawError::NoDrawing`] above 256 nodes or 8192 links.
///
/// # Complexity
/// That of [`stress`], and O(nodes · (nodes + links)).
pub(super) fn layout(network: &Network) -> Result<Layout, DrawError> {
    let nodes = network.nodes();
    if nodes > MOST_NODES {
        return Err(DrawError::NoDrawing { what: "nodes", found: nodes, most: MOST_NODES });
    }
    let pairs = pairs(network);
    if pairs.len() > MOST_LINKS {
        let (found, most) = (count_of(pairs.len()), count_of(MOST_LINKS));
        return Err(DrawError::NoDrawing { what: "links", found, most });
    }
    if let Some(places) = layers(network) {
        return Ok(Layout::new(network, pairs, &places, Naming::Beside));
    }
    let is_on_a_circle = nodes <= MOST_ON_A_CIRCLE;
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
            let is_drawn = (2..=3).contains(&radices.len()) && radices.iter().all(|&p| p <= LONGEST_AXIS);
            if is_drawn {
                let (places, axes) = grid(radices, wraps);
                return Ok(Layout::new(network, pairs, &places, Naming::Below).with(axes));
            }
            if is_on_a_circle { circle(pairs) } else { spread(network, pairs) }
        }
        wire::Network::Graph { .. } if !is_on_a_circle => spread(network, pairs),
        wire::Network::Graph { .. } => {
            let spread = spread(network, pairs);
            // On a circle no link lies upon a node.
            if touches(&spread.places, &spread.pairs) { circle(spread.pairs) } else { spread }
        }
        _ if is_on_a_circle => circle(pairs),
        _ => spread(network, pairs),
    })
}

fn spread(network: &Network, pairs: Vec<(Node, Node)>) -> Layout {
    let places = stress(wide(Node(network.nodes()).narrow()), &pairs);
    Layout::new(network, pairs, &places, Naming::Free)
}

/// Every pair of nodes with a link from the first to the second, increasing.
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
    /// Finds room for names, and moves all so that nothing is cut at the edge.
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
        let rooms: Vec<Room> = names.into_iter().flatten().chain(places.iter().map(node_room)).collect();
        layout.make_room(&rooms);
        layout
    }

    /// With links round the back along these axes.
    fn with(self, axes: Vec<Axis>) -> Self {
        let mut layout = Self { axes, ..self };
        let ends: Vec<Room> = (layout.pairs.iter())
            .filter_map(|&(from, to)| {
                Some(Room { middle: out(layout.place(from), layout.wrap(from, to)?, END), x: 2, y: 2 })
            })
            .collect();
        layout.make_room(&ends);
        layout
    }

    /// Moves all so that these rooms, too, stand within the edges.
    pub(super) fn make_room(&mut self, rooms: &[Room]) {
        let least = |of: fn(&Room) -> i64| rooms.iter().map(of).min().unwrap_or(MARGIN) - MARGIN;
        let most = |of: fn(&Room) -> i64| rooms.iter().map(of).max().unwrap_or(0) + MARGIN;
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

    /// Where the name of a node stands: the middle of its base line; none where it has no room.
    pub(super) fn name(&self, node: Node) -> Option<Point> {
        self.names[wide(node.narrow())]
    }

    /// The way that a link round the back leaves its node, in hundredths of a pixel; none for a straight
    /// line.
    pub(super) fn wrap(&self, from: Node, to: Node) -> Option<Point> {
        self.axes.iter().find_map(|axis| axis.wrap(from, to))
    }

    /// Whether a link leads the other way, too.
    pub(super) fn is_mutual(&self, from: Node, to: Node) -> bool {
        self.pairs.binary_search(&(to, from)).is_ok()
    }

    /// The links as they are drawn: one line for both ways, but two ends round the back.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Node, Node, Option<Point>)> {
        let drawn = |&(from, to): &(Node, Node)| {
            let wrap = self.wrap(from, to);
            (from < to || wrap.is_some() || !self.is_mutual(from, to)).then_some((from, to, wrap))
        };
        self.pairs.iter().filter_map(drawn)
    }
}

/// The point `length` pixels from a place along a way in hundredths of a pixel.
pub(super) fn out(place: Point, way: Point, length: i64) -> Point {
    at(place.x + way.x * length / 100, place.y + way.y * length / 100)
}
