//! Certificates as proofs of values.

use crate::check::{Options, VerifiedClaim, check_certificate};
use crate::claims::exact::whole;
pub(in crate::claims) use crate::claims::language::{Congruence, counts};
use crate::claims::{ClaimError, Proved, Value};
use crate::model::{Problem, count_of};
use crate::solve::{Method, SolveOptions, solve};
use crate::wire::{
    self, CertificateDocument, Claim, Ends, Horizon, Lower, LowerKind, Network, NodeRef, Objective, Per,
    Ports, Quantity, ScheduleBody, ScheduleDocument, Scope, Status, TaskDocument, Transfer,
};

/// Returns the hypercube of a dimension.
pub(in crate::claims) fn hypercube(dimension: u64) -> Network {
    Network::Hypercube { dimension }
}

/// Returns the ring of `nodes` nodes.
pub(in crate::claims) fn ring(nodes: u64) -> Network {
    Network::Ring { nodes }
}

/// Returns the torus of these radices.
pub(in crate::claims) fn torus(radices: &[u64]) -> Network {
    Network::Torus { radices: radices.to_vec() }
}

/// Returns the total exchange with all ports, for the completion time.
pub(in crate::claims) fn total_exchange(network: Network) -> TaskDocument {
    task(network, wire::Task::TotalExchange { count: 1 })
}

/// Returns a task with all ports, for the completion time.
pub(in crate::claims) fn task(network: Network, task: wire::Task) -> TaskDocument {
    TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime)
}

/// Changes the ports of a task.
pub(in crate::claims) fn with_ports(mut task: TaskDocument, ports: Ports) -> TaskDocument {
    task.ports = ports;
    task
}

/// The method that solves a task; none chooses the best of all.
pub(in crate::claims) type By = Option<&'static dyn Method>;

/// Solves a task and returns the certificate, which the checker has accepted.
pub(in crate::claims) fn solved(document: &TaskDocument, by: By) -> Result<CertificateDocument, ClaimError> {
    solved_with(document, &SolveOptions { method: by, ..SolveOptions::default() })
}

/// Converts a schedule of a harder task (P2 Fig. 3) and returns the certificate.
pub(in crate::claims) fn converted_from(
    document: &TaskDocument,
    source: &ScheduleDocument,
) -> Result<CertificateDocument, ClaimError> {
    solved_with(document, &SolveOptions { source: Some(source), ..SolveOptions::default() })
}

/// Solves a task and returns the certificate of the result.
pub(in crate::claims) fn solved_with(
    document: &TaskDocument,
    options: &SolveOptions<'_>,
) -> Result<CertificateDocument, ClaimError> {
    let outcome = solve(&Problem::new(document)?, options)?;
    let solution = outcome.solution().map_err(ClaimError::Unsolved)?;
    Ok(solution.certificate)
}

/// A least value: the quantity, and the schedules among which it is least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::claims) struct Least {
    /// The measured quantity.
    pub(in crate::claims) quantity: Quantity,
    /// The schedules among which it is least.
    pub(in crate::claims) scope: Scope,
    /// The most slots of the schedules among which it is least; for the delay only.
    pub(super) horizon: Option<Horizon>,
}

impl Least {
    /// The least completion time of all schedules.
    pub(in crate::claims) const TIME: Self =
        Self { quantity: Quantity::CompletionTime, scope: Scope::All, horizon: None };
    /// The least completion time of symmetric schedules.
    pub(super) const SYMMETRIC_TIME: Self = Self { scope: Scope::Isotropic, ..Self::TIME };
    /// The least total delay of all nodes of all schedules of any length.
    pub(super) const DELAY: Self =
        Self { quantity: Quantity::TotalDelay, scope: Scope::All, horizon: Some(Horizon::Any) };
    /// The least total delay of a node of symmetric schedules of any length.
    pub(super) const SYMMETRIC_DELAY: Self = Self { scope: Scope::Isotropic, ..Self::DELAY };
    /// The least transmissions of all schedules.
    pub(super) const TRANSMISSIONS: Self = Self { quantity: Quantity::Transmissions, ..Self::TIME };

