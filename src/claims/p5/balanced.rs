//! §4.1: the balanced spanning tree, its definition and its six listed properties.

use super::shape::Shape;
use crate::claims::code::formula;
use crate::claims::exact::whole;
use crate::claims::{Claim, ClaimError, Part, Proved};
use crate::model::Node;
use crate::tree::{CubeTree, TreeKind};
use num_rational::BigRational;

formula! {
    /// R^u(i).
    pub(super) fn rotated(n: u64, i: u64, u: u64) -> u64 {
        (i >> u | i << (n - u)) & ((1 << n) - 1)
    }
    /// `J_i`: the numbers of rotations that give the least.
    fn rotations_to_least(n: u64, i: u64) -> Vec<u64> {
        let least = (0..n).map(|u| rotated(n, i, u)).min();
        (0..n).filter(|u| Some(rotated(n, i, *u)) == least).collect()
    }
    /// base(i) = `j_1`.
    pub(super) fn base(n: u64, i: u64) -> u64 {
        rotations_to_least(n, i).first().copied().unwrap_or(0)
    }
    /// `P_i`.
    pub(super) fn period(n: u64, i: u64) -> u64 {
        (1..=n).find(|u| rotated(n, i, u % n) == i).unwrap_or(n)
    }
    /// |`J_i`| = n/`P_i`.
    fn so_many_rotations(n: u64, i: u64) -> bool {
        u64::try_from(rotations_to_least(n, i).len()) == Ok(n / period(n, i))
    }
    /// k: the first bit cyclically to the right of bit j that is one.
    fn first(n: u64, j: u64, i: u64) -> Option<u64> {
        (1..=n).map(|step| (j + n - step) % n).find(|k| i >> k & 1 == 1)
    }
    /// `M_MSBT(i, j)`.
    fn zeroes(n: u64, j: u64, k: u64) -> Vec<u64> {
        (1..n).map(|step| (k + step) % n).take_while(|m| *m != j).collect()
    }
    pub(super) fn parent(n: u64, i: u64) -> Option<u64> {
        first(n, base(n, i), i).map(|k| i ^ 1 << k)
    }
    fn children(n: u64, i: u64) -> Vec<u64> {
        let j = base(n, i);
        match first(n, j, i) {
            None => (0..n).map(|m| 1 << m).collect(),
            Some(k) => zeroes(n, j, k).into_iter().map(|m| i ^ 1 << m).filter(|q| base(n, *q) == j).collect(),
        }
    }
    /// A node's children have it as parent, and each node but the source is the child of one.
    fn consistent(n: u64) -> bool {
        let mut all: Vec<u64> = (0..1 << n).flat_map(|i| children(n, i)).collect();
        all.sort_unstable();
        all.into_iter().eq(1..1 << n)
            && (0..1 << n).all(|i| children(n, i).into_iter().all(|child| parent(n, child) == Some(i)))
    }
    /// The parent, unless it is the source, has the same base.
    fn base_kept(n: u64) -> bool {
        (1..1 << n).all(|i| parent(n, i).is_some_and(|up| up == 0 || base(n, up) == base(n, i)))
    }
    /// 1. The height of one subtree is log N, and that of all others log N - 1, levels counted from the
    ///    source.
    fn heights(n: u64) -> bool {
        let height = |j| (1..1_u64 << n).filter(|i| base(n, *i) == j).map(|i| u64::from(i.count_ones())).max();
        let mut heights: Vec<Option<u64>> = (0..n).map(height).collect();
        heights.sort_unstable();
        heights.pop() == Some(Some(n)) && heights.into_iter().all(|height| height == Some(n - 1))
    }
    /// 2. ⌈(log N - i)/2⌉.
    fn fanout(n: u64, level: u64) -> BigRational {
        whole((n - level).div_ceil(2))
    }
    /// 3. φ(i, j) ≥ φ(k, j) for every child k of i.
    fn no_fewer_below(tree: &Shape, i: usize) -> bool {
        let phi = |i: usize| tree.profile(i);
        let as_many = |k: usize| phi(k).len() <= phi(i).len() && phi(k).iter().zip(phi(i)).all(|(k, i)| k <= i);
        tree.children(i).iter().all(|k| as_many(*k))
    }
    /// 4. The rotation by j carries the subtree of base 0 without the node of ones to that of base j, parents
    ///    to parents.
    fn isomorphic(n: u64, j: u64) -> bool {
        let ones = (1 << n) - 1;
        let of = |j| (1..ones).filter(move |i| base(n, *i) == j);
        let turned = |i| rotated(n, i, (n - j) % n);
        of(0).all(|i| base(n, turned(i)) == j && parent(n, turned(i)) == parent(n, i).map(turned))
            && of(0).count() == of(j).count()
    }
    /// 5. A node of period P < n has a base less than P.
    fn cyclic_bases(n: u64) -> bool {
        (1..1 << n).filter(|i| period(n, *i) < n).all(|i| base(n, i) < period(n, i))
    }
    /// 6. A node of period P < n, other than the source, has no child.
    fn cyclic_leaves(n: u64) -> bool {
        (1..1 << n).filter(|i| period(n, *i) < n).all(|i| children(n, i).is_empty())
    }
    /// At most log N/2 ports are used by a node of a subtree.
    fn ports(n: u64) -> bool {
        (1..1 << n).all(|i| u64::try_from(children(n, i).len()).is_ok_and(|ports| 2 * ports <= n))
    }
    /// The greatest number x of nodes of a subtree on a level is at most N/log^(3/2) N: x² log³ N ≤ N².
    fn on_a_level(n: u64, x: u64) -> bool {
        u128::from(x * x) * u128::from(n * n * n) <= 1_u128 << (2 * n)
    }
}

