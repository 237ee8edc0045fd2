//! Faults of the schedules of several groups at once, and of the bound on them.

use crate::refusal::located::located;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

located! {
    /// The reason why groups are refused.
    #[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, VariantNames)]
    #[strum(serialize_all = "kebab-case")]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "the message of every variant says what its fields mean")]
    pub enum GroupsFault {
        #[error("no groups, expected at least one")]
        NoGroups at "groups",
        #[error("another network than that of the first group, expected the same nodes, links and names; only switches may differ")]
        OtherNetwork { group: usize } at "groups[{group}].task.network",
        #[error("node {node} has other ports than in the first group, expected the same in all")]
        OtherPorts { group: usize, node: u64 } at "groups[{group}].task.ports",
        #[error("parcels, expected a task whose packets take one slot for a move")]
        ParcelsInGroup { group: usize } at "groups[{group}].task.task",
        #[error("a schedule that is not explicit, expected the moves of all nodes slot by slot")]
        NotSlotBySlot { group: usize } at "groups[{group}].schedule.kind",
        #[error("slot {slot} of all groups together: {fault}")]
        Crowded { slot: usize, fault: String } at "groups",
        #[error("group {group}, expected one of {groups} groups, counted from 0")]
        NoSuchGroup { group: u32, groups: usize } at "lower.group",
        #[error("a bound of {found} slots, but the witness gives {recomputed}")]
        #[strum(serialize = "groups-bound-mismatch")]
        BoundDiffers { found: u64, recomputed: u128 } at "lower.value",
        #[error("a task of equal packets from every node of a network without a list of links, expected the bound of a group")]
        NoSum { group: usize } at "lower.kind",
    }
}
