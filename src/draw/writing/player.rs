//! A page that plays a schedule slot by slot, by itself in any browser, and says of a certificate what the
//! proved checker says.

use super::markup::escape;
use super::verdict::{certified, filled, page};
use super::{Writer, Writing};
use crate::draw::canvas::{Point, at};
use crate::draw::error::DrawError;
use crate::draw::layout::{Layout, MAX_NODES, layout};
use crate::draw::palette::{Color, MAX_COLORED_DISTANCE, shade_of};
use crate::draw::picture::tags::{tags, with_label_space};
use crate::draw::story::{Hop, Story};
use crate::draw::subject::Subject;
use crate::model::{Network, Node, count_of};
use serde_json::{Value, json};

pub(in crate::draw) const PLAYER: Writing = Writing {
    word: "html",
    ending: "html",
    sentence: "A page that plays the schedule and verifies its certificate, with nothing to load from anywhere",
    column: None,
    writer: Writer::Page(player),
};

/// The part of the page that plays, with a place for its data; without them it waits for a schedule.
const PLAYED: &str = include_str!("player.html");

const MAX_SLOTS: u64 = 1024;
const MAX_HOPS: u64 = 8192;

/// Writes the page of a schedule: what the proved checker says of the document that the subject carries, and
/// what moves, as text of the page that its script reads. A document whose schedule cannot be played, or that
/// has none, has a page that says why.
///
/// # Errors
/// Without a document [`DrawError::Nothing`] without a schedule, [`DrawError::TooLarge`], those of
/// [`layout`].
///
/// # Complexity
/// O(moves + nodes · links + bytes of the document).
fn player(subject: &Subject) -> Result<String, DrawError> {
    let Some(document) = &subject.document else { return Ok(page(&subject.title, &played(subject)?)) };
    let part = match played(subject) {
        Err(fault) if is_unplayable(&fault) => {
            format!("<p>No schedule is played here: {}.</p>\n{}", escape(&fault.to_string()), waiting())
        }
        part => part?,
    };
    Ok(page(&subject.title, &[&certified(Some(document)), &*part].concat()))
}

/// Whether there is too much to play, or nothing: what the document says can still be verified.
fn is_unplayable(fault: &DrawError) -> bool {
    fault.is_of_size() || matches!(fault, DrawError::Nothing { .. } | DrawError::TooMuchWork { .. })
}

/// Writes a page to which a certificate is given by hand, with the proved checker and without a certificate.
#[must_use]
pub fn empty_page() -> String {
    page("A certificate and its verdict", &[certified(None), waiting()].concat())
}

/// The part of the page that plays and waits for a schedule that is given by hand.
fn waiting() -> String {
    filled(PLAYED, &[("@DATA@", "")])
}

/// The part of the page that plays.
fn played(subject: &Subject) -> Result<String, DrawError> {
    let (story, network) = subject.require_story(PLAYER.word)?;
    for (what, found, most) in [
        ("nodes", network.nodes(), MAX_NODES),
        ("slots", story.slots, MAX_SLOTS),
        ("moves", count_of(story.hops.len()), MAX_HOPS),
    ] {
        if found > most {
            let (picture, remedy) = (PLAYER.word, "use summarises, as svg");
            return Err(DrawError::TooLarge { picture, what, found, most, remedy });
        }
    }
    let layout = with_label_space(layout(network)?, story, network);
    let earlier = story.earlier.as_ref().ok_or(DrawError::Before { what: PLAYER.word })?;
    let data = data(subject, story, network, &layout, earlier).to_string();
    Ok(filled(PLAYED, &[("@DATA@", &escape(&data))]))
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
        .filter(|&&distance| distance <= MAX_COLORED_DISTANCE)
        .map(|&distance| json!([distance, css(shade_of(distance).full)]))
        .collect();
    let nodes: Vec<Value> =
        (0..network.nodes()).map(|node| drawn_node(network, layout, Node(node))).collect();
    let homes: Vec<u64> =
        story.items.iter().filter_map(|item| item.packet.home()).map(|home| home.0).collect();
    let steps: Vec<Vec<(Value, bool)>> =
        story.range().map(|slot| steps(story, network, layout, slot)).collect();
    // A page on which most names have no room opens with the packets of one node.
    let has_room =
        |slot: &Vec<(Value, bool)>| 2 * slot.iter().filter(|(_, clear)| *clear).count() >= slot.len();
    let chosen = (!story.symmetric && !steps.iter().all(has_room)).then(|| story.hub().0);
    let translates = story.symmetric.then(|| translates(network));
    json!({
        "lines": subject.lines,
        "first": story.first,
        "slots": story.slots,
        "earlier": earlier.iter().map(|(node, distance)| json!([node.0, css(shade_of(*distance).full)])).collect::<Vec<_>>(),
        "hub": story.hub().0,
        "width": layout.width,
        "height": layout.height,
        "key": key,
        "nodes": nodes,
        "links": links(layout),
        "items": labels,
        "homes": homes,
        "chosen": chosen,
        "translates": translates,
        "hops": steps.into_iter().flatten().map(|(step, _)| step).collect::<Vec<_>>(),
    })
}

fn css(color: Color) -> String {
    format!("#{}", color.0)
}

/// A node: its place, its name and where that stands, and whether it has room.
fn drawn_node(network: &Network, layout: &Layout, node: Node) -> Value {
    let place = layout.place(node);
    let name = layout.name(node).unwrap_or(at(place.x, place.y - 12));
    let label = network.node_name(node);
    let mut drawn = json!({ "x": place.x, "y": place.y, "nx": name.x, "ny": name.y, "name": label });
    if layout.name(node).is_none() {
        drawn["crowded"] = true.into();
    }
    if network.is_switch(node) {
        drawn["switch"] = true.into();
    }
    drawn
}

/// For every node where the translation from node 0 to it takes each node.
fn translates(network: &Network) -> Vec<Vec<u64>> {
    let nodes = || (0..network.nodes()).map(Node);
    nodes().map(|node| nodes().map(|to| network.translate(node, to).0).collect()).collect()
}

/// The links as they are drawn, with the way that one round the back leaves its node, in hundredths.
fn links(layout: &Layout) -> Vec<Value> {
    let link = |(from, to, wrap): (Node, Node, Option<Point>)| {
        let wrap = wrap.map_or(Value::Null, |way| json!([way.x, way.y]));
        json!({ "from": from.0, "to": to.0, "wrap": wrap })
    };
    layout.lines().map(link).collect()
}

/// The moves of a slot, and whether their names have room.
fn steps(story: &Story, network: &Network, layout: &Layout, slot: u64) -> Vec<(Value, bool)> {
    let tags = tags(story, network, layout, slot);
    let moves = story.slot(slot).iter().zip(&tags);
    moves.map(|(hop, tag)| (step(hop, &story.label(network, hop)), tag.is_clear)).collect()
}

fn step(hop: &Hop, label: &str) -> Value {
    json!({
        "slot": hop.slot,
        "item": hop.item,
        "from": hop.from.0,
        "to": hop.to.0,
        "label": label,
        "color": css(shade_of(hop.distance).full),
        "arrives": hop.arrives,
    })
}
