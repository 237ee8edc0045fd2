//! The network as people draw it; of a schedule a frame for every slot, with its moves.

use super::Picture;
use super::tags::{Tag, tags, with_label_space};
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Shape, Type, at, text_width, toward, whole};
use crate::draw::error::DrawError;
use crate::draw::layout::{Layout, WRAP_STUB_LENGTH, layout, point_along};
use crate::draw::names::{NAME_SIZE, NODE_RADIUS};
use crate::draw::palette::{GRAY, INK, PAPER, RULE, shade_of};
use crate::draw::story::{Hop, Story};
use crate::draw::subject::Subject;
use crate::model::{Network, Node, count_of, wide};

pub(in crate::draw) const NETWORK: Picture = Picture {
    word: "network",
    sentence: "The network as people draw it, slot by slot with what moves",
    draw: network,
};

const MAX_SLOTS: u64 = 32;
const MAX_HOPS: u64 = 1024;
/// The greatest width of a row of frames, in pixels.
const MAX_ROW_WIDTH: i64 = 1060;

/// Draws a network, or the moves on it slot by slot.
fn network(subject: &Subject) -> Result<Panel, DrawError> {
    let expected = "a network, task, schedule or certificate";
    let network = subject.network.as_ref().ok_or(DrawError::Nothing { picture: NETWORK.word, expected })?;
    let layout = layout(network)?;
    let Some(story) = &subject.story else {
        return Ok(alone(subject, network, &layout));
    };
    for (what, found, most) in
        [("slots", story.slots, MAX_SLOTS), ("moves", count_of(story.hops.len()), MAX_HOPS)]
    {
        if found > most {
            let (picture, remedy) = (NETWORK.word, "use summarises");
            return Err(DrawError::TooLarge { picture, what, found, most, remedy });
        }
    }
    let earlier = story.earlier.as_ref().ok_or(DrawError::Before { what: NETWORK.word })?;
    Ok(frames(story, network, &with_label_space(layout, story, network), earlier))
}

/// Draws the network of a task, the destinations of node 0's packets coloured by distance.
fn alone(subject: &Subject, network: &Network, layout: &Layout) -> Panel {
    let goals: Vec<Node> = match &subject.problem {
        Some(problem) => match (problem.rows(), problem.words()) {
            (Some(task), _) => task.classes().map(|class| class.offset).collect(),
            (None, Ok(task)) => task.classes().iter().map(|class| class.offset).collect(),
            (None, Err(_)) => Vec::new(),
        },
        None => Vec::new(),
    };
    let mut panel = Panel::new(layout.width, layout.height);
    background(&mut panel, layout);
    let far = |node| goals.contains(&node).then(|| network.distance(node));
    nodes(&mut panel, network, layout, Some(Node(0)).filter(|_| !goals.is_empty()), far);
    panel.legend = goals.iter().map(|&node| network.distance(node)).collect();
    panel.legend.sort_unstable();
    panel.legend.dedup();
    panel
}

fn frames(story: &Story, network: &Network, layout: &Layout, earlier: &[(Node, u64)]) -> Panel {
    let (across, down) = (layout.width + 14, layout.height + 24);
    let columns = (MAX_ROW_WIDTH / across).clamp(1, whole(story.slots.max(1)));
    let rows = (whole(story.slots) + columns - 1) / columns;
    let mut panel = Panel::new(columns * across, 28 + rows * down);
    let is_named = |slot| tags(story, network, layout, slot).iter().all(|tag| tag.is_clear);
    let names = if story.range().all(is_named) { "" } else { "; names without room are left out" };
    let title = format!("Slot by slot: {}; filled nodes have received{names}", story.whose(network));
    panel.width = panel.width.max(text_width(&title, 13));
    panel.text(at(0, 14), title, Type::new(13).bold(true));
    let mut received: Vec<Option<u64>> = vec![None; layout.places.len()];
    for &(node, distance) in earlier {
        received[wide(node.narrow())] = Some(distance);
    }
    for slot in story.range() {
        for hop in story.slot(slot).iter().filter(|hop| hop.arrives) {
            received[wide(hop.to.narrow())] = Some(hop.distance);
        }
        let index = whole(slot - story.first);
        let place = at(index % columns * across, 28 + index / columns * down);
        panel.put(place, frame(story, network, layout, slot, &received));
    }
    panel.legend = story.distances();
    panel
}

