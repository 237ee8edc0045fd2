//! Runs `isotask rounds`: the fewest rounds in which all messages of a pattern are sent.

use crate::check::check_matrix;
use crate::cli::arguments::rounds::RoundsArguments;
use crate::cli::commands::decompose::given::{matrix_of_file, refused};
use crate::cli::commands::decompose::named::LineNames;
use crate::cli::commands::decompose::read_back;
use crate::cli::commands::decompose::words::lower_words;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::cli::terminal::plain::plain_text;
use crate::decompose::{birkhoff, matchings};
use crate::grammar::{self, Halo, networks, stencil};
use crate::model::{Link, Network, Node, TaskMatrix, count_of, wide};
use crate::wire::{
    Graph, MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixEntry, Ports, ResultDocument,
    ResultStatus, Status, to_bytes,
};
use std::path::Path;

/// Most nodes of a pattern, whose matrix has a cell for every two of them.
const MAX_NODES: u64 = 1 << 12;
/// Most rounds that are listed.
const MAX_LISTED_ROUNDS: usize = 64;
/// Most messages of a round that are listed.
const MAX_LISTED_MESSAGES: usize = 16;

/// The messages to send, and where they come from.
struct Pattern {
    /// The file, or the words.
    name: String,
    /// Messages from the node of the row to the node of the column.
    matrix: MatrixDocument,
    /// How it was read.
    read_as: String,
}

pub(crate) fn run(arguments: &RoundsArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let ports = ports(arguments)?;
    let mut pattern = pattern(arguments)?;
    if ports == Ports::OneHalfDuplex {
        require_equal_names(&pattern)?;
    }
    if arguments.undirected {
        pattern.matrix.rows = meetings(&pattern)?;
    }
    let document = rounds(&pattern, ports)?;
    let bytes = to_bytes(&document);
    read_back(&bytes)?;
    let claim = &document.claims[0];
    let exit = if claim.status == Status::Optimal { Exit::Success } else { Exit::NotProved };
    let report = if arguments.json {
        CommandReport::Document(Box::new(result(arguments, &pattern, &document, claim, exit)))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the certificate", place));
        CommandReport::Words(text(arguments, &pattern, &document, claim) + &wrote.unwrap_or_default())
    };
    let stdout_taken = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&bytes)?;
    }
    finish_report(&report, stdout_taken)?;
    Ok(exit)
}

/// Returns the ports of the certificate: `all` unless half-duplex, as a term has one entry in each line
/// anyway.
fn ports(arguments: &RoundsArguments) -> Result<Ports, Failure> {
    match arguments.ports {
        Some(_) if arguments.undirected => Err(Failure::usage(
            "--ports with --undirected: in a round a node takes part in one meeting; expected one of the two"
                .to_owned(),
        )),
        None if arguments.undirected => Ok(Ports::OneHalfDuplex),
        None | Some(Ports::One) => Ok(Ports::All),
        Some(Ports::OneHalfDuplex) => Ok(Ports::OneHalfDuplex),
        Some(Ports::All | Ports::AtMost(_)) => {
            Err(Failure::usage("--ports of isotask rounds must be one or one-half-duplex".to_owned()))
        }
    }
}

