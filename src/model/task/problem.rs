//! The problem: a network, the packets, how many links a node may use, and the objective.

use crate::model::network::sort::Sort;
use crate::model::{
    AllreduceTask, CayleyTask, CollectiveTask, DemandsTask, IsotropicTask, ModelError, Network, Node,
    ParcelsTask,
};
use crate::wire::{self, Objective, TaskDocument};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A communication task on a network.
///
/// Its packets are carried, copied or combined; every node sends the translates of those of node 0, or there
/// is a root, or packets are listed. Methods work on a view of the problem: [`Problem::rows`],
/// [`Problem::words`], [`Problem::collective`], [`Problem::demands`].
///
/// # Examples
/// ```
/// use isotask::model::Problem;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let problem = Problem::new(&parse::<TaskDocument>(text)?)?;
/// assert_eq!(problem.packets_of_a_node(), Some(15));
/// // The packets are rows of a matrix, or words of links.
/// assert_eq!(problem.rows().map(|task| task.total_distance()), Some(32));
/// assert_eq!(problem.words()?.total_distance(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Problem {
    traffic: Traffic,
    /// The view as words, if the traffic is of another kind; built on first use.
    words: OnceLock<Result<Arc<CayleyTask>, ModelError>>,
}

/// A view of a problem: how methods represent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// [`Problem::rows`].
    Rows,
    /// [`Problem::words`].
    Words,
    /// [`Problem::collective`].
    Collective,
    /// [`Problem::demands`].
    Demands,
    /// [`Problem::allreduce`].
    Allreduce,
    /// [`Problem::parcels`].
    Parcels,
}

/// The packets of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Traffic {
    /// Translates of the packets of node 0 from every node of a product of rings.
    Rows(Arc<IsotropicTask>),
    /// Translates of the packets of node 0 from every node of a Cayley graph.
    Words(Arc<CayleyTask>),
    /// Packets are copied or combined, or there is a root.
    Collective(Arc<CollectiveTask>),
    /// Packets of any kind in a list, also on a network that is not symmetric.
    Demands(Arc<DemandsTask>),
    /// Every node has a part of each block and gets the sum.
    Allreduce(Arc<AllreduceTask>),
    /// Packets in a list that differ in length or start.
    Parcels(Arc<ParcelsTask>),
}

impl Traffic {
    fn new(document: &TaskDocument) -> Result<Self, ModelError> {
        use wire::Task as T;
        let demands = || DemandsTask::new(document).map(Arc::new).map(Self::Demands);
        match (Sort::of(&document.network), &document.task) {
            (_, T::Allreduce { .. }) => AllreduceTask::new(document).map(Arc::new).map(Self::Allreduce),
            (_, T::Parcels { .. }) => ParcelsTask::new(document).map(Arc::new).map(Self::Parcels),
            (Sort::Uneven, _) | (_, T::Demands { .. }) => demands(),
            // Each packet has a delay of its own.
            (_, T::Scatter { .. } | T::Gather { .. }) if document.objective != Objective::CompletionTime => {
                demands()
            }
            // No schedule is symmetric, as in a slot of a symmetric schedule every node sends and receives.
            (_, T::TotalExchange { .. } | T::NeighbourhoodExchange { .. } | T::Isotropic { .. })
                if document.ports == wire::Ports::OneHalfDuplex =>
            {
                demands()
            }
            (
                Sort::Group,
                T::TotalExchange { .. } | T::NeighbourhoodExchange { .. } | T::Isotropic { .. },
            ) => CayleyTask::new(document).map(Arc::new).map(Self::Words),
            (_, T::TotalExchange { .. } | T::NeighbourhoodExchange { .. } | T::Isotropic { .. }) => {
                IsotropicTask::new(document).map(Arc::new).map(Self::Rows)
            }
            _ => CollectiveTask::new(document).map(Arc::new).map(Self::Collective),
        }
    }
}

impl Problem {
    /// Builds the problem that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task.
    ///
    /// # Complexity
    /// That of the view: [`IsotropicTask::new`] and its kin.
    pub fn new(document: &TaskDocument) -> Result<Self, ModelError> {
        Traffic::new(document).map(Self::of)
    }