fn frame(story: &Story, network: &Network, layout: &Layout, slot: u64, received: &[Option<u64>]) -> Panel {
    let mut panel = Panel::new(layout.width, layout.height);
    panel.text(at(0, 12), format!("slot {slot}"), Type::new(12).color(GRAY));
    background(&mut panel, layout);
    let far = |node: Node| received[wide(node.narrow())];
    nodes(&mut panel, network, layout, Some(story.hub()), far);
    let moves = story.slot(slot);
    let tags = tags(story, network, layout, slot);
    for (hop, tag) in moves.iter().zip(&tags) {
        arrow(&mut panel, layout, hop, tag.aside);
    }
    // Names stand above all arrows, so that no arrow crosses a name.
    for (hop, tag) in moves.iter().zip(&tags).filter(|(_, tag)| tag.is_clear) {
        name(&mut panel, hop, tag);
    }
    panel
}

fn background(panel: &mut Panel, layout: &Layout) {
    let thin = Pen::new(RULE, 1);
    for (from, to, wrap) in layout.lines() {
        let end =
            wrap.map_or(layout.place(to), |way| point_along(layout.place(from), way, WRAP_STUB_LENGTH - 8));
        panel.line(layout.place(from), end, thin);
    }
}

/// Draws nodes with their names, switches as squares. The hub has a thick ring; a node that has received is
/// filled in the colour of the distance.
fn nodes(
    panel: &mut Panel,
    network: &Network,
    layout: &Layout,
    hub: Option<Node>,
    received: impl Fn(Node) -> Option<u64>,
) {
    for node in (0..network.nodes()).map(Node) {
        let fill = received(node).map_or(PAPER, |distance| shade_of(distance).full);
        let edge = if hub == Some(node) { Pen::new(INK, 3) } else { Pen::new(GRAY, 1) };
        if network.is_switch(node) {
            let (corner, side) =
                (at(layout.place(node).x - NODE_RADIUS, layout.place(node).y - NODE_RADIUS), 2 * NODE_RADIUS);
            let edge = Some(edge.color);
            panel.shapes.push(Shape::Box { at: corner, width: side, height: side, round: 0, fill, edge });
        } else {
            panel.disc(layout.place(node), NODE_RADIUS, fill, edge);
        }
        if let Some(place) = layout.name(node) {
            let style = Type::new(NAME_SIZE).color(GRAY).anchor(Anchor::Middle);
            panel.text(place, network.node_name(node), style);
        }
    }
}

/// Draws an arrow, moved aside by `aside`; a link that wraps around is drawn as two stubs.
fn arrow(panel: &mut Panel, layout: &Layout, hop: &Hop, aside: Point) {
    let beside = |place: Point| at(place.x + aside.x, place.y + aside.y);
    let (from, to) = (beside(layout.place(hop.from)), beside(layout.place(hop.to)));
    let color = shade_of(hop.distance).full;
    let Some(way) = layout.wrap(hop.from, hop.to) else {
        return panel.arrow(toward(from, to, NODE_RADIUS + 1), toward(to, from, NODE_RADIUS + 1), color);
    };
    panel.line(
        point_along(from, way, NODE_RADIUS + 1),
        point_along(from, way, WRAP_STUB_LENGTH),
        Pen::new(color, 2),
    );
    let back = at(-way.x, -way.y);
    panel.arrow(point_along(to, back, WRAP_STUB_LENGTH), point_along(to, back, NODE_RADIUS + 1), color);
}

/// Draws the name of the packet on an arrow.
fn name(panel: &mut Panel, hop: &Hop, tag: &Tag) {
    let (width, middle, edge) = (tag.width(), tag.middle, Some(shade_of(hop.distance).full));
    let corner = at(middle.x - width / 2, middle.y - 7);
    panel.shapes.push(Shape::Box { at: corner, width, height: 14, round: 3, fill: PAPER, edge });
    let style = Type::new(NAME_SIZE).bold(true).anchor(Anchor::Middle);
    panel.text(at(middle.x, middle.y + 4), tag.label.as_str(), style);
}
