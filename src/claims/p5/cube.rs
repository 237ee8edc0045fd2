//! §1 and §2: the cube, binomial trees, periods and generator sets.

use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio};
use crate::claims::{Claim, Docket, Part, Proved};
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    /// R, a right rotation of n bits.
    fn rotated(n: u64, i: u64) -> u64 {
        i >> 1 | (i & 1) << (n - 1)
    }
    /// `P_i`, the least j with i = R^j(i).
    fn period(n: u64, i: u64) -> u64 {
        let turned = |i: &u64| Some(rotated(n, *i));
        std::iter::successors(Some(rotated(n, i)), turned).zip(1..).find(|turn| turn.0 == i).map_or(0, |turn| turn.1)
    }
    /// The generator set of i.
    fn generator_set(n: u64, i: u64) -> Vec<u64> {
        let mut set: Vec<u64> = std::iter::successors(Some(i), |i| Some(rotated(n, *i))).take(64).collect();
        set.sort_unstable();
        set.dedup();
        set
    }
    /// base(i): the least number of right rotations that give the least of all rotations.
    fn base(n: u64, i: u64) -> u64 {
        let rotations = std::iter::successors(Some(i), |i| Some(rotated(n, *i))).zip(0..n);
        rotations.min().map_or(0, |least| least.1)
    }
    /// Bits of an address from the right, by the reading that numbers them the other way round.
    fn base_of_mirrored(n: u64, i: u64) -> u64 {
        base(n, (0..n).filter(|j| i >> j & 1 == 1).map(|j| 1 << (n - 1 - j)).sum())
    }
    /// base(i) with left rotations.
    fn base_by_left_rotations(n: u64, i: u64) -> u64 {
        (n - base(n, i)) % n
    }
    /// Neighbours stay neighbours by a rotation and by a translation.
    fn adjacency_kept(n: u64) -> bool {
        let edges = || (0..1_u64 << n).flat_map(move |v| (0..n).map(move |j| (v, v ^ 1 << j)));
        let adjacent = |v: u64, w: u64| (v ^ w).is_power_of_two();
        edges().all(|(v, w)| adjacent(rotated(n, v), rotated(n, w)) && (0..1 << n).all(|s| adjacent(v ^ s, w ^ s)))
    }
    fn links(n: u64) -> BigRational {
        ratio((1_u64 << n) * n, 2)
    }
    fn at_distance(n: u64, i: u64) -> BigInt {
        choose(n, i)
    }
    /// The parent in the spanning binomial tree with source 0: the highest bit that is one, complemented.
    fn sbt_parent(_n: u64, i: u64) -> Option<u64> {
        i.checked_ilog2().map(|k| i ^ 1 << k)
    }
    /// The children: any of the leading zeroes complemented.
    fn sbt_children(n: u64, i: u64) -> Vec<u64> {
        let first = i.checked_ilog2().map_or(0, |k| u64::from(k) + 1);
        (first..n).map(|m| i ^ 1 << m).collect()
    }
    /// Every node's children have it as their parent, and every node but the source is the child of one.
    fn sbt_consistent(n: u64) -> bool {
        let mut children: Vec<u64> = (0..1 << n).flat_map(|i| sbt_children(n, i)).collect();
        children.sort_unstable();
        children.into_iter().eq(1..1 << n)
            && (0..1 << n).all(|i| sbt_children(n, i).into_iter().all(|child| sbt_parent(n, child) == Some(i)))
    }
    /// The same with the source s, by translation.
    fn sbt_translated(n: u64) -> bool {
        let highest = |c: u64| c.checked_ilog2().map(u64::from);
        (0..1 << n).all(|s: u64| (0..1 << n).all(|i: u64| {
            let first = highest(i ^ s).map_or(0, |k| k + 1);
            (first..n).map(|m| i ^ 1 << m).all(|child: u64| highest(child ^ s).map(|k| child ^ 1 << k) == Some(i))
        }))
    }
    /// 2. n subtrees with 2^k nodes, k from 0 to n - 1: below the k-th child those that go on to complement
    ///    higher bits.
    fn sbt_subtrees(n: u64) -> bool {
        let below = |top: u64| (1..1_u64 << n).filter(|i| {
            std::iter::successors(Some(*i), |i| sbt_parent(n, *i)).any(|up| up == top)
        }).count();
        let mut sizes: Vec<usize> = sbt_children(n, 0).into_iter().map(below).collect();
        sizes.sort_unstable();
        sizes.into_iter().eq((0..n).map(|k| 1 << k))
    }
    /// 3. Each node of the k-level tree on the low bits becomes the root of an (n - k)-level tree on the high
    ///    bits.
    fn sbt_replaced(n: u64, k: u64) -> bool {
        (1..1_u64 << n).all(|i| {
            let (high, low) = (i >> k, i & ((1 << k) - 1));
            let above = match sbt_parent(n - k, high) {
                Some(up) => Some(up << k | low),
                None => sbt_parent(k, low),
            };
            sbt_parent(n, i) == above
        })
    }
    /// The j-th subtree of the SBT: `a_j` = 1 and `a_k` = 0 for k < j.
    fn in_subtree(i: u64, j: u64) -> bool {
        i >> j & 1 == 1 && (0..j).all(|k| i >> k & 1 == 0)
    }
    /// log N paths without a common inner node from 0 to x, of |x| or |x| + 2 links.
    fn disjoint_paths(n: u64, x: u64) -> bool {
        let ones: Vec<u64> = (0..n).filter(|j| x >> j & 1 == 1).collect();
        let turned = |by: usize| ones.iter().cycle().skip(by).take(ones.len()).copied().collect::<Vec<_>>();
        let short = (0..ones.len()).map(turned);
        let long = (0..n).filter(|j| x >> j & 1 == 0).map(|j| [vec![j], turned(0), vec![j]].concat());
        let paths: Vec<Vec<u64>> = short.chain(long).collect();
        let mut inner = Vec::new();
        for path in &paths {
            let visited: Vec<u64> = path.iter().scan(0, |at, j| { *at ^= 1 << j; Some(*at) }).collect();
            if visited.last() != Some(&x) { return false; }
            inner.extend_from_slice(&visited[..visited.len() - 1]);
        }
        let all = inner.len();
        inner.sort_unstable();
        inner.dedup();
        u64::try_from(paths.len()) == Ok(n) && all == inner.len() && !inner.contains(&0) && !inner.contains(&x)
    }
    /// Ports by descending relative address, the subtree of an address being that of its lowest bit; and the
    /// bits that change in the binary-reflected Gray code.
    fn ports_follow_the_gray_code(n: u64) -> bool {
        let gray = |i: u64| i ^ i >> 1;
        let sent = (1..1_u64 << n).rev().map(|i| (0..n).find(|&j| in_subtree(i, j)));
        let changed = (1..1_u64 << n).map(|i| (gray(i) ^ gray(i - 1)).checked_ilog2().map(u64::from));
        sent.eq(changed)
    }
    /// Port 0 is used every other cycle, port 1 every fourth, and so on.
    fn every_other_cycle(n: u64) -> bool {
        (0..n).all(|j| {
            let cycles = (1..1_u64 << n).rev().zip(1_u64..).filter(|(i, _)| in_subtree(*i, j)).map(|used| used.1);
            let cycles: Vec<u64> = cycles.collect();
            cycles.windows(2).all(|pair| pair[1] - pair[0] == 2 << j)
        })
    }
}

