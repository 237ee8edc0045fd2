//! Reads GraphML, as networkx and `isotask export` write it.

use crate::grammar::graph::attributes::{Attributes, require_direction, require_weight_one};
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::node_words::NodeAttributes;
use crate::grammar::graph::reader::Reader;
use crate::grammar::graph::xml::parsed;
use crate::grammar::shown;
use crate::grammar::table::columns::{Role, role};
use crate::grammar::table::text::Text;
use crate::wire::GraphLink;
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

pub(super) const READER: Reader =
    Reader { name: "GraphML", recognizes: |text| text.whole.trim_start().starts_with('<'), read };

/// A key that the document declares: the name of an attribute, and its default value.
struct Key<'a> {
    name: &'a str,
    default: Option<String>,
}

/// The document, and its declared keys of nodes and of edges by their identifiers.
struct Source<'a> {
    document: &'a Document<'a>,
    of_nodes: BTreeMap<&'a str, Key<'a>>,
    of_edges: BTreeMap<&'a str, Key<'a>>,
}

/// Other formats of XML, recognized by their root element: root, name and advice.
const ROOTS: [(&str, &str, &str); 6] = [
    ("html", "a page of HTML", "save the file itself, not the page that shows it"),
    ("gexf", "GEXF", "networkx.write_graphml(networkx.read_gexf(FILE), OUT)"),
    (
        "graphs",
        "a search of NCCL for rings and trees",
        "NCCL_TOPO_DUMP_FILE=FILE writes the topology, which is read",
    ),
    ("topology", "a topology of hwloc", "nvidia-smi topo -m > FILE, which is read"),
    ("network", "SNDlib", "write a line for each link: two nodes, and a capacity if it is not 1"),
    ("algo", "a program of MSCCL", "its links stand in a topology, which is another file"),
];

/// Reads GraphML of one graph.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let document = parsed(text.whole)?;
    let root = document.root_element();
    let source = Source::new(&document)?;
    let tag = root.tag_name().name();
    if let Some((_, format, cure)) = ROOTS.into_iter().find(|(name, ..)| *name == tag) {
        return Err(GraphFault::Foreign { format, cure });
    }
    if tag != "graphml" {
        return Err(source.fault(root, format_args!("element {}, expected graphml", shown(tag))));
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
        let (mut nodes, mut words, mut edges) = (Nodes::default(), NodeAttributes::default(), Vec::new());
        for child in graph.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "node" => self.node(child, &mut nodes, &mut words)?,
                "edge" => edges.push(child),
                "data" | "desc" => {}
                other => {
                    let message =
                        format_args!("element {} in the graph, expected node or edge", shown(other));
                    return Err(self.fault(child, message));
                }
            }
        }
        let names = self.used_names(&edges);
        let mut attributes = Attributes::of(names)?;
        let mut links = Links::new(directed);
        let gathered = edges.iter().enumerate().try_for_each(|(told, &edge)| {
            let (link, identity) = self.edge(edge, directed, &nodes, &mut attributes)?;
            links.add(link, told, identity.as_deref())
        });
        // A repeated link comes before the element at which reading failed, so its fault is reported first.
        let settled = attributes.assign_capacities(&mut links);
        let mut remarks = settled.and_then(|()| links.merge_repeated(|told| self.place(edges[told])))?;
        gathered?;
        let (index, names) = nodes.in_order();
        let mut graph = links.into_graph(&index, names);
        remarks.splice(..0, attributes.remarks());
        words.apply_to(&mut graph, &index, &mut remarks)?;
        Ok(ReadGraph { graph, remarks, rate: attributes.rate() })
    }

    /// Returns the names of attributes that some edge has, or has by default.
    fn used_names(&self, edges: &[Node<'a, 'a>]) -> Vec<String> {
        let keys = edges.iter().flat_map(Node::children).filter_map(|data| data.attribute("key"));
        let used: std::collections::BTreeSet<&str> = keys.collect();
        let is_used = |(id, key): &(&&str, &Key<'_>)| used.contains(**id) || key.default.is_some();
        let names: std::collections::BTreeSet<&str> =
            self.of_edges.iter().filter(is_used).map(|(_, key)| key.name).collect();
        names.into_iter().map(str::to_owned).collect()
    }

    /// Adds a node with its attributes.
    fn node(
        &self,
        node: Node<'a, 'a>,
        nodes: &mut Nodes,
        words: &mut NodeAttributes,
    ) -> Result<(), GraphFault> {
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
        let data = self.data(node, &self.of_nodes)?;
        let said = data.iter().map(|(name, value)| (*name, value.as_str()));
        words.next(said).map_err(|message| self.fault(node, format_args!("{message}")))
    }

    /// Reads the link of an edge, and the identity that distinguishes parallel links if there is one.
    fn edge(
        &self,
        edge: Node<'a, 'a>,
        directed: bool,
        nodes: &Nodes,
        attributes: &mut Attributes,
    ) -> Result<(GraphLink, Option<String>), GraphFault> {
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
        let said = data.iter().map(|(name, value)| (*name, value.as_str()));
        require_direction(said, directed, || self.place(edge))?;
        let of_role =
            |meant| data.iter().find(|(name, _)| role(name) == meant).map(|(_, value)| value.as_str());
        if let Some(weight) = of_role(Role::Weight) {
            require_weight_one(weight, || self.place(edge))?;
        }
        let value = attributes.capacity_name().and_then(|name| data.get(name)).cloned();
        let capacity = attributes.link(value.as_deref(), || self.place(edge))?;
        let identity = edge.attribute("id").or_else(|| of_role(Role::Identity)).map(str::to_owned);
        Ok((GraphLink { from, to, capacity }, identity))
    }

    /// Returns the attributes of an element, by the names of its keys.
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

/// Returns the text inside an element, without blanks around it.
fn content(element: Node<'_, '_>) -> String {
    element.text().unwrap_or_default().trim().to_owned()
}
