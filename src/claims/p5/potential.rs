//! §1, §3.4 and §4: what all ports, the best packets and the trees gain.

use super::along::{least, line, name};
use super::shape::Shape;
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::Node;
use crate::tree::{BroadcastGraph, CubeTree, Rule, TreeKind};
use num_rational::BigRational;

formula! {
    fn logarithm(n: u64) -> BigRational {
        whole(n)
    }
    /// The cycles per packet with one port, in those with all ports.
    fn reduced(graph: BroadcastGraph, rule: Rule, n: u64) -> BigRational {
        line(graph, rule, n).0 / line(graph, Rule::All, n).0
    }
    /// At least half of log N.
    fn nearly_reduced(n: u64, steps: u64, steps_with_all_ports: u64) -> bool {
        2 * steps >= n * steps_with_all_ports
    }
    /// a·M/B + b start-ups with B = `√(a·Mτ/(b·t_c))`: b + √(ab·x), x = `M·t_c/τ`, or a + b for one packet;
    /// at most c·log N if ab·x ≤ (c·log N - b)².
    fn of_order(n: u64, a: &BigRational, b: &BigRational, x: u64, c: u64) -> bool {
        let rest = whole(c * n) - b;
        a + b <= whole(c * n) && rest >= whole(0) && a * b * whole(x) <= &rest * &rest
    }
    /// For `M·t_c` = τ·k^6 and log N = k^4: `T_min` of the SBT ≤ τ(k³ + k²)², of the MSBT ≥ τ(k + k²)², the
    /// quotient ≤ k² = √log N.
    fn without_the_footnote(k: u64) -> bool {
        let (sbt, msbt) = (k.pow(3) + k * k, k + k * k);
        sbt * sbt <= k * k * msbt * msbt
    }
    /// From ½ log N·(1 - log N/√N) to ½ log N·N/(N - 1).
    fn about_half(n: u64, quotient: &BigRational) -> bool {
        let found = quotient * ratio(2, n);
        let less = whole(1) - &found;
        found <= ratio(1_u64 << n, (1_u64 << n) - 1) && (less <= whole(0) || &less * &less <= ratio(n * n, 1_u64 << n))
    }
    /// From log N·(1 - log N/√N) to log N.
    fn about_all(n: u64, quotient: &BigRational) -> bool {
        let less = whole(1) - quotient / whole(n);
        less >= whole(0) && &less * &less <= ratio(n * n, 1_u64 << n)
    }
    /// 2 but for a part of 1/N.
    fn about_two(n: u64, quotient: &BigRational) -> bool {
        *quotient <= whole(2) && *quotient >= whole(2) - ratio(2, 1_u64 << n)
    }
}

