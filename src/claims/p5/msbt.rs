//! §3.2: the graph of multiple spanning binomial trees.

use crate::claims::code::formula;
use crate::claims::exact::whole;
use crate::claims::{Claim, Part, Proved, Value};
use num_rational::BigRational;

/// The greatest dimension whose trees are listed.
const MOST: u64 = 9;
/// The range of most claims.
const RANGE: &str = "n from 2 to 9 (a 1-cube has a single tree of one link), all nodes of all trees";

formula! {
    /// k: the first bit to the right of bit j, cyclically, that is one; none stands for the printed -1.
    fn first(n: u64, j: u64, i: u64) -> Option<u64> {
        (1..=n).map(|step| (j + n - step) % n).find(|k| i >> k & 1 == 1)
    }
    /// `M_MSBT(i, j)` = {(k + 1) mod n, (k + 2) mod n, …, (j - 1) mod n}.
    fn zeroes(n: u64, j: u64, k: u64) -> Vec<u64> {
        (1..n).map(|step| (k + step) % n).take_while(|m| *m != j).collect()
    }
    fn children(n: u64, j: u64, i: u64) -> Vec<u64> {
        let one = i >> j & 1 == 1;
        let bits = match first(n, j, i) {
            None => vec![j],
            Some(k) if one && k != j => [zeroes(n, j, k), vec![j]].concat(),
            Some(k) if one => zeroes(n, j, k),
            Some(_) => Vec::new(),
        };
        bits.into_iter().map(|m| i ^ 1 << m).collect()
    }
    fn parent(n: u64, j: u64, i: u64) -> Option<u64> {
        first(n, j, i).map(|k| i ^ if i >> j & 1 == 0 { 1 << j } else { 1 << k })
    }
    /// A node's children have it as parent, and each node but the source is the child of one.
    fn spans(n: u64, j: u64) -> bool {
        let mut all: Vec<u64> = (0..1 << n).flat_map(|i| children(n, j, i)).collect();
        all.sort_unstable();
        all.into_iter().eq(1..1 << n)
            && (0..1 << n).all(|i| children(n, j, i).into_iter().all(|child| parent(n, j, child) == Some(i)))
    }
    /// The same with source s, by c = i ⊕ s: neighbours of i are the translates of those of c.
    fn spans_from(n: u64, j: u64, s: u64) -> bool {
        (0..1 << n).all(|i: u64| children(n, j, i ^ s).into_iter().map(|c| c ^ s).all(|child| {
            (child ^ i).is_power_of_two() && parent(n, j, child ^ s).map(|c| c ^ s) == Some(i)
        }))
    }
    /// Parent in the SBT of node 2^j: bits numbered from j downwards, cyclically, the highest one
    /// complemented.
    fn sbt_parent(n: u64, j: u64, i: u64) -> Option<u64> {
        let c = i ^ 1 << j;
        (0..n).map(|step| (j + n - step) % n).find(|m| c >> m & 1 == 1).map(|m| i ^ 1 << m)
    }
    /// The ERSBT is that SBT with the edge between its root and the source, a leaf in it, reversed.
    fn reversed(n: u64, j: u64) -> bool {
        let leaf = (0..1 << n).all(|i| sbt_parent(n, j, i) != Some(0));
        let top = 1 << j;
        leaf && sbt_parent(n, j, 0) == Some(top)
            && parent(n, j, top) == Some(0)
            && (1..1 << n).filter(|i| *i != top).all(|i| parent(n, j, i) == sbt_parent(n, j, i))
    }
    /// All directed edges of the trees, with repetitions.
    fn edges(n: u64) -> Vec<(u64, u64)> {
        let mut all: Vec<(u64, u64)> =
            (0..n).flat_map(|j| (1..1 << n).filter_map(move |i| parent(n, j, i).map(|up| (up, i)))).collect();
        all.sort_unstable();
        all
    }
    fn disjoint(n: u64) -> bool {
        edges(n).windows(2).all(|pair| pair[0] != pair[1])
    }
    /// (N - 1) log N, the number of directed edges of the cube less log N.
    fn number_of_edges(n: u64) -> BigRational {
        whole(((1_u64 << n) - 1) * n)
    }
    /// All edges but those into the source.
    fn every_edge(n: u64) -> bool {
        let cube = (0..1_u64 << n).flat_map(|v| (0..n).map(move |j| (v, v ^ 1 << j)));
        let mut cube: Vec<(u64, u64)> = cube.filter(|edge| edge.1 != 0).collect();
        cube.sort_unstable();
        cube == edges(n)
    }
    /// All directed edges of the SBTs, with repetitions.
    fn sbt_edges(n: u64) -> Vec<(u64, u64)> {
        let of = |j| (0..1 << n).filter_map(move |i| sbt_parent(n, j, i).map(|up| (up, i)));
        let mut all: Vec<(u64, u64)> = (0..n).flat_map(of).collect();
        all.sort_unstable();
        all
    }
    fn disjoint_sbts(n: u64) -> bool {
        sbt_edges(n).windows(2).all(|pair| pair[0] != pair[1])
    }
    /// The SBTs have all edges but those into the source.
    fn every_edge_by_sbts(n: u64) -> bool {
        sbt_edges(n) == edges(n)
    }
    /// All nodes with bit j zero, but node 0, are leaves of the j-th tree, and no others.
    fn leaves(n: u64, j: u64) -> bool {
        (1..1 << n).all(|i| children(n, j, i).is_empty() == (i >> j & 1 == 0))
    }
    fn height(n: u64) -> BigRational {
        whole(n + 1)
    }
}

