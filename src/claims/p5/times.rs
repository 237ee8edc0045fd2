//! Table 3 and §3.3: the times of broadcasts, the best packet sizes and the least times.

use super::along::{along, line};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::tree::{BroadcastGraph, Radical, Rule};
use num_rational::BigRational;
use num_traits::Zero;

/// (√x + √y)².
fn square(x: &BigRational, y: &BigRational) -> Radical {
    Radical::new(x + y, whole(4) * x * y)
}

/// √x.
fn root(x: BigRational) -> Radical {
    Radical::new(BigRational::zero(), x)
}

/// N - 3, and N - 2 for the correction.
fn nodes(n: u64, less: i64) -> BigRational {
    whole((1_i64 << n) - less)
}

/// ⌈M/B⌉(τ + `B·t_c`) and the like.
type Time = fn(u64, u64, u64, &BigRational, &BigRational) -> BigRational;
/// Of n, M, τ and `t_c`.
type Best = fn(u64, &BigRational, &BigRational, &BigRational) -> Radical;

formula! {
    fn hp_half(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (whole(2) * ratio(m, b).ceil() + nodes(n, 3)) * (tau + whole(b) * tc)
    }
    fn hp_half_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(whole(2) * m * tau / (nodes(n, 3) * tc))
    }
    fn hp_half_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(whole(2) * m * tc), &(nodes(n, 3) * tau))
    }
    fn hp_one(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(m, b).ceil() + nodes(n, 3)) * (tau + whole(b) * tc)
    }
    fn hp_one_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(m * tau / (nodes(n, 3) * tc))
    }
    fn hp_one_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(m * tc), &(nodes(n, 3) * tau))
    }
    fn hp_one_true(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(m, b).ceil() + nodes(n, 2)) * (tau + whole(b) * tc)
    }
    fn hp_one_b_true(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(m * tau / (nodes(n, 2) * tc))
    }
    fn hp_one_t_true(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(m * tc), &(nodes(n, 2) * tau))
    }
    fn sbt_one(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        ratio(m, b).ceil() * whole(n) * (tau + whole(b) * tc)
    }
    fn sbt_one_t(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        whole(n) * (whole(m) * tc + tau)
    }
    fn tree_all(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(m, b).ceil() + whole(n) - whole(1)) * (tau + whole(b) * tc)
    }
    fn tree_all_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(m * tau / (whole(n - 1) * tc))
    }
    fn tree_all_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(m * tc), &(tau * whole(n - 1)))
    }
    fn tcbt_half(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (whole(3) * ratio(m, b).ceil() + whole(2 * n) - whole(5)) * (tau + whole(b) * tc)
    }
    fn tcbt_half_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(whole(3) * m * tau / (whole(2 * n - 5) * tc))
    }
    fn tcbt_half_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(whole(3) * m * tc), &(tau * whole(2 * n - 5)))
    }
    fn tcbt_one(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        whole(2) * (ratio(m, b).ceil() + whole(n) - whole(2)) * (tau + whole(b) * tc)
    }
    fn tcbt_one_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(m * tau / (whole(n - 2) * tc))
    }
    fn tcbt_one_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        // 2(√x + √y)² = (√2x + √2y)²
        square(&(whole(2) * m * tc), &(whole(2) * tau * whole(n - 2)))
    }
    fn msbt_half(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (whole(2) * ratio(m, b).ceil() + whole(n) - whole(1)) * (tau + whole(b) * tc)
    }
    fn msbt_half_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(whole(2) * m * tau / (tc * whole(n - 1)))
    }
    fn msbt_half_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(whole(2) * m * tc), &(tau * whole(n - 1)))
    }
    fn msbt_one(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(m, b).ceil() + whole(n)) * (tau + whole(b) * tc)
    }
    fn msbt_one_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(m * tau / (tc * whole(n)))
    }
    fn msbt_one_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(m * tc), &(tau * whole(n)))
    }
    fn msbt_all(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(m, b * n).ceil() + whole(n)) * (tau + whole(b) * tc)
    }
    fn msbt_all_b(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        root(m * tau / tc / whole(n * n))
    }
    fn msbt_all_t(n: u64, m: &BigRational, tau: &BigRational, tc: &BigRational) -> Radical {
        square(&(m * tc / whole(n)), &(tau * whole(n)))
    }
}

