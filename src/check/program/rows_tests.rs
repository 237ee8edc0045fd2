//! Tests of the models against models/formats/programs.md, implemented again by the names of variables.

use super::delay::{self, DelayModel, Ways};
use super::flow::{self, FlowModel, Moves};
use super::rows::ProgramRows;
use crate::effort::Effort;
use crate::task::isotropic::Isotropic;
use crate::task::problem::Problem;
use isotask_wire::{self as wire, DelayRow, DelayVariable, Scope};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Sum = Vec<(DelayVariable, i128)>;

pub(super) fn problem(network: &Value, task: &Value, ports: &Value) -> Problem {
    let document = json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": ports,
        "objective": "completion-time" });
    let document: wire::TaskDocument = wire::parse(document.to_string().as_bytes()).expect("a task");
    Problem::new(&document, &Effort::new(u64::MAX)).expect("a good task")
}

fn isotropic(network: &Value, packets: &Value, ports: &Value) -> Isotropic {
    let task = json!({ "kind": "isotropic", "packets": packets });
    match problem(network, &task, ports) {
        Problem::Isotropic(task) => task,
        other => unreachable!("{other:?}"),
    }
}

/// Requires that the model has these variables, each with an index of its own and its fixed value, and none
/// of the names without a value.
pub(super) fn require_variables(
    model: &impl ProgramRows,
    named: impl Iterator<Item = (DelayVariable, Option<Option<bool>>)>,
) {
    let mut known = BTreeSet::new();
    for (name, expected) in named {
        let index = model.variable(name);
        assert_eq!(index.map(|index| model.fixed()[index]), expected, "{name:?}");
        assert!(index.is_none_or(|index| known.insert(index)), "{name:?}");
    }
    // A variable without a name is fixed to 0.
    let unnamed = (0..model.fixed().len()).filter(|index| !known.contains(index));
    assert!(unnamed.into_iter().all(|index| model.fixed()[index] == Some(false)));
}

fn collected(model: &impl ProgramRows, sum: &Sum) -> BTreeMap<usize, i128> {
    let mut all = BTreeMap::new();
    for &(name, factor) in sum {
        *all.entry(model.variable(name).expect("a variable of the model")).or_default() += factor;
    }
    // Variables that are fixed to 0 may stand in the row or not.
    all.retain(|&index, factor| *factor != 0 && model.fixed()[index] != Some(false));
    all
}

/// Requires that the row is this sum, at least the bound or equal to it, or that there is no such row.
pub(super) fn require_row(model: &impl ProgramRows, name: DelayRow, expected: Option<(Sum, i128, bool)>) {
    let found = model.row(name);
    assert_eq!(found.is_some(), expected.is_some(), "{name:?}");
    let Some((found, (sum, bound, equation))) = found.zip(expected) else { return };
    assert_eq!((found.bound, found.equation), (bound, equation), "{name:?}");
    let mut all = BTreeMap::new();
    for (index, factor) in found.list {
        *all.entry(index).or_default() += factor;
    }
    all.retain(|&index, factor| *factor != 0 && model.fixed()[index] != Some(false));
    assert_eq!(all, collected(model, &sum), "{name:?}");
}

fn require_objective(model: &impl ProgramRows, expected: &Sum) {
    let mut found: BTreeMap<usize, i128> = model.objective().iter().copied().collect();
    assert_eq!(found.len(), model.objective().len());
    found.retain(|&index, _| model.fixed()[index] != Some(false));
    assert_eq!(found, collected(model, expected));
}

const fn x(packet: u64, link: u64, slot: u64) -> DelayVariable {
    DelayVariable::Use { packet, link, slot }
}

const fn q(packet: u64, moves: u64, time: u64) -> DelayVariable {
    DelayVariable::Needs { packet, moves, time }
}

/// A packet of the delay model.
struct Packet {
    distance: u64,
    /// `r_i`.
    moves: u64,
    /// For every link its uses, and the dimension and whether this is + where the packet has both ways.
    lanes: BTreeMap<u64, (u64, Option<(u64, bool)>)>,
}