    fn of(traffic: Traffic) -> Self {
        Self { traffic, words: OnceLock::new() }
    }

    /// Returns the document that it was built from.
    #[must_use]
    pub fn document(&self) -> &TaskDocument {
        match &self.traffic {
            Traffic::Rows(task) => task.document(),
            Traffic::Words(task) => task.document(),
            Traffic::Collective(task) => task.document(),
            Traffic::Demands(task) => task.document(),
            Traffic::Allreduce(task) => task.document(),
            Traffic::Parcels(task) => task.document(),
        }
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Network {
        match &self.traffic {
            Traffic::Rows(task) => task.network(),
            Traffic::Words(task) => task.network(),
            Traffic::Collective(task) => task.network(),
            Traffic::Demands(task) => task.network(),
            Traffic::Allreduce(task) => task.network(),
            Traffic::Parcels(task) => task.network(),
        }
    }

    /// Returns the rule for the links that a node may use in a slot, in the form of the document.
    #[must_use]
    pub fn ports(&self) -> wire::Ports {
        self.document().ports
    }

    /// Returns the network and its port rules as text: a schedule is optimal under these rules.
    #[must_use]
    pub fn network_and_ports(&self) -> String {
        let words = |ports| match ports {
            wire::Ports::All => "all ports".to_owned(),
            wire::Ports::One | wire::Ports::AtMost(1) => "one port".to_owned(),
            wire::Ports::AtMost(k) => format!("{k} ports"),
            wire::Ports::OneHalfDuplex => "one half-duplex port".to_owned(),
        };
        let of_switches = self.network().switches().map(|switches| words(switches.ports()));
        let of_switches = of_switches.map(|ports| format!(", switches {ports}")).unwrap_or_default();
        format!("{}, {}{of_switches}", self.network(), words(self.ports()))
    }

    /// Returns the objective.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.document().objective
    }

