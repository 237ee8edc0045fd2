//! The nodes of a tree before it is known which of the two kinds of trees it is: documents may call both
//! `dual-tree`.

use super::direction_tree::{DirectionKeys, DirectionNode};
use super::dual_tree::DualNode;
use super::rows::{DelayVariable, RowMultiplier};
use crate::reading::keys::need;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A node of any tree, told apart by its keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    branch: Option<(u64, u64, u64)>,
    divide: Option<(u64, u64)>,
    weights: Option<Vec<u64>>,
    plus: Option<Vec<i64>>,
    fix: Option<DelayVariable>,
    denominator: Option<u64>,
    rows: Option<Vec<RowMultiplier>>,
}

/// A node of one of the two kinds of trees.
#[derive(Debug)]
pub(super) enum AnyNode {
    Directions(DirectionNode),
    Dual(DualNode),
}

impl<'de> Deserialize<'de> for AnyNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { branch, divide, weights, plus, fix, denominator, rows } =
            Fields::deserialize(deserializer)?;
        let of_directions = branch.is_some() || divide.is_some() || weights.is_some() || plus.is_some();
        match (fix, denominator, rows) {
            (None, None, None) => {
                DirectionKeys { branch, divide, weights, plus }.into_node().map(Self::Directions)
            }
            (Some(variable), None, None) if !of_directions => Ok(Self::Dual(DualNode::Fix(variable))),
            (None, Some(denominator), Some(rows)) if !of_directions => {
                Ok(Self::Dual(DualNode::Leaf { denominator, rows }))
            }
            (None, None, Some(_)) if !of_directions => Err(D::Error::missing_field("denominator")),
            (None, Some(_), None) if !of_directions => Err(D::Error::missing_field("rows")),
            _ => Err(D::Error::custom(
                "found keys of different nodes, expected those of a tree of directions, `fix`, or `denominator` with `rows`",
            )),
        }
    }
}

/// Returns the nodes of a tree of directions.
pub(super) fn directions(tree: Option<Vec<AnyNode>>) -> Result<Vec<DirectionNode>, String> {
    let wanted = |node| match node {
        AnyNode::Directions(node) => Ok(node),
        AnyNode::Dual(_) => Err(
            "a node with `fix` or `rows` in a tree without `horizon_slots`, expected `branch` or `weights`",
        ),
    };
    need(tree, "tree")?.into_iter().map(wanted).collect::<Result<_, _>>().map_err(str::to_owned)
}

/// Returns the nodes of a tree of multipliers.
pub(super) fn multipliers(tree: Vec<AnyNode>) -> Result<Vec<DualNode>, String> {
    let wanted = |node| match node {
        AnyNode::Dual(node) => Ok(node),
        AnyNode::Directions(_) => Err(
            "a node with `branch` or `weights` in a dual tree with `horizon_slots`, expected `fix` or `rows`",
        ),
    };
    tree.into_iter().map(wanted).collect::<Result<_, _>>().map_err(str::to_owned)
}
