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
    /// The label f of the trees `msbt` (P5 §3.3.2): the slot, from 0, in which the first packet comes; absent
    /// for the root and other trees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<u64>,
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
    /// Personalised communication with packets of more than M elements, one for every rule of the ports and
    /// tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<TreeMerged>,
    /// The packets of every step along the tree of the command, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Vec<TreeMergedPacket>>,
}

/// What personalised communication along one tree costs if a packet holds the messages of several
/// destinations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeMerged {
    /// The ports, as in a task.
    pub ports: String,
    /// `sbt`, `bst` or `tcbt`.
    pub algorithm: String,
    /// Most elements in a packet, B.
    pub packet: u64,
    /// Most messages in a packet, ⌊B/M⌋.
    pub capacity: u64,
    /// In which order nodes send: `subtree by subtree`, `farthest first` or `level by level`.
    pub order: String,
    /// Whether nodes send what they have at once, rather than wait for a full packet.
    pub eager: bool,
    /// Steps of the schedule, each with packets side by side.
    pub steps: u64,
    /// Packets that wait for one another, at most.
    pub startups: u64,
    /// Messages in packets that wait for one another, at most.
    pub transfers: u64,
    /// Packets in all.
    pub packets: u64,
    /// The time of the longest chain of packets, as an exact fraction.
    pub time: String,
    /// Whether no tree takes less time with these ports.
    pub best: bool,
    /// The start-ups that P5 prints for B, as an exact expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_startups: Option<String>,
    /// The time that P5 prints for B, as an exact expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_time: Option<String>,
    /// Whether `time` is `less` than, `equal` to or `greater` than `printed_time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against_printed: Option<String>,
    /// The best B of all multiples of M, the least of the best; absent where they are too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_packet: Option<u64>,
    /// The time for it, as an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_time: Option<String>,
    /// The B from which on P5's Table 6 is said to hold, as an exact expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_enough: Option<String>,
    /// P5's `T_min` of Table 6, as an exact expression.
    pub printed_least_time: String,
    /// Whether `best_time` is `less` than, `equal` to or `greater` than `printed_least_time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_against_printed: Option<String>,
}

/// A packet with the messages of several destinations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeMergedPacket {
    /// The node that sends it.
    pub from: u64,
    /// The node that receives it.
    pub to: u64,
    /// The destinations whose messages are in it.
    pub destinations: Vec<u64>,
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