    /// Whether a claim of a certificate bounds this from below.
    fn is_bounded_by(self, claim: &VerifiedClaim) -> bool {
        let long = match (self.horizon, claim.horizon) {
            (None, None) | (Some(_), Some(Horizon::Any)) => true,
            // Bounds by servers and ports hold for schedules of every length, and so for any horizon.
            (Some(wanted), Some(found)) => {
                let kinds = [LowerKind::Pooled, LowerKind::Departures, LowerKind::Arrivals];
                wanted == found || kinds.contains(&claim.kind)
            }
            _ => false,
        };
        claim.quantity == self.quantity && claim.scope >= self.scope && long
    }
}

/// Checks a certificate and returns the bounds that it proves on a least value: the schedule attains the
/// upper bound, and the best claim that binds all schedules in question is the lower one.
pub(in crate::claims) fn accepted(
    document: &CertificateDocument,
    least: Least,
) -> Result<Proved, ClaimError> {
    let verdict = check_certificate(document, &Options::default())?;
    let value = match least.quantity {
        Quantity::CompletionTime => Some(verdict.replayed.completion_time.into()),
        Quantity::Transmissions => Some(verdict.replayed.transmissions),
        Quantity::TotalDelay => verdict.replayed.total_delay,
    };
    let per_node = verdict.replayed.form.per() == Per::Node;
    // A schedule whose nodes differ gives no upper bound for symmetric schedules.
    let value = value.filter(|_| least.scope == Scope::All || per_node);
    // For the scope of all schedules, moves and delays are counted over all nodes; a bound on the average of
    // a node, times the nodes, bounds the sum.
    let counted = least.quantity != Quantity::CompletionTime;
    let of_all =
        u128::from(if counted && per_node && least.scope == Scope::All { verdict.replayed.nodes } else { 1 });
    // A bound on the sum over all nodes does not bound the value of one node.
    let in_its_unit = !counted || per_node || least.scope == Scope::All;
    let bounds = verdict.claims.iter().filter(|claim| in_its_unit && least.is_bounded_by(claim));
    let best = bounds.max_by_key(|claim| claim.lower);
    let among = match least.scope {
        Scope::All => "all schedules",
        Scope::Isotropic => "symmetric schedules",
        Scope::IsotropicShortest => "symmetric schedules along shortest paths",
    };
    let how = match best {
        None => "certificate: a schedule, no bound".to_owned(),
        Some(claim) => format!("certificate: a schedule, and {} for {among}", claim.kind.as_str()),
    };
    let times = |one: u128| Value(whole(one) * whole(of_all));
    Ok(Proved {
        lower: best.map(|claim| times(claim.lower)),
        upper: value.map(times),
        how,
        certificate: Some(wire::to_bytes(document)),
    })
}

/// Makes the certificate of a schedule whose nodes may differ: packets `[from, to]`, or `[from]` for a copy
/// to all nodes, moves `(packet, from, to)` slot by slot, and a bound on the completion time.
pub(in crate::claims) fn explicit<const ENDS: usize>(
    task: TaskDocument,
    packets: &[[u64; ENDS]],
    slots: &[Vec<(u32, u64, u64)>],
    lower: Lower,
) -> CertificateDocument {
    let at = NodeRef::Index;
    let value = u128::from(count_of(slots.len()));
    let transfer = |&(packet, from, to): &(u32, u64, u64)| Transfer::new(packet, at(from), at(to));
    let body = ScheduleBody::Explicit {
        packets: packets.iter().map(|ends| Ends::new(ends.map(at).to_vec())).collect(),
        slots: slots.iter().map(|slot| slot.iter().map(transfer)).collect(),
    };
    let claim = Claim {
        quantity: Quantity::CompletionTime,
        value,
        per: None,
        scope: Scope::All,
        horizon: None,
        status: if lower.value() == value { Status::Optimal } else { Status::UpperBound },
        lower,
    };
    CertificateDocument::new(task, body, vec![claim])
}