fn packets(task: &Isotropic, slots: u64, scope: Scope) -> Vec<Packet> {
    let dimensions = task.network.dimensions();
    let (mut all, mut sums) = (Vec::new(), vec![0_i128; dimensions.len()]);
    let collect = task.visit(|offset| {
        for _ in 0..offset.count {
            all.push(offset.coordinates.to_vec());
        }
        Ok(())
    });
    collect.expect("enough steps");
    let shorter = |a: usize, x: u64| x.min(dimensions[a].radix - x);
    for packet in &all {
        packet.iter().enumerate().for_each(|(a, &x)| sums[a] += i128::from(shorter(a, x)));
    }
    let room = i128::from(task.ports) * i128::from(slots) - sums.iter().sum::<i128>();
    let packet = |coordinates: Vec<u64>| {
        let distance: u64 = coordinates.iter().enumerate().map(|(a, &x)| shorter(a, x)).sum();
        let (mut moves, mut lanes) = (0, BTreeMap::new());
        for (a, (&x, d)) in coordinates.iter().zip(dimensions).enumerate().filter(|&(_, (&x, _))| x > 0) {
            let link = |link: usize| u64::try_from(link).expect("few links");
            let (back, dimension) = (d.radix - x, link(a));
            let more = back.abs_diff(x);
            let fits = distance + more <= slots
                && i128::from(more) <= 2 * i128::from(slots) - sums[a]
                && i128::from(more) <= room;
            match d.minus {
                Some(minus) if x == back || scope == Scope::Isotropic && fits => {
                    lanes.insert(link(d.plus), (x, Some((dimension, true))));
                    lanes.insert(link(minus), (back, Some((dimension, false))));
                    moves += x.max(back);
                }
                Some(minus) if back < x => {
                    lanes.insert(link(minus), (back, None));
                    moves += back;
                }
                _ => {
                    lanes.insert(link(d.plus), (x, None));
                    moves += x;
                }
            }
        }
        Packet { distance, moves, lanes }
    };
    all.into_iter().map(packet).collect()
}

fn require_delay_model(task: &Isotropic, slots: u64, scope: Scope) {
    let ways = if scope == Scope::Isotropic { Ways::Detours } else { Ways::Shortest };
    let model = DelayModel::new(task, 0, slots, ways).expect("a small model");
    let all = packets(task, slots, scope);
    let links = u64::try_from(task.network.links()).expect("few links");
    let mut named = Vec::new();
    for (i, packet) in (0..).zip(&all) {
        for (j, t) in (0..=links).flat_map(|j| (0..=slots).map(move |t| (j, t))) {
            named.push((x(i, j, t), (packet.lanes.contains_key(&j) && t < slots).then_some(None)));
        }
        for (k, t) in (0..=packet.moves + 1).flat_map(|k| (0..=slots + 1).map(move |t| (k, t))) {
            let value = (t + k <= packet.distance).then_some(true).or((t + k > slots).then_some(false));
            named.push((q(i, k, t), ((1..=packet.moves).contains(&k) && t <= slots).then_some(value)));
        }
        for a in 0..=links {
            let both = packet.lanes.values().any(|lane| lane.1.is_some_and(|(dimension, _)| dimension == a));
            named.push((DelayVariable::Plus { packet: i, dimension: a }, both.then_some(None)));
        }
    }
    let beyond = u64::try_from(all.len()).expect("few packets");
    named.extend([x(beyond, 0, 0), q(beyond, 1, 0)].map(|name| (name, None)));
    named.push((DelayVariable::Plus { packet: beyond, dimension: 0 }, None));
    named.push((DelayVariable::Carry { commodity: 0, node: 0, link: 0, slot: 0 }, None));
    require_variables(&model, named.into_iter());
    let waits = (0..).zip(&all).flat_map(|(i, _)| (0..slots).map(move |t| (q(i, 1, t), 1)));
    require_objective(&model, &waits.collect());
    for (i, packet) in (0..).zip(&all) {
        require_rows_of(&model, i, packet, slots, links);
    }
    let users =
        |j: u64| (0..).zip(&all).filter(move |(_, packet)| packet.lanes.contains_key(&j)).map(|(i, _)| i);
    for t in 0..=slots {
        for j in 0..=links {
            let sum = users(j).map(|i| (x(i, j, t), -1)).collect();
            let row = (t < slots && j < links).then_some((sum, -1, false));
            require_row(&model, DelayRow::Column { link: j, slot: t }, row);
        }
        let sum = (0..links).flat_map(|j| users(j).map(move |i| (x(i, j, t), -1))).collect();
        let row = (t < slots && task.ports < links).then_some((sum, -i128::from(task.ports), false));
        require_row(&model, DelayRow::Ports { slot: t }, row);
    }
}