fn pattern(arguments: &RoundsArguments) -> Result<Pattern, Failure> {
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
fn require_few(nodes: u64) -> Result<(), Failure> {
    if nodes <= MAX_NODES {
        return Ok(());
    }
    Err(Failure::usage(format!("{nodes} nodes, expected at most {MAX_NODES}")))
}

/// Returns the links of a graph as messages, both ways unless it is directed.
fn of_graph(name: String, graph: &Graph) -> Result<Pattern, Failure> {
    require_few(graph.nodes)?;
    let nodes = wide(u32::try_from(graph.nodes).expect("few nodes"));
    let mut rows = vec![vec![0; nodes]; nodes];
    for link in &*graph.links {
        let ends = [wide(link.from), wide(link.to)];
        for [from, to] in [ends, [ends[1], ends[0]]].into_iter().take(if graph.directed { 1 } else { 2 }) {
            rows[from][to] += u64::from(link.capacity);
        }
    }
    let names = graph.names.as_ref().map(|names| names.to_vec());
    let read_as = "the links of a graph, as often as they carry packets".to_owned();
    Ok(Pattern { name, matrix: MatrixDocument::new(rows, names.clone(), names), read_as })
}

/// Returns the links of a network as messages.
fn of_network(name: String, network: &Network) -> Result<Pattern, Failure> {
    require_few(network.nodes())?;
    let nodes = usize::try_from(network.nodes()).expect("few nodes");
    let mut rows = vec![vec![0; nodes]; nodes];
    for (from, row) in (0..).map(Node).zip(&mut rows) {
        for to in (0..network.links()).filter_map(|link| network.adjacent(from, Link(link))) {
            row[usize::try_from(to.0).expect("few nodes")] += 1;
        }
    }
    let names: Vec<String> = (0..network.nodes()).map(|node| network.node_name(Node(node))).collect();
    let read_as = "the links of a network".to_owned();
    Ok(Pattern { name, matrix: MatrixDocument::new(rows, Some(names.clone()), Some(names)), read_as })
}

/// Refuses a matrix whose rows and columns have other names: row i and column i are to be one node.
fn require_equal_names(pattern: &Pattern) -> Result<(), Failure> {
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
fn meetings(pattern: &Pattern) -> Result<Vec<Vec<u64>>, Failure> {
    let rows = &pattern.matrix.rows;
    let refused = |message: String| Err(Failure::fault(&pattern.name, "matrix", message));
    let mut upper = rows.clone();
    for (row, entries) in upper.iter_mut().enumerate() {
        if entries.len() != rows.len() {
            return refused(format!(
                "{} rows and {} columns, expected a square matrix",
                rows.len(),
                entries.len()
            ));
        }
        for column in 0..=row {
            let (here, there) = (rows[row][column], rows[column][row]);
            if here != there {
                return refused(format!(
                    "entries {here} and {there} at [{row}][{column}] and [{column}][{row}], expected equal ones with --undirected"
                ));
            }
            if row == column && here > 0 {
                return refused(format!(
                    "an entry at [{row}][{row}], which would be a meeting of node {row} with itself"
                ));
            }
            entries[column] = 0;
        }
    }
    Ok(upper)
}

/// Finds the rounds, as the certificate of a matrix.
fn rounds(pattern: &Pattern, ports: Ports) -> Result<MatrixCertificateDocument, Failure> {
    let fails = |fault: &dyn std::fmt::Display| Failure::fault(&pattern.name, "no-rounds", fault);
    let document = &pattern.matrix;
    let matrix = TaskMatrix::from_dense(&document.rows).map_err(|fault| fails(&fault))?;
    if ports != Ports::OneHalfDuplex {
        let sum = birkhoff(&matrix, u32::MAX, None).map_err(|fault| fails(&fault))?;
        return Ok(sum.certificate(document.clone(), ports));
    }
    let columns = wide(matrix.columns());
    if matrix.rows() != columns {
        let message =
            format!("{} rows and {columns} columns, expected as many, one of each for a node", matrix.rows());
        return Err(fails(&message));
    }
    if let Some(node) = document.rows.iter().enumerate().position(|(node, entries)| entries[node] > 0) {
        return Err(fails(&format!("a message of node {node} to itself, which takes no round: expected 0")));
    }
    Ok(matchings(&matrix).map_err(|fault| fails(&fault))?.certificate(document.clone()))
}

fn result(
    arguments: &RoundsArguments,
    pattern: &Pattern,
    document: &MatrixCertificateDocument,
    claim: &MatrixClaim,
    exit: Exit,
) -> ResultDocument {
    let status = if exit == Exit::Success { ResultStatus::Optimal } else { ResultStatus::UpperBound };
    let mut result = ResultDocument::new("rounds", status, exit.code());
    let bound = claim.lower.value();
    result.input = Some(pattern.name.clone());
    result.ports = Some(document.ports);
    (result.completion_time, result.bound, result.gap) =
        (Some(claim.value), Some(bound), Some(claim.value - bound));
    result.decomposed = Some(document.matrix.clone());
    result.terms = Some(document.terms.clone());
    result.matrix_claims.clone_from(&document.claims);
    result.notes.push(pattern.read_as.clone());
    result.written = arguments.output.iter().filter_map(|place| written("certificate", place)).collect();
    result
}

fn text(
    arguments: &RoundsArguments,
    pattern: &Pattern,
    document: &MatrixCertificateDocument,
    claim: &MatrixClaim,
) -> String {
    let named = LineNames::new(&document.matrix);
    let (item, sign) = if arguments.undirected { ("meeting", "–") } else { ("message", "→") };
    let total: u64 = document.matrix.rows.iter().flatten().sum();
    let mut report = Report::default();
    report.line("pattern", format!("{}: {}", plain_text(&pattern.name), pattern.read_as));
    report.line(
        "in all",
        format!("{} among {}", counted(total, item), counted(count_of(named.rows.len()), "node")),
    );
    report.line("rounds", claim.value.to_string());
    let bound = claim.lower.value();
    let why = lower_words(&named, &claim.lower);
    report.line("lower bound", format!("{} by {why}", counted(bound, "round")));
    report.verdict(
        "result",
        match claim.status {
            Status::Optimal => "optimal: no fewer rounds are enough".to_owned(),
            Status::UpperBound => format!("not proved optimal: between {bound} and {}", claim.value),
        },
    );
    report.line("checked", "read back and accepted: each message is sent once");
    let message = |entry: &MatrixEntry| {
        let name = |names: &[String], at: u64| {
            usize::try_from(at)
                .ok()
                .and_then(|at| names.get(at))
                .map(|name| plain_text(name))
                .unwrap_or_default()
        };
        format!("{}{sign}{}", name(&named.rows, entry.row), name(&named.columns, entry.column))
    };
    let mut first = 0;
    let rows: Vec<Vec<String>> = document
        .terms
        .iter()
        .take(MAX_LISTED_ROUNDS)
        .map(|term| {
            let mut messages: Vec<String> =
                term.entries.iter().take(MAX_LISTED_MESSAGES).map(message).collect();
            if term.entries.len() > MAX_LISTED_MESSAGES {
                messages.push(format!("and {} more", term.entries.len() - MAX_LISTED_MESSAGES));
            }
            let last = first + term.times - 1;
            let which = if term.times == 1 { first.to_string() } else { format!("{first}–{last}") };
            first += term.times;
            vec![which, messages.join(", ")]
        })
        .collect();
    let left = document.terms.len().saturating_sub(MAX_LISTED_ROUNDS);
    let more = if left > 0 { "and more, which -o and --json have\n".to_owned() } else { String::new() };
    let table = if rows.is_empty() { String::new() } else { draw::words(&["round", "messages"], rows) };
    format!("{}\n{table}{more}", report.render())
}
