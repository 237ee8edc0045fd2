//! What sort of network a document describes: the one place outside of a network's own files that names them
//! all.

use crate::wire::Network;

/// How a network is known, and with that which tasks there are on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::model) enum Sort {
    /// A product of rings: nodes and links are computed.
    Rings,
    /// A Cayley graph: every node looks the same, by tables of its group.
    Group,
    /// Nodes may differ, and all tasks are demands.
    Uneven,
}

impl Sort {
    pub(in crate::model) fn of(network: &Network) -> Self {
        match network {
            Network::Hypercube { .. } | Network::Torus { .. } | Network::Ring { .. } => Self::Rings,
            Network::Cayley(_) | Network::Hyperx { .. } | Network::Lattice { .. } => Self::Group,
            Network::IncompleteHypercube { .. }
            | Network::Mesh { .. }
            | Network::Lift(_)
            | Network::Graph(_) => Self::Uneven,
        }
    }
}
