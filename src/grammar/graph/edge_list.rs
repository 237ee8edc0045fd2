//! Lines of two nodes.

use super::fault::GraphFault;
use super::gathered::{Id, Links, Nodes, ReadGraph, require_name};
use super::labels::MEASURES;
use crate::grammar::shown;
use crate::wire::GraphLink;

/// Words that name the columns.
const COLUMNS: [[&str; 2]; 3] = [["from", "to"], ["source", "target"], ["u", "v"]];

/// Reads a list of edges.
pub(super) fn read(bytes: &[u8], directed: bool) -> Result<ReadGraph, GraphFault> {
    let (mut nodes, mut links) = (Nodes::default(), Links::new(directed));
    links.reserve(bytes.split(|&byte| byte == b'\n').count());
    let gathered = gather(bytes, &mut nodes, &mut links);
    // Links that stand twice stand before what ended the reading.
    links.settle(place)?;
    let left_out = gathered?;
    if nodes.len() == 0 {
        return Err(GraphFault::Empty);
    }
    let (index, names) = nodes.in_order();
    let left_out = left_out.into_iter().map(str::to_owned).collect();
    Ok(ReadGraph { graph: links.into_graph(&index, names), left_out })
}

/// What the third word of a line is.
#[derive(Clone, Copy)]
enum Third {
    Capacity,
    /// It may mean anything, so that it is 1 or refused.
    Weight,
    /// How long a link is, or how fast.
    Measure,
}

/// Reads line by line; what is left out.
fn gather(bytes: &[u8], nodes: &mut Nodes, links: &mut Links) -> Result<Option<&'static str>, GraphFault> {
    let (mut is_first, mut third, mut left_out) = (true, Third::Capacity, None);
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
            left_out = words.get(2).and_then(|name| MEASURES.into_iter().find(|measure| measure == name));
            third = match words.get(2) {
                Some(&"weight") => Third::Weight,
                _ if left_out.is_some() => Third::Measure,
                _ => Third::Capacity,
            };
            continue;
        }
        let (from, to, capacity) = match words.as_slice() {
            [from, to] | [from, to, "{}"] => (from, to, 1),
            [from, to, attributes, ..] if attributes.starts_with('{') => {
                return Err(GraphFault::Attributes { line });
            }
            [from, to, found] => match third {
                Third::Capacity => (from, to, number(found, line)?),
                Third::Weight if *found != "1" => {
                    return Err(GraphFault::Weight { place: place(line), found: shown(found) });
                }
                Third::Weight | Third::Measure => (from, to, 1),
            },
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
    Ok(left_out)
}

fn place(line: usize) -> String {
    format!("line {line}")
}

fn number(word: &str, line: usize) -> Result<u32, GraphFault> {
    let number = word.parse().ok().filter(|&capacity: &u32| capacity > 0 && !word.starts_with('+'));
    number.ok_or_else(|| GraphFault::Capacity { place: format!("line {line}"), found: shown(word) })
}
