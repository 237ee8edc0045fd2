//! Reads graphs from files that other programs wrote.

use crate::cli::terminal::failure::{Failure, report_guess, shown_path};
use crate::cli::terminal::input::read;
use crate::grammar::{Rate, graph};
use crate::wire::Graph;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Reads the links of a graph from a file, or from standard input for `-`, and reports what was guessed.
pub(crate) fn read_graph(path: &Path, directed: bool) -> Result<Graph, Failure> {
    graph_in(path, read(path)?, directed)
}

/// Reads the links of a graph from the bytes of a file, and reports what was guessed.
pub(crate) fn graph_in(path: &Path, bytes: Vec<u8>, directed: bool) -> Result<Graph, Failure> {
    let file = shown_path(path);
    let found = graph(&bytes, directed);
    // The bytes may be millions of lines, which stand in the graph now.
    drop(bytes);
    let found = found.map_err(|fault| Failure::usage(format!("{file}: {fault}")))?;
    if let Some(doubts) = found.doubts() {
        report_guess(&format!("{file}: {doubts}"));
    }
    if let Some(rate) = found.rate {
        *RATE.lock().unwrap_or_else(PoisonError::into_inner) = Some((file, rate));
    }
    Ok(found.graph)
}

/// The last file that says what a link of capacity 1 carries, and the rate.
static RATE: Mutex<Option<(String, Rate)>> = Mutex::new(None);

/// Returns the rate of a link of capacity 1, and the file that says it.
pub(crate) fn rate_of_files() -> Option<(String, Rate)> {
    RATE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
