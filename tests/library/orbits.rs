//! Schedules under groups of translations: the conveyor lemma, rings and tori in the least slots of all schedules.

use isotask::bound::weighted;
use isotask::check::{Extent, Options, Replayed, check_schedule};
use isotask::model::{IsotropicTask, Network, Node, Problem, Schedule, TooFar, Transmission};
use isotask::orbit::{Rider, RingPlan, conveyor, on_ring, sides, subgroups};
use isotask::solve::{Outcome, Solution, SolveOptions, bounds, method, solve};
use isotask::wire::{
    self, Lower, Objective, PacketCount, Per, Ports, Quantity, ScheduleBody, ScheduleDocument, Scope, Status,
    Task, TaskDocument,
};
use std::collections::{BTreeMap, BTreeSet};

fn task(network: wire::Network, task: Task, ports: Ports) -> Problem {
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    Problem::new(&document).expect("a good task")
}

fn exchange(radices: &[u64], ports: Ports) -> Problem {
    let network = wire::Network::Torus { radices: radices.to_vec() };
    task(network, Task::TotalExchange { count: 1 }, ports)
}

fn ring(nodes: u64, packets: &[(u64, u64)]) -> Problem {
    let packet =
        |&(offset, count): &(u64, u64)| PacketCount { offset: wire::NodeRef::Index(offset).into(), count };
    let packets = packets.iter().map(packet).collect();
    task(wire::Network::Ring { nodes }, Task::Isotropic { packets, count: 1 }, Ports::All)
}

fn solved(problem: &Problem) -> Solution {
    solve(problem, &SolveOptions::default()).expect("it is solved").solution().expect("a schedule")
}

/// The schedule is the shortest of all, and the certificate says so.
fn least_of_all(problem: &Problem) -> u64 {
    let Outcome::Optimal(solution) = solve(problem, &SolveOptions::default()).expect("it is solved") else {
        unreachable!("{problem}: not proved")
    };
    let all =
        |claim: &&wire::Claim| claim.quantity == wire::Quantity::CompletionTime && claim.scope == Scope::All;
    let claim = solution.certificate.claims.iter().find(all).expect("a claim for all schedules");
    assert_eq!(claim.status, Status::Optimal, "{problem}");
    u64::try_from(claim.value).expect("few slots")
}

#[test]
fn long_packets_never_wait_and_the_schedule_takes_the_time_of_the_load() {
    for classes in 1..=7_usize {
        for bits in 0..1_u32 << classes {
            let starts: Vec<bool> = (0..classes).map(|class| bits >> class & 1 == 1).collect();
            for length in 1..=2 * classes + 2 {
                for filler in [0, 1, length / 2, length, 2 * length] {
                    follows(&starts, length, filler);
                }
            }
        }
    }
}

/// Every rider goes on from where it is, links carry one rider a slot, all hops are made, in the slots of the lemma.
fn follows(starts: &[bool], length: usize, filler: usize) {
    let classes = starts.len();
    let slots = conveyor(starts, length.try_into().expect("small"), filler.try_into().expect("small"));
    let load = |class: usize| (0..length).filter(|hop| starts[(class + hop) % classes]).count();
    let load = (0..classes).map(load).max().expect("a class");
    assert_eq!(slots.len(), length.max(filler + load), "{starts:?} {length} {filler}");
    let mut made: BTreeMap<Rider, usize> = BTreeMap::new();
    for (slot, rides) in slots.iter().enumerate() {
        let mut busy = vec![false; classes];
        for ride in rides {
            let hops = made.entry(ride.rider).or_default();
            let start = match ride.rider {
                Rider::Long(start) => {
                    assert_eq!(*hops, slot, "a long packet waits");
                    start
                }
                Rider::Filler(start) => start,
            };
            assert_eq!(ride.class, (start + *hops) % classes);
            *hops += 1;
            assert!(
                !std::mem::replace(&mut busy[ride.class], true),
                "{starts:?} {length} {filler}: slot {slot}"
            );
        }
    }
    for (class, &starts) in starts.iter().enumerate() {
        let hops = |rider| made.get(&rider).copied().unwrap_or(0);
        assert_eq!(hops(Rider::Long(class)), if starts { length } else { 0 });
        assert_eq!(hops(Rider::Filler(class)), filler);
    }
}

