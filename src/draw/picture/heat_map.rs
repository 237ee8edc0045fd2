//! Links by slots: the packet on each link in each slot, last hops in full colour, the others pale.

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Type, at, text_width, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{EMPTY, GRAY, shade_of};
use crate::draw::story::{Hop, Story};
use crate::draw::subject::Subject;
use crate::model::{Network, count_of};

pub(in crate::draw) const HEAT_MAP: Picture = Picture {
    word: "heat-map",
    sentence: "Links by slots with the packets on them, coloured by distance, and what every slot delivers",
    draw: heat_map,
};

const MAX_ROWS: u64 = 64;
const MAX_SLOTS: u64 = 192;
/// The greatest width of a picture with names in its cells, in pixels.
const MAX_NAMED_WIDTH: i64 = 2000;
/// The most deliveries of a slot that are drawn one by one.
const MAX_MARKS: usize = 8;
const HEADING_HEIGHT: i64 = 46;

/// The geometry of the cells.
struct Grid {
    first: u64,
    left: i64,
    width: i64,
    height: i64,
    named: bool,
}

impl Grid {
    fn x(&self, slot: u64) -> i64 {
        self.left + whole(slot - self.first) * (self.width + 2)
    }

    fn y(&self, row: usize) -> i64 {
        HEADING_HEIGHT + whole(row) * (self.height + 2)
    }
}

/// Draws the heat map of a schedule: of a symmetric one a row for every link of a node, of any other a row
/// for every used link of the network.
fn heat_map(subject: &Subject) -> Result<Panel, DrawError> {
    let (story, network) = subject.require_story(HEAT_MAP.word)?;
    let rows = count_of(story.rows.len());
    for (what, found, most) in [("links", rows, MAX_ROWS), ("slots", story.slots, MAX_SLOTS)] {
        if found > most {
            let (picture, remedy) = (HEAT_MAP.word, "use summarises");
            return Err(DrawError::TooLarge { picture, what, found, most, remedy });
        }
    }
    let grid = grid(story, network);
    let mut panel = Panel::new(grid.x(story.range().end), 0);
    panel.text(at(0, 14), format!("Link by slot: {}", story.whose(network)), Type::new(13).bold(true));
    panel.width = panel.width.max(text_width(&story.whose(network), 13) + 110);
    header(&mut panel, &grid, story);
    for hop in &story.hops {
        cell(&mut panel, &grid, hop, &story.label(network, hop));
    }
    panel.height = footer(&mut panel, &grid, story);
    panel.legend = story.distances();
    Ok(panel)
}

fn grid(story: &Story, network: &Network) -> Grid {
    let left = story.rows.iter().map(|name| text_width(name, 12)).max().unwrap_or(0).max(58) + 12;
    // A last hop is bold, which is wider than its size says.
    let widest = story.hops.iter().map(|hop| text_width(&story.label(network, hop), 14)).max();
    let least = widest.unwrap_or(0) + 12;
    // A schedule of few slots has wide cells.
    for width in [least.max(56), least] {
        if (width + 2) * whole(story.slots) + left
            <= if width > least { MAX_NAMED_WIDTH / 2 } else { MAX_NAMED_WIDTH }
        {
            return Grid { first: story.first, left, width, height: 30, named: true };
        }
    }
    Grid { first: story.first, left, width: 8, height: 14, named: false }
}

/// Draws the numbers of the slots, the names of the links, and the cells of idle links.
fn header(panel: &mut Panel, grid: &Grid, story: &Story) {
    let small = Type::new(11).color(GRAY);
    panel.text(at(grid.left - 12, HEADING_HEIGHT - 10), "slot", small.anchor(Anchor::End));
    let step = if grid.named { 1 } else { 8 };
    for slot in story.range().step_by(step) {
        let middle = at(grid.x(slot) + grid.width / 2, HEADING_HEIGHT - 10);
        panel.text(middle, slot.to_string(), small.anchor(Anchor::Middle));
    }
    for (row, name) in story.rows.iter().enumerate() {
        let line = at(grid.left - 12, grid.y(row) + grid.height / 2 + 4);
        panel.text(line, name.as_str(), Type::new(12).anchor(Anchor::End));
        panel.fill(at(grid.left, grid.y(row)), grid.x(story.range().end) - grid.left - 2, grid.height, EMPTY);
    }
}

fn cell(panel: &mut Panel, grid: &Grid, hop: &Hop, label: &str) {
    let (place, shade) = (at(grid.x(hop.slot), grid.y(hop.row)), shade_of(hop.distance));
    panel.fill(place, grid.width, grid.height, if hop.arrives { shade.full } else { shade.pale });
    if grid.named {
        let style = Type::new(12).anchor(Anchor::Middle).bold(hop.arrives);
        let style = if hop.arrives { style.color(shade.text) } else { style };
        panel.text(at(place.x + grid.width / 2, place.y + grid.height / 2 + 4), label, style);
    }
}

/// Draws the meaning of full and pale, and the deliveries of every slot; returns the bottom edge.
fn footer(panel: &mut Panel, grid: &Grid, story: &Story) -> i64 {
    let (mut y, small) = (grid.y(story.rows.len()) + 10, Type::new(11).color(GRAY));
    let shade = shade_of(story.distances().last().copied().unwrap_or(1));
    if story.hops.iter().any(|hop| !hop.arrives) {
        for (x, color, word) in [(0, shade.full, "last hop"), (84, shade.pale, "on the way")] {
            panel.fill(at(grid.left + x, y), 11, 11, color);
            panel.text(at(grid.left + x + 16, y + 10), word, small);
        }
        y += 30;
    }
    panel.text(at(grid.left - 12, y + 10), "delivered", small.anchor(Anchor::End));
    let mut highest = 1;
    for slot in story.range() {
        let mut far: Vec<u64> =
            story.slot(slot).iter().filter(|hop| hop.arrives).map(|hop| hop.distance).collect();
        far.sort_unstable();
        let x = grid.x(slot) + grid.width / 2;
        if far.len() > MAX_MARKS && grid.named {
            panel.text(at(x, y + 10), far.len().to_string(), Type::new(12).anchor(Anchor::Middle));
            continue;
        }
        highest = highest.max(far.len());
        let height = if grid.named { 11 } else { 5 };
        for (index, &distance) in far.iter().enumerate() {
            let side = grid.width.min(11);
            panel.fill(
                at(x - side / 2, y + whole(index) * (height + 2)),
                side,
                height,
                shade_of(distance).full,
            );
        }
    }
    y + whole(highest) * 13 + 4
}
