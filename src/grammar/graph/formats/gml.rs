//! Reads GML, as networkx, igraph and the Topology Zoo write it.

use crate::grammar::graph::attributes::{Attributes, require_direction, require_weight_one};
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::node_words::NodeAttributes;
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::columns::{Role, role};
use crate::grammar::table::text::{Text, line_ends, place};
use crate::wire::GraphLink;
use std::collections::BTreeSet;

pub(super) const READER: Reader = Reader { name: "GML", recognizes, read };

/// Greatest depth of nested lists.
const MAX_NESTED_LISTS: usize = 16;

/// Returns whether the text begins like GML and has a list named `graph`.
fn recognizes(text: Text<'_>) -> bool {
    let mut words = text.lines().flat_map(|line| line.text.split_whitespace()).take(200).peekable();
    let first = words.peek().copied().unwrap_or_default();
    if !["graph", "graph[", "Creator", "Version"].contains(&first) {
        return false;
    }
    let words: Vec<&str> = words.collect();
    words.contains(&"graph[") || words.windows(2).any(|pair| pair == ["graph", "["])
}

/// The value of a key.
#[derive(Debug)]
enum Value {
    Text(String),
    List(Vec<Pair>),
}

/// A key, its value, and its line.
#[derive(Debug)]
struct Pair {
    key: String,
    value: Value,
    line: usize,
}

/// Reads one graph.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let document = Tokens::new(text).list(0, false)?;
    let mut graphs = document.iter().filter(|pair| pair.key.eq_ignore_ascii_case("graph"));
    let Some(Pair { value: Value::List(graph), .. }) = graphs.next() else { return Err(GraphFault::Empty) };
    if let Some(second) = graphs.next() {
        return Err(fault(second.line, "a second graph, expected one"));
    }
    let directed = is_set(graph, "directed")?;
    let multigraph = is_set(graph, "multigraph")?;
    let (mut nodes, mut words) = (Nodes::default(), NodeAttributes::default());
    for node in lists(graph, "node") {
        let id = Id::of(node.required("id")?);
        if nodes.known(&id).is_some() {
            return Err(GraphFault::RepeatedNode { place: place(node.line), node: id.to_string() });
        }
        nodes.number(id)?;
        words.next(node.said()).map_err(|message| fault(node.line, &message))?;
    }
    let edges: Vec<Element<'_>> = lists(graph, "edge").collect();
    let keys = edges.iter().flat_map(|edge| edge.list.iter().map(|pair| pair.key.as_str()));
    let names: BTreeSet<&str> = keys.collect();
    let names = names.into_iter().filter(|name| {
        !["source", "target", "graphics", "labelgraphics"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
    });
    let mut attributes = Attributes::of(names.map(str::to_owned))?;
    let mut links = Links::new(directed);
    let gathered = edges.iter().try_for_each(|edge| {
        require_direction(edge.said(), directed, || place(edge.line))?;
        let (link, identity) = edge.link(&nodes, &mut attributes)?;
        let alone = || multigraph.then(|| edge.line.to_string());
        links.add(link, edge.line, identity.map(str::to_owned).or_else(alone).as_deref())
    });
    // A repeated link comes before the line at which reading failed, so its fault is reported first.
    let mut remarks = attributes.assign_capacities(&mut links).and_then(|()| links.merge_repeated(place))?;
    gathered?;
    let (index, names) = nodes.in_order();
    let mut graph = links.into_graph(&index, names);
    remarks.splice(..0, attributes.remarks());
    words.apply_to(&mut graph, &index, &mut remarks)?;
    Ok(ReadGraph { graph, remarks, rate: attributes.rate() })
}

/// Returns whether a key of a list is 1; it is 0 if missing.
fn is_set(list: &[Pair], name: &str) -> Result<bool, GraphFault> {
    let mut said = list.iter().filter(|pair| pair.key.eq_ignore_ascii_case(name));
    match (said.next(), said.next()) {
        (None, _) => Ok(false),
        (Some(pair), None) if matches!(pair.text(), Some("0" | "1")) => Ok(pair.text() == Some("1")),
        (Some(pair), _) => Err(fault(pair.line, &format!("{name}, expected once, 0 or 1"))),
    }
}

fn fault(line: usize, message: &str) -> GraphFault {
    GraphFault::Format { place: place(line), message: message.to_owned() }
}

impl Pair {
    fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }
}

/// A node or an edge.
struct Element<'a> {
    list: &'a [Pair],
    line: usize,
}

/// Returns all lists of a name.
fn lists<'a>(graph: &'a [Pair], name: &'static str) -> impl Iterator<Item = Element<'a>> {
    graph.iter().filter(move |pair| pair.key.eq_ignore_ascii_case(name)).filter_map(|pair| {
        match &pair.value {
            Value::List(list) => Some(Element { list, line: pair.line }),
            Value::Text(_) => None,
        }
    })
}

impl<'a> Element<'a> {
    /// Returns its attributes that are texts, by name.
    fn said(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.list.iter().filter_map(|pair| Some((pair.key.as_str(), pair.text()?)))
    }

