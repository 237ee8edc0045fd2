//! A routing table: every packet that it takes arrives.

use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::{HeldChannel, ListedChannel};
use std::collections::BTreeMap;

/// Most nodes of a network that a table is read for.
pub(super) const TABLE_NODE_LIMIT: u64 = 1 << 10;
/// Most virtual channels on each direction of a link.
const LANE_LIMIT: u64 = 16;

/// The entries of a table, by destination and place.
pub(super) struct Table {
    entries: BTreeMap<(u64, u64), (usize, ListedChannel)>,
    pub(super) lanes: u64,
}

impl Table {
    /// Reads a table.
    ///
    /// # Complexity
    /// Time O(e log e) for e entries.
    pub(super) fn new(network: &Network, routes: &[HeldChannel]) -> Result<Self, Rejection> {
        if network.nodes > TABLE_NODE_LIMIT {
            return Err(Rejection::TooManyRoutes { nodes: network.nodes, limit: TABLE_NODE_LIMIT });
        }
        network.effort.spend_times(wide(routes.len()), wide(network.links()))?;
        let mut entries = BTreeMap::new();
        for (index, &HeldChannel { channel, destination }) in routes.iter().enumerate() {
            let ListedChannel { from, to, lane } = channel;
            let nodes = network.nodes;
            if destination >= nodes {
                let place = format!("routes[{index}]");
                return Err(Rejection::OffsetOutOfRange { place, found: destination, nodes });
            }
            let is_there = from < nodes && to < nodes && lane < LANE_LIMIT && network.are_neighbors(from, to);
            if !is_there {
                return Err(Rejection::NoSuchChannel { list: "routes", index, channel });
            }
            if from == destination {
                return Err(Rejection::RouteOfArrived { index, destination });
            }
            if let Some((first, _)) = entries.insert((destination, from), (index, channel)) {
                return Err(Rejection::RouteTwice { index, first });
            }
        }
        let lanes = routes.iter().map(|held| held.channel.lane + 1).max().unwrap_or(1);
        let table = Self { entries, lanes };
        table.require_arrivals(narrow(network.nodes, usize::MAX).unwrap_or(0))?;
        Ok(table)
    }

    /// Returns the next channel of a packet.
    pub(super) fn next(&self, from: u64, goal: u64) -> Option<ListedChannel> {
        self.entries.get(&(goal, from)).map(|&(_, channel)| channel)
    }

    /// Requires that every packet arrives: from entry to entry it comes to its destination.
    fn require_arrivals(&self, nodes: usize) -> Result<(), Rejection> {
        // By node: the last destination to which it is known to lead, and the last entry from which a packet
        // came through.
        let (mut arrives, mut seen) = (vec![None; nodes], vec![None; nodes]);
        for (&(destination, from), &(index, _)) in &self.entries {
            // The entry that was taken last: where it leads nowhere, it is at fault.
            let (mut at, mut last) = (from, index);
            let mut way = Vec::new();
            while at != destination {
                let Some(place) = narrow(at, nodes).filter(|&place| arrives[place] != Some(destination))
                else {
                    break;
                };
                if seen[place].replace(index) == Some(index) {
                    return Err(Rejection::RouteInACircle { index: last, destination });
                }
                way.push(place);
                let Some(&(taken, channel)) = self.entries.get(&(destination, at)) else {
                    return Err(Rejection::RouteWithoutEnd { index: last, destination, at });
                };
                (at, last) = (channel.to, taken);
            }
            for place in way {
                arrives[place] = Some(destination);
            }
        }
        Ok(())
    }
}
