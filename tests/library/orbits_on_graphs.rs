//! Schedules under groups of automorphisms on lifts and graphs: each is written out for all nodes by the lists of the
//! document alone and replayed here, move by move.

use isotask::check::{GeneratorFault, Options, Rejection, check_schedule};
use isotask::model::{Network, Problem, Schedule, Subgroup, SymmetryError, Transmission};
use isotask::solve::{Solution, SolveOptions, method, solve};
use isotask::wire::{
    self, Demand, Ends, GraphLink, Move, NodeRef, Objective, OrbitMove, Ports, ScheduleBody,
    ScheduleDocument, Slots, Task, TaskDocument,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A network as its document says it: nodes, and how many packets go from one to another in a slot.
struct Plain {
    nodes: usize,
    capacity: BTreeMap<(usize, usize), usize>,
    /// Of a lift its group and the nodes of its base.
    lift: Option<(Vec<u64>, usize)>,
}

fn index(node: u64) -> usize {
    usize::try_from(node).expect("few")
}

fn plain(network: &wire::Network) -> Plain {
    let mut capacity = BTreeMap::new();
    match network {
        wire::Network::Graph(graph) => {
            for link in graph.links.iter() {
                let (from, to) = (index(link.from.into()), index(link.to.into()));
                capacity.insert((from, to), index(link.capacity.into()));
                if !graph.directed {
                    capacity.insert((to, from), index(link.capacity.into()));
                }
            }
            Plain { nodes: index(graph.nodes), capacity, lift: None }
        }
        wire::Network::Lift(lift) => {
            let (base, order) = (index(lift.nodes), index(lift.group.iter().product()));
            for link in lift.links.iter() {
                for element in 0..order {
                    let there = add(&lift.group, element, &link.shift);
                    let from = element * base + index(link.from.into());
                    let to = there * base + index(link.to.into());
                    capacity.insert((from, to), index(link.capacity.into()));
                    capacity.insert((to, from), index(link.capacity.into()));
                }
            }
            Plain { nodes: base * order, capacity, lift: Some((lift.group.clone(), base)) }
        }
        other => unreachable!("{other:?}"),
    }
}

/// The number of the sum of an element, by its number, and another by its parts.
fn add(group: &[u64], element: usize, parts: &[u64]) -> usize {
    let (mut rest, mut unit, mut sum) = (element, 1, 0);
    for (&radix, &part) in group.iter().zip(parts).rev() {
        let radix = index(radix);
        sum += (rest % radix + index(part)) % radix * unit;
        (rest, unit) = (rest / radix, unit * radix);
    }
    sum
}

impl Plain {
    /// The ends of the links of a node, by increasing other end.
    fn ends(&self, node: usize) -> Vec<usize> {
        let own = self.capacity.range((node, 0)..(node + 1, 0));
        own.flat_map(|(&(_, to), &capacity)| std::iter::repeat_n(to, capacity)).collect()
    }

    fn permutation(&self, generator: &NodeRef) -> Vec<usize> {
        let NodeRef::Coordinates(list) = generator else { unreachable!("a list") };
        match &self.lift {
            Some((group, base)) if list.len() == group.len() => {
                (0..self.nodes).map(|node| add(group, node / base, list) * base + node % base).collect()
            }
            _ => list.iter().map(|&node| index(node)).collect(),
        }
    }

    /// All products of generators, each an automorphism that fixes no node unless it fixes all.
    fn group(&self, generators: &[NodeRef]) -> Vec<Vec<usize>> {
        let generators: Vec<Vec<usize>> = generators.iter().map(|by| self.permutation(by)).collect();
        let identity: Vec<usize> = (0..self.nodes).collect();
        let mut group = BTreeSet::from([identity.clone()]);
        let mut open = vec![identity.clone()];
        while let Some(element) = open.pop() {
            for by in &generators {
                let next: Vec<usize> = element.iter().map(|&node| by[node]).collect();
                if group.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        for element in &group {
            for (&(from, to), capacity) in &self.capacity {
                assert_eq!(self.capacity.get(&(element[from], element[to])), Some(capacity));
            }
            let fixed = (0..self.nodes).filter(|&node| element[node] == node).count();
            assert!(fixed == 0 || *element == identity, "{element:?}");
        }
        group.into_iter().collect()
    }
}

/// A move of one packet.
struct Made {
    packet: usize,
    from: usize,
    to: usize,
}

/// The moves of all nodes: the packets of the network, and slot by slot their moves.
struct Written {
    packets: Vec<Vec<usize>>,
    slots: Vec<Vec<Made>>,
}

/// A packet, the node that it is sent from where that is said, and the link.
type Step = (usize, Option<usize>, usize);

fn written(plain: &Plain, body: &ScheduleBody) -> Written {
    let (subgroup, packets, slots): (_, &Vec<Ends>, Vec<Vec<Step>>) = match body {
        ScheduleBody::Orbit { subgroup, packets, slots } => {
            let step = |step: &Move| (index(step.packet.into()), None, index(step.link.into()));
            (subgroup, packets, slots.iter().map(|slot| slot.iter().map(step).collect()).collect())
        }
        ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
            let step = |step: &OrbitMove| {
                let NodeRef::Index(node) = step.node else { unreachable!("an index") };
                (index(step.packet.into()), Some(index(node)), index(step.link.into()))
            };
            (subgroup, packets, slots.iter().map(|slot| slot.iter().map(step).collect()).collect())
        }
        other => unreachable!("{other:?}"),
    };
    let group = plain.group(subgroup);
    let node = |node: &NodeRef| match node {
        NodeRef::Index(node) => index(*node),
        NodeRef::Coordinates(_) => unreachable!("an index"),
    };
    let ends: Vec<Vec<usize>> = packets.iter().map(|ends| ends.nodes().iter().map(node).collect()).collect();
    let mut at: Vec<usize> = ends.iter().map(|ends| ends[0]).collect();
    let mut all = Written { packets: Vec::new(), slots: Vec::new() };
    for by in &group {
        all.packets.extend(ends.iter().map(|ends| ends.iter().map(|&node| by[node]).collect::<Vec<_>>()));
    }
    for slot in slots {
        let mut made = Vec::new();
        for (packet, node, link) in slot {
            let from = node.unwrap_or(at[packet]);
            let to = plain.ends(from)[link];
            at[packet] = to;
            let image = |(number, by): (usize, &Vec<usize>)| Made {
                packet: number * ends.len() + packet,
                from: by[from],
                to: by[to],
            };
            made.extend(group.iter().enumerate().map(image));
        }
        all.slots.push(made);
    }
    all
}

/// Replays what all nodes do: links carry what they can, nodes keep to their ports, packets are where they are sent
/// from, and come where they should.
fn replay(plain: &Plain, task: &TaskDocument, all: &Written) {
    let mut wanted = wanted(plain.nodes, &task.task);
    let mut found = all.packets.clone();
    wanted.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, wanted);
    let combined = matches!(task.task, Task::MultinodeAccumulation { .. });
    // The nodes that have a packet; for a combined packet also which nodes have sent it, and when.
    let mut held: Vec<BTreeSet<usize>> = all.packets.iter().map(|ends| BTreeSet::from([ends[0]])).collect();
    let mut sent: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); all.packets.len()];
    for (slot, moves) in all.slots.iter().enumerate() {
        let (mut links, mut sends, mut receives) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for Made { from, to, .. } in moves {
            *links.entry((*from, *to)).or_insert(0_usize) += 1;
            *sends.entry(*from).or_insert(0_u32) += 1;
            *receives.entry(*to).or_insert(0_u32) += 1;
        }
        for (ends, number) in links {
            assert!(plain.capacity.get(&ends).is_some_and(|&capacity| number <= capacity), "{ends:?}");
        }
        let ports = match task.ports {
            Ports::All => u32::MAX,
            Ports::One | Ports::OneHalfDuplex => 1,
            Ports::AtMost(ports) => u32::try_from(ports).expect("few"),
        };
        assert!(sends.values().chain(receives.values()).all(|&number| number <= ports));
        if task.ports == Ports::OneHalfDuplex {
            assert!(sends.keys().all(|node| !receives.contains_key(node)));
        }
        let mut coming = Vec::new();
        for &Made { packet, from, to } in moves {
            if combined {
                assert_eq!(sent[packet].insert(from, slot), None, "a part is sent twice");
                assert_ne!(from, all.packets[packet][0], "the root sends");
            } else {
                assert!(held[packet].contains(&from), "a packet is sent from where it is not");
                if all.packets[packet].len() == 2 {
                    held[packet].remove(&from);
                }
            }
            coming.push((packet, to));
        }
        for (packet, to) in coming {
            if combined {
                assert!(!sent[packet].contains_key(&to), "a part comes too late");
            } else {
                held[packet].insert(to);
            }
        }
    }
    for (packet, ends) in all.packets.iter().enumerate() {
        match (ends.as_slice(), combined) {
            ([_], true) => assert_eq!(sent[packet].len(), plain.nodes - 1),
            ([_], false) => assert_eq!(held[packet].len(), plain.nodes),
            (ends, _) => assert_eq!(held[packet], BTreeSet::from([ends[1]])),
        }
    }
}

