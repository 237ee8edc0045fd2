//! A network in the language of Graphviz.

use super::{NetworkGraph, crossings};
use crate::export::format::{Format, Writer};
use crate::export::rights::RIGHTS;
use crate::model::plain;
use std::io::{self, Write};

/// The format of the word `dot`.
pub(in crate::export) const DOT: Format = Format {
    word: "dot",
    sentence: "The same for Graphviz",
    source: "Graphviz, The DOT language",
    writer: Writer::Graph(dot),
};

/// Writes nodes by their indices, then the directed links. `label` is the name of a node or link in the
/// network, `capacity` the number of packets that a link of a graph carries in a slot. Nodes that only
/// forward have `switch`. With a schedule, `packets` is the number of packets that cross a link, and `sends`
/// lists them with their slots.
///
/// # Errors
/// Returns the error of the output.
///
/// # Complexity
/// O(links + transmissions) time, O(1) space beside the graph.
fn dot(graph: &NetworkGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let name = quoted(&graph.name());
    writeln!(out, "// {RIGHTS}\ndigraph {name} {{\nlabel={name};")?;
    writeln!(out, "network={};", quoted(&graph.network().to_string()))?;
    if let Some(slots) = graph.slots() {
        writeln!(out, "slots={slots};")?;
    }
    for node in graph.nodes() {
        let switch = if graph.network().is_switch(node) { ", shape=box, switch=true" } else { "" };
        writeln!(out, "{} [label={}{switch}];", node.0, quoted(&graph.network().node_name(node)))?;
    }
    for edge in graph.edges() {
        let label = quoted(&graph.network().link_name(edge.link));
        write!(out, "{} -> {} [link={}, label={label}", edge.from.0, edge.to.0, edge.link.0)?;
        if let Some(capacity) = edge.capacity {
            write!(out, ", capacity={capacity}")?;
        }
        if let Some(sends) = edge.sends {
            write!(out, ", packets={}, sends={}", sends.len(), quoted(&crossings(&sends)))?;
        }
        writeln!(out, "];")?;
    }
    writeln!(out, "}}")
}

/// Returns text in quotation marks. Quotation marks and backslashes are escaped, so that they neither end the
/// text nor stand for another character.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars().map(plain) {
        if matches!(letter, '"' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}
