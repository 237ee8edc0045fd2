//! §3.3.2: the labelling f of the MSBT graph, its three conditions, and the routing that it stands for.

use crate::claims::code::formula;
use crate::claims::exact::whole;
use crate::claims::{Claim, Docket, Part, Proved};
use num_rational::BigRational;

/// The greatest dimension whose labels are listed.
const MOST: u64 = 9;
/// The range of the claims.
const RANGE: &str = "n from 2 to 9 (a 1-cube has a single tree of one link), all nodes of all trees";
/// How most are judged.
const LISTED: &str = "the labels of all edges listed";

formula! {
    /// k: the first bit to the right of bit j, cyclically, that is one.
    fn first(n: u64, j: u64, c: u64) -> Option<u64> {
        (1..=n).map(|step| (j + n - step) % n).find(|k| c >> k & 1 == 1)
    }
    /// The parent in the j-th tree.
    fn parent(n: u64, j: u64, c: u64) -> Option<u64> {
        first(n, j, c).map(|k| c ^ if c >> j & 1 == 0 { 1 << j } else { 1 << k })
    }
    /// f(i, j), none where φ is printed.
    fn f(n: u64, j: u64, c: u64) -> Option<u64> {
        first(n, j, c).map(|k| match c >> j & 1 {
            0 => j + n,
            _ if k >= j => k,
            _ => k + n,
        })
    }
    /// Parent, child and label of all edges.
    fn edges(n: u64) -> Vec<(u64, u64, u64)> {
        let edge = |j, c| Some((parent(n, j, c)?, c, f(n, j, c)?));
        (0..n).flat_map(|j| (1..1 << n).filter_map(move |c| edge(j, c))).collect()
    }
    fn condition_1(n: u64) -> bool {
        (0..n).all(|j| (1..1 << n).all(|c| {
            let input = parent(n, j, c).and_then(|up| f(n, j, up));
            input.is_none_or(|input| f(n, j, c).is_some_and(|output| output > input))
        }))
    }
    fn condition_2(n: u64) -> bool {
        distinct(edges(n).into_iter().map(|(_, to, label)| (to, label % n)))
    }
    fn condition_3(n: u64) -> bool {
        distinct(edges(n).into_iter().map(|(from, _, label)| (from, label % n)))
    }
    fn largest(n: u64) -> BigRational {
        whole(2 * n - 1)
    }
    fn steps_of_the_first(n: u64) -> BigRational {
        whole(2 * n)
    }
    /// The links of a step, each packet of a tree coming n steps after the one before it, `rounds` of them.
    fn used(n: u64, rounds: u64, step: u64) -> Vec<(u64, u64)> {
        let now = |label: u64| (0..rounds).any(|round| label + round * n == step);
        edges(n).into_iter().filter(|edge| now(edge.2)).map(|(from, to, _)| (from, to)).collect()
    }
    /// In the first n steps and in the last one no link is used in both directions.
    fn one_direction(n: u64, rounds: u64) -> bool {
        let last = (rounds - 1) * n + 2 * n - 1;
        (0..n).chain([last]).all(|step| {
            let links = used(n, rounds, step);
            !links.is_empty() && links.iter().all(|(from, to)| !links.contains(&(*to, *from)))
        })
    }
    /// And a node does one thing at a time in a step of which each direction has a cycle of its own.
    fn two_cycles(n: u64, rounds: u64) -> bool {
        let last = (rounds - 1) * n + 2 * n - 1;
        (0..=last).all(|step| {
            let links = used(n, rounds, step);
            [false, true].into_iter().all(|upwards| {
                let directed = links.iter().filter(|(from, to)| (from < to) == upwards);
                distinct(directed.flat_map(|(from, to)| [*from, *to]))
            })
        })
    }
}

/// Whether nothing occurs twice.
fn distinct<T: Ord>(all: impl Iterator<Item = T>) -> bool {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.windows(2).all(|pair| pair[0] != pair[1])
}

macro_rules! condition {
    ($id:literal, $statement:literal, $formula:ident) => {
        Claim {
            id: concat!("P5.MSBT.label.", $id),
            place: "§3.3.2; Figure 3 for n = 3",
            statement: $statement,
            printed: "",
            parts: &[Part::printed($formula::CODE, RANGE, |docket| {
                for n in 2..=MOST {
                    docket.is(format!("hypercube {n}"), $formula(n), LISTED);
                }
                Ok(())
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    condition!(
        "1",
        "The function f satisfies condition 1: for any node of each subtree the least label on the output edges is greater than the label on \
         the input edge.",
        condition_1
    ),
    condition!(
        "2",
        "The function f satisfies condition 2: for any cube node the labels on its input edges are distinct modulo log N.",
        condition_2
    ),
    condition!(
        "3",
        "The function f satisfies condition 3: for any cube node the labels on its output edges are distinct modulo log N.",
        condition_3
    ),
    Claim {
        id: "P5.MSBT.label.largest",
        place: "§3.3.2",
        statement: "The largest label of all the input edges.",
        printed: "2n − 1",
        parts: &[Part::printed(largest::CODE, RANGE, |docket| {
            for n in 2..=MOST {
                docket.equal(format!("hypercube {n}"), largest(n), Proved::exact(greatest(n), LISTED));
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.MSBT.label.steps",
        place: "§3.3.2",
        statement: "Broadcasting the first log N packets, one packet per subtree, in the steps of the labels.",
        printed: "2 log N",
        parts: &[Part::printed(steps_of_the_first::CODE, RANGE, |docket| {
            for n in 2..=MOST {
                let found = Proved::exact(greatest(n) + 1, "labels from 0 to the largest");
                docket.equal(format!("hypercube {n}"), steps_of_the_first(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.MSBT.label.directions",
        place: "§3.3.2",
        statement: "All links are used in only one direction during the first n routing steps, and in the last.",
        printed: "",
        parts: &[Part::printed(
            one_direction::CODE,
            "n from 2 to 6, one to three packets for each tree",
            |docket| {
                rounds(docket, one_direction, "the links of those steps listed");
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.MSBT.label.cycles",
        place: "§3.3.2",
        statement: "For one send or one receive per node, each cycle of the routing with one send and one receive can be made into two.",
        printed: "",
        parts: &[Part::printed(
            two_cycles::CODE,
            "n from 2 to 6, one to three packets for each tree",
            |docket| {
                rounds(
                    docket,
                    two_cycles,
                    "the links of all steps listed: those towards higher and those towards lower addresses have no node in common",
                );
                Ok(())
            },
        )],
    },
];

fn greatest(n: u64) -> u64 {
    edges(n).into_iter().map(|edge| edge.2).max().unwrap_or(0)
}

fn rounds(docket: &mut Docket, holds: fn(u64, u64) -> bool, how: &str) {
    for (n, rounds) in (2..=6).flat_map(|n| (1..=3).map(move |rounds| (n, rounds))) {
        docket.is(format!("hypercube {n} packets {}", n * rounds), holds(n, rounds), how);
    }
}