/// The packets of a task.
fn wanted(nodes: usize, task: &Task) -> Vec<Vec<usize>> {
    let pairs = || (0..nodes).flat_map(|from| (0..nodes).map(move |to| vec![from, to]));
    match task {
        Task::TotalExchange { count } => pairs()
            .filter(|ends| ends[0] != ends[1])
            .flat_map(|ends| std::iter::repeat_n(ends, index(*count)))
            .collect(),
        Task::MultinodeBroadcast { count } | Task::MultinodeAccumulation { count } => {
            (0..nodes).flat_map(|node| std::iter::repeat_n(vec![node], index(*count))).collect()
        }
        Task::Demands { packets, .. } => {
            let node = |node: &NodeRef| match node {
                NodeRef::Index(node) => index(*node),
                NodeRef::Coordinates(_) => unreachable!("an index"),
            };
            let one = |demand: &Demand| {
                let ends = vec![node(&demand.from), node(&demand.to)];
                std::iter::repeat_n(ends, index(demand.count))
            };
            packets.iter().flat_map(one).collect()
        }
        other => unreachable!("{other:?}"),
    }
}

fn by_orbits(document: &TaskDocument, symmetry: Option<&[NodeRef]>) -> Option<Solution> {
    let problem = Problem::new(document).expect("a good task");
    let symmetry = symmetry
        .map(|generators| Subgroup::read(problem.network(), generators).expect("a group that acts freely"));
    let options =
        SolveOptions { method: method("orbits"), symmetry: symmetry.as_ref(), ..SolveOptions::default() };
    solve(&problem, &options).ok()?.solution().ok()
}

