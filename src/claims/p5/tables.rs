//! Table 6: personalised communication with packets of any size.

use super::shape::Shape;
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::tree::TreeKind;
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    fn sbt_one(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        whole((1_u64 << n) - 1) * whole(m) * tc + whole(n) * tau
    }
    fn sbt_all(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        ratio(1_u64 << n, 2) * whole(m) * tc + whole(n) * tau
    }
    fn tcbt_one(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        whole((2_u64 << n) - 2 * n - 1) * whole(m) * tc + whole(2 * n - 2) * tau
    }
    fn tcbt_all(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(3 * (1_u64 << n), 2) - whole(1)) * whole(m) * tc + whole(n) * tau
    }
    fn tcbt_all_at_once(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(3 * (1_u64 << n), 2) - whole(n) - whole(1)) * whole(m) * tc + whole(n) * tau
    }
    fn tcbt_all_true(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        (ratio(3 * (1_u64 << n), 4) - whole(1)) * whole(m) * tc + whole(n) * tau
    }
    fn bst_all(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        ratio((1_u64 << n) - 1, n) * whole(m) * tc + whole(n) * tau
    }
    /// x ≤ N(1 + 2 log log N / log N), that is 2^(n(x - N)) ≤ n^(2N).
    fn within(n: u64, x: u64) -> bool {
        let nodes = 1_u64 << n;
        x <= nodes || BigInt::from(2).pow(small(n * (x - nodes))) <= BigInt::from(n).pow(small(2 * nodes))
    }
    /// Start-ups, and times `M·t_c`.
    fn bst_one(n: u64, startups: u64, x: u64) -> bool {
        startups <= 2 * n - 2 && within(n, x)
    }
    /// |x - y| ≤ √`N·M·t_c`.
    fn near(n: u64, m: u64, tc: &BigRational, x: &BigRational, y: &BigRational) -> bool {
        (x - y) * (x - y) <= whole(1_u64 << n) * whole(m) * whole(m) * tc * tc
    }
}

/// An exponent.
fn small(exponent: u64) -> u32 {
    u32::try_from(exponent).unwrap_or(u32::MAX)
}

const PLACE: &str = "§4.3, Table 6";
const RANGE: &str = "n from 2 to 9; M = 4; τ and t_c 5 and 1/2, 0 and 1, 1 and 0, 1 and 30";
const ONE: &str =
    "The time of personalised communication along the tree with one port and packets of any size.";
const ALL: &str = "The time of personalised communication along the tree with all ports and packets of any size, the data of the farthest \
                   level leaving the source first (Lemma 4.2).";
const STEPS: &str = "level by level: the amounts of all links in all steps counted, a step lasting as long as its greatest amount";
const M: u64 = 4;

