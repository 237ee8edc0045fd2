//! Where the names of what moves stand on a drawn network: on their arrows, clear of nodes and of each other.

use crate::draw::canvas::{Point, at, text_width, toward};
use crate::draw::layout::Layout;
use crate::draw::story::{Hop, Story};
use crate::model::{Network, Node, count_of};

/// The radius of a node.
pub(super) const RADIUS: i64 = 7;
/// Length of an end of a link round the back.
pub(super) const END: i64 = 30;
/// The letters of names of nodes, and of what moves.
const SIZE: i64 = 10;
/// Where a name may stand on its arrow, in twelfths, the best first.
const PLACES: [i64; 7] = [6, 5, 7, 4, 8, 3, 9];
/// The same where another comes the other way.
const PLACES_OF_TWO: [i64; 3] = [4, 3, 5];

/// The name of what moves, and where its middle stands.
#[derive(Debug)]
pub(in crate::draw) struct Tag {
    pub(in crate::draw) label: String,
    pub(in crate::draw) middle: Point,
}

impl Tag {
    pub(in crate::draw) fn width(&self) -> i64 {
        width(&self.label)
    }
}

/// The width of a name with room around it.
fn width(label: &str) -> i64 {
    text_width(label, SIZE) + 6
}

/// A rectangle by its middle, half its width and half its height.
#[derive(Debug, Clone, Copy)]
struct Room {
    middle: Point,
    x: i64,
    y: i64,
}

impl Room {
    fn meets(&self, other: &Self) -> bool {
        let (dx, dy) = ((self.middle.x - other.middle.x).abs(), (self.middle.y - other.middle.y).abs());
        dx < self.x + other.x && dy < self.y + other.y
    }
}

/// A point on a way from a node.
pub(in crate::draw) fn out(place: Point, way: Point, length: i64) -> Point {
    at(place.x + way.x * length, place.y + way.y * length)
}

/// The names of the moves of a slot, one after the other where it meets the fewest of nodes, names of nodes
/// and names before it.
///
/// # Complexity
/// O(moves · (moves + nodes)).
pub(in crate::draw) fn tags(story: &Story, network: &Network, layout: &Layout, slot: u64) -> Vec<Tag> {
    let moves = story.slot(slot);
    let mut taken = nodes(network, layout);
    let mut found = Vec::with_capacity(moves.len());
    for hop in moves {
        let label = story.label(network, hop);
        let label = label.trim_start_matches('(').trim_end_matches(')').to_owned();
        let width = width(&label);
        let room = |middle: &Point| Room { middle: *middle, x: width / 2, y: 7 };
        let meets = moves.iter().any(|other| (other.from, other.to) == (hop.to, hop.from));
        let places = places(layout, hop, meets, width);
        let crowd = |place: &Point| count_of(taken.iter().filter(|other| other.meets(&room(place))).count());
        let middle = places.into_iter().min_by_key(crowd).expect("an arrow has places");
        taken.push(room(&middle));
        found.push(Tag { label, middle });
    }
    found
}

/// Where a name of so much width may stand, the best place first.
fn places(layout: &Layout, hop: &Hop, meets: bool, width: i64) -> Vec<Point> {
    let (from, to) = (layout.place(hop.from), layout.place(hop.to));
    if let Some(way) = layout.wrap(hop.from, hop.to) {
        return vec![out(from, way, END - 4)];
    }
    let part = |&twelfths: &i64| {
        let rest = 12 - twelfths;
        at((from.x * rest + to.x * twelfths) / 12, (from.y * rest + to.y * twelfths) / 12)
    };
    let on_it: &[i64] = if meets { &PLACES_OF_TWO } else { &PLACES };
    // On a circle a name that would cover its arrow stands inside.
    let length = ((to.x - from.x).pow(2) + (to.y - from.y).pow(2)).isqrt();
    let is_covered = layout.round && length < width + 2 * RADIUS + 24;
    let inside = is_covered.then(|| toward(part(&6), at(layout.width / 2, layout.height / 2), 15));
    inside.into_iter().chain(on_it.iter().map(part)).collect()
}

/// Nodes and their names.
fn nodes(network: &Network, layout: &Layout) -> Vec<Room> {
    let rooms = |node: Node| {
        let (middle, base) = (layout.place(node), layout.name(node));
        let half = text_width(&network.node_name(node), SIZE) / 2;
        [Room { middle, x: RADIUS, y: RADIUS }, Room { middle: at(base.x, base.y - 4), x: half, y: 5 }]
    };
    (0..network.nodes()).flat_map(|node| rooms(Node(node))).collect()
}
