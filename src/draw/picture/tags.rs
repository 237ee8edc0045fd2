//! Places the labels of moves on a drawn network: on their arrows, clear of nodes and of each other.

use crate::draw::canvas::{Point, at, text_width, toward};
use crate::draw::layout::{Layout, WRAP_STUB_LENGTH, point_along};
use crate::draw::names::{NAME_SIZE, NODE_RADIUS, Rect, node_rect};
use crate::draw::story::{Hop, Story};
use crate::model::{Network, Node, count_of};

/// The offset of the arrows of both directions of a link from the line between its nodes, in pixels.
const ARROW_OFFSET: i64 = 4;
/// The places of a label on its arrow, in twelfths of the length, the best first.
const LABEL_TWELFTHS: [i64; 7] = [6, 5, 7, 4, 8, 3, 9];
/// The places of a label on its arrow where an arrow leads the other way too.
const LABEL_TWELFTHS_TWO_WAY: [i64; 3] = [4, 3, 5];

/// The label of a move, with the point of its middle.
#[derive(Debug)]
pub(in crate::draw) struct Tag {
    pub(in crate::draw) label: String,
    pub(in crate::draw) middle: Point,
    /// Whether it covers no earlier label and no node; never in a slot where most labels would.
    pub(in crate::draw) is_clear: bool,
    /// The offset of its arrow, so that the arrow does not cover that of the other direction.
    pub(in crate::draw) aside: Point,
}

impl Tag {
    pub(in crate::draw) fn width(&self) -> i64 {
        width(&self.label)
    }

    /// Returns its rectangle, with its edge.
    pub(in crate::draw) fn room(&self) -> Rect {
        Rect { middle: self.middle, x: self.width() / 2, y: 7 }
    }
}

/// Returns the width of a label with its padding.
fn width(label: &str) -> i64 {
    text_width(label, NAME_SIZE) + 6
}

/// Places the labels of the moves of a slot one after the other, each where it overlaps the fewest earlier
/// labels, then the fewest nodes and names of nodes.
///
/// # Complexity
/// O(moves · (moves + nodes)).
pub(in crate::draw) fn tags(story: &Story, network: &Network, layout: &Layout, slot: u64) -> Vec<Tag> {
    let moves = story.slot(slot);
    let mut ends: Vec<(Node, Node)> = moves.iter().map(|hop| (hop.from, hop.to)).collect();
    ends.sort_unstable();
    let (discs, names) =
        (layout.places.iter().map(node_rect).collect::<Vec<_>>(), node_names(network, layout));
    let mut taken: Vec<Rect> = Vec::new();
    let mut found = Vec::with_capacity(moves.len());
    for hop in moves {
        let label = story.label(network, hop);
        let label = inner(&label).to_owned();
        let meets = ends.binary_search(&(hop.to, hop.from)).is_ok();
        let aside = if meets { aside(layout, hop) } else { at(0, 0) };
        let mut tag = Tag { label, middle: at(0, 0), is_clear: false, aside };
        let room = |middle: Point| Rect { middle, x: tag.width() / 2, y: 7 };
        let count =
            |rooms: &[Rect], room: &Rect| count_of(rooms.iter().filter(|other| other.meets(room)).count());
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
    // If only a few labels have space, they say little.
    if 2 * taken.len() < found.len() {
        for tag in &mut found {
            tag.is_clear = false;
        }
    }
    found
}

/// Removes the brackets around a single name.
fn inner(label: &str) -> &str {
    let single = label.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    single.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(label)
}

/// Returns the offset of an arrow to the right of its direction.
fn aside(layout: &Layout, hop: &Hop) -> Point {
    let (from, to) = (layout.place(hop.from), layout.place(hop.to));
    let way = layout.wrap(hop.from, hop.to).unwrap_or(at(to.x - from.x, to.y - from.y));
    let origin = at(0, 0);
    toward(origin, at(-way.y, way.x), ARROW_OFFSET)
}

/// Returns the places for a label of this width, the best first.
fn places(layout: &Layout, hop: &Hop, meets: bool, width: i64) -> Vec<Point> {
    let (from, to) = (layout.place(hop.from), layout.place(hop.to));
    if let Some(way) = layout.wrap(hop.from, hop.to) {
        return vec![
            point_along(from, way, WRAP_STUB_LENGTH - 4),
            point_along(to, at(-way.x, -way.y), WRAP_STUB_LENGTH - 4),
        ];
    }
    let part = |&twelfths: &i64| {
        let rest = 12 - twelfths;
        at((from.x * rest + to.x * twelfths) / 12, (from.y * rest + to.y * twelfths) / 12)
    };
    let on_it: &[i64] = if meets { &LABEL_TWELFTHS_TWO_WAY } else { &LABEL_TWELFTHS };
    // On a circle a label that would cover its arrow stands inside.
    let length = ((to.x - from.x).pow(2) + (to.y - from.y).pow(2)).isqrt();
    let is_covered = layout.round && length < width + 2 * NODE_RADIUS + 24;
    let inside = is_covered.then(|| toward(part(&6), at(layout.width / 2, layout.height / 2), 15));
    // The last two places are on either side of a short arrow.
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let far = (dy.abs() * (width / 2 + 5) + dx.abs() * 13) / length.max(1) + 10;
    let beside = [at(-dy, dx), at(dy, -dx)]
        .map(|way| toward(part(&6), at(part(&6).x + way.x, part(&6).y + way.y), far));
    inside.into_iter().chain(on_it.iter().map(part)).chain(beside).collect()
}

/// Returns the rectangles of the names of nodes.
fn node_names(network: &Network, layout: &Layout) -> Vec<Rect> {
    let room = |node: Node| {
        let base = layout.name(node)?;
        let half = text_width(&network.node_name(node), NAME_SIZE) / 2;
        Some(Rect { middle: at(base.x, base.y - 4), x: half, y: 5 })
    };
    (0..network.nodes()).filter_map(|node| room(Node(node))).collect()
}

/// Enlarges the layout of a network, so that the labels of all moves have space.
pub(in crate::draw) fn with_label_space(mut layout: Layout, story: &Story, network: &Network) -> Layout {
    let slots = story.range().flat_map(|slot| tags(story, network, &layout, slot));
    let rooms: Vec<Rect> = slots.filter(|tag| tag.is_clear).map(|tag| tag.room()).collect();
    layout.grow_to_hold(&rooms);
    layout
}
