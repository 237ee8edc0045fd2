//! The key `symmetry` of a result: the automorphisms of a network, and whether it is a Cayley graph.

use crate::task::node::NodeRef;
use serde::{Deserialize, Serialize};

/// The symmetry of a network. An automorphism is a permutation of the nodes that keeps links with their
/// capacities, and switches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SymmetryReport {
    /// The number of automorphisms, in decimal digits; absent if they are not all known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Where they are not all known, how many there are at least, in decimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_at_least: Option<String>,
    /// Nodes of which each automorphism but the identity moves one.
    pub base: Vec<u64>,
    /// For each of these the nodes to which automorphisms that fix the earlier ones take it; their product is
    /// `order` or `order_at_least`.
    pub orbit_lengths: Vec<u64>,
    /// Automorphisms that generate the others, each as a list of where every node goes.
    pub generators: Vec<Vec<u64>>,
    /// Whether automorphisms take each node to each other; absent if that is not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_symmetric: Option<bool>,
    /// Two nodes that no automorphism takes to each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub different_nodes: Option<[u64; 2]>,
    /// Whether automorphisms take each link to each other; absent if that is not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_symmetric: Option<bool>,
    /// The nodes that automorphisms take to each other; absent if the automorphisms are not all known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub node_orbits: Vec<Vec<u64>>,
    /// The links that automorphisms take to each other; absent where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub link_orbits: Vec<LinkOrbitReport>,
    /// Whether the network is a Cayley graph; absent if that is not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cayley: Option<bool>,
    /// Why it is one or not, or why that is not decided.
    pub cayley_reason: CayleyReason,
    /// The prime order of which there is no automorphism without a fixed node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prime: Option<u64>,
    /// Generators of a group with one element from every node to every other, in the form of the `subgroup`
    /// of a schedule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regular_group: Vec<NodeRef>,
    /// Whether the elements of this group commute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abelian: Option<bool>,
}

/// Links that automorphisms take to each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkOrbitReport {
    /// The node where the first of them begins.
    pub from: u64,
    /// The node where it ends.
    pub to: u64,
    /// Their number; links side by side are one, and the two ways of a link where all links lead both ways.
    pub links: u64,
}

/// Why a network is a Cayley graph or none, or why that is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CayleyReason {
    /// It is made as one.
    ByConstruction,
    /// A group with one element from every node to every other was found.
    RegularGroup,
    /// No automorphism takes some node to some other.
    NodesDiffer,
    /// Each automorphism of the order `prime`, which such a group needs, fixes a node.
    NoElementOfOrder,
    /// All groups were tried.
    AllTried,
    /// The steps of the search were spent.
    StepsSpent,
}
