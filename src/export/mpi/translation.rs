//! Code by which a rank translates the nodes in the tables of its class to ranks.

use super::plan::Plan;
use super::tables::array;
use crate::export::source_error::SourceError;
use crate::model::{CayleyGraph, Link, Network, Node, wide};
use crate::wire;
use std::fmt::Write;

/// Most links of all nodes together that are written as a table.
const MAX_LINKS: u64 = 1 << 20;

/// Writes the function that maps the nodes in a rank's tables to ranks, after the tables that it needs.
///
/// # Errors
/// [`SourceError::TooManyLinks`] if nodes are not added by arithmetic and the links are too many for a table.
pub(super) fn translation(plan: &Plan<'_>) -> Result<String, SourceError> {
    let (network, classes) = (plan.network, &plan.classes);
    if classes.are_single() && network.nodes() > 1 {
        return Ok(function("    own->kind = own->node;\n", "", "at"));
    }
    let mut text = String::new();
    let own = if classes.count() == 1 {
        "    const int shift = own->node;\n"
    } else {
        let nodes = || (0..network.nodes()).map(Node);
        let kinds: Vec<u64> = nodes().map(|node| classes.class(node)).collect();
        let shifts: Vec<u64> = nodes().map(|node| classes.shift_to(node).0).collect();
        text.push_str("\n/* The class of every node, and where node 0 goes as the first node of the class goes there. */\n");
        text.extend([array("self_kind", &kinds), array("self_shift", &shifts)]);
        "    const int shift = self_shift[own->node];\n"
    };
    let kind =
        if classes.count() == 1 { "    own->kind = 0;\n" } else { "    own->kind = self_kind[own->node];\n" };
    let rings = rings(network);
    let (more, expression) = match (network.kind(), rings) {
        (wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. }, _) => {
            (String::new(), "at ^ shift".to_owned())
        }
        (_, Some(rings)) => (String::new(), sum(&rings)),
        (_, None) => {
            let graph = network.cayley().expect("what is no product of rings is a Cayley graph");
            text.push_str(&links(graph)?);
            let walk = "    own->at[0] = shift;\n    for (at = 0; at < self_nodes - 1; ++at) {\n        \
                        own->at[self_next[at]] = self_neighbor[own->at[self_before[at]] * self_links + self_over[at]];\n    }\n";
            (walk.to_owned(), String::new())
        }
    };
    let body = if more.is_empty() { String::new() } else { more };
    text.push_str(&function(&format!("{own}{kind}"), &body, &expression));
    Ok(text)
}

/// Writes the function from its first lines `own` and either a loop `walk` or the `expression` of a node's
/// image.
fn function(own: &str, walk: &str, expression: &str) -> String {
    let (declared, done): (Vec<&str>, Vec<&str>) =
        own.lines().partition(|line| line.starts_with("    const"));
    let mut text = String::from("\nstatic inline void self_translate(struct self_rank *own)\n{\n");
    for line in declared {
        text.extend([line, "\n"]);
    }
    text.push_str("    int at;\n\n");
    for line in done {
        text.extend([line, "\n"]);
    }
    if walk.is_empty() {
        writeln!(text, "    for (at = 0; at < self_nodes; ++at) own->at[at] = {expression};")
            .expect("writing to a string");
    } else {
        text.push_str(walk);
    }
    text.push_str("    @translated@\n}\n");
    text
}

/// A ring of a product of rings in which nodes are added coordinate by coordinate.
pub(super) struct Ring {
    pub(super) radix: u64,
    pub(super) stride: u64,
}

/// Returns the rings of a product, or the one ring in which nodes add as numbers; none for other networks.
fn rings(network: &Network) -> Option<Vec<Ring>> {
    if let wire::Network::Lift(lift) = network.kind() {
        return Some(sheets(lift));
    }
    let Some(graph) = network.cayley() else { return Some(product(network)) };
    let nodes = network.nodes();
    let adds = |node: Node, link: Link| {
        graph.neighbor(node, link).0 == (node.0 + graph.neighbor(Node(0), link).0) % nodes
    };
    let all = (0..nodes).all(|node| (0..graph.links()).all(|link| adds(Node(node), Link(link))));
    all.then(|| vec![Ring { radix: nodes, stride: 1 }])
}

/// Returns the rings in which a translation of a lift adds. The node of the base, to which it adds nothing,
/// changes fastest.
fn sheets(lift: &wire::Lift) -> Vec<Ring> {
    let mut rings = vec![Ring { radix: lift.nodes, stride: 1 }];
    let mut stride = lift.nodes;
    for &radix in lift.group.iter().rev() {
        rings.push(Ring { radix, stride });
        stride *= radix;
    }
    rings.reverse();
    rings
}

/// Returns the rings of a product, the coordinate that changes fastest last; none for other networks.
pub(super) fn product(network: &Network) -> Vec<Ring> {
    let mut rings: Vec<Ring> =
        network.dimensions().iter().map(|ring| Ring { radix: ring.radix(), stride: ring.stride() }).collect();
    rings.sort_by_key(|ring| std::cmp::Reverse(ring.stride));
    rings
}

/// Writes the sum of two nodes, coordinate by coordinate.
fn sum(rings: &[Ring]) -> String {
    let coordinate = |ring: &Ring| {
        let Ring { radix, stride } = ring;
        match (stride, rings.len()) {
            (1, 1) => format!("(at + shift) % {radix}"),
            (1, _) => format!("(at % {radix} + shift % {radix}) % {radix}"),
            _ => format!("(at / {stride} % {radix} + shift / {stride} % {radix}) % {radix} * {stride}"),
        }
    };
    rings.iter().map(coordinate).collect::<Vec<_>>().join("\n            + ")
}

/// Writes tables for walking to the translate of every node along the links of the graph.
fn links(graph: &CayleyGraph) -> Result<String, SourceError> {
    let (nodes, links) = (graph.nodes(), graph.links());
    let found = nodes * u64::from(links);
    if found > MAX_LINKS {
        return Err(SourceError::TooManyLinks { found, most: MAX_LINKS });
    }
    let mut order: Vec<Node> = (1..nodes).map(Node).collect();
    order.sort_by_key(|&node| graph.distance(node));
    let last = |node: Node| graph.last_link(node).expect("every node but the first has a word");
    let before = |&node: &Node| graph.neighbor(node, graph.opposite(last(node))).0;
    let next: Vec<u64> = order.iter().map(|node| node.0).collect();
    let over: Vec<u64> = order.iter().map(|&node| last(node).0.into()).collect();
    let before: Vec<u64> = order.iter().map(before).collect();
    let mut neighbors = Vec::with_capacity(wide(links) * order.len());
    for node in (0..nodes).map(Node) {
        neighbors.extend((0..links).map(|link| graph.neighbor(node, Link(link)).0));
    }
    Ok(format!(
        "\n/* Where the links of every node lead, and over which link from which node one first comes to each. */\n\
         enum {{ self_links = {links} }};\n{}{}{}{}",
        array("self_neighbor", &neighbors),
        array("self_next", &next),
        array("self_before", &before),
        array("self_over", &over)
    ))
}
