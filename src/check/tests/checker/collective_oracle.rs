//! Comparison of the checker with a naive replay and an exhaustive search: it accepts exactly the schedules
//! that the replay accepts, and no bound is above the least number of slots.

use super::collective::explicit;
use super::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A move: packet, sender, receiver.
type Hop = (usize, u64, u64);
type Slots = Vec<Vec<Hop>>;

/// A network by its links.
struct Graph {
    document: Value,
    nodes: u64,
    links: BTreeSet<(u64, u64)>,
}

impl Graph {
    fn ring(nodes: u64) -> Self {
        let links = (0..nodes).flat_map(|v| [(v, (v + 1) % nodes), ((v + 1) % nodes, v)]).collect();
        Self { document: good::ring(nodes), nodes, links }
    }

    fn cube(dimension: u64) -> Self {
        let nodes = 1 << dimension;
        let links = (0..nodes).flat_map(|v| (0..dimension).map(move |bit| (v, v ^ (1 << bit)))).collect();
        Self { document: json!({ "kind": "hypercube", "dimension": dimension }), nodes, links }
    }

    fn torus2x3() -> Self {
        let at = |x: u64, y: u64| 3 * (x % 2) + y % 3;
        let mut links = BTreeSet::new();
        for (x, y) in (0..2).flat_map(|x| (0..3).map(move |y| (x, y))) {
            for next in [at(x + 1, y), at(x, y + 1), at(x, y + 2)] {
                links.insert((at(x, y), next));
            }
        }
        Self { document: json!({ "kind": "torus", "radices": [2, 3] }), nodes: 6, links }
    }

    fn distances(&self, from: u64) -> Vec<u64> {
        let mut found = vec![u64::MAX; usize::try_from(self.nodes).expect("few nodes")];
        let mut queue = VecDeque::from([from]);
        found[index(from)] = 0;
        while let Some(at) = queue.pop_front() {
            for &(_, next) in self.links.iter().filter(|link| link.0 == at) {
                if found[index(next)] == u64::MAX {
                    found[index(next)] = found[index(at)] + 1;
                    queue.push_back(next);
                }
            }
        }
        found
    }
}

fn index(node: u64) -> usize {
    usize::try_from(node).expect("few nodes")
}

/// The effect of sending packets, with their ends.
#[derive(Clone, PartialEq)]
enum Packets {
    Personal(Vec<(u64, u64)>),
    Copied(Vec<u64>),
    Combined(Vec<u64>),
}

impl Packets {
    fn len(&self) -> usize {
        match self {
            Self::Personal(list) => list.len(),
            Self::Copied(list) | Self::Combined(list) => list.len(),
        }
    }

    fn document(&self) -> Value {
        match self {
            Self::Personal(list) => json!(list),
            Self::Copied(list) | Self::Combined(list) => {
                json!(list.iter().map(|&node| [node]).collect::<Vec<_>>())
            }
        }
    }

    fn reversed(&self) -> Self {
        match self {
            Self::Personal(list) => Self::Personal(list.iter().map(|&(from, to)| (to, from)).collect()),
            Self::Copied(list) => Self::Combined(list.clone()),
            Self::Combined(list) => Self::Copied(list.clone()),
        }
    }
}

/// A task with its packets.
#[derive(Clone)]
struct Asked {
    task: Value,
    packets: Packets,
}

const REVERSED: [(&str, &str); 3] = [
    ("single-node-broadcast", "single-node-accumulation"),
    ("scatter", "gather"),
    ("multinode-broadcast", "multinode-accumulation"),
];

impl Asked {
    fn broadcast(root: u64, count: usize) -> Self {
        let task = json!({ "kind": "single-node-broadcast", "root": root, "count": count });
        Self { task, packets: Packets::Copied(vec![root; count]) }
    }

    fn scatter(nodes: u64, root: u64, count: usize) -> Self {
        let task = json!({ "kind": "scatter", "root": root, "count": count });
        let others = (0..nodes).filter(|&node| node != root);
        let packets = others.flat_map(|node| vec![(root, node); count]).collect();
        Self { task, packets: Packets::Personal(packets) }
    }

