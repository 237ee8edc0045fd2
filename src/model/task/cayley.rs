//! An isotropic task on a Cayley graph: the packets of node 0, of which every node sends the translates.

use super::isotropic::{classes_of, isotropic_ports, require_count, require_distances};
use crate::model::{CayleyGraph, ModelError, Network, Node, OffsetClass};
use crate::wire;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An isotropic task on a Cayley graph (P3 §7), or on a hypercube, torus or ring as a Cayley graph: every
/// node sends the translates of the packets of node 0.
///
/// # Examples
/// ```
/// use isotask::model::CayleyTask;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"star","n":4},
///   "task":{"kind":"total-exchange"},"ports":"one","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&parse::<TaskDocument>(text)?)?;
/// // 3 nodes at distance 1, 6 at 2, 9 at 3, 5 at 4.
/// assert_eq!((task.rows(), task.total_distance()), (23, 62));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CayleyTask {
    document: wire::TaskDocument,
    network: Network,
    graph: Arc<CayleyGraph>,
    classes: Vec<OffsetClass>,
    ports: u32,
    rows: u64,
    total_distance: u64,
}

impl CayleyTask {
    /// Builds the task that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task, it is no isotropic one, or the network is too large for
    /// tables.
    ///
    /// # Complexity
    /// O(n · m + C log C) time and space for n nodes, m links and C offsets.
    pub fn new(document: &wire::TaskDocument) -> Result<Self, ModelError> {
        if matches!(document.task, wire::Task::Demands { .. }) {
            return Err(ModelError::Demands);
        }
        let network = Network::new(&document.network)?;
        let graph = network.to_cayley()?;
        let classes = classes(&network, &graph, &document.task)?;
        let ports = isotropic_ports(&network, document.ports)?;
        // Every packet is charged one hop for each node, so that no sum over packets and routes exceeds 63
        // bits.
        let rows = classes.iter().try_fold(0_u64, |sum, class| sum.checked_add(class.count));
        let rows = rows.ok_or(ModelError::Overflow)?;
        if u128::from(rows) * u128::from(graph.nodes()) >= 1 << 63 {
            return Err(ModelError::Overflow);
        }
        let total_distance = classes.iter().map(|class| graph.distance(class.offset) * class.count).sum();
        Ok(Self { document: document.clone(), network, graph, classes, ports, rows, total_distance })
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

    /// Returns the network in tables.
    #[must_use]
    pub fn graph(&self) -> &CayleyGraph {
        &self.graph
    }

    /// Returns the distinct offsets of node 0's packets with their counts, increasing.
    #[must_use]
    pub fn classes(&self) -> &[OffsetClass] {
        &self.classes
    }

    /// Returns how many links k a node may use in a slot, from 1 to the number of links.
    #[must_use]
    pub fn ports(&self) -> u32 {
        self.ports
    }

    /// Returns the number of packets N of one node.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the sum σ of the distances of one node's packets, in hops.
    #[must_use]
    pub fn total_distance(&self) -> u64 {
        self.total_distance
    }

    /// Returns how many packets have each distance, by increasing distance; only distances that occur.
    #[must_use]
    pub fn distance_counts(&self) -> Vec<(u64, u64)> {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for class in &self.classes {
            *counts.entry(self.graph.distance(class.offset)).or_default() += class.count;
        }
        counts.into_iter().collect()
    }

    /// Returns a packet of greatest distance, the one of least offset; `None` for a task without packets.
    #[must_use]
    pub fn farthest(&self) -> Option<Node> {
        let greatest = self.classes.iter().map(|class| self.graph.distance(class.offset)).max()?;
        let farthest = self.classes.iter().find(|class| self.graph.distance(class.offset) == greatest)?;
        Some(farthest.offset)
    }
}

fn classes(
    network: &Network,
    graph: &CayleyGraph,
    task: &wire::Task,
) -> Result<Vec<OffsetClass>, ModelError> {
    let (min, max, count) = match task {
        wire::Task::TotalExchange { count } => (1, graph.diameter(), *count),
        wire::Task::NeighbourhoodExchange { min, max, count } => (*min, *max, *count),
        wire::Task::Isotropic { packets, count } => return classes_of(network, packets, *count),
        wire::Task::SingleNodeBroadcast { .. }
        | wire::Task::SingleNodeAccumulation { .. }
        | wire::Task::Scatter { .. }
        | wire::Task::Gather { .. }
        | wire::Task::MultinodeBroadcast { .. }
        | wire::Task::MultinodeAccumulation { .. }
        | wire::Task::Allreduce { .. } => return Err(ModelError::NotIsotropic),
        wire::Task::Parcels { .. } => return Err(ModelError::Parcels),
        wire::Task::Demands { .. } => return Err(ModelError::Demands),
    };
    require_count(count, || "count".to_owned())?;
    require_distances(min, max, graph.diameter())?;
    let near = |node: &Node| (min..=max).contains(&graph.distance(*node));
    Ok((0..graph.nodes()).map(Node).filter(near).map(|offset| OffsetClass { offset, count }).collect())
}
