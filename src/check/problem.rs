//! What a task document asks for, of either sort.

use super::Rejection;
use super::collective::{Collective, Kind, Mode};
use super::network::Network;
use super::task::{Ports, Source, Task};
use crate::wire::{self, Objective, TaskDocument};

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(super) enum Problem {
    /// Packets with an origin and a destination, the same from every node.
    Isotropic(Task),
    /// Packets that are copied or combined, or that have a root.
    Collective(Collective),
}

impl Problem {
    /// Rebuilds the task of a document.
    pub(super) fn new(document: &TaskDocument) -> Result<Self, Rejection> {
        let network = Network::new(&document.network)?;
        let node = |root| network.node(root, &|| "task.task.root".to_owned());
        let (kind, count) = match &document.task {
            wire::Task::TotalExchange { count } => {
                let source = Source::exchange(*count, &network)?;
                return Self::isotropic(document, network, source);
            }
            wire::Task::NeighbourhoodExchange { min, max, count } => {
                let source = Source::near(*min, *max, *count, &network)?;
                return Self::isotropic(document, network, source);
            }
            wire::Task::Isotropic { packets, count } => {
                let source = Source::list(packets, *count, &network)?;
                return Self::isotropic(document, network, source);
            }
            wire::Task::SingleNodeBroadcast { root, count } => {
                (Kind::Broadcast { root: node(root)? }, *count)
            }
            wire::Task::SingleNodeAccumulation { root, count } => {
                (Kind::Accumulation { root: node(root)? }, *count)
            }
            wire::Task::Scatter { root, count } => (Kind::Scatter { root: node(root)? }, *count),
            wire::Task::Gather { root, count } => (Kind::Gather { root: node(root)? }, *count),
            wire::Task::MultinodeBroadcast { count } => (Kind::MultinodeBroadcast, *count),
            wire::Task::MultinodeAccumulation { count } => (Kind::MultinodeAccumulation, *count),
        };
        let ports = Ports::new(document.ports, &network)?;
        let task = Collective::new(network, kind, count, ports)?;
        if document.objective != Objective::CompletionTime {
            return Err(Rejection::DelayObjective);
        }
        Ok(Self::Collective(task))
    }

    fn isotropic(document: &TaskDocument, network: Network, source: Source) -> Result<Self, Rejection> {
        let ports = Ports::new(document.ports, &network)?;
        Ok(Self::Isotropic(Task::new(network, source, ports)?))
    }

    /// The network.
    pub(super) fn network(&self) -> &Network {
        match self {
            Self::Isotropic(task) => &task.network,
            Self::Collective(task) => &task.network,
        }
    }

    /// What a node may do in one slot.
    pub(super) fn ports(&self) -> Ports {
        match self {
            Self::Isotropic(task) => task.rule,
            Self::Collective(task) => task.ports,
        }
    }

    /// What becomes of a packet that is sent.
    pub(super) fn mode(&self) -> Mode {
        match self {
            Self::Isotropic(_) => Mode::Personal,
            Self::Collective(task) => task.kind.mode(),
        }
    }
}
