//! JSON of nodes and links, as networkx makes it.

use super::fault::GraphFault;
use super::gathered::{Id, Links, Nodes, ReadGraph, require_name};
use super::labels::{MEASURES, named, own};
use crate::grammar::shown;
use crate::wire::GraphLink;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// The document; keys of others are passed over.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    directed: bool,
    #[serde(default)]
    multigraph: bool,
    nodes: Vec<Node>,
    edges: Option<Vec<Edge>>,
    /// What `edges` was called before networkx 3.4.
    links: Option<Vec<Edge>>,
}

#[derive(Deserialize)]
struct Node {
    id: Value,
    label: Option<Value>,
    switch: Option<Value>,
    #[serde(rename = "type")]
    kind: Option<Value>,
}

/// A link with what is said of it.
struct Edge {
    source: Value,
    target: Value,
    capacity: Option<Value>,
    weight: Option<Value>,
    measures: Vec<&'static str>,
}

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EdgeVisitor)
    }
}

struct EdgeVisitor;

impl<'de> Visitor<'de> for EdgeVisitor {
    type Value = Edge;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object with source and target")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Edge, A::Error> {
        let [mut source, mut target, mut capacity, mut weight] = [None, None, None, None];
        let mut measures = Vec::new();
        while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            let place = match key.as_ref() {
                "source" => &mut source,
                "target" => &mut target,
                "capacity" => &mut capacity,
                "weight" => &mut weight,
                other => {
                    measures.extend(MEASURES.into_iter().find(|measure| *measure == other));
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if place.replace(map.next_value()?).is_some() {
                return Err(A::Error::custom(format_args!("the key {key} again, expected it once")));
            }
        }
        let source = source.ok_or_else(|| A::Error::missing_field("source"))?;
        let target = target.ok_or_else(|| A::Error::missing_field("target"))?;
        Ok(Edge { source, target, capacity, weight, measures })
    }
}

/// Reads JSON of nodes and links.
pub(super) fn read(bytes: &[u8]) -> Result<ReadGraph, GraphFault> {
    let fault = |message: String| GraphFault::Json { message };
    let document: Document = serde_json::from_slice(bytes).map_err(|error| fault(shown_fault(&error)))?;
    let (key, edges) = match (document.edges, document.links) {
        (Some(edges), None) => ("edges", edges),
        (None, Some(edges)) => ("links", edges),
        (None, None) => return Err(fault("no edges, expected a list of them".to_owned())),
        (Some(_), Some(_)) => return Err(fault("both edges and links, expected one of them".to_owned())),
    };
    let nodes = gathered(&document.nodes)?;
    let mut links = Links::new(document.directed);
    let mut left_out = BTreeSet::new();
    let place = |told: usize| format!("at {key}[{told}]");
    let mut add = |told: usize, edge: &Edge| {
        let end = |value: &Value, end: &str| {
            let at = || format!("at {key}[{told}].{end}");
            let id = id(value).ok_or_else(|| fault(format!("{}: {NO_NODE}", at())))?;
            let unknown = || GraphFault::UnknownNode { place: at(), found: id.to_string() };
            nodes.known(&id).ok_or_else(unknown)
        };
        let (from, to) = (end(&edge.source, "source")?, end(&edge.target, "target")?);
        if from == to {
            let node = shown(&edge.source.to_string());
            return Err(GraphFault::Loop { place: place(told), node });
        }
        let link = GraphLink { from, to, capacity: capacity(edge, || place(told))? };
        left_out.extend(edge.measures.iter().map(|&measure| measure.to_owned()));
        links.add(link, told, document.multigraph)
    };
    let gathered = edges.iter().enumerate().try_for_each(|(told, edge)| add(told, edge));
    // Links that stand twice stand before what ended the reading.
    links.settle(place)?;
    gathered?;
    let labels = labels(&document.nodes);
    let switches = switches(&document.nodes)?;
    let (index, names) = nodes.in_order();
    let names = labels.map_or(names, |labels| named(&labels, &index));
    for (at, name) in names.iter().flatten().enumerate() {
        require_name(name, || format!("at nodes, the name of node {at}"))?;
    }
    let mut graph = links.into_graph(&index, names);
    let mut switches: Vec<u32> = switches.into_iter().map(|at| index[at]).collect();
    switches.sort_unstable();
    graph.switches = (!switches.is_empty()).then(|| switches.into());
    Ok(ReadGraph { graph, left_out: left_out.into_iter().collect() })
}

const NO_NODE: &str = "expected a node: an integer from 0, a string, or a list of such";

/// The message of the reader of JSON, which says line and column.
fn shown_fault(error: &serde_json::Error) -> String {
    error.to_string().chars().map(crate::model::plain).take(300).collect()
}

/// All nodes by their ids.
fn gathered(list: &[Node]) -> Result<Nodes, GraphFault> {
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

/// What a value calls a node; a list, which is a tuple in Python, all its items.
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

/// The labels of the nodes, if each has one of its own.
fn labels(nodes: &[Node]) -> Option<Vec<&str>> {
    own(nodes.iter().map(|node| node.label.as_ref()?.as_str()).collect::<Option<_>>()?)
}

/// The places of the nodes that are switches: those that say so, and those of that type.
fn switches(nodes: &[Node]) -> Result<Vec<usize>, GraphFault> {
    let mut found = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let is_of_type = node.kind.as_ref().is_some_and(|kind| kind == "switch");
        let says = match &node.switch {
            None => is_of_type,
            Some(Value::Bool(says)) if *says || !is_of_type => *says,
            Some(other) => {
                let other = shown(&other.to_string());
                let message = format!(
                    "at nodes[{at}].switch: {other}, expected true or false, and true where the type is switch"
                );
                return Err(GraphFault::Json { message });
            }
        };
        found.extend(says.then_some(at));
    }
    Ok(found)
}

/// The capacity of a link. A weight other than 1 says nothing that a slot knows.
fn capacity(edge: &Edge, place: impl Fn() -> String) -> Result<u32, GraphFault> {
    let whole = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    if let Some(weight) = edge.weight.as_ref().filter(|weight| whole(weight) != Some(1)) {
        return Err(GraphFault::Weight { place: place(), found: shown(&weight.to_string()) });
    }
    let Some(value) = &edge.capacity else { return Ok(1) };
    let found = || GraphFault::Capacity { place: place(), found: shown(&value.to_string()) };
    whole(value).filter(|&capacity| capacity > 0).ok_or_else(found)
}
