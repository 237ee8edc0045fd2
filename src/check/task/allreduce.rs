//! Allreduce, rebuilt from its document: every host has a part of each block and gets the sum of all parts.

use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use crate::task::collective::{Kind, require_size, require_ways};
use crate::task::packets::{Ends, require_count};
use crate::task::ports::Ports;

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(crate) struct Allreduce {
    /// The network.
    pub(crate) network: Network,
    /// Blocks of the whole vector, at least 1.
    pub(crate) count: u64,
    /// The ports of its nodes.
    pub(crate) ports: Ports,
}

impl Allreduce {
    /// Builds the task; refuses numbers that make none, and parts without a route.
    pub(crate) fn new(network: Network, count: u64, ports: Ports) -> Result<Self, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        require_size(&network, count)?;
        // The part of every host must come to every host.
        require_ways(&network, Kind::MultinodeBroadcast)?;
        Ok(Self { network, count, ports })
    }

    /// Returns the ends of its blocks, which have none, with their number.
    pub(crate) fn ends(&self) -> (Ends, u64) {
        (Ends { from: None, to: None }, self.count)
    }

    /// Returns the least number of moves in the whole network: 2(h - 1) of each block for h
    /// hosts.
    pub(crate) fn transmissions(&self) -> u128 {
        2 * self.moves_of_broadcast()
    }

    /// Returns the least number of moves that bring the parts of one host to all others.
    pub(crate) fn moves_of_broadcast(&self) -> u128 {
        u128::from(self.count) * u128::from(self.network.host_count() - 1)
    }
}
