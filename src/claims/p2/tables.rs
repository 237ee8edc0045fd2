//! Tables 1 and 2.

use super::made::{Problem, assumption, broken, exchange_certificate, short, transmissions};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, solved};
use crate::claims::{Claim, ClaimError, Docket, Part};
use crate::tree::{total_exchange_all_ports, total_exchange_one_port};
use crate::wire::{CertificateDocument, Ports};
use num_rational::BigRational;

formula! {
    /// Time of single node broadcast and accumulation.
    fn broadcast_time(d: u64) -> BigRational {
        whole(d)
    }
    /// Time of scatter, gather, multinode broadcast and accumulation, MLA.
    fn spread_time(d: u64) -> BigRational {
        ratio((1_u64 << d) - 1, d).ceil()
    }
    /// The same, SLA.
    fn spread_time_one(d: u64) -> BigRational {
        whole((1_u64 << d) - 1)
    }
    /// Time of total exchange, MLA.
    fn exchange_time(d: u64) -> BigRational {
        whole(1_u64 << (d - 1))
    }
    /// Time of total exchange, SLA.
    fn exchange_time_one(d: u64) -> BigRational {
        whole(d * (1_u64 << (d - 1)))
    }
    /// Transmissions of single node broadcast and accumulation.
    fn broadcast_sends(d: u64) -> BigRational {
        whole((1_u64 << d) - 1)
    }
    /// Transmissions of scatter and gather.
    fn scatter_sends(d: u64) -> BigRational {
        whole(d * (1_u64 << (d - 1)))
    }
    /// Transmissions of multinode broadcast and accumulation.
    fn multinode_sends(d: u64) -> BigRational {
        whole((1_u64 << d) * ((1_u64 << d) - 1))
    }
    /// Transmissions of total exchange.
    fn exchange_sends(d: u64) -> BigRational {
        whole(d * (1_u64 << (2 * d - 1)))
    }
}

const ONE: &str = "d from 1 to 10, over all schedules";
const TWO: &str = "d from 1 to 8, MLA and SLA, over all schedules; by the schedules that attain Table 1";

macro_rules! time {
    ($id:literal, $problem:ident, $ports:ident, $formula:ident, $printed:literal, $statement:literal) => {
        Claim {
            id: concat!("P2.Table1.", $id),
            place: "§1, Table 1; the proofs are in §2 to §4",
            statement: $statement,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, ONE, |docket| {
                for d in 1..=10 {
                    let found = accepted(&best(Problem::$problem, d, Ports::$ports)?, Least::TIME)?;
                    docket.equal(format!("hypercube {d}"), $formula(d), found);
                }
                Ok(())
            })],
        }
    };
}

