//! §4.2.2, §4.3 and §6: personalised communication with one port, along the balanced and along the binomial
//! tree.

use super::balanced::shape;
use super::messages::{startups, time};
use super::shape::Shape;
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, hypercube, proved, task, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::solve::SBT;
use crate::tree::TreeKind;
use crate::wire::{self, NodeRef, Ports};
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    /// ⌈(N - 1)M/B⌉.
    fn source_packets(n: u64, m: u64, b: u64) -> BigRational {
        ratio(((1_u64 << n) - 1) * m, b).ceil()
    }
    /// τ log N + (N - 1)`M·t_c`.
    fn root_time(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        tau * whole(n) + whole((1_u64 << n) - 1) * whole(m) * tc
    }
    /// A node receives a packet and sends it on to all its children before the next one, log N cycles later.
    fn time_to_retransmit(n: u64, children: u64) -> bool {
        children < n
    }
    fn links_to_the_last(n: u64) -> BigRational {
        whole(n - 2)
    }
    fn bst_startups(n: u64) -> BigRational {
        whole(2 * n - 2)
    }
    /// x ≤ 2N log log N/log N, that is 2^(nx) ≤ n^(2N).
    fn within_bandwidth(n: u64, x: u64) -> bool {
        BigInt::from(2).pow(small(n * x)) <= BigInt::from(n).pow(small(2_u64 << n))
    }
    /// x ≥ (2N log log N/log N)/2, that is 2^(nx) ≥ n^N: half of what is printed.
    fn half_the_bandwidth(n: u64, x: u64) -> bool {
        BigInt::from(2).pow(small(n * x)) >= BigInt::from(n).pow(small(1_u64 << n))
    }
    /// The BST does not take less than the SBT.
    fn sbt_is_no_slower(sbt_at_least: &BigRational, bst_at_most: &BigRational) -> bool {
        sbt_at_least <= bst_at_most
    }
    /// One start-up more, of the message that is passed on last.
    fn sbt_is_faster(n: u64, rounds: u64) -> bool {
        n < rounds
    }
    /// (N - 1)M/B.
    fn bst_packets(n: u64, b: u64) -> BigRational {
        ratio((1_u64 << n) - 1, b)
    }
    /// NM/B + log⌈B/M⌉ - 1 with B = 2^k·M.
    fn sbt_packets(n: u64, k: u64) -> BigRational {
        ratio(1_u64 << n, 1_u64 << k) + whole(k) - whole(1)
    }
    fn at_most_twice(bst: &BigRational, sbt: &BigRational) -> bool {
        *bst <= whole(2) * sbt
    }
}

/// An exponent.
fn small(exponent: u64) -> u32 {
    u32::try_from(exponent).unwrap_or(u32::MAX)
}