const CYCLES: &str = "the cycles per packet of Table 2, proved there";
const CERTIFIED: &str = "n from 2 to 6";
const PACKETS: &str = "n from 2 to 6; one packet, log N and 10 log N packets";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P5.all-ports.reduction",
        place: "§3.4",
        statement: "A potential for concurrent communication on all ports reduces the number of sequential start-ups and the bandwidth requirement \
                    by a factor of approximately log N for an arbitrary packet size in both SBT- and MSBT-based broadcasting.",
        printed: "log N",
        parts: &[
            Part::reading(
                "any number of packets, against one send and one receive at a time; ≈ allows a factor of 2",
                nearly_reduced::CODE,
                PACKETS,
                |docket| {
                    all_reductions(docket, Rule::One);
                    Ok(())
                },
            ),
            Part::reading(
                "any number of packets, against one send or one receive at a time; ≈ allows a factor of 2",
                nearly_reduced::CODE,
                PACKETS,
                |docket| {
                    all_reductions(docket, Rule::HalfDuplex);
                    Ok(())
                },
            ),
            Part::restriction(
                "many packets, M/B → ∞, against one send and one receive at a time",
                reduced::CODE,
                CERTIFIED,
                |docket| {
                    reductions(docket, Rule::One);
                    Ok(())
                },
            ),
            Part::restriction(
                "many packets, M/B → ∞, against one send or one receive at a time",
                reduced::CODE,
                CERTIFIED,
                |docket| {
                    reductions(docket, Rule::HalfDuplex);
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.start-ups.best-packet",
        place: "§3.4",
        statement: "Optimizing the packet size brings the number of start-ups to O(log N) with one port and with log N ports (SBT, TCBT and MSBT).",
        printed: "O(log N)",
        parts: &[
            Part::reading(
                "for N → ∞, M, t_c and τ being fixed",
                of_order::CODE,
                "n from 3 to 40, M·t_c/τ = 16, with the factor 12; b is linear in log N and a at most that, so that √(ab·M·t_c/τ) is O(log N) for all n",
                |docket| {
                    startups(docket, 16);
                    Ok(())
                },
            ),
            Part::reading(
                "with the same factor for all M",
                of_order::CODE,
                "n from 3 to 40, M·t_c/τ = 10^6, with the factor 12",
                |docket| {
                    startups(docket, 1_000_000);
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P5.MSBT.bandwidth",
        place: "§3.4",
        statement: "MSBT-based broadcasting always offers a reduction in the bandwidth requirement for individual communication links by a factor of \
                    approximately log N over SBT-based broadcasting.",
        printed: "log N",
        parts: &[Part::printed(logarithm::CODE, "n from 2 to 8, M divided by log N", |docket| {
            for n in 2..=8 {
                let how = "a link of the SBT carries all of M, one of the MSBT graph the part M/log N of every tree that it is in: of one; all edges listed";
                let found = Proved::exact(whole(n) / whole(trees_of_a_link(n)?), how);
                docket.equal(format!("hypercube {n}"), logarithm(n), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P5.Table4.footnote",
        place: "§3.4, footnote 5",
        statement: "The last entry of Table 4, log N for all ports, is based on the assumption τ log² N ≪ M·t_c: τ log N ≪ M·t_c is not enough.",
        printed: "τ log² N ≪ M·t_c",
        parts: &[Part::printed(
            without_the_footnote::CODE,
            "M·t_c = τ log^(3/2) N, log N = k^4, k from 2 to 9",
            |docket| {
                for k in 2..=9_u64 {
                    let how = "τ log N/(M·t_c) = 1/√log N → 0, yet T_min of the SBT is at most √log N times that of the MSBT";
                    docket.is(format!("log N {}", k.pow(4)), without_the_footnote(k), how);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P5.BST.speed-up",
        place: "§1; the Abstract, §4.3 and §6 have ½ log N",
        statement: "The BST algorithm potentially offers a speed-up of log N over the SBT algorithm in sending personalised information from a single source.",
        printed: "log N",
        parts: &[
            Part::reading(
                "all ports against the SBT with one port, transfers of packets of any size; but for the part log N/√N",
                about_all::CODE,
                "n from 2 to 14",
                |docket| speed_ups(docket, about_all, true),
            ),
            Part::reading("both with all ports", about_all::CODE, "n from 2 to 14", |docket| {
                speed_ups(docket, about_all, false)
            }),
            Part::correction(
                "½ log N, both with all ports, as elsewhere in the paper; but for the part log N/√N",
                "N/2 nodes are in the largest subtree of the SBT, and about N/log N in that of the BST.",
                about_half::CODE,
                "n from 2 to 14",
                |docket| speed_ups(docket, about_half, false),
            ),
        ],
    },
    Claim {
        id: "P5.SBT.personal.reduction",
        place: "§4.2.1",
        statement: "With communication on log N ports, a reduction in the transfer time of SBT-based personalised communication by a factor of 2 is \
                    possible compared to communication on one port.",
        printed: "2",
        parts: &[Part::printed(about_two::CODE, "n from 2 to 14; but for the part 1/N", |docket| {
            for n in 2..=14 {
                let shape = Shape::new(TreeKind::Sbt, n)?;
                let sent: u64 = shape.stepwise().amounts.iter().sum();
                let quotient = ratio((1_u64 << n) - 1, sent);
                let how = format!("N − 1 against {sent} times M elements, level by level (Lemma 4.2)");
                docket.is(format!("hypercube {n}"), about_two(n, &quotient), how);
            }
            Ok(())
        })],
    },
];

fn reductions(docket: &mut Docket, rule: Rule) {
    for n in 2..=6 {
        for graph in [BroadcastGraph::Sbt, BroadcastGraph::Msbt] {
            let found = Proved::exact(reduced(graph, rule, n), CYCLES);
            docket.equal(format!("hypercube {n} {}", name(graph)), logarithm(n), found);
        }
    }
}

fn all_reductions(docket: &mut Docket, rule: Rule) {
    for n in 2..=6 {
        for (graph, c) in [BroadcastGraph::Sbt, BroadcastGraph::Msbt]
            .into_iter()
            .flat_map(|graph| [1, n, 10 * n].map(|c| (graph, c)))
        {
            let (one, all) = (least(graph, rule, n, c).0, least(graph, Rule::All, n, c).0);
            let how = format!("{one} steps with one port and {all} with all, the least of Table 3");
            docket.is(format!("hypercube {n} {} packets {c}", name(graph)), nearly_reduced(n, one, all), how);
        }
    }
}

fn startups(docket: &mut Docket, x: u64) {
    use BroadcastGraph::{Msbt, Sbt, Tcbt};
    for n in 3..=40 {
        for (graph, rule) in
            [Sbt, Tcbt, Msbt].into_iter().flat_map(|graph| Rule::EVERY.map(|rule| (graph, rule)))
        {
            let (a, b) = line(graph, rule, n);
            let how = format!("{a}·M/B + {b} start-ups; {}", least(graph, rule, n, n).1);
            docket.is(
                format!("hypercube {n} {} ports {}", name(graph), rule.word()),
                of_order(n, &a, &b, x, 12),
                how,
            );
        }
    }
}

/// In how many trees of the MSBT graph a directed link is at most.
fn trees_of_a_link(n: u64) -> Result<u64, ClaimError> {
    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
    let dimension = u32::try_from(n).map_err(|fault| broken(&fault))?;
    let mut edges = Vec::new();
    for index in 0..dimension {
        let tree =
            CubeTree::new(TreeKind::Msbt { index }, dimension, Node(0)).map_err(|fault| broken(&fault))?;
        edges.extend((1..1 << n).filter_map(|i| Some((tree.parent(Node(i))?.0, i))));
    }
    edges.sort_unstable();
    let most = edges.chunk_by(|one, other| one == other).map(<[_]>::len).max().unwrap_or(0);
    Ok(crate::model::count_of(most))
}

fn speed_ups(
    docket: &mut Docket,
    holds: fn(u64, &BigRational) -> bool,
    one_port: bool,
) -> Result<(), ClaimError> {
    for n in 2..=14 {
        let sbt = if one_port { (1_u64 << n) - 1 } else { Shape::new(TreeKind::Sbt, n)?.largest() };
        let bst = Shape::new(TreeKind::Bst, n)?.largest();
        let how = format!("{sbt} against {bst} times M elements over the busiest link or port of the source");
        docket.is(format!("hypercube {n}"), holds(n, &ratio(sbt, bst)), how);
    }
    Ok(())
}