#[test]
fn every_task_of_a_small_ring_takes_the_least_slots_of_all_schedules() {
    for nodes in 3..=8 {
        for first in 1..nodes {
            for (count, other) in [(1, 0), (2, 1), (3, 2), (5, 0)] {
                let second = (first + 1) % nodes;
                let packets: Vec<(u64, u64)> =
                    [(first, count), (second, other)].into_iter().filter(|&(x, n)| x > 0 && n > 0).collect();
                least_of_all(&ring(nodes, &packets));
            }
        }
    }
    // Total exchange on even rings: half of what each of the 2n links must carry, n²/4 per node.
    for nodes in [4, 6, 8, 10, 12, 50, 102] {
        let network = wire::Network::Ring { nodes };
        let slots = least_of_all(&task(network, Task::TotalExchange { count: 1 }, Ports::All));
        assert_eq!(slots, (nodes * nodes).div_ceil(8), "{nodes} nodes");
    }
    // Only schedules in which every node is a class of its own are so short: symmetric ones take 8 slots.
    let seven = solved(&ring(7, &[(3, 4)]));
    assert_eq!((seven.completion_time(), seven.method.word()), (7, "conveyor"));
}

#[test]
fn weights_on_hop_limited_routes_are_sought_below_what_symmetric_schedules_attain() {
    // Six slots, by weights of the way − within five hops; the plain weights prove five.
    let problem = ring(11, &[(1, 1), (6, 1), (10, 2)]);
    assert_eq!(least_of_all(&problem), 6);
    let rows: &IsotropicTask = problem.rows().expect("a task on a ring");
    assert_eq!(weighted(rows, u64::MAX).value, 5);
    let bounds = isotask::solve::bounds(&problem, &|| false);
    assert!(matches!(bounds.best(), Lower::Weights { value: 6, within: Some(5), .. }), "{:?}", bounds.best());
}

/// The mean load of a link of a dimension, rounded up, and the sum of the distances over the ports: no schedule of
/// total exchange takes fewer slots.
fn least_slots(radices: &[u64], ports: u64) -> u64 {
    let nodes: u64 = radices.iter().product();
    let hops = |&radix: &u64| radix * radix / 4 * (nodes / radix);
    let links = |&radix: &u64| if radix == 2 { 1 } else { 2 };
    let load = radices.iter().map(|radix| hops(radix).div_ceil(links(radix))).max().unwrap_or(0);
    load.max(radices.iter().map(hops).sum::<u64>().div_ceil(ports))
}

#[test]
fn total_exchange_on_tori_takes_the_least_slots_of_all_schedules() {
    let tori: [&[u64]; 10] =
        [&[4, 3], &[3, 6], &[6, 5], &[8, 3], &[10, 3], &[3, 4, 3], &[3, 3, 6], &[4, 4], &[6, 4], &[2, 6]];
    for radices in tori {
        let links: u64 = radices.iter().map(|&radix| if radix == 2 { 1 } else { 2 }).sum();
        for ports in 2..=links {
            let problem = exchange(radices, Ports::AtMost(ports));
            assert_eq!(least_of_all(&problem), least_slots(radices, ports), "{radices:?}, {ports} ports");
        }
    }
}

