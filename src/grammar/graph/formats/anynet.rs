//! Reads files of BookSim's topology `anynet`: routers, each with its connections.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph, mark_switches};
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::text::{Line, Text, place};
use crate::wire::GraphLink;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const READER: Reader = Reader { name: "BookSim anynet", recognizes, read };

/// Returns whether the first line begins with two nodes, each a kind and a number.
fn recognizes(text: Text<'_>) -> bool {
    let first = text.lines().next().map_or("", |line| line.text);
    let words: Vec<&str> = first.split_whitespace().take(4).collect();
    let [kind, number, other, _] = words[..] else { return false };
    let is_kind = |word| word == "router" || word == "node";
    is_kind(kind) && is_kind(other) && number.parse::<u64>().is_ok()
}

/// Reads routers as switches and nodes as hosts. A connection leads both ways, and a repeated one is ignored,
/// as in BookSim. A number behind a connection is its latency, which is left out.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let mut file = File::default();
    text.lines().try_for_each(|line| file.line(line))?;
    let mut links = Links::new(false);
    for (&(from, to), &line) in &file.connections {
        links.add(GraphLink { from, to, capacity: 1 }, line, None)?;
    }
    links.merge_repeated(place)?;
    let (index, names) = file.nodes.in_order();
    let graph = links.into_graph(&index, names);
    let switches = file.routers.iter().map(|&router| index[crate::model::wide(router)]).collect();
    let mut remarks =
        vec!["BookSim anynet, routers read as switches, every link carries 1 packet a slot".to_owned()];
    if file.has_latencies {
        remarks.push("latencies left out (a slot has no lengths)".to_owned());
    }
    Ok(ReadGraph { graph: mark_switches(graph, switches), remarks, rate: None })
}

/// The part of the file read so far.
#[derive(Default)]
struct File {
    nodes: Nodes,
    routers: BTreeSet<u32>,
    /// Connections, and the first line of each.
    connections: BTreeMap<(u32, u32), usize>,
    /// The router of every node.
    router_of: BTreeMap<u32, u32>,
    has_latencies: bool,
}

impl File {
    fn line(&mut self, line: Line<'_>) -> Result<(), GraphFault> {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let (first, mut rest) = self.node(line, &words)?;
        while !rest.is_empty() {
            let (node, others) = self.node(line, rest)?;
            rest = others;
            if let [latency, others @ ..] = rest
                && latency.parse::<u64>().is_ok()
            {
                (rest, self.has_latencies) = (others, true);
            }
            self.connect(line, first, node)?;
        }
        Ok(())
    }

    /// Reads the node that some words begin with, a kind and a number; returns it with the words behind it.
    fn node<'w, 'a>(
        &mut self,
        line: Line<'_>,
        words: &'w [&'a str],
    ) -> Result<(u32, &'w [&'a str]), GraphFault> {
        let found = match words {
            [kind @ ("router" | "node"), number, rest @ ..] => {
                number.parse::<u64>().ok().map(|number| (*kind, number, rest))
            }
            _ => None,
        };
        let (kind, number, rest) = found.ok_or_else(|| {
            let found: Vec<String> = words.iter().take(2).map(|word| shown(word)).collect();
            let message = format!("{}, expected router or node and its number", found.join(" "));
            GraphFault::Format { place: place(line.number), message }
        })?;
        let node = self.nodes.number(Id::Word(format!("{kind}{number}")))?;
        if kind == "router" {
            self.routers.insert(node);
        }
        Ok((node, rest))
    }

    fn connect(&mut self, line: Line<'_>, one: u32, other: u32) -> Result<(), GraphFault> {
        let name = |node| self.nodes.word(node).map(shown).unwrap_or_default();
        if one == other {
            return Err(GraphFault::Loop { place: place(line.number), node: name(one) });
        }
        let host = match [one, other].map(|node| self.routers.contains(&node)) {
            [true, true] => None,
            [false, true] => Some((one, other)),
            [true, false] => Some((other, one)),
            [false, false] => {
                let message = format!("{} and {}, expected a router at one end", name(one), name(other));
                return Err(GraphFault::Format { place: place(line.number), message });
            }
        };
        if let Some((node, router)) = host {
            let before = *self.router_of.entry(node).or_insert(router);
            if before != router {
                let (node, before) = (name(node), name(before));
                let message = format!("{node} again, which is at {before}, expected one router of a node");
                return Err(GraphFault::Format { place: place(line.number), message });
            }
        }
        self.connections.entry((one.min(other), one.max(other))).or_insert(line.number);
        Ok(())
    }
}