/// Solves under a group and replays the moves of all nodes; returns the slots and the order of the group.
fn replayed(document: &TaskDocument, symmetry: Option<&[NodeRef]>) -> (u64, usize) {
    let solution = by_orbits(document, symmetry).expect("a schedule under a group");
    let plain = plain(&document.network);
    let body = &solution.certificate.schedule;
    let all = written(&plain, body);
    replay(&plain, document, &all);
    // Exports and queries give the same moves.
    let problem = Problem::new(document).expect("a good task");
    let schedule = Schedule::accepted(&problem, body);
    let mut told: Vec<(u64, u64, u64)> = Vec::new();
    let visit = |slot, sent: Transmission| -> Result<(), std::convert::Infallible> {
        told.push((slot, sent.from.0, sent.to.0));
        Ok(())
    };
    let Ok(()) = schedule.visit(&problem, None, 0..schedule.length(), visit);
    let wide = |number: usize| u64::try_from(number).expect("few");
    let made = |(slot, moves): (usize, &Vec<Made>)| -> Vec<_> {
        moves.iter().map(|made| (wide(slot), wide(made.from), wide(made.to))).collect()
    };
    let mut moves: Vec<_> = all.slots.iter().enumerate().flat_map(made).collect();
    moves.sort_unstable();
    assert_eq!(told, moves);
    assert_eq!(schedule.body(&problem), *body);
    (solution.completion_time(), all.packets.len() / packets_of(body))
}

fn packets_of(body: &ScheduleBody) -> usize {
    match body {
        ScheduleBody::Orbit { packets, .. } | ScheduleBody::OrbitMultinode { packets, .. } => packets.len(),
        other => unreachable!("{other:?}"),
    }
}

fn document(network: wire::Network, task: Task, ports: Ports) -> TaskDocument {
    TaskDocument::new(None, network, task, ports, Objective::CompletionTime)
}

fn lift(group: &[u64], nodes: u64, links: &[(u32, u32, &[u64])]) -> wire::Network {
    let link = |&(from, to, shift): &(u32, u32, &[u64])| wire::LiftLink {
        from,
        to,
        shift: shift.to_vec(),
        capacity: 1,
    };
    let links = links.iter().map(link).collect();
    let (names, switches, switch_ports) = (None, None, Ports::All);
    wire::Network::Lift(wire::Lift { group: group.to_vec(), nodes, names, switches, switch_ports, links })
}

