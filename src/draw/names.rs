//! Where the names of nodes stand: clear of nodes and of each other, and of links where there is a choice.

use super::canvas::{Point, at, text_width};
use crate::model::{Node, wide};

/// The radius of a node.
pub(super) const RADIUS: i64 = 7;
/// The letters of names of nodes, and of what moves.
pub(super) const SIZE: i64 = 10;

/// A rectangle by its middle, half its width and half its height.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) middle: Point,
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Room {
    pub(super) fn meets(&self, other: &Self) -> bool {
        let (dx, dy) = ((self.middle.x - other.middle.x).abs(), (self.middle.y - other.middle.y).abs());
        dx < self.x + other.x && dy < self.y + other.y
    }

    /// Whether a straight line from a point to another goes through it.
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

/// The disc of a node, as a room.
pub(super) fn node_room(place: &Point) -> Room {
    Room { middle: *place, x: RADIUS + 1, y: RADIUS + 1 }
}

/// Which side of its node a name stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Naming {
    /// Above it, to the left.
    Beside,
    /// Below it, to the right.
    Below,
    /// Away from the middle of a circle.
    Round,
    /// Wherever the fewest links go through.
    Free,
}

/// The rooms of names; none for a name without room, which would cover a node or a name before it.
///
/// # Complexity
/// O(nodes · (nodes + links)).
pub(super) fn names(
    words: &[String],
    places: &[Point],
    pairs: &[(Node, Node)],
    naming: Naming,
) -> Vec<Option<Room>> {
    let mut taken: Vec<Room> = places.iter().map(node_room).collect();
    let lines = |node: &Node| places[wide(node.narrow())];
    let crossed =
        |room: &Room| pairs.iter().filter(|(from, to)| room.is_crossed(lines(from), lines(to))).count();
    let mut found = Vec::with_capacity(words.len());
    for (word, &place) in words.iter().zip(places) {
        let half = text_width(word, SIZE) / 2;
        let room = |by: Point| Room { middle: at(place.x + by.x, place.y + by.y), x: half, y: 6 };
        let places: Vec<Room> = match naming {
            Naming::Beside => vec![room(at(-14, -16))],
            Naming::Below => vec![room(at(24, 15))],
            Naming::Round => vec![room(away(place))],
            Naming::Free => around(half).map(room).to_vec(),
        };
        let free = places.into_iter().filter(|room| !taken.iter().any(|other| other.meets(room)));
        let best = free.min_by_key(|room| if matches!(naming, Naming::Free) { crossed(room) } else { 0 });
        taken.extend(best);
        found.push(best);
    }
    found
}

/// From the middle of the circle outwards.
fn away(place: Point) -> Point {
    let length = (place.x * place.x + place.y * place.y).isqrt().max(1);
    at(24 * place.x / length, 20 * place.y / length)
}

/// Around a node, from above to the right on.
fn around(half: i64) -> [Point; 8] {
    let (x, y) = (half + 10, 14);
    [at(x, -9), at(x, 9), at(-x, -9), at(-x, 9), at(0, -y), at(0, y), at(x, 0), at(-x, 0)]
}
