//! A network as GraphML.

use super::{NetworkGraph, crossings};
use crate::export::format::{Format, Writer};
use crate::export::rights::RIGHTS;
use crate::model::xml_text;
use std::io::{self, Write};

/// The format of the word `graphml`.
pub(in crate::export) const GRAPHML: Format = Format {
    word: "graphml",
    sentence: "The network as a graph, with what a schedule sends over its links",
    source: "Brandes, Eiglsperger, Lerner & Pich, GraphML primer",
    writer: Writer::Graph(graphml),
};

/// Declarations of the data of nodes, edges and the graph.
const KEYS: &str = r#"<key id="name" for="graph" attr.name="name" attr.type="string"/>
<key id="network" for="graph" attr.name="network" attr.type="string"/>
<key id="slots" for="graph" attr.name="slots" attr.type="long"/>
<key id="node" for="node" attr.name="label" attr.type="string"/>
<key id="link" for="edge" attr.name="link" attr.type="long"/>
<key id="way" for="edge" attr.name="label" attr.type="string"/>
<key id="packets" for="edge" attr.name="packets" attr.type="long"/>
<key id="sends" for="edge" attr.name="sends" attr.type="string"/>
"#;

/// Declaration for networks whose links may differ in capacity.
const CAPACITY_KEY: &str = "<key id=\"capacity\" for=\"edge\" attr.name=\"capacity\" attr.type=\"long\"/>\n";

/// Declaration for networks with switches, nodes that only forward.
const SWITCH_KEY: &str = "<key id=\"switch\" for=\"node\" attr.name=\"switch\" attr.type=\"boolean\"/>\n";

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
fn graphml(graph: &NetworkGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- {RIGHTS} -->")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    let capacity_key = if graph.network().has_capacities() { CAPACITY_KEY } else { "" };
    let switch_key = if graph.network().switches().is_some() { SWITCH_KEY } else { "" };
    write!(
        out,
        "{KEYS}{capacity_key}{switch_key}<graph id=\"G\" edgedefault=\"directed\">\n{}",
        data("name", &graph.name())
    )?;
    write!(out, "{}", data("network", &graph.network().to_string()))?;
    if let Some(slots) = graph.slots() {
        write!(out, "{}", data("slots", &slots.to_string()))?;
    }
    writeln!(out)?;
    for node in graph.nodes() {
        let label = data("node", &graph.network().node_name(node));
        let is_switch = graph.network().is_switch(node);
        let switch = if is_switch { data("switch", "true") } else { String::new() };
        writeln!(out, "<node id=\"{}\">{label}{switch}</node>", node.0)?;
    }
    for edge in graph.edges() {
        let way = data("way", &graph.network().link_name(edge.link));
        write!(out, "<edge source=\"{}\" target=\"{}\">", edge.from.0, edge.to.0)?;
        write!(out, "{}{way}", data("link", &edge.link.0.to_string()))?;
        if let Some(capacity) = edge.capacity {
            write!(out, "{}", data("capacity", &capacity.to_string()))?;
        }
        if let Some(sends) = edge.sends {
            write!(out, "{}", data("packets", &sends.len().to_string()))?;
            write!(out, "{}", data("sends", &crossings(&sends)))?;
        }
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "</graph>\n</graphml>")
}

fn data(key: &str, text: &str) -> String {
    format!("<data key=\"{key}\">{}</data>", xml_text(text))
}
