//! The independent checker: accepts a certificate only if every number in it can be recomputed.
//!
//! It reads [`isotask_wire`] and shares no other code with the solver: network, task, replay
//! and bounds are rebuilt here in checked integers, after `models/FORMATS.md`. No input makes it panic;
//! where a document would ask for too much work it is refused with the limit named.
//!
//! The order of the checks: the task, the schedule, the claims; the first fault is reported.

#![forbid(unsafe_code)]

mod band;
mod carry;
mod census;
mod channels;
mod claims;
mod collective;
mod counting;
mod delay;
mod delay_model;
mod delay_tree;
mod directions;
mod every_node;
mod explicit;
mod flow_model;
mod group;
mod intervals;
mod listed;
mod lower;
mod network;
mod place;
mod placed;
mod pooled;
mod pools;
mod prices;
mod problem;
mod rejection;
mod split;
mod symmetric;
mod task;
mod transport_model;
mod tree;

pub use channels::{VerifiedChannels, check_channels};
pub use rejection::{EveryNodeFault, Rejection};

use isotask_wire::{
    CertificateDocument, Horizon, LowerKind, Per, Quantity, ScheduleBody, ScheduleDocument, Scope, Status,
};
use network::Network;
use num_rational::Ratio;
use problem::Problem;

/// At most this many offsets, and rows of a schedule in intervals, are gone through.
const ROW_LIMIT: u64 = 1 << 28;

/// How thorough the checker is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Greatest nodes × moves up to which every node is replayed literally, beyond the argument
    /// by symmetry at node 0.
    pub every_node_limit: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { every_node_limit: 1 << 22 }
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
}

impl Form {
    /// The word that stands in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric",
            Self::Intervals => "intervals",
            Self::Explicit => "explicit",
        }
    }

    /// What the moves of such a schedule are counted for.
    #[must_use]
    pub fn per(self) -> Per {
        match self {
            Self::Symmetric | Self::Intervals => Per::Node,
            Self::Explicit => Per::Network,
        }
    }
}

/// How far a schedule was replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The packets of node 0; the other nodes follow by translation (P1 Theorem 2).
    NodeZero,
    /// Every copy of every packet, move by move.
    EveryNode,
}

impl Extent {
    /// The word that stands in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NodeZero => "node-0",
            Self::EveryNode => "every-node",
        }
    }
}

/// What the replay of a valid schedule found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// The form of the schedule.
    pub form: Form,
    /// How far it was replayed.
    pub replay: Extent,
    /// Number of slots up to the last one with a move.
    pub completion_time: u64,
    /// Number of moves, of one node or of the network as [`Form::per`] says.
    pub transmissions: u64,
    /// `ΣC_i`, `C_i` being the number of slots up to and including the last move of packet i of a node; a packet that
    /// never moves counts 0. None where it was not counted: for a schedule in intervals it is counted
    /// only when a claim asks for it, for an explicit schedule and for packets that are copied or combined never.
    pub total_delay: Option<u64>,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of link types: links of one node.
    pub links: u64,
    /// Number of packets, of one node or of the network as [`Form::per`] says.
    pub packets: u64,
    /// Sends and receives of a node that the ports allow in a slot; 1 with one half-duplex port.
    pub ports: u64,
}

impl Replayed {
    /// Divides the total delay by the number of packets; none where the delay was not counted or there are
    /// no packets.
    #[must_use]
    pub fn average_delay(&self) -> Option<Ratio<u64>> {
        let total = self.total_delay.filter(|_| self.packets > 0)?;
        Some(Ratio::new(total, self.packets))
    }
}

/// A claim that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedClaim {
    /// What is measured.
    pub quantity: Quantity,
    /// What the schedule attains.
    pub value: u64,
    /// What it is counted for; not with the completion time.
    pub per: Option<Per>,
    /// Which schedules the bound binds.
    pub scope: Scope,
    /// How long those schedules may take; with the total delay only.
    pub horizon: Option<Horizon>,
    /// The lower bound.
    pub lower: u64,
    /// The kind of its witness.
    pub kind: LowerKind,
    /// Whether value and bound meet.
    pub status: Status,
}

/// A certificate that holds: what was replayed, and the claims in the order of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The schedule.
    pub replayed: Replayed,
    /// The claims.
    pub claims: Vec<VerifiedClaim>,
}

