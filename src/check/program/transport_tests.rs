//! Tests of the transport model against models/formats/programs.md, implemented again by the names of
//! variables.

use super::rows_tests::{Sum, problem, require_row, require_variables};
use super::transport::TransportModel;
use crate::network::topology::{Flow, Network};
use crate::task::packets::Ends;
use crate::task::ports::Ports;
use crate::task::problem::Problem;
use isotask_wire::{DelayRow, DelayVariable};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

const fn y(commodity: u64, node: u64, link: u64, slot: u64) -> DelayVariable {
    DelayVariable::Carry { commodity, node, link, slot }
}

/// A commodity: the starts of its packets, and their destination if they are not copied.
struct Commodity {
    starts: BTreeMap<u64, i128>,
    goal: Option<u64>,
}

/// The program of a task as the specification defines it, backwards if the packets are reversed.
struct Written<'a> {
    network: &'a Network,
    ports: Ports,
    backwards: bool,
    commodities: BTreeMap<u64, Commodity>,
    links: u64,
    slots: u64,
}

impl<'a> Written<'a> {
    fn new(network: &'a Network, ports: Ports, packets: &[(Ends, u64)], slots: u64) -> Self {
        let ends = |end: fn(&Ends) -> Option<u64>| {
            packets.iter().map(|(ends, _)| end(ends)).collect::<BTreeSet<_>>()
        };
        let (from, to) = (ends(|ends| ends.from), ends(|ends| ends.to));
        let combined = from.contains(&None);
        let copied = combined || to.contains(&None);
        let backwards = combined || !copied && from.len() < to.len();
        let mut commodities = BTreeMap::new();
        let mut origins = BTreeMap::new();
        for &(Ends { from, to }, count) in packets {
            let (from, to) = if backwards { (to, from) } else { (from, to) };
            let from = from.expect("a packet starts somewhere");
            match to {
                None => *origins.entry(from).or_insert(0) += count,
                Some(to) => {
                    let of = Commodity { starts: BTreeMap::new(), goal: Some(to) };
                    *commodities.entry(to).or_insert(of).starts.entry(from).or_insert(0) += i128::from(count);
                }
            }
        }
        let each = origins.into_iter().flat_map(|(origin, count)| (0..count).map(move |_| origin));
        for (name, origin) in (0..).zip(each) {
            commodities.insert(name, Commodity { starts: [(origin, 1)].into(), goal: None });
        }
        let links = u64::try_from(network.links()).expect("few links");
        Self { network, ports, backwards, commodities, links, slots }
    }

    fn to(&self, node: u64, link: u64) -> Option<u64> {
        let link = usize::try_from(link).expect("few links");
        if node >= self.network.nodes || link >= self.network.links() {
            return None;
        }
        self.network.adjacent(node, link, if self.backwards { Flow::In } else { Flow::Out })
    }

    /// Returns the least number of moves from a node to another.
    fn moves(&self, from: u64, to: u64) -> u64 {
        if self.backwards { self.network.between(to, from) } else { self.network.between(from, to) }
    }

    fn arcs(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let all = (0..self.network.nodes).flat_map(|v| (0..self.links).map(move |j| (v, j)));
        all.filter_map(|(v, j)| Some((v, j, self.to(v, j)?)))
    }

    /// Returns all moves into a node in the slots before one.
    fn came(&self, c: u64, v: u64, until: u64) -> Sum {
        let into = self.arcs().filter(|arc| arc.2 == v);
        into.flat_map(|(u, h, _)| (0..until).map(move |s| (y(c, u, h, s), 1))).collect()
    }

    /// Returns all moves into a node before slot `until`, less all moves out of it before slot `through`.
    fn flow(&self, c: u64, v: u64, until: u64, through: u64) -> Sum {
        let out = self.arcs().filter(|arc| arc.0 == v);
        let left = out.flat_map(|(_, h, _)| (0..through).map(move |s| (y(c, v, h, s), -1)));
        self.came(c, v, until).into_iter().chain(left).collect()
    }

