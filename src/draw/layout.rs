//! Where the nodes of a network stand, if there is a drawing of it that a person recognises.

use super::canvas::{Point, at, whole};
use super::layers::layers;
use crate::model::{Network, Node, wide};
use crate::wire;

/// Most nodes on a circle.
const MOST_ON_A_CIRCLE: u64 = 32;
/// Most nodes of a ring of a torus.
const LONGEST_RING: u64 = 8;
/// Between neighbours in a torus.
const SPACING: i64 = 62;
/// How far the bits of a hypercube move a node.
const BITS: [Point; 4] =
    [Point { x: 98, y: 0 }, Point { x: 0, y: -98 }, Point { x: 42, y: -38 }, Point { x: 206, y: 40 }];

/// The places of all nodes.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) places: Vec<Point>,
    pub(super) width: i64,
    pub(super) height: i64,
    /// Whether links round the back are drawn as two ends.
    pub(super) wraps: bool,
    /// Where names stand: away from the middle of a circle, else beside the node.
    pub(super) round: bool,
}

/// Lays out a hypercube of up to 4 dimensions, a torus of 2, switches in layers above their hosts, or any
/// other network on a circle; none if it is too large.
pub(super) fn layout(network: &Network) -> Option<Layout> {
    if let Some(places) = layers(network) {
        return Some(framed(&places, false, false));
    }
    match network.kind() {
        wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. } => {
            (network.nodes() <= 16).then(|| cube(network))
        }
        wire::Network::Torus { radices } | wire::Network::Mesh { radices }
            if radices.len() == 2 && radices.iter().all(|&p| p <= LONGEST_RING) =>
        {
            Some(torus(network, radices))
        }
        wire::Network::Torus { radices } if radices.len() > 1 => None,
        _ => (network.nodes() <= MOST_ON_A_CIRCLE).then(|| on_a_circle(network.nodes())),
    }
}

fn cube(network: &Network) -> Layout {
    let place = |node: u64| {
        let set = BITS.iter().enumerate().filter(|(bit, _)| node >> bit & 1 == 1);
        set.fold(at(0, 0), |sum, (_, by)| at(sum.x + by.x, sum.y + by.y))
    };
    framed(&(0..network.nodes()).map(place).collect::<Vec<_>>(), false, false)
}

/// The first coordinate downwards, the second to the right.
fn torus(network: &Network, radices: &[u64]) -> Layout {
    let place = |node| {
        let x = network.coordinates(Node(node));
        at(whole(x[1]) * SPACING, whole(x[0]) * SPACING)
    };
    let is_torus = matches!(network.kind(), wire::Network::Torus { .. });
    let wraps = is_torus && radices.iter().any(|&p| p > 2);
    framed(&(0..network.nodes()).map(place).collect::<Vec<_>>(), wraps, false)
}

/// Node 0 at the top, the others clockwise.
pub(super) fn on_a_circle(nodes: u64) -> Layout {
    let n = whole(nodes);
    let radius = (n * 9).clamp(70, 220);
    let place = |node: i64| at(radius * sine(node, n) / ONE, -radius * cosine(node, n) / ONE);
    framed(&(0..n).map(place).collect::<Vec<_>>(), false, true)
}

/// What 1 is as a sine.
const ONE: i64 = 10_000;

/// The sine of so many nths of a turn, in ten thousandths, by Bhāskara's approximation sin πu ≈
/// 16u(1 − u) / (5 − 4u(1 − u)), which is never more than 17 ten thousandths off.
fn sine(part: i64, n: i64) -> i64 {
    let half = 2 * part.rem_euclid(n);
    if half > n {
        return -sine(n - part.rem_euclid(n), n);
    }
    let product = half * (n - half);
    ONE * 16 * product / (5 * n * n - 4 * product)
}

fn cosine(part: i64, n: i64) -> i64 {
    // A quarter of a turn more, in quarters of nths.
    sine(4 * part + n, 4 * n)
}

/// Moves all places so that there is room for names around them.
fn framed(places: &[Point], wraps: bool, round: bool) -> Layout {
    let margin = if wraps { 46 } else { 40 };
    let bounds = |of: fn(&Point) -> i64| {
        let all = places.iter().map(of);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (bounds(|p| p.x), bounds(|p| p.y));
    let places = places.iter().map(|p| at(p.x - left + margin, p.y - top + margin)).collect();
    Layout { places, width: right - left + 2 * margin, height: bottom - top + 2 * margin, wraps, round }
}

impl Layout {
    pub(super) fn place(&self, node: Node) -> Point {
        self.places[wide(node.narrow())]
    }

    /// The way that a link round the back leaves its node; none for a straight line.
    pub(super) fn wrap(&self, from: Node, to: Node) -> Option<Point> {
        let (a, b) = (self.place(from), self.place(to));
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        (self.wraps && dx.abs() + dy.abs() > SPACING).then(|| at(-dx.signum(), -dy.signum()))
    }

    /// Where the name of a node stands: the middle of its base line.
    pub(super) fn name(&self, node: Node) -> Point {
        let place = self.place(node);
        if self.wraps {
            return at(place.x + 24, place.y + 19);
        }
        if !self.round {
            return at(place.x - 14, place.y - 12);
        }
        let (dx, dy) = (place.x - self.width / 2, place.y - self.height / 2);
        let length = (dx * dx + dy * dy).isqrt().max(1);
        at(place.x + 24 * dx / length, place.y + 20 * dy / length + 4)
    }
}