const DEFINITION: &str = "by the definition, all rotations compared";

macro_rules! example {
    ($id:literal, $place:literal, $statement:literal, $bits:literal, $formula:ident, $value:literal) => {
        Claim {
            id: concat!("P5.", $id),
            place: $place,
            statement: $statement,
            printed: stringify!($value),
            parts: &[Part::printed($formula::CODE, stringify!($bits), |docket| {
                let printed: u64 = $value;
                docket.equal(
                    format!("{:06b}", $bits),
                    printed,
                    Proved::exact($formula(6, $bits), DEFINITION),
                );
                Ok(())
            })],
        }
    };
}

macro_rules! statement {
    ($id:literal, $place:literal, $statement:literal, $formula:ident, $from:literal, $to:literal, $how:literal) => {
        Claim {
            id: concat!("P5.", $id),
            place: $place,
            statement: $statement,
            printed: "",
            parts: &[Part::printed($formula::CODE, concat!("n from ", $from, " to ", $to), |docket| {
                for n in $from..=$to {
                    docket.is(format!("hypercube {n}"), $formula(n), $how);
                }
                Ok(())
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.cube.distances",
        place: "§1",
        statement: "A Boolean n-cube has diameter log N and, at distance i from a node, as many nodes as there are choices of i out of log N.",
        printed: "(log N over i)",
        parts: &[Part::printed(at_distance::CODE, "n from 1 to 12, i from 0 to n", |docket| {
            for (n, i) in (1..=12).flat_map(|n| (0..=n).map(move |i| (n, i))) {
                let found = (0..1_u64 << n).filter(|v| u64::from(v.count_ones()) == i).count();
                docket.equal(
                    format!("hypercube {n} distance {i}"),
                    at_distance(n, i),
                    Proved::exact(found, "nodes counted"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.cube.links",
        place: "§1",
        statement: "The total number of communication links is ½N log N.",
        printed: "½N log N",
        parts: &[Part::printed(links::CODE, "n from 1 to 12", |docket| {
            for n in 1..=12 {
                let pairs =
                    (0..1_u64 << n).flat_map(|v| (0..n).map(move |j| (v, v ^ 1 << j))).filter(|(v, w)| v < w);
                docket.equal(
                    format!("hypercube {n}"),
                    links(n),
                    Proved::exact(pairs.count(), "pairs of neighbours counted"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.cube.paths",
        place: "§1",
        statement: "There are log N disjoint paths between any pair of nodes, of the Hamming distance or the Hamming distance plus two links.",
        printed: "",
        parts: &[Part::printed(disjoint_paths::CODE, "n from 1 to 9, from node 0 to all others", |docket| {
            for n in 1..=9 {
                let all = (1..1 << n).all(|x| disjoint_paths(n, x));
                docket.is(
                    format!("hypercube {n}"),
                    all,
                    "paths built and compared; translation carries them to any pair",
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.binomial.levels",
        place: "§1, property 1",
        statement: "An n-level binomial tree has as many nodes at level i as there are choices of i out of n.",
        printed: "(n over i)",
        parts: &[Part::printed(
            at_distance::CODE,
            "n from 1 to 10, on the spanning binomial tree",
            |docket| {
                for (n, i) in (1..=10).flat_map(|n| (0..=n).map(move |i| (n, i))) {
                    let level =
                        |v: u64| std::iter::successors(sbt_parent(n, v), |v| sbt_parent(n, *v)).count();
                    let found = (0..1_u64 << n).filter(|&v| u64::try_from(level(v)) == Ok(i)).count();
                    docket.equal(
                        format!("level {i} of {n}"),
                        at_distance(n, i),
                        Proved::exact(found, "nodes counted"),
                    );
                }
                Ok(())
            },
        )],
    },
    statement!(
        "binomial.subtrees",
        "§1, property 2",
        "The n-level binomial tree has n subtrees, which are binomial trees of 0, 1, …, n − 1 \
        levels; the k-level one has 2^k nodes.",
        sbt_subtrees,
        1,
        8,
        "the subtrees of the spanning binomial tree listed; property 3 makes them binomial trees"
    ),
    Claim {
        id: "P5.binomial.replacement",
        place: "§1, property 3",
        statement: "An n-level binomial tree is obtained from a k-level one, k < n, by replacing each node by an (n − k)-level one, whose root \
                    takes over the children.",
        printed: "",
        parts: &[Part::printed(
            sbt_replaced::CODE,
            "n from 2 to 10, all k < n, on the spanning binomial tree",
            |docket| {
                for (n, k) in (2..=10).flat_map(|n| (1..n).map(move |k| (n, k))) {
                    docket.is(
                        format!("{k} levels of {n}"),
                        sbt_replaced(n, k),
                        "the parents of all nodes compared",
                    );
                }
                Ok(())
            },
        )],
    },
    example!("period.011011", "§2", "The period of (011011).", 0b01_1011, period, 3),
    Claim {
        id: "P5.generator-set.001001",
        place: "§2",
        statement: "(001001), (010010) and (100100) are in the same generator set.",
        printed: "",
        parts: &[Part::printed(generator_set::CODE, "(001001)", |docket| {
            let set = generator_set(6, 0b00_1001);
            docket.is(
                "001001",
                set == [0b00_1001, 0b01_0010, 0b10_0100],
                "all rotations listed; the set has no more elements",
            );
            Ok(())
        })],
    },
    Claim {
        id: "P5.generator-set.size",
        place: "§2",
        statement: "The number of elements in the generator set of i is its period.",
        printed: "P_i",
        parts: &[Part::printed(period::CODE, "n from 1 to 12, all i", |docket| {
            for n in 1..=12 {
                let all = (0..1 << n).all(|i| u64::try_from(generator_set(n, i).len()) == Ok(period(n, i)));
                docket.is(format!("{n} bits"), all, "all rotations of all numbers listed");
            }
            Ok(())
        })],
    },
    statement!(
        "cube.adjacency",
        "§2",
        "Adjacency is preserved under rotation and translation.",
        adjacency_kept,
        1,
        8,
        "all links, by a rotation of one step and by all translations"
    ),
    statement!(
        "SBT.consistent",
        "§3.1; Figure 1 for n = 4",
        "The parent and children functions of the SBT are consistent, and it spans the cube.",
        sbt_consistent,
        1,
        12,
        "all nodes"
    ),
    statement!(
        "SBT.translated",
        "§3.1",
        "The same of the SBT with any source s, c = i ⊕ s.",
        sbt_translated,
        1,
        7,
        "all nodes and sources"
    ),
    Claim {
        id: "P5.SBT.subtree",
        place: "§4.1",
        statement: "In the SBT a node i belongs to the j-th subtree iff a_j = 1 and a_k = 0 for k < j.",
        printed: "",
        parts: &[Part::printed(in_subtree::CODE, "n from 1 to 10, all nodes and j", |docket| {
            for n in 1..=10 {
                let top = |i: u64| {
                    std::iter::successors(Some(i), |i| sbt_parent(n, *i)).filter(|up| *up > 0).last()
                };
                let all =
                    (1..1_u64 << n).all(|i| (0..n).all(|j| (top(i) == Some(1 << j)) == in_subtree(i, j)));
                docket.is(format!("hypercube {n}"), all, "the way to the source followed for all nodes");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.base.011010",
        place: "§4.1",
        statement: "base((011010)), the least number of right rotations after which the number is least among its rotations.",
        printed: "3",
        parts: &[
            Part::reading(
                "right rotations R, bit 0 on the right, as §2 defines them",
                base::CODE,
                "011010",
                |docket| {
                    worked(docket, base);
                    Ok(())
                },
            ),
            Part::reading("left rotations", base_by_left_rotations::CODE, "011010", |docket| {
                worked(docket, base_by_left_rotations);
                Ok(())
            }),
            Part::reading("bit 0 on the left", base_of_mirrored::CODE, "011010", |docket| {
                worked(docket, base_of_mirrored);
                Ok(())
            }),
            Part::correction(
                "1",
                "R(011010) = 001101 is the least of the rotations 011010, 001101, 100110, 010011, 101001 and 110100. Base 3 in this set is that of \
                 101001. The other three examples of the sentence (base and period of 110110, period of 011010) are right.",
                base::CODE,
                "011010",
                |docket| {
                    docket.equal("011010", 1_u64, Proved::exact(base(6, 0b01_1010), DEFINITION));
                    Ok(())
                },
            ),
        ],
    },
    example!("base.110110", "§4.1", "base((110110)).", 0b11_0110, base, 1),
    example!("period.011010", "§4.1", "The period of (011010).", 0b01_1010, period, 6),
    example!("period.110110", "§4.1", "The period of (110110).", 0b11_0110, period, 3),
    statement!(
        "SBT.gray",
        "§5.2",
        "Sending in descending order of the relative addresses from N − 1 uses the ports in the order of the \
        transitions of the binary-reflected Gray code.",
        ports_follow_the_gray_code,
        1,
        12,
        "both sequences listed"
    ),
    statement!(
        "SBT.cycles",
        "§5.2",
        "Hence port 0 is used every other cycle, port 1 every fourth, etc.",
        every_other_cycle,
        1,
        12,
        "the cycles of every port listed"
    ),
];

fn worked(docket: &mut Docket, base: fn(u64, u64) -> u64) {
    docket.equal("011010", 3_u64, Proved::exact(base(6, 0b01_1010), DEFINITION));
}
