//! §4.1: Lemma 4.1 and Table 5, the sizes of the subtrees of the balanced spanning tree.

use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Part, Proved};
use crate::model::Node;
use crate::tree::{CubeTree, TreeKind};
use num_rational::BigRational;

/// The greatest dimension whose nodes are all listed.
const LISTED: u64 = 16;

formula! {
    /// R^u(i).
    fn rotated(n: u64, i: u64, u: u64) -> u64 {
        (i >> u | i << (n - u)) & ((1 << n) - 1)
    }
    fn base(n: u64, i: u64) -> u64 {
        (0..n).min_by_key(|u| rotated(n, i, *u)).unwrap_or(0)
    }
    /// Cyclic numbers: those that a rotation by less than n leaves as they are.
    fn cyclic(n: u64) -> Vec<u64> {
        (0..1 << n).filter(|i| (1..n).any(|u| rotated(n, *i, u) == *i)).collect()
    }
    /// A, the number of cyclic nodes.
    fn a(n: u64) -> BigRational {
        whole(cyclic(n).len())
    }
    /// B, the number of their generator sets: of each the least element has base 0.
    fn b(n: u64) -> BigRational {
        whole(cyclic(n).into_iter().filter(|i| base(n, *i) == 0).count())
    }
    /// (N - A)/log N.
    fn least_size(n: u64) -> BigRational {
        (whole(1_u64 << n) - a(n)) / whole(n)
    }
    /// (N - A)/log N + B - 1.
    fn greatest_size(n: u64) -> BigRational {
        (whole(1_u64 << n) - a(n)) / whole(n) + b(n) - whole(1)
    }
    /// 2(N - log N)/(2 + log N).
    fn most_cyclic(n: u64) -> BigRational {
        ratio(2 * ((1_u64 << n) - n), 2 + n)
    }
    /// (N + 2)/(2 + log N).
    fn at_least_nodes(n: u64) -> BigRational {
        ratio((1_u64 << n) + 2, 2 + n)
    }
    /// B ≤ √N.
    fn few_sets(n: u64) -> bool {
        b(n) * b(n) <= whole(1_u64 << n)
    }
    /// At most (4/3)(N - 1)/log N nodes.
    fn of_order(n: u64, greatest: u64) -> bool {
        3 * u128::from(greatest) * u128::from(n) <= 4 * ((1_u128 << n) - 1)
    }
    /// The difference is at most √N, and the least is (N + 2)/(2 + log N) or more.
    fn nearly_equal(n: u64, greatest: u64, least: u64) -> bool {
        u128::from(greatest - least).pow(2) <= 1_u128 << n && whole(least) >= at_least_nodes(n)
    }
    /// BST(max), (N - 1)/log N and their ratio, the latter two to the nearest hundredth.
    fn line(n: u64, greatest: u64) -> [BigRational; 3] {
        let hundredth = |x: BigRational| (x * whole(100)).round() / whole(100);
        let mean = ratio((1_u64 << n) - 1, n);
        [whole(greatest), hundredth(mean.clone()), hundredth(whole(greatest) / mean)]
    }
}

const NODES: &str = "all nodes listed";
const NECKLACES: &str =
    "by the number of necklaces of each period, which agrees with the list of all nodes for n up to 16";

