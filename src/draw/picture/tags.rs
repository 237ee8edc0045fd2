//! Where the names of what moves stand on a drawn network: on their arrows, clear of nodes and of each other.

use crate::draw::canvas::{Point, at, text_width, toward};
use crate::draw::layout::{END, Layout, out};
use crate::draw::names::{RADIUS, Room, SIZE, node_room};
use crate::draw::story::{Hop, Story};
use crate::model::{Network, Node, count_of};

/// How far the arrows of the two directions of a link stand aside from the line between its nodes.
const ASIDE: i64 = 4;
/// Where a name may stand on its arrow, in twelfths, the best first.
const PLACES: [i64; 7] = [6, 5, 7, 4, 8, 3, 9];
/// The same where another comes the other way.
const PLACES_OF_TWO: [i64; 3] = [4, 3, 5];

/// The name of what moves, and where its middle stands.
#[derive(Debug)]
pub(in crate::draw) struct Tag {
    pub(in crate::draw) label: String,
    pub(in crate::draw) middle: Point,
    /// Whether it covers no name before it, and no node; never in a slot where most names would.
    pub(in crate::draw) is_clear: bool,
    /// How far its arrow stands aside, so that it does not lie upon the one of the other direction.
    pub(in crate::draw) aside: Point,
}

impl Tag {
    pub(in crate::draw) fn width(&self) -> i64 {
        width(&self.label)
    }

    /// Where it stands, with its edge.
    pub(in crate::draw) fn room(&self) -> Room {
        Room { middle: self.middle, x: self.width() / 2, y: 7 }
    }
}

/// The width of a name with room around it.
fn width(label: &str) -> i64 {
    text_width(label, SIZE) + 6
}

/// The names of the moves of a slot, one after the other where it meets the fewest of nodes, names of nodes
/// and names before it.
///
/// # Complexity
/// O(moves · (moves + nodes)).
pub(in crate::draw) fn tags(story: &Story, network: &Network, layout: &Layout, slot: u64) -> Vec<Tag> {
    let moves = story.slot(slot);
    let mut ends: Vec<(Node, Node)> = moves.iter().map(|hop| (hop.from, hop.to)).collect();
    ends.sort_unstable();
    let (discs, names) =
        (layout.places.iter().map(node_room).collect::<Vec<_>>(), node_names(network, layout));
    let mut taken: Vec<Room> = Vec::new();
    let mut found = Vec::with_capacity(moves.len());
    for hop in moves {
        let label = story.label(network, hop);
        let label = inner(&label).to_owned();
        let meets = ends.binary_search(&(hop.to, hop.from)).is_ok();
        let aside = if meets { aside(layout, hop) } else { at(0, 0) };
        let mut tag = Tag { label, middle: at(0, 0), is_clear: false, aside };
        let room = |middle: Point| Room { middle, x: tag.width() / 2, y: 7 };
        let count =
            |rooms: &[Room], room: &Room| count_of(rooms.iter().filter(|other| other.meets(room)).count());
        let crowd = |place: &Point| {
            let room = room(*place);
            (count(&taken, &room), count(&discs, &room) + count(&names, &room))
        };
        let places = places(layout, hop, meets, tag.width());
        let best = places.into_iter().map(|place| at(place.x + aside.x, place.y + aside.y));
        tag.middle = best.min_by_key(crowd).expect("an arrow has places");
        tag.is_clear = count(&taken, &tag.room()) == 0 && count(&discs, &tag.room()) == 0;
        if tag.is_clear {
            taken.push(tag.room());
        }
        found.push(tag);
    }
    // Where few have room those say little.
    if 2 * taken.len() < found.len() {
        for tag in &mut found {
            tag.is_clear = false;
        }
    }
    found
}

/// Without the brackets around a single name.
fn inner(label: &str) -> &str {
    let single = label.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    single.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(label)
}

/// To the right of the way that it goes.
fn aside(layout: &Layout, hop: &Hop) -> Point {
    let (from, to) = (layout.place(hop.from), layout.place(hop.to));
    let way = layout.wrap(hop.from, hop.to).unwrap_or(at(to.x - from.x, to.y - from.y));
    let origin = at(0, 0);
    toward(origin, at(-way.y, way.x), ASIDE)
}

/// Where a name of so much width may stand, the best place first.
fn places(layout: &Layout, hop: &Hop, meets: bool, width: i64) -> Vec<Point> {
    let (from, to) = (layout.place(hop.from), layout.place(hop.to));
    if let Some(way) = layout.wrap(hop.from, hop.to) {
        return vec![out(from, way, END - 4), out(to, at(-way.x, -way.y), END - 4)];
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
    // On either side of a short arrow.
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let far = (dy.abs() * (width / 2 + 5) + dx.abs() * 13) / length.max(1) + 10;
    let beside = [at(-dy, dx), at(dy, -dx)]
        .map(|way| toward(part(&6), at(part(&6).x + way.x, part(&6).y + way.y), far));
    inside.into_iter().chain(on_it.iter().map(part)).chain(beside).collect()
}

/// The names of nodes.
fn node_names(network: &Network, layout: &Layout) -> Vec<Room> {
    let room = |node: Node| {
        let base = layout.name(node)?;
        let half = text_width(&network.node_name(node), SIZE) / 2;
        Some(Room { middle: at(base.x, base.y - 4), x: half, y: 5 })
    };
    (0..network.nodes()).filter_map(|node| room(Node(node))).collect()
}

/// The layout of a network with room for the names of all that moves.
pub(in crate::draw) fn with_room(mut layout: Layout, story: &Story, network: &Network) -> Layout {
    let slots = story.range().flat_map(|slot| tags(story, network, &layout, slot));
    let rooms: Vec<Room> = slots.filter(|tag| tag.is_clear).map(|tag| tag.room()).collect();
    layout.make_room(&rooms);
    layout
}
