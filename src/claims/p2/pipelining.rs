//! §1, the end: dividing packets, and the use of links.

use super::made::{Problem, assumption};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{
    By, Least, accepted, hypercube, proved, solved, task, total_exchange, with_ports,
};
use crate::claims::{Claim, ClaimError, Docket, Part, Value};
use crate::solve::Quotient;
use crate::wire::Ports;
use num_rational::BigRational;
use std::collections::BTreeSet;

formula! {
    /// The longest time that is less than d when packets are divided into q, each crossing a link in 1/q time
    /// units.
    fn less_than_whole(d: u64, q: u64) -> BigRational {
        whole(d) - ratio(1, q)
    }
    /// The shortest time that is less than one time unit shorter than that of Table 1.
    fn less_than_a_unit_saved(d: u64, q: u64, one: bool, exchange: bool) -> BigRational {
        let table = match (exchange, one) {
            (true, true) => whole(d * (1_u64 << (d - 1))),
            (true, false) => whole(1_u64 << (d - 1)),
            (false, true) => whole((1_u64 << d) - 1),
            (false, false) => ratio((1_u64 << d) - 1, d).ceil(),
        };
        // Under the SLA assumption, and for the total exchange, nothing is saved.
        if one || exchange { table } else { table - whole(1) + ratio(1, q) }
    }
    /// The shortest time that is less than one time unit shorter than d.
    fn less_than_path(d: u64, q: u64) -> BigRational {
        whole(d - 1) + ratio(1, q)
    }
    /// Most time units of the d links of a node left unused, 0 for the total exchange.
    fn most_unused(d: u64, exchange: bool) -> BigRational {
        if exchange { whole(0) } else { whole(d - 1) }
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.divided.broadcast",
        place: "§1, the last paragraph",
        statement: "The time of a single node broadcast can be reduced by dividing packets into smaller ones.",
        printed: "T < d",
        parts: &[Part::printed(
            less_than_whole::CODE,
            "d from 2 to 6 (with d = 1 no path has several links), packets divided into d, MLA and SLA",
            |docket| {
                for (d, ports) in (2..=6).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
                    let document = with_ports(task(hypercube(d), Problem::Broadcast.task(0, d)), ports);
                    let found = proved(&document, None, Least::TIME)?;
                    let instance = format!("hypercube {d} {}", assumption(ports));
                    docket.at_most(instance, less_than_whole(d, d), found.over(d));
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.divided.others",
        place: "§1, the last paragraph",
        statement: "For the other basic problems dividing packets cannot reduce the time essentially: by less than one time unit, which rounding up in \
                    Table 1 costs, and not at all for the total exchange or under the SLA assumption.",
        printed: "essentially impossible",
        parts: &[
            Part::reading(
                "those that are not paired with the single node broadcast in Table 1",
                less_than_a_unit_saved::CODE,
                "d from 1 to 6, packets divided into 2, 3 and d; scatter, gather, multinode broadcast and accumulation, total exchange; \
                 MLA and SLA",
                others,
            ),
            Part::reading(
                "the single node accumulation as well, which is not named; as the dual of the broadcast it gains as much",
                less_than_path::CODE,
                "d from 2 to 6, packets divided into d; MLA",
                |docket| {
                    for d in 2..=6 {
                        let document = task(hypercube(d), Problem::Accumulation.task(0, d));
                        let found = proved(&document, None, Least::TIME)?.over(d);
                        docket.at_least(format!("hypercube {d} in {d}"), less_than_path(d, d), found);
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P2.utilization",
        place: "§1, the last paragraph",
        statement: "In an optimal algorithm (MLA) almost all of the capacity of the d links of the root of a scatter, or of all links in a \
                    multinode broadcast or total exchange, is used: fewer than d of the d·T units of a node's links are not, and none in the \
                    total exchange.",
        printed: "almost 100% utilization",
        parts: &[Part::printed(most_unused::CODE, "d from 1 to 8", unused)],
    },
];

fn others(docket: &mut Docket) -> Result<(), ClaimError> {
    let problems = [
        Problem::Scatter,
        Problem::Gather,
        Problem::MultinodeBroadcast,
        Problem::MultinodeAccumulation,
        Problem::Exchange,
    ];
    for d in 1..=6 {
        let parts = BTreeSet::from([2, 3, d.max(2)]);
        for (ports, q) in
            [Ports::All, Ports::One].into_iter().flat_map(|p| parts.iter().map(move |&q| (p, q)))
        {
            for problem in problems {
                let exchange = problem == Problem::Exchange;
                let by: By = if exchange { Some(&Quotient) } else { None };
                let document = with_ports(task(hypercube(d), problem.task(0, q)), ports);
                let found = proved(&document, by, Least::TIME)?.over(q);
                let least = less_than_a_unit_saved(d, q, ports == Ports::One, exchange);
                let instance = format!("hypercube {d} {} {} in {q}", assumption(ports), problem.name());
                docket.at_least(instance, least, found);
            }
        }
    }
    Ok(())
}

fn unused(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 1..=8 {
        for problem in [Problem::Scatter, Problem::MultinodeBroadcast, Problem::Exchange] {
            let exchange = problem == Problem::Exchange;
            let found = if exchange {
                proved(&total_exchange(hypercube(d)), Some(&Quotient), Least::TIME)?
            } else {
                accepted(&solved(&problem.on_cube(d, Ports::All), None)?, Least::TIME)?
            };
            let used = if exchange { d << (d - 1) } else { (1 << d) - 1 };
            let found = found.map(|time| Value(time.0 * whole(d) - whole(used)));
            docket.at_most(format!("hypercube {d} {}", problem.name()), most_unused(d, exchange), found);
        }
    }
    Ok(())
}
