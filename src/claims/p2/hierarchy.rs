//! §1: distances, duality and the hierarchy of problems.

use super::made::{Problem, assumption, broken, certificate, exchange_certificate, of_algorithm};
use super::recursion::Exchange;
use super::trees::{Tree, all_trees};
use crate::claims::code::Code;
use crate::claims::prove::{
    Least, accepted, hypercube, made_by, made_from, ring, solved, task, torus, with_ports,
};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::model::{ExplicitSchedule, Node, Packet, Schedule, Sent};
use crate::solve::{Form, Hall, SolveOptions};
use crate::wire::{CertificateDocument, Network, Ports, ScheduleDocument};
use std::collections::{BTreeSet, VecDeque};

/// The Hamming distance of a node from node 0.
fn hamming(node: u64) -> u64 {
    u64::from(node.count_ones())
}
/// Longest path from a node of the tree downwards.
fn longest_path(tree: &Tree, node: u64) -> u64 {
    tree.children(node).into_iter().map(|child| 1 + longest_path(tree, child)).max().unwrap_or(0)
}
/// The links of the d-cube, as node pairs, made of two (d − 1)-cubes.
fn links_of(d: u64) -> BTreeSet<(u64, u64)> {
    if d == 0 {
        return BTreeSet::new();
    }
    let other = 1 << (d - 1);
    let both = links_of(d - 1).into_iter().flat_map(|(x, y)| [(x, y), (x + other, y + other)]);
    both.chain((0..other).map(|x| (x, x + other))).collect()
}
/// The arcs of Fig. 3 that lead from a problem to an easier one.
const ARCS: [(Problem, Problem); 6] = [
    (Problem::Exchange, Problem::MultinodeBroadcast),
    (Problem::Exchange, Problem::MultinodeAccumulation),
    (Problem::MultinodeBroadcast, Problem::Gather),
    (Problem::MultinodeAccumulation, Problem::Scatter),
    (Problem::Scatter, Problem::Broadcast),
    (Problem::Gather, Problem::Accumulation),
];

