//! Formulas against all schedules of tiny tasks.

use super::encoding::{Found, formula_size, schedule_of, written};
use super::search::{SatSearchResult, fits_limits, search_by_sat};
use crate::bound::of_demands;
use crate::graph::Random;
use crate::job_shop::{CutShort, Effort, ListSearch, Refutation};
use crate::model::{DemandsTask, ExplicitSchedule, Packet, PortRule, count_of, wide};
use crate::wire::{Lower, TaskDocument, parse};
use std::collections::BTreeSet;

const AMPLE_CONFLICTS: u64 = 1_000_000;
const PORTS: [&str; 4] = [r#""all""#, r#""one""#, r#"{"at-most":2}"#, r#""one-half-duplex""#];

fn task(network: &str, task: &str, ports: &str) -> DemandsTask {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    DemandsTask::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document")).expect("a task")
}

/// A packet by who has it first, and who needs it.
struct Wanted {
    home: u32,
    by: Vec<u32>,
}

/// The least slots, by all sets of sends in every slot: a state says, bit by bit, which node has which
/// packet.
fn least_slots(task: &DemandsTask) -> u64 {
    let (graph, network) = (task.graph(), task.network());
    let nodes = graph.nodes();
    let hosts: Vec<u32> =
        (0..nodes).filter(|&node| !network.is_switch(crate::model::Node(node.into()))).collect();
    let wanted = |packet: Packet| match packet {
        Packet::Personal { from, to } => Wanted { home: from.narrow(), by: vec![to.narrow()] },
        Packet::Copied { from } | Packet::Combined { to: from } => {
            Wanted { home: from.narrow(), by: hosts.clone() }
        }
        Packet::Summed { .. } => unreachable!("an allreduce has no list of packets"),
    };
    let packets: Vec<Wanted> = task.loads().iter().flat_map(|load| load.packets().map(wanted)).collect();
    let bit = |packet: usize, node: u32| 1_u64 << (packet * wide(nodes) + wide(node));
    let at = |nodes: &dyn Fn(&Wanted) -> Vec<u32>| {
        let of = |(place, packet): (usize, &Wanted)| nodes(packet).into_iter().map(move |node| (place, node));
        packets.iter().enumerate().flat_map(of).fold(0, |state, (place, node)| state | bit(place, node))
    };
    let (start, goal) = (at(&|packet| vec![packet.home]), at(&|packet| packet.by.clone()));
    let mut layer = BTreeSet::from([start]);
    let mut slots = 0;
    while !layer.iter().any(|state| state & goal == goal) {
        let mut next = BTreeSet::new();
        for &state in &layer {
            let mut choice = Choice { task, packets: packets.len(), bit: &bit, state, next: &mut next };
            choice.extend(0, state, &mut vec![(0, 0); wide(nodes)]);
        }
        layer = next;
        slots += 1;
    }
    slots
}

/// The sends of one slot, link by link.
struct Choice<'a> {
    task: &'a DemandsTask,
    packets: usize,
    bit: &'a dyn Fn(usize, u32) -> u64,
    state: u64,
    next: &'a mut BTreeSet<u64>,
}

impl Choice<'_> {
    fn extend(&mut self, arc: u32, after: u64, done: &mut Vec<(u32, u32)>) {
        let graph = self.task.graph();
        if arc == graph.arcs() {
            self.next.insert(after);
            return;
        }
        self.extend(arc + 1, after, done);
        let (from, to) = (graph.from(arc), graph.to(arc));
        let may = |node: u32, done: &[(u32, u32)], sends: bool| {
            let (sent, received) = done[wide(node)];
            match self.task.ports_of(node) {
                PortRule::HalfDuplex => sent + received == 0,
                PortRule::FullDuplex(ports) => (if sends { sent } else { received }) < ports,
            }
        };
        if !may(from, done, true) || !may(to, done, false) {
            return;
        }
        for packet in 0..self.packets {
            let comes = (self.bit)(packet, to);
            if self.state & (self.bit)(packet, from) != 0 && after & comes == 0 {
                done[wide(from)].0 += 1;
                done[wide(to)].1 += 1;
                self.extend(arc + 1, after | comes, done);
                done[wide(from)].0 -= 1;
                done[wide(to)].1 -= 1;
            }
        }
    }
}

fn found(task: &DemandsTask, slots: u64) -> Found {
    schedule_of(&task.into(), slots, AMPLE_CONFLICTS, &|| false)
}

