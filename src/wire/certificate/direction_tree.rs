//! The tree of directions: branchings on the directions of packets, and weights that refute the leaves.

use crate::reading::keys::only;
use serde::de::Error;
use serde::{Deserialize, Serialize, Serializer};

/// A node of a direction tree: `{"branch":[class,dimension,plus]}`, `{"divide":[dimension,plus]}` or
/// `{"weights":[…],"plus":[…]}`, the last key being optional.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectionNode {
    /// Either at least `plus` packets of the class go the + way, or at least `n − plus + 1` go the
    /// − way, n being the packets of the class; the two subtrees follow in this order.
    Branch {
        /// Index of the class of packets.
        class: u64,
        /// Index of the dimension, from 0.
        dimension: u64,
        /// The threshold, from 1 to the number of packets of the class.
        plus: u64,
    },
    /// Either at least `plus` of all packets go the + way, or at most `plus − 1` do; the two subtrees follow
    /// in this order.
    Divide {
        /// Index of the dimension, from 0.
        dimension: u64,
        /// The threshold, above the least number that is open here and at most the greatest.
        plus: u64,
    },
    /// Multipliers that refute every choice left open here.
    Leaf {
        /// A weight for every link type.
        weights: Vec<u64>,
        /// A multiplier for every dimension of the number of packets that go the + way; empty if the key is
        /// absent, which means that all are 0.
        plus: Vec<i64>,
    },
}

/// A node of a direction tree: `branch`, `divide`, or `weights` with or without `plus`.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct DirectionKeys {
    /// `[class, dimension, plus]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) branch: Option<(u64, u64, u64)>,
    /// `[dimension, plus]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) divide: Option<(u64, u64)>,
    /// A weight for every link type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) weights: Option<Vec<u64>>,
    /// A multiplier for every dimension, not an empty list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(super) plus: Option<Vec<i64>>,
}

impl Serialize for DirectionNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let none = DirectionKeys::default();
        let fields = match self {
            Self::Branch { class, dimension, plus } => {
                DirectionKeys { branch: Some((*class, *dimension, *plus)), ..none }
            }
            Self::Divide { dimension, plus } => DirectionKeys { divide: Some((*dimension, *plus)), ..none },
            Self::Leaf { weights, plus } => DirectionKeys {
                weights: Some(weights.clone()),
                plus: (!plus.is_empty()).then(|| plus.clone()),
                ..none
            },
        };
        fields.serialize(serializer)
    }
}

impl DirectionKeys {
    /// Makes a node of its keys.
    pub(super) fn into_node<E: Error>(self) -> Result<DirectionNode, E> {
        let DirectionKeys { branch, divide, weights, plus } = self;
        let present = [
            ("branch", branch.is_some()),
            ("divide", divide.is_some()),
            ("weights", weights.is_some()),
            ("plus", plus.is_some()),
        ];
        let only = |keys: &[&str], what| only(&present, keys, what).map_err(E::custom);
        if let Some((class, dimension, plus)) = branch {
            only(&["branch"], "a branch")?;
            return Ok(DirectionNode::Branch { class, dimension, plus });
        }
        if let Some((dimension, plus)) = divide {
            only(&["divide"], "a division")?;
            return Ok(DirectionNode::Divide { dimension, plus });
        }
        let weights = weights.ok_or_else(|| E::custom("missing field `branch`, `divide` or `weights`"))?;
        if plus.as_ref().is_some_and(Vec::is_empty) {
            return Err(E::custom("invalid length 0 for `plus`, expected a multiplier for every dimension"));
        }
        Ok(DirectionNode::Leaf { weights, plus: plus.unwrap_or_default() })
    }
}

#[cfg(test)]
impl schemars::JsonSchema for DirectionNode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DirectionNode".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = DirectionKeys::json_schema(generator);
        schema.insert("minProperties".to_owned(), 1.into());
        schema.insert("maxProperties".to_owned(), 2.into());
        let keys = |present: &str, absent: &[&str]| {
            let absent: Vec<_> = absent.iter().map(|key| serde_json::json!({ "required": [key] })).collect();
            serde_json::json!({ "required": [present], "not": { "anyOf": absent } })
        };
        let kinds = serde_json::json!([
            keys("branch", &["divide", "weights", "plus"]),
            keys("divide", &["branch", "weights", "plus"]),
            keys("weights", &["branch", "divide"]),
        ]);
        schema.insert("oneOf".to_owned(), kinds);
        schema
    }
}