/// Checks a certificate: its task, its schedule and all its claims.
///
/// # Errors
/// The first [`Rejection`] met, in the order task, schedule, claims.
///
/// # Complexity
/// Time O(document + (1 + claims) · rows · dimensions), rows being the packets of one node, and what the
/// trees ask for within a fixed limit; space O(document) unless every node is replayed, then
/// O(`every_node_limit`).
///
/// # Examples
/// ```
/// use isotask_check as check;
/// use isotask_wire as wire;
/// let text = br#"{ "format": "isotask.certificate/1",
///   "task": { "format": "isotask.task/1", "network": { "kind": "hypercube", "dimension": 2 },
///     "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time" },
///   "schedule": { "kind": "symmetric", "packets": [1, 2, 3],
///     "slots": [[[0, 0], [2, 1]], [[1, 1], [2, 0]]] },
///   "claims": [{ "quantity": "completion-time", "value": 2, "scope": "all",
///     "lower": { "kind": "weights", "value": 2, "weights": [1, 0] }, "status": "optimal" }] }"#;
/// let certificate = wire::parse::<wire::CertificateDocument>(text)?;
/// let verdict = check::check_certificate(&certificate, &check::Options::default())?;
/// assert_eq!(verdict.replayed.completion_time, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_certificate(certificate: &CertificateDocument, options: &Options) -> Result<Verdict, Rejection> {
    let problem = Problem::new(&certificate.task)?;
    let delay_wanted = certificate.claims.iter().any(|claim| claim.quantity == Quantity::TotalDelay);
    let run = replay(&problem, &certificate.schedule, *options, delay_wanted)?;
    let claims = claims::check(&problem, &run, &certificate.claims)?;
    Ok(Verdict { replayed: run.replayed, claims })
}

/// Replays a schedule for its task; it claims nothing beyond being a schedule.
///
/// # Errors
/// The first [`Rejection`] met, in the order task, schedule.
///
/// # Complexity
/// As [`check_certificate`] without claims.
pub fn check_schedule(schedule: &ScheduleDocument, options: &Options) -> Result<Replayed, Rejection> {
    let problem = Problem::new(&schedule.task)?;
    Ok(replay(&problem, &schedule.body, *options, false)?.replayed)
}

fn replay(
    problem: &Problem,
    body: &ScheduleBody,
    options: Options,
    delay_wanted: bool,
) -> Result<Run, Rejection> {
    match (problem, body) {
        (_, ScheduleBody::Explicit { packets, slots }) => explicit::replay(problem, packets, slots),
        (Problem::Isotropic(task), ScheduleBody::Symmetric { packets, slots }) => {
            task.rule.require_full_duplex()?;
            symmetric::replay(task, packets, slots, options)
        }
        (Problem::Isotropic(task), ScheduleBody::Intervals { packets, groups, intervals, routes }) => {
            task.rule.require_full_duplex()?;
            let parts = intervals::Parts { groups, intervals, routes };
            intervals::replay(task, packets.as_deref(), &parts, options, delay_wanted)
        }
        (Problem::Isotropic(_), ScheduleBody::Placed { .. }) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "one with `packets`" })
        }
        (Problem::Collective(task), ScheduleBody::Placed { slots }) if task.network.is_symmetric() => {
            placed::replay(task, slots, options)
        }
        (Problem::Listed(_), _) | (Problem::Collective(_), ScheduleBody::Placed { .. }) => {
            Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" })
        }
        (Problem::Collective(_), ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. }) => {
            Err(Rejection::ScheduleDoesNotFit {
                expected: "an explicit one, or for a multinode task a symmetric one without `packets`",
            })
        }
    }
}

/// A replay, and the first packet in it that goes a longer way than it must.
#[derive(Debug)]
struct Run {
    replayed: Replayed,
    detour: Option<Detour>,
}

/// A packet that does not take a shortest path.
#[derive(Debug, Clone, Copy)]
struct Detour {
    row: u64,
    hops: u64,
    distance: u64,
}

impl Run {
    fn new(network: &Network, ports: u64, shape: Shape, counts: &Counts) -> Self {
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

/// What was replayed, and how far.
#[derive(Debug, Clone, Copy)]
struct Shape {
    form: Form,
    replay: Extent,
    packets: u64,
}

/// What a replay counts.
#[derive(Debug, Default)]
struct Counts {
    completion_time: u64,
    transmissions: u64,
    /// None where it is not counted.
    delay: Option<u64>,
    detour: Option<Detour>,
}

/// Whether nodes × moves is small enough for the replay at every node.
fn small_enough(nodes: u64, moves: u64, options: Options) -> bool {
    let product = nodes.checked_mul(moves);
    product.is_some_and(|product| product <= options.every_node_limit)
}

/// A length as a 64-bit number; lengths of lists in memory always fit.
fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// A 64-bit index as an index into a list of this length, if it is one.
fn narrow(index: u64, length: usize) -> Option<usize> {
    usize::try_from(index).ok().filter(|&index| index < length)
}
