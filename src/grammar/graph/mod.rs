//! Reads graphs in formats of other programs: a file for each format, and one list of all.

mod alike;
mod attributes;
mod cables;
mod fault;
mod formats;
mod gathered;
mod node_words;
mod reader;
mod switches;
mod xml;

pub use cables::Cables;
pub use fault::GraphFault;
pub use gathered::ReadGraph;
pub use switches::{only_on, with_switches};

use crate::grammar::table::text::Text;
use formats::foreign::FOREIGN;
use formats::{READERS, edge_list};
use gathered::require_name;

/// Reads a graph in any format of [`formats()`].
///
/// A format is recognized by the beginning of the file. Any other file is read as lines of two nodes and a
/// capacity if it is not 1. The fields are separated by blanks, commas, semicolons or tabs; the first line
/// may name the columns, and names may be in quotation marks. Empty lines and those that begin with `#` or
/// `%` are skipped. `directed` says that the links of such lines lead one way; other formats say so
/// themselves.
///
/// Ids that are the numbers from 0 on are indices. Other ids are names: numbers in increasing order, words as
/// they appear. Labels are the names if each node has one of its own; so is the attribute `name` if the ids
/// are numbers that a program assigned.
///
/// Of the attributes of links, a `capacity` in packets per slot is read, or a bandwidth, divided by the
/// greatest common divisor of all. A weight other than 1 is refused; all other attributes are left out. Names
/// of columns and attributes are compared without case, blanks and units. [`ReadGraph::remarks`] says how
/// ambiguous parts were read.
///
/// # Errors
/// [`GraphFault`] with the line or JSON path of the first fault; [`GraphFault::Foreign`] names a format that
/// is not read.
///
/// # Complexity
/// O(L log L) time for L links, O(L) space.
///
/// # Examples
/// ```
/// use isotask::grammar::graph;
/// let read = graph(b"Oslo Bergen\nBergen Moss 2\n", false)?;
/// assert_eq!(read.graph.names.as_deref().map(|names| names.join(" ")).as_deref(), Some("Oslo Bergen Moss"));
/// assert_eq!(read.graph.links[1].capacity, 2);
/// assert_eq!(read.remarks, ["the third word of a line read as capacity"]);
/// # Ok::<(), isotask::grammar::GraphFault>(())
/// ```
pub fn graph(bytes: &[u8], directed: bool) -> Result<ReadGraph, GraphFault> {
    if let Some(fault) = formats::foreign::binary(bytes) {
        return Err(fault);
    }
    let mut read = read(Text::new(bytes)?, directed)?;
    if read.graph.links.is_empty() {
        return Err(GraphFault::Empty);
    }
    for (at, name) in read.graph.names.iter().flat_map(|names| names.iter()).enumerate() {
        require_name(name, || format!("the name of node {at}"))?;
    }
    read.remarks.extend(read.graph.names.as_deref().and_then(alike::remark));
    Ok(read)
}

fn read(text: Text<'_>, directed: bool) -> Result<ReadGraph, GraphFault> {
    if let Some(reader) = READERS.iter().find(|reader| (reader.recognizes)(text)) {
        return if directed {
            Err(GraphFault::DirectedTwice { format: reader.name })
        } else {
            (reader.read)(text)
        };
    }
    if let Some(format) = FOREIGN.iter().find(|format| (format.recognizes)(text)) {
        return Err(GraphFault::Foreign { format: format.name, cure: format.cure });
    }
    edge_list::read(text, directed)
}

/// Returns the names of the formats that [`graph`] reads.
pub fn formats() -> impl Iterator<Item = &'static str> {
    READERS.iter().map(|reader| reader.name).chain([edge_list::NAME])
}
