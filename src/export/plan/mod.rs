//! All transmissions of a schedule in one list, for formats that need to know which transmission requires
//! which.

pub(super) mod error;
pub(super) mod goal;
pub(super) mod simgrid;

use crate::model::{
    Link, Network, Node, Packet, Problem, Schedule, TakenLinks, Transmission, count_of, large,
};
use error::PlanError;
use std::collections::BTreeMap;
use std::fmt;

/// Most transmissions of a plan.
pub(super) const MAX_SENDS: u64 = 1 << 21;
/// Most links of all nodes of a network that is exported.
pub(super) const MAX_LINKS: u64 = 1 << 22;

/// A transmission of a packet over a link in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedSend {
    /// The slot, from 0.
    pub slot: u64,
    /// The link at the sender.
    pub link: Link,
    /// The transmission: sender, receiver and packet.
    pub sent: Transmission,
}

/// All transmissions of a schedule that the checker has accepted.
pub struct Plan<'a> {
    /// The problem that the schedule solves.
    pub problem: &'a Problem,
    /// Number of slots up to the last one with a transmission.
    pub slots: u64,
    /// The transmissions by slot, sender and receiver.
    pub sends: Vec<PlannedSend>,
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, slots, sends } = self;
        out.debug_tuple("Plan").field(&(problem, slots, sends.len())).finish()
    }
}

impl<'a> Plan<'a> {
    /// Gathers the transmissions of the first `slots` slots of a schedule.
    ///
    /// # Errors
    /// [`PlanError::Sums`] of an allreduce, [`PlanError::Parcels`] of packets that differ in length,
    /// [`PlanError::TooFar`] as [`Schedule::require_near`], [`PlanError::TooManySends`] above 2²¹
    /// transmissions, [`PlanError::TooLarge`] above 2²² links of all nodes, [`PlanError::Stopped`] as soon as
    /// `stop` says so.
    ///
    /// # Complexity
    /// That of [`Schedule::visit`], and 72 bytes a transmission.
    ///
    /// # Panics
    /// If the schedule is not one of the problem.
    pub fn new(
        problem: &'a Problem,
        schedule: &Schedule,
        slots: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, PlanError> {
        if problem.allreduce().is_some() {
            return Err(PlanError::Sums);
        }
        if problem.parcels().is_some() {
            return Err(PlanError::Parcels);
        }
        schedule.require_near(&(0..slots))?;
        let network = problem.network();
        require_small(network)?;
        let most = MAX_SENDS;
        match schedule.count_transmissions(network, None, &(0..slots)) {
            Some(found) if found <= most => {}
            found => {
                let found = large(found);
                return Err(PlanError::TooManySends { found, most });
            }
        }
        let (mut sends, mut links) = (Vec::new(), TakenLinks::new(network));
        schedule.visit(problem, None, 0..slots, |slot, sent| {
            let link = links.link(slot, sent.from, sent.to);
            sends.push(PlannedSend { slot, link, sent });
            if stop() { Err(PlanError::Stopped) } else { Ok(()) }
        })?;
        Ok(Self { problem, slots, sends })
    }

    /// Refuses networks with switches, which run no program.
    ///
    /// # Errors
    /// [`PlanError::Switches`].
    pub(super) fn require_programs(&self) -> Result<(), PlanError> {
        match self.problem.network().switches() {
            Some(_) => Err(PlanError::Switches),
            None => Ok(()),
        }
    }

    /// Returns, for every transmission, the earlier ones that its sender must have received: none where the
    /// packet starts; the one that brought the packet if it is carried or copied; all that brought parts of
    /// it if it is combined.
    ///
    /// # Complexity
    /// O(S log S) for S transmissions.
    pub(super) fn needs(&self) -> Vec<Vec<usize>> {
        let mut come: BTreeMap<(Node, Packet, Option<u64>), Vec<usize>> = BTreeMap::new();
        let mut needs = Vec::with_capacity(self.sends.len());
        for slot in self.sends.chunk_by(|a, b| a.slot == b.slot) {
            let first = needs.len();
            for PlannedSend { sent, .. } in slot {
                let here = come.get(&(sent.from, sent.packet, sent.copy));
                needs.push(here.cloned().unwrap_or_default());
            }
            // A packet that arrives in a slot can be sent on only in a later one.
            for (place, PlannedSend { sent, .. }) in (first..).zip(slot) {
                let there = come.entry((sent.to, sent.packet, sent.copy)).or_default();
                match sent.packet {
                    Packet::Personal { .. } => *there = vec![place],
                    // The first copy is enough, and the packet need not come to its start.
                    Packet::Copied { from } if from == sent.to || !there.is_empty() => {}
                    Packet::Copied { .. } | Packet::Combined { .. } | Packet::Summed { .. } => {
                        there.push(place);
                    }
                }
            }
        }
        needs
    }

    /// Returns the earliest slot, from 1, in which each transmission can end if transmissions keep their
    /// order on every link and wait only for those that they need and for the link.
    ///
    /// # Complexity
    /// O(S log S) for S transmissions.
    pub(super) fn earliest(&self, needs: &[Vec<usize>]) -> Vec<u64> {
        let mut free: BTreeMap<(Node, Link), u64> = BTreeMap::new();
        let mut ends: Vec<u64> = Vec::with_capacity(self.sends.len());
        for (send, needs) in self.sends.iter().zip(needs) {
            let free = free.entry((send.sent.from, send.link)).or_default();
            let start = needs.iter().map(|&before| ends[before]).fold(*free, u64::max);
            *free = start + 1;
            ends.push(*free);
        }
        ends
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.problem.network().nodes()
    }

    /// Returns the number of transmissions.
    pub(super) fn count(&self) -> u64 {
        count_of(self.sends.len())
    }
}

/// Refuses networks with too many links to export.
///
/// # Errors
/// [`PlanError::TooLarge`].
pub(super) fn require_small(network: &Network) -> Result<(), PlanError> {
    let (nodes, links, most) = (network.nodes(), network.links(), MAX_LINKS);
    match nodes.checked_mul(links.into()) {
        Some(all) if all <= most => Ok(()),
        _ => Err(PlanError::TooLarge { nodes, links, most }),
    }
}
