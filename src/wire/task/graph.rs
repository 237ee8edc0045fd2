//! A graph by its links.

use super::ports::Ports;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A graph of a user: its links one by one. Copies share what is long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, extend("dependentRequired" = { "switch_ports": ["switches"] })))]
pub struct Graph {
    /// Number of nodes.
    #[cfg_attr(test, schemars(range(min = 2, max = 1_048_576)))]
    pub nodes: u64,
    /// Whether a link leads one way only; else both ways.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(test, schemars(default))]
    pub directed: bool,
    /// What the nodes are called, all of them or none.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "names")]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub names: Option<Arc<[String]>>,
    /// Nodes that have no packets of their own and forward those of others, in increasing order; none where
    /// it is absent.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "switches")]
    #[cfg_attr(test, schemars(with = "Option<Vec<u32>>"))]
    pub switches: Option<Arc<[u32]>>,
    /// What a switch may do in one slot; the ports of the task are those of the other nodes.
    #[serde(skip_serializing_if = "are_all")]
    #[cfg_attr(test, schemars(default = "all_ports"))]
    pub switch_ports: Ports,
    /// The links, each pair of nodes once.
    #[serde(serialize_with = "links")]
    #[cfg_attr(test, schemars(with = "Vec<GraphLink>"))]
    pub links: Arc<[GraphLink]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

pub(super) fn are_all(ports: &Ports) -> bool {
    *ports == Ports::All
}

#[cfg(test)]
pub(super) fn all_ports() -> Ports {
    Ports::All
}

#[expect(clippy::ref_option, reason = "serde passes fields by reference")]
pub(super) fn switches<S: Serializer>(
    switches: &Option<Arc<[u32]>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    switches.as_deref().serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde passes fields by reference")]
pub(crate) fn names<S: Serializer>(names: &Option<Arc<[String]>>, serializer: S) -> Result<S::Ok, S::Error> {
    names.as_deref().serialize(serializer)
}

fn links<S: Serializer>(links: &Arc<[GraphLink]>, serializer: S) -> Result<S::Ok, S::Error> {
    links.as_ref().serialize(serializer)
}

/// A link: `[from, to]`, or `[from, to, capacity]` where it carries more than one packet in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphLink {
    /// A node.
    pub from: u32,
    /// Another node.
    pub to: u32,
    /// Packets that it carries in a slot, each way if the graph is not directed.
    pub capacity: u32,
}

impl Serialize for GraphLink {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.capacity {
            1 => (self.from, self.to).serialize(serializer),
            capacity => (self.from, self.to, capacity).serialize(serializer),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for GraphLink {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "GraphLink".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let node = generator.subschema_for::<u32>();
        schemars::json_schema!({
            "description": "A link: [from, to], or [from, to, capacity] where it carries more than one packet in a slot.",
            "type": "array", "items": node, "minItems": 2, "maxItems": 3
        })
    }
}
