//! Nodes by distance over slots, with the path of every packet.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Pen, Point, Type, at, text_width, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{GRAY, PAPER, RULE, shade_of};
use crate::draw::story::{Hop, Story};
use crate::draw::subject::Subject;
use crate::model::{Network, Node, count_of};
use std::collections::BTreeMap;

pub(in crate::draw) const SPACE_TIME: Picture = Picture {
    word: "space-time",
    sentence: "Nodes by distance over slots, a line for the way of every packet",
    draw: space_time,
};

const MAX_NODES: u64 = 64;
const MAX_SLOTS: u64 = 64;
const MAX_HOPS: u64 = 1024;
const TOP: i64 = 56;
/// The distance between nodes, and the additional one between distances, in pixels.
const NODE_SPACING: i64 = 22;
const DISTANCE_GAP: i64 = 8;

/// The geometry of the chart: the place of each node at the beginning of each slot.
struct Chart {
    first: u64,
    left: i64,
    step: i64,
    rows: BTreeMap<Node, i64>,
}

impl Chart {
    /// Returns a place at which lines of different packets stand beside each other.
    fn place(&self, node: Node, slot: u64, item: usize) -> Point {
        let aside = whole(item % 5) * 2 - 4;
        at(self.x(slot), self.rows[&node] + aside)
    }

    fn x(&self, slot: u64) -> i64 {
        self.left + whole(slot - self.first) * self.step
    }
}

/// Draws the node of every packet at the beginning of every slot; a disc is where it stays.
fn space_time(subject: &Subject) -> Result<Panel, DrawError> {
    let (story, network) = subject.require_story(SPACE_TIME.word)?;
    let hops = count_of(story.hops.len());
    for (what, found, most) in
        [("nodes", network.nodes(), MAX_NODES), ("slots", story.slots, MAX_SLOTS), ("moves", hops, MAX_HOPS)]
    {
        if found > most {
            let (picture, remedy) = (SPACE_TIME.word, "use summarises");
            return Err(DrawError::TooLarge { picture, what, found, most, remedy });
        }
    }
    let chart = chart(story, network);
    let right = chart.left + whole(story.slots) * chart.step;
    let bottom = chart.rows.values().max().copied().unwrap_or(TOP) + 16;
    let mut panel = Panel::new(right + 12, bottom + 4);
    let hub = network.node_name(story.hub());
    let title = format!("Nodes by distance from node {hub}, over slots: {}", story.whose(network));
    panel.width = panel.width.max(text_width(&title, 13));
    panel.text(at(0, 14), title, Type::new(13).bold(true));
    rules(&mut panel, &chart, story, network);
    ways(&mut panel, &chart, story);
    panel.legend = story.distances();
    Ok(panel)
}

fn chart(story: &Story, network: &Network) -> Chart {
    let mut nodes: Vec<Node> = (0..network.nodes()).map(Node).collect();
    let hops = |node: &Node| network.hops_between(story.hub(), *node);
    // Nodes that cannot be reached from the hub stand beyond the others.
    let beyond = nodes.iter().filter_map(hops).max().unwrap_or(0) + 1;
    let far = |node: &Node| hops(node).unwrap_or(beyond);
    nodes.sort_by_key(|node| (far(node), *node));
    let names = nodes.iter().map(|&node| text_width(&network.node_name(node), 11));
    let left = names.max().unwrap_or(0).max(30) + 16;
    let step = (880 / whole(story.slots.max(1))).clamp(28, 110);
    let rows = nodes
        .iter()
        .zip(0..)
        .map(|(&node, index)| (node, TOP + index * NODE_SPACING + whole(far(&node)) * DISTANCE_GAP));
    Chart { first: story.first, left, step, rows: rows.collect() }
}

fn rules(panel: &mut Panel, chart: &Chart, story: &Story, network: &Network) {
    let (small, thin) = (Type::new(11).color(GRAY), Pen::new(RULE, 1));
    let right = chart.left + whole(story.slots) * chart.step;
    let bottom = chart.rows.values().max().copied().unwrap_or(TOP) + 12;
    panel.text(at(chart.left - 10, TOP - 18), "slot", small.anchor(Anchor::End));
    for slot in story.first..=story.range().end {
        let x = chart.x(slot);
        panel.line(at(x, TOP - 12), at(x, bottom), thin);
        if slot < story.range().end {
            panel.text(at(x + chart.step / 2, TOP - 18), slot.to_string(), small.anchor(Anchor::Middle));
        }
    }
    for (&node, &y) in &chart.rows {
        panel.line(at(chart.left, y), at(right, y), thin);
        panel.text(at(chart.left - 10, y + 4), network.node_name(node), small.anchor(Anchor::End));
    }
}

fn ways(panel: &mut Panel, chart: &Chart, story: &Story) {
    let mut before: BTreeMap<usize, &Hop> = BTreeMap::new();
    for hop in &story.hops {
        let color = shade_of(hop.distance).full;
        let from = chart.place(hop.from, hop.slot, hop.item);
        // A carried packet waits at the node that it was brought to.
        let waits = story.items[hop.item].packet.is_personal();
        if let Some(last) = before.insert(hop.item, hop).filter(|_| waits) {
            panel.line(chart.place(last.to, last.slot + 1, hop.item), from, Pen::new(color, 1));
        }
        panel.line(from, chart.place(hop.to, hop.slot + 1, hop.item), Pen::new(color, 2));
    }
    for hop in &story.hops {
        let color = shade_of(hop.distance).full;
        let place = chart.place(hop.to, hop.slot + 1, hop.item);
        let (radius, fill) = if hop.arrives { (4, color) } else { (2, PAPER) };
        panel.disc(place, radius, fill, Pen::new(color, 1));
    }
}
