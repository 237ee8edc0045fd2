//! The type of a picture.

pub(super) mod front;
pub(super) mod heat_map;
pub(super) mod link_use;
pub(super) mod matrix;
pub(super) mod network;
pub(super) mod overview;
pub(super) mod progress;
pub(super) mod rules;
pub(super) mod space_time;
pub(super) mod tags;
pub(super) mod terms;
pub(super) mod tree;

use super::canvas::Panel;
use super::error::DrawError;
use super::subject::Subject;

/// A kind of picture.
#[derive(Debug)]
pub struct Picture {
    /// The word of the picture on the command line.
    pub word: &'static str,
    /// A sentence for people on what it shows.
    pub sentence: &'static str,
    /// Draws the picture, without title and legend.
    ///
    /// Fails with [`DrawError`] where the subject does not hold what it shows, or too much of it.
    pub draw: fn(&Subject) -> Result<Panel, DrawError>,
}