/// Compares the rows of one packet.
fn require_rows_of(model: &DelayModel, i: u64, packet: &Packet, slots: u64, links: u64) {
    for t in 0..=slots {
        let here = t < slots;
        let moved = || packet.lanes.keys().map(move |&j| (x(i, j, t), -1));
        require_row(
            model,
            DelayRow::Row { packet: i, slot: t },
            here.then(|| (moved().collect(), -1, false)),
        );
        let balance = || {
            let needs = (1..=packet.moves).flat_map(|k| [(q(i, k, t), 1), (q(i, k, t + 1), -1)]);
            (needs.chain(moved()).collect(), 0, true)
        };
        require_row(model, DelayRow::Balance { packet: i, slot: t }, here.then(balance));
        for j in 0..=links {
            let entry = packet.lanes.get(&j).filter(|_| here).map(|&(uses, choice)| {
                let mut sum: Sum = (t..slots).map(|u| (x(i, j, u), -1)).collect();
                let (all, plus) = (i128::from(uses), |a| DelayVariable::Plus { packet: i, dimension: a });
                if t > 0 {
                    sum.extend((t..slots.min(t + uses)).map(|u| (q(i, 1, u), 1)));
                    return (sum, 0, false);
                }
                match choice {
                    None => (sum, -all, true),
                    Some((a, true)) => (sum.into_iter().chain([(plus(a), all)]).collect(), 0, true),
                    Some((a, false)) => (sum.into_iter().chain([(plus(a), -all)]).collect(), -all, true),
                }
            });
            require_row(model, DelayRow::Entry { packet: i, link: j, time: t }, entry);
        }
        for k in 0..=packet.moves + 1 {
            let falls = here && (1..=packet.moves).contains(&k);
            let nests = here && (1..packet.moves).contains(&k);
            let pair = |more, less| (vec![(more, 1), (less, -1)], 0, false);
            let fall = falls.then(|| pair(q(i, k, t), q(i, k, t + 1)));
            require_row(model, DelayRow::Fall { packet: i, moves: k, time: t }, fall);
            let nest = nests.then(|| pair(q(i, k, t), q(i, k + 1, t)));
            require_row(model, DelayRow::Nest { packet: i, moves: k, time: t }, nest);
            let link = nests.then(|| pair(q(i, k, t + 1), q(i, k + 1, t)));
            require_row(model, DelayRow::Link { packet: i, moves: k, time: t }, link);
        }
    }
}

/// Returns min(σ, max (`r_i` + `c_j` − 1) + b) with every way of the scope.
fn sufficient(task: &Isotropic, scope: Scope) -> u128 {
    // Every detour fits into 1000 slots.
    let all = packets(task, 1000, scope);
    let total: u64 = all.iter().map(|packet| packet.moves).sum();
    let links = u64::try_from(task.network.links()).expect("few links");
    let column =
        |j: u64| all.iter().filter_map(|packet| packet.lanes.get(&j)).map(|lane| lane.0).sum::<u64>();
    let pairs = all.iter().flat_map(|packet| packet.lanes.keys().map(|&j| packet.moves + column(j) - 1));
    let busy = if task.ports < links { total.saturating_sub(1) / task.ports } else { 0 };
    u128::from(total.min(pairs.max().map_or(0, |most| most + busy)))
}

#[test]
fn the_delay_model_has_the_variables_and_rows_of_its_specification() {
    let torus = |radices: &[u64]| json!({ "kind": "torus", "radices": radices });
    for (radices, offsets) in [
        (&[5][..], json!([{ "offset": 1 }, { "offset": 2, "count": 2 }])),
        (&[5], json!([{ "offset": 1, "count": 4 }])),
        (&[6], json!([{ "offset": 3 }, { "offset": 4 }])),
        (&[2], json!([{ "offset": 1, "count": 2 }])),
        (&[4, 2], json!([{ "offset": [1, 1] }, { "offset": [2, 0], "count": 2 }])),
        (&[3, 5], json!([{ "offset": [2, 1] }, { "offset": [0, 4] }, { "offset": [1, 2] }])),
        // With two ports fewer slots are enough than there are moves.
        (&[3, 3], (1..9).map(|offset| json!({ "offset": offset })).collect()),
    ] {
        for ports in [json!("all"), json!("one"), json!({ "at-most": 2 })] {
            let task = isotropic(&torus(radices), &offsets, &ports);
            for scope in [Scope::Isotropic, Scope::IsotropicShortest] {
                for slots in task.farthest..=task.farthest + 7 {
                    require_delay_model(&task, slots, scope);
                }
                let ways = if scope == Scope::Isotropic { Ways::Detours } else { Ways::Shortest };
                assert_eq!(
                    delay::sufficient(&task, ways),
                    Ok(sufficient(&task, scope)),
                    "{radices:?} {scope:?}"
                );
            }
        }
    }
}

