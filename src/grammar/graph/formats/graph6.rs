//! Reads graph6, the format of B. D. McKay: one line of letters for an undirected graph.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::reader::Reader;
use crate::grammar::table::text::{Text, place};
use crate::wire::GraphLink;

pub(super) const READER: Reader = Reader { name: "graph6", recognizes, read };

const HEAD: &str = ">>graph6<<";

/// Returns whether the text has the mark of the format, or is one word whose length is right.
fn recognizes(text: Text<'_>) -> bool {
    let line = text.first_line();
    let is_one_word = || text.whole.split_whitespace().count() == 1 && line.len() > 1;
    line.starts_with(HEAD) || is_one_word() && decoded(line).is_some()
}

/// Reads one graph.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let mut words = text.whole.split_whitespace();
    let first = words.next().unwrap_or_default();
    let word = match first.strip_prefix(HEAD) {
        Some("") => words.next().unwrap_or_default(),
        Some(rest) => rest,
        None => first,
    };
    let fault = |message: &str| GraphFault::Format { place: place(1), message: message.to_owned() };
    if words.next().is_some() {
        return Err(fault("several graphs, expected one"));
    }
    let (count, bits) =
        decoded(word).ok_or_else(|| fault("no graph in graph6, whose length is that of its nodes"))?;
    let mut nodes = Nodes::default();
    for node in 0..count {
        nodes.number(Id::Number(node.into()))?;
    }
    let mut links = Links::new(false);
    let pairs = (1..count).flat_map(|to| (0..to).map(move |from| (from, to)));
    for ((from, to), _) in pairs.zip(bits).filter(|(_, is_link)| *is_link) {
        links.add(GraphLink { from, to, capacity: 1 }, 1, None)?;
    }
    let (index, names) = nodes.in_order();
    let remarks = vec!["graph6".to_owned()];
    Ok(ReadGraph { graph: links.into_graph(&index, names), remarks, rate: None })
}

/// Decodes the number of nodes, up to 258 047, and the numbers of six bits behind it; none if a character
/// encodes no such number.
pub(super) fn sixes(word: &str) -> Option<(u32, Vec<u32>)> {
    let six: Vec<u32> = word
        .bytes()
        .map(|byte| byte.checked_sub(63).filter(|&six| six < 64).map(u32::from))
        .collect::<Option<_>>()?;
    match six.as_slice() {
        [63, 63, ..] | [] => None,
        [63, a, b, c, body @ ..] => Some(((a << 12) | (b << 6) | c, body.to_vec())),
        [count, body @ ..] => Some((*count, body.to_vec())),
    }
}

/// Decodes the number of nodes, and whether each pair is a link, column by column; none if the word is no
/// graph6.
fn decoded(word: &str) -> Option<(u32, Vec<bool>)> {
    let (count, body) = sixes(word)?;
    let pairs = u64::from(count) * u64::from(count.saturating_sub(1)) / 2;
    if crate::model::count_of(body.len()) != pairs.div_ceil(6) {
        return None;
    }
    Some((count, body.iter().flat_map(|six| (0..6).rev().map(move |bit| six >> bit & 1 == 1)).collect()))
}