#[test]
fn a_request_for_symmetric_schedules_reports_the_gap_to_all_schedules() {
    let options = SolveOptions { symmetric: true, ..SolveOptions::default() };
    let Outcome::Optimal(found) = solve(&exchange(&[4, 3], Ports::All), &options).expect("it is solved")
    else {
        unreachable!("no symmetric schedule is shorter")
    };
    let claims: Vec<_> =
        found.certificate.claims.iter().map(|claim| (claim.scope, claim.lower.slots())).collect();
    assert_eq!(claims[..2], [(Scope::Isotropic, 7), (Scope::All, 6)]);
    assert_eq!(found.completion_time(), 7);
    // Where nodes differ there is nothing to ask for.
    let scatter = Task::Scatter { root: wire::NodeRef::Index(0), count: 1 };
    let scatter = task(wire::Network::Ring { nodes: 5 }, scatter, Ports::All);
    assert!(solve(&scatter, &options).is_err());
}

#[test]
fn few_classes_of_a_circulant_close_what_symmetric_routes_leave_open() {
    let circulant = |n: u64, steps: &[u64]| {
        let network = wire::Network::Cayley(wire::Group::Circulant {
            family: wire::CirculantWord::Circulant,
            n,
            steps: steps.to_vec(),
        });
        task(network, Task::TotalExchange { count: 1 }, Ports::All)
    };
    for (nodes, steps) in [(10, [1, 3]), (12, [1, 5]), (18, [3, 7]), (20, [2, 3]), (22, [3, 4]), (24, [4, 7])]
    {
        least_of_all(&circulant(nodes, &steps));
    }
}

#[test]
fn the_groups_that_are_tried_have_equal_classes_and_grow() {
    let torus = Network::new(&wire::Network::Torus { radices: vec![4, 6] }).expect("a torus");
    let groups = subgroups(&torus, 12);
    let classes: Vec<u32> = groups.iter().map(isotask::model::Subgroup::classes).collect();
    assert!(classes.is_sorted() && classes.first() == Some(&2));
    // Onto two: either coordinate, or their sum.
    assert_eq!(classes.iter().filter(|&&classes| classes == 2).count(), 3);
    for group in &groups {
        let mut sizes = BTreeMap::new();
        for node in 0..24 {
            *sizes.entry(group.class(Node(node))).or_insert(0_u64) += 1;
        }
        assert!(sizes.values().all(|&size| size == group.order()));
    }
    // The even permutations.
    let star = Network::new(&wire::Network::Cayley(wire::Group::Family { family: wire::Family::Star, n: 4 }))
        .expect("a star graph");
    assert!(subgroups(&star, 2).iter().any(|group| group.order() == 12));
}

#[test]
fn methods_for_orbits_refuse_tasks_that_they_do_not_suit() {
    let by = |word| SolveOptions { method: method(word), ..SolveOptions::default() };
    assert!(solve(&exchange(&[4, 3], Ports::One), &by("conveyor")).is_err());
    assert!(solve(&exchange(&[4, 4], Ports::All), &by("conveyor")).is_err());
    let again =
        |word| solve(&exchange(&[4, 3], Ports::All), &by(word)).expect("solved").solution().expect("made");
    assert_eq!(again("conveyor").completion_time(), 6);
    assert_eq!(again("conveyor").certificate, again("conveyor").certificate);
    assert_eq!(again("orbits").certificate, again("orbits").certificate);
}

fn half_duplex(network: wire::Network, task_of_it: Task) -> Problem {
    task(network, task_of_it, Ports::OneHalfDuplex)
}

/// n·σ moves find room for n/2 in a slot, and where no cycle is odd one side can send while the other receives.
#[test]
fn with_one_half_duplex_port_twice_the_hops_of_a_node_are_the_least_slots_without_odd_cycles() {
    let family = |family| wire::Network::Cayley(wire::Group::Family { family, n: 4 });
    let networks = [
        wire::Network::Hypercube { dimension: 4 },
        wire::Network::Ring { nodes: 10 },
        wire::Network::Torus { radices: vec![4, 6] },
        wire::Network::Torus { radices: vec![2, 3, 4] },
        family(wire::Family::Star),
        family(wire::Family::BubbleSort),
    ];
    for network in networks {
        let odd = matches!(&network, wire::Network::Torus { radices } if radices.contains(&3));
        let known = Network::new(&network).expect("a network");
        assert_eq!(sides(&known).is_some(), !odd, "{}", known.title());
        let hops = known.total_distance().expect("a small network");
        let problem = half_duplex(network, Task::TotalExchange { count: 1 });
        if odd {
            assert!(solved(&problem).completion_time() >= 2 * hops);
        } else {
            assert_eq!(least_of_all(&problem), 2 * hops, "{}", known.title());
            assert_eq!(solved(&problem).method.word(), "alternate");
        }
    }
}

