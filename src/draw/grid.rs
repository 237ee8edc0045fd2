//! Nodes that stand by their coordinates: bits of a hypercube, axes of a torus or mesh.

use super::canvas::{Point, at, whole};
use crate::model::Node;

/// Between neighbours of two axes.
const SPACING: i64 = 62;
/// Between neighbours of the third axis, which leads away from the reader; the same per hundred pixels.
const AWAY: Point = Point { x: 36, y: -24 };
const AWAY_PER_HUNDRED: Point = Point { x: 83, y: -55 };
/// What is left between the ends of rows that lead away.
const GAP: i64 = 32;
/// How far the bits of a hypercube move a node; no link of six bits lies upon a node.
const BITS: [Point; 6] = [
    Point { x: 98, y: 0 },
    Point { x: 0, y: -98 },
    Point { x: 42, y: -38 },
    Point { x: 206, y: 40 },
    Point { x: 26, y: -232 },
    Point { x: 452, y: 34 },
];

/// Nodes whose indices are bits.
pub(super) fn cube(nodes: u64) -> Vec<Point> {
    let place = |node: u64| {
        let set = BITS.iter().enumerate().filter(|(bit, _)| node >> bit & 1 == 1);
        set.fold(at(0, 0), |sum, (_, by)| at(sum.x + by.x, sum.y + by.y))
    };
    (0..nodes).map(place).collect()
}

/// An axis along which links lead round the back.
#[derive(Debug)]
pub(super) struct Axis {
    radix: u64,
    /// How many nodes one step on it is.
    step: u64,
    /// Its direction, in hundredths of a pixel.
    way: Point,
}

impl Axis {
    fn coordinate(&self, node: Node) -> u64 {
        node.0 / self.step % self.radix
    }

    /// The way that a link round the back leaves its node.
    pub(super) fn wrap(&self, from: Node, to: Node) -> Option<Point> {
        let (start, end) = (self.coordinate(from), self.coordinate(to));
        let sign = if start < end { -1 } else { 1 };
        (start.abs_diff(end) > 1).then(|| at(sign * self.way.x, sign * self.way.y))
    }
}

/// Two axes: the first downwards, the second to the right; of three the third leads away, obliquely.
pub(super) fn grid(radices: &[u64], wraps: bool) -> (Vec<Point>, Vec<Axis>) {
    let third = radices.get(2).copied().map_or(1, whole);
    let (down, right) = match radices.len() {
        2 => (at(0, SPACING), at(SPACING, 0)),
        _ => (at(0, GAP - AWAY.y * third), at(GAP + AWAY.x * third, 0)),
    };
    let steps = [down, right, AWAY];
    let ways = [at(0, 100), at(100, 0), AWAY_PER_HUNDRED];
    let mut axes = Vec::new();
    let mut places = vec![at(0, 0)];
    for (index, &radix) in radices.iter().enumerate() {
        let by = steps[index];
        let row = |place: Point| (0..whole(radix)).map(move |x| at(place.x + x * by.x, place.y + x * by.y));
        places = places.into_iter().flat_map(row).collect();
        let step = radices[index + 1..].iter().product();
        axes.push(Axis { radix, step, way: ways[index] });
    }
    if !wraps {
        axes.clear();
    }
    (places, axes)
}
