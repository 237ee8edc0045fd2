//! A page that plays a schedule slot by slot, by itself in any browser.

use super::markup::escape;
use super::{Writer, Writing};
use crate::draw::error::DrawError;
use crate::draw::layout::{Layout, layout, on_a_circle};
use crate::draw::palette::{Color, FARTHEST, shade_of};
use crate::draw::picture::tags::{Tag, tags};
use crate::draw::story::{Hop, Story};
use crate::draw::subject::Subject;
use crate::model::{Link, Network, Node, count_of};
use serde_json::{Value, json};

pub(in crate::draw) const PLAYER: Writing = Writing {
    word: "html",
    ending: "html",
    sentence: "A page that plays the schedule, with nothing to load from anywhere",
    writer: Writer::Page(player),
};

/// The page, with places for its title and its data.
const PAGE: &str = include_str!("player.html");

const MOST_NODES: u64 = 64;
const MOST_SLOTS: u64 = 1024;
const MOST_HOPS: u64 = 8192;

/// Writes the page of a schedule: what moves, as text of the page that its script reads. Networks without a
/// drawing of their own stand on a circle.
///
/// # Errors
/// [`DrawError::Nothing`] without a schedule, [`DrawError::TooLarge`].
///
/// # Complexity
/// O(moves + nodes · links).
///
/// # Panics
/// Never: the page has both places.
fn player(subject: &Subject) -> Result<String, DrawError> {
    let (story, network) = subject.told(PLAYER.word)?;
    for (what, found, most) in [
        ("nodes", network.nodes(), MOST_NODES),
        ("slots", story.slots, MOST_SLOTS),
        ("moves", count_of(story.hops.len()), MOST_HOPS),
    ] {
        if found > most {
            let (picture, remedy) = (PLAYER.word, "use summarises, as svg");
            return Err(DrawError::TooLarge { picture, what, found, most, remedy });
        }
    }
    let layout = layout(network).unwrap_or_else(|| on_a_circle(network.nodes()));
    let earlier = story.earlier.as_ref().ok_or(DrawError::Before { what: PLAYER.word })?;
    let data = data(subject, story, network, &layout, earlier).to_string();
    let (head, rest) = PAGE.split_once("@TITLE@").expect("the page has a title");
    let (middle, tail) = rest.split_once("@DATA@").expect("the page has data");
    Ok([head, &escape(&subject.title), middle, &escape(&data), tail].concat())
}

fn data(
    subject: &Subject,
    story: &Story,
    network: &Network,
    layout: &Layout,
    earlier: &[(Node, u64)],
) -> Value {
    let mut labels = vec![String::new(); story.items.len()];
    for hop in &story.hops {
        labels[hop.item] = story.item_label(network, hop);
    }
    let key: Vec<Value> = story
        .distances()
        .iter()
        .filter(|&&distance| distance <= FARTHEST)
        .map(|&distance| json!([distance, css(shade_of(distance).full)]))
        .collect();
    let nodes: Vec<Value> = (0..network.nodes())
        .map(|node| {
            let (place, name) = (layout.place(Node(node)), layout.name(Node(node)));
            let label = network.node_name(Node(node));
            let mut drawn = json!({ "x": place.x, "y": place.y, "nx": name.x, "ny": name.y, "name": label });
            if network.is_switch(Node(node)) {
                drawn["switch"] = true.into();
            }
            drawn
        })
        .collect();
    json!({
        "title": subject.title,
        "lines": subject.lines,
        "first": story.first,
        "slots": story.slots,
        "earlier": earlier.iter().map(|(node, distance)| json!([node.0, css(shade_of(*distance).full)])).collect::<Vec<_>>(),
        "hub": story.hub().0,
        "width": layout.width,
        "height": layout.height,
        "key": key,
        "nodes": nodes,
        "links": links(network, layout),
        "items": labels,
        "hops": story.range().flat_map(|slot| steps(story, network, layout, slot)).collect::<Vec<_>>(),
    })
}

fn css(color: Color) -> String {
    format!("#{}", color.0)
}

/// Where a link round the back leaves its node; null for a straight line.
fn wrap(layout: &Layout, from: Node, to: Node) -> Value {
    layout.wrap(from, to).map_or(Value::Null, |way| json!([way.x, way.y]))
}

fn links(network: &Network, layout: &Layout) -> Vec<Value> {
    let mut found = Vec::new();
    for node in (0..network.nodes()).map(Node) {
        for to in (0..network.links()).filter_map(|link| network.adjacent(node, Link(link))) {
            let is_drawn = node < to || network.link_between(to, node).is_none();
            if is_drawn || layout.wrap(node, to).is_some() {
                found.push(json!({ "from": node.0, "to": to.0, "wrap": wrap(layout, node, to) }));
            }
        }
    }
    found
}

fn steps(story: &Story, network: &Network, layout: &Layout, slot: u64) -> Vec<Value> {
    let tags = tags(story, network, layout, slot);
    story
        .slot(slot)
        .iter()
        .zip(&tags)
        .map(|(hop, tag)| step(layout, hop, tag, &story.label(network, hop)))
        .collect()
}

fn step(layout: &Layout, hop: &Hop, tag: &Tag, label: &str) -> Value {
    json!({
        "slot": hop.slot,
        "item": hop.item,
        "from": hop.from.0,
        "to": hop.to.0,
        "label": label,
        "tag": [tag.middle.x, tag.middle.y],
        "color": css(shade_of(hop.distance).full),
        "arrives": hop.arrives,
        "wrap": wrap(layout, hop.from, hop.to),
    })
}