/// ⌊n/2⌋ nodes send in a slot: one of three, two of five.
#[test]
fn with_one_half_duplex_port_odd_networks_keep_a_node_idle() {
    let exchange = |nodes| half_duplex(wire::Network::Ring { nodes }, Task::TotalExchange { count: 1 });
    assert_eq!(least_of_all(&exchange(3)), 6);
    assert_eq!(least_of_all(&exchange(5)), 15);
    let offset = |offset, count| PacketCount { offset: wire::NodeRef::Index(offset).into(), count };
    let packets = vec![offset(1, 2), offset(3, 1)];
    let uneven = half_duplex(wire::Network::Ring { nodes: 6 }, Task::Isotropic { packets, count: 2 });
    assert_eq!(least_of_all(&uneven), 2 * 2 * (2 + 3));
    let delay = |task| {
        let (network, ports) = (wire::Network::Ring { nodes: 6 }, Ports::OneHalfDuplex);
        Problem::new(&TaskDocument::new(None, network, task, ports, Objective::AverageDelay))
    };
    assert!(delay(Task::TotalExchange { count: 1 }).is_ok());
    let copied = delay(Task::MultinodeBroadcast { count: 1 });
    assert_eq!(copied.map_err(|fault| fault.reason()).err(), Some("delay-objective"));
}

/// Few slots leave time for few hops: that proves what plain weights leave open, packets of one offset on all small
/// circulants with two steps.
#[test]
fn weights_on_routes_of_few_hops_bound_every_schedule_on_circulants() {
    let mut limited = 0;
    for (nodes, one, other) in (5..=9_u64)
        .flat_map(|n| (1..=n / 2).map(move |a| (n, a)))
        .flat_map(|(n, a)| (a + 1..=n / 2).map(move |b| (n, a, b)))
    {
        let steps = vec![one, other];
        let family = wire::CirculantWord::Circulant;
        let network = wire::Network::Cayley(wire::Group::Circulant { family, n: nodes, steps });
        if Network::new(&network).is_err() {
            continue;
        }
        for (offset, count) in (1..nodes).flat_map(|offset| (1..=3).map(move |count| (offset, count))) {
            let packets = vec![PacketCount { offset: wire::NodeRef::Index(offset).into(), count }];
            let problem = task(network.clone(), Task::Isotropic { packets, count: 1 }, Ports::All);
            least_of_all(&problem);
            let lower = bounds(&problem, &|| false).best().clone();
            limited += u32::from(matches!(lower, Lower::Weights { within: Some(_), .. }));
        }
    }
    assert!(limited > 0, "some of them want it");
}

