//! The key `tree` of a result: a spanning tree of a cube in numbers, and what communication along trees
//! costs.

use serde::{Deserialize, Serialize};

/// A spanning tree of the hypercube.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeReport {
    /// `sbt`, `msbt`, `bst`, `tcbt` or `path`.
    pub kind: String,
    /// The dimension of the cube.
    pub dimension: u32,
    /// The root.
    pub root: u64,
    /// Which tree of the multiple spanning binomial trees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Hops from the root to the farthest node.
    pub height: u64,
    /// Most children of a node.
    pub fanout: u32,
    /// Nodes in each subtree of the root, in the order of its children.
    pub subtrees: Vec<u64>,
    /// The largest subtree over (N - 1)/n, as an exact fraction.
    pub largest_ratio: String,
    /// Its edges, each from the node nearer the root, by increasing far end; absent of more than 2²⁰ nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<(u64, u64)>,
    /// The node that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<TreeNodeReport>,
    /// One entry for every cost model that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<TreeCosts>,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeNodeReport {
    /// The node.
    pub node: u64,
    /// Hops from the root.
    pub level: u64,
    /// The node it receives from; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// The nodes it sends to, in their order.
    pub children: Vec<u64>,
}

/// What a message costs along each tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeCosts {
    /// Elements for every receiver, M.
    pub elements: u64,
    /// Time to start a packet, τ, as an exact fraction.
    pub startup: String,
    /// Time to transfer an element, `t_c`, as an exact fraction.
    pub transfer: String,
    /// One for every task, rule of the ports and algorithm.
    pub rows: Vec<TreeCost>,
}

/// What a message costs along one tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeCost {
    /// `broadcast` or `personalized`.
    pub task: String,
    /// The ports, as in a task.
    pub ports: String,
    /// `sbt`, `msbt`, `bst`, `tcbt` or `path`.
    pub algorithm: String,
    /// Elements in a packet, B.
    pub packet: u64,
    /// Slots of the schedule of unit packets, ⌈M/B⌉ for every receiver.
    pub slots: u64,
    /// `slots × (τ + B·t_c)`, as an exact fraction.
    pub time: String,
    /// Whether the schedule was made and its slots counted; else they are those of its closed form.
    pub made: bool,
    /// Whether no algorithm of the same task and ports takes less time.
    pub best: bool,
    /// The steps that P5 prints for B, as an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_steps: Option<String>,
    /// P5's `B_opt`, as an exact expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_best_packet: Option<String>,
    /// P5's `T_min`, as an exact expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_least_time: Option<String>,
}
