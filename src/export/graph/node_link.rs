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

/// Writes nodes by their indices, then the directed links, a line for each. `label` is the name of a node or
/// link in the network, `capacity` the number of packets that a link of a graph carries in a slot. Nodes that
/// only forward have `switch`. With a schedule, `packets` is the number of packets that cross a link. `sends`
/// lists slot, start, destination and copy of each; the end that a copied or combined packet lacks is null.
///
/// # Errors
/// Returns the error of the output.
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

/// Replaces characters that deceive a reader, such as changes of direction; the writer of JSON escapes the
/// rest.
fn text(text: &str) -> String {
    text.chars().map(plain).collect()
}