const PLACE: &str = "§3.4, Table 3; §3.3";
const TIME: &str = "The time of broadcasting M elements along the graph, in packets of at most B elements, every step taking τ + B·t_c.";
const SIZE: &str =
    "The packet size for which the time is least, ⌈M/B⌉ being read as M/B and B as any positive number.";
const LEAST: &str =
    "The least time, with the best packet size, ⌈M/B⌉ being read as M/B and B as any positive number.";
const LOADS: &str =
    "n from 2 to 5; M from 2 to 26 and B = 3, so that 1 to 9 packets are sent; τ = 5, t_c = 1/2";
const SIZES: &str = "n from 2 to 9; M = 36 and 100, τ = 1, 25 and 3, t_c = 1, 1/4 and 2/3";
const SIZES_3: &str = "n from 3 to 9 (in the 2-cube there is nothing to balance: one packet of M elements is best); M = 36 and 100, τ = 1, \
                       25 and 3, t_c = 1, 1/4 and 2/3";

macro_rules! time {
    ($id:literal, $printed:literal, $formula:ident, $([$graph:ident, $rule:ident]),+) => {
        Claim {
            id: concat!("P5.Table3.", $id, ".T"),
            place: PLACE,
            statement: TIME,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, LOADS, |docket| {
                $(times(docket, $formula, BroadcastGraph::$graph, Rule::$rule, 2)?;)+
                Ok(())
            })],
        }
    };
}

macro_rules! size {
    ($id:literal, $printed:literal, $formula:ident, [$graph:ident, $rule:ident], $range:ident, $from:literal) => {
        Claim {
            id: concat!("P5.Table3.", $id, ".B_opt"),
            place: PLACE,
            statement: SIZE,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, $range, |docket| {
                sizes(docket, $formula, BroadcastGraph::$graph, Rule::$rule, $from);
                Ok(())
            })],
        }
    };
}

