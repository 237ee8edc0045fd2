//! Packets as walks over states under a group of translations: the common part of the models of symmetric
//! schedules and of schedules with several classes of nodes.

use super::layers::{Arc, Layers};
use crate::model::{CayleyTask, Link, Node, Subgroup, count_of, wide};
use crate::program::error::ProgramError;
use crate::program::form::NamedProgram;
use crate::wire::{DelayRow, DelayVariable, Scope};
use std::collections::VecDeque;

/// The moves that packets may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowWays {
    /// All moves that are not too early or too late.
    Free,
    /// Only moves that bring a packet nearer to its goal.
    Shortest,
}

impl FlowWays {
    /// Returns the scope of the schedules that the model's bounds bind.
    #[must_use]
    pub fn scope(self) -> Scope {
        match self {
            Self::Free => Scope::Isotropic,
            Self::Shortest => Scope::IsotropicShortest,
        }
    }
}

/// The walks of the packets of a task.
///
/// Every packet is translated so that it ends at node 0. Its state is the class of its true node, and its
/// translated node; with one class only the latter matters. Packets of one state are interchangeable, so one
/// kind of variable is enough: `["x",v,g,t]` says that a packet leaves state v over link g in slot t. Of n
/// nodes, state c·n + v is that of class c and node v, machine c·m + g is link g of the nodes of class c.
#[derive(Debug)]
pub(super) struct Walks {
    task: CayleyTask,
    classes: u32,
    pub(super) program: NamedProgram,
    pub(super) layers: Layers,
    /// Packets that start at each state.
    starts: Vec<i64>,
}

/// A solution as walks: the class and offset of every packet, and slot by slot packet and link.
#[derive(Debug)]
pub(super) struct Walked {
    pub(super) packets: Vec<(u32, Node)>,
    pub(super) slots: Vec<Vec<(u32, u32)>>,
}

/// Refuses fewer slots than a packet has hops.
pub(super) fn require_reach(task: &CayleyTask, horizon: u64) -> Result<(), ProgramError> {
    let moves = task.farthest().map_or(0, |farthest| task.graph().distance(farthest));
    if moves > horizon { Err(ProgramError::HorizonTooShort { horizon, moves }) } else { Ok(()) }
}

impl Walks {
    /// Writes the model of `slots` slots; without a group there is one class.
    ///
    /// # Complexity
    /// O(r · n · m · T²) time and space for r classes, n nodes, m links and T slots.
    pub(super) fn new(task: &CayleyTask, group: Option<&Subgroup>, ways: FlowWays, slots: usize) -> Self {
        let graph = task.graph();
        let (classes, nodes) = (group.map_or(1, Subgroup::classes), narrow(graph.nodes()));
        let mut starts = vec![0_i64; wide(classes) * nodes];
        for class in 0..wide(classes) {
            for packets in task.classes() {
                let count = i64::try_from(packets.count).expect("a task has fewer than 2^63 packets");
                starts[class * nodes + narrow(graph.inverse(packets.offset).0)] += count;
            }
        }
        let leads = |class: u32, link: Link| {
            group.map_or(0, |group| group.class(graph.neighbor(group.least(class), link)))
        };
        let mut arcs = Vec::with_capacity(starts.len() * wide(graph.links()));
        for class in 0..classes {
            for node in 0..nodes {
                for link in (0..graph.links()).map(Link) {
                    let to = narrow(graph.neighbor(Node(count_of(node)), link).0);
                    let (from, to) = (wide(class) * nodes + node, wide(leads(class, link)) * nodes + to);
                    arcs.push(Arc { from, to });
                }
            }
        }
        let layers = Layers::new(starts.len(), slots, arcs);
        let program = NamedProgram { slots, ..NamedProgram::default() };
        let mut walks = Self { task: task.clone(), classes, program, layers, starts };
        walks.variables(ways);
        walks.state_rows();
        walks.slot_rows();
        walks
    }

    pub(super) fn task(&self) -> &CayleyTask {
        &self.task
    }

    pub(super) fn links(&self) -> usize {
        wide(self.task.graph().links())
    }

    fn nodes(&self) -> usize {
        narrow(self.task.graph().nodes())
    }

