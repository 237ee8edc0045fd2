//! The transport model of listed packets in integers, with the 0–1 variables and named rows of
//! models/formats/programs.md.

use super::layers::{Arc, Layers, extend_without_loop};
use crate::model::{
    CollectiveTask, DemandsTask, ExplicitSchedule, Graph, Network, Node, Packet, PortRule, Sent, count_of,
    wide,
};
use crate::program::error::ProgramError;
use crate::program::form::{Formulation, NamedProgram, NamedRow};
use crate::program::size::{Model, ModelSize};
use crate::wire::{DelayRow, DelayVariable, Scope, TreeModel};
use std::collections::{HashMap, VecDeque};

/// Interchangeable packets: all those for one node, or one that is copied.
#[derive(Debug)]
struct Commodity {
    /// Its number in the names of rows and variables.
    name: u64,
    /// Packets that start at each node.
    starts: Vec<i64>,
    /// Their destination; none if they are copied to all nodes.
    goal: Option<u32>,
}

impl Commodity {
    /// Whether a packet may use an arc: it does not leave its destination, and a copy need not enter the node
    /// where it starts.
    fn may_use(&self, graph: &Graph, arc: u32) -> bool {
        self.goal.map_or(self.starts[wide(graph.to(arc))] == 0, |goal| graph.from(arc) != goal)
    }
}

/// The transport model of a task of listed packets, as models/formats/programs.md has it.
///
/// Packets for one node are interchangeable: `["y",c,v,j,t]` says that one of those for node c leaves node v
/// over link j in slot t. A packet that is copied is a commodity of its own. Where fewer nodes send than
/// receive, or packets are combined, the model has the task backwards.
#[derive(Debug)]
pub struct TransportModel {
    /// The task whose packets the program moves.
    task: DemandsTask,
    backwards: bool,
    /// By increasing name.
    commodities: Vec<Commodity>,
    layers: Layers,
    program: NamedProgram,
}

impl TransportModel {
    /// Writes the model of `horizon` slots.
    ///
    /// # Errors
    /// [`ProgramError::TooLarge`] before memory is touched.
    ///
    /// # Complexity
    /// O(C · A · T²) time and space for C commodities, A directed links and T slots; it has at most C·A·T
    /// variables.
    ///
    /// # Panics
    /// Never: a task has fewer than 2⁶³ packets, and fewer slots than variables.
    pub fn new(task: &DemandsTask, horizon: u64, most: u64) -> Result<Self, ProgramError> {
        let slots = Self::size(task, horizon).require(most)?;
        let backwards = is_backwards(task);
        let task = if backwards { task.reversed() } else { task.clone() };
        let graph = task.graph();
        let arc = |arc| Arc { from: wide(graph.from(arc)), to: wide(graph.to(arc)) };
        let layers = Layers::new(wide(graph.nodes()), slots, (0..graph.arcs()).map(arc).collect());
        let program = NamedProgram { slots, ..NamedProgram::default() };
        let commodities = list(&task);
        let mut model = Self { task, backwards, commodities, layers, program };
        model.variables();
        let mut rows = Vec::new();
        for commodity in 0..model.commodities.len() {
            if model.commodities[commodity].goal.is_some() {
                model.personal_rows(commodity, &mut rows);
            } else {
                model.copied_rows(commodity, &mut rows);
            }
        }
        model.slot_rows(&mut rows);
        model.program.rows = rows;
        Ok(model)
    }

    /// Bounds the size of the model from above, without building it.
    ///
    /// # Complexity
    /// O(P · log P) for P loads.
    #[must_use]
    pub fn size(task: &DemandsTask, horizon: u64) -> ModelSize {
        let personal = task.is_personal();
        let commodities = if personal {
            count_of(ends(task).len().min(ends(&task.reversed()).len()))
        } else {
            task.packets()
        };
        let arcs = u64::from(task.graph().arcs());
        Self::size_of(task.network(), arcs, personal, commodities, horizon)
    }