    fn multinode(nodes: u64, count: usize) -> Self {
        let task = json!({ "kind": "multinode-broadcast", "count": count });
        Self { task, packets: Packets::Copied((0..nodes).flat_map(|node| vec![node; count]).collect()) }
    }

    fn exchange(nodes: u64) -> Self {
        let pairs = (0..nodes).flat_map(|s| (0..nodes).map(move |t| (s, t))).filter(|(s, t)| s != t);
        Self { task: good::exchange(), packets: Packets::Personal(pairs.collect()) }
    }

    fn reversed(&self) -> Self {
        let mut task = self.task.clone();
        if let Some((_, to)) = REVERSED.iter().find(|(from, _)| task["kind"] == *from) {
            task["kind"] = json!(to);
        }
        Self { task, packets: self.packets.reversed() }
    }
}

fn reversed(slots: &Slots) -> Slots {
    let back = |&(packet, from, to): &Hop| (packet, to, from);
    slots.iter().rev().map(|slot| slot.iter().map(back).collect()).collect()
}

fn port_rules() -> [Value; 4] {
    [json!("all"), json!("one"), json!({ "at-most": 2 }), json!("one-half-duplex")]
}

/// Returns whether a node may have these numbers of sends and receives in a slot.
fn allowed(ports: &Value, sends: u64, receives: u64) -> bool {
    match ports {
        Value::Object(map) => {
            let most = map["at-most"].as_u64().expect("a number");
            sends <= most && receives <= most
        }
        Value::String(word) if word == "one" => sends <= 1 && receives <= 1,
        Value::String(word) if word == "one-half-duplex" => sends + receives <= 1,
        _ => true,
    }
}

fn count(moves: &[Hop], node: u64, end: impl Fn(&Hop) -> u64) -> u64 {
    moves.iter().filter(|hop| end(hop) == node).map(|_| 1).sum()
}

/// Replays a schedule naively: links, ports, and every packet by itself.
fn accepts(graph: &Graph, ports: &Value, packets: &Packets, slots: &Slots) -> bool {
    for slot in slots {
        let links: BTreeSet<(u64, u64)> = slot.iter().map(|&(_, from, to)| (from, to)).collect();
        if links.len() != slot.len() || !links.is_subset(&graph.links) {
            return false;
        }
        let fits = |node| allowed(ports, count(slot, node, |hop| hop.1), count(slot, node, |hop| hop.2));
        if !(0..graph.nodes).all(fits) {
            return false;
        }
    }
    (0..packets.len()).all(|packet| {
        let own: Vec<Vec<(u64, u64)>> = slots
            .iter()
            .map(|slot| slot.iter().filter(|hop| hop.0 == packet).map(|hop| (hop.1, hop.2)).collect())
            .collect();
        match packets {
            Packets::Personal(list) => {
                let (mut at, to) = list[packet];
                for slot in &own {
                    match slot.as_slice() {
                        [] => {}
                        &[(from, next)] if from == at => at = next,
                        _ => return false,
                    }
                }
                at == to
            }
            Packets::Copied(list) => {
                let mut holders = BTreeSet::from([list[packet]]);
                for slot in &own {
                    if !slot.iter().all(|(from, _)| holders.contains(from)) {
                        return false;
                    }
                    holders.extend(slot.iter().map(|&(_, to)| to));
                }
                holders.len() == index(graph.nodes)
            }
            Packets::Combined(list) => all_parts_arrive(graph.nodes, list[packet], &own),
        }
    })
}

/// Returns whether all parts arrive at the root, a part being the number of its node: a node sends all parts
/// that it had before the slot, and keeps none.
fn all_parts_arrive(nodes: u64, root: u64, slots: &[Vec<(u64, u64)>]) -> bool {
    let mut parts: Vec<Vec<u64>> = (0..nodes).map(|node| vec![node]).collect();
    let mut sends = vec![0; index(nodes)];
    for slot in slots {
        let mut sent: Vec<(u64, Vec<u64>)> = Vec::new();
        for &(from, to) in slot {
            sends[index(from)] += 1;
            sent.push((to, std::mem::take(&mut parts[index(from)])));
        }
        for (to, list) in sent {
            parts[index(to)].extend(list);
        }
    }
    let mut whole = parts[index(root)].clone();
    whole.sort_unstable();
    let once = (0..nodes).all(|node| sends[index(node)] == u64::from(node != root));
    once && whole.into_iter().eq(0..nodes)
}