macro_rules! of_trees {
    ($id:literal, $place:literal, $statement:literal, $formula:ident, $how:literal) => {
        Claim {
            id: concat!("P5.MSBT.", $id),
            place: $place,
            statement: $statement,
            printed: "",
            parts: &[Part::printed($formula::CODE, RANGE, |docket| {
                for n in 2..=MOST {
                    docket.is(format!("hypercube {n}"), (0..n).all(|j| $formula(n, j)), $how);
                }
                Ok(())
            })],
        }
    };
}

macro_rules! of_graph {
    ($id:literal, $place:literal, $statement:literal, $formula:ident, $how:literal) => {
        Claim {
            id: concat!("P5.MSBT.", $id),
            place: $place,
            statement: $statement,
            printed: "",
            parts: &[Part::printed($formula::CODE, RANGE, |docket| {
                for n in 2..=MOST {
                    docket.is(format!("hypercube {n}"), $formula(n), $how);
                }
                Ok(())
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    of_trees!(
        "consistent",
        "§3.2",
        "The functions children_MSBT and parent_MSBT with source 0 define log N spanning trees of the cube.",
        spans,
        "each node is the child of its parent and of no other"
    ),
    Claim {
        id: "P5.MSBT.translated",
        place: "§3.2",
        statement: "The functions with source s define the trees translated by s.",
        printed: "",
        parts: &[Part::printed(spans_from::CODE, "n from 2 to 6, all trees and sources", |docket| {
            for n in 2..=6 {
                let all = (0..n).all(|j| (0..1 << n).all(|s| spans_from(n, j, s)));
                docket.is(format!("hypercube {n}"), all, "children and parents of all nodes compared");
            }
            Ok(())
        })],
    },
    of_trees!(
        "trees",
        "§3.2",
        "The j-th ERSBT is the SBT rooted at (0…01_j0…0), translated and rotated so that the source is in its smallest subtree, with the edge \
         directed to the source reversed.",
        reversed,
        "the parents of all nodes compared; the source has no node below it in that SBT"
    ),
    of_graph!(
        "edge-disjoint",
        "§3.2; Figure 2 for n = 3",
        "The log N directed ERSBTs are edge-disjoint.",
        disjoint,
        "all edges listed"
    ),
    Claim {
        id: "P5.MSBT.edges",
        place: "§3.2",
        statement: "The total number of edges in the log N SBTs, log N less than the number of directed edges in the cube.",
        printed: "(N − 1) log N",
        parts: &[Part::printed(number_of_edges::CODE, RANGE, |docket| {
            for n in 2..=MOST {
                let mut different = edges(n);
                different.dedup();
                let found = Proved::exact(different.len(), "different edges counted");
                docket.equal(format!("hypercube {n}"), number_of_edges(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.MSBT.every-edge",
        place: "§3.2",
        statement: "All edges of the cube are used, except those directed from the roots of the SBTs towards the source.",
        printed: "",
        parts: &[
            Part::reading("by the ERSBTs, that is by the MSBT graph", every_edge::CODE, RANGE, |docket| {
                for n in 2..=MOST {
                    docket.is(format!("hypercube {n}"), every_edge(n), "all edges listed");
                }
                Ok(())
            }),
            Part::reading(
                "by the SBTs before the reversal, of which the sentence speaks: these leave out the edges directed from the source",
                every_edge_by_sbts::CODE,
                RANGE,
                |docket| {
                    for n in 2..=MOST {
                        docket.is(format!("hypercube {n}"), every_edge_by_sbts(n), "all edges listed");
                    }
                    Ok(())
                },
            ),
        ],
    },
    of_graph!(
        "binomial",
        "§6; §3.2",
        "The Boolean n-cube allows for the embedding of n edge-disjoint binomial trees (directed edges; the SBTs rooted at the neighbours of the source).",
        disjoint_sbts,
        "all edges listed; each is an SBT, translated and rotated"
    ),
    of_trees!(
        "leaves",
        "§3.2",
        "All nodes with bit j equal to zero are leaf nodes of the j-th ERSBT, except node 0; all nodes with a_j = 1 are internal.",
        leaves,
        "the children of all nodes"
    ),
    Claim {
        id: "P5.MSBT.diameter",
        place: "§3.2; Table 1",
        statement: "The diameter of the MSBT graph.",
        printed: "log N + 1",
        parts: &[
            Part::reading(
                "the greatest number of links from the source to a node in one of the trees, which the text derives it from",
                height::CODE,
                RANGE,
                |docket| {
                    for n in 2..=MOST {
                        let level =
                            |j, i| std::iter::successors(parent(n, j, i), |up| parent(n, j, *up)).count();
                        let levels = (0..n).flat_map(|j| (0..1_u64 << n).map(move |i| level(j, i)));
                        let found = Proved::exact(
                            levels.max().unwrap_or(0),
                            "the way to the source followed from all nodes",
                        );
                        docket.equal(format!("hypercube {n}"), height(n), found);
                    }
                    Ok(())
                },
            ),
            Part::reading(
                "the greatest distance from the source along the edges of all the trees together",
                height::CODE,
                RANGE,
                |docket| {
                    for n in 2..=MOST {
                        // Every edge but those into the source is there.
                        let holds = every_edge(n).then_some(n);
                        let found = Proved {
                            lower: holds.map(Value::from),
                            upper: holds.map(Value::from),
                            how: "every edge of the cube but those into the source is one of the graph, so the distance is that in the cube".to_owned(),
                            certificate: None,
                        };
                        docket.equal(format!("hypercube {n}"), height(n), found);
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.MSBT.height",
        place: "§3.2",
        statement: "The height of the MSBT graph is minimal among all configurations of log N edge-disjoint spanning trees with this source.",
        printed: "log N + 1",
        parts: &[Part::printed(height::CODE, RANGE, |docket| {
            for n in 2..=MOST {
                let level = |j, i| std::iter::successors(parent(n, j, i), |up| parent(n, j, *up)).count();
                let upper = (0..n).flat_map(|j| (0..1_u64 << n).map(move |i| level(j, i))).max();
                let how = "the trees; log N edge-disjoint trees leave each of the log N links out of the source to one tree, and the node opposite \
                           to the one that this tree enters is log N links further";
                docket.equal(
                    format!("hypercube {n}"),
                    height(n),
                    Proved::between(Some(Value::from(n + 1)), upper.map(Value::from), how),
                );
            }
            Ok(())
        })],
    },
];
