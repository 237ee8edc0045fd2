//! Reads JSON of nodes and links, as networkx writes it.

use crate::grammar::graph::attributes::{Attributes, require_direction, require_weight_one};
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::node_words::NodeAttributes;
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::columns::{Role, role};
use crate::grammar::table::text::{Line, Text};
use crate::wire::GraphLink;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub(super) const READER: Reader = Reader {
    name: "JSON of nodes and edges",
    recognizes: |text| text.whole.trim_start().starts_with('{'),
    read,
};

/// The document; other keys are ignored.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    directed: bool,
    #[serde(default)]
    multigraph: bool,
    nodes: Option<Vec<Node>>,
    edges: Option<Vec<Edge>>,
    /// The key for edges before networkx 3.4.
    links: Option<Vec<Edge>>,
}

/// Keys that reveal another format of JSON.
#[derive(Deserialize)]
struct Marks {
    format: Option<Value>,
    nodes: Option<IgnoredAny>,
    edges: Option<IgnoredAny>,
    links: Option<IgnoredAny>,
    elements: Option<IgnoredAny>,
    adjacency: Option<IgnoredAny>,
    connections: Option<IgnoredAny>,
}

/// A node with its other attributes.
struct Node {
    id: Value,
    said: BTreeMap<String, Value>,
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a node: an object with id")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut said = BTreeMap::<String, Value>::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            if said.contains_key(&key) {
                return Err(A::Error::custom(format_args!(
                    "the key {} again, expected it once",
                    shown(&key)
                )));
            }
            said.insert(key, value);
        }
        let missing =
            || A::Error::custom("a node without id, expected one, as source and target of links say it");
        Ok(Node { id: said.remove("id").ok_or_else(missing)?, said })
    }
}

/// A link with its other attributes, except those that do not describe the network.
struct Edge {
    source: Value,
    target: Value,
    said: Vec<(String, Value)>,
}

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EdgeVisitor)
    }
}

/// Most attributes of a link.
const MAX_ATTRIBUTES: usize = 1000;

struct EdgeVisitor;

impl<'de> Visitor<'de> for EdgeVisitor {
    type Value = Edge;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a link: an object with source and target")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Edge, A::Error> {
        let (mut source, mut target, mut said) = (None, None, Vec::<(String, Value)>::new());
        while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            let is_again = match key.as_ref() {
                "source" => source.replace(map.next_value()?).is_some(),
                "target" => target.replace(map.next_value()?).is_some(),
                other if role(other) == Role::Label => {
                    map.next_value::<IgnoredAny>()?;
                    false
                }
                other => {
                    if said.len() == MAX_ATTRIBUTES {
                        return Err(A::Error::custom(
                            "a link with too many attributes, expected 1000 at most",
                        ));
                    }
                    let is_again = said.iter().any(|(name, _)| name == other);
                    said.push((other.to_owned(), map.next_value()?));
                    is_again
                }
            };
            if is_again {
                return Err(A::Error::custom(format_args!(
                    "the key {} again, expected it once",
                    shown(&key)
                )));
            }
        }
        let missing =
            |end| A::Error::custom(format_args!("a link without {end}, expected source and target"));
        let source = source.ok_or_else(|| missing("source"))?;
        let target = target.ok_or_else(|| missing("target"))?;
        Ok(Edge { source, target, said })
    }
}

impl Edge {
    /// Returns the attribute of a name as text; none for null.
    fn text(&self, name: &str) -> Option<String> {
        self.said.iter().find(|(known, _)| known == name).and_then(|(_, value)| text_of(value))
    }

    /// Returns the first attribute of a role as text; null values are skipped.
    fn of_role(&self, meant: Role) -> Option<String> {
        self.said.iter().filter(|(name, _)| role(name) == meant).find_map(|(_, value)| text_of(value))
    }
}