fn require_flow_model(task: &Isotropic, slots: u64, moves: Moves) {
    let model = FlowModel::new(task, 0, slots, moves).expect("a small model");
    let network = &task.network;
    let (nodes, links) = (network.nodes, u64::try_from(network.links()).expect("few links"));
    let mut starts = BTreeMap::new();
    let collect = task.visit(|offset| {
        let back = (0..nodes).find(|&node| network.translate(offset.index, node) == 0);
        *starts.entry(back.expect("an inverse")).or_insert(0) += i128::from(offset.count);
        Ok(())
    });
    collect.expect("enough steps");
    let start = |v: u64| -starts.get(&v).copied().unwrap_or(0);
    let to = |v: u64, g: u64| network.step(v, usize::try_from(g).expect("few links"));
    let far = |v: u64| network.between(0, v);
    let allowed = |v: u64, g: u64| moves == Moves::All || far(to(v, g)) < far(v);
    // The rounds of moves from the starts of packets; no packet passes node 0.
    let mut since: BTreeMap<u64, u64> = starts.keys().map(|&v| (v, 0)).collect();
    for round in 1..=nodes {
        let there: Vec<u64> = since.keys().copied().collect();
        for (v, g) in there.iter().flat_map(|&v| (0..links).map(move |g| (v, g))) {
            if to(v, g) != 0 && allowed(v, g) {
                since.entry(to(v, g)).or_insert(round);
            }
        }
    }
    let moves = (0..=nodes).flat_map(|v| (0..=links).flat_map(move |g| (0..=slots).map(move |t| (v, g, t))));
    let named = moves.clone().map(|(v, g, t)| {
        let exists = (1..nodes).contains(&v) && g < links && t < slots;
        let possible =
            || since.get(&v).is_some_and(|&e| e <= t) && far(to(v, g)) < slots - t && allowed(v, g);
        (x(v, g, t), exists.then(|| (!possible()).then_some(false)))
    });
    require_variables(&model, named.chain([(q(1, 1, 0), None)]));
    let last = moves.filter(|&(v, g, t)| (1..nodes).contains(&v) && g < links && t < slots && to(v, g) == 0);
    require_objective(&model, &last.map(|(v, g, t)| (x(v, g, t), i128::from(t) + 1)).collect());
    // The packets that came before a slot, less those that left up to another.
    let flow = |v: u64, until: u64, through: u64| -> Sum {
        let arcs = (1..nodes).flat_map(|u| (0..links).map(move |h| (u, h))).filter(|&(u, h)| to(u, h) == v);
        let came = arcs.flat_map(|(u, h)| (0..until).map(move |s| (x(u, h, s), 1)));
        came.chain((0..links).flat_map(|h| (0..through).map(move |s| (x(v, h, s), -1)))).collect()
    };
    for v in 0..=nodes {
        let inside = (1..nodes).contains(&v);
        let empty = inside.then(|| (flow(v, slots, slots), start(v), true));
        require_row(&model, DelayRow::Empty { node: v }, empty);
        for t in 0..=slots {
            let hold = (inside && t < slots).then(|| (flow(v, t, t + 1), start(v), false));
            require_row(&model, DelayRow::Hold { node: v, slot: t }, hold);
        }
    }
    for t in 0..=slots {
        let column = |g: u64| (1..nodes).map(move |v| (x(v, g, t), -1));
        for g in 0..=links {
            let row = (g < links && t < slots).then(|| (column(g).collect(), -1, false));
            require_row(&model, DelayRow::Column { link: g, slot: t }, row);
        }
        let row = || ((0..links).flat_map(column).collect(), -i128::from(task.ports), false);
        require_row(&model, DelayRow::Ports { slot: t }, (t < slots && task.ports < links).then(row));
    }
}

#[test]
fn the_flow_model_has_the_variables_and_rows_of_its_specification() {
    let cayley = |family: &str, n: u64| json!({ "kind": "cayley", "family": family, "n": n });
    for (network, offsets) in [
        (json!({ "kind": "ring", "nodes": 5 }), json!([{ "offset": 1 }, { "offset": 2, "count": 2 }])),
        (
            json!({ "kind": "torus", "radices": [2, 3] }),
            json!([{ "offset": 5 }, { "offset": 1, "count": 3 }]),
        ),
        (cayley("star", 3), json!([{ "offset": 1 }, { "offset": 4, "count": 2 }])),
        (cayley("pancake", 3), json!([{ "offset": 5 }, { "offset": 3 }])),
        (json!({ "kind": "hyperx", "radices": [3, 2] }), json!([{ "offset": 4 }])),
    ] {
        for ports in [json!("all"), json!("one")] {
            let task = isotropic(&network, &offsets, &ports);
            for slots in task.farthest..=task.farthest + 2 {
                require_flow_model(&task, slots, Moves::All);
                require_flow_model(&task, slots, Moves::Nearer);
            }
            assert_eq!(flow::sufficient(&task, Scope::IsotropicShortest), task.distances);
            if !task.network.is_rings() {
                let most = u128::from(task.rows) * u128::from(task.network.nodes);
                assert_eq!(flow::sufficient(&task, Scope::Isotropic), most);
            }
        }
    }
}
