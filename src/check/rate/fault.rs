//! Faults of a plan that repeats, and of the bound on what any plan carries.

use crate::refusal::located::located;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

located! {
    /// The reason why a rate is refused.
    #[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
    #[strum(serialize_all = "kebab-case")]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
    pub enum RateFault {
        #[error("an allreduce or parcels, expected a task whose packets are equal, and carried, copied or combined")]
        NoRate at "task.task.kind",
        #[error("one half-duplex port, expected ports that send and receive in the same slot")]
        #[strum(serialize = "half-duplex")]
        HalfDuplexPort at "task.ports",
        #[error("a period of 0 slots, expected at least 1")]
        ZeroSlots at "slots",
        #[error("0 tasks in a period, expected at least 1")]
        #[strum(serialize = "times-zero")]
        ZeroTasks at "times",
        #[error("a way of 0 packets, expected at least 1")]
        #[strum(serialize = "count-zero")]
        ZeroPackets { way: usize } at "ways[{way}][0]",
        #[error("a way without moves, expected at least one")]
        EmptyWay { way: usize } at "ways[{way}][1]",
        #[error("no link leads from node {from} to node {to}")]
        #[strum(serialize = "no-such-link")]
        NoLink { way: usize, index: usize, from: u64, to: u64 } at "ways[{way}][1][{index}]",
        #[error("a move from node {from}, where the packet is not")]
        NotThere { way: usize, index: usize, from: u64 } at "ways[{way}][1][{index}]",
        #[error("a second move to node {to}; with time reversed, if packets are combined")]
        TwiceThere { way: usize, index: usize, to: u64 } at "ways[{way}][1][{index}]",
        #[error("a way that does not come to node {node}; with time reversed, if packets are combined")]
        NotEverywhere { way: usize, node: u64 } at "ways[{way}][1]",
        #[error("a way that ends at switch {node}, expected it to end at nodes that are no switches")]
        EndsAtSwitch { way: usize, node: u64 } at "ways[{way}][1]",
        #[error("a way of no packet of the task, or under the group of some only that are not")]
        NoPacketOfTask { way: usize } at "ways[{way}]",
        #[error("{found} packets in a period {ends}, expected {expected}")]
        #[strum(serialize = "wrong-number")]
        PacketNumber { ends: String, found: u128, expected: u128 } at "ways",
        #[error("{found} packets in a period from node {from} to node {to}, which can carry {most}")]
        #[strum(serialize = "link-overload")]
        LinkFull { from: u64, to: u64, found: u128, most: u128 } at "slots",
        #[error("node {node} {what} {found} packets in a period, expected at most {most}, which its ports allow")]
        #[strum(serialize = "port-overload")]
        PortsFull { node: u64, what: &'static str, found: u128, most: u128 } at "slots",
        #[error("prices that are all 0, expected some more")]
        #[strum(serialize = "zero-prices")]
        NoPrices at "lower",
        #[error("{found}, but the prices give {recomputed}")]
        #[strum(serialize = "bound-mismatch")]
        BoundDiffers { found: String, recomputed: String } at "lower",
    }
}
