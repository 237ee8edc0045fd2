//! GraphML, as networkx and `isotask export` write it.

use super::fault::GraphFault;
use super::gathered::{Id, Links, Nodes, ReadGraph, require_name};
use super::labels::{MEASURES, named, own};
use crate::grammar::shown;
use crate::wire::GraphLink;
use roxmltree::{Document, Error, Node};
use std::collections::{BTreeMap, BTreeSet};

/// What a key of the document says: of what it tells, and its value where nothing stands.
struct Key<'a> {
    name: &'a str,
    default: Option<String>,
}

/// The document, and what its keys mean: of nodes, and of edges, by their identifiers.
struct Source<'a> {
    document: &'a Document<'a>,
    of_nodes: BTreeMap<&'a str, Key<'a>>,
    of_edges: BTreeMap<&'a str, Key<'a>>,
}

/// What is said of a node.
struct Said {
    label: Option<String>,
    /// Whether it forwards alone.
    is_switch: bool,
}

/// Why a text is not XML: of one that is cut off its reader does not say where.
fn broken(text: &str, fault: &Error) -> String {
    let is_cut = matches!(fault, Error::UnclosedRootNode | Error::UnexpectedEndOfStream);
    match text.lines().count() {
        lines if is_cut => format!("line {lines}: the text ends inside an element"),
        _ => shown(&fault.to_string()),
    }
}

/// Reads GraphML of one graph.
pub(super) fn read(bytes: &[u8]) -> Result<ReadGraph, GraphFault> {
    let text = std::str::from_utf8(bytes).map_err(|fault| {
        let line = bytes[..fault.valid_up_to()].split(|&byte| byte == b'\n').count();
        GraphFault::NotText { line }
    })?;
    let document =
        Document::parse(text).map_err(|fault| GraphFault::Xml { message: broken(text, &fault) })?;
    let root = document.root_element();
    let source = Source::new(&document)?;
    if root.tag_name().name() != "graphml" {
        return Err(
            source.fault(root, format_args!("element {}, expected graphml", shown(root.tag_name().name())))
        );
    }
    let mut graphs = root.children().filter(|child| child.tag_name().name() == "graph");
    let graph = graphs.next().ok_or_else(|| source.fault(root, format_args!("no graph, expected one")))?;
    if let Some(second) = graphs.next() {
        return Err(source.fault(second, format_args!("a second graph, expected one")));
    }
    source.read(graph)
}

impl<'a> Source<'a> {
    fn new(document: &'a Document<'a>) -> Result<Self, GraphFault> {
        let mut source = Self { document, of_nodes: BTreeMap::new(), of_edges: BTreeMap::new() };
        for key in document.root_element().children().filter(|child| child.tag_name().name() == "key") {
            let id = source.attribute(key, "id")?;
            let name = key.attribute("attr.name").unwrap_or(id);
            let of = key.attribute("for").unwrap_or("all");
            let default =
                key.children().find(|child| child.tag_name().name() == "default").map(|child| content(child));
            for (keys, whose) in [(&mut source.of_nodes, "node"), (&mut source.of_edges, "edge")] {
                if of == whose || of == "all" {
                    keys.insert(id, Key { name, default: default.clone() });
                }
            }
        }
        Ok(source)
    }

