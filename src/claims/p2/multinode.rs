//! §2: single node and multinode broadcast.

use super::classes::{Numbering, is_block, numbered};
use super::made::{Problem, assumption, broken, certificate, index, short};
use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, task, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::{
    CollectiveSchedule, ExplicitSchedule, Link, Node, Packet, PlacedSchedule, PlacedSend, Sent,
};
use crate::tree::multinode_broadcast_ring;
use crate::wire::Ports;
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
    /// Whether the sets A(t), A(t′) of all t ≠ t′ are disjoint, A being two links, each a node and the bit that changes.
    fn disjoint(d: u64, a: (u64, u64), b: (u64, u64)) -> bool {
        let links = |t: u64| [(t ^ a.0, a.1), (t ^ b.0, b.1)];
        (1..1 << d).all(|t| links(t).iter().all(|link| !links(0).contains(link)))
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
    /// Whether the bit in position m(t) is a one for all t, and that before it a zero for the classes `R_k1`, k < d.
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
        parts: &[Part::printed(children::CODE, "d from 1 to 10, MLA and SLA", along_the_tree)],
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
        id: "P2.multinode.N_k",
        place: "§2, Multinode Broadcast Under the MLA Assumption",
        statement: "N_k has at least 2d elements for 2 ≤ k ≤ d − 2 and d ≥ 5.",
        printed: "|N_k| ≥ 2d",
        parts: &[Part::printed(fewest::CODE, "d from 5 to 100", |docket| {
            for d in 5..=100 {
                let found = Proved::exact(fewest(d), "counted");
                docket.at_least(format!("hypercube {d}"), 2 * d, found);
            }
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
            Part::reading("q = ⌊(2^d − 1)/d⌋", q_floor::CODE, ORDERS, |docket| types(docket, q_floor)),
            Part::reading(
                "q = ⌈(2^d − 1)/d⌉, as where the time is stated",
                q_ceiling::CODE,
                ORDERS,
                |docket| types(docket, q_ceiling),
            ),
        ],
    },
    Claim {
        id: "P2.multinode.condition-1",
        place: "§2, condition (1) and what follows it",
        statement: "The first elements can be chosen so that the bit in position m(t) from the right is a one for every t, and for the \
                    elements of R_k1 the bit in position m(t) − 1, or d if m(t) = 1, is a zero.",
        printed: "the bit in position m(t) from the right is a one (1)",
        parts: &[Part::printed(condition::CODE, ORDERS, |docket| numberings(docket, 1, condition))],
    },
    Claim {
        id: "P2.multinode.R_k1",
        place: "§2, definition of A_i",
        statement: "Reversing the bit in position m(t) connects the identities in R_k1 with identities in R_(k−1)1.",
        printed: "t ∈ R_k1 ⇒ t′ ∈ R_(k−1)1",
        parts: &[Part::printed(blocks_hang_on_blocks::CODE, ORDERS, |docket| {
            numberings(docket, 1, blocks_hang_on_blocks)
        })],
    },
    Claim {
        id: "P2.multinode.union",
        place: "§2, “To show that this definition of the sets A_i is legitimate”",
        statement: "By reversing the bit in position m(t) of an identity t ∈ E_i an identity t′ of an earlier set is obtained.",
        printed: "t′ ∈ ∪_{k=1}^{i−1} E_k in the proof; t′ ∈ ∪_{k=0}^{i−1} E_k in the definition of A_i",
        parts: &[
            Part::reading("the union starts at k = 1", set_of::CODE, ORDERS, |docket| {
                numberings(docket, 1, |numbers| earlier(numbers, 1))
            }),
            Part::reading(
                "the union starts at k = 0, as in the definition",
                set_of::CODE,
                ORDERS,
                |docket| numberings(docket, 1, |numbers| earlier(numbers, 0)),
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
                })
            },
        )],
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
        place: "§2, Multinode Broadcast Under the MLA Assumption",
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
                let schedule = multinode_broadcast_ring(short(d)).map_err(broken)?;
                let document = Problem::MultinodeBroadcast.on_cube(d, Ports::One);
                let made = certificate(&document, &CollectiveSchedule::Explicit(schedule))?;
                docket.equal(format!("hypercube {d}"), one_link(d), accepted(&made, Least::TIME)?);
            }
            Ok(())
        })],
    },
];

