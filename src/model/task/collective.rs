//! Broadcasts, accumulations, scatter and gather: tasks in which packets are copied or combined, or that have
//! a root.

use crate::model::{ModelError, Network, Node, PortRule};
use crate::wire;

/// One of the communication problems of P2, total exchange aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collective {
    /// Packets of the root, each copied to all other nodes.
    SingleNodeBroadcast {
        /// The root.
        root: Node,
    },
    /// A part of each packet from every node to the root, combined on the way.
    SingleNodeAccumulation {
        /// The root.
        root: Node,
    },
    /// Packets of its own from the root to each other node.
    Scatter {
        /// The root.
        root: Node,
    },
    /// Packets of its own from each other node to the root.
    Gather {
        /// The root.
        root: Node,
    },
    /// A broadcast from every node.
    MultinodeBroadcast,
    /// An accumulation at every node.
    MultinodeAccumulation,
}

impl Collective {
    /// Returns the root, if the problem has one.
    #[must_use]
    pub fn root(self) -> Option<Node> {
        match self {
            Self::SingleNodeBroadcast { root }
            | Self::SingleNodeAccumulation { root }
            | Self::Scatter { root }
            | Self::Gather { root } => Some(root),
            Self::MultinodeBroadcast | Self::MultinodeAccumulation => None,
        }
    }

    /// Returns the problem whose schedules are those of this one with time reversed (P2 §1).
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::SingleNodeBroadcast { root } => Self::SingleNodeAccumulation { root },
            Self::SingleNodeAccumulation { root } => Self::SingleNodeBroadcast { root },
            Self::Scatter { root } => Self::Gather { root },
            Self::Gather { root } => Self::Scatter { root },
            Self::MultinodeBroadcast => Self::MultinodeAccumulation,
            Self::MultinodeAccumulation => Self::MultinodeBroadcast,
        }
    }

    /// Returns whether time runs towards the root: accumulations and gather.
    #[must_use]
    pub fn is_collecting(self) -> bool {
        matches!(
            self,
            Self::SingleNodeAccumulation { .. } | Self::Gather { .. } | Self::MultinodeAccumulation
        )
    }

    /// Returns whether every packet has an origin and a destination of its own, so that none is copied or
    /// combined.
    #[must_use]
    pub fn is_personal(self) -> bool {
        matches!(self, Self::Scatter { .. } | Self::Gather { .. })
    }
}

/// A collective task on a network.
///
/// # Examples
/// ```
/// use isotask::model::{Collective, CollectiveTask, Node, PortRule};
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"torus","radices":[4,3]},
///   "task":{"kind":"scatter","root":[2,1]},"ports":"one","objective":"completion-time"}"#;
/// let task = CollectiveTask::new(&parse::<TaskDocument>(text)?)?;
/// assert_eq!((task.collective(), task.ports()), (Collective::Scatter { root: Node(7) }, PortRule::FullDuplex(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectiveTask {
    document: wire::TaskDocument,
    network: Network,
    collective: Collective,
    count: u64,
    ports: PortRule,
}

impl CollectiveTask {
    /// Builds the task that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task, or it is an isotropic one.
    pub fn new(document: &wire::TaskDocument) -> Result<Self, ModelError> {
        let network = Network::new(&document.network)?;
        if !network.is_symmetric() {
            return Err(ModelError::NotSymmetric);
        }
        let node = |root| network.node(root, || "root".to_owned());
        let (collective, count) = match &document.task {
            wire::Task::SingleNodeBroadcast { root, count } => {
                (Collective::SingleNodeBroadcast { root: node(root)? }, *count)
            }
            wire::Task::SingleNodeAccumulation { root, count } => {
                (Collective::SingleNodeAccumulation { root: node(root)? }, *count)
            }
            wire::Task::Scatter { root, count } => (Collective::Scatter { root: node(root)? }, *count),
            wire::Task::Gather { root, count } => (Collective::Gather { root: node(root)? }, *count),
            wire::Task::MultinodeBroadcast { count } => (Collective::MultinodeBroadcast, *count),
            wire::Task::MultinodeAccumulation { count } => (Collective::MultinodeAccumulation, *count),
            wire::Task::TotalExchange { .. }
            | wire::Task::NeighbourhoodExchange { .. }
            | wire::Task::Isotropic { .. } => return Err(ModelError::NotCollective),
            wire::Task::Allreduce { .. } => return Err(ModelError::Allreduce),
            wire::Task::Parcels { .. } => return Err(ModelError::Parcels),
            wire::Task::Demands { .. } => return Err(ModelError::Demands),
        };
        if count == 0 {
            return Err(ModelError::CountZero { place: "count".to_owned() });
        }
        let ports = PortRule::new(document.ports, network.links())?;
        if document.objective != wire::Objective::CompletionTime {
            return Err(ModelError::DelayObjective);
        }
        let most = u128::from(network.nodes()) * u128::from(network.nodes());
        if most.checked_mul(u128::from(count)).is_none_or(|hops| hops >= 1 << 63) {
            return Err(ModelError::Overflow);
        }
        Ok(Self { document: document.clone(), network, collective, count, ports })
    }

    /// Returns the task whose schedules are those of this one with time reversed.
    #[must_use]
    pub fn reversed(&self) -> Self {
        use wire::Task as T;
        let mut document = self.document.clone();
        document.task = match document.task {
            T::SingleNodeBroadcast { root, count } => T::SingleNodeAccumulation { root, count },
            T::SingleNodeAccumulation { root, count } => T::SingleNodeBroadcast { root, count },
            T::Scatter { root, count } => T::Gather { root, count },
            T::Gather { root, count } => T::Scatter { root, count },
            T::MultinodeBroadcast { count } => T::MultinodeAccumulation { count },
            T::MultinodeAccumulation { count } => T::MultinodeBroadcast { count },
            isotropic => isotropic,
        };
        Self { document, collective: self.collective.reversed(), ..self.clone() }
    }

    /// Returns the document that it was built from.
    #[must_use]
    pub fn document(&self) -> &wire::TaskDocument {
        &self.document
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Returns a lower bound on the moves of a schedule that lists the sends of every node; 0 where one node
    /// stands for all.
    pub(super) fn least_moves(&self) -> u64 {
        let of_a_packet = match self.collective {
            Collective::Scatter { .. } | Collective::Gather { .. } => {
                self.network.total_distance().unwrap_or(u64::MAX)
            }
            Collective::SingleNodeBroadcast { .. } | Collective::SingleNodeAccumulation { .. } => {
                self.network.nodes() - 1
            }
            Collective::MultinodeBroadcast | Collective::MultinodeAccumulation => 0,
        };
        of_a_packet.saturating_mul(self.count)
    }

    /// Returns the problem, with its root.
    #[must_use]
    pub fn collective(&self) -> Collective {
        self.collective
    }

    /// Returns the packets per item, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the port rule of a node.
    #[must_use]
    pub fn ports(&self) -> PortRule {
        self.ports
    }
}