    /// Bounds the size of the model of a broadcast, accumulation, scatter or gather, without listing its
    /// packets.
    #[must_use]
    pub fn size_of_collective(task: &CollectiveTask, horizon: u64) -> ModelSize {
        let (network, collective) = (task.network(), task.collective());
        let arcs = network.nodes().saturating_mul(network.links().into());
        let commodities = match (collective.is_personal(), collective.root()) {
            // All packets start, or all end, at one node.
            (true, _) => 1,
            (false, Some(_)) => task.count(),
            (false, None) => network.nodes().saturating_mul(task.count()),
        };
        Self::size_of(network, arcs, collective.is_personal(), commodities, horizon)
    }

    fn size_of(network: &Network, arcs: u64, personal: bool, commodities: u64, horizon: u64) -> ModelSize {
        let nodes = network.nodes();
        let variables = commodities.saturating_mul(arcs).saturating_mul(horizon);
        // Each variable has an entry in a row of its link, two of ports, and in the rows of two nodes for
        // half of the slots; the variable of a copy in the rows of all links of the node that it enters.
        let degree = if personal { 1 } else { u64::from(network.links()) };
        let entries = variables.saturating_mul(horizon.saturating_mul(degree).saturating_add(4));
        let of_nodes = if personal { nodes } else { arcs };
        let rows = commodities.saturating_mul(of_nodes).saturating_mul(horizon.saturating_add(1));
        let of_slot = nodes.saturating_mul(2).saturating_add(arcs);
        let rows = rows.saturating_add(of_slot.saturating_mul(horizon));
        ModelSize { model: Model::Transport, slots: horizon, variables, rows, entries }
    }

    fn graph(&self) -> &Graph {
        self.task.graph()
    }

    /// Adds the variables of the moves that a packet can make in time.
    fn variables(&mut self) {
        let (graph, slots) = (self.task.graph(), self.layers.slots());
        for commodity in &self.commodities {
            let since = self.layers.first_visits(&commodity.starts, |_| true);
            let left = commodity.goal.map(|goal| graph.distances_to(goal));
            self.layers.add_commodity(|index, slot| {
                let arc = narrow(index);
                let left = left.as_ref().map_or(0, |left| wide(left[wide(graph.to(arc))]));
                let since = since[wide(graph.from(arc))];
                let possible = commodity.may_use(graph, arc)
                    && since.is_some_and(|since| since <= slot)
                    && left < slots - slot;
                let name = DelayVariable::Carry {
                    commodity: commodity.name,
                    node: graph.from(arc).into(),
                    link: graph.link(arc).0.into(),
                    slot: count_of(slot),
                };
                possible.then(|| self.program.add(name, None))
            });
        }
    }

    /// Adds the rows `stock` where a packet may leave, and `clear` at the end.
    fn personal_rows(&self, index: usize, rows: &mut Vec<NamedRow>) {
        let Commodity { name: commodity, ref starts, goal } = self.commodities[index];
        for node in (0..self.layers.nodes()).filter(|&node| goal.map(wide) != Some(node)) {
            let name = count_of(node);
            let held = |slot| DelayRow::Stock { commodity, node: name, slot };
            let left = DelayRow::Clear { commodity, node: name };
            self.layers.conserve(index, node, starts[node], held, left, rows);
            if rows.last().is_some_and(|clear| clear.terms.is_empty() && clear.bound == 0) {
                rows.pop();
            }
        }
    }

    /// Adds the rows `copy` where a copy may leave a node other than its first, and `reach` for all other
    /// nodes.
    fn copied_rows(&self, index: usize, rows: &mut Vec<NamedRow>) {
        let Commodity { name: commodity, ref starts, .. } = self.commodities[index];
        for at in (0..self.layers.nodes()).filter(|&node| starts[node] == 0) {
            let node = count_of(at);
            for arc in self.graph().leaving(narrow(at)) {
                let link = self.graph().link(arc).0.into();
                for slot in 0..self.layers.slots() {
                    let Some(sent) = self.layers.carries(index, wide(arc), slot) else { continue };
                    let name = DelayRow::Copy { commodity, node, link, slot: count_of(slot) };
                    let terms = self.layers.came(index, at, slot).chain([(sent, -1)]).collect();
                    rows.push(NamedRow { name, terms, bound: 0, equation: false });
                }
            }
            let name = DelayRow::Reach { commodity, node };
            let came = self.layers.came(index, at, self.layers.slots());
            rows.push(if self.task.network().is_switch(Node(node)) {
                // A switch need not receive the copy, and never needs a second one.
                let terms = came.map(|(variable, _)| (variable, -1)).collect();
                NamedRow { name, terms, bound: -1, equation: false }
            } else {
                NamedRow { name, terms: came.collect(), bound: 1, equation: true }
            });
        }
    }