    /// Returns the moves of all commodities over some arcs in a slot.
    fn moved(&self, t: u64, is_meant: impl Fn(&(u64, u64, u64)) -> bool) -> Sum {
        let arcs = || self.arcs().filter(|arc| is_meant(arc));
        self.commodities.keys().flat_map(|&c| arcs().map(move |(v, h, _)| (y(c, v, h, t), -1))).collect()
    }

    fn require_variables(&self, model: &TransportModel) {
        let mut named = vec![(DelayVariable::Use { packet: 0, link: 0, slot: 0 }, None)];
        for c in 0..=self.network.nodes + 1 {
            for (v, j) in (0..=self.network.nodes).flat_map(|v| (0..=self.links).map(move |j| (v, j))) {
                for t in 0..=self.slots {
                    let there = self.commodities.get(&c).zip(self.to(v, j)).filter(|_| t < self.slots);
                    let value = there.map(|(of, to)| {
                        let begun = of.starts.keys().any(|&start| self.moves(start, v) <= t);
                        let useful = match of.goal {
                            Some(goal) => v != goal && self.moves(to, goal) < self.slots - t,
                            None => !of.starts.contains_key(&to),
                        };
                        (!(begun && useful)).then_some(false)
                    });
                    named.push((y(c, v, j, t), value));
                }
            }
        }
        require_variables(model, named.into_iter());
    }

    fn require_rows_of(&self, model: &TransportModel, c: u64, v: u64) {
        let (of, inside) = (self.commodities.get(&c), v < self.network.nodes);
        let start = |of: &Commodity| -of.starts.get(&v).copied().unwrap_or(0);
        let personal = of.filter(|of| inside && of.goal.is_some_and(|goal| goal != v));
        let copied = of.filter(|of| inside && of.goal.is_none() && start(of) == 0);
        let clear = personal.map(|of| (self.flow(c, v, self.slots, self.slots), start(of), true));
        require_row(model, DelayRow::Clear { commodity: c, node: v }, clear);
        let reach = copied.map(|_| {
            let came = self.came(c, v, self.slots);
            if self.network.is_switch(v) {
                return (came.into_iter().map(|(name, _)| (name, -1)).collect(), -1, false);
            }
            (came, 1, true)
        });
        require_row(model, DelayRow::Reach { commodity: c, node: v }, reach);
        for t in 0..=self.slots {
            let here = t < self.slots;
            let stock = personal.filter(|_| here).map(|of| (self.flow(c, v, t, t + 1), start(of), false));
            require_row(model, DelayRow::Stock { commodity: c, node: v, slot: t }, stock);
            for j in 0..=self.links {
                let copy = copied.filter(|_| here && self.to(v, j).is_some()).map(|_| {
                    let sent = [(y(c, v, j, t), -1)];
                    (self.came(c, v, t).into_iter().chain(sent).collect(), 0, false)
                });
                require_row(model, DelayRow::Copy { commodity: c, node: v, link: j, slot: t }, copy);
            }
        }
    }

    fn require_rows_of_slot(&self, model: &TransportModel, t: u64) {
        let (here, nodes) = (t < self.slots, self.network.nodes);
        for v in 0..=nodes {
            let rule = Some(v).filter(|&v| here && v < nodes).map(|v| self.ports.of(self.network, v));
            let each = rule.filter(|rule| !rule.half_duplex).map(|rule| -i128::from(rule.each));
            let sends = each.map(|each| (self.moved(t, |arc| arc.0 == v), each, false));
            require_row(model, DelayRow::Sends { node: v, slot: t }, sends);
            let receives = each.map(|each| (self.moved(t, |arc| arc.2 == v), each, false));
            require_row(model, DelayRow::Receives { node: v, slot: t }, receives);
            let either = rule.filter(|rule| rule.half_duplex).map(|_| {
                let sums = [self.moved(t, |arc| arc.0 == v), self.moved(t, |arc| arc.2 == v)];
                (sums.concat(), -1, false)
            });
            require_row(model, DelayRow::Either { node: v, slot: t }, either);
            for j in 0..=self.links {
                let arc = self.to(v, j).filter(|_| here);
                let arc = arc.map(|_| (self.moved(t, |arc| (arc.0, arc.1) == (v, j)), -1, false));
                require_row(model, DelayRow::Arc { node: v, link: j, slot: t }, arc);
            }
        }
        let everywhere = (0..nodes).all(|v| self.ports.of(self.network, v).half_duplex);
        let pairs = (here && everywhere).then(|| (self.moved(t, |_| true), -i128::from(nodes / 2), false));
        require_row(model, DelayRow::Pairs { slot: t }, pairs);
        require_row(model, DelayRow::Empty { node: 1 }, None);
    }
}