fn graph(nodes: u64, links: &[(u32, u32, u32)]) -> wire::Network {
    let link = |&(from, to, capacity): &(u32, u32, u32)| GraphLink { from, to, capacity };
    wire::Network::Graph(wire::Graph {
        nodes,
        directed: false,
        names: None,
        switches: None,
        switch_ports: Ports::All,
        links: links.iter().map(link).collect(),
    })
}

/// The Petersen graph, an outer and an inner ring of five.
fn petersen() -> wire::Network {
    lift(&[5], 2, &[(0, 0, &[1]), (1, 1, &[2]), (0, 1, &[0])])
}

/// The Petersen graph, link by link.
fn petersen_graph() -> wire::Network {
    let outer = (0..5).map(|node| (node, (node + 1) % 5, 1));
    let inner = (0..5).map(|node| (5 + node, 5 + (node + 2) % 5, 1));
    let spokes = (0..5).map(|node| (node, node + 5, 1));
    graph(10, &outer.chain(inner).chain(spokes).collect::<Vec<_>>())
}

const EXCHANGE: Task = Task::TotalExchange { count: 1 };

#[test]
fn exchanges_and_broadcasts_on_the_petersen_graph_take_the_least_slots_under_its_rotations() {
    for network in [petersen(), petersen_graph()] {
        let slots = |task: Task, ports| replayed(&document(network.clone(), task, ports), None);
        // 3 · 1 + 6 · 2 hops of each node over 3 links, or one port.
        assert_eq!(slots(EXCHANGE, Ports::All), (5, 5));
        assert_eq!(slots(EXCHANGE, Ports::One).0, 15);
        // 9 packets come to a node over 3 links, or one port.
        assert_eq!(slots(Task::MultinodeBroadcast { count: 1 }, Ports::All), (3, 5));
        assert_eq!(slots(Task::MultinodeAccumulation { count: 2 }, Ports::All), (6, 5));
        assert!(slots(Task::MultinodeBroadcast { count: 1 }, Ports::AtMost(2)).0 >= 5);
    }
}

#[test]
fn under_the_trivial_group_a_schedule_lists_the_moves_of_every_node() {
    let task = document(petersen(), EXCHANGE, Ports::All);
    let (slots, order) = replayed(&task, Some(&[]));
    assert!(slots >= 5);
    assert_eq!(order, 1);
}

#[test]
fn half_duplex_ports_need_classes_without_links_inside() {
    // The square, under the turn by a half: 0 and 2 are one class, 1 and 3 the other.
    let square = graph(4, &[(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 3, 1)]);
    let turn = |images: [u64; 4]| [NodeRef::Coordinates(images.to_vec())];
    let task = document(square, EXCHANGE, Ports::OneHalfDuplex);
    assert_eq!(replayed(&task, Some(&turn([2, 3, 0, 1]))).1, 2);
    assert!(by_orbits(&task, Some(&turn([1, 2, 3, 0]))).is_none());
}

#[test]
fn demands_must_be_kept_by_the_group() {
    let demand = |from: u64, to: u64| Demand { from: NodeRef::Index(from), to: NodeRef::Index(to), count: 2 };
    let along = |nodes: std::ops::Range<u64>| Task::Demands {
        packets: nodes.map(|node| demand(node, (node + 2) % 5)).collect(),
        count: 1,
    };
    let quarter = [NodeRef::Coordinates(vec![1, 2, 3, 4, 0, 6, 7, 8, 9, 5])];
    let task = document(petersen_graph(), along(0..5), Ports::All);
    assert_eq!(replayed(&task, Some(&quarter)).1, 5);
    assert!(by_orbits(&document(petersen_graph(), along(0..4), Ports::All), Some(&quarter)).is_none());
}

#[test]
fn links_that_carry_more_are_used_as_often_by_every_image() {
    let square = graph(4, &[(0, 1, 2), (1, 2, 2), (2, 3, 2), (0, 3, 2)]);
    let task = document(square, EXCHANGE, Ports::All);
    let turn = [NodeRef::Coordinates(vec![1, 2, 3, 0])];
    assert_eq!(replayed(&task, Some(&turn)), (2, 4));
}

