//! The result of a replay: the length of the schedule, its counts, and the extent of the replay.

use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use isotask_wire::{Per, SelfCheckReport};

/// The limits of the work of the checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Greatest nodes × moves up to which every node is replayed literally, beyond the argument
    /// by symmetry at node 0.
    pub every_node_limit: u64,
    /// Steps of work, beside work linear in the length of the document, after which the document is refused:
    /// 2³⁴ take a fast core half a minute.
    pub limit: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { every_node_limit: 1 << 22, limit: 1 << 34 }
    }
}

/// The form of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Slots with moves.
    Symmetric,
    /// Intervals in which a group of rows owns a link.
    Intervals,
    /// Slots with the moves of every node.
    Explicit,
    /// Slots with the moves of one packet of each orbit.
    Orbit,
    /// The division of packets between the two ways round a ring.
    Conveyor,
    /// A plan of how the rows of each distance are joined to those before.
    Windows,
}

impl Form {
    /// Returns the word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric",
            Self::Intervals => "intervals",
            Self::Explicit => "explicit",
            Self::Orbit => "orbit",
            Self::Conveyor => "conveyor",
            Self::Windows => "windows",
        }
    }

    /// Returns whether the moves of such a schedule are counted per node or in the network.
    #[must_use]
    pub fn per(self) -> Per {
        match self {
            Self::Symmetric | Self::Intervals | Self::Windows => Per::Node,
            Self::Explicit | Self::Orbit | Self::Conveyor => Per::Network,
        }
    }
}

/// The extent to which a schedule was replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The packets of node 0; the other nodes follow by translation (P1 Theorem 2).
    NodeZero,
    /// One packet of each orbit; the others follow by translation.
    EachOrbit,
    /// None: the slots follow from the packets by the conveyor lemma.
    Lemma,
    /// None: the plan of windows was checked, from which the slots follow by König's theorem.
    Plan,
    /// Every copy of every packet, move by move.
    EveryNode,
}

impl Extent {
    /// Returns the word that stands in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NodeZero => "node-0",
            Self::EachOrbit => "each-orbit",
            Self::Lemma => "lemma",
            Self::Plan => "plan",
            Self::EveryNode => "every-node",
        }
    }

    /// Returns in words how far a schedule was replayed.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::EveryNode => "replayed at every node",
            Self::Lemma => "its slots by the conveyor lemma (guide, orbits)",
            Self::Plan => "its plan checked, the slots by König's theorem (guide, delay)",
            Self::EachOrbit => "replayed by one packet of each orbit (the others are its translates)",
            Self::NodeZero => "replayed at node 0 (the others are its translates, P1 Theorem 2)",
        }
    }
}

/// The result of the replay of a valid schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// The form of the schedule.
    pub form: Form,
    /// The extent to which it was replayed.
    pub replay: Extent,
    /// Number of slots up to the last one with a move.
    pub completion_time: u64,
    /// Number of moves, of one node or of the network as [`Form::per`] says.
    pub transmissions: u128,
    /// `ΣC_i`, `C_i` being the number of slots up to and including the last move of packet i of a node; a
    /// packet that never moves counts 0. None where it was not counted: for a schedule in intervals it is
    /// counted only when a claim is about it, for a conveyor and for packets that are copied or combined
    /// never.
    pub total_delay: Option<u128>,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of link types: links of one node.
    pub links: u64,
    /// Number of packets, of one node or of the network as [`Form::per`] says.
    pub packets: u64,
    /// Most sends, and most receives, of a node that the ports allow in a slot; 1 with one half-duplex port.
    pub ports: u64,
}

impl Replayed {
    /// Divides the total delay by the number of packets and writes the fraction in lowest terms, `17/3` or
    /// `4`; none where the delay was not counted or there are no packets.
    #[must_use]
    pub fn average_delay(&self) -> Option<String> {
        let total = self.total_delay.filter(|_| self.packets > 0)?;
        let packets = u128::from(self.packets);
        let (mut divisor, mut rest) = (packets, total);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let (above, below) = (total / divisor, packets / divisor);
        Some(if below == 1 { above.to_string() } else { format!("{above}/{below}") })
    }
}

impl From<&Replayed> for SelfCheckReport {
    fn from(replayed: &Replayed) -> Self {
        Self { form: replayed.form.as_str().to_owned(), replay: replayed.replay.as_str().to_owned() }
    }
}

/// The result of a replay, and its first packet that does not take a shortest path.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) replayed: Replayed,
    pub(crate) detour: Option<Detour>,
}

/// A packet that does not take a shortest path. All fields are 0 where it is only known that there is one:
/// hops are not counted while a symmetric schedule is read, and a schedule refused then is replayed again.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Detour {
    pub(crate) row: u64,
    pub(crate) hops: u64,
    pub(crate) distance: u64,
}

impl Run {
    /// Assembles the result of a replay from its counts.
    pub(crate) fn new(network: &Network, ports: u64, shape: Shape, counts: &Counts) -> Self {
        let replayed = Replayed {
            form: shape.form,
            replay: shape.replay,
            completion_time: counts.completion_time,
            transmissions: counts.transmissions,
            total_delay: counts.delay,
            nodes: network.nodes,
            links: wide(network.links()),
            packets: shape.packets,
            ports,
        };
        Self { replayed, detour: counts.detour }
    }
}

/// The form of a schedule, the extent of its replay, and the number of its packets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) form: Form,
    pub(crate) replay: Extent,
    pub(crate) packets: u64,
}

/// The counts of a replay.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) completion_time: u64,
    pub(crate) transmissions: u128,
    /// None where it is not counted.
    pub(crate) delay: Option<u128>,
    pub(crate) detour: Option<Detour>,
}

/// Adds one to a number of slots; replays count slots in 32 bits for each packet.
pub(crate) fn next_slot(slots: u32) -> Result<u32, Rejection> {
    slots.checked_add(1).ok_or_else(|| Rejection::Overflow { place: "schedule.slots".to_owned() })
}

/// Steps of moving a copy of a packet, beside finding the node to which it goes.
const STEPS_OF_A_COPY: u64 = 16;

/// Takes the steps of moving this number of copies one by one.
pub(crate) fn spend_copies(network: &Network, copies: u64) -> Result<(), Rejection> {
    network.effort.spend_times(copies, STEPS_OF_A_COPY + network.steps_of_a_look())
}

/// Returns whether nodes × moves is small enough for the replay at every node.
pub(crate) fn small_enough(nodes: u64, moves: u128, options: Options) -> bool {
    let product = u128::from(nodes).checked_mul(moves);
    product.is_some_and(|product| product <= options.every_node_limit.into())
}
