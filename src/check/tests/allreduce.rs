//! Allreduce: the replay of partial sums, and the bounds, held against exhaustive search on small graphs.

use isotask_check::{Options, Rejection, Verdict, check_certificate};
use isotask_wire::{CertificateDocument, parse};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A move: block, sender and receiver.
type Move = (usize, usize, usize);

/// What a node may do with sums that overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// The sums of a node and those that it receives are disjoint, or one contains the others.
    Sums,
    /// Any sums are joined. Every schedule in which parts are added once, with any number of sums at a node,
    /// is one by this rule.
    Knowledge,
}

/// An allreduce on a small graph.
#[derive(Debug, Clone)]
struct Small {
    nodes: usize,
    /// The nodes that have no parts.
    switches: Vec<usize>,
    arcs: Vec<(usize, usize)>,
    blocks: usize,
    ports: Value,
}

impl Small {
    fn undirected(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let arcs = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        Self { nodes, switches: Vec::new(), arcs, blocks: 1, ports: json!("all") }
    }

    /// Returns the most sends, or receives, of a node, and whether it does only one of both.
    fn rule(&self) -> (usize, bool) {
        match &self.ports {
            Value::String(word) if word == "all" => (self.nodes, false),
            Value::String(word) if word == "one" => (1, false),
            Value::String(_) => (1, true),
            limit => {
                (usize::try_from(limit["at-most"].as_u64().expect("a limit")).expect("a small limit"), false)
            }
        }
    }

    fn bit(&self, block: usize, node: usize, part: usize) -> u64 {
        1 << ((block * self.nodes + node) * self.nodes + part)
    }

    /// Returns the parts that a node has of a block, at the lowest bits.
    fn sum(&self, state: u64, block: usize, node: usize) -> u64 {
        state >> ((block * self.nodes + node) * self.nodes) & ((1 << self.nodes) - 1)
    }

