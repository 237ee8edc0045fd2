//! Capacities of a graph, and graphs with less room on their links.

use super::Network;
use crate::wire;
use std::sync::Arc;

impl Network {
    /// What the document of a graph says each link carries in a slot; none of other networks.
    pub(in crate::model) fn capacities(&self) -> Option<impl Iterator<Item = u32> + Clone> {
        let wire::Network::Graph(graph) = self.kind() else { return None };
        Some(graph.links.iter().map(|link| link.capacity))
    }

    /// What a document says of the same network if links carry no more than `most` packets in a slot; none if
    /// none carries more.
    pub(in crate::model) fn limited_to(&self, most: u32) -> Option<wire::Network> {
        let is_above = |capacity| capacity > most;
        self.capacities()?.any(is_above).then(|| self.with_capacities(|capacity| capacity.min(most)))?
    }

    /// What a document says of the same graph if links, and switches with few ports, carry one part of
    /// `parts` in a slot, rounded down; none of other networks, or if nothing is left of some link.
    pub(in crate::model) fn with_one_of(&self, parts: u32) -> Option<wire::Network> {
        let is_below = |capacity| capacity < parts;
        if self.capacities()?.any(is_below) {
            return None;
        }
        let mut network = self.with_capacities(|capacity| capacity / parts)?;
        if let wire::Network::Graph(graph) = &mut network
            && let wire::Ports::AtMost(ports) = graph.switch_ports
        {
            graph.switch_ports = wire::Ports::AtMost(ports / u64::from(parts));
        }
        Some(network)
    }

    fn with_capacities(&self, of: impl Fn(u32) -> u32) -> Option<wire::Network> {
        let wire::Network::Graph(graph) = self.kind() else { return None };
        let mut graph = graph.clone();
        for link in Arc::make_mut(&mut graph.links) {
            link.capacity = of(link.capacity);
        }
        Some(wire::Network::Graph(graph))
    }
}