#[test]
fn the_transport_model_has_the_variables_and_rows_of_its_specification() {
    let incomplete = |nodes: u64| json!({ "kind": "incomplete-hypercube", "nodes": nodes });
    let directed = json!({ "kind": "graph", "nodes": 4, "directed": true,
        "links": [[0, 1, 2], [1, 2], [1, 3], [2, 0], [3, 0]] });
    let switched = json!({ "kind": "graph", "nodes": 4, "switches": [0], "switch_ports": "one-half-duplex",
        "links": [[0, 1], [0, 2], [0, 3], [1, 2]] });
    let ring = json!({ "kind": "ring", "nodes": 5 });
    let demands = |packets: &[[u64; 3]]| {
        let one = |&[from, to, count]: &[u64; 3]| json!({ "from": from, "to": to, "count": count });
        json!({ "kind": "demands", "packets": packets.iter().map(one).collect::<Vec<_>>() })
    };
    let rooted = |kind: &str, root: u64| json!({ "kind": kind, "root": root, "count": 2 });
    let everywhere = |kind: &str| json!({ "kind": kind });
    for (network, task) in [
        (&incomplete(3), everywhere("total-exchange")),
        (&incomplete(5), demands(&[[1, 4, 1], [4, 3, 2], [2, 4, 3]])),
        (&incomplete(6), demands(&[[5, 0, 1], [5, 3, 2], [4, 3, 1]])),
        (&incomplete(3), everywhere("multinode-broadcast")),
        (&directed, demands(&[[0, 3, 2], [2, 3, 1]])),
        (&directed, rooted("scatter", 1)),
        (&directed, rooted("gather", 3)),
        (&directed, rooted("single-node-broadcast", 2)),
        (&directed, rooted("single-node-accumulation", 1)),
        (&switched, everywhere("total-exchange")),
        (&switched, everywhere("multinode-accumulation")),
        (&switched, rooted("single-node-broadcast", 3)),
        (&ring, demands(&[[0, 2, 1], [1, 4, 1]])),
    ] {
        for ports in [json!("all"), json!("one"), json!("one-half-duplex"), json!({ "at-most": 2 })] {
            let problem = problem(network, &task, &ports);
            let (ports, packets): (_, Vec<(Ends, u64)>) = match &problem {
                Problem::Demands(task) => {
                    (task.ports, task.packets.iter().map(|demand| (demand.ends(), demand.count)).collect())
                }
                Problem::Allreduce(_) | Problem::Parcels { .. } => {
                    unreachable!("no model of transport is of an allreduce or of parcels")
                }
                Problem::Collective(task) => {
                    (task.ports, task.ends().map(|ends| (ends, task.count)).collect())
                }
                Problem::Isotropic(_) => unreachable!("none of these is isotropic"),
            };
            for slots in [0, 1, 3] {
                let network = problem.network();
                let model = TransportModel::new(network, ports, packets.iter().copied(), 0, slots);
                let model = model.expect("a small model");
                let written = Written::new(network, ports, &packets, slots);
                written.require_variables(&model);
                for c in 0..=network.nodes + 1 {
                    (0..=network.nodes).for_each(|v| written.require_rows_of(&model, c, v));
                }
                (0..=slots).for_each(|t| written.require_rows_of_slot(&model, t));
            }
        }
    }
}