/// A fixed sequence of numbers (a linear congruence after Knuth).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let limit = u64::try_from(limit).expect("a small number");
        index((self.0 >> 33) % limit)
    }
}

/// Returns a random schedule that serves the task: packets are sent on to nodes that need them, as ports
/// allow.
fn by_chance(graph: &Graph, ports: &Value, packets: &Packets, dice: &mut Dice) -> Slots {
    let far: Vec<Vec<u64>> = (0..graph.nodes).map(|node| graph.distances(node)).collect();
    let links: Vec<(u64, u64)> = graph.links.iter().copied().collect();
    let mut held: Vec<BTreeSet<u64>> = match packets {
        Packets::Personal(list) => list.iter().map(|&(from, _)| BTreeSet::from([from])).collect(),
        Packets::Copied(list) | Packets::Combined(list) => {
            list.iter().map(|&node| BTreeSet::from([node])).collect()
        }
    };
    let mut slots = Slots::new();
    for _ in 0..200 {
        let (before, mut slot) = (held.clone(), Vec::<Hop>::new());
        for _ in 0..3 * links.len() {
            let ((from, to), packet) = (links[dice.below(links.len())], dice.below(packets.len()));
            let wanted = match packets {
                Packets::Personal(list) => {
                    let away = &far[index(list[packet].1)];
                    away[index(to)] < away[index(from)]
                }
                _ => !held[packet].contains(&to),
            };
            let free = !slot.iter().any(|hop| (hop.1, hop.2) == (from, to))
                && (matches!(packets, Packets::Copied(_)) || !slot.iter().any(|hop| hop.0 == packet));
            slot.push((packet, from, to));
            let fits =
                |node| allowed(ports, count(&slot, node, |hop| hop.1), count(&slot, node, |hop| hop.2));
            if wanted && free && before[packet].contains(&from) && fits(from) && fits(to) {
                held[packet].insert(to);
                if matches!(packets, Packets::Personal(_)) {
                    held[packet].remove(&from);
                }
            } else {
                slot.pop();
            }
        }
        slots.push(slot);
        let done = match packets {
            Packets::Personal(list) => list.iter().zip(&held).all(|((_, to), at)| at.contains(to)),
            _ => held.iter().all(|holders| holders.len() == index(graph.nodes)),
        };
        if done {
            break;
        }
    }
    slots
}

/// Changes one move, or two: another packet, other ends, another slot, gone, or doubled.
fn spoil(graph: &Graph, packets: usize, slots: &mut Slots, dice: &mut Dice) {
    let slot = dice.below(slots.len());
    if slots[slot].is_empty() {
        return;
    }
    let place = dice.below(slots[slot].len());
    let node = u64::try_from(dice.below(index(graph.nodes))).expect("a node");
    match dice.below(7) {
        0 => drop(slots[slot].remove(place)),
        1 => slots[slot][place].0 = dice.below(packets),
        2 => slots[slot][place].1 = node,
        3 => slots[slot][place].2 = node,
        4 => {
            let hop = slots[slot].remove(place);
            let other = dice.below(slots.len());
            slots[other].push(hop);
        }
        5 => {
            let hop = slots[slot][place];
            let other = dice.below(slots.len());
            slots[other].push(hop);
        }
        _ => {
            let other = dice.below(slots.len());
            slots.swap(slot, other);
        }
    }
}

fn schedule(graph: &Graph, asked: &Asked, ports: &Value, slots: &Slots) -> ScheduleDocument {
    let mut value = explicit(&asked.packets.document(), &json!(slots));
    value["format"] = json!("isotask.schedule/1");
    value["task"] = good::task(&graph.document, &asked.task, ports);
    parse(value.to_string().as_bytes()).expect("a schedule document")
}

