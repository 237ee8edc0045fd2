//! Table 4 and §3.4: broadcasts compared with those along the multiple spanning binomial trees.

use super::along::{along, exact, least, line, name};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::tree::{BroadcastGraph, Rule};
use num_rational::BigRational;

formula! {
    fn sbt_packet(n: u64) -> BigRational {
        ratio(n, n + 1)
    }
    fn tcbt_packet(n: u64) -> BigRational {
        ratio(2 * n - 2, n + 1)
    }
    fn half_logarithm(n: u64) -> BigRational {
        ratio(n, 2)
    }
    fn logarithm(n: u64) -> BigRational {
        whole(n)
    }
    fn one_and_a_half(_n: u64) -> BigRational {
        ratio(3, 2)
    }
    fn two(_n: u64) -> BigRational {
        whole(2)
    }
    fn one(_n: u64) -> BigRational {
        whole(1)
    }
    /// HP with one send and one receive takes less than SBT and TCBT.
    fn path_is_faster(n: u64, c: u64, path: &BigRational) -> bool {
        let steps = |graph| whole(least(graph, Rule::One, n, c).0);
        *path < steps(BroadcastGraph::Sbt) && *path < steps(BroadcastGraph::Tcbt)
    }
    /// The factor by which concurrent communication on all ports reduces the cycles per packet on TCBT.
    fn reduction(n: u64, rule: Rule) -> BigRational {
        line(BroadcastGraph::Tcbt, rule, n).0 / line(BroadcastGraph::Tcbt, Rule::All, n).0
    }
}

const PLACE: &str = "§3.4, Table 4";
const PACKET: &str =
    "The time of a broadcast of one packet, divided by that along the multiple spanning binomial trees.";
const MANY: &str = "The time of a broadcast with a fixed packet size and M/B ≫ log N, divided by that along the multiple spanning binomial \
                     trees; judged by the limit for M/B → ∞.";
const STARTS: &str = "The least time of a broadcast for τ log N ≫ M·t_c, divided by that along the multiple spanning binomial trees.";
const TRANSFERS: &str = "The least time of a broadcast for τ log N ≪ M·t_c (all ports: τ log² N ≪ M·t_c), divided by that along the multiple \
                          spanning binomial trees; judged by the limit for τ/(M·t_c) → 0.";
const FIXED: &str = "N stays the same and τ/(M·t_c) → ∞";
const GROWING: &str = "N grows too: the limit for N → ∞ of the limit for τ/(M·t_c) → ∞";
const RANGE: &str = "n from 2 to 9";
const RANGE_3: &str = "n from 3 to 9; below, the offset of the tree is not positive";

macro_rules! packet {
    ($id:literal, $printed:literal, $formula:ident, $rule:ident, $($graph:ident),+) => {
        Claim {
            id: concat!("P5.Table4.", $id, ".one-packet"),
            place: PLACE,
            statement: PACKET,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, "n from 2 to 6", |docket| {
                $(packets(docket, $formula, BroadcastGraph::$graph, Rule::$rule)?;)+
                Ok(())
            })],
        }
    };
}

macro_rules! limit {
    ($id:literal, $column:literal, $statement:ident, $printed:literal, $formula:ident, $judge:ident, $rule:ident, $($graph:ident),+) => {
        Claim {
            id: concat!("P5.Table4.", $id, $column),
            place: PLACE,
            statement: $statement,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, RANGE, |docket| {
                $($judge(docket, $formula, BroadcastGraph::$graph, Rule::$rule, 2);)+
                Ok(())
            })],
        }
    };
}

