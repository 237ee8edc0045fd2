//! Nodes and links by their indices, as all networks number them.

/// A node by its index, from 0. As an offset, the node that the packet of node 0 goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u64);

impl Node {
    /// The node as an index of tables.
    ///
    /// # Panics
    /// From 2³² on; no network of which tables are kept has so many nodes.
    pub(crate) fn narrow(self) -> u32 {
        u32::try_from(self.0).expect("a node of a table")
    }
}

/// A link type by its index, from 0: the same step at every node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link(pub u32);
