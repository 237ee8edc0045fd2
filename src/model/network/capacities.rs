//! Capacities of a graph, and graphs whose links have smaller capacities.

use super::Network;
use crate::wire;
use std::sync::Arc;

impl Network {
    /// Returns the capacity of each link in the document of a graph; none of other networks.
    pub(in crate::model) fn capacities(&self) -> Option<impl Iterator<Item = u32> + Clone> {
        let wire::Network::Graph(graph) = self.kind() else { return None };
        Some(graph.links.iter().map(|link| link.capacity))
    }

    /// Returns the document of the network with capacities limited to `most`; none if no capacity exceeds
    /// that.
    pub(in crate::model) fn limited_to(&self, most: u32) -> Option<wire::Network> {
        let is_above = |capacity| capacity > most;
        self.capacities()?.any(is_above).then(|| self.with_capacities(|capacity| capacity.min(most)))?
    }

    /// Returns the document of the graph with the capacities of links, and the limited ports of switches,
    /// divided by `parts` and rounded down; none of other networks, or if some capacity becomes 0.
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
