//! The sort of network that a document describes. Beside the files of the networks this is the one place that
//! names all kinds.

use crate::wire::Network;

/// How links of a network are computed, which decides the views of tasks on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::model) enum Sort {
    /// A product of rings: nodes and links are computed.
    Rings,
    /// A Cayley graph, symmetric, by tables of its group.
    Group,
    /// A network that is not symmetric; all tasks on it are demands.
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