    fn hosts(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.nodes).filter(|node| !self.switches.contains(node))
    }

    fn start(&self) -> u64 {
        let all = (0..self.blocks).flat_map(|block| self.hosts().map(move |node| (block, node)));
        all.fold(0, |state, (block, node)| state | self.bit(block, node, node))
    }

    /// Returns whether every host has the parts of all.
    fn is_done(&self, state: u64) -> bool {
        let all = self.hosts().fold(0, |all, host| all | 1 << host);
        (0..self.blocks).all(|block| self.hosts().all(|host| self.sum(state, block, host) == all))
    }

    /// Returns the state after the moves of a slot; none if they are against the rule.
    fn after(&self, state: u64, moves: &[Move], rule: Rule) -> Option<u64> {
        let mut next = state;
        if moves.iter().any(|&(block, from, _)| self.sum(state, block, from) == 0) {
            return None;
        }
        for block in 0..self.blocks {
            for node in 0..self.nodes {
                let own = self.sum(state, block, node);
                let mut sums = vec![own];
                let come = moves.iter().filter(|&&(of, _, to)| (of, to) == (block, node));
                sums.extend(come.map(|&(_, from, _)| self.sum(state, block, from)));
                let union = sums.iter().fold(0, |union, sum| union | sum);
                let pairs =
                    (0..sums.len()).flat_map(|at| (0..at).map(move |other| (at, other))).collect::<Vec<_>>();
                let disjoint = pairs.iter().all(|&(at, other)| sums[at] & sums[other] == 0);
                if rule == Rule::Sums && !disjoint && !sums.contains(&union) {
                    return None;
                }
                next |= union << ((block * self.nodes + node) * self.nodes);
            }
        }
        Some(next)
    }

    /// Calls `visit` with every choice of moves that links and ports allow in a slot.
    fn visit(&self, chosen: &mut Vec<Move>, arc: usize, visit: &mut dyn FnMut(&[Move])) {
        let Some(&(from, to)) = self.arcs.get(arc) else { return visit(chosen) };
        self.visit(chosen, arc + 1, visit);
        let (ports, half) = self.rule();
        let uses = |found: &dyn Fn(&Move) -> bool| chosen.iter().filter(|step| found(step)).count();
        let (sends, receives) = (uses(&|step| step.1 == from), uses(&|step| step.2 == to));
        let both = uses(&|step| step.2 == from) + uses(&|step| step.1 == to);
        if sends < ports && receives < ports && !(half && both > 0) {
            for block in 0..self.blocks {
                chosen.push((block, from, to));
                self.visit(chosen, arc + 1, visit);
                chosen.pop();
            }
        }
    }

    /// Returns the moves of each slot of a shortest schedule, by breadth-first search over all schedules.
    fn shortest(&self, rule: Rule) -> Vec<Vec<Move>> {
        let mut choices = Vec::new();
        self.visit(&mut Vec::new(), 0, &mut |moves| choices.push(moves.to_vec()));
        let mut before: HashMap<u64, (u64, usize)> = HashMap::new();
        let mut front = vec![self.start()];
        while !front.iter().any(|&state| self.is_done(state)) {
            let mut next = Vec::new();
            for &state in &front {
                for (choice, moves) in choices.iter().enumerate() {
                    let Some(after) = self.after(state, moves, rule).filter(|&after| after != state) else {
                        continue;
                    };
                    if let Entry::Vacant(place) = before.entry(after) {
                        place.insert((state, choice));
                        next.push(after);
                    }
                }
            }
            front = next;
            assert!(!front.is_empty(), "every node can be reached");
        }
        let done = front.into_iter().find(|&state| self.is_done(state));
        let (mut slots, mut state) = (Vec::new(), done.expect("the search has ended"));
        while state != self.start() {
            let (earlier, choice) = before[&state];
            slots.push(choices[choice].clone());
            state = earlier;
        }
        slots.reverse();
        slots
    }

    /// Returns a certificate of a schedule with one claim of the completion time, or of transmissions.
    fn certificate(&self, slots: &[Vec<Move>], lower: &Value, quantity: &str) -> Value {
        let links: Vec<Value> = self.arcs.iter().map(|&(from, to)| json!([from, to])).collect();
        let mut network = json!({ "kind": "graph", "nodes": self.nodes, "directed": true, "links": links });
        if !self.switches.is_empty() {
            network["switches"] = json!(self.switches);
            network["switch_ports"] = self.ports.clone();
        }
        let slots: Vec<Value> = slots.iter().map(|slot| json!(slot)).collect();
        let packets: Vec<Value> = (0..self.blocks).map(|_| json!([])).collect();
        let moves: usize = slots.iter().map(|slot| slot.as_array().map_or(0, Vec::len)).sum();
        let value = if quantity == "completion-time" { slots.len() } else { moves };
        let status = if lower["value"] == json!(value) { "optimal" } else { "upper-bound" };
        let mut claim = json!({ "quantity": quantity, "value": value, "scope": "all", "lower": lower,
            "status": status });
        if quantity != "completion-time" {
            claim["per"] = json!("network");
        }
        json!({ "format": "isotask.certificate/1",
            "task": { "format": "isotask.task/1",
                "network": network,
                "task": { "kind": "allreduce", "count": self.blocks },
                "ports": self.ports, "objective": "completion-time" },
            "schedule": { "kind": "explicit", "packets": packets, "slots": slots },
            "claims": [claim] })
    }

    /// Returns the value that the checker recomputes of a bound; none if the bound is refused.
    fn recomputed(&self, slots: &[Vec<Move>], mut lower: Value, quantity: &str) -> Option<u128> {
        lower["value"] = json!(0);
        match check(&self.certificate(slots, &lower, quantity)) {
            Ok(_) => Some(0),
            Err(Rejection::LowerMismatch { recomputed, .. }) => Some(recomputed),
            Err(Rejection::NotAnOffset { .. } | Rejection::CutNodes { .. } | Rejection::AtSwitch { .. }) => {
                None
            }
            Err(other) => unreachable!("{other}: {lower}"),
        }
    }

    /// Returns every bound on the completion time that there is, by kind.
    fn bounds(&self) -> Vec<Value> {
        let mut all = vec![json!({ "kind": "volume" })];
        for node in 0..self.nodes {
            for other in 0..self.nodes {
                all.push(json!({ "kind": "distance", "packet": other, "from": node }));
            }
            for kind in ["reception", "emission"] {
                all.extend(
                    (1..=self.nodes)
                        .map(|distance| json!({ "kind": kind, "node": node, "distance": distance })),
                );
            }
        }
        for set in 1..(1_usize << self.nodes) - 1 {
            let inside: Vec<usize> = (0..self.nodes).filter(|node| set >> node & 1 == 1).collect();
            all.push(json!({ "kind": "cut", "nodes": inside }));
        }
        all
    }
}

