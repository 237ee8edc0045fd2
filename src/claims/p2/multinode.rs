//! §2: single node and multinode broadcast.

use super::classes::{Numbering, is_block, numbered};
use super::made::{Problem, assumption, attains, broken, certificate, index, short, transmissions};
use crate::claims::code::formula;
use crate::claims::exact::{choose, factorial, ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, task, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::{
    ExplicitSchedule, Link, MultinodeSchedule, MultinodeSend, Network, Node, Packet, Schedule, Sent, count_of,
};
use crate::tree::multinode_broadcast_ring;
use crate::wire::{CertificateDocument, Ports};
use num_rational::BigRational;
use std::collections::BTreeSet;

formula! {
    /// Time of a single node broadcast.
    fn broadcast(d: u64) -> BigRational {
        whole(d)
    }
    /// The tree of Fig. 4: the children of a node in the order of the time at which it sends to them.
    fn children(d: u64, node: u64) -> Vec<u64> {
        let lowest = if node == 0 { d } else { u64::from(node.trailing_zeros()) };
        (0..lowest).rev().map(|bit| node | 1 << bit).collect()
    }
    /// Whether the sets A(t), A(t′) of all t ≠ t′ are disjoint, A being two links, each a node and the bit
    /// that changes.
    fn disjoint(d: u64, a: (u64, u64), b: (u64, u64)) -> bool {
        let links = |t: u64| [(t ^ a.0, a.1), (t ^ b.0, b.1)];
        (1..1 << d).all(|t| links(t).iter().all(|link| !links(0).contains(link)))
    }
    /// Elements of `N_k`.
    fn size(d: u64, k: u64) -> BigRational {
        ratio(factorial(d), factorial(k) * factorial(d - k))
    }
    /// Fewest elements of `N_k`, 2 ≤ k ≤ d − 2.
    fn fewest(d: u64) -> BigRational {
        (2..=d - 2).map(|k| whole(choose(d, k))).min().unwrap_or_default()
    }
    /// q, the brackets of the definition of `E_i` read as they stand.
    fn q_floor(d: u64) -> u64 {
        ((1 << d) - 1) / d
    }
    /// q.
    fn q_ceiling(d: u64) -> u64 {
        ((1_u64 << d) - 1).div_ceil(d)
    }
    /// The i of the set `E_i` of a node of number n.
    fn set_of(d: u64, q: u64, n: u64) -> u64 {
        (0..=q).find(|&i| {
            if i == 0 { n == 0 } else { (i - 1) * d < n && (n <= i * d || i == q) }
        }).unwrap_or(u64::MAX)
    }
    /// Whether the bit in position m(t) is a one for all t, and that before it a zero for the classes `R_k1`,
    /// k < d.
    fn condition(numbers: &Numbering) -> bool {
        let d = numbers.d;
        numbers.others().all(|t| {
            let m = numbers.m(t);
            let before = if m > 1 { m - 1 } else { d };
            let free = is_block(t, d) && u64::from(t.count_ones()) < d;
            t >> (m - 1) & 1 == 1 && (!free || t >> (before - 1) & 1 == 0)
        })
    }
    /// Whether the elements of `R_k1` are connected with those of R_(k−1)1.
    fn blocks_hang_on_blocks(numbers: &Numbering) -> bool {
        let block = |t: u64| is_block(t, numbers.d);
        numbers.others().all(|t| !block(t) || numbers.parent(t) == 0 || block(numbers.parent(t)))
    }
    /// Least n(t) − n(t′) over t ≠ (1…1) in `R_kn` with n > 1, or with n = 1, 2 < k and d ≥ 5.
    fn least_step(numbers: &Numbering) -> Option<u64> {
        let d = numbers.d;
        let all = numbers.others().filter(|&t| {
            u64::from(t.count_ones()) < d && (!is_block(t, d) || t.count_ones() > 2 && d >= 5)
        });
        all.map(|t| numbers.n(t) - numbers.n(numbers.parent(t))).min()
    }
    /// Whether the sets `A_i` start from node 0, go on from nodes reached earlier, reach every other node
    /// once, and are of d links but the last.
    fn consistent(numbers: &Numbering) -> bool {
        let (d, q) = (numbers.d, q_ceiling(numbers.d));
        let set = |t: u64| set_of(d, q, numbers.n(t));
        let reached: BTreeSet<u64> = numbers.others().collect();
        let sets: Vec<u64> = numbers.others().map(set).collect();
        let size = |i: u64| count_of(sets.iter().filter(|&&of| of == i).count());
        numbers.others().all(|t| set(t) != 1 || numbers.parent(t) == 0)
            && numbers.others().all(|t| set(numbers.parent(t)) < set(t))
            && reached.into_iter().eq(1..1 << d)
            && count_of(sets.len()) == (1 << d) - 1
            && (1..q).all(|i| size(i) == d)
            && (1..=d).contains(&size(q))
    }
    /// Whether the translation by t takes the neighbour over a link of each type to the neighbour over a link
    /// of that type.
    fn kept(cube: &Network, t: u64) -> bool {
        (0..cube.nodes()).all(|x| (0..cube.links()).all(|link| {
            cube.neighbor(Node(t ^ x), Link(link)).0 == t ^ cube.neighbor(Node(x), Link(link)).0
        }))
    }
    /// Whether `E_1` is `R_11` and `E_2` is `R_21`.
    fn first_sets(numbers: &Numbering) -> bool {
        let (d, q) = (numbers.d, q_ceiling(numbers.d));
        numbers.others().all(|t| {
            let i = set_of(d, q, numbers.n(t));
            let block = |k: u32| t.count_ones() == k && is_block(t, d);
            (i == 1) == block(1) && (i == 2) == block(2)
        })
    }
    /// Elements of `R_k2`, `R_k3`, ….
    fn between(d: u64, k: u64) -> BigRational {
        whole(choose(d, k)) - whole(d)
    }
    /// Elements of `E_q`.
    fn last_set(d: u64) -> u64 {
        (1 << d) - 1 - (q_ceiling(d) - 1) * d
    }
    /// Transmissions of a multinode broadcast.
    fn sends(d: u64) -> BigRational {
        whole((1_u64 << d) * ((1_u64 << d) - 1))
    }
    /// Transmissions of the single node broadcast.
    fn tree_links(d: u64) -> BigRational {
        whole((1_u64 << d) - 1)
    }
    /// Slots of the multinode broadcast, MLA.
    fn all_links(d: u64) -> BigRational {
        ratio((1_u64 << d) - 1, d).ceil()
    }
    /// Slots of the multinode broadcast, SLA.
    fn one_link(d: u64) -> BigRational {
        whole((1_u64 << d) - 1)
    }
}

const ORDERS: &str = "d from 1 to 10, three orders of the classes and choices of their first elements";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.broadcast.tree",
        place: "§2, Fig. 4 and the text beside it",
        statement: "Along the tree in which a node sends on over the bits right of its last one, neighbours of larger identity first, a \
                    single node broadcast takes d time units, MLA and SLA.",
        printed: "d",
        parts: &[Part::printed(children::CODE, "d from 1 to 10, MLA and SLA", |docket| {
            for (d, ports) in (1..=10).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
                let found = accepted(&along_the_tree(d, ports)?, Least::TIME);
                attains(docket, format!("hypercube {d} {}", assumption(ports)), broadcast(d), found)?;
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.broadcast.transmissions",
        place: "§2, after Fig. 4",
        statement: "A single packet is transmitted on each link of the tree of Fig. 4, MLA and SLA, and fewer transmissions cannot do.",
        printed: "2^d − 1",
        parts: &[Part::printed(tree_links::CODE, "d from 1 to 10, MLA and SLA", |docket| {
            for (d, ports) in (1..=10).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
                let found = transmissions(&along_the_tree(d, ports)?, 1 << d)?;
                docket.equal(format!("hypercube {d} {}", assumption(ports)), tree_links(d), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.translation",
        place: "§2, the proof that the sets A_i(t) broadcast from node t",
        statement: "(t ⊕ x, t ⊕ y) is a link if and only if (x, y) is one, and then of the same type.",
        printed: "t ⊕ x and t ⊕ y differ in a particular bit if and only if x and y differ in the same bit",
        parts: &[Part::printed(kept::CODE, "d from 1 to 6, all nodes t, all links", |docket| {
            for d in 1..=6 {
                let cube = Network::new(&hypercube(d))?;
                let holds = (0..1 << d).all(|t| kept(&cube, t));
                docket.is(format!("hypercube {d}"), holds, "neighbours in the network of the checker");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.types",
        place: "§2, the key observation",
        statement: "If the links in A_i are of different types, the sets A_i(t) of all t are disjoint.",
        printed: "A_i(t) ∩ A_i(t′) = ∅ for t ≠ t′",
        parts: &[Part::printed(
            disjoint::CODE,
            "d from 1 to 4, all pairs of links of different types, which decide it for all sets",
            |docket| {
                for d in 1..=4 {
                    let ends = || (0..1_u64 << d).flat_map(|x| (0..d).map(move |i| (x, i)));
                    let pairs = || ends().flat_map(|a| ends().map(move |b| (a, b)));
                    let of_types = |&(a, b): &((u64, u64), (u64, u64))| a == b || a.1 != b.1;
                    let holds = pairs().filter(of_types).all(|(a, b)| disjoint(d, a, b));
                    docket.is(format!("hypercube {d}"), holds, "all pairs of links, all t ≠ t′");
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.Fig5",
        place: "§2, Fig. 5, caption; the figure itself is missing, so an example with what the caption says of it",
        statement: "On the 3-cube, if A_2 has two links of the same type, one of them (000, 010), the multinode broadcast cannot be executed \
                    in 3 time units, and if that link belonged to A_1 it could.",
        printed: "3 time units",
        parts: &[Part::printed(disjoint::CODE, "one example", figure_5)],
    },
    Claim {
        id: "P2.multinode.sizes",
        place: "§2, Multinode Broadcast Under the MLA Assumption, and Fig. 6 for d = 4",
        statement: "The set N_k of the node identities with k ones has C(d,k) elements: one for k = 0 and k = d, d for k = 1 and k = d − 1, and \
                    6 for d = 4 and k = 2.",
        printed: "d!/(k!(d−k)!)",
        parts: &[Part::printed(size::CODE, "d from 1 to 12, all k", |docket| {
            for (d, k) in (1..=12_u64).flat_map(|d| (0..=d).map(move |k| (d, k))) {
                let elements = (0..1_u64 << d).filter(|t| u64::from(t.count_ones()) == k).count();
                docket.equal(format!("hypercube {d} k {k}"), size(d, k), Proved::exact(elements, "counted"));
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.N_k",
        place: "§2, Multinode Broadcast Under the MLA Assumption",
        statement: "N_k has at least 2d elements for 2 ≤ k ≤ d − 2 and d ≥ 5.",
        printed: "|N_k| ≥ 2d",
        parts: &[Part::printed(fewest::CODE, "d from 5 to 100", |docket| {
            for d in 5..=100 {
                let found = Proved::exact(fewest(d), "the least of the sizes");
                docket.at_least(format!("hypercube {d}"), 2 * d, found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.consistency",
        place: "§2, the consistency requirements on A_1, …, A_q, and “exactly d elements”",
        statement: "The constructed sets satisfy S_1 = {(0…0)}, S_i ⊂ {(0…0)} ∪ E_1 ∪ … ∪ E_(i−1), every other identity is in exactly one E_i, \
                    and each of A_1, …, A_(q−1) has exactly d links.",
        printed: "S_i ⊂ {(0…0)} ∪ (∪_{k=1}^{i−1} E_k); d elements",
        parts: &[Part::printed(consistent::CODE, ORDERS, |docket| {
            numberings(docket, 1, consistent);
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.q",
        place: "§2, Multinode Broadcast Under the MLA Assumption, definition of E_i",
        statement: "With E_i = {t | (i − 1)d + 1 ≤ n(t) ≤ id} for 0 < i < q and E_q all that is left, the links in each A_i are of \
                    different types.",
        printed: "q = ⌊(2^d − 1)/d⌋ as the brackets came out in the definition; ⌈(2^d − 1)/d⌉ at the end of the proof",
        parts: &[
            Part::reading("q = ⌊(2^d − 1)/d⌋", q_floor::CODE, ORDERS, |docket| {
                types(docket, q_floor);
                Ok(())
            }),
            Part::reading(
                "q = ⌈(2^d − 1)/d⌉, as where the time is stated",
                q_ceiling::CODE,
                ORDERS,
                |docket| {
                    types(docket, q_ceiling);
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P2.multinode.condition-1",
        place: "§2, condition (1) and what follows it",
        statement: "The first elements can be chosen so that the bit in position m(t) from the right is a one for every t, and for the \
                    elements of R_k1 the bit in position m(t) − 1, or d if m(t) = 1, is a zero.",
        printed: "the bit in position m(t) from the right is a one (1)",
        parts: &[Part::printed(condition::CODE, ORDERS, |docket| {
            numberings(docket, 1, condition);
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.R_k1",
        place: "§2, definition of A_i",
        statement: "Reversing the bit in position m(t) connects the identities in R_k1 with identities in R_(k−1)1.",
        printed: "t ∈ R_k1 ⇒ t′ ∈ R_(k−1)1",
        parts: &[Part::printed(blocks_hang_on_blocks::CODE, ORDERS, |docket| {
            numberings(docket, 1, blocks_hang_on_blocks);
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.union",
        place: "§2, “To show that this definition of the sets A_i is legitimate”",
        statement: "By reversing the bit in position m(t) of an identity t ∈ E_i an identity t′ of an earlier set is obtained.",
        printed: "t′ ∈ ∪_{k=1}^{i−1} E_k in the proof; t′ ∈ ∪_{k=0}^{i−1} E_k in the definition of A_i",
        parts: &[
            Part::reading("the union starts at k = 1", set_of::CODE, ORDERS, |docket| {
                numberings(docket, 1, |numbers| earlier(numbers, 1));
                Ok(())
            }),
            Part::reading(
                "the union starts at k = 0, as in the definition",
                set_of::CODE,
                ORDERS,
                |docket| {
                    numberings(docket, 1, |numbers| earlier(numbers, 0));
                    Ok(())
                },
            ),
        ],
    },
    Claim {
        id: "P2.multinode.all-ones",
        place: "§2, the exceptional case t = (11…1)",
        statement: "For t = (11…1), t′ is the second element of R_(d−1)1, and it is not in E_q.",
        printed: "n(t′) = n(t″) + 1 for the first element t″ of R_(d−1)1; t′ ∉ E_q",
        parts: &[Part::printed(
            set_of::CODE,
            "d from 2 to 10, three orders of the classes and choices of their first elements",
            |docket| {
                numberings(docket, 2, |numbers| {
                    let (d, ones) = (numbers.d, (1 << numbers.d) - 1);
                    let (q, parent) = (q_ceiling(d), numbers.n(numbers.parent(ones)));
                    // R_(d−1)1 has the d numbers before the last.
                    parent == ones - d + 1 && set_of(d, q, parent) != q
                });
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.multinode.last-set",
        place: "§2, the exceptional case t = (11…1)",
        statement: "Since m(11…1) ≠ d, E_q has at most d − 1 elements.",
        printed: "|E_q| ≤ d − 1",
        parts: &[Part::printed(last_set::CODE, "d from 2 to 60", |docket| {
            for d in 2..=60 {
                let found = Proved::exact(last_set(d), "2^d − 1 less d for each set before the last");
                docket.at_most(format!("hypercube {d}"), d - 1, found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.first-sets",
        place: "§2, the cases k = 1, 2",
        statement: "R_11 = E_1 and R_21 = E_2.",
        printed: "R_11 = E_1, R_21 = E_2",
        parts: &[Part::printed(
            first_sets::CODE,
            "d from 3 to 10 (with d < 3 there is no R_21), three orders of the classes and choices of their first elements",
            |docket| {
                numberings(docket, 3, first_sets);
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.multinode.between",
        place: "§2, case (b) for t ≠ (11…1)",
        statement: "The sets R_(k−1)2, R_(k−1)3, … have C(d,k−1) − d elements.",
        printed: "C(d,k−1) − d",
        parts: &[Part::printed(between::CODE, "d from 3 to 12, 1 < k ≤ d", |docket| {
            for (d, ones) in (3..=12_u64).flat_map(|d| (1..d).map(move |ones| (d, ones))) {
                let other = |t: &u64| u64::from(t.count_ones()) == ones && !is_block(*t, d);
                let found = Proved::exact((1..1_u64 << d).filter(other).count(), "counted");
                docket.equal(format!("hypercube {d} k {}", ones + 1), between(d, ones), found);
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.enough-between",
        place: "§2, case (b) for t ≠ (11…1), “it can be verified”",
        statement: "C(d,k−1) − d ≥ d if 2 < k < d and d ≥ 5.",
        printed: "C(d,k−1) − d ≥ d",
        parts: &[Part::printed(between::CODE, "d from 5 to 100, all k", |docket| {
            for d in 5..=100 {
                let least = (3..d).map(|k| between(d, k - 1)).min().unwrap_or_default();
                docket.at_least(format!("hypercube {d}"), d, Proved::exact(least, "the least over k"));
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.step",
        place: "§2, cases (a) and (b) for t ≠ (11…1)",
        statement: "n(t) − n(t′) ≥ d if t ∈ R_kn with n > 1, and if t ∈ R_k1 with 2 < k < d, d ≥ 5.",
        printed: "n(t) − n(t′) ≥ d",
        parts: &[Part::printed(
            least_step::CODE,
            "d from 4 to 10, three orders of the classes and choices of their first elements",
            |docket| {
                for (d, seed) in instances(4) {
                    let numbers = numbered(d, seed).ok_or_else(|| broken("no numbering"))?;
                    let least = least_step(&numbers).ok_or_else(|| broken("no identity"))?;
                    let found = Proved::exact(least, "the least over all t of the two cases");
                    docket.at_least(format!("hypercube {d} order {seed}"), d, found);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.multinode.MLA",
        place: "§2, Multinode Broadcast Under the MLA Assumption; Fig. 6 (missing in the scan) for d = 3 and 4",
        statement: "The multinode broadcast in which the packet of node t goes over the links A_i(t) in slot i takes the least time, \
                    whatever order of the classes and first elements are chosen.",
        printed: "q = ⌈(2^d − 1)/d⌉",
        parts: &[Part::printed(all_links::CODE, ORDERS, |docket| constructed(docket, Ports::All, all_links))],
    },
    Claim {
        id: "P2.multinode.SLA",
        place: "§2, Multinode Broadcast Under the SLA Assumption",
        statement: "If the packet of node t goes over the link of n(y) at time n(y) only, each node sends one packet and receives one at \
                    each time unit, and the time is least.",
        printed: "2^d − 1",
        parts: &[Part::printed(one_link::CODE, ORDERS, |docket| constructed(docket, Ports::One, one_link))],
    },
    Claim {
        id: "P2.multinode.ring",
        place: "§2, Multinode Broadcast Under the SLA Assumption, the simpler alternative",
        statement: "Passing packets on round a ring embedded in the d-cube is an optimal multinode broadcast under the SLA assumption.",
        printed: "2^d − 1",
        parts: &[Part::printed(one_link::CODE, "d from 1 to 6", |docket| {
            for d in 1..=6 {
                let found = accepted(&round_a_ring(d)?, Least::TIME);
                attains(docket, format!("hypercube {d}"), one_link(d), found)?;
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.multinode.transmissions",
        place: "§2, Number of Packet Transmissions",
        statement: "Each of the multinode broadcasts of §2 (MLA, SLA, round a ring) takes so many transmissions, and fewer cannot do.",
        printed: "2^d(2^d − 1)",
        parts: &[Part::printed(sends::CODE, "d from 1 to 6", |docket| {
            for d in 1..=6 {
                let numbers = numbered(d, 0).ok_or_else(|| broken("a class has no first element"))?;
                let made = |ports| multinode_broadcast(&numbers, ports);
                for (name, document) in
                    [("MLA", made(Ports::All)?), ("SLA", made(Ports::One)?), ("ring", round_a_ring(d)?)]
                {
                    let found = transmissions(&document, 1 << d)?;
                    docket.equal(format!("hypercube {d} {name}"), sends(d), found);
                }
            }
            Ok(())
        })],
    },
];

/// The broadcast of Fig. 4 from node 0: at once to all children, or to one after the other.
fn along_the_tree(d: u64, ports: Ports) -> Result<CertificateDocument, ClaimError> {
    let mut slots: Vec<Vec<Sent>> = Vec::new();
    let mut informed = vec![(0_u64, 0_usize)];
    while let Some((from, time)) = informed.pop() {
        for (turn, to) in children(d, from).into_iter().enumerate() {
            let slot = if ports == Ports::All { time } else { time + turn };
            slots.resize(slots.len().max(slot + 1), Vec::new());
            slots[slot].push(Sent { packet: 0, from: Node(from), to: Node(to) });
            informed.push((to, slot + 1));
        }
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let schedule = ExplicitSchedule { packets: vec![Packet::Copied { from: Node(0) }], slots };
    let document = with_ports(task(hypercube(d), Problem::Broadcast.task(0, 1)), ports);
    certificate(&document, &Schedule::from(schedule))
}

/// Links as a node and the bit that changes: those of each time unit, and with (000, 010) in the first.
fn figure_5(docket: &mut Docket) -> Result<(), ClaimError> {
    let moved = [vec![(0, 0), (0, 1), (0, 2)], vec![(1, 1), (4, 0)], vec![(3, 2), (4, 1)]];
    let free = |set: &[(u64, u64)]| set.iter().all(|&a| set.iter().all(|&b| disjoint(3, a, b)));
    let mut second = moved[1].clone();
    second.push((0, 1));
    docket.is("(000, 010) in A_2", !free(&second), "the links of two nodes' broadcasts meet");
    let send =
        |&(node, bit): &(u64, u64)| MultinodeSend { packet: 0, position: Node(node), link: Link(short(bit)) };
    let slots = moved.iter().map(|set| set.iter().map(send).collect()).collect();
    let document = Problem::MultinodeBroadcast.on_cube(3, Ports::All);
    let made = certificate(&document, &Schedule::from(MultinodeSchedule { slots }))?;
    docket.equal("(000, 010) in A_1", all_links(3), accepted(&made, Least::TIME)?);
    Ok(())
}

fn instances(first: u64) -> impl Iterator<Item = (u64, u64)> {
    (first..=10).flat_map(|d| (0..3).map(move |seed| (d, seed)))
}

/// A row for every numbering.
fn numberings(docket: &mut Docket, first: u64, holds: impl Fn(&Numbering) -> bool) {
    for (d, seed) in instances(first) {
        let name = format!("hypercube {d} order {seed}");
        match numbered(d, seed) {
            Some(numbers) => docket.is(name, holds(&numbers), "all node identities"),
            None => docket.is(name, false, "a class has no first element as required"),
        }
    }
}

/// Whether t′ is in a set `E_k` with `first` ≤ k < i for every t ∈ `E_i`.
fn earlier(numbers: &Numbering, first: u64) -> bool {
    let set = |t| set_of(numbers.d, q_ceiling(numbers.d), numbers.n(t));
    numbers.others().all(|t| (first..set(t)).contains(&set(numbers.parent(t))))
}

fn types(docket: &mut Docket, q: fn(u64) -> u64) {
    numberings(docket, 1, |numbers| {
        let d = numbers.d;
        let links: BTreeSet<(u64, u64)> =
            numbers.others().map(|t| (set_of(d, q(d), numbers.n(t)), numbers.m(t))).collect();
        // Otherwise two links of one set are of one type.
        links.len() + 1 == numbers.order.len()
    });
}

/// The multinode broadcast of a numbering: the links of a set `A_i` in slot i, or one link after the other.
pub(super) fn multinode_broadcast(
    numbers: &Numbering,
    ports: Ports,
) -> Result<CertificateDocument, ClaimError> {
    let width = if ports == Ports::All { numbers.d } else { 1 };
    let others: Vec<u64> = numbers.others().collect();
    let send = |&t: &u64| MultinodeSend {
        packet: 0,
        position: Node(numbers.parent(t)),
        link: Link(short(numbers.m(t) - 1)),
    };
    let mut slots: Vec<Vec<MultinodeSend>> =
        others.chunks(index(width)).map(|chunk| chunk.iter().map(send).collect()).collect();
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let document = Problem::MultinodeBroadcast.on_cube(numbers.d, ports);
    certificate(&document, &Schedule::from(MultinodeSchedule { slots }))
}

/// The multinode broadcast round a Hamiltonian cycle.
fn round_a_ring(d: u64) -> Result<CertificateDocument, ClaimError> {
    let schedule = multinode_broadcast_ring(short(d)).map_err(broken)?;
    certificate(&Problem::MultinodeBroadcast.on_cube(d, Ports::One), &Schedule::from(schedule))
}

/// The multinode broadcasts of all numberings.
fn constructed(docket: &mut Docket, ports: Ports, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for (d, seed) in instances(1) {
        let name = format!("hypercube {d} order {seed}");
        let Some(numbers) = numbered(d, seed) else {
            docket.is(name, false, "a class has no first element as required");
            continue;
        };
        let sends = if ports == Ports::All { d } else { 1 };
        let how = format!("{sends} sends of every node in each slot but perhaps the last");
        let found = accepted(&multinode_broadcast(&numbers, ports)?, Least::TIME);
        attains(docket, name, printed(d), found.map(|found| found.because(&how)))?;
    }
    Ok(())
}
