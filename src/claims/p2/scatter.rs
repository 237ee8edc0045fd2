//! §3: scatter and gather.

use super::classes::{Numbering, all_classes, class_of, numbered, rotated};
use super::made::{
    Problem, assumption, attains, broken, certificate, index, of_algorithm, short, transmissions,
};
use super::multinode::multinode_broadcast;
use super::replay::node;
use super::trees::{Tree, all_trees, some_tree};
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, hypercube, made_from, task, with_ports};
use crate::claims::{ClaimError, Docket, Value};
use crate::graph::Random;
use crate::model::{ExplicitSchedule, Node, Packet, Schedule, Sent, count_of};
use crate::wire::{CertificateDocument, Ports, ScheduleBody, ScheduleDocument};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The right-hand side of Eq. (2).
fn equation_2(d: u64) -> BigRational {
    whole(BigInt::from(d) << (d - 1))
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
    tree.subtrees().into_iter().all(|subtree| {
        subtree.iter().all(|&node| {
            let (left, arrived) = travels[index(node)];
            let (size, k) = (count_of(subtree.len()), count_of(tree.depth(node)));
            left + k <= size && arrived == left + k
        })
    })
}
/// Whether the root has d neighbours in the tree, each subtree of at most ⌈(2^d − 1)/d⌉ nodes.
fn balanced(tree: &Tree) -> bool {
    tree.subtrees().len() == index(tree.d) && whole(greatest_subtree(tree)) <= least_time(tree.d)
}
/// The identities that the recipe makes of t: the one to the right of a longest run of zeros becomes a
/// zero.
fn shortened(t: u64, d: u64) -> Vec<u64> {
    let run = |one: &u64| (one + 1..d).take_while(|bit| t >> bit & 1 == 0).count();
    let ones: Vec<u64> = (0..d).filter(|bit| t >> bit & 1 == 1).collect();
    let longest = ones.iter().map(run).max();
    ones.iter().filter(|&one| Some(run(one)) == longest).map(|one| t ^ 1 << one).collect()
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code { file: file!(), id: "P2.gather.by-multinode-broadcast", parts: &[extracted] },
    Code {
        file: file!(),
        id: "P2.scatter.rule",
        parts: &[|docket| {
            trees(docket, Ports::All, "in time, and all by max N_i,", |tree, time, travels| {
                time == count_of(greatest_subtree(tree)) && in_time(tree, travels)
            })
        }],
    },
    Code {
        file: file!(),
        id: "P2.scatter.iff",
        parts: &[|docket| {
            trees(docket, Ports::All, "optimal if and only if balanced", |tree, time, _| {
                (whole(time) == least_time(tree.d)) == balanced(tree)
            })
        }],
    },
    Code {
        file: file!(),
        id: "P2.scatter.SLA.any-tree",
        parts: &[|docket| {
            trees(docket, Ports::One, "2^d − 1", |tree, time, _| whole(time) == least_time_one(tree.d))
        }],
    },
    Code {
        file: file!(),
        id: "P2.scatter.SLA.shortest",
        parts: &[|docket| {
            for d in 1..=8 {
                let (tree, _) = compatible_tree(d, 0).ok_or_else(|| broken("no tree"))?;
                let made = scattered(&tree, Ports::One, false)?;
                docket.equal(format!("hypercube {d} time"), least_time_one(d), accepted(&made, Least::TIME)?);
                let sent = transmissions(&made, 1 << d)?;
                docket.equal(format!("hypercube {d} transmissions"), equation_2(d), sent);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.scatter.compatible",
        parts: &[|docket| {
            for d in 3..=12_u64 {
                let fit = |&t: &u64| t & 1 == 1 && t >> (d - 1) == 0 && t.count_ones() >= 2;
                let whole_class = |t: u64| class_of(t, d).len() == index(d);
                let recipe = (1..1 << d).filter(fit).flat_map(|t| shortened(t, d)).all(whole_class);
                // Every class has such an element.
                let every = all_classes(d, 0).filter(|&(k, _)| k >= 2);
                let holds = recipe && every.into_iter().all(|(_, class)| class.iter().any(fit));
                docket.is(format!("hypercube {d}"), holds, "every class, every element, every longest run");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.scatter.examples",
        parts: &[|docket| {
            docket.is("0010011", shortened(0b001_0011, 7) == [0b001_0001, 0b000_0011], "the recipe");
            docket.is("0010001", shortened(0b001_0001, 7) == [0b001_0000], "the recipe");
            Ok(())
        }],
    },
    Code { file: file!(), id: "P2.scatter.tree", parts: &[compatible_trees] },
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