    /// Adds a variable for every move of every slot; it is the constant 0 where no packet can be there yet,
    /// or could not reach node 0 in time.
    fn variables(&mut self, ways: FlowWays) {
        let (links, nodes, slots) = (self.links(), self.nodes(), self.layers.slots());
        let graph = self.task.graph();
        let distance = |state: usize| narrow(graph.distance(Node(count_of(state % nodes))));
        let arcs = self.layers.arcs().to_vec();
        let allowed = |arc: usize| {
            let Arc { from, to } = arcs[arc];
            from % nodes != 0 && (ways == FlowWays::Free || distance(to) < distance(from))
        };
        let earliest = self.layers.first_visits(&self.starts, allowed);
        self.layers.add_commodity(|arc, slot| {
            let Arc { from, to } = arcs[arc];
            if from % nodes == 0 {
                return None;
            }
            let possible = allowed(arc)
                && earliest[from].is_some_and(|earliest| earliest <= slot)
                && slot + 1 + distance(to) <= slots;
            let (packet, link) = (count_of(from), count_of(arc % links));
            let name = DelayVariable::Use { packet, link, slot: count_of(slot) };
            let variable = self.program.add(name, (!possible).then_some(false));
            if to % nodes == 0 {
                let cost = i64::try_from(slot + 1).expect("slots are fewer than the variables");
                self.program.objective.push((variable, cost));
            }
            possible.then_some(variable)
        });
    }

    /// Adds the conservation rows of states: `hold` where a packet may leave, `empty` at the end.
    fn state_rows(&mut self) {
        let nodes = self.nodes();
        for (state, &starts) in self.starts.iter().enumerate().filter(|(state, _)| state % nodes != 0) {
            let name = count_of(state);
            let held = |slot| DelayRow::Hold { node: name, slot };
            let left = DelayRow::Empty { node: name };
            self.layers.conserve(0, state, starts, held, left, &mut self.program.rows);
        }
    }

    /// Adds the capacity rows: each machine at most once in a slot, and no more sends and receives of a class
    /// than ports. With one class, the sends are the receives, so one row suffices.
    fn slot_rows(&mut self) {
        let (ports, links) = (self.task.ports(), self.links());
        let of_class = self.nodes() * links;
        let arcs: Vec<usize> = (0..self.layers.arcs().len()).collect();
        let arrives: Vec<usize> = self.layers.arcs().iter().map(|arc| arc.to / self.nodes()).collect();
        let limited = ports < self.task.graph().links();
        for time in 0..self.layers.slots() {
            let slot = count_of(time);
            for (class, sends) in arcs.chunks_exact(of_class).enumerate() {
                for link in 0..links {
                    let name = DelayRow::Column { link: count_of(class * links + link), slot };
                    let uses = sends.iter().skip(link).step_by(links);
                    self.program.rows.push(self.layers.at_most(name, uses, time, 1));
                }
            }
            if limited && self.classes == 1 {
                let name = DelayRow::Ports { slot };
                self.program.rows.push(self.layers.at_most(name, arcs.iter(), time, ports));
            } else if limited {
                for (class, sends) in arcs.chunks_exact(of_class).enumerate() {
                    let node = count_of(class);
                    let name = DelayRow::Sends { node, slot };
                    self.program.rows.push(self.layers.at_most(name, sends.iter(), time, ports));
                    let receives = arcs.iter().filter(|&&arc| arrives[arc] == class);
                    let name = DelayRow::Receives { node, slot };
                    self.program.rows.push(self.layers.at_most(name, receives, time, ports));
                }
            }
        }
    }

    /// Assigns every move to the packet that has waited longest at its state; `None` if no packet waits
    /// there.
    pub(super) fn walked(&self, values: &[bool]) -> Option<Walked> {
        let graph = self.task.graph();
        let mut waiting: Vec<VecDeque<u32>> = vec![VecDeque::new(); self.starts.len()];
        let mut packets = Vec::new();
        for class in 0..self.classes {
            for of in self.task.classes() {
                let state = wide(class) * self.nodes() + narrow(graph.inverse(of.offset).0);
                for _ in 0..of.count {
                    waiting[state].push_back(u32::try_from(packets.len()).ok()?);
                    packets.push((class, of.offset));
                }
            }
        }
        let mut slots: Vec<Vec<(u32, u32)>> = Vec::new();
        for carried in self.layers.assign_packets(0, values, &mut waiting, false)? {
            let link = |arc: usize| u32::try_from(arc % self.links()).ok();
            let moves = carried.iter().map(|carried| Some((carried.packet, link(carried.arc)?)));
            let mut moves: Vec<(u32, u32)> = moves.collect::<Option<_>>()?;
            moves.sort_unstable();
            slots.push(moves);
        }
        let last = slots.iter().rposition(|moves| !moves.is_empty()).map_or(0, |last| last + 1);
        slots.truncate(last);
        Some(Walked { packets, slots })
    }
}

pub(super) fn narrow(value: u64) -> usize {
    usize::try_from(value).expect("what a table holds fits the address space")
}
