//! The description of a family of Cayley graphs.

use crate::model::Node;
use crate::model::cayley::CayleyGraph;
use crate::wire::Family;

/// A family of Cayley graphs with one parameter n.
pub(super) struct FamilyOf {
    pub(super) family: Family,
    /// Its word in documents.
    pub(super) word: &'static str,
    /// Least and greatest n; beyond it there are more nodes or links than a table holds.
    pub(super) sizes: (u64, u64),
    /// The graph of n; none if its generators did not generate all nodes.
    pub(super) graph: fn(u64) -> Option<CayleyGraph>,
    /// The name of a link.
    pub(super) link_name: fn(u32) -> String,
    /// The name of a node in the graph of n.
    pub(super) node_name: fn(u64, Node) -> String,
    /// The node of that name in the graph of n; none where nodes have no names but their indices.
    pub(super) node_named: fn(u64, &str) -> Option<Node>,
    /// The name of the graph of n.
    pub(super) title: fn(u64) -> String,
}