    fn of_name(&self, name: &str) -> Option<&'a str> {
        self.said().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text)
    }

    fn of_role(&self, meant: Role) -> Option<&'a str> {
        self.said().find(|(name, _)| role(name) == meant).map(|(_, text)| text)
    }

    fn required(&self, name: &str) -> Result<&'a str, GraphFault> {
        self.of_name(name).ok_or_else(|| fault(self.line, &format!("no {name}, expected one")))
    }

    /// Refuses ends and capacities that appear twice, or are lists.
    fn require_once(&self, capacity: Option<&str>) -> Result<(), GraphFault> {
        for name in ["source", "target"].into_iter().chain(capacity) {
            let mut told = self.list.iter().filter(|pair| pair.key.eq_ignore_ascii_case(name));
            let is_one = told.next().is_none_or(|pair| pair.text().is_some()) && told.next().is_none();
            if !is_one {
                return Err(fault(self.line, &format!("{}, expected it once, and no list", shown(name))));
            }
        }
        Ok(())
    }

    /// Reads the link of an edge, and the identity that distinguishes parallel links if there is one.
    fn link(
        &self,
        nodes: &Nodes,
        attributes: &mut Attributes,
    ) -> Result<(GraphLink, Option<&'a str>), GraphFault> {
        let at = || place(self.line);
        self.require_once(attributes.capacity_name())?;
        let end = |name| {
            let id = Id::of(self.required(name)?);
            nodes.known(&id).ok_or_else(|| GraphFault::UnknownNode { place: at(), found: id.to_string() })
        };
        let (from, to) = (end("source")?, end("target")?);
        if from == to {
            return Err(GraphFault::Loop { place: at(), node: shown(self.required("source")?) });
        }
        if let Some(weight) = self.of_role(Role::Weight) {
            require_weight_one(weight, at)?;
        }
        let value = attributes.capacity_name().and_then(|name| self.of_name(name));
        let capacity = attributes.link(value, at)?;
        Ok((GraphLink { from, to, capacity }, self.of_role(Role::Identity)))
    }
}

/// The tokens of a text, one by one.
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: Text<'a>) -> Self {
        Self { rest: text.whole, line: 1 }
    }

    /// Passes over `bytes` bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (word, rest) = self.rest.split_at(bytes);
        self.line += line_ends(word);
        self.rest = rest;
        word
    }

    /// Passes over blanks and comments.
    fn skip(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.advance(blanks);
            if !self.rest.starts_with('#') {
                return;
            }
            self.advance(self.rest.find(['\n', '\r']).unwrap_or(self.rest.len()));
        }
    }

    /// Reads pairs up to the end of their list, or of the text.
    fn list(&mut self, depth: usize, is_inner: bool) -> Result<Vec<Pair>, GraphFault> {
        let mut pairs = Vec::new();
        loop {
            self.skip();
            let line = self.line;
            if self.rest.is_empty() || self.rest.starts_with(']') {
                if self.rest.is_empty() == is_inner {
                    return Err(fault(line, "a list that is not closed, or closed without being open"));
                }
                self.advance(usize::from(is_inner));
                return Ok(pairs);
            }
            let end = self
                .rest
                .find(|letter: char| letter.is_whitespace() || letter == '[')
                .unwrap_or(self.rest.len());
            if end == 0 {
                return Err(fault(line, "a list without a name"));
            }
            let key = self.advance(end).to_owned();
            let value = self.value(depth)?;
            pairs.push(Pair { key, value, line });
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, GraphFault> {
        self.skip();
        if self.rest.starts_with('[') {
            if depth == MAX_NESTED_LISTS {
                return Err(fault(self.line, "lists inside lists, more than a graph has"));
            }
            self.advance(1);
            return Ok(Value::List(self.list(depth + 1, true)?));
        }
        if let Some(inside) = self.rest.strip_prefix('"') {
            let end =
                inside.find('"').ok_or_else(|| fault(self.line, "a quotation mark that is not closed"))?;
            let text = self.advance(end + 2);
            return Ok(Value::Text(decoded(&text[1..=end])));
        }
        let end =
            self.rest.find(|letter: char| letter.is_whitespace() || letter == ']').unwrap_or(self.rest.len());
        if end == 0 {
            return Err(fault(self.line, "a word without a value"));
        }
        Ok(Value::Text(self.advance(end).to_owned()))
    }
}

/// Greatest length of a character reference, as in `&#1114111;`.
const LONGEST_CODE: usize = 12;

/// Decodes character references, which GML writes as in HTML.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end =
            rest.char_indices().take(LONGEST_CODE).find(|(_, letter)| *letter == ';').map_or(0, |(at, _)| at);
        let letter = match rest.get(1..end).unwrap_or_default() {
            "amp" => Some('&'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            "lt" => Some('<'),
            "gt" => Some('>'),
            code => code.strip_prefix('#').and_then(|code| code.parse().ok()).and_then(char::from_u32),
        };
        let taken = if letter.is_some() { end + 1 } else { 1 };
        out.push(letter.unwrap_or('&'));
        rest = &rest[taken..];
    }
    out + rest
}
