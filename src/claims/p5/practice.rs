//! §5: what the implementations rest on, and the speed-up that the model predicts.

use super::along::{along, exact};
use super::balanced::{base, parent, period, rotated, shape};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::count_of;
use crate::tree::{BroadcastGraph, Rule};
use num_rational::BigRational;

formula! {
    /// Rotated by j to the left, the nodes of base 0 that are not cyclic become those of base j, parents
    /// parents.
    fn isomorphic(n: u64, j: u64) -> bool {
        let free = |i: &u64| period(n, *i) == n;
        let turned = |i| rotated(n, i, (n - j) % n);
        let of = |j| (1..1 << n).filter(free).filter(move |i| base(n, *i) == j);
        of(0).all(|i| base(n, turned(i)) == j && parent(n, turned(i)) == parent(n, i).map(turned))
            && of(0).count() == of(j).count()
    }
    /// The entries of port 0 are those of base 0; port j sends to their rotations by j to the left, but for
    /// those of period P ≤ j.
    fn shifted_left(n: u64, j: u64) -> bool {
        same(n, j, |i| rotated(n, i, (n - j) % n))
    }
    /// The same with rotations by j to the right.
    fn shifted_right(n: u64, j: u64) -> bool {
        same(n, j, |i| rotated(n, i, j))
    }
    /// The table has N/log N entries, or up to √N more.
    fn entries(n: u64, found: u64) -> bool {
        let more = whole(found) - ratio(1_u64 << n, n);
        &more * &more <= whole(1_u64 << n)
    }
    /// log² N.
    fn squared(n: u64) -> BigRational {
        whole(n * n)
    }
    /// log³ N.
    fn cubed(n: u64) -> BigRational {
        whole(n * n * n)
    }
    fn half_cubed(n: u64) -> BigRational {
        ratio(n * n * n, 2)
    }
    /// Up to a tenth of log N less.
    fn about_the_logarithm(n: u64, quotient: &BigRational) -> bool {
        *quotient <= whole(n) && *quotient >= ratio(9 * n, 10)
    }
}

/// Whether the entries of port 0, moved, are the nodes of base j.
fn same(n: u64, j: u64, moved: impl Fn(u64) -> u64) -> bool {
    let entries = (1..1 << n).filter(|i| base(n, *i) == 0 && period(n, *i) > j);
    let mut sent: Vec<u64> = entries.map(moved).collect();
    sent.sort_unstable();
    sent.into_iter().eq((1..1 << n).filter(|i| base(n, *i) == j))
}

const ALL: &str = "n from 2 to 12, all nodes";
const LISTED: &str = "all nodes listed";

macro_rules! shifts {
    ($text:literal, $formula:ident) => {
        Part::reading($text, $formula::CODE, "n from 2 to 12, all ports", |docket| {
            for n in 2..=12 {
                docket.is(format!("hypercube {n}"), (0..n).all(|j| $formula(n, j)), LISTED);
            }
            Ok(())
        })
    };
}

