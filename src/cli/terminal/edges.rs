//! Graphs from files of others.

use crate::cli::terminal::failure::{Failure, remark, shown_path};
use crate::cli::terminal::input::read;
use crate::grammar::{GraphFault, graph};
use crate::wire::Graph;
use std::path::Path;

/// Reads the links of a graph from a file, or from standard input for `-`; what is left out of it is told.
pub(crate) fn read_graph(path: &Path, directed: bool) -> Result<Graph, Failure> {
    let (bytes, file) = (read(path)?, shown_path(path));
    let found = graph(&bytes, directed);
    // Millions of lines that stand in the graph now.
    drop(bytes);
    let found = found.map_err(|fault| {
        let words = match &fault {
            GraphFault::DirectedTwice => {
                "--directed goes with lines of two nodes; JSON and GraphML say themselves whether they are directed"
                    .to_owned()
            }
            fault => fault.to_string(),
        };
        Failure::usage(format!("{file}: {words}"))
    })?;
    if !found.left_out.is_empty() {
        let what = found.left_out.join(", ");
        remark(&format!("{file}: {what} of links left out: every link takes one slot"));
    }
    Ok(found.graph)
}
