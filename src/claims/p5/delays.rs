//! Tables 1 and 2: propagation delays, and cycles per distinct packet.

use super::along::{FROM_2, along, exact};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::tree::{BroadcastGraph, Rule};
use num_rational::BigRational;

formula! {
    /// N - 1.
    fn edges(n: u64) -> BigRational {
        whole((1_u64 << n) - 1)
    }
    /// log N.
    fn logarithm(n: u64) -> BigRational {
        whole(n)
    }
    fn tcbt(n: u64) -> BigRational {
        whole(2 * n - 2)
    }
    fn msbt_half(n: u64) -> BigRational {
        whole(3 * n - 1)
    }
    fn msbt_one(n: u64) -> BigRational {
        whole(2 * n)
    }
    fn msbt_all(n: u64) -> BigRational {
        whole(n + 1)
    }
    fn one(_n: u64) -> BigRational {
        whole(1)
    }
    fn two(_n: u64) -> BigRational {
        whole(2)
    }
    fn three(_n: u64) -> BigRational {
        whole(3)
    }
    fn inverse(n: u64) -> BigRational {
        ratio(1, n)
    }
}

const DELAY: &str =
    "The propagation delay of a broadcast along the graph: the routing steps until a packet is everywhere.";
const CYCLES: &str = "The cycles per distinct packet of a broadcast along the graph: how much a further packet adds to the routing steps.";

macro_rules! delay {
    ($id:literal, $printed:literal, $formula:ident, $graph:ident, $rule:ident) => {
        Claim {
            id: concat!("P5.Table1.", $id),
            place: "§3.4, Table 1",
            statement: DELAY,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, FROM_2, |docket| {
                delays(docket, $formula, BroadcastGraph::$graph, Rule::$rule, |_| 1)
            })],
        }
    };
}

macro_rules! delay_of_round {
    ($id:literal, $printed:literal, $formula:ident, $rule:ident) => {
        Claim {
            id: concat!("P5.Table1.", $id),
            place: "§3.4, Table 1; §3.3.2",
            statement: DELAY,
            printed: $printed,
            parts: &[
                Part::reading(
                    "until the first log N packets, one for each tree, are everywhere, as §3.3.2 counts",
                    $formula::CODE,
                    FROM_2,
                    |docket| delays(docket, $formula, BroadcastGraph::Msbt, Rule::$rule, |n| n),
                ),
                Part::reading("until a single packet is everywhere", $formula::CODE, FROM_2, |docket| {
                    delays(docket, $formula, BroadcastGraph::Msbt, Rule::$rule, |_| 1)
                }),
            ],
        }
    };
}

macro_rules! cycles {
    ($id:literal, $printed:literal, $formula:ident, $graph:ident, $rule:ident) => {
        Claim {
            id: concat!("P5.Table2.", $id),
            place: "§3.4, Table 2",
            statement: CYCLES,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, FROM_2, |docket| {
                cycles(docket, $formula, BroadcastGraph::$graph, Rule::$rule, 2)
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    delay!("HP.1sor", "N − 1", edges, Path, HalfDuplex),
    delay!("HP.1sr", "N − 1", edges, Path, One),
    delay!("HP.all", "N − 1", edges, Path, All),
    delay!("SBT.1sor", "log N", logarithm, Sbt, HalfDuplex),
    delay!("SBT.1sr", "log N", logarithm, Sbt, One),
    delay!("SBT.all", "log N", logarithm, Sbt, All),
    delay!("TCBT.1sor", "2 log N − 2", tcbt, Tcbt, HalfDuplex),
    delay!("TCBT.1sr", "2 log N − 2", tcbt, Tcbt, One),
    delay!("TCBT.all", "log N", logarithm, Tcbt, All),
    delay_of_round!("MSBT.1sor", "3 log N − 1", msbt_half, HalfDuplex),
    delay_of_round!("MSBT.1sr", "2 log N", msbt_one, One),
    delay_of_round!("MSBT.all", "log N + 1", msbt_all, All),
    cycles!("HP.1sor", "2", two, Path, HalfDuplex),
    cycles!("HP.1sr", "1", one, Path, One),
    cycles!("HP.all", "1", one, Path, All),
    cycles!("SBT.1sor", "log N", logarithm, Sbt, HalfDuplex),
    cycles!("SBT.1sr", "log N", logarithm, Sbt, One),
    cycles!("SBT.all", "1", one, Sbt, All),
    Claim {
        id: "P5.Table2.TCBT.1sor",
        place: "§3.4, Table 2",
        statement: CYCLES,
        printed: "3",
        parts: &[
            Part::printed(three::CODE, FROM_2, |docket| {
                cycles(docket, three, BroadcastGraph::Tcbt, Rule::HalfDuplex, 2)
            }),
            Part::restriction(
                "n ≥ 3; in the 2-cube no node has three neighbours in the tree",
                three::CODE,
                "n from 3 to 9",
                |docket| cycles(docket, three, BroadcastGraph::Tcbt, Rule::HalfDuplex, 3),
            ),
        ],
    },
    cycles!("TCBT.1sr", "2", two, Tcbt, One),
    cycles!("TCBT.all", "1", one, Tcbt, All),
    cycles!("MSBT.1sor", "2", two, Msbt, HalfDuplex),
    cycles!("MSBT.1sr", "1", one, Msbt, One),
    cycles!("MSBT.all", "1/log N", inverse, Msbt, All),
];

fn delays(
    docket: &mut Docket,
    printed: fn(u64) -> BigRational,
    graph: BroadcastGraph,
    rule: Rule,
    packets: fn(u64) -> u64,
) -> Result<(), ClaimError> {
    for n in 2..=9 {
        let c = packets(n);
        docket.equal(format!("hypercube {n} packets {c}"), printed(n), along(graph, rule, n, c)?);
    }
    Ok(())
}

/// What n packets more add to n packets, for each of them.
fn cycles(
    docket: &mut Docket,
    printed: fn(u64) -> BigRational,
    graph: BroadcastGraph,
    rule: Rule,
    from: u64,
) -> Result<(), ClaimError> {
    for n in from..=9 {
        let (first, both) = (along(graph, rule, n, n)?, along(graph, rule, n, 2 * n)?);
        let (few, many) = (exact(&first)?, exact(&both)?);
        let slope = Some(Value((&many - &few) * ratio(1, n)));
        let how = format!("{n} packets take {few} slots, {} packets {many}; {}", 2 * n, both.how);
        let found = Proved { lower: slope.clone(), upper: slope, how, certificate: both.certificate };
        docket.equal(format!("hypercube {n}"), printed(n), found);
    }
    Ok(())
}
