//! The result document, `isotask.result/1`: what a command prints with `--json`.

pub(super) mod channels;
pub(super) mod claims;
pub(super) mod combined;
pub(super) mod crosscheck;
pub(super) mod groups;
pub(super) mod hull;
pub(super) mod machines;
pub(super) mod messages;
pub(super) mod methods;
pub(super) mod networks;
pub(super) mod rate;
pub(super) mod routes;
pub(super) mod rules;
pub(super) mod run;
pub(super) mod show;
pub(super) mod symmetry;
pub(super) mod trees;

use super::certificate::matrix::{MatrixClaim, MatrixTerm};
use super::certificate::{Claim, Horizon, Per, Quantity, Scope, Status};
use super::document::{Document, format_tag};
use super::task::Objective;
use crate::certificate::lower::Lower;
use crate::matrix::MatrixDocument;
use crate::task::ports::Ports;
use channels::{ChannelsReport, ReplayReport};
use claims::PrintedClaim;
use combined::CombinedReport;
use crosscheck::CrosscheckReport;
use groups::GroupReport;
use hull::HullReport;
use machines::MachineReport;
use messages::MessagesReport;
use methods::MethodReport;
use networks::NetworkReport;
use rate::RateReport;
use routes::{RouteReport, WaysReport};
use run::{DelayReport, HistoryReport, RunReport, SlotTimeReport};
use serde::{Deserialize, Serialize};
use show::{ShowReport, WrittenReport};
use symmetry::SymmetryReport;
use trees::TreeReport;

format_tag!(ResultFormat, "isotask.result/1");

/// The outcome of one command, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResultDocument {
    format: ResultFormat,
    /// The command: `solve`, `bound`, `check`, …
    pub command: String,
    /// How it ended.
    pub status: ResultStatus,
    /// The exit code of the process.
    pub exit: u8,
    /// The input, as it was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The SHA-256 of the document that was checked, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The network in words, of a `solve`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// How files of others were read, wherever they could have been meant otherwise: a line for each file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// Its nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Links of each node; on an incomplete hypercube the most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links_per_node: Option<u32>,
    /// The task in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Links that a node may use in a slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ports: Option<Ports>,
    /// What is to be minimised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
    /// The method that made the schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Slots of the schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion_time: Option<u64>,
    /// How long its slots are, where it is known what a packet and a link carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_time: Option<SlotTimeReport>,
    /// The greatest bound on the completion time that binds the schedules of `scope`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    /// By how many slots the completion time exceeds the bound; 0 if no schedule of `scope` is shorter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<u64>,
    /// Whom the bound binds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// By what steps searches for few slots came to `completion_time` and `bound`, where they told them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<HistoryReport>,
    /// The delay, where the task asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<DelayReport>,
    /// The task matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<MatrixReport>,
    /// The critical sum h of a matrix, its greatest line sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<u64>,
    /// The sum σ of all entries of a matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sigma: Option<u64>,
    /// The rows of a matrix whose sum is h.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical_rows: Option<Vec<u64>>,
    /// The columns of a matrix whose sum is h.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical_columns: Option<Vec<u64>>,
    /// The matrix of a `decompose`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decomposed: Option<MatrixDocument>,
    /// The rows of the matrix E that makes the matrix, bordered by zeros, a perfect one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub padding: Option<Vec<Vec<u64>>>,
    /// The partial permutation matrices whose sum the matrix is, with their multiplicities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<MatrixTerm>>,
    /// The slots δ that each of these costs beside, where they cover the matrix: as a sum they may exceed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switching: Option<u64>,
    /// The slots of the configurations that cover a matrix, and δ for each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switching_cost: Option<u64>,
    /// Claims of the decomposition of a matrix.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matrix_claims: Vec<MatrixClaim>,
    /// Claims of a solve or check; bounds alone (without value and status) of a `bound`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ReportedClaim>,
    /// The points of `solve --pareto`, by increasing horizon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointReport>,
    /// Number of moves of one node, where every node has as many.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::certificate::total_if_any")]
    #[cfg_attr(test, schemars(with = "Option<crate::certificate::total::Total>"))]
    pub transmissions_per_node: Option<u128>,
    /// Number of moves of all nodes together; absent where 64 bits do not hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transmissions: Option<u64>,
    /// Average delay of a packet in slots, as an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_delay: Option<String>,
    /// Links used, in percent of slots × links, as an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_use_percent: Option<String>,
    /// That percentage to one decimal; 100 only when nothing is idle, 0 only when nothing is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_use_percent_decimal: Option<String>,
    /// The spanning tree of a `tree`, and the costs along trees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeReport>,
    /// The methods of a `methods`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<MethodReport>,
    /// The words for networks of a `networks`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub networks: Vec<NetworkReport>,
    /// The task of a `crosscheck` by all that is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crosscheck: Option<CrosscheckReport>,
    /// What papers print, of a `claims`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub literature: Vec<PrintedClaim>,
    /// The channels of a routing rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channels: Option<ChannelsReport>,
    /// A halo exchange with combined messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combined: Option<CombinedReport>,
    /// Machines of practice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<MachineReport>,
    /// The steps of a task if a message carries several packets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub messages: Option<MessagesReport>,
    /// Several groups at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupReport>,
    /// How many slots many tasks take, each on the average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<RateReport>,
    /// The isotropic hull of a task, and what it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hull: Option<HullReport>,
    /// The automorphisms of a network, and whether it is a Cayley graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<SymmetryReport>,
    /// The way of a packet by a routing rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<RouteReport>,
    /// The ways of the packets of all pairs of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ways: Option<WaysReport>,
    /// What became of packets in channels with one buffer each, for every order in which they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replays: Vec<ReplayReport>,
    /// What a `show` finds in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<ShowReport>,
    /// The results of the files of a `check`, in their order; of a `show` the result that it shows; of a
    /// `crosscheck --all` those of all instances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<ResultDocument>,
    /// The files and folders that were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<WrittenReport>,
    /// How the result was checked before it was handed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_check: Option<SelfCheckReport>,
    /// Remarks for people, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// What may differ from run to run, and nothing else may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunReport>,
}