const LISTED: &str = "all nodes listed";

macro_rules! property {
    ($id:literal, $place:literal, $statement:literal, $formula:ident) => {
        Claim {
            id: concat!("P5.BST.", $id),
            place: $place,
            statement: $statement,
            printed: "",
            parts: &[Part::printed($formula::CODE, "n from 2 to 12, all nodes", |docket| {
                for n in 2..=12 {
                    docket.is(format!("hypercube {n}"), $formula(n), LISTED);
                }
                Ok(())
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.BST.rotations",
        place: "§4.1",
        statement: "|J_i| = n/P_i, P_i being the period of i.",
        printed: "|J_i| = n/P_i",
        parts: &[Part::printed(so_many_rotations::CODE, "n from 1 to 12, all numbers", |docket| {
            for n in 1..=12 {
                docket.is(
                    format!("{n} bits"),
                    (0..1 << n).all(|i| so_many_rotations(n, i)),
                    "all rotations listed",
                );
            }
            Ok(())
        })],
    },
    property!(
        "consistent",
        "§4.1; Figure 4 for n = 5",
        "The functions parent_BST and children_BST are consistent, and the tree spans the cube.",
        consistent
    ),
    property!("base", "§4.1", "The parent_BST function preserves the base.", base_kept),
    property!(
        "property.1",
        "§4.1, property 1 (§5.2 counts levels from the top of a subtree: log N − 1 and log N − 2)",
        "The height of one subtree is log N, and the height of all other subtrees is log N − 1.",
        heights
    ),
    Claim {
        id: "P5.BST.property.2",
        place: "§4.1, property 2",
        statement: "The maximum fanout of any node at level i, 1 ≤ i ≤ log N.",
        printed: "⌈(log N − i)/2⌉",
        parts: &[Part::printed(fanout::CODE, "n from 2 to 12, all levels", |docket| {
            for (n, level) in (2..=12).flat_map(|n| (1..=n).map(move |level| (n, level))) {
                let on_level = (1..1_u64 << n).filter(|i| u64::from(i.count_ones()) == level);
                let found = Proved::exact(on_level.map(|i| children(n, i).len()).max().unwrap_or(0), LISTED);
                docket.equal(format!("hypercube {n} level {level}"), fanout(n, level), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.property.3",
        place: "§4.1, property 3",
        statement: "With φ(i, j) the number of nodes at distance j below node i, φ(i, j) ≥ φ(k, j) for every child k of i.",
        printed: "φ(i, j) ≥ φ(k, j)",
        parts: &[Part::printed(no_fewer_below::CODE, "n from 1 to 12, all nodes", |docket| {
            for n in 1..=12 {
                let tree = shape(n)?;
                let holds = (0..1_usize << n).all(|i| no_fewer_below(&tree, i));
                docket.is(format!("hypercube {n}"), holds, "the nodes below all nodes counted");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.property.4",
        place: "§4.1, property 4",
        statement: "Excluding node (11…1), all the subtrees of the BST are isomorphic if log N is a prime number.",
        printed: "",
        parts: &[Part::printed(isomorphic::CODE, "n = 2, 3, 5, 7, 11", |docket| {
            for n in [2, 3, 5, 7, 11] {
                let holds = (0..n).all(|j| isomorphic(n, j));
                docket.is(
                    format!("hypercube {n}"),
                    holds,
                    "the rotation is an isomorphism: the parents of all nodes compared",
                );
            }
            Ok(())
        })],
    },
    property!(
        "property.5",
        "§4.1, property 5",
        "Subtrees P to log N − 1 contain no cyclic nodes with period P.",
        cyclic_bases
    ),
    property!(
        "property.6",
        "§4.1, property 6",
        "Any cyclic node is a leaf node of the BST (the source, whose relative address is cyclic too, set aside).",
        cyclic_leaves
    ),
    property!("ports", "§5.2", "The number of ports used in each subtree is at most log N / 2.", ports),
    Claim {
        id: "P5.BST.level",
        place: "§5.2; §4.2.2",
        statement: "An upper bound for the number of nodes in a subtree at any level.",
        printed: "N / log^(3/2) N",
        parts: &[Part::printed(on_a_level::CODE, "n from 2 to 14", |docket| {
            for n in 2..=14 {
                let shape = shape(n)?;
                let most = shape.children(0).iter().flat_map(|&top| shape.profile(top)).max();
                let most = most.copied().unwrap_or(0);
                docket.is(
                    format!("hypercube {n}"),
                    on_a_level(n, most),
                    format!("at most {most} nodes; the nodes of all levels counted"),
                );
            }
            Ok(())
        })],
    },
];

/// The tree, which is checked to be the one that is printed.
pub(super) fn shape(n: u64) -> Result<Shape, ClaimError> {
    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
    let dimension = u32::try_from(n).map_err(|fault| broken(&fault))?;
    let tree = CubeTree::new(TreeKind::Bst, dimension, Node(0)).map_err(|fault| broken(&fault))?;
    if (0..1 << n).any(|i| tree.parent(Node(i)) != parent(n, i).map(Node)) {
        return Err(broken(&"the balanced tree is not the one that is printed"));
    }
    Shape::new(TreeKind::Bst, n)
}