/// The broadcast of Fig. 4 from node 0: at once to all children, or to one after the other.
fn along_the_tree(docket: &mut Docket) -> Result<(), ClaimError> {
    for (d, ports) in (1..=10).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
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
        let made = certificate(&document, &CollectiveSchedule::Explicit(schedule))?;
        let found = accepted(&made, Least::TIME)?;
        docket.equal(format!("hypercube {d} {}", assumption(ports)), broadcast(d), found);
    }
    Ok(())
}

/// Links as a node and the bit that changes: those of each time unit, and with (000, 010) in the first.
fn figure_5(docket: &mut Docket) -> Result<(), ClaimError> {
    let moved = [vec![(0, 0), (0, 1), (0, 2)], vec![(1, 1), (4, 0)], vec![(3, 2), (4, 1)]];
    let free = |set: &[(u64, u64)]| set.iter().all(|&a| set.iter().all(|&b| disjoint(3, a, b)));
    let mut second = moved[1].clone();
    second.push((0, 1));
    docket.is("(000, 010) in A_2", !free(&second), "the links of two nodes' broadcasts meet");
    let send =
        |&(node, bit): &(u64, u64)| PlacedSend { packet: 0, position: Node(node), link: Link(short(bit)) };
    let slots = moved.iter().map(|set| set.iter().map(send).collect()).collect();
    let document = Problem::MultinodeBroadcast.on_cube(3, Ports::All);
    let made = certificate(&document, &CollectiveSchedule::Placed(PlacedSchedule { slots }))?;
    docket.equal("(000, 010) in A_1", all_links(3), accepted(&made, Least::TIME)?);
    Ok(())
}

fn instances(first: u64) -> impl Iterator<Item = (u64, u64)> {
    (first..=10).flat_map(|d| (0..3).map(move |seed| (d, seed)))
}

/// A row for every numbering.
fn numberings(docket: &mut Docket, first: u64, holds: impl Fn(&Numbering) -> bool) -> Result<(), ClaimError> {
    for (d, seed) in instances(first) {
        let numbers = numbered(d, seed).ok_or_else(|| broken("a class has no first element"))?;
        docket.is(format!("hypercube {d} order {seed}"), holds(&numbers), "all node identities");
    }
    Ok(())
}

/// Whether t′ is in a set `E_k` with `first` ≤ k < i for every t ∈ `E_i`.
fn earlier(numbers: &Numbering, first: u64) -> bool {
    let set = |t| set_of(numbers.d, q_ceiling(numbers.d), numbers.n(t));
    numbers.others().all(|t| (first..set(t)).contains(&set(numbers.parent(t))))
}

fn types(docket: &mut Docket, q: fn(u64) -> u64) -> Result<(), ClaimError> {
    numberings(docket, 1, |numbers| {
        let d = numbers.d;
        let links: BTreeSet<(u64, u64)> =
            numbers.others().map(|t| (set_of(d, q(d), numbers.n(t)), numbers.m(t))).collect();
        // Otherwise two links of one set are of one type.
        links.len() + 1 == numbers.order.len()
    })
}

/// The multinode broadcasts of the numbering, slot by slot or link by link.
fn constructed(docket: &mut Docket, ports: Ports, printed: fn(u64) -> BigRational) -> Result<(), ClaimError> {
    for (d, seed) in instances(1) {
        let numbers = numbered(d, seed).ok_or_else(|| broken("a class has no first element"))?;
        let mut slots: Vec<Vec<PlacedSend>> = Vec::new();
        let (width, sends) = if ports == Ports::All { (d, d) } else { (1, 1) };
        let others: Vec<u64> = numbers.others().collect();
        for chunk in others.chunks(index(width)) {
            let send = |&t: &u64| PlacedSend {
                packet: 0,
                position: Node(numbers.parent(t)),
                link: Link(short(numbers.m(t) - 1)),
            };
            let mut slot: Vec<PlacedSend> = chunk.iter().map(send).collect();
            slot.sort_unstable();
            slots.push(slot);
        }
        let document = Problem::MultinodeBroadcast.on_cube(d, ports);
        let made = certificate(&document, &CollectiveSchedule::Placed(PlacedSchedule { slots }))?;
        let how = format!("{sends} sends of every node in each slot but perhaps the last");
        let found = accepted(&made, Least::TIME)?.because(&how);
        docket.equal(format!("hypercube {d} order {seed}"), printed(d), found);
    }
    Ok(())
}
