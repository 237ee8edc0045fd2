//! §4 and §4.2: personalised communication along the spanning binomial and the balanced spanning tree.

use super::along::{exact, ports};
use super::shape::Shape;
use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{Least, hypercube, proved, task, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::solve::{BST, Method, SBT};
use crate::tree::{Rule, TreeKind};
use crate::wire::{self, NodeRef};
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    /// (N/log N)`M·t_c`.
    fn transfer_bound(n: u64, m: u64) -> BigRational {
        ratio((1_u64 << n) * m, n)
    }
    /// ((N - 1)/log N)`M·t_c`.
    fn transfer_bound_less_one(n: u64, m: u64) -> BigRational {
        ratio(((1_u64 << n) - 1) * m, n)
    }
    fn startup_bound(n: u64) -> BigRational {
        whole(n)
    }
    /// NM/B - 1 with c = M/B.
    fn sbt_small(n: u64, c: u64) -> BigRational {
        whole((1_u64 << n) * c) - whole(1)
    }
    fn sbt_small_near(n: u64, c: u64, found: &BigRational) -> bool {
        let more = sbt_small(n, c) - found;
        more >= whole(0) && more * whole((1_u64 << n) - 1) <= *found
    }
    /// (N - 1)`M·t_c` + τ(NM/B + log⌈B/M⌉ - 1) with B = 2^k·M.
    fn sbt_large(n: u64, k: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        whole((1_u64 << n) - 1) * whole(m) * tc + tau * (ratio(1_u64 << n, 1_u64 << k) + whole(k) - whole(1))
    }
    /// (log N - 1 over i) ≥ (log N - 1 - j over i - j).
    fn root_sends_most(n: u64) -> bool {
        (1..n).all(|j| (j..n).all(|i| choose(n - 1, i) >= choose(n - 1 - j, i - j)))
    }
    /// In every step some link out of the root carries as much as any link does.
    fn root_determines(tree: &Shape) -> bool {
        tree.stepwise().at_root
    }
    /// In every step each link out of the root carries as much as any link between other nodes.
    fn every_subtree(tree: &Shape) -> bool {
        let steps = tree.profile(0).len() - 1;
        let amount = |node: usize, step: usize| tree.profile(node).get(steps - 1 - step).copied().unwrap_or(0);
        let inner = |step| (1..tree.nodes()).flat_map(|node| tree.children(node)).map(move |&node| amount(node, step)).max();
        (0..steps).all(|step| tree.children(0).iter().map(|&top| amount(top, step)).min() >= inner(step))
    }
    /// (log N - 1 over (log N - 1)/2).
    fn sbt_packet(n: u64) -> BigInt {
        choose(n - 1, (n - 1) / 2)
    }
    /// (log N - 1)/2.
    fn sbt_packet_as_scanned(n: u64) -> BigRational {
        ratio(n - 1, 2)
    }
    /// x ≈ N/√(2π(log N - 1)): (1 - 1/m)² N² ≤ 2πm·x² ≤ N² with m = log N - 1 and 333/106 < π < 355/113.
    fn sbt_packet_near(n: u64, x: &BigRational) -> bool {
        let (m, nodes) = (whole(n - 1), whole(1_u64 << n));
        let (low, high) = (whole(2) * ratio(333, 106) * &m * x * x, whole(2) * ratio(355, 113) * &m * x * x);
        let less = (&m - whole(1)) / &m;
        &less * &less * &nodes * &nodes <= low && high <= &nodes * &nodes
    }
    /// ((N - 1)M/B), the steps with one port, c = M/B.
    fn bst_small(n: u64, c: u64) -> BigRational {
        whole(((1_u64 << n) - 1) * c)
    }
    /// B ≥ (N/log N)M is enough for the x nodes of the largest subtree.
    fn one_message(n: u64, x: u64) -> bool {
        x * n <= 1 << n
    }
    /// ((N - 1)/log N)M/B, the steps with all ports.
    fn bst_all(n: u64, c: u64) -> BigRational {
        ratio(((1_u64 << n) - 1) * c, n)
    }
    /// |x - y| ≤ √N·c
    fn near(n: u64, c: &BigRational, x: &BigRational, y: &BigRational) -> bool {
        (x - y) * (x - y) <= whole(1_u64 << n) * c * c
    }
    /// The sum over the levels, with the `B_i` that is printed.
    fn bst_sum(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        let packets = |i| (BigRational::from_integer(choose(n, i)) * ratio(m, b * n)).ceil();
        (1..=n).map(|i| packets(i) * (tau + packets(i).min(whole(b)) * tc)).sum()
    }
    /// |x - y| ≤ √N(`M·t_c` + τM/B) + log N(`B·t_c` + τ), M = 1 and B = b.
    fn near_in_packets(n: u64, b: u64, tau: &BigRational, tc: &BigRational, x: &BigRational, y: &BigRational) -> bool {
        let more = if x < y { y - x } else { x - y };
        let rest = more - whole(n) * (whole(b) * tc + tau);
        rest <= whole(0) || near(n, &(tc + tau / whole(b)), &rest, &whole(0))
    }
    /// The same with `B_i` = min(B, (log N over i)M/log N).
    fn bst_sum_of_elements(n: u64, m: u64, b: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        let elements = |i| BigRational::from_integer(choose(n, i)) * ratio(m, n);
        (1..=n).map(|i| (elements(i) / whole(b)).ceil() * (tau + elements(i).min(whole(b)) * tc)).sum()
    }
    /// τ log N + ((N - 1)/log N)`M·t_c`.
    fn bst_least(n: u64, m: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        tau * whole(n) + ratio((1_u64 << n) - 1, n) * whole(m) * tc
    }
    /// τ log N + BST(max)`M·t_c`.
    fn bst_least_true(n: u64, m: u64, greatest: u64, tau: &BigRational, tc: &BigRational) -> BigRational {
        tau * whole(n) + whole(greatest) * whole(m) * tc
    }
    /// The transfers along the SBT, N/2, over those along the BST, divided by ½ log N, is 1 but for log N/√N.
    fn factor(n: u64, greatest: u64) -> bool {
        let quotient = ratio(1_u64 << n, n * greatest);
        let less = whole(1) - &quotient;
        quotient <= ratio(1_u64 << n, (1_u64 << n) - 1) && (less <= whole(0) || &less * &less <= ratio(n * n, 1_u64 << n))
    }
    /// x ≤ N/log^(3/2) N.
    fn bst_packet(n: u64, x: u64) -> bool {
        u128::from(x * x) * u128::from(n * n * n) <= 1_u128 << (2 * n)
    }
}

