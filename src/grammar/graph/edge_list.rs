//! Lines of two nodes.

use super::attributes::{Attributes, require_weight_one};
use super::dimacs;
use super::fault::GraphFault;
use super::gathered::{Id, Links, Nodes, ReadGraph, require_name};
use crate::grammar::shown;
use crate::grammar::table::columns::{Role, bare, ends, role};
use crate::grammar::table::fields::{Arrow, Separator, fields, is_plausible};
use crate::grammar::table::text::{Line, Text, place};
use crate::wire::GraphLink;

pub(super) const NAME: &str = "lines of two nodes";

/// Reads lines of two nodes.
pub(super) fn read(text: Text<'_>, directed: bool) -> Result<ReadGraph, GraphFault> {
    let Some(first) = text.lines().next() else { return Err(GraphFault::Empty) };
    let separator = Separator::of(first.text);
    let mut layout = Layout::of(text, separator)?;
    let mut body = text.lines().skip(usize::from(layout.has_header));
    let directed = directed || layout.arrow == Some(Arrow::OneWay) || layout.is_directed(text, separator)?;
    let (mut nodes, mut links) = (Nodes::default(), Links::new(directed));
    links.reserve(text.whole.bytes().filter(|&byte| byte == b'\n').count());
    let gathered = body.try_for_each(|line| {
        let (link, identity) = layout.link(line, separator, &mut nodes)?;
        links.add(link, line.number, identity.as_deref())
    });
    // Links that stand twice stand before what ended the reading.
    let mut remarks = layout.attributes.settle(&mut links).and_then(|()| links.settle(place))?;
    gathered?;
    if links.is_empty() {
        return Err(GraphFault::Empty);
    }
    remarks.splice(..0, layout.remarks());
    let (index, names) = nodes.in_order();
    Ok(ReadGraph { graph: links.into_graph(&index, names), remarks })
}

/// What stands in the columns of all lines.
struct Layout {
    has_header: bool,
    ends: [usize; 2],
    /// How many columns the header names, or none.
    columns: Option<usize>,
    capacity: Option<usize>,
    weight: Option<usize>,
    identity: Option<usize>,
    direction: Option<usize>,
    attributes: Attributes,
    arrow: Option<Arrow>,
    is_bracketed: bool,
}

impl Layout {
    /// Finds out by the first line, and by the others where it could be a header.
    fn of(text: Text<'_>, separator: Separator) -> Result<Self, GraphFault> {
        let mut lines = text.lines();
        let Some(first) = lines.next() else { return Err(GraphFault::Empty) };
        let found = fields(first, separator)?;
        let plain = Self {
            has_header: false,
            ends: [0, 1],
            columns: None,
            capacity: Some(2),
            weight: None,
            identity: None,
            direction: None,
            attributes: Attributes::nameless(),
            arrow: found.arrow,
            is_bracketed: found.is_bracketed,
        };
        if found.arrow.is_none() && !found.is_bracketed {
            if let Some(ends) = ends(&found.words)
                && !recur(text, separator, [&found.words[ends[0]], &found.words[ends[1]]])
            {
                return Self::headed(&found.words, ends);
            }
            require_no_unknown_header(text, separator, &found.words, first.number)?;
        }
        dimacs::require_no_repeated_word(text)?;
        Ok(plain)
    }

    /// The columns that a header names.
    fn headed(words: &[String], ends: [usize; 2]) -> Result<Self, GraphFault> {
        let others = || words.iter().enumerate().filter(|(at, word)| !ends.contains(at) && !word.is_empty());
        let at = |meant| others().find(|(_, word)| role(word) == meant).map(|(at, _)| at);
        let attributes = Attributes::of(others().map(|(_, word)| word.clone()))?;
        let capacity = attributes.capacity_name().and_then(|name| words.iter().position(|word| word == name));
        Ok(Self {
            has_header: true,
            ends,
            columns: Some(words.len()),
            capacity,
            weight: at(Role::Weight),
            identity: at(Role::Identity),
            direction: at(Role::Direction),
            attributes,
            arrow: None,
            is_bracketed: false,
        })
    }

