//! What a picture is.

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