const SMALL: &str = "n from 2 to 6, M/B from 1 to 3, whole; packets of B elements";
const NEAR: &str = "≃ allows a difference of √N steps for each packet, whose part goes to 0 for N → ∞";
const STEPS: &str = "level by level: the amounts of all links in all steps counted";
const LARGEST: &str =
    "certificate: a schedule along the tree; the link into the largest subtree carries all that goes there";
const LEVELS: &str = "n from 2 to 10; M = 4; τ and t_c 0 and 1, 5 and 1/2";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.scatter.bound.transfer",
        place: "§4, before 4.1; §4.2.2 has N − 1 for N",
        statement: "A lower bound for the transmission time of personalised communication with concurrent communication on all ports.",
        printed: "(N/log N)M·t_c",
        parts: &[
            Part::reading(
                "as §4 prints it",
                transfer_bound::CODE,
                "n from 2 to 5, M from 1 to 4, packets of one element, t_c = 1",
                |docket| transfers(docket, transfer_bound),
            ),
            Part::reading(
                "((N − 1)/log N)M·t_c, as §4.2.2 prints it",
                transfer_bound_less_one::CODE,
                "n from 2 to 5, M from 1 to 4, packets of one element, t_c = 1",
                |docket| transfers(docket, transfer_bound_less_one),
            ),
        ],
    },
    Claim {
        id: "P5.scatter.bound.start-ups",
        place: "§4, before 4.1",
        statement: "A lower bound for the number of start-ups of personalised communication.",
        printed: "log N",
        parts: &[Part::printed(startup_bound::CODE, "n from 2 to 7", |docket| {
            for n in 2..=7 {
                docket.at_least(format!("hypercube {n}"), startup_bound(n), scatter(BST, n, 1, Rule::All)?);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.SBT.personal.large",
        place: "§4.2.1",
        statement: "The time of personalised communication along the SBT with one port, for M ≤ B ≤ NM/2.",
        printed: "(N − 1)M·t_c + τ(NM/B + log⌈B/M⌉ − 1)",
        parts: &[Part::printed(
            sbt_large::CODE,
            "n from 2 to 10, B = 2^k·M for all k < n (log⌈B/M⌉ is irrational otherwise); M = 4, τ = 5, t_c = 1/2",
            |docket| {
                let (tau, tc) = (whole(5), ratio(1, 2));
                for (n, k) in (2..=10).flat_map(|n| (0..n).map(move |k| (n, k))) {
                    let startups: u64 = (0..n).map(|level| (1_u64 << level).div_ceil(1 << k)).sum();
                    let found = whole(startups) * &tau + whole((1_u64 << n) - 1) * whole(4) * &tc;
                    let how = "the source starts ⌈2^j·M/B⌉ packets for its subtree of 2^j nodes, the largest first; a subtree that has its data is an \
                               equal task for a smaller cube, and so is the source";
                    docket.equal(
                        format!("hypercube {n} B {}", 4_u64 << k),
                        sbt_large(n, k, 4, &tau, &tc),
                        Proved::exact(found, how),
                    );
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.SBT.personal.small",
        place: "§4.2.1",
        statement: "The time of personalised communication along the SBT with one port, for B ≤ M, in steps of B·t_c + τ.",
        printed: "≃ NM/B − 1",
        parts: &[
            Part::reading(
                "≃ allows the part 1/(N − 1) of the time",
                sbt_small_near::CODE,
                SMALL,
                |docket| {
                    for (n, c, rule) in small() {
                        let proved = scatter(SBT, n, c, rule)?;
                        let found = exact(&proved)?;
                        let how = format!(
                            "printed {}, {found} slots by a certificate, the least for all schedules",
                            sbt_small(n, c)
                        );
                        docket.is(instance(n, c, rule), sbt_small_near(n, c, &found), how);
                    }
                    Ok(())
                },
            ),
            Part::reading("exactly", sbt_small::CODE, SMALL, |docket| one_port(docket, SBT, sbt_small)),
            Part::restriction("B = M", sbt_small::CODE, "n from 2 to 6", |docket| {
                for (n, c, rule) in small().filter(|of| of.1 == 1) {
                    docket.equal(instance(n, c, rule), sbt_small(n, c), scatter(SBT, n, c, rule)?);
                }
                Ok(())
            }),
        ],
    },
    Claim {
        id: "P5.Lemma4.2-proof.inequality",
        place: "§4.2.1, proof of Lemma 4.2",
        statement: "(log N − 1 over i) ≥ (log N − 1 − j over i − j) for all i, j ≥ 1.",
        printed: "(log N − 1 over i) ≥ (log N − 1 − j over i − j)",
        parts: &[Part::printed(root_sends_most::CODE, "n from 2 to 40, all j ≤ i < n", |docket| {
            for n in 2..=40 {
                docket.is(format!("hypercube {n}"), root_sends_most(n), "all binomial coefficients compared");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.Lemma4.2",
        place: "§4.2.1, Lemma 4.2",
        statement: "In distributing data from the root of the SBT level by level, the farthest first, the time to complete the distribution is \
                    determined by the root.",
        printed: "",
        parts: &[Part::printed(root_determines::CODE, "n from 2 to 12, all nodes", |docket| {
            root_first(docket, TreeKind::Sbt)
        })],
    },
    Claim {
        id: "P5.SBT.personal.packet",
        place: "§4.2.1, proof of Lemma 4.2",
        statement: "The packet size, in units of M, from which the level-by-level distribution along the SBT takes its least time.",
        printed: "B ≥ (log N − 1 over (log N − 1)/2) M",
        parts: &[
            Part::reading(
                "a binomial coefficient, (log N − 1)/2 rounded down",
                sbt_packet::CODE,
                "n from 2 to 12",
                |docket| {
                    for n in 2..=12 {
                        let found = Proved::exact(greatest(TreeKind::Sbt, n)?, STEPS);
                        docket.equal(format!("hypercube {n}"), sbt_packet(n), found);
                    }
                    Ok(())
                },
            ),
            Part::reading(
                "a fraction, as the scanned text has it",
                sbt_packet_as_scanned::CODE,
                "n from 2 to 12",
                |docket| {
                    for n in 2..=12 {
                        let found = Proved::exact(greatest(TreeKind::Sbt, n)?, STEPS);
                        docket.equal(format!("hypercube {n}"), sbt_packet_as_scanned(n), found);
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.SBT.personal.approximation",
        place: "§4.2.1, proof of Lemma 4.2",
        statement: "This packet size is approximately NM/√(2π(log N − 1)).",
        printed: "≈ NM/√(2π(log N − 1))",
        parts: &[Part::printed(
            sbt_packet_near::CODE,
            "n from 3 to 60; not more than this, and less by the part 1/(log N − 1) of it at most",
            |docket| {
                for n in 3..=60 {
                    let found = BigRational::from_integer(sbt_packet(n));
                    docket.is(
                        format!("hypercube {n}"),
                        sbt_packet_near(n, &found),
                        "integers compared, with rational bounds of π",
                    );
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.BST.personal.small",
        place: "§4.2.2",
        statement: "The time of personalised communication along the BST with one port, for B ≤ M, in steps of τ + B·t_c; the same as along the \
                    SBT (for B = M in §4.2.2, for all B ≤ M in §4.3).",
        printed: "((N − 1)M/(B log N)) log N",
        parts: &[Part::printed(bst_small::CODE, SMALL, |docket| {
            one_port(docket, BST, bst_small)?;
            for (n, c, rule) in small() {
                let found = scatter(SBT, n, c, rule)?;
                docket.equal(format!("{} along the SBT", instance(n, c, rule)), bst_small(n, c), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.personal.large",
        place: "§4.2.2",
        statement: "For B ≥ (N/log N)M the root of the BST need only perform one communication per subtree.",
        printed: "B ≥ (N/log N)M",
        parts: &[
            Part::reading("exactly", one_message::CODE, "n from 2 to 12", |docket| {
                for n in 2..=12 {
                    let largest = Shape::new(TreeKind::Bst, n)?.largest();
                    let how = format!(
                        "the largest subtree has {largest} nodes, N/log N = {}",
                        transfer_bound(n, 1)
                    );
                    docket.is(format!("hypercube {n}"), one_message(n, largest), how);
                }
                Ok(())
            }),
            Part::reading(
                "N/log N stands for the size of the largest subtree, which it approximates (Table 5): it is less by √N at most",
                near::CODE,
                "n from 2 to 14",
                |docket| {
                    for n in 2..=14 {
                        let largest = whole(Shape::new(TreeKind::Bst, n)?.largest());
                        let size = transfer_bound(n, 1);
                        let how = format!("the largest subtree has {largest} nodes, N/log N = {size}");
                        docket.is(format!("hypercube {n}"), near(n, &whole(1), &size, &largest), how);
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.BST.personal.all.small",
        place: "§4.2.2",
        statement: "The time of personalised communication along the BST with all ports, for B ≤ M, in steps of τ + B·t_c.",
        printed: "≃ (N − 1)M/(B log N)",
        parts: &[
            Part::reading(NEAR, near::CODE, SMALL, |docket| {
                for (n, c) in (2..=6).flat_map(|n| (1..=3).map(move |c| (n, c))) {
                    let found = exact(&largest(n, c)?)?;
                    let how = format!("printed {}, found {found}; {LARGEST}", bst_all(n, c));
                    docket.is(
                        format!("hypercube {n} M/B {c}"),
                        near(n, &whole(c), &bst_all(n, c), &found),
                        how,
                    );
                }
                Ok(())
            }),
            Part::reading("exactly", bst_all::CODE, SMALL, |docket| {
                for (n, c) in (2..=6).flat_map(|n| (1..=3).map(move |c| (n, c))) {
                    docket.equal(format!("hypercube {n} M/B {c}"), bst_all(n, c), largest(n, c)?);
                }
                Ok(())
            }),
        ],
    },
    Claim {
        id: "P5.BST.personal.all.sum",
        place: "§4.2.2",
        statement: "The time of personalised communication along the BST with all ports, for B > M, the data for distance i being sent during \
                    step log N − i.",
        printed: "≃ Σ ⌈(log N over i)M/(B log N)⌉(τ + B_i·t_c), B_i = min(B, ⌈(log N over i)M/(B log N)⌉)",
        parts: &[
            Part::reading(
                "B_i = min(B, (log N over i)M/log N), the elements that are sent, which gives the T_min of the same paragraph; ≃ allows a difference of \
                 √N·M·t_c for B = NM, and for smaller B one of √N(M·t_c + τM/B) and of a packet in every step, since the last one may not be full",
                bst_sum_of_elements::CODE,
                "n from 2 to 10, B = NM, 2M and 4M; M = 4; τ and t_c 0 and 1, 5 and 1/2",
                |docket| {
                    sums(docket, bst_sum_of_elements)?;
                    sums_of_packets(docket)
                },
            ),
            Part::reading(
                "as printed, B_i being a number of packets; ≃ allows a difference of √N·M·t_c",
                bst_sum::CODE,
                "n from 2 to 10, B = NM; M = 4; τ and t_c 0 and 1, 5 and 1/2",
                |docket| sums(docket, bst_sum),
            ),
        ],
    },
    Claim {
        id: "P5.BST.personal.all.amount",
        place: "§4.2.2",
        statement: "The amount of data sent from the root to any subtree during a step is no less than the amount sent from any node over a link \
                    during the same step.",
        printed: "",
        parts: &[
            Part::reading(
                "to any subtree, and from any other node over a link",
                every_subtree::CODE,
                "n from 2 to 12, all nodes",
                |docket| {
                    for n in 2..=12 {
                        let holds = every_subtree(&Shape::new(TreeKind::Bst, n)?);
                        docket.is(
                            format!("hypercube {n}"),
                            holds,
                            "the amounts of all links in all steps compared",
                        );
                    }
                    Ok(())
                },
            ),
            Part::reading(
                "to the largest subtree, and from any other node over a link",
                root_determines::CODE,
                "n from 2 to 12, all nodes",
                |docket| root_first(docket, TreeKind::Bst),
            ),
        ],
    },
    Claim {
        id: "P5.BST.personal.all.packet",
        place: "§4.2.2; §4.3",
        statement: "The communication time along the BST with all ports is minimised for B ≥ (N/log^(3/2) N)M, level by level.",
        printed: "B ≥ (N/log^(3/2) N)M",
        parts: &[Part::printed(bst_packet::CODE, "n from 2 to 14", |docket| {
            for n in 2..=14 {
                let most = greatest(TreeKind::Bst, n)?;
                docket.is(
                    format!("hypercube {n}"),
                    bst_packet(n, most),
                    format!("no step needs a packet of more than {most}·M elements; {STEPS}"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.BST.personal.all.T_min",
        place: "§4.2.2; Table 6 prints ≃",
        statement: "The least time of personalised communication along the BST with all ports, the minimum possible.",
        printed: "T_min = τ log N + ((N − 1)/log N)M·t_c",
        parts: &[
            Part::printed(bst_least::CODE, LEVELS, |docket| {
                levels(docket, |n, _, tau, tc| bst_least(n, 4, tau, tc))
            }),
            Part::restriction(
                "as an approximation, ≃, which Table 6 prints for the same time: it allows a difference of √N·M·t_c, whose part goes to 0 for N → ∞",
                near::CODE,
                LEVELS,
                |docket| {
                    for (n, tau, tc) in loads() {
                        let amounts = Shape::new(TreeKind::Bst, n)?.stepwise().amounts;
                        let found =
                            whole(amounts.len()) * &tau + whole(4 * amounts.iter().sum::<u64>()) * &tc;
                        let said = bst_least(n, 4, &tau, &tc);
                        let holds = near(n, &(whole(4) * &tc), &said, &found);
                        let how = format!("printed {said}, found {found}; {STEPS}");
                        docket.is(format!("hypercube {n} τ {tau} t_c {tc}"), holds, how);
                    }
                    Ok(())
                },
            ),
            Part::correction(
                "τ log N + BST(max)·M·t_c, which is least for τ = 0 and for t_c = 0",
                "In every step the subtree of base 0, the largest on all levels, takes most; the link into it carries the data of its BST(max) nodes in \
                 any case, and BST(max) > (N − 1)/log N for all N > 2, since the subtrees differ in size.",
                bst_least_true::CODE,
                "n from 2 to 10; M = 4; level by level, τ and t_c 0 and 1, 5 and 1/2",
                |docket| {
                    for (n, tau, tc) in loads() {
                        let shape = Shape::new(TreeKind::Bst, n)?;
                        let amounts = shape.stepwise().amounts;
                        let found =
                            whole(amounts.len()) * &tau + whole(4 * amounts.iter().sum::<u64>()) * &tc;
                        let said = bst_least_true(n, 4, shape.largest(), &tau, &tc);
                        docket.equal(
                            format!("hypercube {n} τ {tau} t_c {tc}"),
                            said,
                            Proved::exact(found, STEPS),
                        );
                    }
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.BST.personal.factor",
        place: "§4.3; Abstract; §6",
        statement: "With concurrent communication on all ports the time of BST-based routing is lower than that for the SBT by a factor of \
                    ½ log N for B ≤ M, and its transmission time for packets of any size (§1 has log N, P5.BST.speed-up).",
        printed: "½ log N",
        parts: &[Part::printed(
            factor::CODE,
            "n from 2 to 14; up to the part log N/√N of the factor, which goes to 0 for N → ∞",
            |docket| {
                for n in 2..=14 {
                    let most = [TreeKind::Sbt, TreeKind::Bst]
                        .map(|tree| Shape::new(tree, n).map(|shape| shape.largest()));
                    let [sbt, bst] = most;
                    let (sbt, bst) = (sbt?, bst?);
                    let how = format!(
                        "the largest subtrees have {sbt} and {bst} nodes, for each of which so many packets enter them"
                    );
                    docket.is(format!("hypercube {n}"), sbt == 1 << (n - 1) && factor(n, bst), how);
                }
                Ok(())
            },
        )],
    },
];

/// n, M/B and the rules of one port.
fn small() -> impl Iterator<Item = (u64, u64, Rule)> {
    let of = |n| (1..=3).flat_map(move |c| [Rule::One, Rule::HalfDuplex].map(|rule| (n, c, rule)));
    (2..=6).flat_map(of)
}

fn loads() -> impl Iterator<Item = (u64, BigRational, BigRational)> {
    (2..=10).flat_map(|n| [(n, whole(0), whole(1)), (n, whole(5), ratio(1, 2))])
}

fn instance(n: u64, c: u64, rule: Rule) -> String {
    format!("hypercube {n} M/B {c} ports {}", rule.word())
}

/// c packets of node 0 for every other node.
fn scatter(method: &'static dyn Method, n: u64, c: u64, rule: Rule) -> Result<Proved, ClaimError> {
    let scatter = wire::Task::Scatter { root: NodeRef::Index(0), count: c };
    let document = with_ports(task(hypercube(n), scatter), ports(rule));
    proved(&document, Some(method), Least::TIME)
}

/// With all ports along the balanced tree.
fn largest(n: u64, c: u64) -> Result<Proved, ClaimError> {
    let found = scatter(BST, n, c, Rule::All)?;
    let lower = Some(Value::from(Shape::new(TreeKind::Bst, n)?.largest() * c));
    Ok(Proved { lower, how: LARGEST.to_owned(), ..found })
}

fn transfers(docket: &mut Docket, printed: fn(u64, u64) -> BigRational) -> Result<(), ClaimError> {
    let scatter = |n, c| {
        let scatter = wire::Task::Scatter { root: NodeRef::Index(0), count: c };
        proved(&task(hypercube(n), scatter), None, Least::TIME)
    };
    for (n, m) in (2..=5).flat_map(|n| (1..=4).map(move |m| (n, m))) {
        docket.at_least(format!("hypercube {n} M {m}"), printed(n, m), scatter(n, m)?);
    }
    Ok(())
}

fn one_port(
    docket: &mut Docket,
    method: &'static dyn Method,
    printed: fn(u64, u64) -> BigRational,
) -> Result<(), ClaimError> {
    for (n, c, rule) in small() {
        docket.equal(instance(n, c, rule), printed(n, c), scatter(method, n, c, rule)?);
    }
    Ok(())
}

fn root_first(docket: &mut Docket, tree: TreeKind) -> Result<(), ClaimError> {
    for n in 2..=12 {
        let at_root = root_determines(&Shape::new(tree, n)?);
        docket.is(format!("hypercube {n}"), at_root, "the amounts of all links in all steps compared");
    }
    Ok(())
}

/// The greatest amount in any step.
fn greatest(tree: TreeKind, n: u64) -> Result<u64, ClaimError> {
    Ok(Shape::new(tree, n)?.stepwise().amounts.into_iter().max().unwrap_or(0))
}

fn sums(
    docket: &mut Docket,
    printed: fn(u64, u64, u64, &BigRational, &BigRational) -> BigRational,
) -> Result<(), ClaimError> {
    for (n, tau, tc) in loads() {
        let shape = Shape::new(TreeKind::Bst, n)?;
        let amounts = shape.stepwise().amounts;
        let found = whole(amounts.len()) * &tau + whole(4 * amounts.iter().sum::<u64>()) * &tc;
        let said = printed(n, 4, 4 << n, &tau, &tc);
        let holds = near(n, &(whole(4) * &tc), &said, &found);
        docket.is(
            format!("hypercube {n} τ {tau} t_c {tc}"),
            holds,
            format!("printed {said}, found {found}; {STEPS}"),
        );
    }
    Ok(())
}

/// With packets of two and of four messages, M = 4.
fn sums_of_packets(docket: &mut Docket) -> Result<(), ClaimError> {
    for ((n, tau, tc), b) in loads().flat_map(|load| [2, 4].map(|b| (load.clone(), b))) {
        let amounts = Shape::new(TreeKind::Bst, n)?.stepwise().amounts;
        let packets: u64 = amounts.iter().map(|amount| amount.div_ceil(b)).sum();
        let found = whole(packets) * &tau + whole(4 * amounts.iter().sum::<u64>()) * &tc;
        let said = bst_sum_of_elements(n, 4, 4 * b, &tau, &tc);
        let how =
            format!("printed {said}, found {found}; {STEPS}, in {packets} packets over the busiest links");
        let holds = near_in_packets(n, b, &tau, &(whole(4) * &tc), &said, &found);
        docket.is(format!("hypercube {n} B {b}M τ {tau} t_c {tc}"), holds, how);
    }
    Ok(())
}

fn levels(
    docket: &mut Docket,
    printed: fn(u64, u64, &BigRational, &BigRational) -> BigRational,
) -> Result<(), ClaimError> {
    for (n, tau, tc) in loads() {
        let shape = Shape::new(TreeKind::Bst, n)?;
        let amounts = shape.stepwise().amounts;
        let upper = whole(amounts.len()) * &tau + whole(4 * amounts.iter().sum::<u64>()) * &tc;
        // A message at least, with the data of the largest subtree.
        let lower = &tau + whole(4 * shape.largest()) * &tc;
        let how = format!("{STEPS}; not less than one message with the data of the largest subtree");
        let found = Proved::between(Some(Value(lower)), Some(Value(upper)), how);
        docket.equal(format!("hypercube {n} τ {tau} t_c {tc}"), printed(n, 4, &tau, &tc), found);
    }
    Ok(())
}
