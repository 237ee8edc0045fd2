//! §1, what P2 says of the algorithms of `[SaS85]` and `[Ozv87]`, which it does not print.

use super::made::{Problem, broken, certificate, index, short, transmissions};
use super::replay::node;
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, made_by, solved, task, total_exchange, with_ports};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::model::{ExplicitSchedule, Node, Packet, Schedule, Sent};
use crate::solve::{Form, Hall, SolveOptions};
use crate::wire::{CertificateDocument, Ports, ScheduleBody};
use num_rational::BigRational;
use std::collections::BTreeSet;

/// Time of the scatter under the SLA assumption.
fn scatter_time(d: u64) -> BigRational {
    whole((1_u64 << d) - 1)
}
/// Twice that.
fn twice_the_scatter(d: u64) -> BigRational {
    whole(2) * scatter_time(d)
}
/// Time of the multinode broadcast of `[SaS85]`, MLA, at most.
fn saad_schultz(d: u64) -> BigRational {
    ratio((1_u64 << d) - 1, d).ceil() + whole(d)
}
/// Time of the multinode broadcast of `[Ozv87]`, MLA, at most.
fn ozveren(d: u64) -> BigRational {
    ratio((1_u64 << d) - 1, d).ceil() + whole(d) - whole(3)
}
/// Twice the time of Table 1, MLA.
fn doubled(d: u64, problem: Problem) -> BigRational {
    whole(2)
        * match problem {
            Problem::Exchange => whole(1_u64 << (d - 1)),
            Problem::Broadcast | Problem::Accumulation => whole(d),
            _ => ratio((1_u64 << d) - 1, d).ceil(),
        }
}
/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P2.SaS85.unidirectional",
        parts: &[
            |docket| one_way(docket, &ALL, Docket::equal),
            |docket| {
                for d in 1..=6 {
                    let found = accepted(&halving(d)?, Least::TIME)?;
                    docket.equal(format!("hypercube {d} scatter"), twice_the_scatter(d), found);
                }
                Ok(())
            },
            |docket| one_way(docket, &[Problem::Exchange], Docket::equal),
            |docket| one_way(docket, &ALL, Docket::at_most),
        ],
    },
    Code {
        file: file!(),
        id: "P2.SaS85.multinode-broadcast",
        parts: &[|docket| {
            for d in 1..=6 {
                docket.at_most(format!("hypercube {d}"), saad_schultz(d), not_printed(d, "[SaS85]")?);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.Ozv87.multinode-broadcast",
        parts: &[|docket| later_by_ozveren(docket, 1), |docket| later_by_ozveren(docket, 3)],
    },
    Code {
        file: file!(),
        id: "P2.SaS85.scatter",
        parts: &[|docket| {
            for d in 1..=10 {
                let made = halving(d)?;
                let found = accepted(&made, Least::TIME)?;
                docket.equal(format!("hypercube {d} time"), scatter_time(d), found);
                let sent = transmissions(&made, 1 << d)?;
                docket.equal(format!("hypercube {d} transmissions"), whole(d * (1_u64 << (d - 1))), sent);
                let how =
                    "sends and receptions of every node compared; its ports are half-duplex for the checker";
                docket.is(format!("hypercube {d} waiting"), waits(d, &made)?, how);
            }
            Ok(())
        }],
    },
];

/// One problem of each row of Table 1.
const ALL: [Problem; 4] =
    [Problem::Broadcast, Problem::Scatter, Problem::MultinodeBroadcast, Problem::Exchange];

/// A multinode broadcast that is not printed: it is no faster than the optimum, nothing more is known.
fn not_printed(d: u64, source: &str) -> Result<Proved, ClaimError> {
    let document = Problem::MultinodeBroadcast.on_cube(d, Ports::All);
    let least = accepted(&solved(&document, None)?, Least::TIME)?;
    let least = least.because(&format!("not less than the optimum; the algorithm stands in {source} only"));
    Ok(Proved { upper: None, ..least })
}

fn later_by_ozveren(docket: &mut Docket, first: u64) -> Result<(), ClaimError> {
    for d in first..=6 {
        docket.at_most(format!("hypercube {d}"), ozveren(d), not_printed(d, "[Ozv87]")?);
    }
    Ok(())
}

/// A schedule of a problem of Table 1, slot by slot.
fn schedule(problem: Problem, d: u64) -> Result<CertificateDocument, ClaimError> {
    if problem != Problem::Exchange {
        return solved(&problem.on_cube(d, Ports::All), None);
    }
    let options = SolveOptions { form: Form::Slots, method: Some(&Hall), ..SolveOptions::default() };
    made_by(&total_exchange(hypercube(d)), &options)
}

/// The least time on links that carry one packet at a time: from below by the same bound as on links that
/// carry two, and by the transmissions that d·2^(d−1) links carry; from above by the schedule, a time unit in
/// which some link is used both ways being two.
fn on_one_way_links(problem: Problem, d: u64) -> Result<Proved, ClaimError> {
    let document = schedule(problem, d)?;
    let found = accepted(&document, Least::TIME)?;
    let slots = both_ways(&document)?.into_iter().map(|both| if both { 2_u64 } else { 1 }).sum::<u64>();
    let carried = transmissions(&document, 1 << d)?
        .lower
        .map(|Value(sent)| Value((sent / whole(d * (1_u64 << (d - 1)))).ceil()));
    let how = "certificate: the schedule, a time unit with a link used both ways counted as two; the bound for links of two ways, and the \
               transmissions over d·2^(d−1) links";
    Ok(Proved { lower: found.lower.max(carried), upper: Some(slots.into()), how: how.to_owned(), ..found })
}

/// For each slot, whether some link carries packets in both directions.
fn both_ways(document: &CertificateDocument) -> Result<Vec<bool>, ClaimError> {
    match &document.schedule {
        // All nodes use a link that one uses, so the node at its other end does.
        ScheduleBody::Symmetric { slots, .. } => Ok(slots.iter().map(|slot| !slot.is_empty()).collect()),
        ScheduleBody::Multinode { slots } => Ok(slots.iter().map(|slot| !slot.is_empty()).collect()),
        ScheduleBody::Explicit { slots, .. } => {
            let both = |slot: &Vec<crate::wire::Transfer>| {
                let used: BTreeSet<(u64, u64)> = slot
                    .iter()
                    .map(|step| Ok((node(&step.from())?, node(&step.to())?)))
                    .collect::<Result<_, ClaimError>>()?;
                Ok(used.iter().any(|&(from, to)| used.contains(&(to, from))))
            };
            slots.iter().map(both).collect()
        }
        _ => Err(broken("a schedule that is not slot by slot")),
    }
}

/// A row for every problem.
fn one_way(
    docket: &mut Docket,
    problems: &[Problem],
    relation: fn(&mut Docket, String, BigRational, Proved),
) -> Result<(), ClaimError> {
    for d in 1..=6 {
        for &problem in problems {
            let found = on_one_way_links(problem, d)?;
            relation(docket, format!("hypercube {d} {}", problem.name()), doubled(d, problem), found);
        }
    }
    Ok(())
}

/// Whether no node but the root sends before it has received all that comes to it.
fn waits(d: u64, document: &CertificateDocument) -> Result<bool, ClaimError> {
    let ScheduleBody::Explicit { slots, .. } = &document.schedule else {
        return Err(broken("a schedule that is not explicit"));
    };
    let mut received = vec![0; 1 << d];
    let mut sent = vec![usize::MAX; 1 << d];
    for (slot, moves) in slots.iter().enumerate() {
        for step in moves {
            let (from, to) = (index(node(&step.from())?), index(node(&step.to())?));
            received[to] = slot;
            sent[from] = sent[from].min(slot);
        }
    }
    Ok((1..1 << d).all(|node| received[node] < sent[node]))
}

/// The scatter in which a node sends first over its highest link all that goes to that half of its cube, then
/// over the next.
fn halving(d: u64) -> Result<CertificateDocument, ClaimError> {
    let mut slots: Vec<Vec<Sent>> = vec![Vec::new(); index((1 << d) - 1)];
    // A node, the dimension of its cube, and the slot in which it has all that goes there.
    let mut waiting = vec![(0_u64, d, 0)];
    while let Some((node, size, mut slot)) = waiting.pop() {
        for bit in (0..size).rev() {
            let other = node | 1 << bit;
            for to in other..other + (1 << bit) {
                slots[slot].push(Sent { packet: short(to - 1), from: Node(node), to: Node(other) });
                slot += 1;
            }
            waiting.push((other, bit, slot));
        }
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let packets = (1..1 << d).map(|to| Packet::Personal { from: Node(0), to: Node(to) }).collect();
    let schedule = Schedule::from(ExplicitSchedule { packets, slots });
    certificate(&with_ports(task(hypercube(d), Problem::Scatter.task(0, 1)), Ports::OneHalfDuplex), &schedule)
}