/// A conveyor document describes exactly the moves of its schedule of orbits, and the checker finds equal
/// values by the lemma and by a replay.
#[test]
fn a_conveyor_is_the_schedule_of_orbits_that_it_stands_for() {
    let tasks = [
        ring(5, &[(2, 3)]),
        ring(6, &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]),
        ring(7, &[(3, 4)]),
        ring(9, &[(1, 2), (4, 3), (5, 1)]),
        ring(10, &[(5, 3), (6, 2)]),
    ];
    for problem in tasks {
        let task = problem.rows().expect("a task on a ring");
        let nodes = task.network().nodes();
        let packets: u64 = task.classes().map(|class| class.count).sum();
        for minus in 0..=packets * nodes {
            let body = ScheduleBody::Conveyor { minus };
            let document = ScheduleDocument::new(problem.document().clone(), body.clone());
            let literal = check_schedule(&document, &Options::default()).expect("a good schedule");
            let by_lemma = check_schedule(&document, &Options { every_node_limit: 0, ..Options::default() })
                .expect("the same");
            assert_eq!((literal.replay, by_lemma.replay), (Extent::EveryNode, Extent::Lemma));
            let counts = |found: &Replayed| (found.completion_time, found.transmissions, found.packets);
            assert_eq!(counts(&literal), counts(&by_lemma), "{problem}, {minus} go -");
            let schedule = Schedule::accepted(&problem, &body);
            assert_eq!(
                (schedule.length(), schedule.moves()),
                (literal.completion_time, literal.transmissions)
            );
            let spelled = sent(&problem, &schedule, 0..schedule.length());
            assert_eq!(spelled.len().to_string(), schedule.moves().to_string());
            let half = schedule.length() / 2;
            let count = |slots| schedule.count_transmissions(problem.network(), None, &slots);
            let later = sent(&problem, &schedule, half..schedule.length());
            assert_eq!(count(half..schedule.length()).map(|n| n.to_string()), Some(later.len().to_string()));
            assert!(spelled.ends_with(&later), "slots are the same wherever one begins");
        }
    }
}

/// The moves that follow from the directions of packets equal those that are written slot by slot, packet by
/// packet. Packets with equal ends have different numbers, and the packets of a node are those of all packets
/// that start there.
#[test]
fn the_moves_of_a_conveyor_are_made_without_its_packets() {
    for problem in
        [ring(8, &[(1, 1), (3, 2), (4, 3), (6, 1)]), ring(9, &[(1, 2), (4, 3), (5, 1)]), ring(10, &[(5, 3)])]
    {
        let (network, task) = (problem.network(), problem.rows().expect("a task on a ring"));
        let offsets: Vec<(u64, u64)> = task.classes().map(|class| (class.offset.0, class.count)).collect();
        let plan = RingPlan::new(network.nodes(), &offsets);
        let written = Schedule::from(on_ring(network, &plan));
        let implied = Schedule::from(plan);
        let whole = 0..implied.length();
        let [written, all] = [&written, &implied].map(|schedule| sent(&problem, schedule, whole.clone()));
        let without_copy = |list: &[(u64, Transmission)]| -> Vec<_> {
            list.iter().map(|(slot, sent)| (*slot, sent.from, sent.to, sent.packet)).collect()
        };
        assert_eq!(without_copy(&all), without_copy(&written), "{problem}");
        let numbers: BTreeSet<_> = all.iter().map(|(_, sent)| (sent.packet, sent.copy)).collect();
        let packets: u64 = offsets.iter().map(|&(_, count)| count * network.nodes()).sum();
        assert_eq!(numbers.len().to_string(), packets.to_string(), "{problem}");
        for home in (0..network.nodes()).map(Node) {
            let mut own = Vec::new();
            let collect = |slot, sent| -> Result<(), std::convert::Infallible> {
                own.push((slot, sent));
                Ok(())
            };
            assert!(implied.visit_packets(&problem, home, whole.clone(), collect).is_ok());
            let of_home = all.iter().copied().filter(|(_, sent)| sent.packet.home() == Some(home));
            assert_eq!(own, of_home.collect::<Vec<_>>(), "{problem}, node {home:?}");
        }
    }
}

