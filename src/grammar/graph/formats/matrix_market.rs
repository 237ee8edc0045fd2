//! Reads Matrix Market files: the entries of a matrix are links between its rows and columns.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, MAX_NODES_OR_LINKS, Nodes, ReadGraph};
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::amount::capacity;
use crate::grammar::table::text::{Line, Text, place};
use crate::model::count_of;
use crate::wire::GraphLink;

pub(super) const READER: Reader = Reader {
    name: "Matrix Market",
    recognizes: |text| text.first_line().to_lowercase().starts_with("%%matrixmarket"),
    read,
};

/// A file may announce this many nodes more than it has bytes.
const MAX_NODES_BEYOND_BYTES: u64 = 1 << 20;

/// Reads a square matrix in coordinate format.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let fault = |line, message: &str| GraphFault::Format { place: place(line), message: message.to_owned() };
    let head: Vec<String> = text.first_line().split_whitespace().map(str::to_lowercase).collect();
    let (field, symmetry) = match head.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [
            _,
            "matrix",
            "coordinate",
            field @ ("pattern" | "integer" | "real"),
            symmetry @ ("general" | "symmetric"),
        ] => (*field == "pattern", *symmetry == "symmetric"),
        _ => {
            return Err(fault(
                1,
                "expected matrix coordinate, pattern, integer or real, general or symmetric: links are entries by their coordinates",
            ));
        }
    };
    let mut lines = text.lines();
    let size = lines.next().ok_or(GraphFault::Empty)?;
    let nodes_of = || {
        let numbers: Vec<u64> =
            size.text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let most = count_of(MAX_NODES_OR_LINKS).min(count_of(text.whole.len()) + MAX_NODES_BEYOND_BYTES);
        matches!(numbers.as_slice(), [rows, columns, _] if rows == columns && *rows <= most)
            .then(|| (numbers[0], numbers[2]))
    };
    let (nodes, entries) = nodes_of().ok_or_else(|| {
        fault(size.number, "expected the numbers of rows, of as many columns, and of entries")
    })?;
    let mut matrix = Matrix {
        nodes: Nodes::default(),
        links: Links::new(!symmetry),
        is_pattern: field,
        diagonal: 0,
        all: 0,
    };
    for node in 1..=nodes {
        matrix.nodes.number(Id::Number(node))?;
    }
    let gathered = lines.try_for_each(|line| matrix.entry(line, nodes));
    let mut remarks = matrix.links.merge_repeated(place)?;
    gathered?;
    if matrix.all != entries {
        let message = format!("{entries} entries announced, {} found", matrix.all);
        return Err(GraphFault::Format { place: place(size.number), message });
    }
    remarks.insert(0, format!("Matrix Market, nodes are called 1 to {nodes}"));
    if !matrix.is_pattern {
        remarks.push("values read as capacities".to_owned());
    }
    if matrix.diagonal > 0 {
        remarks.push(format!("{} entries of the diagonal left out", matrix.diagonal));
    }
    let (index, names) = matrix.nodes.in_order();
    Ok(ReadGraph { graph: matrix.links.into_graph(&index, names), remarks, rate: None })
}

/// The part of the file read so far.
struct Matrix {
    nodes: Nodes,
    links: Links,
    is_pattern: bool,
    diagonal: u64,
    all: u64,
}

impl Matrix {
    fn entry(&mut self, line: Line<'_>, nodes: u64) -> Result<(), GraphFault> {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let at = || place(line.number);
        let node = |word: &str| {
            let number = word.parse().ok().filter(|number| (1..=nodes).contains(number));
            number.ok_or_else(|| GraphFault::UnknownNode { place: at(), found: shown(word) })
        };
        let (from, to, value) = match (words.as_slice(), self.is_pattern) {
            ([from, to], true) => (node(from)?, node(to)?, 1),
            ([from, to, value], false) => {
                let found = || GraphFault::Capacity { place: at(), found: shown(value) };
                (node(from)?, node(to)?, capacity(value).ok_or_else(found)?)
            }
            _ => return Err(GraphFault::Words { line: line.number, found: words.len() }),
        };
        self.all += 1;
        if from == to {
            self.diagonal += 1;
            return Ok(());
        }
        let (from, to) = (self.nodes.number(Id::Number(from))?, self.nodes.number(Id::Number(to))?);
        self.links.add(GraphLink { from, to, capacity: value }, line.number, None)
    }
}