    /// Returns the title, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.document().name.as_deref()
    }

    /// Returns the view of the problem that methods take by default.
    #[doc(hidden)]
    #[must_use]
    pub fn view(&self) -> View {
        match &self.traffic {
            Traffic::Rows(_) => View::Rows,
            Traffic::Words(_) => View::Words,
            Traffic::Collective(_) => View::Collective,
            Traffic::Demands(_) => View::Demands,
            Traffic::Allreduce(_) => View::Allreduce,
            Traffic::Parcels(_) => View::Parcels,
        }
    }

    /// Returns whether its packets are listed one by one, with a source and a destination each.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        matches!(self.traffic, Traffic::Demands(_))
    }

    /// Returns whether every node of a Cayley graph sends the translates of the packets of node 0.
    #[must_use]
    pub fn is_isotropic(&self) -> bool {
        matches!(self.view(), View::Rows | View::Words)
    }

    /// Returns the view as rows of a task matrix: an isotropic task on a hypercube, torus or ring.
    #[doc(hidden)]
    #[must_use]
    pub fn rows(&self) -> Option<&IsotropicTask> {
        match &self.traffic {
            Traffic::Rows(task) => Some(task),
            _ => None,
        }
    }

    /// Returns the view as words of links: an isotropic task on a network in tables, a Cayley graph or a
    /// product of rings.
    ///
    /// # Errors
    /// [`ModelError`] when the network is too large for tables, or nodes send different packets.
    ///
    /// # Complexity
    /// That of [`CayleyTask::new`] on the first call, unless the network is a Cayley graph.
    #[doc(hidden)]
    pub fn words(&self) -> Result<&CayleyTask, ModelError> {
        match &self.traffic {
            Traffic::Words(task) => return Ok(task),
            Traffic::Collective(_) => return Err(ModelError::NotIsotropic),
            Traffic::Allreduce(_) => return Err(ModelError::Allreduce),
            Traffic::Parcels(_) => return Err(ModelError::Parcels),
            Traffic::Demands(_) => return Err(ModelError::Demands),
            Traffic::Rows(_) => {}
        }
        let words = self.words.get_or_init(|| CayleyTask::new(self.document()).map(Arc::new));
        words.as_deref().map_err(Clone::clone)
    }

    /// Returns the view as a broadcast, accumulation, scatter or gather.
    #[doc(hidden)]
    #[must_use]
    pub fn collective(&self) -> Option<&CollectiveTask> {
        match &self.traffic {
            Traffic::Collective(task) => Some(task),
            _ => None,
        }
    }

    /// Returns the view as packets in a list: demands, and all tasks on networks that are not symmetric.
    #[doc(hidden)]
    #[must_use]
    pub fn demands(&self) -> Option<&DemandsTask> {
        match &self.traffic {
            Traffic::Demands(task) => Some(task),
            _ => None,
        }
    }

    /// Returns the view as an allreduce.
    #[doc(hidden)]
    #[must_use]
    pub fn allreduce(&self) -> Option<&AllreduceTask> {
        match &self.traffic {
            Traffic::Allreduce(task) => Some(task),
            _ => None,
        }
    }

    /// Returns the view as packets in a list that differ in length or start.
    #[doc(hidden)]
    #[must_use]
    pub fn parcels(&self) -> Option<&ParcelsTask> {
        match &self.traffic {
            Traffic::Parcels(task) => Some(task),
            _ => None,
        }
    }

    /// Returns how many packets every node has for every other, if the problem is such an exchange.
    #[must_use]
    pub fn exchanged(&self) -> Option<u64> {
        self.document().task.exchanged()
    }

    /// Returns a lower bound on the moves of a schedule that lists the sends of every node; 0 where one node
    /// stands for all.
    #[must_use]
    pub fn least_moves(&self) -> u64 {
        match &self.traffic {
            Traffic::Collective(task) => task.least_moves(),
            Traffic::Demands(task) => task.least_moves(),
            Traffic::Allreduce(task) => task.least_moves(),
            Traffic::Parcels(task) => task.least_moves(),
            Traffic::Rows(_) | Traffic::Words(_) => 0,
        }
    }

    /// Returns how many links k a node may use in a slot, from 1 to the number of links, if the problem is
    /// isotropic.
    #[must_use]
    pub fn ports_of_a_node(&self) -> Option<u32> {
        match &self.traffic {
            Traffic::Rows(task) => Some(task.ports()),
            Traffic::Words(task) => Some(task.ports()),
            Traffic::Collective(_) | Traffic::Demands(_) | Traffic::Allreduce(_) | Traffic::Parcels(_) => {
                None
            }
        }
    }

    /// Returns how many packets each node sends, if the problem is isotropic.
    #[must_use]
    pub fn packets_of_a_node(&self) -> Option<u64> {
        match &self.traffic {
            Traffic::Rows(task) => Some(task.rows()),
            Traffic::Words(task) => Some(task.rows()),
            Traffic::Collective(_) | Traffic::Demands(_) | Traffic::Allreduce(_) | Traffic::Parcels(_) => {
                None
            }
        }
    }

    /// Returns how many packets all nodes send together, if packets are carried and their number is known.
    #[must_use]
    pub fn packets(&self) -> Option<u64> {
        match &self.traffic {
            Traffic::Rows(_) | Traffic::Words(_) => {
                self.packets_of_a_node()?.checked_mul(self.network().nodes())
            }
            Traffic::Collective(_) | Traffic::Allreduce(_) => None,
            Traffic::Demands(task) => task.is_personal().then(|| task.packets()),
            Traffic::Parcels(task) => u64::try_from(task.listed().len()).ok(),
        }
    }

    /// Returns the offsets of the packets of a node, equal ones side by side, if the problem is isotropic;
    /// else none.
    pub(crate) fn offsets(&self) -> impl Iterator<Item = Node> + '_ {
        let rows = self.rows().into_iter().flat_map(crate::model::IsotropicTask::classes);
        let words = match &self.traffic {
            Traffic::Words(task) => task.classes(),
            _ => &[],
        };
        rows.chain(words.iter().copied()).flat_map(|class| (0..class.count).map(move |_| class.offset))
    }

    /// Returns the sum of the distances of the packets of a node, if the problem is isotropic.
    #[must_use]
    pub fn total_distance_of_a_node(&self) -> Option<u128> {
        match &self.traffic {
            Traffic::Rows(task) => Some(task.total_distance()),
            Traffic::Words(task) => Some(task.total_distance().into()),
            Traffic::Collective(_) | Traffic::Demands(_) | Traffic::Allreduce(_) | Traffic::Parcels(_) => {
                None
            }
        }
    }

    /// Returns whether parts of packets are combined on the way.
    #[must_use]
    pub fn is_combining(&self) -> bool {
        match &self.traffic {
            Traffic::Collective(task) => {
                task.collective().is_collecting() && !task.collective().is_personal()
            }
            Traffic::Demands(task) => task.is_combined(),
            Traffic::Allreduce(_) => true,
            Traffic::Rows(_) | Traffic::Words(_) | Traffic::Parcels(_) => false,
        }
    }

    /// Returns whether packets are accumulated at every node, a reduce-scatter: half of an allreduce.
    #[must_use]
    pub fn is_reduce_scatter(&self) -> bool {
        matches!(self.document().task, wire::Task::MultinodeAccumulation { .. })
    }

    /// Returns the broadcast of as many packets from every node, with network and ports unchanged, if the
    /// problem is an accumulation at every node: the other half of an allreduce.
    ///
    /// # Errors
    /// [`ModelError`] if the broadcast is too large where the accumulation is not.
    pub fn allgather(&self) -> Option<Result<Self, ModelError>> {
        let wire::Task::MultinodeAccumulation { count } = self.document().task else { return None };
        let task = wire::Task::MultinodeBroadcast { count };
        let mut document = self.document().clone();
        document.task = task;
        Some(Self::new(&document))
    }

    /// Returns whether time runs towards the root of a symmetric problem: accumulations and gather.
    pub(crate) fn is_collecting(&self) -> bool {
        self.collective().is_some_and(|task| task.collective().is_collecting())
    }

    /// Returns the problem whose schedules are those of this one with time reversed (P2 §1); none unless it
    /// is a broadcast, accumulation, scatter or gather.
    #[must_use]
    pub fn reversed(&self) -> Option<Self> {
        self.collective().map(|task| Self::of(Traffic::Collective(Arc::new(task.reversed()))))
    }

    /// Returns the problem with another objective.
    ///
    /// # Errors
    /// [`ModelError::DelayObjective`] where packets are copied or combined.
    pub fn with_objective(&self, objective: Objective) -> Result<Self, ModelError> {
        if let Traffic::Rows(task) = &self.traffic {
            return Ok(Self::of(Traffic::Rows(Arc::new(task.with_objective(objective)))));
        }
        let mut document = self.document().clone();
        document.objective = objective;
        Self::new(&document)
    }
}

