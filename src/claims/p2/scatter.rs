//! §3: scatter and gather.

use super::classes::{Numbering, all_classes, class_of, numbered, rotated};
use super::made::{
    Problem, assumption, attains, broken, certificate, index, of_algorithm, short, transmissions,
};
use super::multinode::multinode_broadcast;
use super::replay::node;
use super::trees::{Tree, all_trees, some_tree};
use crate::claims::code::formula;
use crate::claims::exact::{choose, ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, made_from, task, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::graph::Random;
use crate::model::{ExplicitSchedule, Node, Packet, Schedule, Sent, count_of};
use crate::wire::{CertificateDocument, Ports, ScheduleBody, ScheduleDocument};
use num_bigint::BigInt;
use num_rational::BigRational;

formula! {
    /// The left-hand side of Eq. (2).
    fn distances(d: u64) -> BigRational {
        (1..=d).map(|k| whole(k * choose(d, k))).sum()
    }
    /// The right-hand side of Eq. (2).
    fn equation_2(d: u64) -> BigRational {
        whole(BigInt::from(d) << (d - 1))
    }
    /// Transmissions of a multinode broadcast.
    fn multinode_sends(d: u64) -> BigRational {
        whole((BigInt::from(1) << d) * ((BigInt::from(1) << d) - 1))
    }
    /// Optimal time, MLA.
    fn least_time(d: u64) -> BigRational {
        ratio((1_u64 << d) - 1, d).ceil()
    }
    /// Optimal time, SLA.
    fn least_time_one(d: u64) -> BigRational {
        whole((1_u64 << d) - 1)
    }
    /// The greatest subtree.
    fn greatest_subtree(tree: &Tree) -> usize {
        tree.subtrees().iter().map(Vec::len).max().unwrap_or(0)
    }
    /// Whether in every subtree of N nodes the packet for a node k links away leaves no later than at time N
    /// − k and is there k time units later, so by time N; travels are the times of departure and of arrival
    /// by node.
    fn in_time(tree: &Tree, travels: &[(u64, u64)]) -> bool {
        tree.subtrees().into_iter().all(|subtree| subtree.iter().all(|&node| {
            let (left, arrived) = travels[index(node)];
            let (size, k) = (count_of(subtree.len()), count_of(tree.depth(node)));
            left + k <= size && arrived == left + k
        }))
    }
    /// Whether the root has d neighbours in the tree, each subtree of at most ⌈(2^d − 1)/d⌉ nodes.
    fn balanced(tree: &Tree) -> bool {
        tree.subtrees().len() == index(tree.d)
            && whole(greatest_subtree(tree)) <= least_time(tree.d)
    }
    /// The identities that the recipe makes of t: the one to the right of a longest run of zeros becomes a
    /// zero.
    fn shortened(t: u64, d: u64) -> Vec<u64> {
        let run = |one: &u64| (one + 1..d).take_while(|bit| t >> bit & 1 == 0).count();
        let ones: Vec<u64> = (0..d).filter(|bit| t >> bit & 1 == 1).collect();
        let longest = ones.iter().map(run).max();
        ones.iter().filter(|&one| Some(run(one)) == longest).map(|one| t ^ 1 << one).collect()
    }
}

const TREES: &str = "all spanning trees for d ≤ 3; for each of d = 4, 5, 6 20 random spanning trees and 3 of compatible classes; two ways of \
                     breaking ties";

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.Eq2",
        place: "§3, Eq. (2)",
        statement: "The sum of the Hamming distances of all nodes to the root.",
        printed: "Σ_{k=1}^{d} k·C(d,k) = d·2^(d−1)",
        parts: &[Part::printed(equation_2::CODE, "d from 1 to 200", |docket| {
            for d in 1..=200 {
                docket.equal(
                    format!("hypercube {d}"),
                    equation_2(d),
                    Proved::exact(distances(d), "the sum computed"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.scatter.less-than-multinode",
        place: "§3, after Eq. (2)",
        statement: "The bound of Eq. (2) is smaller than the transmissions of a multinode broadcast.",
        printed: "d·2^(d−1) < 2^d(2^d − 1)",
        parts: &[Part::printed(multinode_sends::CODE, "d from 1 to 200", |docket| {
            for d in 1..=200 {
                docket.is(
                    format!("hypercube {d}"),
                    equation_2(d) < multinode_sends(d),
                    "both sides computed",
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.gather.by-multinode-broadcast",
        place: "§3, extracting a gather from a multinode broadcast",
        statement: "If in the multinode broadcast of §2 the packet of each node t goes only along its path to the root, the result is a \
                    gather that is optimal in time and in transmissions.",
        printed: "time ⌈(2^d − 1)/d⌉ (MLA) or 2^d − 1 (SLA), transmissions d·2^(d−1)",
        parts: &[Part::printed(
            equation_2::CODE,
            "d from 1 to 8, MLA and SLA, a row for each of the two",
            extracted,
        )],
    },
    Claim {
        id: "P2.scatter.rule",
        place: "§3, Single Node Scatter Under the MLA Assumption, the rule for s",
        statement: "On any spanning tree of the d-cube, if the root sends packets continuously into every subtree, those for the nodes \
                    furthest away (in the tree) first, ties broken in any way, packets for nodes k links away are sent no later than at time N_i − k, \
                    all nodes of T_i have theirs by time N_i, and all of the tree by max N_i.",
        printed: "max{N_1, N_2, …, N_r}",
        parts: &[Part::printed(in_time::CODE, TREES, |docket| {
            trees(docket, Ports::All, "in time, and all by max N_i,", |tree, time, travels| {
                time == count_of(greatest_subtree(tree)) && in_time(tree, travels)
            })
        })],
    },
    Claim {
        id: "P2.scatter.iff",
        place: "§3, Single Node Scatter Under the MLA Assumption, after the rule",
        statement: "The rule attains the optimal time if and only if the root has d neighbours in T and each subtree at most ⌈(2^d − 1)/d⌉ \
                    nodes.",
        printed: "time = ⌈(2^d − 1)/d⌉ ⇔ r = d and N_i ≤ ⌈(2^d − 1)/d⌉",
        parts: &[Part::printed(balanced::CODE, TREES, |docket| {
            trees(docket, Ports::All, "optimal if and only if balanced", |tree, time, _| {
                (whole(time) == least_time(tree.d)) == balanced(tree)
            })
        })],
    },
    Claim {
        id: "P2.scatter.SLA.any-tree",
        place: "§3, Single Node Scatter Under the SLA Assumption",
        statement: "Sending continuously along any spanning tree, packets for the nodes furthest away first, takes the optimal time under \
                    the SLA assumption.",
        printed: "2^d − 1",
        parts: &[Part::printed(least_time_one::CODE, TREES, |docket| {
            trees(docket, Ports::One, "2^d − 1", |tree, time, _| whole(time) == least_time_one(tree.d))
        })],
    },
    Claim {
        id: "P2.scatter.SLA.shortest",
        place: "§3, Single Node Scatter Under the SLA Assumption, the last sentence",
        statement: "On a tree of shortest paths the rule also takes the optimal number of transmissions under the SLA assumption.",
        printed: "the optimal number of packet transmissions",
        parts: &[Part::printed(
            equation_2::CODE,
            "d from 1 to 8, trees of compatible classes; a row for the time and one for the transmissions",
            |docket| {
                for d in 1..=8 {
                    let (tree, _) = compatible_tree(d, 0).ok_or_else(|| broken("no tree"))?;
                    let made = scattered(&tree, Ports::One, false)?;
                    docket.equal(
                        format!("hypercube {d} time"),
                        least_time_one(d),
                        accepted(&made, Least::TIME)?,
                    );
                    let sent = transmissions(&made, 1 << d)?;
                    docket.equal(format!("hypercube {d} transmissions"), equation_2(d), sent);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.scatter.compatible",
        place: "§3, the important fact before the spanning tree construction",
        statement: "For every class R_kn with 2 ≤ k ≤ d − 1 there is a compatible class, of d elements: take any t of R_kn that begins \
                    with a zero and ends with a one, and change the one to the right of a longest run of zeros.",
        printed: "the equivalence class of t′ is compatible with R_kn, because it has d elements",
        parts: &[Part::printed(
            shortened::CODE,
            "d from 3 to 12: every such t, every longest run",
            |docket| {
                for d in 3..=12_u64 {
                    let fit = |&t: &u64| t & 1 == 1 && t >> (d - 1) == 0 && t.count_ones() >= 2;
                    let whole_class = |t: u64| class_of(t, d).len() == index(d);
                    let recipe = (1..1 << d).filter(fit).flat_map(|t| shortened(t, d)).all(whole_class);
                    // Every class has such an element.
                    let every = all_classes(d, 0).filter(|&(k, _)| k >= 2);
                    let holds = recipe && every.into_iter().all(|(_, class)| class.iter().any(fit));
                    docket.is(
                        format!("hypercube {d}"),
                        holds,
                        "every class, every element, every longest run",
                    );
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P2.scatter.examples",
        place: "§3, the examples in brackets",
        statement: "From t = (0010011) come t′ = (0010001) or (0000011), from (0010001) comes (0010000).",
        printed: "(0010011) → (0010001), (0000011); (0010001) → (0010000)",
        parts: &[Part::printed(shortened::CODE, "the two examples", |docket| {
            docket.is("0010011", shortened(0b001_0011, 7) == [0b001_0001, 0b000_0011], "the recipe");
            docket.is("0010001", shortened(0b001_0001, 7) == [0b001_0000], "the recipe");
            Ok(())
        })],
    },
    Claim {
        id: "P2.scatter.tree",
        place: "§3, the construction of T; Fig. 7 (missing in the scan) for d = 3 and 4",
        statement: "The construction by compatible classes gives a shortest path tree in which each node x is in the subtree T_m(x), and \
                    the rule on it scatters in the optimal time with the optimal number of transmissions.",
        printed: "N_i ≤ ⌈(2^d − 1)/d⌉",
        parts: &[Part::printed(
            least_time::CODE,
            "d from 1 to 8, three orders of the classes and choices of compatible classes; a row for the tree, the time and the \
             transmissions",
            compatible_trees,
        )],
    },
];

/// The gather that stands in a multinode broadcast.
fn extracted(docket: &mut Docket) -> Result<(), ClaimError> {
    for (d, ports) in (1..=8).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
        let numbers = numbered(d, 1).ok_or_else(|| broken("a class has no first element"))?;
        let source = multinode_broadcast(&numbers, ports)?;
        let source = ScheduleDocument::new(source.task, source.schedule);
        let made = made_from(&Problem::Gather.on_cube(d, ports), &source)?;
        let name = format!("hypercube {d} {}", assumption(ports));
        let time = if ports == Ports::All { least_time(d) } else { least_time_one(d) };
        docket.equal(format!("{name} time"), time, accepted(&made, Least::TIME)?);
        let sent = transmissions(&made, 1 << d)?;
        docket.equal(format!("{name} transmissions"), equation_2(d), sent);
    }
    Ok(())
}

/// The rule of §3 on a tree, as a certificate: the root serves each subtree, or with one port all nodes,
/// furthest first; the others pass on at once, which the checker would refuse if two packets met. Ties go by
/// node, or turned round.
fn scattered(tree: &Tree, ports: Ports, turned: bool) -> Result<CertificateDocument, ClaimError> {
    let queues = if ports == Ports::All { tree.subtrees() } else { vec![(1..1 << tree.d).collect()] };
    let mut slots: Vec<Vec<Sent>> = Vec::new();
    for mut queue in queues {
        if turned {
            queue.reverse();
        }
        queue.sort_by_key(|&node| std::cmp::Reverse(tree.depth(node)));
        for (start, node) in queue.into_iter().enumerate() {
            for (slot, hop) in (start..).zip(tree.way(node).windows(2)) {
                slots.resize(slots.len().max(slot + 1), Vec::new());
                let packet = short(node - 1);
                slots[slot].push(Sent { packet, from: Node(hop[0]), to: Node(hop[1]) });
            }
        }
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let packets = (1..1 << tree.d).map(|to| Packet::Personal { from: Node(0), to: Node(to) }).collect();
    let schedule = Schedule::from(ExplicitSchedule { packets, slots });
    let document = with_ports(task(hypercube(tree.d), Problem::Scatter.task(0, 1)), ports);
    certificate(&document, &schedule)
}

/// When the packet for each node leaves the root, and when it is there; time 0 is the start.
fn travels(d: u64, document: &CertificateDocument) -> Result<Vec<(u64, u64)>, ClaimError> {
    let ScheduleBody::Explicit { packets, slots } = &document.schedule else {
        return Err(broken("a schedule that is not explicit"));
    };
    let mut travels = vec![(0, 0); 1 << d];
    for (slot, moves) in (0..).zip(slots) {
        for step in moves {
            let ends = packets[index(step.packet().into())].nodes();
            let travel = &mut travels[index(node(&ends[1])?)];
            if step.from() == ends[0] {
                travel.0 = slot;
            }
            if step.to() == ends[1] {
                travel.1 = slot + 1;
            }
        }
    }
    Ok(travels)
}

/// A row for every cube on what holds of all its trees that are tried, given the time of the rule on them.
fn trees(
    docket: &mut Docket,
    ports: Ports,
    what: &str,
    holds: impl Fn(&Tree, u64, &[(u64, u64)]) -> bool,
) -> Result<(), ClaimError> {
    for d in 1..=6 {
        let mut trees = if d <= 3 { all_trees(d) } else { Vec::new() };
        if d > 3 {
            trees.extend((0..20).filter_map(|seed| some_tree(d, seed)));
            trees.extend((0..3).filter_map(|seed| compatible_tree(d, seed)).map(|made| made.0));
        }
        let mut fails = None;
        for (tree, turned) in trees.iter().flat_map(|tree| [(tree, false), (tree, true)]) {
            let document = scattered(tree, ports, turned)?;
            let time = of_algorithm(&document, Least::TIME)?;
            let time = time.upper.and_then(|Value(time)| u64::try_from(time.to_integer()).ok());
            let travels = travels(d, &document)?;
            if !time.is_some_and(|time| holds(tree, time, &travels)) && fails.is_none() {
                fails = Some((tree, time));
            }
        }
        let balanced = trees.iter().filter(|tree| balanced(tree)).count();
        let how = match &fails {
            Some((tree, time)) => format!("not on {tree:?}, time {time:?}"),
            None => format!(
                "{what} on {} trees, {balanced} of them balanced; the schedules replayed by the checker",
                trees.len()
            ),
        };
        docket.is(format!("hypercube {d}"), fails.is_none(), how);
    }
    Ok(())
}

/// The tree of compatible classes, whatever the paper leaves open chosen by a seed; with its numbers.
fn compatible_tree(d: u64, seed: u64) -> Option<(Tree, Numbering)> {
    let mut choice = Random::new(seed);
    let turn = |length: usize| (count_of(length) - 1) % d;
    let mut order = vec![0];
    let mut parents = vec![0; 1 << d];
    for (k, class) in all_classes(d, seed) {
        let mut links: Vec<(u64, u64)> = Vec::new();
        if k == 1 {
            links.push((class[choice.below(class.len())], 0));
        } else {
            // The elements of a compatible class with the turn of the first element of this class, and what
            // they come from.
            let fit = class.iter().filter(|&&t| t & 1 == 1 && t >> (d - 1) == 0);
            let below = fit.flat_map(|&t| shortened(t, d).into_iter().map(move |s| (t, s)));
            for (mut t, mut parent) in below {
                for _ in 0..d {
                    let place = order.iter().position(|&placed| placed == parent)?;
                    if turn(place) == turn(order.len()) {
                        links.push((t, parent));
                    }
                    (t, parent) = (rotated(t, d), rotated(parent, d));
                }
            }
        }
        let &(mut t, mut parent) = links.get(choice.below(links.len().max(1)))?;
        for _ in 0..class.len() {
            parents[index(t)] = parent;
            order.push(t);
            (t, parent) = (rotated(t, d), rotated(parent, d));
        }
    }
    let ones = (1 << d) - 1;
    let last = order
        .iter()
        .enumerate()
        .skip(1)
        .find(|&(n, &x)| u64::from(x.count_ones()) == d - 1 && turn(n) == turn(order.len()));
    parents[index(ones)] = last.map_or(0, |(_, &x)| x);
    order.push(ones);
    Some((Tree::new(d, parents)?, Numbering::new(d, order)))
}

fn compatible_trees(docket: &mut Docket) -> Result<(), ClaimError> {
    for (d, seed) in (1..=8).flat_map(|d| (0..3).map(move |seed| (d, seed))) {
        let name = format!("hypercube {d} order {seed}");
        let Some((tree, numbers)) = compatible_tree(d, seed) else {
            docket.is(name, false, "the construction gives no tree");
            continue;
        };
        let shortest = (1..1 << d).all(|x| count_of(tree.depth(x)) == u64::from(x.count_ones()));
        let own = (1..1 << d).all(|x| numbers.m(tree.way(x)[1]) == numbers.m(x));
        let small = whole(greatest_subtree(&tree)) <= least_time(d);
        let how = "depths, subtrees and their sizes counted";
        docket.is(format!("{name} tree"), shortest && own && small, how);
        let made = scattered(&tree, Ports::All, false)?;
        attains(docket, format!("{name} time"), least_time(d), accepted(&made, Least::TIME))?;
        docket.equal(format!("{name} transmissions"), equation_2(d), transmissions(&made, 1 << d)?);
    }
    Ok(())
}
