//! Graphs as other programs write them: lists of edges, JSON of nodes and links, and GraphML.

mod edge_list;
mod fault;
mod gathered;
mod graphml;
mod labels;
mod node_link;
mod switches;

pub use fault::GraphFault;
pub use gathered::ReadGraph;
pub use switches::with_switches;

/// Reads a graph: JSON as `networkx.node_link_data(G, edges="edges")` makes it if the text begins with a
/// brace, GraphML as `networkx.write_graphml` writes it if it begins with a tag, else lines of two nodes, and
/// a capacity if it is not 1; of lines `directed` says whether they lead one way.
///
/// In lines, blanks or a comma stand between; a first line `from to` or `source target` names the columns, of
/// which a third may be `weight` (1 or refused) or a measure such as `latency` (left out); empty lines
/// and such as begin with `#` or `%` are skipped. Nodes that are the numbers from 0 on are their indices;
/// else they are names, numbers in increasing order, words as they appear. In JSON the `label`s of nodes are
/// their names if each has one of its own, else the `id`s unless they are the numbers from 0 on; a link has a
/// `capacity`, or 1. A node with `"switch": true`, or of the `type` `"switch"`, is a switch.
/// So it is in GraphML, whose edges have a key of this name; edges between the same nodes add up if they have
/// an `id`.
///
/// # Errors
/// [`GraphFault`] with the line or JSON path of the first fault.
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
/// # Ok::<(), isotask::grammar::GraphFault>(())
/// ```
pub fn graph(bytes: &[u8], directed: bool) -> Result<ReadGraph, GraphFault> {
    match bytes.trim_ascii_start().first() {
        Some(b'{' | b'<') if directed => Err(GraphFault::DirectedTwice),
        Some(b'{') => node_link::read(bytes),
        Some(b'<') => graphml::read(bytes),
        _ => edge_list::read(bytes, directed),
    }
}
