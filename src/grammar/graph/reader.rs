//! What a format of graphs is to the register.

use super::fault::GraphFault;
use super::gathered::ReadGraph;
use crate::grammar::table::text::Text;

/// A format of graphs that is read.
pub(super) struct Reader {
    /// What it is called.
    pub(super) name: &'static str,
    /// Whether a file is of this format, by its beginning.
    pub(super) recognizes: fn(Text<'_>) -> bool,
    pub(super) read: fn(Text<'_>) -> Result<ReadGraph, GraphFault>,
}