macro_rules! starts {
    ($id:literal, $printed:literal, $formula:ident, $range:ident, $from:literal, $rule:ident, $($graph:ident),+) => {
        Claim {
            id: concat!("P5.Table4.", $id, ".start-ups"),
            place: PLACE,
            statement: STARTS,
            printed: $printed,
            parts: &[
                Part::reading(GROWING, $formula::CODE, "N → ∞, by the numbers of steps that P5.Table2 certifies for n up to 9", |docket| {
                    $(growing(docket, $formula, BroadcastGraph::$graph, Rule::$rule);)+
                    Ok(())
                }),
                Part::reading(FIXED, $formula::CODE, $range, |docket| {
                    $(fixed(docket, $formula, BroadcastGraph::$graph, Rule::$rule, $from);)+
                    Ok(())
                }),
            ],
        }
    };
}

macro_rules! from_3 {
    ($id:literal, $column:literal, $statement:ident) => {
        Claim {
            id: concat!("P5.Table4.", $id, $column),
            place: PLACE,
            statement: $statement,
            printed: "1.5",
            parts: &[
                Part::printed(one_and_a_half::CODE, RANGE, |docket| {
                    slopes(docket, one_and_a_half, BroadcastGraph::Tcbt, Rule::HalfDuplex, 2);
                    Ok(())
                }),
                Part::restriction(
                    "n ≥ 3; in the 2-cube no node has three neighbours in the tree (P5.Table2.TCBT.1sor)",
                    one_and_a_half::CODE,
                    "n from 3 to 9",
                    |docket| {
                        slopes(docket, one_and_a_half, BroadcastGraph::Tcbt, Rule::HalfDuplex, 3);
                        Ok(())
                    },
                ),
            ],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    packet!("SBT.1sor", "log N / (log N + 1)", sbt_packet, HalfDuplex, Sbt),
    limit!("SBT.1sor", ".many", MANY, "½ log N", half_logarithm, slopes, HalfDuplex, Sbt),
    starts!("SBT.1sor", "1", one, RANGE, 2, HalfDuplex, Sbt),
    limit!("SBT.1sor", ".transfers", TRANSFERS, "½ log N", half_logarithm, slopes, HalfDuplex, Sbt),
    packet!("TCBT.1sor", "(2 log N − 2) / (log N + 1)", tcbt_packet, HalfDuplex, Tcbt),
    from_3!("TCBT.1sor", ".many", MANY),
    starts!("TCBT.1sor", "2", two, RANGE_3, 3, HalfDuplex, Tcbt),
    from_3!("TCBT.1sor", ".transfers", TRANSFERS),
    packet!("SBT.1sr", "log N / (log N + 1)", sbt_packet, One, Sbt),
    limit!("SBT.1sr", ".many", MANY, "log N", logarithm, slopes, One, Sbt),
    starts!("SBT.1sr", "1", one, RANGE, 2, One, Sbt),
    limit!("SBT.1sr", ".transfers", TRANSFERS, "log N", logarithm, slopes, One, Sbt),
    packet!("TCBT.1sr", "(2 log N − 2) / (log N + 1)", tcbt_packet, One, Tcbt),
    limit!("TCBT.1sr", ".many", MANY, "2", two, slopes, One, Tcbt),
    starts!("TCBT.1sr", "2", two, RANGE_3, 3, One, Tcbt),
    limit!("TCBT.1sr", ".transfers", TRANSFERS, "2", two, slopes, One, Tcbt),
    packet!("all", "log N / (log N + 1)", sbt_packet, All, Sbt, Tcbt),
    limit!("all", ".many", MANY, "log N", logarithm, slopes, All, Sbt, Tcbt),
    starts!("all", "1", one, RANGE, 2, All, Sbt, Tcbt),
    limit!("all", ".transfers", TRANSFERS, "log N", logarithm, slopes, All, Sbt, Tcbt),
    Claim {
        id: "P5.HP.faster",
        place: "§3.4",
        statement: "Depending on M, t_c, τ and N, broadcasting along a Hamiltonian path may be faster than along the SBT or the TCBT.",
        printed: "",
        parts: &[Part::printed(
            path_is_faster::CODE,
            "n from 3 to 6, one send and one receive, N packets",
            |docket| {
                for n in 3..=6 {
                    let c = 1 << n;
                    let path = exact(&along(BroadcastGraph::Path, Rule::One, n, c)?)?;
                    let of = |graph| least(graph, Rule::One, n, c);
                    let [sbt, tcbt] = [BroadcastGraph::Sbt, BroadcastGraph::Tcbt].map(of);
                    let how = format!(
                        "a schedule of {path} slots along HP; at least {} along SBT: {}; at least {} along TCBT: {}",
                        sbt.0, sbt.1, tcbt.0, tcbt.1
                    );
                    docket.is(format!("hypercube {n} packets {c}"), path_is_faster(n, c, &path), how);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.TCBT.reduction",
        place: "§3.4",
        statement: "For TCBT the reduction in communication complexity by concurrent communication on all ports is a factor of 2 (one send \
                    and one receive) or 3 (one send or one receive).",
        printed: "2 or 3",
        parts: &[Part::printed(reduction::CODE, "n from 3 to 9, cycles per packet", |docket| {
            for (n, (rule, factor)) in
                (3..=9).flat_map(|n| [(Rule::One, 2_u64), (Rule::HalfDuplex, 3)].map(|of| (n, of)))
            {
                let how = "cycles per packet, proved under P5.Table2";
                let instance = format!("hypercube {n} ports {}", rule.word());
                docket.equal(instance, factor, Proved::exact(reduction(n, rule), how));
            }
            Ok(())
        })],
    },
];

type Printed = fn(u64) -> BigRational;

fn packets(
    docket: &mut Docket,
    printed: Printed,
    graph: BroadcastGraph,
    rule: Rule,
) -> Result<(), ClaimError> {
    for n in 2..=6 {
        let (one, trees) = (along(graph, rule, n, 1)?, along(BroadcastGraph::Msbt, rule, n, 1)?);
        let slots = exact(&trees)?;
        let how = format!(
            "{}; along the multiple spanning binomial trees {slots} slots, as P5.Table3 proves",
            one.how
        );
        let found = Proved { how, ..one }.map(|found| (found.0 / &slots).into());
        docket.equal(format!("hypercube {n} {}", name(graph)), printed(n), found);
    }
    Ok(())
}

/// The quotient of the factors of M.
fn slopes(docket: &mut Docket, printed: Printed, graph: BroadcastGraph, rule: Rule, from: u64) {
    for n in from..=9 {
        let (tree, trees) = (line(graph, rule, n).0, line(BroadcastGraph::Msbt, rule, n).0);
        let how = format!(
            "the factors of M in the least times are {tree} and {trees}; least by the certificates of P5.Table2"
        );
        docket.equal(format!("hypercube {n} {}", name(graph)), printed(n), Proved::exact(tree / trees, how));
    }
}

/// The number of τ in the least time of packets of the best size; one packet of M elements where only that is
/// good.
fn startups(graph: BroadcastGraph, rule: Rule, n: u64) -> BigRational {
    let (slope, offset) = line(graph, rule, n);
    if offset == whole(0) { slope } else { offset }
}

fn fixed(docket: &mut Docket, printed: Printed, graph: BroadcastGraph, rule: Rule, from: u64) {
    for n in from..=9 {
        let (tree, trees) = (startups(graph, rule, n), startups(BroadcastGraph::Msbt, rule, n));
        let how =
            format!("the factors of τ in T_min are {tree} and {trees}, by the certificates of P5.Table2");
        docket.equal(format!("hypercube {n} {}", name(graph)), printed(n), Proved::exact(tree / trees, how));
    }
}

fn growing(docket: &mut Docket, printed: Printed, graph: BroadcastGraph, rule: Rule) {
    let step = |graph| startups(graph, rule, 9) - startups(graph, rule, 8);
    let (tree, trees) = (step(graph), step(BroadcastGraph::Msbt));
    let how =
        format!("the factors of τ in T_min grow by {tree} and {trees} with log N, in which they are linear");
    docket.equal(name(graph), printed(2), Proved::exact(tree / trees, how));
}
