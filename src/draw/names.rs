//! Places the names of nodes clear of nodes and of each other, and of links where there is a choice.

use super::canvas::{Point, at, text_width};
use crate::model::{Node, wide};

/// The radius of a node, in pixels.
pub(super) const NODE_RADIUS: i64 = 7;
/// The letter size of names of nodes and of packets on arrows.
pub(super) const NAME_SIZE: i64 = 10;

/// A rectangle by its middle, half its width and half its height.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rect {
    pub(super) middle: Point,
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Rect {
    pub(super) fn meets(&self, other: &Self) -> bool {
        let (dx, dy) = ((self.middle.x - other.middle.x).abs(), (self.middle.y - other.middle.y).abs());
        dx < self.x + other.x && dy < self.y + other.y
    }

    /// Returns whether a straight line between two points crosses the rectangle.
    pub(super) fn is_crossed(&self, from: Point, to: Point) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (x, y) = (self.middle.x - from.x, self.middle.y - from.y);
        let apart = |middle: i64, half: i64, length: i64| {
            middle + half <= length.min(0) || middle - half >= length.max(0)
        };
        !apart(x, self.x, dx)
            && !apart(y, self.y, dy)
            && (dx * y - dy * x).abs() < self.x * dy.abs() + self.y * dx.abs()
    }
}

/// Returns the rectangle around the disc of a node.
pub(super) fn node_rect(place: &Point) -> Rect {
    Rect { middle: *place, x: NODE_RADIUS + 1, y: NODE_RADIUS + 1 }
}

/// The side of its node on which a name stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Naming {
    /// Above it, to the left.
    Beside,
    /// Below it, to the right.
    Below,
    /// Away from the middle of a circle.
    Round,
    /// Where the fewest links cross it.
    Free,
}

/// Places the names of nodes; none for a name that would cover a node or an earlier name everywhere.
///
/// # Complexity
/// O(nodes · (nodes + links)).
pub(super) fn names(
    words: &[String],
    places: &[Point],
    pairs: &[(Node, Node)],
    naming: Naming,
) -> Vec<Option<Rect>> {
    let mut taken: Vec<Rect> = places.iter().map(node_rect).collect();
    let lines = |node: &Node| places[wide(node.narrow())];
    let crossed =
        |room: &Rect| pairs.iter().filter(|(from, to)| room.is_crossed(lines(from), lines(to))).count();
    let mut found = Vec::with_capacity(words.len());
    for (word, &place) in words.iter().zip(places) {
        let half = text_width(word, NAME_SIZE) / 2;
        let room = |by: Point| Rect { middle: at(place.x + by.x, place.y + by.y), x: half, y: 6 };
        let places: Vec<Rect> = match naming {
            Naming::Beside => vec![room(at(-14, -16))],
            Naming::Below => vec![room(at(24, 15))],
            Naming::Round => vec![room(outwards(place))],
            Naming::Free => offsets_around(half).map(room).to_vec(),
        };
        let free = places.into_iter().filter(|room| !taken.iter().any(|other| other.meets(room)));
        let best = free.min_by_key(|room| if matches!(naming, Naming::Free) { crossed(room) } else { 0 });
        taken.extend(best);
        found.push(best);
    }
    found
}

/// Returns the offset outwards from the middle of the circle.
fn outwards(place: Point) -> Point {
    let length = (place.x * place.x + place.y * place.y).isqrt().max(1);
    at(24 * place.x / length, 20 * place.y / length)
}

/// Returns the offsets around a node that are tried for its name, in order of preference.
fn offsets_around(half: i64) -> [Point; 8] {
    let (x, y) = (half + 10, 14);
    [at(x, -9), at(x, 9), at(-x, -9), at(-x, 9), at(0, -y), at(0, y), at(x, 0), at(-x, 0)]
}