#[test]
fn explicit_schedules_are_accepted_exactly_if_the_naive_replay_accepts_them() {
    let graphs =
        [Graph::ring(2), Graph::ring(3), Graph::ring(5), Graph::cube(2), Graph::cube(3), Graph::torus2x3()];
    let mut dice = Dice(1);
    let mut tally: BTreeMap<(String, bool), u64> = BTreeMap::new();
    for graph in &graphs {
        for ports in port_rules() {
            for round in 0..30 {
                let root = u64::try_from(dice.below(index(graph.nodes))).expect("a node");
                let asked = match round % 4 {
                    0 => Asked::broadcast(root, 1 + dice.below(3)),
                    1 => Asked::scatter(graph.nodes, root, 1 + dice.below(2)),
                    2 => Asked::multinode(graph.nodes, 1 + dice.below(2)),
                    _ => Asked::exchange(graph.nodes),
                };
                let good = by_chance(graph, &ports, &asked.packets, &mut dice);
                let dual = (asked.reversed(), reversed(&good));
                // Time reversal swaps the ends of an exchange, which is the task with its packets in another
                // order.
                for (asked, good) in [(asked, good), dual] {
                    assert!(accepts(graph, &ports, &asked.packets, &good), "{}: {good:?}", asked.task);
                    for changes in 0..4 {
                        let mut slots = good.clone();
                        for _ in 0..changes {
                            spoil(graph, asked.packets.len(), &mut slots, &mut dice);
                        }
                        let expected = accepts(graph, &ports, &asked.packets, &slots);
                        let found =
                            check_schedule(&schedule(graph, &asked, &ports, &slots), &Options::default());
                        assert_eq!(
                            found.is_ok(),
                            expected,
                            "{} {ports}: {found:?} for {slots:?}",
                            asked.task
                        );
                        let kind = asked.task["kind"].as_str().expect("a word").to_owned();
                        *tally.entry((kind, expected)).or_default() += 1;
                    }
                }
            }
        }
    }
    assert_eq!(tally.len(), 14, "{tally:?}");
    assert!(tally.values().all(|&times| times > 100), "{tally:?}");
}

/// The nodes that have each packet, a bit for every node.
type State = Vec<u8>;

/// Returns a schedule with the least number of slots for copied or personal packets, by a search through all
/// states.
fn least(graph: &Graph, ports: &Value, packets: &Packets) -> Slots {
    let all = (1_u8 << graph.nodes) - 1;
    let (start, goal): (Vec<u8>, Vec<u8>) = match packets {
        Packets::Personal(list) => list.iter().map(|&(from, to)| (1 << from, 1 << to)).unzip(),
        Packets::Copied(list) | Packets::Combined(list) => list.iter().map(|&from| (1 << from, all)).unzip(),
    };
    let mut reached: BTreeMap<State, Option<(State, Vec<Hop>)>> = BTreeMap::from([(start.clone(), None)]);
    let mut queue = VecDeque::from([start]);
    while !reached.contains_key(&goal) {
        let state = queue.pop_front().expect("every task can be served");
        let links: Vec<_> = graph.links.iter().copied().collect();
        let mut slot = Slot {
            ports,
            copied: matches!(packets, Packets::Copied(_)),
            links,
            before: &state,
            hops: Vec::new(),
        };
        let mut found = Vec::new();
        slot.extend(0, &mut state.clone(), &mut found);
        for (next, hops) in found {
            if !reached.contains_key(&next) {
                reached.insert(next.clone(), Some((state.clone(), hops)));
                queue.push_back(next);
            }
        }
    }
    let (mut at, mut slots) = (goal, Slots::new());
    while let Some((before, hops)) = &reached[&at] {
        slots.push(hops.clone());
        at.clone_from(before);
    }
    slots.reverse();
    slots
}

/// The moves that are possible in one slot.
struct Slot<'a> {
    ports: &'a Value,
    copied: bool,
    links: Vec<(u64, u64)>,
    before: &'a [u8],
    hops: Vec<Hop>,
}

impl Slot<'_> {
    fn extend(&mut self, link: usize, state: &mut Vec<u8>, found: &mut Vec<(Vec<u8>, Vec<Hop>)>) {
        let Some(&(from, to)) = self.links.get(link) else {
            found.push((state.clone(), self.hops.clone()));
            return;
        };
        self.extend(link + 1, state, found);
        for packet in 0..state.len() {
            let moved = self.hops.iter().any(|hop| hop.0 == packet);
            let useful = if self.copied { state[packet] & (1 << to) == 0 } else { !moved };
            if self.before[packet] & (1 << from) == 0 || !useful {
                continue;
            }
            self.hops.push((packet, from, to));
            let count = |node, end: fn(&Hop) -> u64| count(&self.hops, node, end);
            let fits = |node| allowed(self.ports, count(node, |hop| hop.1), count(node, |hop| hop.2));
            if fits(from) && fits(to) {
                let was = state[packet];
                state[packet] = if self.copied { was | (1 << to) } else { 1 << to };
                self.extend(link + 1, state, found);
                state[packet] = was;
            }
            self.hops.pop();
        }
    }
}

