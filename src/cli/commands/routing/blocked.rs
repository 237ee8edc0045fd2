//! How packets wait for each other in a deadlock, by the buffers of a channel, and the check of a deadlock
//! without buffers.

use crate::cli::terminal::failure::Failure;
use crate::deadlock::{NamedRouting, channels_between};
use crate::model::Node;
use crate::wire::ReplayReport;

/// How the packets of a deadlock wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// Each node is blocked by the packet that it sends.
    AtNodes,
    /// Each packet is alone in its channel.
    InChannels,
    /// Each packet is the first of several in its channel.
    InQueues,
}

impl Waits {
    /// Returns how packets wait if a channel holds some number of packets.
    pub(super) fn with(buffers: u32) -> Self {
        match buffers {
            0 => Self::AtNodes,
            1 => Self::InChannels,
            _ => Self::InQueues,
        }
    }

    /// Returns what a report says of buffers; nothing of one, the usual number.
    pub(super) fn buffers_line(self, buffers: u32) -> Option<String> {
        match self {
            Self::AtNodes => {
                Some("none: a node that sends a packet takes none until its own is taken (P4 §IV)".to_owned())
            }
            Self::InChannels => None,
            Self::InQueues => Some(format!("{buffers} on each channel, first in, first out (P4 §IV)")),
        }
    }

    pub(super) fn checked(self) -> &'static str {
        match self {
            Self::AtNodes => {
                "every packet of the circle goes over its channel, to a node that sends the next"
            }
            Self::InChannels | Self::InQueues => {
                "every packet of a cycle takes its channel and then needs the next"
            }
        }
    }

    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::AtNodes => "each packet waits for a node that itself sends the next, the last the first",
            Self::InChannels => "each packet holds a channel and waits for the next, the last for the first",
            Self::InQueues => {
                "each packet is the first of a full channel and waits for the next channel, the last for the first"
            }
        }
    }

    pub(super) fn header(self) -> [&'static str; 3] {
        match self {
            Self::AtNodes => ["packet", "sent over", "to the node that sends over"],
            Self::InChannels => ["packet", "holds", "waits for"],
            Self::InQueues => ["packet", "first of", "waits for"],
        }
    }
}

/// Verifies a deadlock without buffers: each packet's route has its channel, which ends where the next
/// begins.
pub(super) fn require_blocked(routing: &NamedRouting<'_>, replay: &ReplayReport) -> Result<(), Failure> {
    let next = replay.blocked.iter().cycle().skip(1);
    for ((held, next), &source) in replay.blocked.iter().zip(next).zip(&replay.sources) {
        let way = channels_between(routing, Node(source), Node(held.destination));
        let has = way.is_ok_and(|way| {
            way.iter().any(|hop| {
                (hop.from.0, hop.to.0, u64::from(hop.lane))
                    == (held.channel.from, held.channel.to, held.channel.lane)
            })
        });
        if !has || held.channel.to != next.channel.from {
            return Err(Failure::self_check(format!(
                "the packet from {source} to {} is not blocked by the next of its circle",
                held.destination
            )));
        }
    }
    Ok(())
}
