//! A network as a graph, for formats of graphs.

pub(super) mod dot;
pub(super) mod graphml;
pub(super) mod node_link;

use super::plan::error::PlanError;
use super::plan::{Plan, PlannedSend, require_small};
use crate::model::{Link, Network, NetworkLink, Node, count_of};
use petgraph::visit::{EdgeIndexable, EdgeRef, IntoEdgeReferences};
use std::fmt::Write;

/// A network, with the transmissions of a schedule over its links if there is one.
#[derive(Debug)]
pub struct NetworkGraph<'a> {
    /// The network.
    network: &'a Network,
    /// The name that a user gave to the task.
    name: Option<&'a str>,
    /// The transmissions of the schedule.
    sent: Option<Sent<'a>>,
}

#[derive(Debug)]
struct Sent<'a> {
    plan: &'a Plan<'a>,
    /// For every link the indices of its transmissions in the plan.
    crossings: Vec<Vec<usize>>,
}

/// A directed link with the transmissions over it in their order; none if there is no schedule. Parallel
/// links are one edge.
#[derive(Debug)]
pub(super) struct Edge<'a> {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) link: Link,
    /// The number of packets that it carries in a slot, if links may differ in that.
    pub(super) capacity: Option<u64>,
    pub(super) sends: Option<Vec<&'a PlannedSend>>,
}

impl<'a> NetworkGraph<'a> {
    /// Makes the graph of a network without a schedule.
    ///
    /// # Errors
    /// [`PlanError::TooLarge`] above 2²² links of all nodes.
    pub fn alone(network: &'a Network, name: Option<&'a str>) -> Result<Self, PlanError> {
        require_small(network)?;
        Ok(Self { network, name, sent: None })
    }

    /// Makes the graph of the network of a plan, with the transmissions over its links.
    ///
    /// # Complexity
    /// O(nodes × links + transmissions).
    #[must_use]
    pub fn of_plan(plan: &'a Plan<'a>) -> Self {
        let network = plan.problem.network();
        let mut crossings = vec![Vec::new(); network.edge_bound()];
        for (place, PlannedSend { sent, link, .. }) in plan.sends.iter().enumerate() {
            // Parallel links are one edge.
            let first = network.link_between(sent.from, sent.to).unwrap_or(*link);
            crossings[EdgeIndexable::to_index(network, (sent.from, first))].push(place);
        }
        Self { network, name: plan.problem.name(), sent: Some(Sent { plan, crossings }) }
    }

    /// Returns the number of nodes and of directed links.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        (self.network.nodes(), count_of(self.edges().count()))
    }

    pub(super) fn network(&self) -> &Network {
        self.network
    }

    /// Returns the name of the graph: the user's name of the task, else the title of the network.
    pub(super) fn name(&self) -> String {
        self.name.map_or_else(|| self.network.title(), str::to_owned)
    }

    /// Returns the number of slots of the schedule.
    pub(super) fn slots(&self) -> Option<u64> {
        self.sent.as_ref().map(|sent| sent.plan.slots)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.network.nodes()).map(Node)
    }

    /// Returns the links, by sender and in their order.
    pub(super) fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        let network = self.network;
        let has_capacities = network.has_capacities();
        let is_first = move |edge: &NetworkLink| {
            !has_capacities || network.link_between(edge.source(), edge.target()) == Some(edge.link())
        };
        self.network.edge_references().filter(is_first).map(move |edge: NetworkLink| {
            let sends = self.sent.as_ref().map(|sent| {
                let places = &sent.crossings[EdgeIndexable::to_index(self.network, edge.id())];
                places.iter().map(|&place| &sent.plan.sends[place]).collect()
            });
            let (from, to) = (edge.source(), edge.target());
            let capacity = has_capacities.then(|| network.capacity(from, to));
            Edge { from, to, link: edge.link(), capacity, sends }
        })
    }
}

/// Returns the transmissions over a link as one text, by slots: `3:0>5` is the packet from 0 to 5 in slot 3,
/// `3:0>` one of 0 that is copied, `3:>5` one for 5 that is combined. A suffix `#1` marks the second packet
/// with equal ends.
pub(super) fn crossings(sends: &[&PlannedSend]) -> String {
    let mut out = String::new();
    for PlannedSend { slot, sent, .. } in sends {
        let gap = if out.is_empty() { "" } else { " " };
        let (from, to) = sent.packet.ends();
        let word = |node: Option<Node>| node.map_or_else(String::new, |node| node.0.to_string());
        let copy = sent.copy.map_or_else(String::new, |copy| format!("#{copy}"));
        write!(out, "{gap}{slot}:{}>{}{copy}", word(from), word(to)).expect("a string takes any text");
    }
    out
}
