//! What a picture is.

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

/// A picture.
#[derive(Debug)]
pub struct Picture {
    /// The word of the command line.
    pub word: &'static str,
    /// What it shows, in a sentence for people.
    pub sentence: &'static str,
    /// Draws it, without title and legend.
    ///
    /// Fails with [`DrawError`] where the subject does not hold what it shows, or too much of it.
    pub draw: fn(&Subject) -> Result<Panel, DrawError>,
}
