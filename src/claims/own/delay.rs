//! Both optima at once: what P1 §6 and §8 leave open on the average delay of total exchange.

use crate::claims::code::formula;
use crate::claims::prove::{
    By, Least, accepted, hypercube, proved, task, torus, total_exchange, with_objective,
};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::delay::{pooled, total_delay, windows};
use crate::model::IsotropicTask;
use crate::solve::Method;
use crate::wire::{self, CertificateDocument, Objective, Task, TaskDocument};

formula! {
    /// The pooled bound: packets in the order of their distances, each served by the one of m servers that is free first.
    fn list_delay(m: usize, distances: &[(u64, u64)]) -> u64 {
        let mut free = std::collections::VecDeque::from(vec![0; m]);
        let mut total = 0;
        for &(distance, packets) in distances {
            for _ in 0..packets {
                let done = free.pop_front().unwrap_or(0) + distance;
                free.push_back(done);
                total += done;
            }
        }
        total
    }
}

/// Schedules that a search has found, by radix.
const STORED: [(u64, &[u8]); 3] = [
    (4, include_bytes!("../../../models/claims/stored/torus-4x4-both.json")),
    (6, include_bytes!("../../../models/claims/stored/torus-6x6-both.json")),
    (8, include_bytes!("../../../models/claims/stored/torus-8x8-both.json")),
];

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "I.both.cube",
        place: "left open by P1 §6 for d that is not prime",
        statement: "Total exchange on a hypercube of any dimension d has a schedule of n/2 slots, the least, whose total delay is the pooled bound, the \
                    least of all schedules.",
        printed: "T = 2^(d−1), ΣC = list(d)",
        parts: &[Part::printed(
            list_delay::CODE,
            "d from 1 to 12 by certificate; d = 14, 15, 16 by a schedule replayed against the pooled bound",
            cubes,
        )],
    },
    Claim {
        id: "I.both.neighbourhood",
        place: "P1 §6, end, has it near-optimal",
        statement: "The (K, L) neighbourhood exchange on a hypercube has a schedule of least time whose total delay is the pooled bound.",
        printed: "T = h, ΣC = list(d, K, L)",
        parts: &[Part::printed(list_delay::CODE, "d from 1 to 8, all K ≤ L", |docket| {
            for d in 1..=8 {
                for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
                    let near = Task::NeighbourhoodExchange { min: k, max: l, count: 1 };
                    let name = format!("hypercube {d} K {k} L {l}");
                    both(docket, &name, task(hypercube(d), near))?;
                }
            }
            Ok(())
        })],
    },
    Claim {
        id: "I.both.torus.odd",
        place: "left open by P1 §8 beyond two dimensions",
        statement: "Total exchange on a torus of equal odd radices p in any number d of dimensions has a schedule of least time whose total delay is \
                    the pooled bound.",
        printed: "T = (pn − n/p)/8, ΣC = list(p, d)",
        parts: &[Part::printed(
            list_delay::CODE,
            "d = 3: p = 3, 5, 7, 9; d = 4: p = 3, 5; d = 5: p = 3, 5; d = 6: p = 3; by certificate",
            |docket| {
                for (p, d) in [(3, 3), (5, 3), (7, 3), (9, 3), (3, 4), (5, 4), (3, 5), (5, 5), (3, 6)] {
                    let radices = vec![p; d];
                    let name = format!("torus {}", vec![p.to_string(); d].join("x"));
                    both(docket, &name, total_exchange(torus(&radices)))?;
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "I.both.torus.even",
        place: "left open by P1 §8 for even p",
        statement: "Total exchange on a torus of equal even radices p ≥ 4 in two dimensions has a schedule of np/8 slots, the least, whose total delay is \
                    the pooled bound.",
        printed: "T = np/8, ΣC = list(p, 2)",
        parts: &[Part::printed(
            list_delay::CODE,
            "the tori 4x4, 6x6 and 8x8, by stored certificates",
            |docket| {
                for (p, bytes) in STORED {
                    let document: CertificateDocument = wire::parse(bytes)?;
                    let distances = IsotropicTask::new(&document.task)?.distance_counts();
                    docket.equal(
                        format!("torus {p}x{p}, slots"),
                        p.pow(3) / 8,
                        accepted(&document, Least::TIME)?,
                    );
                    let delay = list_delay(4, &distances);
                    docket.equal(
                        format!("torus {p}x{p}, total delay"),
                        delay,
                        accepted(&document, Least::DELAY)?,
                    );
                }
                Ok(())
            },
        )],
    },
];

/// One schedule for both: its certificate bounds the time and the delay.
fn both(docket: &mut Docket, name: &str, document: TaskDocument) -> Result<(), ClaimError> {
    let document = with_objective(document, Objective::CompletionTimeThenAverageDelay);
    let packets = IsotropicTask::new(&document)?;
    let by = By::Isotropic(Method::Windows);
    let time = proved(&document, by, Least::TIME)?;
    let h = time.lower.clone().ok_or_else(|| ClaimError::Broken(format!("{name}: no bound on the time")))?;
    docket.equal(format!("{name}, slots"), h, time);
    let links = usize::try_from(packets.ports()).unwrap_or(0);
    let delay = list_delay(links, &packets.distance_counts());
    docket.equal(format!("{name}, total delay"), delay, proved(&document, by, Least::DELAY)?);
    Ok(())
}

fn cubes(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 1..=12 {
        both(docket, &format!("hypercube {d}"), total_exchange(hypercube(d)))?;
    }
    for d in [14, 15, 16] {
        let task =
            IsotropicTask::new(&with_objective(total_exchange(hypercube(d)), Objective::AverageDelay))?;
        let built = windows(&task).map_err(|fault| ClaimError::Broken(fault.to_string()))?;
        built
            .coloring
            .replay(&built.matrix, task.ports())
            .map_err(|fault| ClaimError::Broken(fault.to_string()))?;
        let how = "a schedule, replayed";
        let slots =
            Proved::between(Some((1_u64 << (d - 1)).into()), Some(built.coloring.length().into()), how);
        docket.equal(
            format!("hypercube {d}, slots"),
            1_u64 << (d - 1),
            slots.because("a column sums to n/2"),
        );
        let bound = pooled(&task).map(Into::into);
        let total = total_delay(&built.matrix, &built.coloring);
        let delay =
            Proved::between(bound, Some(total.into()), how).because("the pooled bound for all schedules");
        let links = usize::try_from(task.ports()).unwrap_or(0);
        docket.equal(
            format!("hypercube {d}, total delay"),
            list_delay(links, &task.distance_counts()),
            delay,
        );
    }
    Ok(())
}