impl ResultDocument {
    /// Returns a result without optional keys.
    #[must_use]
    pub fn new(command: &str, status: ResultStatus, exit: u8) -> Self {
        Self {
            format: ResultFormat,
            command: command.to_owned(),
            status,
            exit,
            input: None,
            sha256: None,
            network: None,
            read: Vec::new(),
            nodes: None,
            links_per_node: None,
            task: None,
            ports: None,
            objective: None,
            method: None,
            completion_time: None,
            slot_time: None,
            bound: None,
            gap: None,
            scope: None,
            history: Vec::new(),
            delay: None,
            matrix: None,
            h: None,
            sigma: None,
            critical_rows: None,
            critical_columns: None,
            decomposed: None,
            padding: None,
            terms: None,
            switching: None,
            switching_cost: None,
            matrix_claims: Vec::new(),
            claims: Vec::new(),
            points: Vec::new(),
            transmissions_per_node: None,
            transmissions: None,
            average_delay: None,
            link_use_percent: None,
            link_use_percent_decimal: None,
            tree: None,
            methods: Vec::new(),
            networks: Vec::new(),
            crosscheck: None,
            literature: Vec::new(),
            channels: None,
            combined: None,
            machines: Vec::new(),
            messages: None,
            groups: Vec::new(),
            rate: None,
            hull: None,
            symmetry: None,
            route: None,
            ways: None,
            replays: Vec::new(),
            shown: None,
            results: Vec::new(),
            written: Vec::new(),
            self_check: None,
            notes: Vec::new(),
            error: None,
            run: None,
        }
    }

    /// Sets the number of moves of one node, where each of the `nodes` nodes has as many, and of all nodes.
    pub fn set_transmissions(&mut self, count: u128, per: Per, nodes: u64) {
        self.transmissions_per_node = (per == Per::Node).then_some(count);
        self.transmissions = match per {
            Per::Node => count.checked_mul(nodes.into()),
            Per::Network => Some(count),
        }
        .and_then(|count| u64::try_from(count).ok());
    }
}