macro_rules! sends {
    ($id:literal, $problem:ident, $formula:ident, $printed:literal, $statement:literal) => {
        Claim {
            id: concat!("P2.Table2.", $id),
            place: "§1, Table 2; the proofs are in §2 to §4",
            statement: $statement,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, TWO, |docket| sent(docket, Problem::$problem, $formula))],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    time!(
        "single-node-broadcast.MLA",
        Broadcast,
        All,
        broadcast_time,
        "d",
        "The optimal time of a single node broadcast on the d-cube when all links of a node can be used."
    ),
    time!(
        "single-node-broadcast.SLA",
        Broadcast,
        One,
        broadcast_time,
        "d",
        "The optimal time of a single node broadcast on the d-cube when a node sends and receives over one link at a time."
    ),
    time!(
        "single-node-accumulation.MLA",
        Accumulation,
        All,
        broadcast_time,
        "d",
        "The optimal time of a single node accumulation on the d-cube when all links of a node can be used."
    ),
    time!(
        "single-node-accumulation.SLA",
        Accumulation,
        One,
        broadcast_time,
        "d",
        "The optimal time of a single node accumulation on the d-cube when a node sends and receives over one link at a time."
    ),
    time!(
        "scatter.MLA",
        Scatter,
        All,
        spread_time,
        "⌈(2^d − 1)/d⌉",
        "The optimal time of a single node scatter on the d-cube when all links of a node can be used."
    ),
    time!(
        "scatter.SLA",
        Scatter,
        One,
        spread_time_one,
        "2^d − 1",
        "The optimal time of a single node scatter on the d-cube when a node sends and receives over one link at a time."
    ),
    time!(
        "gather.MLA",
        Gather,
        All,
        spread_time,
        "⌈(2^d − 1)/d⌉",
        "The optimal time of a single node gather on the d-cube when all links of a node can be used."
    ),
    time!(
        "gather.SLA",
        Gather,
        One,
        spread_time_one,
        "2^d − 1",
        "The optimal time of a single node gather on the d-cube when a node sends and receives over one link at a time."
    ),
    time!(
        "multinode-broadcast.MLA",
        MultinodeBroadcast,
        All,
        spread_time,
        "⌈(2^d − 1)/d⌉",
        "The optimal time of a multinode broadcast on the d-cube when all links of a node can be used."
    ),
    time!(
        "multinode-broadcast.SLA",
        MultinodeBroadcast,
        One,
        spread_time_one,
        "2^d − 1",
        "The optimal time of a multinode broadcast on the d-cube when a node sends and receives over one link at a time."
    ),
    time!(
        "multinode-accumulation.MLA",
        MultinodeAccumulation,
        All,
        spread_time,
        "⌈(2^d − 1)/d⌉",
        "The optimal time of a multinode accumulation on the d-cube when all links of a node can be used."
    ),
    time!(
        "multinode-accumulation.SLA",
        MultinodeAccumulation,
        One,
        spread_time_one,
        "2^d − 1",
        "The optimal time of a multinode accumulation on the d-cube when a node sends and receives over one link at a time."
    ),
    time!(
        "total-exchange.MLA",
        Exchange,
        All,
        exchange_time,
        "2^(d−1)",
        "The optimal time of a total exchange on the d-cube when all links of a node can be used."
    ),
    time!(
        "total-exchange.SLA",
        Exchange,
        One,
        exchange_time_one,
        "d·2^(d−1)",
        "The optimal time of a total exchange on the d-cube when a node sends and receives over one link at a time."
    ),
    sends!(
        "single-node-broadcast",
        Broadcast,
        broadcast_sends,
        "2^d − 1",
        "The optimal number of transmissions of a single node broadcast on the d-cube, attained in the time of Table 1."
    ),
    sends!(
        "single-node-accumulation",
        Accumulation,
        broadcast_sends,
        "2^d − 1",
        "The optimal number of transmissions of a single node accumulation on the d-cube, attained in the time of Table 1."
    ),
    sends!(
        "scatter",
        Scatter,
        scatter_sends,
        "d·2^(d−1)",
        "The optimal number of transmissions of a single node scatter on the d-cube, attained in the time of Table 1."
    ),
    sends!(
        "gather",
        Gather,
        scatter_sends,
        "d·2^(d−1)",
        "The optimal number of transmissions of a single node gather on the d-cube, attained in the time of Table 1."
    ),
    sends!(
        "multinode-broadcast",
        MultinodeBroadcast,
        multinode_sends,
        "2^d(2^d − 1)",
        "The optimal number of transmissions of a multinode broadcast on the d-cube, attained in the time of Table 1."
    ),
    sends!(
        "multinode-accumulation",
        MultinodeAccumulation,
        multinode_sends,
        "2^d(2^d − 1)",
        "The optimal number of transmissions of a multinode accumulation on the d-cube, attained in the time of Table 1."
    ),
    sends!(
        "total-exchange",
        Exchange,
        exchange_sends,
        "d·2^(2d−1)",
        "The optimal number of transmissions of a total exchange on the d-cube, attained in the time of Table 1."
    ),
];

/// The best known schedule on the d-cube.
fn best(problem: Problem, d: u64, ports: Ports) -> Result<CertificateDocument, ClaimError> {
    if problem != Problem::Exchange {
        return solved(&problem.on_cube(d, ports), None);
    }
    let construction = if ports == Ports::All { total_exchange_all_ports } else { total_exchange_one_port };
    Ok(exchange_certificate(d, ports, &construction(short(d)).map_err(broken)?))
}

/// Rows of Table 2, where the schedule attains the time of Table 1 as well.
fn sent(docket: &mut Docket, problem: Problem, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for (d, ports) in (1..=8).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
        let document = best(problem, d, ports)?;
        let time = accepted(&document, Least::TIME)?;
        let found = transmissions(&document, 1 << d)?;
        let assumption = assumption(ports);
        // A schedule that is too slow proves nothing of the table.
        let found = match (time.lower, time.upper) {
            (Some(lower), Some(upper)) if lower == upper => {
                found.because(&format!("in {upper} slots, which is least"))
            }
            _ => crate::claims::Proved { upper: None, ..found },
        };
        docket.equal(format!("hypercube {d} {assumption}"), printed(d), found);
    }
    Ok(())
}
