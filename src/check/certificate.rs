//! The checks in their order: the task, the schedule, the claims.

use crate::claims::{self, VerifiedClaim};
use crate::effort::Effort;
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::{Options, Replayed};
use crate::replay::schedule::replay;
use crate::streamed::StreamedTree;
use crate::task::problem::Problem;
use isotask_wire::{CertificateDocument, Quantity, ScheduleDocument};

/// A certificate that holds: the replayed schedule, and the claims in the order of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The schedule.
    pub replayed: Replayed,
    /// The claims.
    pub claims: Vec<VerifiedClaim>,
    /// The steps of work that the check has taken, beside what is linear in the length of the document: the
    /// least [`Options::limit`] that accepts it.
    pub steps: u64,
}

/// Checks a certificate: its task, its schedule and all its claims.
///
/// # Errors
/// The first [`Rejection`] met, in the order number of claims, task, schedule, claims.
///
/// # Complexity
/// Time O(document + (1 + claims) · rows · dimensions), rows being the packets of one node, and the checks of
/// branch-and-bound trees within a fixed limit; space O(document) unless every node is replayed, then
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
    check(certificate, *options, None)
}

/// Checks a certificate one of whose `dual-tree` proofs is streamed node by node.
///
/// # Errors
/// As [`check_certificate`].
///
/// # Complexity
/// As [`check_certificate`], without space for that tree.
pub fn check_certificate_with_tree(
    certificate: &CertificateDocument,
    options: &Options,
    tree: StreamedTree<'_>,
) -> Result<Verdict, Rejection> {
    check(certificate, *options, Some(tree))
}

fn check(
    certificate: &CertificateDocument,
    options: Options,
    coming: Option<StreamedTree<'_>>,
) -> Result<Verdict, Rejection> {
    // The number of claims is known before any work on task and schedule.
    claims::require_few(&certificate.claims)?;
    let effort = Effort::new(options.limit);
    let problem = Problem::new(&certificate.task, &effort)?;
    let delay_wanted = certificate.claims.iter().any(|claim| claim.quantity == Quantity::TotalDelay);
    let run = replay(&problem, &certificate.schedule, options, delay_wanted)?;
    let claims = claims::check(&problem, &run, &certificate.claims, coming)?;
    Ok(Verdict { replayed: run.replayed, claims, steps: effort.spent() })
}

/// Replays a schedule for its task; it claims nothing beyond being a schedule.
///
/// # Errors
/// The first [`Rejection`] met, in the order task, schedule.
///
/// # Complexity
/// As [`check_certificate`] without claims.
pub fn check_schedule(schedule: &ScheduleDocument, options: &Options) -> Result<Replayed, Rejection> {
    let problem = Problem::new(&schedule.task, &Effort::new(options.limit))?;
    Ok(replay(&problem, &schedule.body, *options, false)?.replayed)
}
