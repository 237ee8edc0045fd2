//! From a broadcast, accumulation, scatter or gather to a schedule with a checked certificate.

use super::{Outcome, Phase, SolveError, SolveOptions};
use crate::bound::{CollectiveBounds, collective};
use crate::certify::collective_certificate;
use crate::check::{Verdict, check_certificate};
use crate::model::{CollectiveSchedule, CollectiveTask};
use crate::wire::{self, CertificateDocument};

/// How the schedule of a collective task is made. Accumulations and gather are made as their duals with time reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CollectiveMethod {
    /// Multinode broadcast on a hypercube, link types in turn along classes of rotated nodes (P2 §2).
    RotationClasses,
    /// Multinode broadcast with one port round a Hamiltonian cycle of a hypercube (P2 §2).
    HamiltonianRing,
    /// Multinode broadcast on any network, a matching of link types and new positions in every slot.
    Matching,
    /// Scatter on a hypercube along P2's tree of compatible classes, farthest first (P2 §3).
    CompatibleClasses,
    /// Scatter on any network along a balanced tree of shortest paths, farthest first.
    BalancedTree,
    /// Single node broadcast on any network by list scheduling.
    ListScheduling,
    /// Along the spanning binomial tree of a hypercube (P5 §3.1).
    Sbt,
    /// Single node broadcast along as many edge-disjoint spanning trees as a hypercube has dimensions (P5 §3.2).
    Msbt,
    /// Along the two-rooted complete binary tree (P5 §3.4).
    Tcbt,
    /// Scatter along the balanced spanning tree (P5 §4.1).
    Bst,
    /// Single node broadcast along a Hamiltonian path of a hypercube (P5 §3.4).
    HamiltonianPath,
    /// From a schedule of a harder problem (P2 Fig. 3).
    Conversion,
}

impl CollectiveMethod {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RotationClasses => "rotation-classes",
            Self::HamiltonianRing => "hamiltonian-ring",
            Self::Matching => "matching",
            Self::CompatibleClasses => "compatible-classes",
            Self::BalancedTree => "balanced-tree",
            Self::ListScheduling => "list-scheduling",
            Self::Sbt => "sbt",
            Self::Msbt => "msbt",
            Self::Tcbt => "tcbt",
            Self::Bst => "bst",
            Self::HamiltonianPath => "hamiltonian-path",
            Self::Conversion => "conversion",
        }
    }
}

/// A schedule of a collective task that the checker has accepted, with all that is known of it.
#[derive(Debug, Clone)]
pub struct CollectiveSolution {
    /// The task.
    pub task: CollectiveTask,
    /// The method that made the schedule.
    pub method: CollectiveMethod,
    /// The bounds on completion time and transmissions.
    pub bounds: CollectiveBounds,
    /// The certificate as it was read back from its bytes.
    pub certificate: CertificateDocument,
    /// What the checker says of it.
    pub verdict: Verdict,
    /// What a person may want to know, one sentence each.
    pub notes: Vec<String>,
    /// How the result came about, one sentence each.
    pub explanation: Vec<String>,
}

impl CollectiveSolution {
    /// The completion time, in slots.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.verdict.replayed.completion_time
    }
}

/// Most moves of an explicit schedule.
pub const MOST_EXPLICIT_MOVES: u64 = 1 << 24;

struct Candidate {
    method: CollectiveMethod,
    schedule: CollectiveSchedule,
}

/// Solves a collective task: makes schedules by all methods that suit it, or by the one asked for, keeps the shortest, of equally
/// short ones that with the fewest transmissions, and has the independent checker accept its certificate.
///
/// # Errors
/// [`SolveError`] when the task is too large or not one for the method, or the result fails its own check.
pub fn solve_collective(
    task: &CollectiveTask,
    method: Option<CollectiveMethod>,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CollectiveSolution>, SolveError> {
    (options.progress)(Phase::Bounding);
    let bounds = collective(task);
    (options.progress)(Phase::Building);
    todo!()
}

fn hand_out(
    task: &CollectiveTask,
    bounds: CollectiveBounds,
    made: Candidate,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CollectiveSolution>, SolveError> {
    (options.progress)(Phase::Writing);
    let bytes = wire::to_bytes(&collective_certificate(task, &bounds, &made.schedule));
    let (certificate, verdict) = super::read_back(made.schedule, bytes, options)?;
    let optimal = verdict.replayed.completion_time == bounds.best().value();
    todo!()
}
