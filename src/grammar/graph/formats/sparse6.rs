//! Reads sparse6, the format of B. D. McKay: one line of letters for an undirected graph with few links.

use super::graph6::sixes;
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::reader::Reader;
use crate::grammar::table::text::{Text, place};
use crate::wire::GraphLink;

pub(super) const READER: Reader = Reader { name: "sparse6", recognizes, read };

const HEAD: &str = ">>sparse6<<";

/// Returns whether the text has the mark of the format, or every line is one word that begins with a colon.
fn recognizes(text: Text<'_>) -> bool {
    let is_graph = |line: &str| line.starts_with(':') && !line.contains(char::is_whitespace);
    let mut lines = text.lines().map(|line| line.text);
    text.first_line().starts_with(HEAD) || lines.next().is_some_and(is_graph) && lines.all(is_graph)
}

/// Reads one graph. Repeated links add up.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let fault = |message: &str| GraphFault::Format { place: place(1), message: message.to_owned() };
    let whole = text.whole.trim_start();
    let mut words = whole.strip_prefix(HEAD).unwrap_or(whole).split_whitespace();
    let word = words.next().unwrap_or_default();
    if words.next().is_some() {
        return Err(fault("several graphs, expected one"));
    }
    let body = word.strip_prefix(':').ok_or_else(|| fault("no colon in front of the graph"))?;
    let (count, pairs) = decoded(body)
        .ok_or_else(|| fault("no graph in sparse6 of at most 258047 nodes, in characters ? to ~"))?;
    let mut nodes = Nodes::default();
    for node in 0..count {
        nodes.number(Id::Number(node.into()))?;
    }
    let mut links = Links::new(false);
    for (number, (from, to)) in pairs.into_iter().enumerate() {
        if from == to {
            return Err(GraphFault::Loop { place: place(1), node: from.to_string() });
        }
        links.add(GraphLink { from, to, capacity: 1 }, number, Some(&number.to_string()))?;
    }
    let mut remarks = vec!["sparse6".to_owned()];
    remarks.extend(links.merge_repeated(|_| place(1))?);
    let (index, names) = nodes.in_order();
    Ok(ReadGraph { graph: links.into_graph(&index, names), remarks, rate: None })
}

/// Decodes the number of nodes and the links; none if the word is not sparse6, or has more than 258 047
/// nodes.
///
/// After the number of nodes, bits and numbers x alternate, with v = 0 at first. The bit is added to v; then
/// an x > v becomes the new v, and any other x is linked with v. A number that names no node is padding.
fn decoded(word: &str) -> Option<(u32, Vec<(u32, u32)>)> {
    let (count, body) = sixes(word)?;
    let width = crate::model::wide(u32::BITS - count.saturating_sub(1).leading_zeros());
    let bits: Vec<u32> = body.iter().flat_map(|six| (0..6).rev().map(move |bit| six >> bit & 1)).collect();
    let (mut rest, mut node, mut pairs) = (bits.as_slice(), 0, Vec::new());
    while let Some(([step, number @ ..], behind)) = rest.split_at_checked(1 + width) {
        let number = number.iter().fold(0, |number, bit| number << 1 | bit);
        node += step;
        if number >= count || node >= count {
            break;
        }
        if number > node {
            node = number;
        } else {
            pairs.push((number, node));
        }
        rest = behind;
    }
    // Up to five bits fill the last letter; some programs write more, all of them 1.
    let is_padding = rest.len() < 6 || rest.iter().all(|&bit| bit == 1);
    is_padding.then_some((count, pairs))
}
