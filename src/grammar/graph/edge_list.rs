//! Lines of two nodes.

use super::fault::{GraphFault, shown};
use super::gathered::{Id, Links, Nodes, ReadGraph, require_name};
use crate::wire::GraphLink;

/// Words that name the columns.
const COLUMNS: [[&str; 2]; 3] = [["from", "to"], ["source", "target"], ["u", "v"]];

/// Reads a list of edges.
pub(super) fn read(bytes: &[u8], directed: bool) -> Result<ReadGraph, GraphFault> {
    let (mut nodes, mut links) = (Nodes::default(), Links::new(directed));
    let gathered = gather(bytes, &mut nodes, &mut links);
    // Links that stand twice stand before what ended the reading.
    links.settle(place)?;
    gathered?;
    if nodes.len() == 0 {
        return Err(GraphFault::Empty);
    }
    let (index, names) = nodes.in_order();
    Ok(ReadGraph { graph: links.into_graph(&index, names), left_out: Vec::new() })
}

/// Reads line by line.
fn gather(bytes: &[u8], nodes: &mut Nodes, links: &mut Links) -> Result<(), GraphFault> {
    let mut is_first = true;
    let mut words: Vec<&str> = Vec::new();
    for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let text = std::str::from_utf8(text).map_err(|_| GraphFault::NotText { line })?;
        words.clear();
        if text.contains(',') {
            words.extend(text.split(',').map(str::trim));
        } else {
            words.extend(text.split_whitespace());
        }
        let [first, ..] = words.as_slice() else { continue };
        if first.starts_with(['#', '%']) || text.trim().is_empty() {
            continue;
        }
        if std::mem::take(&mut is_first) && COLUMNS.iter().any(|names| words.starts_with(names)) {
            continue;
        }
        let (from, to, capacity) = match words.as_slice() {
            [from, to] | [from, to, "{}"] => (from, to, 1),
            [from, to, capacity] => (from, to, number(capacity, line)?),
            _ => return Err(GraphFault::Words { line, found: words.len() }),
        };
        for name in [from, to] {
            require_name(name, || place(line))?;
        }
        if from == to {
            return Err(GraphFault::Loop { place: place(line), node: shown(from) });
        }
        let link = GraphLink { from: nodes.number(Id::of(from))?, to: nodes.number(Id::of(to))?, capacity };
        links.add(link, line, false)?;
    }
    Ok(())
}

fn place(line: usize) -> String {
    format!("line {line}")
}

fn number(word: &str, line: usize) -> Result<u32, GraphFault> {
    let number = word.parse().ok().filter(|&capacity: &u32| capacity > 0 && !word.starts_with('+'));
    number.ok_or_else(|| GraphFault::Capacity { place: format!("line {line}"), found: shown(word) })
}
