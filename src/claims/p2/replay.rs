//! What the schedule of a total exchange on a cube does, read from a certificate that the checker has
//! accepted.

use super::made::{broken, index};
use crate::claims::ClaimError;
use crate::claims::prove::{Least, accepted};
use crate::model::count_of;
use crate::wire::{CertificateDocument, NodeRef, ScheduleBody};

/// A packet crosses a link; slots and links count from 0.
pub(super) struct Crossing {
    pub(super) slot: u64,
    /// Where the packet started.
    pub(super) origin: u64,
    /// Where it is sent from.
    pub(super) node: u64,
    pub(super) link: u64,
}

/// All crossings of the packets of node 0 in a symmetric schedule, of all packets in an explicit one, by
/// slot.
pub(super) struct Replay {
    /// Time units.
    pub(super) time: u64,
    pub(super) crossings: Vec<Crossing>,
}

impl Replay {
    /// Hands the document to the checker first.
    pub(super) fn of(document: &CertificateDocument) -> Result<Self, ClaimError> {
        accepted(document, Least::TIME)?;
        match &document.schedule {
            ScheduleBody::Symmetric { packets, slots } => {
                let mut places = vec![0_u64; packets.len()];
                let mut crossings = Vec::new();
                for (slot, moves) in (0..).zip(slots) {
                    for step in moves {
                        let place = &mut places[index(step.packet.into())];
                        let link = u64::from(step.link);
                        crossings.push(Crossing { slot, origin: 0, node: *place, link });
                        *place ^= 1 << link;
                    }
                }
                Ok(Self { time: count_of(slots.len()), crossings })
            }
            ScheduleBody::Explicit { packets, slots } => {
                let origins: Vec<u64> =
                    packets.iter().map(|ends| node(&ends.nodes()[0])).collect::<Result<_, _>>()?;
                let mut crossings = Vec::new();
                for (slot, moves) in (0..).zip(slots) {
                    for step in moves {
                        let (from, to) = (node(&step.from())?, node(&step.to())?);
                        let link = u64::from((from ^ to).trailing_zeros());
                        let origin = origins[index(step.packet().into())];
                        crossings.push(Crossing { slot, origin, node: from, link });
                    }
                }
                Ok(Self { time: count_of(slots.len()), crossings })
            }
            _ => Err(broken("a schedule that is not slot by slot")),
        }
    }

    /// `N_d(i,n)` of a node i for n = 1, 2, …: how many of its own packets it has sent up to and including
    /// time n.
    pub(super) fn own(&self, node: u64) -> Vec<u64> {
        let mut sent = vec![0; index(self.time)];
        for crossing in self.crossings.iter().filter(|c| c.origin == node && c.node == node) {
            sent[index(crossing.slot)] += 1;
        }
        let sum = |total: &mut u64, sent: u64| {
            *total += sent;
            Some(*total)
        };
        sent.into_iter().scan(0, sum).collect()
    }
}

/// A node that a document names by its index, as those that are made here do.
pub(super) fn node(reference: &NodeRef) -> Result<u64, ClaimError> {
    match reference {
        NodeRef::Index(node) => Ok(*node),
        NodeRef::Coordinates(_) => Err(broken("a node that is not named by its index")),
    }
}