/// The bidirectional arcs of Fig. 3, each both ways.
const DUALS: [(Problem, Problem); 6] = [
    (Problem::Broadcast, Problem::Accumulation),
    (Problem::Accumulation, Problem::Broadcast),
    (Problem::MultinodeBroadcast, Problem::MultinodeAccumulation),
    (Problem::MultinodeAccumulation, Problem::MultinodeBroadcast),
    (Problem::Scatter, Problem::Gather),
    (Problem::Gather, Problem::Scatter),
];

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P2.distance",
        parts: &[|docket| {
            for d in 1..=10 {
                let holds =
                    distances(d).into_iter().zip(0..).all(|(found, node)| found == Some(hamming(node)));
                docket.is(format!("hypercube {d}"), holds, "breadth first search");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.Fig1",
        parts: &[|docket| {
            for d in 1..=10 {
                let links = links_of(d);
                let mut pairs = (0..1_u64 << d).flat_map(|x| (x + 1..1 << d).map(move |y| (x, y)));
                let fails = pairs.find(|&(x, y)| links.contains(&(x, y)) != (hamming(x ^ y) == 1));
                let how = match fails {
                    Some((x, y)) => format!("nodes {x} and {y}"),
                    None => "the bits of every pair compared".to_owned(),
                };
                docket.is(format!("hypercube {d}"), fails.is_none(), how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.Fig2.time",
        parts: &[along_trees, |docket| {
            along_trees_one_by_one(docket);
            Ok(())
        }],
    },
    Code { file: file!(), id: "P2.duality", parts: &[|docket| converted(docket, &DUALS, true)] },
    Code { file: file!(), id: "P2.hierarchy", parts: &[|docket| converted(docket, &ARCS, false)] },
    Code {
        file: file!(),
        id: "P2.Fig3.caption",
        parts: &[|docket| caption(docket, Docket::at_most), |docket| caption(docket, Docket::at_least)],
    },
];

/// Distances of all nodes from node 0, by breadth first search.
fn distances(d: u64) -> Vec<Option<u64>> {
    let mut found = vec![None; 1 << d];
    found[0] = Some(0);
    let mut queue = VecDeque::from([0_usize]);
    while let Some(node) = queue.pop_front() {
        for bit in 0..d {
            let next = node ^ (1 << bit);
            if found[next].is_none() {
                found[next] = found[node].map(|distance| distance + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

/// Every node of a tree sends to all its children in the slot after that in which it has received; for the
/// accumulation backwards.
fn along_trees(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 1..=3 {
        for (number, tree) in (1..).zip(all_trees(d)) {
            let mut slots: Vec<Vec<Sent>> = Vec::new();
            for to in 1..1 << d {
                let way = tree.way(to);
                let slot = way.len() - 2;
                slots.resize(slots.len().max(slot + 1), Vec::new());
                slots[slot].push(Sent { packet: 0, from: Node(way[slot]), to: Node(to) });
            }
            let broadcast = ExplicitSchedule { packets: vec![Packet::Copied { from: Node(0) }], slots };
            let mut accumulation = broadcast.clone();
            accumulation.packets = vec![Packet::Combined { to: Node(0) }];
            accumulation.slots.reverse();
            for send in accumulation.slots.iter_mut().flatten() {
                (send.from, send.to) = (send.to, send.from);
            }
            for (problem, mut schedule) in
                [(Problem::Broadcast, broadcast), (Problem::Accumulation, accumulation)]
            {
                for slot in &mut schedule.slots {
                    slot.sort_unstable();
                }
                let document = task(hypercube(d), problem.task(0, 1));
                let made = certificate(&document, &Schedule::from(schedule))?;
                let found = of_algorithm(&made, Least::TIME)?.because(
                    "no schedule along the tree is shorter, as links of a path come one after the other",
                );
                let instance = format!("hypercube {d} tree {number} {}", problem.name());
                docket.equal(instance, longest_path(&tree, 0), Proved { certificate: None, ..found });
            }
        }
    }
    Ok(())
}

/// Least time of a broadcast along a tree, one link at a time: the child with the longest time below it
/// first.
fn time_one_by_one(tree: &Tree, node: u64) -> u64 {
    let mut times: Vec<u64> =
        tree.children(node).into_iter().map(|child| time_one_by_one(tree, child)).collect();
    times.sort_unstable_by_key(|&time| std::cmp::Reverse(time));
    (1..).zip(times).map(|(turn, time)| time + turn).max().unwrap_or(0)
}

fn along_trees_one_by_one(docket: &mut Docket) {
    for d in 1..=3 {
        for (number, tree) in (1..).zip(all_trees(d)) {
            let how = "the child with the longest time first, which is best";
            let found = Proved::exact(time_one_by_one(&tree, 0), how);
            docket.equal(format!("hypercube {d} tree {number}"), longest_path(&tree, 0), found);
        }
    }
}

fn networks() -> Vec<(String, Network)> {
    let cubes = (1..=5).map(|d| (format!("hypercube {d}"), hypercube(d)));
    let rings = (3..=9).map(|n| (format!("ring {n}"), ring(n)));
    let tori = [vec![3, 3], vec![3, 4], vec![4, 5], vec![3, 3, 3]].into_iter().map(|radices| {
        let name = radices.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        (format!("torus {name}"), torus(&radices))
    });
    cubes.chain(rings).chain(tori).collect()
}

/// A schedule of a problem with root 1, of total exchanges slot by slot.
fn schedule(problem: Problem, network: Network, ports: Ports) -> Result<CertificateDocument, ClaimError> {
    let document = with_ports(task(network, problem.task(1, 1)), ports);
    if problem != Problem::Exchange {
        return solved(&document, None);
    }
    let options = SolveOptions { form: Form::Slots, method: Some(&Hall), ..SolveOptions::default() };
    made_by(&document, &options)
}

/// A row for every arc on every network: the schedule of the harder problem becomes one of the easier, which
/// is checked.
fn converted(docket: &mut Docket, arcs: &[(Problem, Problem)], same: bool) -> Result<(), ClaimError> {
    for (name, network) in networks() {
        for (ports, &(harder, easier)) in
            [Ports::All, Ports::One].into_iter().flat_map(|p| arcs.iter().map(move |arc| (p, arc)))
        {
            let source = schedule(harder, network.clone(), ports)?;
            let time = accepted(&source, Least::TIME)?.upper.ok_or_else(|| broken("no time"))?;
            let source = ScheduleDocument::new(source.task, source.schedule);
            let document = with_ports(task(network.clone(), easier.task(1, 1)), ports);
            let found = accepted(&made_from(&document, &source)?, Least::TIME)?;
            let instance = format!("{name} {} {} to {}", assumption(ports), harder.name(), easier.name());
            if same {
                let found = Proved {
                    lower: found.upper.clone(),
                    how: "the schedule, replayed by the checker".to_owned(),
                    ..found
                };
                docket.equal(instance, time, found);
            } else {
                docket.at_most(instance, time, found);
            }
        }
    }
    Ok(())
}

/// The optimal time of a problem on the d-cube.
fn optimal(problem: Problem, d: u64, ports: Ports) -> Result<Proved, ClaimError> {
    if problem != Problem::Exchange {
        return accepted(&solved(&problem.on_cube(d, ports), None)?, Least::TIME);
    }
    let phases =
        if ports == Ports::All { |time, _| (0, time) } else { |time, packets| (time, time + packets) };
    let made = Exchange::new(d, 0, phases).ok_or_else(|| broken("no exchange"))?;
    accepted(&exchange_certificate(d, ports, &made.slots()), Least::TIME)
}

/// A row for every arc: the optimal time of the problem that it leaves against that of the other.
fn caption(docket: &mut Docket, relation: fn(&mut Docket, String, Value, Proved)) -> Result<(), ClaimError> {
    for (d, ports) in (1..=6).flat_map(|d| [(d, Ports::All), (d, Ports::One)]) {
        for (a, b) in ARCS {
            let (of_a, of_b) = (optimal(a, d, ports)?, optimal(b, d, ports)?);
            let instance = format!("hypercube {d} {} {} to {}", assumption(ports), a.name(), b.name());
            match (of_b.lower, of_b.upper) {
                (Some(least), Some(most)) if least == most => {
                    let more = format!(
                        "the optimal time of the {} is {least} by a certificate of its own",
                        b.name()
                    );
                    relation(docket, instance, least, of_a.because(&more));
                }
                _ => docket.open(instance, "the optimal time of the easier problem is not proved"),
            }
        }
    }
    Ok(())
}
