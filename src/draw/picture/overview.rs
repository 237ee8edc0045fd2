//! Heat map, space-time diagram and network on one sheet.

use super::Picture;
use super::heat_map::HEAT_MAP;
use super::network::NETWORK;
use super::space_time::SPACE_TIME;
use crate::draw::canvas::{Panel, Type, at, text_width};
use crate::draw::error::DrawError;
use crate::draw::palette::GRAY;
use crate::draw::subject::Subject;

pub(in crate::draw) const OVERVIEW: Picture = Picture {
    word: "overview",
    sentence: "Heat map, space-time diagram and network of a small schedule on one sheet",
    draw: overview,
};

const PART_GAP: i64 = 30;

/// The greatest height of a part, in pixels; a higher one is only named, since nobody sees it at one glance.
const MAX_PART_HEIGHT: i64 = 1500;

/// Draws those of the three pictures that exist, one below the other.
fn overview(subject: &Subject) -> Result<Panel, DrawError> {
    subject.require_story(OVERVIEW.word)?;
    let mut panel = Panel::default();
    for picture in [&HEAT_MAP, &SPACE_TIME, &NETWORK] {
        let part = match (picture.draw)(subject) {
            Err(DrawError::NoDrawing { .. }) => continue,
            part => part?,
        };
        let part = if part.height > MAX_PART_HEIGHT { named(picture) } else { part };
        let y = if panel.height == 0 { 0 } else { panel.height + PART_GAP };
        (panel.width, panel.height) = (panel.width.max(part.width), y + part.height);
        panel.put(at(0, y), part);
    }
    Ok(panel)
}

/// Draws a line that says how to see a picture alone.
fn named(picture: &Picture) -> Panel {
    let line =
        format!("{}: too high for this sheet; --picture {} draws it alone", picture.word, picture.word);
    let mut panel = Panel::new(text_width(&line, 13), 16);
    panel.text(at(0, 13), line.as_str(), Type::new(13).color(GRAY));
    panel
}
