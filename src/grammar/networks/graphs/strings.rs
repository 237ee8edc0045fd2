//! Directed graphs on strings of letters, whose links drop the first letter and append one.

use crate::wire::{Graph, GraphLink, Network, Ports};
use std::collections::HashMap;

/// Most nodes, and most links, of a graph.
const MAX_NODES: usize = 1 << 20;
const MAX_LINKS: u64 = 1 << 25;

/// Returns the strings of `length` letters, numbered from 0, in lexicographic order, in which every letter
/// satisfies `follows` after the one before it. Returns none if there are fewer than two letters, or more
/// strings or links than a graph may have.
pub(super) fn strings(
    letters: u64,
    length: u64,
    follows: impl Fn(u64, u64) -> bool,
) -> Option<Vec<Vec<u64>>> {
    if letters < 2 || length < 1 {
        return None;
    }
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..length {
        let mut longer = Vec::new();
        for string in &all {
            let fits = |letter: &u64| string.last().is_none_or(|&before| follows(before, *letter));
            for letter in (0..letters).filter(fits) {
                if longer.len() == MAX_NODES {
                    return None;
                }
                longer.push([&string[..], &[letter]].concat());
            }
        }
        all = longer;
    }
    let links = u64::try_from(all.len()).ok()?.checked_mul(letters)?;
    (links <= MAX_LINKS).then_some(all)
}

/// Makes the graph on strings in which a link leads to every other string that begins as the string ends. The
/// name of a node is its letters, with dots between them if there are more than ten letters.
pub(super) fn directed(letters: u64, strings: &[Vec<u64>]) -> Network {
    let number: HashMap<&[u64], u32> = strings.iter().map(Vec::as_slice).zip(0..).collect();
    let mut links = Vec::new();
    for (string, from) in strings.iter().zip(0..) {
        let ends = (0..letters).filter_map(|letter| number.get(&[&string[1..], &[letter]].concat()[..]));
        links.extend(ends.filter(|&&to| to != from).map(|&to| GraphLink { from, to, capacity: 1 }));
    }
    let between = if letters > 10 { "." } else { "" };
    let name = |string: &Vec<u64>| string.iter().map(u64::to_string).collect::<Vec<_>>().join(between);
    Network::Graph(Graph {
        nodes: number.len().try_into().expect("at most 2^20 strings"),
        directed: true,
        names: Some(strings.iter().map(name).collect()),
        switches: None,
        switch_ports: Ports::All,
        links: links.into(),
    })
}
