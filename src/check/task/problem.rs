//! The problem that a task document states: isotropic, collective or by demands.

use crate::effort::Effort;
use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use crate::task::allreduce::Allreduce;
use crate::task::collective::{Collective, Kind};
use crate::task::demands::{Demand, Demands};
use crate::task::isotropic::{Isotropic, Source};
use crate::task::packets::Mode;
use crate::task::parcels::Parcels;
use crate::task::ports::Ports;
use isotask_wire::{self as wire, Objective, TaskDocument};

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(crate) enum Problem {
    /// Packets with an origin and a destination, the same from every node.
    Isotropic(Isotropic),
    /// Packets that are copied or combined, or that have a root.
    Collective(Collective),
    /// Packets with an origin and a destination, each on its own.
    Demands(Demands),
    /// Blocks of which every node has a part and gets the sum.
    Allreduce(Allreduce),
    /// Packets with an origin and a destination, of lengths and starts of their own.
    Parcels {
        /// The packets.
        task: Parcels,
        /// The demands of their parts of length 1.
        parts: Box<Problem>,
    },
}

impl Problem {
    /// Rebuilds the task of a document; `effort` limits all work on it.
    pub(crate) fn new(document: &TaskDocument, effort: &Effort) -> Result<Self, Rejection> {
        let network = Network::new(&document.network, effort)?;
        if let wire::Task::Parcels { packets, count } = &document.task {
            if document.objective != Objective::CompletionTime {
                return Err(Rejection::DelayObjective);
            }
            let ports = Ports::new(document.ports, &network)?;
            let (task, divided) = Parcels::new(network, packets, *count, ports)?;
            return Ok(Self::Parcels { task, parts: Box::new(Self::Demands(divided)) });
        }
        let node = |root| network.host(root, &|| "task.task.root".to_owned());
        if let Some(demands) = listed(&network, &document.task)? {
            let ports = Ports::new(document.ports, &network)?;
            return Demands::new(network, demands, ports, &document.task).map(Self::Demands);
        }
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
            wire::Task::Demands { .. } | wire::Task::Parcels { .. } => return Err(Rejection::NotSymmetric),
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
            wire::Task::Allreduce { count } => {
                let ports = Ports::new(document.ports, &network)?;
                let task = Allreduce::new(network, *count, ports)?;
                require_objective(document, Mode::Summed)?;
                return Ok(Self::Allreduce(task));
            }
        };
        let ports = Ports::new(document.ports, &network)?;
        let task = Collective::new(network, kind, count, ports)?;
        require_objective(document, kind.mode())?;
        Ok(Self::Collective(task))
    }

    fn isotropic(document: &TaskDocument, network: Network, source: Source) -> Result<Self, Rejection> {
        let ports = Ports::new(document.ports, &network)?;
        Ok(Self::Isotropic(Isotropic::new(network, source, ports)?))
    }

    /// Returns the network.
    pub(crate) fn network(&self) -> &Network {
        match self {
            Self::Isotropic(task) => &task.network,
            Self::Collective(task) => &task.network,
            Self::Demands(task) => &task.network,
            Self::Allreduce(task) => &task.network,
            Self::Parcels { parts, .. } => parts.network(),
        }
    }

    /// Returns the ports of its nodes.
    pub(crate) fn ports(&self) -> Ports {
        match self {
            Self::Isotropic(task) => task.rule,
            Self::Collective(task) => task.ports,
            Self::Demands(task) => task.ports,
            Self::Allreduce(task) => task.ports,
            Self::Parcels { parts, .. } => parts.ports(),
        }
    }

    /// Returns the effect of sending one of its packets.
    pub(crate) fn mode(&self) -> Mode {
        match self {
            Self::Isotropic(_) | Self::Demands(_) | Self::Parcels { .. } => Mode::Personal,
            Self::Collective(task) => task.kind.mode(),
            Self::Allreduce(_) => Mode::Summed,
        }
    }
}

/// Returns the packets of demands on any network, and those of all tasks with packets from node to node on a
/// network that does not look the same from every node; none for other tasks.
fn listed(network: &Network, task: &wire::Task) -> Result<Option<Vec<Demand>>, Rejection> {
    let root = |root| network.host(root, &|| "task.task.root".to_owned());
    if let wire::Task::Demands { packets, count } = task {
        return Demands::list(network, packets, *count).map(Some);
    }
    if network.is_symmetric() {
        return Ok(None);
    }
    match task {
        wire::Task::Isotropic { .. } => Err(Rejection::NotSymmetric),
        wire::Task::TotalExchange { count } => Demands::everywhere(network, *count).map(Some),
        wire::Task::NeighbourhoodExchange { min, max, count } => {
            Demands::near(network, *min, *max, *count).map(Some)
        }
        wire::Task::Scatter { root: from, count } => {
            Demands::rooted(network, root(from)?, true, *count).map(Some)
        }
        wire::Task::Gather { root: to, count } => {
            Demands::rooted(network, root(to)?, false, *count).map(Some)
        }
        _ => Ok(None),
    }
}

/// Refuses an objective of delay for packets that are copied or combined.
fn require_objective(document: &TaskDocument, mode: Mode) -> Result<(), Rejection> {
    match document.objective {
        Objective::AverageDelay | Objective::CompletionTimeThenAverageDelay if mode != Mode::Personal => {
            Err(Rejection::DelayObjective)
        }
        _ => Ok(()),
    }
}
