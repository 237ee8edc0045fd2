//! Places nodes by their coordinates: the bits of a hypercube, the axes of a torus or mesh.

use super::canvas::{Point, at, whole};
use crate::model::Node;

/// The distance of neighbours on each of two axes.
const SPACING: i64 = 62;
/// The offset of neighbours on the third axis, which leads away from the reader, and its direction scaled to
/// a length of a hundred pixels.
const THIRD_AXIS_STEP: Point = Point { x: 36, y: -24 };
const THIRD_AXIS_DIRECTION: Point = Point { x: 83, y: -55 };
/// The gap between the ends of rows of the third axis.
const ROW_GAP: i64 = 32;
/// The offset of a node for each bit of a hypercube; no link of six bits crosses a node.
const BIT_OFFSETS: [Point; 6] = [
    Point { x: 98, y: 0 },
    Point { x: 0, y: -98 },
    Point { x: 42, y: -38 },
    Point { x: 206, y: 40 },
    Point { x: 26, y: -232 },
    Point { x: 452, y: 34 },
];

/// Places nodes by the bits of their indices.
pub(super) fn cube(nodes: u64) -> Vec<Point> {
    let place = |node: u64| {
        let set = BIT_OFFSETS.iter().enumerate().filter(|(bit, _)| node >> bit & 1 == 1);
        set.fold(at(0, 0), |sum, (_, by)| at(sum.x + by.x, sum.y + by.y))
    };
    (0..nodes).map(place).collect()
}

/// An axis along which links wrap around.
#[derive(Debug)]
pub(super) struct Axis {
    radix: u64,
    /// The difference of the indices of two neighbours on it.
    step: u64,
    /// Its direction, in hundredths of a pixel.
    way: Point,
}

impl Axis {
    fn coordinate(&self, node: Node) -> u64 {
        node.0 / self.step % self.radix
    }

    /// Returns the direction in which a link that wraps around leaves its node; none for another link.
    pub(super) fn wrap(&self, from: Node, to: Node) -> Option<Point> {
        let (start, end) = (self.coordinate(from), self.coordinate(to));
        let sign = if start < end { -1 } else { 1 };
        (start.abs_diff(end) > 1).then(|| at(sign * self.way.x, sign * self.way.y))
    }
}

/// Places nodes on two axes, the first downwards, the second to the right; of three the third leads obliquely
/// away.
pub(super) fn grid(radices: &[u64], wraps: bool) -> (Vec<Point>, Vec<Axis>) {
    let third = radices.get(2).copied().map_or(1, whole);
    let (down, right) = match radices.len() {
        2 => (at(0, SPACING), at(SPACING, 0)),
        _ => (at(0, ROW_GAP - THIRD_AXIS_STEP.y * third), at(ROW_GAP + THIRD_AXIS_STEP.x * third, 0)),
    };
    let steps = [down, right, THIRD_AXIS_STEP];
    let ways = [at(0, 100), at(100, 0), THIRD_AXIS_DIRECTION];
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
