//! A schedule held against the rules of P1, for programs.

use serde::{Deserialize, Serialize};

/// What OCTR, OADD and the rule against waste say of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesReport {
    /// The node that stands for all, where every node does the same: lines and packets are its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u64>,
    /// The slots, from 0, in which a critical line is not served (OCTR).
    pub octr_broken_in: Vec<u64>,
    /// The slots in which a packet moves while one at the same node stays that has less far to go (OADD).
    pub oadd_broken_in: Vec<u64>,
    /// The slots in which a link is idle that would take a waiting packet nearer home.
    pub wasting_in: Vec<u64>,
    /// Slot by slot.
    pub slots: Vec<SlotRulesReport>,
    /// When packets of each distance come home.
    pub distances: Vec<DistanceDelayReport>,
    /// Packets stored at the nodes.
    pub storage: Vec<StorageReport>,
}

/// What the rules say of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SlotRulesReport {
    /// The slot, from 0.
    pub slot: u64,
    /// The critical sum h of what is left before it.
    pub h: u64,
    /// The lines that need h slots.
    pub critical: Vec<CriticalLineReport>,
    /// The first two packets that break OADD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oadd: Option<OaddReport>,
    /// The idle links that would take a waiting packet nearer home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<IdleLinkReport>,
    /// Least sends of a node.
    pub least_sends: u64,
    /// Most sends of a node.
    pub most_sends: u64,
}

/// A critical line in a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CriticalLineReport {
    /// `packet`, `link`, `sends`, `receives` or `port`.
    pub kind: String,
    /// The packet, the link or the node.
    pub name: String,
    /// Moves of it that are left before the slot.
    pub left: u64,
    /// Moves of it in the slot.
    pub used: u64,
    /// Whether it needs one slot less afterwards.
    pub served: bool,
}

/// Two packets that break OADD.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OaddReport {
    /// Where both are.
    pub node: u64,
    /// The packet that moves.
    pub moves: String,
    /// Hops that it has to go.
    pub moves_distance: u64,
    /// The packet that stays.
    pub stays: String,
    /// Hops that it has to go, which are fewer.
    pub stays_distance: u64,
}

/// An idle link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IdleLinkReport {
    /// The node that does not send.
    pub from: u64,
    /// The neighbour.
    pub to: u64,
    /// A packet that waits.
    pub waits: String,
}

/// When packets of a distance come home, in slots counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DistanceDelayReport {
    /// The distance i in hops.
    pub hops: u64,
    /// The packets of it.
    pub packets: u64,
    /// When one of them moves first.
    #[serde(default)]
    pub begin: u64,
    /// `m_i`: when the first of them comes home.
    pub first: u64,
    /// `M_i`: when the last does.
    pub last: u64,
    /// `D_i`: the sum over all of them.
    pub delay: u64,
}

/// The packets at a node that are not home, before every slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StorageReport {
    /// The node.
    pub node: u64,
    /// Their average over the slots, as an exact fraction.
    pub average: String,
    /// The most.
    pub most: u64,
    /// The average of those that started elsewhere.
    pub average_of_others: String,
    /// The most of these.
    pub most_of_others: u64,
}