fn check(value: &Value) -> Result<Verdict, Rejection> {
    let document: CertificateDocument =
        parse(value.to_string().as_bytes()).expect("the test writes documents of the right shape");
    check_certificate(&document, &Options::default())
}

/// All connected graphs of two to four nodes, and some whose links lead one way.
fn graphs() -> Vec<Small> {
    let mut all = vec![
        Small::undirected(2, &[(0, 1)]),
        Small::undirected(3, &[(0, 1), (1, 2)]),
        Small::undirected(3, &[(0, 1), (1, 2), (2, 0)]),
        Small::undirected(4, &[(0, 1), (1, 2), (2, 3)]),
        Small::undirected(4, &[(0, 1), (0, 2), (0, 3)]),
        Small::undirected(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        Small::undirected(4, &[(0, 1), (1, 2), (2, 0), (0, 3)]),
        Small::undirected(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
        Small::undirected(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]),
    ];
    let directed = |nodes: usize, arcs: &[(usize, usize)]| Small {
        arcs: arcs.to_vec(),
        ..Small::undirected(nodes, &[])
    };
    all.push(directed(3, &[(0, 1), (1, 2), (2, 0)]));
    all.push(directed(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]));
    all.push(directed(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (2, 0), (0, 2)]));
    all
}

/// Graphs of two or three hosts with one switch or two.
fn switched() -> Vec<Small> {
    let of = |nodes: usize, switches: &[usize], edges: &[(usize, usize)]| Small {
        switches: switches.to_vec(),
        ..Small::undirected(nodes, edges)
    };
    let mut all = vec![
        of(3, &[1], &[(0, 1), (1, 2)]),
        of(3, &[1], &[(0, 1), (1, 2), (2, 0)]),
        of(4, &[0], &[(0, 1), (0, 2), (0, 3)]),
        of(4, &[1, 2], &[(0, 1), (1, 2), (2, 3)]),
        of(4, &[1, 3], &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        of(4, &[3], &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        // A switch at the end of a link.
        of(4, &[3], &[(0, 1), (1, 2), (2, 0), (0, 3)]),
        of(4, &[0], &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
    ];
    let one_way = vec![(0, 1), (1, 2), (2, 3), (3, 0), (2, 0)];
    all.push(Small { arcs: one_way, ..of(4, &[3], &[]) });
    all
}

/// All tasks that are searched through: one block, and more on graphs of few links.
fn tasks() -> Vec<Small> {
    let mut all = Vec::new();
    for graph in graphs().into_iter().chain(switched()) {
        for ports in [json!("all"), json!("one"), json!("one-half-duplex"), json!({ "at-most": 2 })] {
            let most = match (graph.nodes, graph.arcs.len()) {
                (2, _) => 3,
                (3, _) => 2,
                _ => 1,
            };
            // Of twelve links the choices with two ports are too many.
            if graph.arcs.len() < 12 || ports.is_string() {
                all.extend((1..=most).map(|blocks| Small { blocks, ports: ports.clone(), ..graph.clone() }));
            }
        }
    }
    all
}

/// On connected graphs of up to four nodes whose links lead both ways one sum of a block at a node is as good
/// as any number of them, but for the triangle with one port: there every node passes on the part that has
/// come and adds it to its own.
#[test]
fn no_bound_exceeds_the_shortest_schedule_even_where_parts_may_be_joined_at_will() {
    for task in tasks() {
        let sums = task.shortest(Rule::Sums);
        let least = task.shortest(Rule::Knowledge).len();
        for bound in task.bounds() {
            if let Some(value) = task.recomputed(&sums, bound.clone(), "completion-time") {
                let value = usize::try_from(value).expect("few slots");
                assert!(value <= least, "{bound} is {value}, but {least} slots are enough for {task:?}");
            }
        }
        let moves: usize = sums.iter().map(Vec::len).sum();
        let spanning = task.recomputed(&sums, json!({ "kind": "spanning" }), "transmissions");
        assert_eq!(spanning, u128::try_from(2 * (task.hosts().count() - 1) * task.blocks).ok());
        assert!(spanning <= u128::try_from(moves).ok());
        let both_ways = task.arcs.iter().all(|&(from, to)| task.arcs.contains(&(to, from)));
        if both_ways && task.switches.is_empty() {
            let is_triangle = (task.nodes, task.arcs.len(), task.blocks) == (3, 6, 1);
            assert_eq!(sums.len() > least, is_triangle && task.ports == json!("one"), "{task:?}");
        }
    }
}

/// What nodes of a graph keep apart of one block: by node and sender, the parts.
#[derive(Debug, Clone, Default)]
struct Kept(HashMap<(usize, usize), u64>);

impl Kept {
    /// Returns the parts that a node has from all but one of its neighbours, and its own; none if sums
    /// overlap.
    fn sum(&self, task: &Small, node: usize, but: Option<usize>) -> Option<u64> {
        let senders = (0..task.nodes).filter(|sender| task.arcs.contains(&(*sender, node)));
        let came = senders.filter(|sender| Some(*sender) != but);
        let mut sums = vec![u64::from(!task.switches.contains(&node)) << node];
        sums.extend(came.map(|sender| self.0.get(&(node, sender)).copied().unwrap_or(0)));
        let union = sums.iter().fold(0, |union, sum| union | sum);
        let parts: u32 = sums.iter().map(|sum: &u64| sum.count_ones()).sum();
        (parts == union.count_ones() || sums.contains(&union)).then_some(union)
    }

    /// Returns whether a node is a switch to which nothing has come.
    fn is_empty_at(&self, task: &Small, node: usize) -> bool {
        self.sum(task, node, None) == Some(0)
    }

    /// Returns what is kept after the moves of a slot; none if they are against the rule.
    fn after(&self, task: &Small, moves: &[Move]) -> Option<Self> {
        let mut next = self.clone();
        for &(_, from, to) in moves {
            next.0.insert((to, from), self.sum(task, from, Some(to))?);
        }
        moves.iter().all(|&(_, _, to)| next.sum(task, to, None).is_some()).then_some(next)
    }
}

/// Returns the certificate of a schedule whose block is kept apart.
fn kept_apart(task: &Small, slots: &[Vec<Move>]) -> Value {
    let something_leaves = json!({ "kind": "cut", "value": 1, "nodes": [task.hosts().next()] });
    let mut certificate = task.certificate(slots, &something_leaves, "completion-time");
    certificate["schedule"]["packets"] = json!(["apart"]);
    certificate
}

/// The replay of random moves agrees with a model of the rule, with the slot of a fault.
#[test]
fn what_comes_from_each_neighbour_is_kept_apart() {
    let (mut state, mut seen) = (1_u64, [0; 4]);
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for graph in graphs().into_iter().chain(switched()) {
        for _ in 0..300 {
            let mut slots: Vec<Vec<Move>> = Vec::new();
            for _ in 0..=random(4) {
                let moves = graph.arcs.iter().filter(|_| random(2) == 0).map(|&(from, to)| (0, from, to));
                slots.push(moves.collect());
            }
            slots.retain(|slot| !slot.is_empty());
            let (mut kept, mut fault) = (Kept::default(), None);
            for (slot, moves) in slots.iter().enumerate() {
                if let Some(node) =
                    moves.iter().map(|step| step.1).find(|&node| kept.is_empty_at(&graph, node))
                {
                    fault = Some((slot, Some(node)));
                    break;
                }
                let Some(next) = kept.after(&graph, moves) else {
                    fault = Some((slot, None));
                    break;
                };
                kept = next;
            }
            let all = graph.hosts().fold(0, |all, host| all | 1 << host);
            let is_whole = graph.hosts().all(|node| kept.sum(&graph, node, None) == Some(all));
            match (check(&kept_apart(&graph, &slots)), fault) {
                (Err(Rejection::NotHeld { slot, node, .. }), Some((expected, Some(from)))) => {
                    assert_eq!((slot, usize::try_from(node)), (expected, Ok(from)), "{graph:?} {slots:?}");
                    seen[3] += 1;
                }
                (Err(Rejection::SumsOverlap { slot, .. }), Some((expected, None))) => {
                    assert_eq!(slot, expected, "{graph:?} {slots:?}");
                    seen[0] += 1;
                }
                (Err(Rejection::SumIncomplete { .. }), None) if !is_whole => seen[1] += 1,
                (Ok(_), None) if is_whole => seen[2] += 1,
                other => unreachable!("{other:?} of {graph:?} {slots:?}"),
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
}

/// Round a ring whose links lead one way each node passes on its own part and what has come. With one sum at
/// a node that takes longer.
#[test]
fn a_block_that_is_kept_apart_goes_once_round_a_ring() {
    for nodes in [3, 4] {
        let arcs: Vec<_> = (0..nodes).map(|node| (node, (node + 1) % nodes)).collect();
        let ring = Small { arcs: arcs.clone(), ..Small::undirected(nodes, &[]) };
        let round: Vec<Move> = arcs.iter().map(|&(from, to)| (0, from, to)).collect();
        let slots = vec![round; nodes - 1];
        let found = check(&kept_apart(&ring, &slots)).expect("every part comes once");
        assert_eq!(usize::try_from(found.replayed.completion_time), Ok(nodes - 1));
        assert_eq!(ring.shortest(Rule::Knowledge).len(), nodes - 1);
        assert!(ring.shortest(Rule::Sums).len() > nodes - 1);
    }
}

#[test]
fn only_a_block_of_an_allreduce_is_kept_apart() {
    let task = path();
    let mut copied = kept_apart(&task, &[vec![(0, 0, 1)]]);
    copied["task"]["task"] = json!({ "kind": "single-node-broadcast", "root": 0 });
    assert!(matches!(check(&copied), Err(Rejection::PacketForm { found: 0, expected: 1, .. })));
    for (kind, word) in [("symmetric", "apart"), ("explicit", "Apart")] {
        let mut other = kept_apart(&task, &[vec![(0, 0, 1)]]);
        other["schedule"]["kind"] = json!(kind);
        other["schedule"]["packets"] = json!([word]);
        let fault = parse::<CertificateDocument>(other.to_string().as_bytes()).map(|_| ());
        assert!(fault.expect_err("no such packet").to_string().contains("packets"), "{kind}");
    }
}

/// The path 0 - 1 - 2.
fn path() -> Small {
    Small::undirected(3, &[(0, 1), (1, 2)])
}

fn verdict(task: &Small, slots: &[Vec<Move>]) -> Result<Verdict, Rejection> {
    let neighbors = json!({ "kind": "distance", "value": 1, "packet": 1, "from": 0 });
    check(&task.certificate(slots, &neighbors, "completion-time"))
}

#[test]
fn sums_without_a_common_part_are_added_and_one_that_contains_the_others_replaces_them() {
    let task = path();
    let good = verdict(&task, &[vec![(0, 0, 1), (0, 2, 1)], vec![(0, 1, 0), (0, 1, 2)]]);
    assert_eq!(good.map(|found| found.replayed.transmissions), Ok(4));
    // Both ends send and receive in one slot: what they send was theirs before.
    let slots = [vec![(0, 2, 1), (0, 1, 2)], vec![(0, 0, 1), (0, 1, 0)], vec![(0, 1, 2)]];
    assert_eq!(verdict(&task, &slots).map(|found| found.replayed.completion_time), Ok(3));
    // A whole sum and a part of it come together, and again to a node that has the sum.
    let square = Small::undirected(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
    let slots = [vec![(0, 0, 1), (0, 2, 3)], vec![(0, 1, 2), (0, 3, 2)], vec![(0, 1, 2)]];
    // Node 2 has {0, 1, 2} after adding; what comes from node 3 has node 2 in it.
    assert!(matches!(
        verdict(&square, &slots),
        Err(Rejection::SumsOverlap { slot: 1, packet: 0, node: 2, .. })
    ));
    let slots = [
        vec![(0, 0, 1), (0, 3, 2)],
        vec![(0, 1, 2)],
        vec![(0, 2, 1), (0, 2, 3)],
        vec![(0, 1, 0), (0, 3, 0), (0, 1, 2)],
    ];
    assert_eq!(verdict(&square, &slots).map(|found| found.replayed.completion_time), Ok(4));
}

#[test]
fn a_part_that_would_be_added_twice_or_is_missing_is_refused_with_its_place() {
    let task = path();
    // The part of node 0 is in what node 2 has and in what comes from node 1, and none contains the other.
    let triangle = Small::undirected(3, &[(0, 1), (1, 2), (2, 0)]);
    let twice = [vec![(0, 0, 1), (0, 0, 2)], vec![(0, 1, 2)]];
    match verdict(&triangle, &twice) {
        Err(found @ Rejection::SumsOverlap { slot: 1, index: 0, packet: 0, node: 2 }) => {
            assert_eq!((found.reason(), found.place().as_str()), ("sums-overlap", "schedule.slots[1][0]"));
        }
        other => unreachable!("{other:?}"),
    }
    let short = [vec![(0, 0, 1), (0, 2, 1)], vec![(0, 1, 0)]];
    assert!(matches!(
        verdict(&task, &short),
        Err(Rejection::SumIncomplete { packet: 0, node: 2, missing: 0 })
    ));
}

#[test]
fn an_allreduce_has_blocks_without_ends_and_no_delay() {
    let task = path();
    let slots = [vec![(0, 0, 1), (0, 2, 1)], vec![(0, 1, 0), (0, 1, 2)]];
    let good = task.certificate(
        &slots,
        &json!({ "kind": "distance", "value": 2, "packet": 2, "from": 0 }),
        "completion-time",
    );
    assert!(check(&good).is_ok());
    let changed = |pointer: &str, new: Value| {
        let mut value = good.clone();
        *value.pointer_mut(pointer).expect("the key exists") = new;
        check(&value)
    };
    let two = json!([[], []]);
    assert!(matches!(changed("/schedule/packets", two), Err(Rejection::EndsMismatch { found: 2, .. })));
    let named = json!([[1]]);
    assert!(matches!(
        changed("/schedule/packets", named),
        Err(Rejection::PacketForm { found: 1, expected: 0, .. })
    ));
    let delay = json!("average-delay");
    assert_eq!(changed("/task/objective", delay).err(), Some(Rejection::DelayObjective));
    let apart = json!({ "kind": "graph", "nodes": 3, "directed": true, "links": [[0, 1], [1, 2]] });
    assert!(matches!(changed("/task/network", apart), Err(Rejection::NoWay { .. })));
    let placed = json!({ "kind": "symmetric", "slots": [] });
    assert!(matches!(changed("/schedule", placed), Err(Rejection::ScheduleDoesNotFit { .. })));
    for kind in ["prices", "last-packet", "cut-node", "distances"] {
        let lower = match kind {
            "prices" => json!({ "kind": kind, "value": 1, "links": [[0, 1, 1]] }),
            "last-packet" => json!({ "kind": kind, "value": 1, "node": 0 }),
            "cut-node" => json!({ "kind": kind, "value": 1, "node": 1, "nodes": [2] }),
            _ => json!({ "kind": kind, "value": 1 }),
        };
        let refused = changed("/claims/0/lower", lower);
        let fits =
            matches!(refused, Err(Rejection::BoundNotForTask { .. } | Rejection::BoundDoesNotFit { .. }));
        assert!(fits, "{kind}: {refused:?}");
    }
}