type Time = fn(u64, u64, &BigRational, &BigRational) -> BigRational;

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.Table6.SBT.1port",
        place: "§4.3, Table 6; §4.2.1",
        statement: ONE,
        printed: "(N − 1)M·t_c + log N τ",
        parts: &[Part::printed(sbt_one::CODE, RANGE, |docket| {
            each(|n, tau, tc| {
                let found = Shape::new(TreeKind::Sbt, n)?.at_once(true, tau, &(whole(M) * tc));
                let least = whole(n) * tau + whole((1_u64 << n) - 1) * whole(M) * tc;
                let how = "one message over every link, the largest subtree first; the source starts log N messages at least and sends \
                           (N − 1)M elements";
                let found = Proved::between(Some(Value(least)), Some(Value(found)), how);
                docket.equal(instance(n, tau, tc), sbt_one(n, M, tau, tc), found);
                Ok(())
            })
        })],
    },
    Claim {
        id: "P5.Table6.SBT.all",
        place: "§4.3, Table 6; §4.2.1, Lemma 4.2",
        statement: ALL,
        printed: "(N/2)M·t_c + log N τ",
        parts: &[Part::printed(sbt_all::CODE, RANGE, |docket| stepwise(docket, TreeKind::Sbt, sbt_all))],
    },
    Claim {
        id: "P5.Table6.TCBT.1port",
        place: PLACE,
        statement: ONE,
        printed: "≤ (2N − 2 log N − 1)M·t_c + (2 log N − 2)τ",
        parts: &[Part::printed(tcbt_one::CODE, RANGE, |docket| {
            each(|n, tau, tc| {
                let found = Shape::new(TreeKind::Tcbt, n)?.at_once(true, tau, &(whole(M) * tc));
                let how = "one message over every link, the second root first";
                let found = Proved::between(None, Some(Value(found)), how);
                docket.at_most(instance(n, tau, tc), tcbt_one(n, M, tau, tc), found);
                Ok(())
            })
        })],
    },
    Claim {
        id: "P5.Table6.TCBT.all",
        place: PLACE,
        statement: "The least time of personalised communication along the two-rooted complete binary tree with all ports and packets of any \
                    size.",
        printed: "((3/2)N − 1)M·t_c + log N τ",
        parts: &[
            Part::printed(tcbt_all::CODE, RANGE, |docket| {
                each(|n, tau, tc| {
                    let shape = Shape::new(TreeKind::Tcbt, n)?;
                    let found = Proved::between(
                        Some(Value(whole(shape.largest()) * whole(M) * tc)),
                        Some(Value(total(&shape, tau, tc))),
                        format!("{STEPS}; not less than the transfer of the data of the largest subtree"),
                    );
                    docket.equal(instance(n, tau, tc), tcbt_all(n, M, tau, tc), found);
                    Ok(())
                })
            }),
            Part::restriction(
                "as an upper bound, like the time with one port in the line above",
                tcbt_all::CODE,
                RANGE,
                |docket| {
                    each(|n, tau, tc| {
                        let found = total(&Shape::new(TreeKind::Tcbt, n)?, tau, tc);
                        let found = Proved::between(None, Some(Value(found)), STEPS);
                        docket.at_most(instance(n, tau, tc), tcbt_all(n, M, tau, tc), found);
                        Ok(())
                    })
                },
            ),
            Part::correction(
                "((3/2)N − log N − 1)M·t_c + log N τ, one message over every link, as in the line above",
                "With one port this algorithm takes (2N − 2 log N − 1)M·t_c + (2 log N − 2)τ, exactly what the line above prints. With all ports the message for the \
                 second root and below has N/2 nodes' data, those after it N/2 − 1, N/4 − 1, …, 3 and 1: N/2 + (N − log N − 1) together, in log N messages. The printed \
                 time lacks log N.",
                tcbt_all_at_once::CODE,
                RANGE,
                |docket| {
                    each(|n, tau, tc| {
                        let shape = Shape::new(TreeKind::Tcbt, n)?;
                        let how = "one message over every link";
                        let [one, all] = [true, false].map(|one| shape.at_once(one, tau, &(whole(M) * tc)));
                        let instance = instance(n, tau, tc);
                        docket.equal(
                            format!("{instance} one port"),
                            tcbt_one(n, M, tau, tc),
                            Proved::exact(one, format!("{how}, the second root first")),
                        );
                        docket.equal(instance, tcbt_all_at_once(n, M, tau, tc), Proved::exact(all, how));
                        Ok(())
                    })
                },
            ),
            Part::correction(
                "((3/4)N − 1)M·t_c + log N τ, level by level",
                "A node of a complete binary tree has 2^d nodes d levels below it, the second root 2^(d − 1) for d ≥ 1. So the greatest amounts are 1, 2, …, N/4 \
                 for the nearer levels, N/2 − 1 together, and N/4 for the farthest one.",
                tcbt_all_true::CODE,
                RANGE,
                |docket| stepwise(docket, TreeKind::Tcbt, tcbt_all_true),
            ),
        ],
    },
    Claim {
        id: "P5.Table6.BST.1port",
        place: "§4.3, Table 6; §4.2.2",
        statement: ONE,
        printed: "≤ N(1 + 2 log log N / log N)M·t_c + (2 log N − 2)τ",
        parts: &[Part::printed(
            bst_one::CODE,
            "n from 2 to 10; the number of start-ups and the multiple of M·t_c, each alone, so for all M, τ and t_c; log log N is irrational unless \
             log N is a power of two, and the comparison is one of powers of integers",
            |docket| {
                for n in 2..=10 {
                    let shape = Shape::new(TreeKind::Bst, n)?;
                    let count = |startup, transfer| -> Result<u64, ClaimError> {
                        let time = shape.at_once(true, &whole(startup), &whole(transfer));
                        u64::try_from(time.to_integer())
                            .map_err(|fault| ClaimError::Broken(fault.to_string()))
                    };
                    let (startups, transfers) = (count(1, 0)?, count(0, 1)?);
                    let how = format!(
                        "one message over every link, the subtree of most rounds first: no node has more than {startups} start-ups and {transfers} \
                         times M elements before it"
                    );
                    docket.is(format!("hypercube {n}"), bst_one(n, startups, transfers), how);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.Table6.BST.all",
        place: PLACE,
        statement: ALL,
        printed: "≃ ((N − 1)/log N)M·t_c + log N τ",
        parts: &[
            Part::reading(
                "≃ allows a difference of √N·M·t_c, whose part of the time goes to 0 for N → ∞",
                near::CODE,
                RANGE,
                |docket| {
                    each(|n, tau, tc| {
                        let (said, found) =
                            (bst_all(n, M, tau, tc), total(&Shape::new(TreeKind::Bst, n)?, tau, tc));
                        let how = format!("printed {said}, found {found}; {STEPS}");
                        docket.is(instance(n, tau, tc), near(n, M, tc, &said, &found), how);
                        Ok(())
                    })
                },
            ),
            Part::reading("exactly", bst_all::CODE, RANGE, |docket| stepwise(docket, TreeKind::Bst, bst_all)),
        ],
    },
];

fn instance(n: u64, tau: &BigRational, tc: &BigRational) -> String {
    format!("hypercube {n} M {M} τ {tau} t_c {tc}")
}

/// All n, τ and `t_c` of the range.
fn each(
    mut judge: impl FnMut(u64, &BigRational, &BigRational) -> Result<(), ClaimError>,
) -> Result<(), ClaimError> {
    for n in 2..=9 {
        for (tau, tc) in
            [(whole(5), ratio(1, 2)), (whole(0), whole(1)), (whole(1), whole(0)), (whole(1), whole(30))]
        {
            judge(n, &tau, &tc)?;
        }
    }
    Ok(())
}

/// Level by level.
fn total(shape: &Shape, tau: &BigRational, tc: &BigRational) -> BigRational {
    let amounts = shape.stepwise().amounts;
    whole(amounts.len()) * tau + whole(amounts.iter().sum::<u64>() * M) * tc
}

fn stepwise(docket: &mut Docket, tree: TreeKind, printed: Time) -> Result<(), ClaimError> {
    each(|n, tau, tc| {
        let found = Proved::exact(total(&Shape::new(tree, n)?, tau, tc), STEPS);
        docket.equal(instance(n, tau, tc), printed(n, M, tau, tc), found);
        Ok(())
    })
}
