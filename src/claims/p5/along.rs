//! Broadcasts along the graphs of P5 §3: the slots that suffice, by a certificate, and why no schedule along
//! the graph needs fewer.

use crate::bound::collective;
use crate::bound::{Bounds, TransmissionBound};
use crate::certify::{Measured, certificate, claims};
use crate::claims::prove::{Least, accepted, hypercube, proved, task, with_ports};
use crate::claims::{ClaimError, Proved, Value};
use crate::model::{Node, Problem, Schedule, WordSchedule};
use crate::solve::{HAMILTONIAN_PATH, Method, Msbt, SBT, TCBT};
use crate::tree::{BroadcastGraph, Rule};
use crate::wire::{self, CertificateDocument, Lower, NodeRef, Per, Ports, TaskDocument};

pub(super) fn ports(rule: Rule) -> Ports {
    match rule {
        Rule::HalfDuplex => Ports::OneHalfDuplex,
        Rule::One => Ports::One,
        Rule::All => Ports::All,
    }
}

/// So many packets of node 0 for all nodes.
pub(super) fn broadcast(n: u64, count: u64, rule: Rule) -> TaskDocument {
    let broadcast = wire::Task::SingleNodeBroadcast { root: NodeRef::Index(0), count };
    with_ports(task(hypercube(n), broadcast), ports(rule))
}

/// The least slots of c packets along a graph in the n-cube, n ≥ 2, and why fewer do not suffice. Along the
/// graph means along the tree, and for the multiple spanning binomial trees each packet along one of them.
pub(super) fn least(graph: BroadcastGraph, rule: Rule, n: u64, c: u64) -> (u64, &'static str) {
    use BroadcastGraph::{Msbt, Path, Sbt, Tcbt};
    let nodes = 1_u64 << n;
    match (graph, rule) {
        (Path, Rule::HalfDuplex) => (
            2 * c + nodes - 3,
            "the second node receives and passes on every packet, which takes it 2c slots, and then the last packet has N − 3 links to \
             go",
        ),
        (Path, Rule::One | Rule::All) => (
            c + nodes - 2,
            "the last packet leaves the root in slot c at the earliest and then has N − 2 links to go",
        ),
        (Sbt, Rule::HalfDuplex | Rule::One) => {
            (c * n, "the root sends every packet to each of its n children, one at a time")
        }
        (Sbt | Tcbt, Rule::All) => (
            c + n - 1,
            "the last packet enters the highest subtree in slot c at the earliest and then has n − 1 links to go",
        ),
        (Tcbt, Rule::HalfDuplex) if n == 2 => {
            (2 * c, "the root sends every packet to each of its two children, one at a time")
        }
        (Tcbt, Rule::HalfDuplex) => (
            3 * c + 2 * n - 5,
            "every node with two children is busy for 3c slots, and below its last send each further level takes two slots; of the two \
             top ones, n − 2 levels high, one has nothing to do in slot 1, and if it is that below the second root, in slot 2",
        ),
        (Tcbt, Rule::One) => (
            2 * (c + n - 2),
            "the root sends 2c times, and below its last send each of the n − 2 levels of nodes with two children takes two slots",
        ),
        (Msbt, Rule::HalfDuplex) => (
            2 * c + n - 1,
            "the node of ones, n links from the root in each of the trees, receives and passes on every packet, 2c slots from slot n \
             on",
        ),
        (Msbt, Rule::One) => (
            c + n,
            "the last packet leaves the root in slot c at the earliest, and all trees have n links more",
        ),
        (Msbt, Rule::All) => (
            c.div_ceil(n) + n,
            "one of the trees carries ⌈c/n⌉ packets or more over the one link out of the root, and has n links more",
        ),
    }
}

/// c packets along a graph.
pub(super) fn along(graph: BroadcastGraph, rule: Rule, n: u64, c: u64) -> Result<Proved, ClaimError> {
    let method: &'static dyn Method = match graph {
        BroadcastGraph::Path => HAMILTONIAN_PATH,
        BroadcastGraph::Sbt => SBT,
        BroadcastGraph::Tcbt => TCBT,
        BroadcastGraph::Msbt => &Msbt,
    };
    let found = proved(&broadcast(n, c, rule), Some(method), Least::TIME)?;
    let (lower, why) = least(graph, rule, n, c);
    let how = format!("certificate: a schedule along the graph; no shorter one along it: {why}");
    Ok(Proved { lower: Some(Value::from(lower)), how, ..found })
}

/// What a schedule that was built along a tree proves of the least time.
pub(super) fn certified(document: &TaskDocument, schedule: &Schedule) -> Result<Proved, ClaimError> {
    let problem = Problem::new(document)?;
    match problem.collective() {
        Some(task) => {
            let claims = claims(&collective(task), &Measured::new(&problem, schedule, None));
            accepted(&certificate(&problem, schedule, claims), Least::TIME)
        }
        None => Err(ClaimError::Broken(format!("no schedule along a tree on {}", problem.network()))),
    }
}

/// The certificate of a symmetric total exchange on the n-cube with all ports, slot by slot the moves
/// `(offset − 1, link)`.
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
        transmissions: TransmissionBound { per: Per::Node, value: n << (n - 1), carried: true },
        delay: Vec::new(),
        attainable: None,
    };
    let schedule = Schedule::from(WordSchedule { packets: (1..1 << n).map(Node).collect(), slots });
    let claims = claims(&bounds, &Measured::new(&problem, &schedule, None));
    Ok(certificate(&problem, &schedule, claims))
}

/// The paper's name of a graph.
pub(super) fn name(graph: BroadcastGraph) -> &'static str {
    match graph {
        BroadcastGraph::Path => "HP",
        BroadcastGraph::Sbt => "SBT",
        BroadcastGraph::Tcbt => "TCBT",
        BroadcastGraph::Msbt => "MSBT",
    }
}