const ANY: &str = "one message over every link, the child of most rounds first";
const SCHEDULE: &str = "a schedule in which a node sends or receives one packet at a time, the farthest destinations first, and the start-ups and elements of the \
                        source";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.scatter.packets",
        place: "§1",
        statement: "In sending personalised information the total number of packets that the source must send, for M elements per destination node.",
        printed: "⌈(N − 1)M/B⌉",
        parts: &[Part::printed(
            source_packets::CODE,
            "n from 2 to 6, M/B from 1 to 4, whole; with one port the least number of steps, in each of which the source sends a packet",
            |docket| {
                for (n, c) in (2..=6).flat_map(|n| (1..=4).map(move |c| (n, c))) {
                    let root = wire::Task::Scatter { root: NodeRef::Index(0), count: c };
                    let document = with_ports(task(hypercube(n), root), Ports::One);
                    let found = proved(&document, Some(SBT), Least::TIME)?;
                    docket.equal(format!("hypercube {n} M/B {c}"), source_packets(n, c, 1), found);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.BST.one-port.root",
        place: "§4.2.2",
        statement: "With a packet for each subtree the root of the BST completes its communication in this time, with one port.",
        printed: "τ log N + (N − 1)M·t_c",
        parts: &[Part::printed(root_time::CODE, "n from 2 to 12; M = 4, τ = 5, t_c = 1/2", |docket| {
            let (tau, tc) = (whole(5), ratio(1, 2));
            for n in 2..=12 {
                let shape = shape(n)?;
                let found = at_least(&shape, n, shape.largest(), &tau, &(whole(4) * &tc));
                let how = "the packets that the subtrees need, each of as many messages as the largest subtree has nodes";
                docket.equal(format!("hypercube {n}"), root_time(n, 4, &tau, &tc), Proved::exact(found, how));
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.one-port.retransmit",
        place: "§4.2.2",
        statement: "The receiving node has sufficient time to retransmit pieces on all its ports, since a new packet only arrives every log N cycles.",
        printed: "",
        parts: &[Part::printed(
            time_to_retransmit::CODE,
            "n from 2 to 12, all nodes but the source; one send or one receive in a cycle",
            |docket| {
                for n in 2..=12 {
                    let shape = shape(n)?;
                    let most = (1..shape.nodes()).map(|node| shape.children(node).len()).max().unwrap_or(0);
                    let holds = time_to_retransmit(n, crate::model::count_of(most));
                    docket.is(
                        format!("hypercube {n}"),
                        holds,
                        format!("{most} children at most, all nodes listed"),
                    );
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.BST.one-port.last-subtree",
        place: "§4.2.2",
        statement: "The message to the last visited subtree needs to traverse log N − 2 communication links (beyond the top of the subtree; any \
                    subtree but the one of height log N, property 1).",
        printed: "log N − 2",
        parts: &[Part::printed(links_to_the_last::CODE, "n from 2 to 12", |docket| {
            for n in 2..=12 {
                let shape = shape(n)?;
                let tops = shape.children(0).iter().filter(|&&top| top != 1);
                let most = tops.map(|&top| shape.profile(top).len() - 1).max().unwrap_or(0);
                let found = Proved::exact(most, "the levels of all subtrees but that of base 0");
                docket.equal(format!("hypercube {n}"), links_to_the_last(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.one-port.start-ups",
        place: "§4.2.2, §4.3",
        statement: "For a sufficiently large maximum packet size the BST-based algorithm has 2 log N − 2 start-ups, one after the other.",
        printed: "2 log N − 2",
        parts: &[Part::printed(bst_startups::CODE, "n from 2 to 12, one port", |docket| {
            for n in 2..=12 {
                let how = "the least number of rounds along the tree: every node serves the child of most rounds first, which is best";
                let found = Proved::exact(shape(n)?.rounds(0), how);
                docket.equal(format!("hypercube {n}"), bst_startups(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.one-port.bandwidth",
        place: "§4.2.2; the proof is said to be in another paper",
        statement: "The bandwidth requirement of each subtree is ≈ 2N log log N/log N: the elements, in units of M, that are sent one after the other \
                    below the top of a subtree.",
        printed: "≈ 2N log log N / log N",
        parts: &[
            Part::reading(
                "as an upper bound, which the next sentence uses it for",
                within_bandwidth::CODE,
                "n from 2 to 12, the largest subtree",
                |docket| bandwidth(docket, within_bandwidth),
            ),
            Part::reading(
                "≈ allows a factor of 2",
                half_the_bandwidth::CODE,
                "n from 2 to 12, the largest subtree",
                |docket| bandwidth(docket, half_the_bandwidth),
            ),
        ],
    },
    Claim {
        id: "P5.personal.one-port.large",
        place: "§4.3; §4.2 has NM/B + log⌈B/M⌉ − 1 start-ups along the SBT and (N − 1)M/B along the BST for M < B < (N/log N)M, fewer",
        statement: "With communication on one port at a time and B > M, the SBT-based routing yields a lower complexity than the BST-based routing \
                    (judged: one that is no higher).",
        printed: "",
        parts: &[
            Part::printed(
                sbt_is_no_slower::CODE,
                "n = 3, 4 and 5 (in the 2-cube the trees are one), B = 2M to (N/2)M; τ = 5, M·t_c = 1/2",
                |docket| compared(docket, 3),
            ),
            Part::restriction(
                "packets of any size (B ≥ NM/2), and n ≥ 3",
                sbt_is_faster::CODE,
                "n from 3 to 12",
                |docket| {
                    for n in 3..=12 {
                        let rounds = shape(n)?.rounds(0);
                        let how = format!(
                            "SBT: log N τ + (N − 1)M·t_c (P5.Table6.SBT.1port); BST: the source sends (N − 1)M elements, and either more than log N packets \
                             or log N of them, the last with data to be passed on; {rounds} start-ups at least"
                        );
                        docket.is(format!("hypercube {n}"), sbt_is_faster(n, rounds), how);
                    }
                    Ok(())
                },
            ),
            Part::correction(
                "neither is lower for all B: by the formulas of §4.2 the BST has fewer start-ups for M < B < (N/log N)M, and for n = 4 and B = 3M it is faster if τ > 0",
                "Into its subtrees of 8, 4, 2 and 1 nodes the source of the SBT starts 3 + 2 + 1 + 1 packets of three messages, that of the BST into 5, 4, 3 and \
                 3 nodes 2 + 2 + 1 + 1: six packets, in this order for 0111, 0011 and 1111; 0110, 1010 and 1110; 0100, 1100 and 1101; 1000, 1001 and 1011; 0001 \
                 and 0101; 0010. The others are passed on before the last of them arrives: 6τ + 15M·t_c against 7τ + 15M·t_c at least.",
                bst_packets::CODE,
                "n from 4 to 20, B = 2^k·M < (N/log N)M; n = 4, B = 3M",
                |docket| {
                    for (n, k) in
                        (4..=20).flat_map(|n| (1..n).map(move |k| (n, k))).filter(|(n, k)| n << k < 1 << n)
                    {
                        let (bst, sbt) = (bst_packets(n, 1 << k), sbt_packets(n, k));
                        let how = format!("printed {bst} and {sbt} start-ups");
                        docket.is(format!("hypercube {n} B {}M", 1_u64 << k), bst < sbt, how);
                    }
                    let [sbt, bst] = [TreeKind::Sbt, TreeKind::Bst].map(|kind| Shape::new(kind, 4));
                    let (sbt, bst) = (startups(&sbt?, 3), time(&bst?, 3, &whole(1), &whole(1)));
                    let how = "the schedule carried out with τ = M·t_c = 1: start-ups and messages of the source alone make 6 + 15";
                    docket.equal("hypercube 4 B 3M, time along the BST", 21_u64, Proved::exact(bst, how));
                    docket.equal(
                        "hypercube 4 B 3M, start-ups along the SBT",
                        7_u64,
                        Proved::exact(sbt, "3 + 2 + 1 + 1"),
                    );
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.personal.one-port.factor",
        place: "§6",
        statement: "For communication on one port at a time, personalised communication based on the balanced spanning tree has at most a factor of 2 \
                    higher complexity than that based on a binomial tree (the same for B ≤ M, P5.BST.personal.small).",
        printed: "2",
        parts: &[Part::printed(
            at_most_twice::CODE,
            "n from 3 to 6, B = 2M to (N/2)M, τ = 5, M·t_c = 1/2; n from 2 to 12, packets of any size, start-ups and transfers each alone",
            |docket| {
                for n in 3..=6 {
                    factors(docket, n)?;
                }
                for n in 2..=12 {
                    let shape = shape(n)?;
                    let once = |startup, transfer| shape.at_once(true, &whole(startup), &whole(transfer));
                    let (starts, transfers) = (once(1, 0), once(0, 1));
                    let holds = at_most_twice(&starts, &whole(n))
                        && at_most_twice(&transfers, &whole((1_u64 << n) - 1));
                    let how = format!(
                        "{starts} start-ups and {transfers} times M elements against {n} and N − 1; {ANY}"
                    );
                    docket.is(format!("hypercube {n} any B"), holds, how);
                }
                Ok(())
            },
        )],
    },
];

fn bandwidth(docket: &mut Docket, holds: fn(u64, u64) -> bool) -> Result<(), ClaimError> {
    for n in 2..=12 {
        let shape = shape(n)?;
        let all = shape.at_once(true, &whole(0), &whole(1)) - whole((1_u64 << n) - 1);
        let below = shape.below_at_once(1, &whole(0), &whole(1));
        let more =
            u64::try_from(below.to_integer()).map_err(|fault| ClaimError::Broken(fault.to_string()))?;
        let how = format!(
            "{more} below the top of the largest subtree, {all} of them after the source is done; {ANY}"
        );
        docket.is(format!("hypercube {n}"), holds(n, more), how);
    }
    Ok(())
}

/// The time of the source, at least that of any schedule along the tree.
fn at_least(shape: &Shape, n: u64, b: u64, tau: &BigRational, transfer: &BigRational) -> BigRational {
    whole(startups(shape, b)) * tau + whole((1_u64 << n) - 1) * transfer
}

/// The greatest b that is of use.
fn sizes(n: u64) -> impl Iterator<Item = (u64, usize)> {
    (2..=1_u64 << (n - 1)).zip(2_usize..)
}

fn compared(docket: &mut Docket, from: u64) -> Result<(), ClaimError> {
    let (tau, transfer) = (whole(5), ratio(1, 2));
    for n in from..=5 {
        let (sbt, bst) = (Shape::new(TreeKind::Sbt, n)?, shape(n)?);
        for (b, size) in sizes(n) {
            let bounds = |shape| (at_least(shape, n, b, &tau, &transfer), time(shape, size, &tau, &transfer));
            let ((sbt_least, sbt_most), (bst_least, bst_most)) = (bounds(&sbt), bounds(&bst));
            let instance = format!("hypercube {n} B {b}M");
            let how = format!("SBT {sbt_least} … {sbt_most}, BST {bst_least} … {bst_most}: {SCHEDULE}");
            if !sbt_is_no_slower(&sbt_least, &bst_most) {
                docket.is(instance, false, how);
            } else if sbt_is_no_slower(&sbt_most, &bst_least) {
                docket.is(instance, true, how);
            } else {
                docket.open(instance, how);
            }
        }
    }
    Ok(())
}

fn factors(docket: &mut Docket, n: u64) -> Result<(), ClaimError> {
    let (tau, transfer) = (whole(5), ratio(1, 2));
    let (sbt, bst) = (Shape::new(TreeKind::Sbt, n)?, shape(n)?);
    for (b, size) in sizes(n) {
        let (least, most) = (at_least(&sbt, n, b, &tau, &transfer), time(&bst, size, &tau, &transfer));
        let how = format!("SBT at least {least}, BST at most {most}: {SCHEDULE}");
        docket.is(format!("hypercube {n} B {b}M"), at_most_twice(&most, &least), how);
    }
    Ok(())
}
