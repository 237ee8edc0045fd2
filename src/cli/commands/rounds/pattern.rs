//! Reads the messages of `isotask rounds`: from a matrix, a graph, a network or a stencil.

use crate::check::check_matrix;
use crate::cli::arguments::rounds::RoundsArguments;
use crate::cli::commands::decompose::given::{matrix_of_file, refused};
use crate::cli::report::lines::counted;
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::plain::plain_text;
use crate::grammar::{self, Halo, networks, stencil};
use crate::model::{Link, Network, Node};
use crate::wire::{Graph, MatrixDocument, MatrixUnits};
use std::path::Path;

/// Most nodes of a graph or network: the most rows of a matrix that lists its entries.
const MAX_NODES: u64 = 1 << 22;

/// Most messages over the links of a network: terms have at most as many entries.
const MAX_NETWORK_MESSAGES: u64 = 1 << 24;

/// The messages to send, and where they come from.
pub(super) struct Pattern {
    /// The file, or the words.
    pub(super) name: String,
    /// Messages from the node of the row to the node of the column.
    pub(super) matrix: MatrixDocument,
    /// How it was read.
    pub(super) read_as: String,
}

pub(super) fn pattern(arguments: &RoundsArguments) -> Result<Pattern, Failure> {
    if arguments.directed && arguments.edges.is_none() {
        return Err(Failure::usage("--directed goes with --edges FILE".to_owned()));
    }
    if let Some(path) = &arguments.edges {
        return of_graph(name_of(path), &read_graph(path, arguments.directed)?);
    }
    if arguments.words.first().is_some_and(|word| word == "stencil") {
        return of_halo(arguments);
    }
    if arguments.periodic.is_some() {
        return Err(Failure::usage("--periodic goes with stencil SIDES POINTS".to_owned()));
    }
    if let [word] = arguments.words.as_slice() {
        let path = Path::new(word);
        let is_network = word.to_str().is_some_and(|word| networks().contains(&word));
        if path.exists() || !is_network {
            let (name, bytes) = (name_of(path), read(path)?);
            let (matrix, read_as) = matrix_of_file(&name, &bytes)?;
            check_matrix(&matrix).map_err(|rejection| refused(&name, &bytes, &rejection))?;
            return Ok(Pattern { name, matrix, read_as });
        }
    }
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let network = Network::new(&grammar::network(&words)?)
        .map_err(|fault| Failure::usage(format!("at {}: {fault}", fault.place())))?;
    of_network(words.join(" "), &network)
}

/// Returns the messages of a halo exchange.
fn of_halo(arguments: &RoundsArguments) -> Result<Pattern, Failure> {
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let Halo { matrix, local_copies, title } = stencil(&words, arguments.periodic.as_deref())?;
    let copies = match local_copies {
        0 => String::new(),
        copies => format!(", {} to a rank itself left out: no messages", counted(copies, "block")),
    };
    Ok(Pattern { name: words.join(" "), matrix, read_as: title + &copies })
}

/// Refuses a pattern whose matrix would be too large.
fn require_fitting_nodes(nodes: u64) -> Result<(), Failure> {
    if nodes <= MAX_NODES {
        return Ok(());
    }
    Err(Failure::usage(format!("{nodes} nodes, expected at most {MAX_NODES}")))
}

/// Returns the links of a graph as messages, both ways unless it is directed.
fn of_graph(name: String, graph: &Graph) -> Result<Pattern, Failure> {
    require_fitting_nodes(graph.nodes)?;
    let mut messages = Vec::with_capacity(graph.links.len() * if graph.directed { 1 } else { 2 });
    for link in &*graph.links {
        let (row, column, units) = (link.from.into(), link.to.into(), link.capacity.into());
        messages.push(MatrixUnits { row, column, units });
        if !graph.directed {
            messages.push(MatrixUnits { row: column, column: row, units });
        }
    }
    let names = graph.names.as_ref().map(|names| names.to_vec());
    let matrix = MatrixDocument::of_units((graph.nodes, graph.nodes), messages);
    let read_as = "the links of a graph, as often as they carry packets".to_owned();
    Ok(Pattern { name, matrix: matrix.with_names(names.clone(), names), read_as })
}

/// Returns the links of a network as messages.
fn of_network(name: String, network: &Network) -> Result<Pattern, Failure> {
    let nodes = network.nodes();
    require_fitting_nodes(nodes)?;
    let messages = nodes.saturating_mul(network.links().into());
    if messages > MAX_NETWORK_MESSAGES {
        return Err(Failure::usage(format!(
            "{messages} messages over the links of {nodes} nodes, expected at most {MAX_NETWORK_MESSAGES}"
        )));
    }
    let mut messages = Vec::new();
    for row in 0..nodes {
        let adjacent = (0..network.links()).filter_map(|link| network.adjacent(Node(row), Link(link)));
        messages.extend(adjacent.map(|to| MatrixUnits { row, column: to.0, units: 1 }));
    }
    let names: Vec<String> = (0..nodes).map(|node| network.node_name(Node(node))).collect();
    let matrix = MatrixDocument::of_units((nodes, nodes), messages);
    let read_as = "the links of a network".to_owned();
    Ok(Pattern { name, matrix: matrix.with_names(Some(names.clone()), Some(names)), read_as })
}

/// Refuses a matrix whose rows and columns have other names: row i and column i are to be one node.
pub(super) fn require_equal_names(pattern: &Pattern) -> Result<(), Failure> {
    let (Some(rows), Some(columns)) = (&pattern.matrix.row_names, &pattern.matrix.column_names) else {
        return Ok(());
    };
    let Some((at, (row, column))) =
        rows.iter().zip(columns).enumerate().find(|(_, (row, column))| row != column)
    else {
        return Ok(());
    };
    let (row, column) = (plain_text(row), plain_text(column));
    let message =
        format!("row {at} is named {row:?} and column {at} {column:?}, expected one node, in one order");
    Err(Failure::fault(&pattern.name, "matrix", message))
}

/// Keeps the entries above the diagonal of a symmetric matrix: a message each way is one meeting.
pub(super) fn meetings(pattern: &Pattern) -> Result<MatrixDocument, Failure> {
    let refused = |message: String| Err(Failure::fault(&pattern.name, "matrix", message));
    let (rows, columns) = pattern.matrix.shape();
    if rows != columns {
        return refused(format!("{rows} rows and {columns} columns, expected a square matrix"));
    }
    let entries: Vec<MatrixUnits> = pattern.matrix.entries().collect();
    let at = |row: u64, column: u64| {
        let found = entries.binary_search_by_key(&(row, column), |entry| (entry.row, entry.column));
        found.map_or(0, |found| entries[found].units)
    };
    for &MatrixUnits { row, column, units } in &entries {
        let back = at(column, row);
        if back != units {
            return refused(format!(
                "entries {units} and {back} at [{row}][{column}] and [{column}][{row}], expected equal ones with --undirected"
            ));
        }
        if row == column {
            return refused(format!(
                "an entry at [{row}][{row}], which would be a meeting of node {row} with itself"
            ));
        }
    }
    let upper = entries.into_iter().filter(|entry| entry.row < entry.column).collect();
    let MatrixDocument { row_names, column_names, .. } = pattern.matrix.clone();
    Ok(MatrixDocument::of_units((rows, columns), upper).with_names(row_names, column_names))
}