/// A connected graph of a few nodes, with a switch now and then, and a task of a few packets.
fn random_task(random: &mut Random) -> DemandsTask {
    let nodes = 3 + random.below(3);
    let mut links: BTreeSet<(usize, usize)> = (1..nodes).map(|node| (random.below(node), node)).collect();
    if random.below(2) == 0 {
        let (a, b) = (random.below(nodes), random.below(nodes));
        links.extend((a != b).then_some((a.min(b), a.max(b))));
    }
    let capacity = |random: &mut Random| if random.below(4) == 0 { 2 } else { 1 };
    let links: Vec<String> =
        links.into_iter().map(|(a, b)| format!("[{a},{b},{}]", capacity(random))).collect();
    let has_switch = nodes > 3 && random.below(3) == 0;
    let switches = if has_switch { r#","switches":[1]"# } else { "" };
    let network = format!(r#"{{"kind":"graph","nodes":{nodes},"links":[{}]{switches}}}"#, links.join(","));
    let last = nodes - 1;
    let kind = match random.below(4) {
        0 => r#"{"kind":"single-node-broadcast","root":0,"count":2}"#.to_owned(),
        1 => format!(
            r#"{{"kind":"demands","packets":[{{"from":0,"to":{last},"count":2}},{{"from":{last},"to":0}}]}}"#
        ),
        2 if nodes == 3 => r#"{"kind":"multinode-broadcast"}"#.to_owned(),
        _ => r#"{"kind":"single-node-broadcast","root":2,"count":1}"#.to_owned(),
    };
    task(&network, &kind, PORTS[random.below(4)])
}

#[test]
fn a_formula_has_a_solution_exactly_from_the_least_slots_on() {
    let mut random = Random::new(7);
    for _ in 0..50 {
        let task = random_task(&mut random);
        let least = least_slots(&task);
        for slots in least..least + 3 {
            let Found::Schedule(schedule) = found(&task, slots) else {
                unreachable!("{slots} slots are enough: {:?}", task.document())
            };
            assert!(count_of(schedule.slots.len()) <= slots && count_of(schedule.slots.len()) >= least);
        }
        assert!(matches!(found(&task, least - 1), Found::Refuted(_)), "{:?}", task.document());
        for task in [task.reversed(), task] {
            assert!(of_demands(&task).best().slots() <= least, "{:?}", task.document());
        }
    }
}

const PETERSEN: &str = r#"{"kind":"graph","nodes":10,"links":[[0,1],[1,2],[2,3],[3,4],[0,4],[0,5],[1,6],[2,7],[3,8],[4,9],[5,7],[7,9],[6,9],[6,8],[5,8]]}"#;

fn search(lower: u64) -> ListSearch<'static> {
    let (stop, cancel) = (&|| false, &|| false);
    ListSearch {
        lower,
        refute: &|_, _| Refutation::Unknown,
        effort: Effort::Standard,
        watch: &(),
        stop,
        cancel,
    }
}

fn slots(schedule: &ExplicitSchedule) -> u64 {
    count_of(schedule.slots.len())
}

#[test]
fn twelve_packets_over_the_petersen_graph_take_six_slots() {
    let task = task(PETERSEN, r#"{"kind":"single-node-broadcast","root":0,"count":12}"#, PORTS[0]);
    let found = search_by_sat(&task, 13, search(4)).expect("small formulas");
    let better = found.better.as_ref().expect("fewer slots");
    // Five are refuted, so that more time would change nothing.
    assert_eq!((slots(&better.schedule), better.cut_short), (6, None));
    assert_eq!(found.bound.as_ref().map(Lower::slots), Some(6));
    assert_eq!(search_by_sat(&task, 13, search(4)), Ok(found), "the same again");
    assert_eq!(search_by_sat(&task, 6, search(6)), Ok(SatSearchResult { better: None, bound: None }));
}

#[test]
fn a_stopped_search_returns_the_best_schedule_so_far() {
    let task = task(PETERSEN, r#"{"kind":"single-node-broadcast","root":0,"count":12}"#, PORTS[0]);
    let stopped = ListSearch { stop: &|| true, ..search(4) };
    assert_eq!(search_by_sat(&task, 13, stopped), Ok(SatSearchResult { better: None, bound: None }));
    assert_eq!(schedule_of(&(&task).into(), 6, AMPLE_CONFLICTS, &|| true), Found::Stopped);
    assert_eq!(schedule_of(&(&task).into(), 5, 1, &|| false), Found::Spent);
    let asked = std::cell::Cell::new(0);
    let later = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    assert_eq!(schedule_of(&(&task).into(), 5, AMPLE_CONFLICTS, &later), Found::Stopped);
}

#[test]
fn the_search_says_why_it_ended() {
    let task = task(PETERSEN, r#"{"kind":"multinode-broadcast"}"#, PORTS[3]);
    let quick = ListSearch { effort: Effort::Quick, ..search(1) };
    let found = search_by_sat(&task, 30, quick).expect("small formulas");
    let better = found.better.expect("fewer slots");
    // Every node receives nine packets and half of the nodes receive in a slot: 18 slots are hard to refute.
    assert_eq!(better.cut_short, Some(CutShort::Steps));
    assert!(slots(&better.schedule) >= 18 && found.bound.is_none_or(|bound| bound.slots() <= 18));
}

#[test]
fn large_formulas_are_refused_before_they_are_written() {
    let many = task(PETERSEN, r#"{"kind":"single-node-broadcast","root":0,"count":60000}"#, PORTS[0]);
    let limit = search_by_sat(&many, 100_000, search(20_000)).expect_err("too large");
    assert_eq!((limit.slots, limit.found > limit.most), (20_000, true));
    assert!(!fits_limits(&many, 20_000));
}

#[test]
fn a_formula_is_no_larger_than_its_size_says() {
    for (count, ports) in (1..14).flat_map(|count| PORTS.map(|ports| (count, ports))) {
        let kind = format!(r#"{{"kind":"single-node-broadcast","root":0,"count":{count}}}"#);
        let task = task(PETERSEN, &kind, ports);
        for slots in 2..9 {
            let written =
                written(&(&task).into(), slots, AMPLE_CONFLICTS, &|| false).expect("everybody is near");
            let (found, most) =
                (count_of(written.clauses.formula().len()), formula_size(&(&task).into(), slots).clauses);
            assert!(found <= most, "{count} packets in {slots} slots: {found} clauses, at most {most}");
        }
    }
}
