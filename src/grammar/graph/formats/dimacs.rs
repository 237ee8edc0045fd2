//! Reads the formats of DIMACS, in which the first word of a line tells its kind.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::MAX_NODES_OR_LINKS;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::amount::capacity;
use crate::grammar::table::text::{Line, Text, place};
use crate::model::count_of;
use crate::wire::GraphLink;

pub(super) const READER: Reader = Reader { name: "DIMACS", recognizes, read };

/// Marks before the two nodes of an undirected link, and of a directed one.
const UNDIRECTED_MARKS: [&str; 3] = ["e", "edge", "link"];
const DIRECTED_MARKS: [&str; 2] = ["a", "arc"];

/// Returns the lines that are neither empty nor comments.
fn lines(text: Text<'_>) -> impl Iterator<Item = Line<'_>> + Clone {
    text.lines().filter(|line| line.text != "c" && !line.text.starts_with("c "))
}

/// Returns whether the text begins with a problem line, or every line is a link between numbers with one
/// mark.
fn recognizes(text: Text<'_>) -> bool {
    let Some(first) = lines(text).next() else { return false };
    let mut words = first.text.split_whitespace();
    match words.next() {
        Some("p") => words.count() == 3,
        Some(word) => is_mark(word) && lines(text).all(|line| is_link(line.text, word)),
        None => false,
    }
}

fn is_mark(word: &str) -> bool {
    UNDIRECTED_MARKS.contains(&word) || DIRECTED_MARKS.contains(&word)
}

fn is_link(line: &str, mark: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() >= 3
        && words[0] == mark
        && words[1..3].iter().all(|word| matches!(Id::of(word), Id::Number(_)))
}

/// Reads the lines of the problem, of nodes and of links.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let most = count_of(text.whole.len()) + MAX_NODES_BEYOND_BYTES;
    let mut found = Problem { most, ..Problem::default() };
    let gathered = lines(text).try_for_each(|line| found.line(line));
    let Some(mut links) = found.links else { return Err(gathered.err().unwrap_or(GraphFault::Empty)) };
    // A repeated link comes before the line at which reading failed, so its fault is reported first.
    let mut remarks = links.merge_repeated(place)?;
    gathered?;
    let (index, names) = found.nodes.in_order();
    remarks.insert(0, "lines of DIMACS, whose first word says what they are".to_owned());
    if let Some(told) = found.told.filter(|&told| told != found.count) {
        remarks.insert(1, format!("{told} links are announced, {} are there", found.count));
    }
    if found.has_lengths {
        remarks.insert(1, "lengths left out (a slot has no lengths)".to_owned());
    }
    Ok(ReadGraph { graph: links.into_graph(&index, names), remarks, rate: None })
}

/// A file may announce this many nodes more than it has bytes.
const MAX_NODES_BEYOND_BYTES: u64 = 1 << 20;

/// The part of the file read so far.
#[derive(Default)]
struct Problem {
    nodes: Nodes,
    /// The most nodes that a file of its length can announce.
    most: u64,
    /// The number of links that is announced, and the number of links read.
    told: Option<u64>,
    count: u64,
    links: Option<Links>,
    /// Whether third numbers are lengths, as in problems of shortest paths.
    is_length: bool,
    has_lengths: bool,
}

impl Problem {
    fn line(&mut self, line: Line<'_>) -> Result<(), GraphFault> {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let fault =
            |message: &str| GraphFault::Format { place: place(line.number), message: message.to_owned() };
        match words.as_slice() {
            ["p", kind, nodes, links] => {
                self.is_length = *kind == "sp";
                let most = self.most.min(count_of(MAX_NODES_OR_LINKS));
                let count = nodes.parse().ok().filter(|&count: &u64| count <= most);
                let links = links.parse().ok().filter(|_| self.told.is_none());
                let (Some(count), Some(links)) = (count, links) else {
                    return Err(fault("expected once p, a word, and the numbers of nodes and links"));
                };
                self.told = Some(links);
                for node in 1..=count {
                    self.nodes.number(Id::Number(node))?;
                }
                Ok(())
            }
            ["n" | "v" | "d", ..] => Ok(()),
            [mark, from, to, rest @ ..] if is_mark(mark) && rest.len() < 2 => {
                let one_way = DIRECTED_MARKS.contains(mark);
                self.count += 1;
                let links = self.links.get_or_insert_with(|| Links::new(one_way));
                if from == to {
                    return Err(GraphFault::Loop { place: place(line.number), node: shown(from) });
                }
                self.has_lengths |= self.is_length && !rest.is_empty();
                let said = rest.first().filter(|_| !self.is_length);
                let wrong =
                    |word: &str| GraphFault::Capacity { place: place(line.number), found: shown(word) };
                let capacity = said.map_or(Ok(1), |word| capacity(word).ok_or_else(|| wrong(word)))?;
                let end = |word: &str| match Id::of(word) {
                    id @ Id::Number(_) => Ok(id),
                    Id::Word(_) => Err(fault("expected numbers of nodes")),
                };
                let (from, to) = (self.nodes.number(end(from)?)?, self.nodes.number(end(to)?)?);
                links.add(GraphLink { from, to, capacity }, line.number, None)
            }
            _ => Err(fault("expected a line p, e or a of DIMACS")),
        }
    }
}

/// Refuses lines that all begin with one word before two numbers: it is unclear whether the word is a node or
/// a mark.
///
/// # Errors
/// [`GraphFault::RepeatedWord`].
pub(super) fn require_no_repeated_word(text: Text<'_>) -> Result<(), GraphFault> {
    let Some(first) = text.lines().next().and_then(|line| line.text.split_whitespace().next()) else {
        return Ok(());
    };
    let is_word = matches!(Id::of(first), Id::Word(_)) && first.chars().all(char::is_alphabetic);
    if is_word && text.lines().count() > 1 && text.lines().all(|line| is_link(line.text, first)) {
        return Err(GraphFault::RepeatedWord { word: shown(first) });
    }
    Ok(())
}
