//! Routing by a table of the user's own.

use super::channels::{Channel, Routing};
use crate::model::{Network, Node};
use crate::wire::HeldChannel;
use std::collections::BTreeMap;

/// Takes the channels of a table, by where a message is and where it goes. No message goes where no entry
/// leads.
#[derive(Debug, Clone)]
pub struct RoutingTable {
    nodes: u64,
    lanes: u64,
    /// The next channel, by destination and place.
    next: BTreeMap<(Node, Node), Channel>,
}

impl RoutingTable {
    /// Builds the routing of a table that [`check_routes`](crate::check::check_routes) has accepted; `None`
    /// if an entry stands for a channel that the network does not have.
    ///
    /// # Complexity
    /// O(e log e) time and O(e) space for e entries.
    #[must_use]
    pub fn new(network: &Network, routes: &[HeldChannel]) -> Option<Self> {
        let nodes = network.nodes();
        let entry = |held: &HeldChannel| {
            let (from, to) = (Node(held.channel.from), Node(held.channel.to));
            let is_there = from.0 < nodes && to.0 < nodes && held.destination < nodes;
            let lane = u32::try_from(held.channel.lane).ok()?;
            (is_there && network.link_between(from, to).is_some())
                .then_some(((Node(held.destination), from), Channel { from, to, lane }))
        };
        let next = routes.iter().map(entry).collect::<Option<BTreeMap<_, _>>>()?;
        let lanes = next.values().map(|channel| u64::from(channel.lane) + 1).max().unwrap_or(1);
        Some(Self { nodes, lanes, next })
    }

    /// Returns the number of virtual channels on each direction of a link.
    #[must_use]
    pub fn lanes(&self) -> u64 {
        self.lanes
    }
}

impl Routing for RoutingTable {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        self.next.get(&(to, at)).copied()
    }

    fn has_way(&self, from: Node, to: Node) -> bool {
        from == to || self.next.contains_key(&(to, from))
    }
}