/// A lift by one or two cyclic groups, connected through a path in the base and a loop of each unit.
fn lifts() -> impl Strategy<Value = wire::Network> {
    let group =
        prop_oneof![(2_u64..6).prop_map(|a| vec![a]), (2_u64..4, 2_u64..4).prop_map(|(a, b)| vec![a, b])];
    (group, 1_u64..4, proptest::collection::vec((0_u32..4, 0_u32..4, 0_u64..9, 0_u64..9), 0..4)).prop_map(
        |(group, base, more)| {
            let unit =
                |at: usize| -> Vec<u64> { (0..group.len()).map(|part| u64::from(part == at)).collect() };
            let zero = vec![0; group.len()];
            let mut links: Vec<(u32, u32, Vec<u64>)> =
                (0..group.len()).map(|part| (0, 0, unit(part))).collect();
            let base = u32::try_from(base).expect("few");
            links.extend((1..base).map(|node| (node - 1, node, zero.clone())));
            for (from, to, a, b) in more {
                let shift: Vec<u64> = group.iter().zip([a, b]).map(|(radix, part)| part % radix).collect();
                links.push((from % base, to % base, shift));
            }
            let back = |(from, to, shift): &(u32, u32, Vec<u64>)| {
                let shift: Vec<u64> =
                    group.iter().zip(shift).map(|(radix, part)| (radix - part) % radix).collect();
                (*to, *from, shift)
            };
            let mut seen = BTreeSet::new();
            links.retain(|link| {
                let is_loop = link.0 == link.1 && link.2 == zero;
                !is_loop && seen.insert(link.clone().min(back(link)))
            });
            let links: Vec<(u32, u32, &[u64])> =
                links.iter().map(|(from, to, shift)| (*from, *to, shift.as_slice())).collect();
            lift(&group, base.into(), &links)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_on_lifts_hold_at_every_node(
        network in lifts(),
        copied in 0_u8..3,
        ports in prop_oneof![Just(Ports::All), Just(Ports::One), Just(Ports::AtMost(2))],
    ) {
        let task = match copied {
            0 => EXCHANGE,
            1 => Task::MultinodeBroadcast { count: 1 },
            _ => Task::MultinodeAccumulation { count: 1 },
        };
        let task = document(network, task, ports);
        let (_, order) = replayed(&task, None);
        prop_assert!(order > 1);
    }

    /// The checker's verdict on a list of numbers as a generator is that of the definition.
    #[test]
    fn generators_are_taken_exactly_if_they_act_freely(
        network in lifts(),
        swaps in proptest::collection::vec((0_usize..64, 0_usize..64), 0..3),
        turn in 0_u64..8,
    ) {
        let plain = plain(&network);
        let (group, base) = plain.lift.clone().expect("a lift");
        let element: Vec<u64> = group.iter().map(|radix| turn % radix).collect();
        let mut images: Vec<usize> = plain.permutation(&NodeRef::Coordinates(element.clone()));
        for (a, b) in swaps {
            images.swap(a % plain.nodes, b % plain.nodes);
        }
        prop_assume!(plain.nodes > group.len() && base > 0);
        let keeps = plain.capacity.iter().all(|(&(from, to), capacity)| {
            plain.capacity.get(&(images[from], images[to])) == Some(capacity)
        });
        // Powers until the identity, none of which may fix a node before.
        let (mut power, mut free) = (images.clone(), true);
        while power.iter().enumerate().any(|(node, &to)| node != to) {
            free &= power.iter().enumerate().all(|(node, &to)| node != to);
            power = power.iter().map(|&node| images[node]).collect();
        }
        let generator = NodeRef::Coordinates(images.iter().map(|&node| u64::try_from(node).expect("few")).collect());
        let task = document(network.clone(), EXCHANGE, Ports::All);
        let body = ScheduleBody::Orbit { subgroup: vec![generator.clone()], packets: Vec::new(), slots: Slots::default() };
        let refused = check_schedule(&ScheduleDocument::new(task, body), &Options::default());
        let network = Network::new(&network).expect("a network");
        let read = Subgroup::read(&network, &[generator]);
        match refused {
            Err(Rejection::Generator { index: 0, fault: GeneratorFault::Link { .. } }) => {
                prop_assert!(!keeps);
                let known = matches!(read, Err(SymmetryError::NotAnAutomorphism { .. }));
                prop_assert!(known);
            }
            Err(Rejection::GroupNotFree { .. }) => {
                prop_assert!(keeps && !free);
                let known = matches!(read, Err(SymmetryError::NotFree { .. }));
                prop_assert!(known);
            }
            // No packets are listed.
            Err(Rejection::EndsMismatch { .. }) => prop_assert!(keeps && free && read.is_ok()),
            other => prop_assert!(false, "{other:?}"),
        }
    }
}
