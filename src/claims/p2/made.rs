//! What the claims of P2 have in common: its problems, and schedules as certificates.

use crate::bound::collective;
use crate::certify::{Measured, claims};
use crate::claims::prove::{Least, accepted, hypercube, task, with_ports};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::model::{self, CollectiveTask, Schedule, count_of};
use crate::wire::{
    self, CertificateDocument, Claim, Lower, Move, NodeRef, Per, Ports, Quantity, ScheduleBody, Scope,
    Status, TaskDocument,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::fmt::Display;

/// The problems of P2 Fig. 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    Exchange,
    MultinodeBroadcast,
    MultinodeAccumulation,
    Scatter,
    Gather,
    Broadcast,
    Accumulation,
}

impl Problem {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Exchange => "total exchange",
            Self::MultinodeBroadcast => "multinode broadcast",
            Self::MultinodeAccumulation => "multinode accumulation",
            Self::Scatter => "scatter",
            Self::Gather => "gather",
            Self::Broadcast => "single node broadcast",
            Self::Accumulation => "single node accumulation",
        }
    }

    /// The task with so many packets for each of the paper's, and a root where there is one.
    pub(super) fn task(self, root: u64, count: u64) -> wire::Task {
        let root = NodeRef::Index(root);
        match self {
            Self::Exchange => wire::Task::TotalExchange { count },
            Self::MultinodeBroadcast => wire::Task::MultinodeBroadcast { count },
            Self::MultinodeAccumulation => wire::Task::MultinodeAccumulation { count },
            Self::Scatter => wire::Task::Scatter { root, count },
            Self::Gather => wire::Task::Gather { root, count },
            Self::Broadcast => wire::Task::SingleNodeBroadcast { root, count },
            Self::Accumulation => wire::Task::SingleNodeAccumulation { root, count },
        }
    }

    /// The problem on a cube, its root some node.
    pub(super) fn on_cube(self, d: u64, ports: Ports) -> TaskDocument {
        with_ports(task(hypercube(d), self.task((1 << d) / 3, 1)), ports)
    }
}

/// MLA or SLA.
pub(super) fn assumption(ports: Ports) -> &'static str {
    if ports == Ports::All { "MLA" } else { "SLA" }
}

/// A node as an index.
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).expect("claims are judged on small networks")
}

/// A small number of 32 bits.
pub(super) fn short(number: u64) -> u32 {
    u32::try_from(number).expect("claims are judged on small networks")
}

pub(super) fn broken(fault: impl Display) -> ClaimError {
    ClaimError::Broken(fault.to_string())
}

/// The certificate of a schedule of a broadcast, accumulation, scatter or gather, with Isotask's bounds.
pub(super) fn certificate(
    document: &TaskDocument,
    schedule: &Schedule,
) -> Result<CertificateDocument, ClaimError> {
    let problem = model::Problem::new(document)?;
    let task = CollectiveTask::new(document)?;
    let claims = claims(&collective(&task), &Measured::new(&problem, schedule, None));
    Ok(crate::certify::certificate(&problem, schedule, claims))
}

/// The certificate of a symmetric total exchange on the d-cube, slot by slot the moves `(offset − 1, link)`
/// of node 0's packets.
pub(super) fn exchange_certificate(d: u64, ports: Ports, slots: &[Vec<(u32, u32)>]) -> CertificateDocument {
    let distances = d << (d - 1);
    let links = if ports == Ports::All { d } else { 1 };
    let time = Lower::Weights { value: distances.div_ceil(links), weights: vec![1; index(d)], within: None };
    let claim = |quantity, value, per, lower: Lower| Claim {
        quantity,
        value,
        per,
        scope: Scope::All,
        horizon: None,
        status: if value == lower.value() { Status::Optimal } else { Status::UpperBound },
        lower,
    };
    let moves = slots.iter().map(|slot| count_of(slot.len())).sum();
    let claims = vec![
        claim(Quantity::CompletionTime, count_of(slots.len()), None, time),
        claim(Quantity::Transmissions, moves, Some(Per::Node), Lower::Distances { value: distances }),
    ];
    let packets = (1..1 << d).map(NodeRef::Index).collect();
    let slots = slots.iter().map(|slot| slot.iter().copied().map(Move::from).collect()).collect();
    let body = ScheduleBody::Symmetric { packets, slots };
    CertificateDocument::new(Problem::Exchange.on_cube(d, ports), body, claims)
}

/// The least transmissions of the whole network that a certificate proves.
pub(super) fn transmissions(document: &CertificateDocument, nodes: u64) -> Result<Proved, ClaimError> {
    let least = Least { quantity: Quantity::Transmissions, ..Least::TIME };
    let found = accepted(document, least)?;
    let per_node = document.claims.iter().any(|claim| claim.per == Some(Per::Node));
    let nodes = if per_node { nodes } else { 1 };
    Ok(found.map(|value| Value(value.0 * BigRational::from_integer(BigInt::from(nodes)))))
}

/// What an algorithm takes, as replayed from a certificate of its schedule: a value of its own, not the least
/// of all.
pub(super) fn of_algorithm(document: &CertificateDocument, least: Least) -> Result<Proved, ClaimError> {
    let found = accepted(document, least)?;
    Ok(Proved {
        lower: found.upper.clone(),
        how: "the schedule, replayed by the checker".to_owned(),
        ..found
    })
}

/// A row on what a printed construction attains: it fails as well if the checker refuses the schedule.
pub(super) fn attains(
    docket: &mut Docket,
    instance: String,
    printed: BigRational,
    found: Result<Proved, ClaimError>,
) -> Result<(), ClaimError> {
    match found {
        Err(ClaimError::Refused(fault)) => {
            docket.is(instance, false, format!("the checker refuses the schedule: {fault}"));
        }
        found => docket.equal(instance, printed, found?),
    }
    Ok(())
}