    /// Adds the rows for the capacity of links and ports in a slot, where they limit anything.
    fn slot_rows(&self, rows: &mut Vec<NamedRow>) {
        let (graph, layers) = (self.graph(), &self.layers);
        let arcs: Vec<usize> = (0..layers.arcs().len()).collect();
        let mut add = |row: NamedRow| {
            if row.terms.len() > usize::try_from(-row.bound).unwrap_or(0) {
                rows.push(row);
            }
        };
        for time in 0..layers.slots() {
            let slot = count_of(time);
            for arc in 0..graph.arcs() {
                let name =
                    DelayRow::Arc { node: graph.from(arc).into(), link: graph.link(arc).0.into(), slot };
                add(layers.at_most(name, [wide(arc)].iter(), time, 1));
            }
            if self.task.is_half_duplex_everywhere() && graph.nodes() % 2 == 1 {
                // For an even number of nodes the sum of the rows `either` implies this row.
                add(layers.at_most(DelayRow::Pairs { slot }, arcs.iter(), time, graph.nodes() / 2));
            }
            for at in 0..graph.nodes() {
                let (sends, receives) = (layers.leaving(wide(at)), layers.entering(wide(at)));
                let node = u64::from(at);
                match self.task.ports_of(at) {
                    PortRule::HalfDuplex => {
                        let name = DelayRow::Either { node, slot };
                        add(layers.at_most(name, sends.iter().chain(receives), time, 1));
                    }
                    PortRule::FullDuplex(ports) if ports < graph.degree(at).max(graph.degree_in(at)) => {
                        add(layers.at_most(DelayRow::Sends { node, slot }, sends.iter(), time, ports));
                        add(layers.at_most(DelayRow::Receives { node, slot }, receives.iter(), time, ports));
                    }
                    PortRule::FullDuplex(_) => {}
                }
            }
        }
    }

    /// Assigns every move to the packet that has waited longest at its node, or to a copy; `None` if there is
    /// none, or a packet does not reach its destination.
    fn moves(&self, values: &[bool]) -> Option<ExplicitSchedule> {
        let (task, graph) = (&self.task, self.graph());
        let mut schedule = ExplicitSchedule::default();
        let mut first = HashMap::new();
        for load in task.loads() {
            let number = u32::try_from(schedule.packets.len()).ok()?;
            first.insert(load.packet(), number..number + u32::try_from(load.count()).ok()?);
            schedule.packets.extend(load.packets());
        }
        schedule.slots = vec![Vec::new(); self.layers.slots()];
        for (copy, (index, commodity)) in (0..).zip(self.commodities.iter().enumerate()) {
            let mut waiting: Vec<VecDeque<u32>> = vec![VecDeque::new(); self.layers.nodes()];
            for (node, _) in (0..).zip(&commodity.starts).filter(|(_, count)| **count > 0) {
                match commodity.goal {
                    Some(goal) => {
                        let packet = Packet::Personal { from: Node(node), to: Node(goal.into()) };
                        waiting[usize::try_from(node).ok()?].extend(first.get(&packet)?.clone());
                    }
                    // A copied packet has the number of its commodity.
                    None => waiting[usize::try_from(node).ok()?].push_back(copy),
                }
            }
            let carried =
                self.layers.assign_packets(index, values, &mut waiting, commodity.goal.is_none())?;
            for (slot, moves) in schedule.slots.iter_mut().zip(carried) {
                let ends = |arc: usize| {
                    let Arc { from, to } = self.layers.arcs()[arc];
                    (Node(count_of(from)), Node(count_of(to)))
                };
                slot.extend(moves.iter().map(|carried| {
                    let (from, to) = ends(carried.arc);
                    Sent::new(carried.packet, from, to)
                }));
            }
            let at_home = |(node, queue): (u32, &VecDeque<u32>)| match commodity.goal {
                Some(goal) => node == goal || queue.is_empty(),
                None => !queue.is_empty() || task.network().is_switch(Node(node.into())),
            };
            if !(0..graph.nodes()).zip(&waiting).all(at_home) {
                return None;
            }
        }
        if task.is_personal() {
            without_loops(&mut schedule);
        }
        for slot in &mut schedule.slots {
            slot.sort_unstable();
        }
        // Slots without a move are left out.
        schedule.slots.retain(|slot| !slot.is_empty());
        Some(schedule.without_idle_switches(task.network()))
    }
}