    fn read(&self, graph: Node<'a, 'a>) -> Result<ReadGraph, GraphFault> {
        let directed = match self.attribute(graph, "edgedefault")? {
            "directed" => true,
            "undirected" => false,
            other => {
                let message = format_args!("edgedefault {}, expected directed or undirected", shown(other));
                return Err(self.fault(graph, message));
            }
        };
        let (mut nodes, mut said, mut edges) = (Nodes::default(), Vec::new(), Vec::new());
        for child in graph.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "node" => said.push(self.node(child, &mut nodes)?),
                "edge" => edges.push(child),
                "data" | "desc" => {}
                other => {
                    let message =
                        format_args!("element {} in the graph, expected node or edge", shown(other));
                    return Err(self.fault(child, message));
                }
            }
        }
        let (mut links, mut left_out) = (Links::new(directed), BTreeSet::new());
        let gathered = edges.iter().enumerate().try_for_each(|(told, &edge)| {
            let link = self.edge(edge, directed, &nodes, &mut left_out)?;
            // Edges of a multigraph have names of their own.
            links.add(link, told, edge.attribute("id").is_some())
        });
        // Links that stand twice stand before what ended the reading.
        links.settle(|told| self.place(edges[told]))?;
        gathered?;
        let labels: Option<Vec<&str>> = said.iter().map(|said| said.label.as_deref()).collect();
        let (index, names) = nodes.in_order();
        let names = labels.and_then(own).map_or(names, |labels| named(&labels, &index));
        for (at, name) in names.iter().flatten().enumerate() {
            require_name(name, || format!("the name of node {at}"))?;
        }
        let mut graph = links.into_graph(&index, names);
        let mut switches: Vec<u32> =
            said.iter().zip(&index).filter(|(said, _)| said.is_switch).map(|(_, &at)| at).collect();
        switches.sort_unstable();
        graph.switches = (!switches.is_empty()).then(|| switches.into());
        Ok(ReadGraph { graph, left_out: left_out.into_iter().collect() })
    }

    /// Counts a node in; gives what is said of it.
    fn node(&self, node: Node<'a, 'a>, nodes: &mut Nodes) -> Result<Said, GraphFault> {
        let id = Id::of(self.attribute(node, "id")?);
        if nodes.known(&id).is_some() {
            return Err(GraphFault::RepeatedNode { place: self.place(node), node: id.to_string() });
        }
        if let Some(inner) = node.children().find(|child| child.tag_name().name() == "graph") {
            return Err(
                self.fault(inner, format_args!("a graph inside a node, expected nodes and edges alone"))
            );
        }
        nodes.number(id)?;
        let mut data = self.data(node, &self.of_nodes)?;
        let is_of_type = data.get("type").is_some_and(|kind| kind == "switch");
        let is_switch = match data.get("switch").map(|says| says.to_ascii_lowercase()).as_deref() {
            None => is_of_type,
            Some("true" | "1") => true,
            Some("false" | "0") if !is_of_type => false,
            Some(other) => {
                let other = shown(other);
                let message =
                    format_args!("switch {other}, expected true or false, and true where the type is switch");
                return Err(self.fault(node, message));
            }
        };
        Ok(Said { label: data.remove("label"), is_switch })
    }

    /// The link of an edge; what it says of length or speed is noted.
    fn edge(
        &self,
        edge: Node<'a, 'a>,
        directed: bool,
        nodes: &Nodes,
        left_out: &mut BTreeSet<String>,
    ) -> Result<GraphLink, GraphFault> {
        if edge.attribute("directed").is_some_and(|own| own != if directed { "true" } else { "false" }) {
            let message = format_args!(
                "an edge that is {}directed, unlike the others",
                if directed { "un" } else { "" }
            );
            return Err(self.fault(edge, message));
        }
        let end = |end| {
            let id = Id::of(self.attribute(edge, end)?);
            let unknown = || GraphFault::UnknownNode { place: self.place(edge), found: id.to_string() };
            nodes.known(&id).ok_or_else(unknown)
        };
        let (from, to) = (end("source")?, end("target")?);
        if from == to {
            let node = shown(self.attribute(edge, "source")?);
            return Err(GraphFault::Loop { place: self.place(edge), node });
        }
        let data = self.data(edge, &self.of_edges)?;
        left_out.extend(MEASURES.into_iter().filter(|&name| data.contains_key(name)).map(str::to_owned));
        if let Some(weight) = data.get("weight").filter(|weight| !matches!(weight.as_str(), "1" | "1.0")) {
            return Err(GraphFault::Weight { place: self.place(edge), found: shown(weight) });
        }
        let Some(text) = data.get("capacity") else { return Ok(GraphLink { from, to, capacity: 1 }) };
        let capacity = text.parse().ok().filter(|&capacity: &u32| capacity > 0 && !text.starts_with('+'));
        let wrong = || GraphFault::Capacity { place: self.place(edge), found: shown(text) };
        Ok(GraphLink { from, to, capacity: capacity.ok_or_else(wrong)? })
    }

    /// What is said of an element, by the names of its keys.
    fn data(
        &self,
        element: Node<'a, 'a>,
        keys: &BTreeMap<&'a str, Key<'a>>,
    ) -> Result<BTreeMap<&'a str, String>, GraphFault> {
        let mut said = BTreeMap::new();
        for data in element.children().filter(|child| child.tag_name().name() == "data") {
            let id = self.attribute(data, "key")?;
            let no_key =
                || self.fault(data, format_args!("key {}, which the document does not name", shown(id)));
            let key = keys.get(id).ok_or_else(no_key)?;
            if said.insert(key.name, content(data)).is_some() {
                return Err(self.fault(data, format_args!("{} again, expected it once", shown(key.name))));
            }
        }
        for key in keys.values() {
            if let Some(default) = &key.default {
                said.entry(key.name).or_insert_with(|| default.clone());
            }
        }
        Ok(said)
    }

    fn attribute(&self, element: Node<'a, 'a>, name: &str) -> Result<&'a str, GraphFault> {
        let tag = element.tag_name().name();
        let missing = || self.fault(element, format_args!("{} without {name}, expected one", shown(tag)));
        element.attribute(name).ok_or_else(missing)
    }

    fn place(&self, element: Node<'a, 'a>) -> String {
        format!("line {}", self.document.text_pos_at(element.range().start).row)
    }

    fn fault(&self, element: Node<'a, 'a>, message: std::fmt::Arguments<'_>) -> GraphFault {
        GraphFault::Xml { message: format!("{}: {message}", self.place(element)) }
    }
}

/// The text inside an element, without blanks around it.
fn content(element: Node<'_, '_>) -> String {
    element.text().unwrap_or_default().trim().to_owned()
}
