//! §2: single node and multinode broadcast.

use super::classes::{Numbering, is_block, numbered};
use super::made::{Problem, assumption, attains, broken, certificate, index, short, transmissions};
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, task, with_ports};
use crate::claims::{ClaimError, Docket, Proved};
use crate::model::{
    ExplicitSchedule, Link, MultinodeSchedule, MultinodeSend, Network, Node, Packet, PortRule, Schedule,
    Sent, count_of,
};
use crate::tree::multinode_broadcast_ring;
use crate::wire::{CertificateDocument, Ports};
use num_rational::BigRational;
use std::collections::BTreeSet;

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
    (0..=q)
        .find(|&i| if i == 0 { n == 0 } else { (i - 1) * d < n && (n <= i * d || i == q) })
        .unwrap_or(u64::MAX)
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
    let all = numbers
        .others()
        .filter(|&t| u64::from(t.count_ones()) < d && (!is_block(t, d) || t.count_ones() > 2 && d >= 5));
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
    (0..cube.nodes()).all(|x| {
        (0..cube.links())
            .all(|link| cube.neighbor(Node(t ^ x), Link(link)).0 == t ^ cube.neighbor(Node(x), Link(link)).0)
    })
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

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P2.broadcast.tree",
        parts: &[|docket| {
            for (d, ports) in (1..=10).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
                let found = accepted(&along_the_tree(d, ports)?, Least::TIME);
                attains(docket, format!("hypercube {d} {}", assumption(ports)), broadcast(d), found)?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.broadcast.transmissions",
        parts: &[|docket| {
            for (d, ports) in (1..=10).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
                let found = transmissions(&along_the_tree(d, ports)?, 1 << d)?;
                docket.equal(format!("hypercube {d} {}", assumption(ports)), tree_links(d), found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.translation",
        parts: &[|docket| {
            for d in 1..=6 {
                let cube = Network::new(&hypercube(d))?;
                let holds = (0..1 << d).all(|t| kept(&cube, t));
                docket.is(format!("hypercube {d}"), holds, "neighbours in the network of the checker");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.types",
        parts: &[|docket| {
            for d in 1..=4 {
                let ends = || (0..1_u64 << d).flat_map(|x| (0..d).map(move |i| (x, i)));
                let pairs = || ends().flat_map(|a| ends().map(move |b| (a, b)));
                let of_types = |&(a, b): &((u64, u64), (u64, u64))| a == b || a.1 != b.1;
                let holds = pairs().filter(of_types).all(|(a, b)| disjoint(d, a, b));
                docket.is(format!("hypercube {d}"), holds, "all pairs of links, all t ≠ t′");
            }
            Ok(())
        }],
    },
    Code { file: file!(), id: "P2.Fig5", parts: &[figure_5] },
    Code {
        file: file!(),
        id: "P2.multinode.consistency",
        parts: &[|docket| {
            numberings(docket, 1, consistent);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.q",
        parts: &[
            |docket| {
                types(docket, q_floor);
                Ok(())
            },
            |docket| {
                types(docket, q_ceiling);
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P2.multinode.condition-1",
        parts: &[|docket| {
            numberings(docket, 1, condition);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.R_k1",
        parts: &[|docket| {
            numberings(docket, 1, blocks_hang_on_blocks);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.union",
        parts: &[
            |docket| {
                numberings(docket, 1, |numbers| earlier(numbers, 1));
                Ok(())
            },
            |docket| {
                numberings(docket, 1, |numbers| earlier(numbers, 0));
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P2.multinode.all-ones",
        parts: &[|docket| {
            numberings(docket, 2, |numbers| {
                let (d, ones) = (numbers.d, (1 << numbers.d) - 1);
                let (q, parent) = (q_ceiling(d), numbers.n(numbers.parent(ones)));
                // R_(d−1)1 has the d numbers before the last.
                parent == ones - d + 1 && set_of(d, q, parent) != q
            });
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.first-sets",
        parts: &[|docket| {
            numberings(docket, 3, first_sets);
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.step",
        parts: &[|docket| {
            for (d, seed) in instances(4) {
                let numbers = numbered(d, seed).ok_or_else(|| broken("no numbering"))?;
                let least = least_step(&numbers).ok_or_else(|| broken("no identity"))?;
                let found = Proved::exact(least, "the least over all t of the two cases");
                docket.at_least(format!("hypercube {d} order {seed}"), d, found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.multinode.MLA",
        parts: &[|docket| constructed(docket, Ports::All, all_links)],
    },
    Code {
        file: file!(),
        id: "P2.multinode.SLA",
        parts: &[|docket| constructed(docket, Ports::One, one_link)],
    },
    Code {
        file: file!(),
        id: "P2.multinode.transmissions",
        parts: &[|docket| {
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
        }],
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
    let document = Problem::MultinodeBroadcast.on_cube(d, Ports::One);
    let cube = Network::new(&document.network).map_err(broken)?;
    let schedule = multinode_broadcast_ring(&cube, PortRule::FullDuplex(1), 1).map_err(broken)?;
    certificate(&document, &Schedule::from(schedule))
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