/// Returns a value as text; none for null.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Reads JSON of nodes and links.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let fault = |message: String| GraphFault::Json { message };
    let document = serde_json::from_str::<Document>(text.whole);
    let document = document.map_err(|error| foreign_json(text, || shown_fault(&error)))?;
    let no_nodes = || "no nodes, expected a list of them".to_owned();
    let list = document.nodes.as_ref().ok_or_else(|| foreign_json(text, no_nodes))?;
    let (key, edges) = match (&document.edges, &document.links) {
        (Some(edges), None) => ("edges", edges),
        (None, Some(edges)) => ("links", edges),
        (None, None) => return Err(foreign_json(text, || "no edges, expected a list of them".to_owned())),
        (Some(_), Some(_)) => return Err(fault("both edges and links, expected one of them".to_owned())),
    };
    let nodes = collect_nodes(list)?;
    let mut links = Links::new(document.directed);
    let names: BTreeSet<&String> = edges
        .iter()
        .flat_map(|edge| edge.said.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name))
        .collect();
    let mut attributes = Attributes::of(names.into_iter().cloned())?;
    let place = |told: usize| format!("at {key}[{told}]");
    let gathered = edges.iter().enumerate().try_for_each(|(told, edge)| {
        let directions = edge.said.iter().filter(|(name, _)| role(name) == Role::Direction);
        let directions: Vec<(&str, String)> =
            directions.filter_map(|(name, value)| Some((name.as_str(), text_of(value)?))).collect();
        let said = directions.iter().map(|(name, value)| (*name, value.as_str()));
        require_direction(said, document.directed, || place(told))?;
        let [from, to] = ends(&nodes, edge, &place(told))?;
        let capacity = capacity(edge, &mut attributes, || place(told))?;
        let alone = || document.multigraph.then(|| told.to_string());
        let identity = edge.of_role(Role::Identity).or_else(alone);
        links.add(GraphLink { from, to, capacity }, told, identity.as_deref())
    });
    // A repeated link comes before the link at which reading failed, so its fault is reported first.
    let mut remarks = attributes.assign_capacities(&mut links).and_then(|()| links.merge_repeated(place))?;
    gathered?;
    let mut words = NodeAttributes::default();
    for (at, node) in list.iter().enumerate() {
        let said: Vec<(&str, String)> =
            node.said.iter().filter_map(|(name, value)| Some((name.as_str(), text_of(value)?))).collect();
        words
            .next(said.iter().map(|(name, value)| (*name, value.as_str())))
            .map_err(|message| fault(format!("at nodes[{at}]: {message}")))?;
    }
    let (index, names) = nodes.in_order();
    let mut graph = links.into_graph(&index, names);
    remarks.splice(..0, attributes.remarks());
    words.apply_to(&mut graph, &index, &mut remarks)?;
    Ok(ReadGraph { graph, remarks, rate: attributes.rate() })
}

/// Returns the fault of JSON that could not be read: the name of its format, or else the message.
fn foreign_json(text: Text<'_>, message: impl Fn() -> String) -> GraphFault {
    let is_object = |line: Line<'_>| serde_json::from_str::<Map<String, Value>>(line.text).is_ok();
    if text.lines().count() > 1 && text.lines().take(2).all(is_object) {
        return GraphFault::Foreign { format: "JSON of a link in each line", cure: LINKS_CURE };
    }
    let Ok(marks) = serde_json::from_str::<Marks>(text.whole) else {
        return GraphFault::Json { message: message() };
    };
    if let Some(format) = marks.format.as_ref().and_then(Value::as_str) {
        return GraphFault::OwnDocument { format: shown(format) };
    }
    let has_links = marks.links.is_some() || marks.edges.is_some();
    let foreign = |format, cure| GraphFault::Foreign { format, cure };
    if marks.elements.is_some() && marks.connections.is_some() {
        return foreign("GNPy JSON", LINKS_CURE);
    }
    if marks.elements.is_some() {
        return foreign("Cytoscape JSON", CYTOSCAPE_CURE);
    }
    if marks.adjacency.is_some() {
        return foreign("adjacency JSON", ADJACENCY_CURE);
    }
    if has_links && marks.nodes.is_none() {
        return foreign("JSON of links without nodes (as MSCCL writes topologies)", LINKS_CURE);
    }
    GraphFault::Json { message: message() }
}