const LEVELS: &str = "for each child and level the bits of the number of nodes";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.BST.isomorphic",
        place: "§5.2",
        statement: "Excluding cyclic nodes, the subtrees are isomorphic.",
        printed: "",
        parts: &[Part::printed(isomorphic::CODE, ALL, |docket| {
            for n in 2..=12 {
                let how = "the rotation is an isomorphism: the parents of all nodes compared";
                docket.is(format!("hypercube {n}"), (0..n).all(|j| isomorphic(n, j)), how);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.table.length",
        place: "§5.2",
        statement: "The root only needs one table of length ≈ N/log N, the transmission order of port 0.",
        printed: "≈ N/log N",
        parts: &[Part::printed(
            entries::CODE,
            "n from 2 to 14; ≈ allows √N more entries, a part that goes to 0 for N → ∞ (P5.BST.multinode-broadcast)",
            |docket| {
                for n in 2..=14 {
                    let found = count_of((1..1 << n).filter(|i| base(n, *i) == 0).count());
                    docket.is(
                        format!("hypercube {n}"),
                        entries(n, found),
                        format!("{found} nodes of base 0"),
                    );
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.BST.table.shifts",
        place: "§5.2",
        statement: "The pointers for the other ports are (right) cyclic shifts of the table entries, the message of an entry of period P not being \
                    transmitted for ports with index j ≥ P.",
        printed: "",
        parts: &[
            shifts!("port j by n − j steps to the right, that is j steps to the left", shifted_left),
            shifts!("port j by j steps to the right", shifted_right),
        ],
    },
    Claim {
        id: "P5.BST.table.depth-first",
        place: "§5.2",
        statement: "With a depth-first order a count for each port suffices, at most log² N bits in each node.",
        printed: "log² N",
        parts: &[Part::printed(squared::CODE, ALL, |docket| {
            most(
                docket,
                squared,
                "for each child the bits of the number of nodes below and with it",
                |sizes| sizes.iter().map(|levels| bits(levels.iter().sum())).sum(),
            )
        })],
    },
    Claim {
        id: "P5.BST.table.entries",
        place: "§5.2",
        statement: "With a breadth-first order the table of how many nodes there are at a given level in each subtree of a node has at most \
                    log² N entries.",
        printed: "log² N",
        parts: &[Part::printed(squared::CODE, ALL, |docket| {
            most(docket, squared, "for each child its levels", |sizes| {
                sizes.iter().map(|levels| count_of(levels.len())).sum()
            })
        })],
    },
    Claim {
        id: "P5.BST.table.breadth-first",
        place: "§5.2",
        statement: "The total size of that table in a node is approximately log³ N bits.",
        printed: "≈ log³ N",
        parts: &[
            Part::reading("log³ N as a bound", cubed::CODE, ALL, |docket| {
                most(docket, cubed, LEVELS, |sizes| sizes.iter().flatten().copied().map(bits).sum())
            }),
            Part::reading("≈ allows a factor of 2", half_cubed::CODE, ALL, |docket| {
                for (n, found) in every(LEVELS, |sizes| sizes.iter().flatten().copied().map(bits).sum())? {
                    docket.at_least(format!("hypercube {n}"), half_cubed(n), found);
                }
                Ok(())
            }),
        ],
    },
    Claim {
        id: "P5.iPSC.speed-up",
        place: "§5.1, Figures 6 and 7; their measured times do not stand in the text",
        statement: "The speed-up predicted for the broadcast of 60 packets of 1k bytes along the MSBT graph over that along the SBT is approximately log N for \
                    cube dimensions from 2 to 6; the measured one, said to be as predicted, is not judged.",
        printed: "≈ log N",
        parts: &[
            Part::reading(
                "predicted for one send and one receive at a time; ≈ allows a tenth",
                about_the_logarithm::CODE,
                "n from 2 to 6",
                |docket| speed_up(docket, Rule::One),
            ),
            Part::reading(
                "predicted for one send or one receive at a time; ≈ allows a tenth",
                about_the_logarithm::CODE,
                "n from 2 to 6",
                |docket| speed_up(docket, Rule::HalfDuplex),
            ),
        ],
    },
];

/// How many bits a number takes.
fn bits(number: u64) -> u64 {
    u64::from(u64::BITS - number.leading_zeros())
}

/// Holds the greatest of what nodes other than the source keep of the levels of the subtrees of their
/// children against a bound.
fn most(
    docket: &mut Docket,
    printed: fn(u64) -> BigRational,
    what: &str,
    kept: fn(&[Vec<u64>]) -> u64,
) -> Result<(), ClaimError> {
    for (n, found) in every(what, kept)? {
        docket.at_most(format!("hypercube {n}"), printed(n), found);
    }
    Ok(())
}

/// The greatest of what nodes other than the source keep, for every dimension.
fn every(what: &str, kept: fn(&[Vec<u64>]) -> u64) -> Result<Vec<(u64, Proved)>, ClaimError> {
    let greatest = |n| {
        let shape = shape(n)?;
        let below = |node| -> Vec<Vec<u64>> {
            shape.children(node).iter().map(|&child| shape.profile(child).to_vec()).collect()
        };
        let found = (1..shape.nodes()).map(|node| kept(&below(node))).max().unwrap_or(0);
        Ok((n, Proved::exact(found, format!("{what}; {LISTED}"))))
    };
    (2..=12).map(greatest).collect()
}

fn speed_up(docket: &mut Docket, rule: Rule) -> Result<(), ClaimError> {
    for n in 2..=6 {
        let slots = |graph| exact(&along(graph, rule, n, 60)?);
        let (tree, trees) = (slots(BroadcastGraph::Sbt)?, slots(BroadcastGraph::Msbt)?);
        let how =
            format!("{tree} and {trees} steps, the least along SBT and MSBT by certificates (P5.Table3)");
        docket.is(format!("hypercube {n}"), about_the_logarithm(n, &(tree / trees)), how);
    }
    Ok(())
}
