//! Heat map, space-time diagram and network on one sheet.

use super::canvas::{Panel, at};
use super::error::DrawError;
use super::heat_map::HEAT_MAP;
use super::network::NETWORK;
use super::picture::Picture;
use super::space_time::SPACE_TIME;
use super::subject::Subject;

pub(super) const OVERVIEW: Picture = Picture {
    word: "overview",
    sentence: "Heat map, space-time diagram and network of a small schedule on one sheet",
    draw: overview,
};

const GAP: i64 = 30;

/// Draws what there is of the three, one below the other.
fn overview(subject: &Subject) -> Result<Panel, DrawError> {
    subject.told(OVERVIEW.word)?;
    let mut panel = Panel::default();
    for picture in [&HEAT_MAP, &SPACE_TIME, &NETWORK] {
        let part = match (picture.draw)(subject) {
            Err(DrawError::NoDrawing) => continue,
            part => part?,
        };
        let y = if panel.height == 0 { 0 } else { panel.height + GAP };
        (panel.width, panel.height) = (panel.width.max(part.width), y + part.height);
        panel.put(at(0, y), part);
    }
    Ok(panel)
}
