//! The tree of multipliers: branchings on variables, and multipliers of the rows of a model at the leaves.

use super::rows::{DelayVariable, RowMultiplier};
use serde::{Serialize, Serializer};

/// A node of a dual tree: `{"fix":variable}` or `{"denominator":D,"rows":[…]}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DualNode {
    /// Either the variable is 0 or it is 1; the two subtrees follow in this order.
    Fix(DelayVariable),
    /// Multipliers that prove the bound for everything left open here.
    Leaf {
        /// What the multipliers are to be divided by; 0 for a leaf without solutions.
        denominator: u64,
        /// The rows whose multiplier is not 0.
        rows: Vec<RowMultiplier>,
    },
}

impl Serialize for DualNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Written<'a> {
            Fix { fix: &'a DelayVariable },
            Leaf { denominator: u64, rows: &'a [RowMultiplier] },
        }
        let written = match self {
            Self::Fix(variable) => Written::Fix { fix: variable },
            Self::Leaf { denominator, rows } => Written::Leaf { denominator: *denominator, rows },
        };
        written.serialize(serializer)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for DualNode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DualNode".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let fix = generator.subschema_for::<DelayVariable>();
        let row = generator.subschema_for::<RowMultiplier>();
        schemars::json_schema!({
            "description": "A node of a dual tree: either `fix`, or `denominator` with `rows`.",
            "oneOf": [
                { "type": "object", "properties": { "fix": fix }, "required": ["fix"],
                  "additionalProperties": false },
                { "type": "object", "properties": {
                    "denominator": { "type": "integer", "minimum": 0, "maximum": u64::MAX },
                    "rows": { "type": "array", "items": row } },
                  "required": ["denominator", "rows"], "additionalProperties": false }
            ]
        })
    }
}