/// Returns all witnesses of bounds on the completion time that the task may have.
fn witnesses(graph: &Graph, task: &Value) -> Vec<Value> {
    let mut list = vec![json!({ "kind": "volume", "value": 0 })];
    for node in 0..graph.nodes {
        for distance in 1..=3 {
            for kind in ["reception", "emission"] {
                list.push(json!({ "kind": kind, "value": 0, "node": node, "distance": distance }));
            }
        }
        let other = task.get("root").and_then(Value::as_u64).unwrap_or(0);
        if node != other {
            list.push(json!({ "kind": "distance", "value": 0, "packet": node }));
        }
        if task["kind"] == "single-node-broadcast" || task["kind"] == "single-node-accumulation" {
            list.push(json!({ "kind": "last-packet", "value": 0, "node": node }));
        }
    }
    list
}

/// Returns the bound that the checker recomputes.
fn bound(graph: &Graph, asked: &Asked, ports: &Value, slots: &Slots, witness: &Value) -> u64 {
    let time = u64::try_from(slots.len()).expect("few slots");
    let task = good::task(&graph.document, &asked.task, ports);
    let schedule = explicit(&asked.packets.document(), &json!(slots));
    match check(&good::certificate(&task, &schedule, &[good::time(time, "all", witness)])) {
        Ok(_) => 0,
        Err(Rejection::LowerMismatch { recomputed, .. }) => u64::try_from(recomputed).expect("few slots"),
        Err(other) => unreachable!("{other:?}: {task} {witness} {slots:?}"),
    }
}

#[test]
fn no_bound_is_above_the_least_number_of_slots() {
    let small = [
        (
            Graph::ring(2),
            vec![Asked::broadcast(1, 3), Asked::scatter(2, 0, 3), Asked::multinode(2, 2), Asked::exchange(2)],
        ),
        (
            Graph::ring(3),
            vec![
                Asked::broadcast(0, 1),
                Asked::broadcast(1, 2),
                Asked::broadcast(2, 3),
                Asked::scatter(3, 1, 1),
                Asked::scatter(3, 1, 2),
                Asked::multinode(3, 1),
                Asked::exchange(3),
            ],
        ),
        (Graph::ring(4), vec![Asked::broadcast(0, 1), Asked::broadcast(3, 2), Asked::scatter(4, 1, 1)]),
        (Graph::cube(2), vec![Asked::broadcast(2, 2), Asked::scatter(4, 3, 1)]),
        (Graph::ring(5), vec![Asked::broadcast(0, 1), Asked::broadcast(2, 2), Asked::scatter(5, 0, 1)]),
    ];
    let mut tight: BTreeSet<(String, String)> = BTreeSet::new();
    for (graph, tasks) in &small {
        for (asked, ports) in tasks.iter().flat_map(|asked| port_rules().map(|ports| (asked, ports))) {
            let slots = least(graph, &ports, &asked.packets);
            let time = u64::try_from(slots.len()).expect("few slots");
            for (asked, slots) in [(asked.clone(), slots.clone()), (asked.reversed(), reversed(&slots))] {
                for witness in witnesses(graph, &asked.task) {
                    let bound = bound(graph, &asked, &ports, &slots, &witness);
                    assert!(bound <= time, "{bound} > {time}: {} {ports} {witness}", asked.task);
                    if bound == time {
                        let word = |value: &Value| value["kind"].as_str().expect("a word").to_owned();
                        tight.insert((word(&asked.task), word(&witness)));
                    }
                }
            }
        }
    }
    // Every bound is attained by every task that may have it: 7 tasks with four each, two with a fifth.
    assert_eq!(tight.len(), 7 * 4 + 2, "{tight:?}");
}
