//! Reads the messages of `isotask rounds`: from a matrix, a graph, a network or a stencil.

use crate::check::check_matrix;
use crate::cli::arguments::matrices::rounds::RoundsArguments;
use crate::cli::commands::decompose::given::{matrix_of_file, refused};
use crate::cli::report::lines::counted;
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::plain::plain_text;
use crate::grammar::{self, Halo, networks, stencil};
use crate::model::{Link, Network, Node};
use crate::wire::{Graph, MatrixDocument, MatrixUnits};
use std::collections::BTreeSet;
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
    /// Whether rows and columns are different nodes: rows send, columns receive.
    pub(super) is_bipartite: bool,
    /// Whether it stands in a file of numbers.
    has_numbers: bool,
    /// The grid and the stencil, where it is a halo exchange.
    pub(super) halo: Option<Halo>,
}

impl Pattern {
    /// Returns a pattern among the nodes of a network, a graph or a grid.
    fn of_nodes(name: String, matrix: MatrixDocument, read_as: String) -> Self {
        Self { name, matrix, read_as, is_bipartite: false, has_numbers: false, halo: None }
    }
}

pub(super) fn pattern(arguments: &RoundsArguments) -> Result<Pattern, Failure> {
    if arguments.directed && arguments.edges.is_none() {
        return Err(Failure::usage("--directed goes with --edges FILE".to_owned()));
    }
    let pattern = read_pattern(arguments)?;
    if arguments.unit.is_some() && !pattern.has_numbers {
        let message = "--unit goes with a file of numbers from row to column, which it divides";
        return Err(Failure::usage(message.to_owned()));
    }
    if arguments.combine && (pattern.halo.is_none() || arguments.undirected || arguments.ports.is_some()) {
        let message = "--combine goes with stencil SIDES POINTS, and with one port of each rank";
        return Err(Failure::usage(message.to_owned()));
    }
    if arguments.bipartite && !pattern.has_numbers {
        let message = "--bipartite goes with a file of numbers, whose rows send and whose columns receive";
        return Err(Failure::usage(message.to_owned()));
    }
    Ok(pattern)
}

fn read_pattern(arguments: &RoundsArguments) -> Result<Pattern, Failure> {
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
            let (matrix, read_as) = matrix_of_file(&name, &bytes, arguments.unit)?;
            check_matrix(&matrix).map_err(|rejection| refused(&name, &bytes, &rejection))?;
            let is_bipartite = is_bipartite(&name, &matrix, arguments.bipartite)?;
            let pattern = Pattern { name, matrix, read_as, is_bipartite, has_numbers: true, halo: None };
            return Ok(if is_bipartite { pattern } else { without_copies(pattern) });
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
    let halo = stencil(&words, arguments.periodic.as_deref())?;
    let Halo { matrix, local_copies, title, .. } = halo.clone();
    let copies = if local_copies == 0 { String::new() } else { left_out(local_copies, "block") };
    Ok(Pattern { halo: Some(halo), ..Pattern::of_nodes(words.join(" "), matrix, title + &copies) })
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
    Ok(Pattern::of_nodes(name, matrix.with_names(names.clone(), names), read_as))
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
    Ok(Pattern::of_nodes(name, matrix.with_names(Some(names.clone()), Some(names)), read_as))
}

/// Returns whether the rows and the columns of a matrix are different nodes: if that is asked for, if no name
/// is that of a row and of a column, or, without names of both, if there are more of one than of the other.
fn is_bipartite(name: &str, matrix: &MatrixDocument, asked: bool) -> Result<bool, Failure> {
    let (rows, columns) = matrix.shape();
    let (Some(row_names), Some(column_names)) = (&matrix.row_names, &matrix.column_names) else {
        return Ok(asked || rows != columns);
    };
    let known: BTreeSet<&String> = row_names.iter().collect();
    let Some(shared) = column_names.iter().find(|&column| known.contains(column)).filter(|_| !asked) else {
        return Ok(true);
    };
    if row_names == column_names {
        return Ok(false);
    }
    let message = format!(
        "{:?} is the name of a row and of a column, expected the names of all rows as those of the columns, in one order; --bipartite if rows and columns are different nodes",
        plain_text(shared)
    );
    Err(Failure::fault(name, "matrix", message))
}

/// Leaves out what a node sends to itself, which is a copy and no message.
fn without_copies(mut pattern: Pattern) -> Pattern {
    let entries: Vec<MatrixUnits> = pattern.matrix.entries().collect();
    let copies: u64 = entries.iter().filter(|entry| entry.row == entry.column).map(|entry| entry.units).sum();
    if copies == 0 {
        return pattern;
    }
    let MatrixDocument { row_names, column_names, .. } = pattern.matrix.clone();
    let messages = entries.into_iter().filter(|entry| entry.row != entry.column).collect();
    pattern.matrix =
        MatrixDocument::of_units(pattern.matrix.shape(), messages).with_names(row_names, column_names);
    pattern.read_as.push_str(&left_out(copies, "message"));
    pattern
}

/// Says that a node keeps what it sends to itself.
fn left_out(copies: u64, item: &str) -> String {
    format!(", {} of a node to itself left out: copies, no messages", counted(copies, item))
}

/// Keeps the entries above the diagonal of a symmetric matrix: a message each way is one meeting.
pub(super) fn meetings(pattern: &Pattern) -> Result<MatrixDocument, Failure> {
    let refused = |message: String| Err(Failure::fault(&pattern.name, "matrix", message));
    let cure = if pattern.has_numbers {
        "; --bipartite if rows and columns are different nodes"
    } else {
        ": links that lead both ways"
    };
    let entries: Vec<MatrixUnits> = pattern.matrix.entries().collect();
    let at = |row: u64, column: u64| {
        let found = entries.binary_search_by_key(&(row, column), |entry| (entry.row, entry.column));
        found.map_or(0, |found| entries[found].units)
    };
    for &MatrixUnits { row, column, units } in &entries {
        let back = at(column, row);
        if back != units {
            return refused(format!(
                "entries {units} and {back} at [{row}][{column}] and [{column}][{row}], expected equal ones with --undirected{cure}"
            ));
        }
    }
    let upper = entries.into_iter().filter(|entry| entry.row < entry.column).collect();
    let MatrixDocument { row_names, column_names, .. } = pattern.matrix.clone();
    Ok(MatrixDocument::of_units(pattern.matrix.shape(), upper).with_names(row_names, column_names))
}