    /// Whether a column says of all links that they lead one way.
    fn is_directed(&self, text: Text<'_>, separator: Separator) -> Result<bool, GraphFault> {
        let Some(at) = self.direction else { return Ok(false) };
        let mut found = None;
        for line in text.lines().skip(1) {
            let fields = fields(line, separator)?;
            let word = fields.words.get(at).map(|word| bare(word)).unwrap_or_default();
            let is_directed = match word.as_str() {
                "directed" | "true" | "yes" | "1" | "oneway" | "unidirectional" => true,
                "undirected" | "false" | "no" | "0" | "" | "bidirectional" | "both" | "mutual" => false,
                // Any other type says nothing of directions.
                _ => return Ok(false),
            };
            if found.is_some_and(|before| before != is_directed) {
                return Err(GraphFault::OtherArrow {
                    place: place(line.number),
                    expected: "another direction",
                });
            }
            found = Some(is_directed);
        }
        Ok(found.unwrap_or(false))
    }

    /// The link of a line, and what tells it apart from others between the same nodes.
    fn link(
        &mut self,
        line: Line<'_>,
        separator: Separator,
        nodes: &mut Nodes,
    ) -> Result<(GraphLink, Option<String>), GraphFault> {
        let found = fields(line, separator)?;
        if found.arrow != self.arrow {
            let expected = if found.arrow.is_some() { "an arrow" } else { "another arrow, or none" };
            return Err(GraphFault::OtherArrow { place: place(line.number), expected });
        }
        let words = &found.words;
        self.require_columns(words, line.number)?;
        let [from, to] = self.ends.map(|at| words[at].as_str());
        for name in [from, to] {
            require_name(name, || place(line.number))?;
            if !is_plausible(name) && !is_quoted(line.text, name) {
                return Err(GraphFault::OddName { place: place(line.number), found: shown(name) });
            }
        }
        if from == to {
            return Err(GraphFault::Loop { place: place(line.number), node: shown(from) });
        }
        let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map(String::as_str);
        if let Some(weight) = word(self.weight).filter(|weight| !weight.is_empty()) {
            require_weight_one(weight, || place(line.number))?;
        }
        let value = word(self.capacity).filter(|value| *value != "{}");
        let capacity = self.attributes.link(value, || place(line.number))?;
        let (from, to) = (nodes.number(Id::of(from))?, nodes.number(Id::of(to))?);
        Ok((GraphLink { from, to, capacity }, word(self.identity).map(str::to_owned)))
    }

    /// Refuses lines of too few or too many words.
    fn require_columns(&self, words: &[String], line: usize) -> Result<(), GraphFault> {
        if words.get(2).is_some_and(|word| word.starts_with('{') && word != "{}") {
            return Err(GraphFault::Attributes { line });
        }
        let fits = match self.columns {
            Some(columns) => words.len() <= columns && self.ends.iter().all(|&at| at < words.len()),
            None => (2..=3).contains(&words.len()),
        };
        if fits { Ok(()) } else { Err(GraphFault::Words { line, found: words.len() }) }
    }

    fn remarks(&self) -> Vec<String> {
        let arrow =
            (self.arrow == Some(Arrow::OneWay)).then(|| "arrows read as links of one direction".to_owned());
        let brackets = self.is_bracketed.then(|| "brackets read as pairs of nodes".to_owned());
        brackets.into_iter().chain(arrow).chain(self.attributes.remarks()).collect()
    }
}

/// Whether a word of the first line stands as a node below, so that it names no column.
fn recur(text: Text<'_>, separator: Separator, words: [&String; 2]) -> bool {
    text.lines().skip(1).any(|line| {
        words.iter().any(|word| line.text.contains(word.as_str()))
            && fields(line, separator)
                .is_ok_and(|found| found.words.iter().take(2).any(|word| words.contains(&word)))
    })
}

/// Refuses a first line of letters above lines of numbers.
fn require_no_unknown_header(
    text: Text<'_>,
    separator: Separator,
    words: &[String],
    line: usize,
) -> Result<(), GraphFault> {
    let is_number = |word: &String| matches!(Id::of(word), Id::Number(_));
    let mut below = text.lines().skip(1).take(1000).peekable();
    if words.len() < 2 || words.iter().any(is_number) || below.peek().is_none() {
        return Ok(());
    }
    let are_numbers = |line: Line<'_>| {
        fields(line, separator)
            .is_ok_and(|found| found.words.len() > 1 && found.words.iter().take(2).all(is_number))
    };
    if below.all(are_numbers) {
        return Err(GraphFault::UnknownHeader { line, found: shown(&words.join(" ")) });
    }
    Ok(())
}

/// Whether a name stands in quotation marks in a line.
fn is_quoted(line: &str, name: &str) -> bool {
    line.contains(['"', '\''])
        && [format!("\"{name}\""), format!("'{name}'")].iter().any(|quoted| line.contains(quoted))
}