impl Document for ResultDocument {
    const FORMAT: &'static str = "isotask.result/1";
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResultStatus {
    /// Value and bound meet within the scope.
    Optimal,
    /// A schedule that is not proved optimal.
    UpperBound,
    /// The certificate was accepted.
    Verified,
    /// The certificate was refused.
    Refused,
    /// Bounds were computed.
    Bounded,
    /// No packets whatsoever can deadlock under the routing rule.
    DeadlockFree,
    /// All packets that were replayed have arrived.
    Delivered,
    /// Packets wait for each other for ever, or can.
    Deadlock,
    /// The document was shown or written.
    Done,
    /// A claim that was named is refuted.
    Refuted,
    /// All that is known of a task agrees.
    Agree,
    /// What is known of a task is in conflict.
    Disagree,
    /// The input or the call was at fault.
    Error,
    /// Isotask refused its own result: a bug.
    SelfCheckFailed,
    /// The user stopped the command.
    Interrupted,
}

/// The task matrix in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MatrixReport {
    /// Number of rows: packets of one node.
    pub rows: u64,
    /// Number of columns: links of one node.
    pub columns: u64,
    /// Sum of all entries σ: transmissions of one node.
    pub total: u64,
    /// The critical sum h.
    pub critical_sum: u64,
    /// Number of rows whose sum is h.
    pub critical_rows: u64,
    /// The columns whose sum is h.
    pub critical_columns: Vec<u64>,
}

/// The least total delay that is known within a horizon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointReport {
    /// Most slots that a schedule may take.
    pub horizon_slots: u64,
    /// The slots that the schedule takes.
    pub completion_time: u64,
    /// `ΣC_i` over the packets of one node.
    pub total_delay: u64,
    /// Average delay of a packet in slots, as an exact fraction; absent without packets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_delay: Option<String>,
    /// Whether the point is on the front; absent when that is not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pareto_optimal: Option<bool>,
    /// The schedules of which that is proved; only where it is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The claims of its certificate.
    pub claims: Vec<ReportedClaim>,
    /// The file of its certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// A claim or a bare bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportedClaim {
    /// What is measured.
    pub quantity: Quantity,
    /// What the schedule attains.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::certificate::total_if_any")]
    #[cfg_attr(test, schemars(with = "Option<crate::certificate::total::Total>"))]
    pub value: Option<u128>,
    /// What the value is counted for; only for counted quantities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// Whom the bound binds.
    pub scope: Scope,
    /// How long those schedules may take; only for delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
    /// The lower bound with its witness.
    pub lower: Lower,
    /// Whether value and bound meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
}

impl From<&Claim> for ReportedClaim {
    fn from(claim: &Claim) -> Self {
        Self {
            quantity: claim.quantity,
            value: Some(claim.value),
            per: claim.per,
            scope: claim.scope,
            horizon: claim.horizon,
            lower: claim.lower.clone(),
            status: Some(claim.status),
        }
    }
}

/// How a result was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SelfCheckReport {
    /// The kind of the schedule, such as `symmetric`.
    pub form: String,
    /// `node-0` (by P1 Theorem 2), `each-orbit` (one packet of each), `lemma` (of conveyors),
    /// `plan` (of windows) or `every-node`.
    pub replay: String,
}

/// What went wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ErrorReport {
    /// The reason in one word, as in the names of `models/reject`.
    pub reason: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The JSON path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The message as people read it.
    pub message: String,
    /// All that is wrong with a document, in the order of its text, the first being told above; at most 20.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultReport>,
}

/// One of the things that are wrong with a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FaultReport {
    /// The reason in one word, as in the names of `models/reject`.
    pub reason: String,
    /// The JSON path; absent for the document as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The line, from 1; absent where there is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// What was found, what was expected, and the remedy if there is one.
    pub message: String,
}