macro_rules! row {
    ($n:literal, $greatest:literal, $mean:literal, $ratio:literal) => {
        Claim {
            id: concat!("P5.Table5.n", $n),
            place: "§4.1, Table 5",
            statement: "The size of the largest subtree of the BST, the mean size, and their ratio.",
            printed: concat!("BST(max) ", $greatest, "; ", $mean, "/100; ", $ratio, "/100"),
            parts: &[Part::printed(line::CODE, concat!("n = ", $n), |docket| {
                let (sizes, how) = subtrees($n)?;
                let found = line($n, sizes.iter().copied().max().unwrap_or(0));
                let [greatest, mean, quotient]: [u64; 3] = [$greatest, $mean, $ratio];
                let printed = [whole(greatest), ratio(mean, 100), ratio(quotient, 100)];
                for ((name, printed), found) in
                    ["BST(max)", "(N − 1)/log N", "ratio"].into_iter().zip(printed).zip(found)
                {
                    docket.equal(format!("hypercube {} {name}", $n), printed, Proved::exact(found, how));
                }
                Ok(())
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.Lemma4.1",
        place: "§4.1, Lemma 4.1",
        statement: "The number of nodes in a subtree is of order O(N/log N).",
        printed: "O(N/log N)",
        parts: &[Part::printed(
            of_order::CODE,
            "n from 1 to 62, with the factor 4/3; for all n, (N − A)/log N + B − 1 ≤ N/log N + 2√N, since a cyclic number is made of equal parts of n/2 bits \
             or fewer, so that B ≤ A < 2√N",
            |docket| {
                for n in 1..=62 {
                    let (sizes, how) = subtrees(n)?;
                    let most = sizes.iter().copied().max().unwrap_or(0);
                    docket.is(
                        format!("hypercube {n}"),
                        of_order(n, most),
                        format!("at most {most} nodes; {how}"),
                    );
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.Lemma4.1-proof.least",
        place: "§4.1, proof of Lemma 4.1",
        statement: "With A cyclic nodes there are at least (N − A)/log N nodes in a subtree.",
        printed: "(N − A)/log N",
        parts: &[Part::printed(least_size::CODE, "n from 2 to 14", |docket| {
            for n in 2..=14 {
                let (sizes, how) = subtrees(n)?;
                let found = Proved::exact(sizes.iter().copied().min().unwrap_or(0), how);
                docket.at_least(format!("hypercube {n}"), least_size(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.Lemma4.1-proof.greatest",
        place: "§4.1, proof of Lemma 4.1",
        statement: "The maximum number of nodes in a subtree, B being the number of generator sets for cyclic nodes.",
        printed: "(N − A)/log N + B − 1",
        parts: &[Part::printed(greatest_size::CODE, "n from 2 to 14", |docket| {
            for n in 2..=14 {
                let (sizes, how) = subtrees(n)?;
                let found = Proved::exact(sizes.iter().copied().max().unwrap_or(0), how);
                docket.equal(format!("hypercube {n}"), greatest_size(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.Lemma4.1-proof.cyclic",
        place: "§4.1, proof of Lemma 4.1",
        statement: "An upper bound on A, the number of cyclic nodes, for log N > 2.",
        printed: "2(N − log N)/(2 + log N)",
        parts: &[Part::printed(most_cyclic::CODE, "n from 3 to 14", |docket| {
            for n in 3..=14 {
                docket.at_most(format!("hypercube {n}"), most_cyclic(n), Proved::exact(a(n), NODES));
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.Lemma4.1-proof.sets",
        place: "§4.1, proof of Lemma 4.1",
        statement: "B, the number of generator sets for cyclic nodes, is O(√N).",
        printed: "O(√N)",
        parts: &[Part::printed(
            few_sets::CODE,
            "n from 1 to 14, with the factor 1; for all n with the factor 2, since a cyclic number is made of equal parts of n/2 bits or fewer, so that \
             B ≤ A < 2√N",
            |docket| {
                for n in 1..=14 {
                    docket.is(format!("hypercube {n}"), few_sets(n), format!("B = {}; {NODES}", b(n)));
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.Lemma4.1-proof.nodes",
        place: "§4.1, proof of Lemma 4.1",
        statement: "The number of nodes in a subtree is at least (N + 2)/(2 + log N), for log N > 2.",
        printed: "(N + 2)/(2 + log N)",
        parts: &[Part::printed(at_least_nodes::CODE, "n from 3 to 62", |docket| {
            for n in 3..=62 {
                let (sizes, how) = subtrees(n)?;
                let found = Proved::exact(sizes.iter().copied().min().unwrap_or(0), how);
                docket.at_least(format!("hypercube {n}"), at_least_nodes(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.Lemma4.1-proof.difference",
        place: "§4.1, proof of Lemma 4.1",
        statement: "The relative difference in the number of nodes in the maximum and minimum subtrees approaches 0 for N → ∞.",
        printed: "",
        parts: &[Part::printed(
            nearly_equal::CODE,
            "n from 3 to 62; the relative difference is then at most √N(2 + log N)/(N + 2); for all n the difference is B − 1 < 2√N at most",
            |docket| {
                for n in 3..=62 {
                    let (sizes, how) = subtrees(n)?;
                    let (most, least) =
                        (sizes.iter().copied().max().unwrap_or(0), sizes.iter().copied().min().unwrap_or(0));
                    let how = format!("from {least} to {most} nodes; {how}");
                    docket.is(format!("hypercube {n}"), nearly_equal(n, most, least), how);
                }
                Ok(())
            },
        )],
    },
    row!(2, 2, 150, 133),
    row!(3, 3, 233, 129),
    row!(4, 5, 375, 133),
    row!(5, 7, 620, 113),
    row!(6, 13, 1050, 124),
    row!(7, 19, 1814, 105),
    row!(8, 35, 3188, 110),
    row!(9, 59, 5678, 104),
    row!(10, 107, 10230, 105),
    row!(11, 187, 18609, 100),
    row!(12, 351, 34125, 103),
    row!(13, 631, 63008, 100),
    row!(14, 1181, 117_021, 101),
    row!(15, 2191, 218_447, 100),
    row!(16, 4115, 409_594, 100),
    row!(17, 7711, 771_006, 100),
    row!(18, 14601, 1_456_350, 100),
    row!(19, 27595, 2_759_405, 100),
    row!(20, 52487, 5_242_875, 100),
];

/// The sizes of all subtrees, and how they are known.
fn subtrees(n: u64) -> Result<(Vec<u64>, &'static str), ClaimError> {
    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
    let dimension = u32::try_from(n).map_err(|fault| broken(&fault))?;
    let tree = CubeTree::new(TreeKind::Bst, dimension, Node(0)).map_err(|fault| broken(&fault))?;
    let counted = tree.subtrees();
    if n > LISTED {
        return Ok((counted, NECKLACES));
    }
    let mut listed = vec![0; counted.len()];
    for i in 1..1 << n {
        listed[usize::try_from(base(n, i)).map_err(|fault| broken(&fault))?] += 1;
    }
    if listed != counted {
        return Err(broken(&format!("subtrees of sizes {listed:?} counted as {counted:?}")));
    }
    Ok((listed, NODES))
}