/// Of an accepted conveyor with very many packets or classes of nodes a slot is told, or refused, without making
/// either.
#[test]
fn slots_of_huge_conveyors_are_listed_or_refused() {
    let of = |nodes: u64, count: u64| {
        let problem = ring(nodes, &[(3, count), (4, count)]);
        let body = ScheduleBody::Conveyor { minus: 1 };
        let document = ScheduleDocument::new(problem.document().clone(), body.clone());
        assert!(check_schedule(&document, &Options::default()).is_ok());
        let schedule = Schedule::accepted(&problem, &body);
        (problem, schedule)
    };
    let (problem, many_packets) = of(1000, 100_000_000);
    assert_eq!(many_packets.require_near(&(5_000_000..5_000_002)), Ok(()));
    assert_eq!(many_packets.local_transfers(&problem, Node(5), 5_000_000..5_000_002).len(), 2);
    let (_, many_classes) = of(10_000_019, 100);
    assert_eq!(many_classes.require_near(&(0..1)), Err(TooFar::Conveyor { slots: 1, classes: 10_000_019 }));
    let (_, far) = of(1_000_003, 100);
    assert_eq!(far.require_near(&(0..1000)), Ok(()));
    assert_eq!(
        far.require_near(&(999_000..999_001)),
        Err(TooFar::Conveyor { slots: 999_001, classes: 1_000_003 })
    );
}

/// The slots and the total delay of total exchange with all ports on a torus, the delay of all nodes.
fn least_delay(radices: &[u64], objective: Objective) -> (Solution, u64, u64) {
    let kind = match radices {
        &[nodes] => wire::Network::Ring { nodes },
        _ => wire::Network::Torus { radices: radices.to_vec() },
    };
    let document = TaskDocument::new(None, kind, Task::TotalExchange { count: 1 }, Ports::All, objective);
    let problem = Problem::new(&document).expect("a good task");
    let solution = solved(&problem);
    let claim = solution.certificate.claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay);
    let claim = claim.expect("a claim of delay");
    assert_eq!((claim.scope, claim.per), (Scope::All, Some(Per::Network)));
    let (value, lower) = (u64::try_from(claim.value).expect("few slots"), claim.lower.slots());
    (solution, value, lower)
}

/// On even tori of equal radices several classes of nodes reach the pooled bound, which binds all schedules,
/// in the least slots of all schedules.
#[test]
fn classes_of_nodes_have_both_optima_on_even_tori() {
    let tori: [(&[u64], &str, u64); 5] = [
        (&[4, 4, 4], "gray", 32),
        (&[4, 4, 4, 4], "gray", 128),
        (&[6, 6], "stages", 27),
        (&[8, 8], "stages", 64),
        (&[10, 10], "stages", 125),
    ];
    for (radices, word, slots) in tori {
        let (solution, value, lower) = least_delay(radices, Objective::CompletionTimeThenAverageDelay);
        assert_eq!((solution.completion_time(), solution.method.word()), (slots, word), "{radices:?}");
        assert_eq!(value, lower, "{radices:?}");
        let again = least_delay(radices, Objective::CompletionTimeThenAverageDelay).0;
        assert_eq!(again.certificate, solution.certificate);
    }
    for (radices, least) in [(&[6, 6], 36 * 420), (&[8, 8], 64 * 1680)] {
        assert_eq!(least_delay(radices, Objective::AverageDelay).1, least);
    }
}

fn sent(problem: &Problem, schedule: &Schedule, slots: std::ops::Range<u64>) -> Vec<(u64, Transmission)> {
    let mut found = Vec::new();
    let collect = |slot, sent| -> Result<(), std::convert::Infallible> {
        found.push((slot, sent));
        Ok(())
    };
    match schedule.visit(problem, None, slots, collect) {
        Ok(()) => found,
        Err(never) => match never {},
    }
}

/// A ring of a million nodes: a certificate of some hundred bytes.
#[test]
fn a_ring_of_a_million_nodes_is_cleared_in_the_least_slots_of_all_schedules() {
    let nodes = 1_000_000;
    let problem = task(wire::Network::Ring { nodes }, Task::TotalExchange { count: 1 }, Ports::All);
    assert_eq!(least_of_all(&problem), nodes * nodes / 8);
    let solution = solved(&problem);
    assert!(matches!(solution.certificate.schedule, ScheduleBody::Conveyor { .. }));
    assert!(wire::to_bytes(&solution.certificate).len() < 1_000);
}
