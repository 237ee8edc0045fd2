//! What a picture is written as.

mod markup;
pub(super) mod player;
pub(super) mod svg;
pub(super) mod tikz;
mod verdict;

use super::error::DrawError;
use super::sheet::Sheet;
use super::subject::Subject;
use std::fmt;

pub use player::empty_page;

/// What a picture is written as.
#[derive(Debug)]
pub struct Writing {
    /// The word of the command line.
    pub word: &'static str,
    /// How names of such files end.
    pub ending: &'static str,
    /// What is written, in a sentence for people.
    pub sentence: &'static str,
    /// How many pixels a column of text is wide, if it stands in one: what is wider is drawn smaller.
    pub column: Option<i64>,
    /// What writes it.
    pub writer: Writer,
}

/// What writes a picture. Texts of a sheet or subject may hold anything that a user wrote; a writer escapes
/// them by one function.
pub enum Writer {
    /// From any picture with its title.
    Sheet(fn(&Sheet) -> String),
    /// From the moves themselves.
    Page(fn(&Subject) -> Result<String, DrawError>),
}

impl fmt::Debug for Writer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Sheet(_) => "Sheet",
            Self::Page(_) => "Page",
        })
    }
}