impl Formulation for TransportModel {
    type Schedule = ExplicitSchedule;

    fn program(&self) -> &NamedProgram {
        &self.program
    }

    fn scope(&self) -> Option<Scope> {
        Some(Scope::All)
    }

    fn model(&self) -> Option<TreeModel> {
        // The default models of isotropic tasks are those of symmetric schedules.
        self.task.is_isotropic().then_some(TreeModel::Transport)
    }

    fn read(&self, values: &[bool]) -> Result<ExplicitSchedule, ProgramError> {
        let slots = count_of(self.layers.slots());
        // The schedule is proper: the rows of links and ports are checked in integers, and every move has a
        // packet that reaches its destination.
        let schedule = self.moves(values).filter(|_| self.program.admits(values));
        let schedule = schedule.ok_or(ProgramError::MovesNotReplayed { slots })?;
        Ok(if self.backwards { schedule.reversed() } else { schedule })
    }
}

/// Removes the moves between two visits of a packet to one node; it waits there instead.
fn without_loops(schedule: &mut ExplicitSchedule) {
    // By packet, its remaining moves with their slots.
    let mut ways: Vec<Vec<(usize, Sent)>> = vec![Vec::new(); schedule.packets.len()];
    for (slot, sent) in schedule.slots.iter().enumerate() {
        for &step in sent {
            let way = &mut ways[wide(step.packet)];
            extend_without_loop(way, (slot, step), |(_, sent)| sent.from(), |(_, sent)| sent.to());
        }
    }
    schedule.slots.iter_mut().for_each(Vec::clear);
    for (slot, step) in ways.into_iter().flatten() {
        schedule.slots[slot].push(step);
    }
}

/// Whether the model reverses the task.
fn is_backwards(task: &DemandsTask) -> bool {
    task.is_combined() || (task.is_personal() && ends(&task.reversed()).len() < ends(task).len())
}

/// Lists the destinations of personal packets.
fn ends(task: &DemandsTask) -> Vec<Node> {
    let end = |packet: Packet| packet.ends().1.filter(|_| packet.is_personal());
    let mut ends: Vec<Node> = task.loads().iter().filter_map(|load| end(load.packet())).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Lists the commodities: one for each destination, or for each packet that is copied.
fn list(task: &DemandsTask) -> Vec<Commodity> {
    let nodes = wide(task.graph().nodes());
    let at = |node: Node| usize::try_from(node.0).expect("a node of a table");
    let goals = ends(task);
    let personal =
        |&goal: &Node| Commodity { name: goal.0, starts: vec![0; nodes], goal: Some(goal.narrow()) };
    let mut commodities: Vec<Commodity> = goals.iter().map(personal).collect();
    for load in task.loads() {
        let count = i64::try_from(load.count()).expect("at most 2^22 packets");
        match load.packet() {
            Packet::Personal { from, to } => {
                let commodity = goals.binary_search(&to).expect("it is among them");
                commodities[commodity].starts[at(from)] += count;
            }
            Packet::Summed { .. } => unreachable!("an allreduce has no list of packets"),
            Packet::Copied { from } | Packet::Combined { to: from } => {
                for _ in 0..load.count() {
                    let mut starts = vec![0; nodes];
                    starts[at(from)] = 1;
                    commodities.push(Commodity { name: count_of(commodities.len()), starts, goal: None });
                }
            }
        }
    }
    commodities
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("a node or an arc of a table")
}
