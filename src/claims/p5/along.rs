//! Certificates of schedules that are built along the trees of P5.

use crate::bound::collective;
use crate::bound::{Bounds, TransmissionBound};
use crate::certify::{Measured, certificate, claims};
use crate::claims::judge::prove::{Least, accepted, hypercube, task, with_ports};
use crate::claims::{Broken, ClaimError, Proved};
use crate::model::{Node, Problem, Schedule, WordSchedule};
use crate::tree::Rule;
use crate::wire::{self, CertificateDocument, Lower, NodeRef, Per, Ports, TaskDocument};

pub(super) fn ports(rule: Rule) -> Ports {
    match rule {
        Rule::HalfDuplex => Ports::OneHalfDuplex,
        Rule::One => Ports::One,
        Rule::All => Ports::All,
    }
}

/// Returns the broadcast of `count` packets from node 0.
pub(super) fn broadcast(n: u64, count: u64, rule: Rule) -> TaskDocument {
    let broadcast = wire::Task::SingleNodeBroadcast { root: NodeRef::Index(0), count };
    with_ports(task(hypercube(n), broadcast), ports(rule))
}

/// Returns the bounds on the least time that a schedule along a tree proves.
pub(super) fn certified(document: &TaskDocument, schedule: &Schedule) -> Result<Proved, ClaimError> {
    let problem = Problem::new(document)?;
    match problem.collective() {
        Some(task) => {
            let claims = claims(&collective(task), &Measured::new(&problem, schedule, None));
            accepted(&certificate(&problem, schedule, claims), Least::TIME)
        }
        None => Err(Broken::NoTree(problem.network().to_string()).into()),
    }
}

/// Makes the certificate of a symmetric total exchange on the n-cube with all ports, given slot by slot as
/// moves `(offset − 1, link)`.
pub(super) fn symmetric_exchange(
    n: u64,
    slots: Vec<Vec<(u32, u32)>>,
) -> Result<CertificateDocument, ClaimError> {
    let document = task(hypercube(n), wire::Task::TotalExchange { count: 1 });
    let problem = Problem::new(&document)?;
    let weights = (0..n).map(|_| 1).collect();
    let all = Lower::Weights { value: 1 << (n - 1), weights, within: None };
    let bounds = Bounds {
        completion: vec![all],
        symmetric: None,
        transmissions: TransmissionBound { per: Per::Node, value: u128::from(n) << (n - 1), carried: true },
        delay: Vec::new(),
        attainable: None,
    };
    let schedule = Schedule::from(WordSchedule { packets: (1..1 << n).map(Node).collect(), slots });
    let claims = claims(&bounds, &Measured::new(&problem, &schedule, None));
    Ok(certificate(&problem, &schedule, claims))
}