impl From<IsotropicTask> for Problem {
    fn from(task: IsotropicTask) -> Self {
        Self::of(Traffic::Rows(Arc::new(task)))
    }
}

impl From<CayleyTask> for Problem {
    /// Takes the view as words, on any network.
    fn from(task: CayleyTask) -> Self {
        Self::of(Traffic::Words(Arc::new(task)))
    }
}

impl From<CollectiveTask> for Problem {
    fn from(task: CollectiveTask) -> Self {
        Self::of(Traffic::Collective(Arc::new(task)))
    }
}

impl From<DemandsTask> for Problem {
    fn from(task: DemandsTask) -> Self {
        Self::of(Traffic::Demands(Arc::new(task)))
    }
}

/// Describes the problem in a few words.
impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.traffic {
            Traffic::Rows(task) => task.fmt(formatter),
            Traffic::Words(task) => task.fmt(formatter),
            Traffic::Collective(task) => task.fmt(formatter),
            Traffic::Demands(task) => task.fmt(formatter),
            Traffic::Allreduce(task) => task.fmt(formatter),
            Traffic::Parcels(task) => task.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accumulation_at_all_nodes_is_a_reduce_scatter() {
        let of = |kind: &str| {
            let text = format!(
                r#"{{"format":"isotask.task/1","network":{{"kind":"hypercube","dimension":3}},
                  "task":{{"kind":"{kind}"}},"ports":"all","objective":"completion-time"}}"#
            );
            let document: wire::TaskDocument = wire::parse(text.as_bytes()).expect("a document");
            Problem::new(&document).expect("a task").is_reduce_scatter()
        };
        assert!(of("multinode-accumulation"));
        assert!(!of("multinode-broadcast") && !of("total-exchange"));
    }
}