const CYTOSCAPE_CURE: &str =
    "networkx.node_link_data(networkx.cytoscape_graph(json.load(open(FILE))), edges=\"edges\")";
const ADJACENCY_CURE: &str =
    "networkx.node_link_data(networkx.adjacency_graph(json.load(open(FILE))), edges=\"edges\")";
const LINKS_CURE: &str = "write a line for each link: two nodes, and a capacity if it is not 1";

/// Returns the two ends of a link.
fn ends(nodes: &Nodes, edge: &Edge, place: &str) -> Result<[u32; 2], GraphFault> {
    let end = |value: &Value, end: &str| {
        let at = || format!("{place}.{end}");
        let id = id(value).ok_or_else(|| GraphFault::Json { message: format!("{}: {NO_NODE}", at()) })?;
        nodes.known(&id).ok_or_else(|| GraphFault::UnknownNode { place: at(), found: id.to_string() })
    };
    let found = [end(&edge.source, "source")?, end(&edge.target, "target")?];
    if found[0] == found[1] {
        let node = shown(&edge.source.to_string());
        return Err(GraphFault::Loop { place: place.to_owned(), node });
    }
    Ok(found)
}

const NO_NODE: &str = "expected a node: an integer from 0, a string, or a list of such";

/// Returns the message of the JSON parser with line and column at its end; a long message is cut.
fn shown_fault(error: &serde_json::Error) -> String {
    const MAX_LETTERS: usize = 240;
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = message.strip_suffix(&place).unwrap_or(&message);
    let cut = if what.chars().count() > MAX_LETTERS { "…" } else { "" };
    let shown: String = what.chars().map(crate::model::plain).take(MAX_LETTERS).collect();
    format!("{shown}{cut}{place}")
}

/// Collects all nodes by their ids.
fn collect_nodes(list: &[Node]) -> Result<Nodes, GraphFault> {
    let mut nodes = Nodes::default();
    for (at, node) in list.iter().enumerate() {
        let place = || format!("at nodes[{at}].id");
        let id =
            id(&node.id).ok_or_else(|| GraphFault::Json { message: format!("{}: {NO_NODE}", place()) })?;
        if nodes.known(&id).is_some() {
            return Err(GraphFault::RepeatedNode { place: place(), node: id.to_string() });
        }
        nodes.number(id)?;
    }
    Ok(nodes)
}

/// Reads a value as the id of a node; a list, which is a tuple in Python, consists of all its items.
fn id(value: &Value) -> Option<Id> {
    match value {
        Value::Number(number) => number.as_u64().map(Id::Number),
        Value::String(word) => Some(Id::Word(word.clone())),
        Value::Array(items) => {
            let words: Option<Vec<String>> = items.iter().map(|item| Some(word(&id(item)?))).collect();
            Some(Id::Word(format!("({})", words?.join(","))))
        }
        _ => None,
    }
}

fn word(id: &Id) -> String {
    match id {
        Id::Number(number) => number.to_string(),
        Id::Word(word) => word.clone(),
    }
}

/// Reads the capacity of a link. A weight other than 1 is refused, since its meaning is unknown.
fn capacity(edge: &Edge, attributes: &mut Attributes, place: impl Fn() -> String) -> Result<u32, GraphFault> {
    if let Some(weight) = edge.of_role(Role::Weight) {
        require_weight_one(&weight, &place)?;
    }
    let value = attributes.capacity_name().and_then(|name| edge.text(name));
    attributes.link(value.as_deref(), place)
}
