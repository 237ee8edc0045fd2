//! A lift of a graph, by the links of its base.

#[cfg(test)]
use super::graph::all_ports;
use super::graph::{are_all, names, switches};
use super::ports::Ports;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The lift of a base graph whose links carry elements of an abelian group, a product of cyclic ones. Copies
/// share what is long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(deny_unknown_fields, extend("dependentRequired" = { "switch_ports": ["switches"] })))]
pub struct Lift {
    /// The orders of the cyclic groups, each at least 2.
    #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 2))))]
    pub group: Vec<u64>,
    /// Number of nodes of the base.
    #[cfg_attr(test, schemars(range(min = 1, max = 524_288)))]
    pub nodes: u64,
    /// What the nodes of the base are called, all of them or none.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "names")]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub names: Option<Arc<[String]>>,
    /// Nodes of the base above which all forward and have no packets of their own, in increasing order; none
    /// where it is absent.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "switches")]
    #[cfg_attr(test, schemars(with = "Option<Vec<u32>>"))]
    pub switches: Option<Arc<[u32]>>,
    /// What a switch may do in one slot; the ports of the task are those of the other nodes.
    #[serde(skip_serializing_if = "are_all")]
    #[cfg_attr(test, schemars(default = "all_ports"))]
    pub switch_ports: Ports,
    /// The links of the base.
    #[serde(serialize_with = "links")]
    #[cfg_attr(test, schemars(with = "Vec<LiftLink>"))]
    pub links: Arc<[LiftLink]>,
}

fn links<S: Serializer>(links: &Arc<[LiftLink]>, serializer: S) -> Result<S::Ok, S::Error> {
    links.as_ref().serialize(serializer)
}

/// A link of a base: `[from, to, shift]`, or `[from, to, shift, capacity]` where it carries more than one
/// packet in a slot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LiftLink {
    /// A node of the base.
    pub from: u32,
    /// A node of the base, which may be `from` itself.
    pub to: u32,
    /// The group element that is added on the way, a number for each cyclic group.
    pub shift: Vec<u64>,
    /// Packets that each link above it carries in a slot, each way.
    pub capacity: u32,
}

impl Serialize for LiftLink {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.capacity {
            1 => (self.from, self.to, &self.shift).serialize(serializer),
            capacity => (self.from, self.to, &self.shift, capacity).serialize(serializer),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for LiftLink {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LiftLink".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let node = generator.subschema_for::<u32>();
        let items = [node.clone(), node.clone(), generator.subschema_for::<Vec<u64>>(), node];
        schemars::json_schema!({
            "description": "A link of a base: [from, to, shift], or [from, to, shift, capacity] where it carries more than one packet in a slot.",
            "type": "array", "prefixItems": items, "minItems": 3, "maxItems": 4
        })
    }
}
