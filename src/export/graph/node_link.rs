//! A network as JSON of nodes and links.

use super::{Edge, NetworkGraph};
use crate::export::format::{Format, Writer};
use crate::export::rights::RIGHTS;
use crate::model::{Node, plain};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The format of the word `node-link`.
pub(in crate::export) const NODE_LINK: Format = Format {
    word: "node-link",
    sentence: "The same as JSON of nodes and edges",
    source: "NetworkX, networkx.readwrite.json_graph.node_link_data with edges=\"edges\"",
    writer: Writer::Graph(node_link),
};

/// Writes nodes by their indices, then the directed links, a line for each. `label` is what the network calls
/// a node or link, `capacity` what a link of a graph carries in a slot; nodes that forward alone have
/// `switch`; of a schedule, `packets` says how many cross a link, and `sends` lists slot, start and
/// destination of each, and which of those with the same ends it is; what a packet that is copied or combined
/// lacks is null.
///
/// # Errors
/// What the output fails with.
///
/// # Complexity
/// O(links + transmissions) time, O(1) space beside the graph.
fn node_link(graph: &NetworkGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut about = json!({
        "name": text(&graph.name()),
        "network": text(&graph.network().to_string()),
        "rights": RIGHTS,
    });
    if let Some(slots) = graph.slots() {
        about["slots"] = slots.into();
    }
    write!(out, "{{\"directed\": true, \"multigraph\": false, \"graph\": {about},\n\"nodes\": [")?;
    let mut gap = "\n";
    for node in graph.nodes() {
        let label = text(&graph.network().node_name(node));
        let mut written = json!({ "id": node.0, "label": label });
        if graph.network().is_switch(node) {
            written["switch"] = true.into();
        }
        write!(out, "{gap}{written}")?;
        gap = ",\n";
    }
    write!(out, "],\n\"edges\": [")?;
    gap = "\n";
    for edge in graph.edges() {
        write!(out, "{gap}{}", link(graph, &edge))?;
        gap = ",\n";
    }
    writeln!(out, "]}}")
}

fn link(graph: &NetworkGraph<'_>, edge: &Edge<'_>) -> Value {
    let label = text(&graph.network().link_name(edge.link));
    let mut written =
        json!({ "source": edge.from.0, "target": edge.to.0, "link": edge.link.0, "label": label });
    if let Some(capacity) = edge.capacity {
        written["capacity"] = capacity.into();
    }
    if let Some(sends) = &edge.sends {
        let index = |node: Option<Node>| node.map(|node| node.0);
        let sends = sends.iter().map(|send| {
            let (from, to) = send.sent.packet.ends();
            json!([send.slot, index(from), index(to), send.sent.copy.unwrap_or(0)])
        });
        let sends: Vec<Value> = sends.collect();
        written["packets"] = sends.len().into();
        written["sends"] = sends.into();
    }
    written
}

/// Text that the writer of JSON escapes, without what plays tricks on who reads it.
fn text(text: &str) -> String {
    text.chars().map(plain).collect()
}