macro_rules! least {
    ($id:literal, $printed:literal, $formula:ident, [$graph:ident, $rule:ident], $range:ident, $from:literal) => {
        Claim {
            id: concat!("P5.Table3.", $id, ".T_min"),
            place: PLACE,
            statement: LEAST,
            printed: $printed,
            parts: &[Part::printed($formula::CODE, $range, |docket| {
                leasts(docket, $formula, BroadcastGraph::$graph, Rule::$rule, $from);
                Ok(())
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    time!("HP.1sor", "(2⌈M/B⌉ + N − 3)(τ + B·t_c)", hp_half, [Path, HalfDuplex]),
    size!("HP.1sor", "√(2Mτ / ((N − 3)t_c))", hp_half_b, [Path, HalfDuplex], SIZES, 2),
    least!("HP.1sor", "(√(2M·t_c) + √((N − 3)τ))²", hp_half_t, [Path, HalfDuplex], SIZES, 2),
    Claim {
        id: "P5.Table3.HP.1sr.T",
        place: "§3.4, Table 3; Table 1 has N − 1 steps for one packet, which the formula here falls short of by one",
        statement: TIME,
        printed: "(⌈M/B⌉ + N − 3)(τ + B·t_c)",
        parts: &[
            Part::printed(hp_one::CODE, LOADS, |docket| {
                times(docket, hp_one, BroadcastGraph::Path, Rule::One, 2)
            }),
            Part::correction(
                "(⌈M/B⌉ + N − 2)(τ + B·t_c)",
                "The last packet leaves the root in step ⌈M/B⌉ and then has N − 2 of the N − 1 links of the path to go; in a pipeline it \
                 waits nowhere. For one packet these are the N − 1 steps of Table 1.",
                hp_one_true::CODE,
                LOADS,
                |docket| times(docket, hp_one_true, BroadcastGraph::Path, Rule::One, 2),
            ),
        ],
    },
    Claim {
        id: "P5.Table3.HP.1sr.B_opt",
        place: PLACE,
        statement: SIZE,
        printed: "√(Mτ / ((N − 3)t_c))",
        parts: &[
            Part::printed(hp_one_b::CODE, SIZES, |docket| {
                sizes(docket, hp_one_b, BroadcastGraph::Path, Rule::One, 2);
                Ok(())
            }),
            Part::correction(
                "√(Mτ / ((N − 2)t_c))",
                "The minimum of (M/B + N − 2)(τ + B·t_c), where Mτ/B = (N − 2)B·t_c.",
                hp_one_b_true::CODE,
                SIZES,
                |docket| {
                    sizes(docket, hp_one_b_true, BroadcastGraph::Path, Rule::One, 2);
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.Table3.HP.1sr.T_min",
        place: PLACE,
        statement: LEAST,
        printed: "(√(M·t_c) + √((N − 3)τ))²",
        parts: &[
            Part::printed(hp_one_t::CODE, SIZES, |docket| {
                leasts(docket, hp_one_t, BroadcastGraph::Path, Rule::One, 2);
                Ok(())
            }),
            Part::correction(
                "(√(M·t_c) + √((N − 2)τ))²",
                "(M/B + N − 2)(τ + B·t_c) = M·t_c + (N − 2)τ + Mτ/B + (N − 2)B·t_c, whose last two terms have the mean √(M(N − 2)τ·t_c) at least.",
                hp_one_t_true::CODE,
                SIZES,
                |docket| {
                    leasts(docket, hp_one_t_true, BroadcastGraph::Path, Rule::One, 2);
                    Ok(())
                },
            ),
        ],
    },
    time!("SBT.1port", "⌈M/B⌉ log N (τ + B·t_c)", sbt_one, [Sbt, HalfDuplex], [Sbt, One]),
    Claim {
        id: "P5.Table3.SBT.1port.B_opt",
        place: PLACE,
        statement: "The packet size for which the time is least: a packet of all elements; none other is as good for τ > 0.",
        printed: "B_opt = M",
        parts: &[Part::printed(
            sbt_one::CODE,
            "n from 2 to 9, M from 1 to 20, all whole packet sizes from 1 to M; τ = 5, t_c = 1/2",
            |docket| {
                let (tau, tc) = (whole(5), ratio(1, 2));
                for (n, m) in (2..=9).flat_map(|n| (1..=20).map(move |m| (n, m))) {
                    let found = (1..=m).min_by_key(|b| sbt_one(n, m, *b, &tau, &tc)).unwrap_or(0);
                    let how = "all packet sizes tried with the time that P5.Table3.SBT.1port.T proves; the first of the best";
                    docket.equal(format!("hypercube {n} M {m}"), m, Proved::exact(found, how));
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.Table3.SBT.1port.T_min",
        place: PLACE,
        statement: "The least time, with B_opt = M.",
        printed: "B_opt = M, T_min = log N (M·t_c + τ)",
        parts: &[Part::printed(
            sbt_one_t::CODE,
            "n from 2 to 9, M from 1 to 20, all whole packet sizes from 1 to M; τ = 5, t_c = 1/2",
            |docket| {
                let (tau, tc) = (whole(5), ratio(1, 2));
                for (n, m) in (2..=9).flat_map(|n| (1..=20).map(move |m| (n, m))) {
                    let sizes = (1..=m).map(|b| sbt_one(n, m, b, &tau, &tc));
                    let found = sizes.min().unwrap_or_else(BigRational::zero);
                    let how = "all packet sizes tried with the time that P5.Table3.SBT.1port.T proves; ⌈M/B⌉B ≥ M, and ⌈M/B⌉ ≥ 1";
                    docket.equal(
                        format!("hypercube {n} M {m}"),
                        sbt_one_t(n, m, &tau, &tc),
                        Proved::exact(found, how),
                    );
                }
                Ok(())
            },
        )],
    },
    time!("SBT.all", "(⌈M/B⌉ + log N − 1)(τ + B·t_c)", tree_all, [Sbt, All]),
    size!("SBT.all", "√(Mτ / ((log N − 1)t_c))", tree_all_b, [Sbt, All], SIZES, 2),
    Claim {
        id: "P5.Table3.SBT.all.T_min",
        place: PLACE,
        statement: "The least time, with the best packet size.",
        printed: "(√(M·t_c) + √(τ(log N − 1)))²",
        parts: &[
            Part::reading(
                "⌈M/B⌉ is read as M/B, and B is any positive number",
                tree_all_t::CODE,
                SIZES,
                |docket| {
                    leasts(docket, tree_all_t, BroadcastGraph::Sbt, Rule::All, 2);
                    Ok(())
                },
            ),
            Part::reading(
                "B is a whole number from 1 to M, as it must be to be a packet of M elements, and ⌈M/B⌉ stays: T_min is then a bound from \
                 below only, which fails to be met for instance where B_opt > M (of all T_min alike)",
                tree_all_t::CODE,
                "n = 2 and 5; M = 1, 4, 16, 36; τ = 4, 25; t_c = 1, so that T_min is rational",
                whole_packets,
            ),
        ],
    },
    Claim {
        id: "P5.Table3.TCBT.1sor.T",
        place: PLACE,
        statement: TIME,
        printed: "(3⌈M/B⌉ + 2 log N − 5)(τ + B·t_c)",
        parts: &[
            Part::printed(tcbt_half::CODE, LOADS, |docket| {
                times(docket, tcbt_half, BroadcastGraph::Tcbt, Rule::HalfDuplex, 2)
            }),
            Part::restriction(
                "n ≥ 3; in the 2-cube no node has three neighbours in the tree, and 2⌈M/B⌉ steps suffice",
                tcbt_half::CODE,
                "n from 3 to 5; M from 2 to 26 and B = 3; τ = 5, t_c = 1/2",
                |docket| times(docket, tcbt_half, BroadcastGraph::Tcbt, Rule::HalfDuplex, 3),
            ),
        ],
    },
    size!("TCBT.1sor", "√(3Mτ / ((2 log N − 5)t_c))", tcbt_half_b, [Tcbt, HalfDuplex], SIZES_3, 3),
    least!("TCBT.1sor", "(√(3M·t_c) + √(τ(2 log N − 5)))²", tcbt_half_t, [Tcbt, HalfDuplex], SIZES_3, 3),
    time!("TCBT.1sr", "2(⌈M/B⌉ + log N − 2)(τ + B·t_c)", tcbt_one, [Tcbt, One]),
    size!("TCBT.1sr", "√(Mτ / ((log N − 2)t_c))", tcbt_one_b, [Tcbt, One], SIZES_3, 3),
    least!("TCBT.1sr", "2(√(M·t_c) + √(τ(log N − 2)))²", tcbt_one_t, [Tcbt, One], SIZES_3, 3),
    time!("TCBT.all", "(⌈M/B⌉ + log N − 1)(τ + B·t_c)", tree_all, [Tcbt, All]),
    size!("TCBT.all", "√(Mτ / (t_c(log N − 1)))", tree_all_b, [Tcbt, All], SIZES, 2),
    least!("TCBT.all", "(√(M·t_c) + √(τ(log N − 1)))²", tree_all_t, [Tcbt, All], SIZES, 2),
    time!("MSBT.1sor", "(2⌈M/B⌉ + log N − 1)(τ + B·t_c)", msbt_half, [Msbt, HalfDuplex]),
    size!("MSBT.1sor", "√(2Mτ / (t_c(log N − 1)))", msbt_half_b, [Msbt, HalfDuplex], SIZES, 2),
    least!("MSBT.1sor", "(√(2M·t_c) + √(τ(log N − 1)))²", msbt_half_t, [Msbt, HalfDuplex], SIZES, 2),
    time!("MSBT.1sr", "(⌈M/B⌉ + log N)(τ + B·t_c)", msbt_one, [Msbt, One]),
    size!("MSBT.1sr", "√(Mτ / (t_c log N))", msbt_one_b, [Msbt, One], SIZES, 2),
    least!("MSBT.1sr", "(√(M·t_c) + √(τ log N))²", msbt_one_t, [Msbt, One], SIZES, 2),
    time!("MSBT.all", "(⌈M/(B log N)⌉ + log N)(τ + B·t_c)", msbt_all, [Msbt, All]),
    size!("MSBT.all", "(1/log N)·√(Mτ/t_c)", msbt_all_b, [Msbt, All], SIZES, 2),
    least!("MSBT.all", "(√(M·t_c/log N) + √(τ log N))²", msbt_all_t, [Msbt, All], SIZES, 2),
];

fn times(
    docket: &mut Docket,
    printed: Time,
    graph: BroadcastGraph,
    rule: Rule,
    from: u64,
) -> Result<(), ClaimError> {
    let (b, tau, tc) = (3, whole(5), ratio(1, 2));
    let step = &tau + whole(b) * &tc;
    for n in from..=5 {
        for m in [2, 3, 5, 9, 14, 17, 24, 26_u64] {
            let found = along(graph, rule, n, m.div_ceil(b))?;
            let found = found.map(|slots| (slots.0 * &step).into());
            docket.equal(format!("hypercube {n} M {m}"), printed(n, m, b, &tau, &tc), found);
        }
    }
    Ok(())
}

/// M, τ and `t_c`, each as a fraction.
fn loads() -> impl Iterator<Item = (BigRational, BigRational, BigRational)> {
    let times = [(ratio(1, 1), ratio(1, 1)), (ratio(25, 1), ratio(1, 4)), (ratio(3, 1), ratio(2, 3))];
    [36, 100].into_iter().flat_map(move |m| times.clone().map(move |(tau, tc)| (whole(m), tau, tc)))
}

fn sizes(docket: &mut Docket, printed: Best, graph: BroadcastGraph, rule: Rule, from: u64) {
    for n in from..=9 {
        let (slope, offset) = line(graph, rule, n);
        for (m, tau, tc) in loads() {
            let size = printed(n, &m, &tau, &tc);
            let squared = if size.radicand().is_zero() {
                size.rational() * size.rational()
            } else {
                size.radicand().clone()
            };
            let found = &slope * &m * &tau / (&offset * &tc);
            let how =
                format!("({slope}·M/B + {offset})(τ + B·t_c) is least where {slope}·Mτ/B = {offset}·B·t_c");
            let instance = format!("hypercube {n} M {m} τ {tau} t_c {tc}: B_opt²");
            docket.equal(instance, squared, Proved::exact(found, how));
        }
    }
}

fn leasts(docket: &mut Docket, printed: Best, graph: BroadcastGraph, rule: Rule, from: u64) {
    for n in from..=9 {
        let (slope, offset) = line(graph, rule, n);
        for (m, tau, tc) in loads() {
            let said = printed(n, &m, &tau, &tc);
            let found = square(&(&slope * &m * &tc), &(&offset * &tau));
            let mean =
                format!("of ({slope}·M/B + {offset})(τ + B·t_c), by the means of the two terms with B");
            let instance = format!("hypercube {n} M {m} τ {tau} t_c {tc}");
            if said.radicand().is_zero() && found.radicand().is_zero() {
                let found = Proved::exact(found.rational().clone(), format!("the least value {mean}"));
                docket.equal(instance, said.rational().clone(), found);
            } else {
                docket.is(
                    instance,
                    said == found,
                    format!("printed {said}; {found} is the least value {mean}"),
                );
            }
        }
    }
}

fn whole_packets(docket: &mut Docket) -> Result<(), ClaimError> {
    let tc = whole(1);
    for (n, tau, m) in [2, 5]
        .into_iter()
        .flat_map(|n| [4, 25].map(|tau| (n, tau)))
        .flat_map(|(n, tau)| [1, 4, 16, 36].map(move |m: u64| (n, whole(tau), m)))
    {
        let sizes = (1..=m).map(|b| tree_all(n, m, b, &tau, &tc));
        let found = sizes.min().unwrap_or_else(BigRational::zero);
        let said = tree_all_t(n, &whole(m), &tau, &tc);
        if !said.radicand().is_zero() {
            return Err(ClaimError::Broken(format!("T_min = {said} is irrational")));
        }
        let how = "all packet sizes tried with the time that P5.Table3.SBT.all.T proves";
        let instance = format!("hypercube {n} M {m} τ {tau} t_c 1");
        docket.equal(instance, said.rational().clone(), Proved::exact(found, how));
    }
    Ok(())
}
