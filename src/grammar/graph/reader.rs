//! The type of a reader of graphs, for the register of formats.

use super::fault::GraphFault;
use super::gathered::ReadGraph;
use crate::grammar::table::text::Text;

/// A format of graphs that is read.
pub(super) struct Reader {
    /// The name of the format.
    pub(super) name: &'static str,
    /// Returns whether a file is of this format, by its beginning.
    pub(super) recognizes: fn(Text<'_>) -> bool,
    pub(super) read: fn(Text<'_>) -> Result<ReadGraph, GraphFault>,
}
