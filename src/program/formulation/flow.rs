//! The flow model of an isotropic task in integers: 0–1 variables and named rows, as models/formats/programs.md has them.

use super::layers::{Arc, Layers};
use crate::model::{CayleyTask, Link, Node, WordFault, WordSchedule, count_of, wide};
use crate::program::error::ProgramError;
use crate::program::form::{Delayed, Formulation, NamedProgram};
use crate::program::size::{Model, ModelSize};
use crate::wire::{DelayRow, DelayVariable, Scope, TreeModel};
use std::collections::VecDeque;

/// Which moves the packets may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowWays {
    /// Any, but for those that come too early or too late.
    Free,
    /// Those that bring a packet nearer to its goal.
    Shortest,
}

impl FlowWays {
    /// Whom the bounds of the model bind.
    #[must_use]
    pub fn scope(self) -> Scope {
        match self {
            Self::Free => Scope::Isotropic,
            Self::Shortest => Scope::IsotropicShortest,
        }
    }
}

/// The flow model of a task, as models/formats/programs.md has it.
///
/// Every packet is moved back by its offset d, so that it starts at the inverse of d and ends at node 0.
/// Packets at one node are alike then, and one kind of variable is enough: `["x",v,g,t]` says that a packet
/// leaves node v over link g in slot t.
#[derive(Debug)]
pub struct FlowModel {
    task: CayleyTask,
    ways: FlowWays,
    program: NamedProgram,
    layers: Layers,
    /// Packets that start at each node.
    starts: Vec<i64>,
}

impl FlowModel {
    /// Writes the model of so many slots.
    ///
    /// # Errors
    /// [`ProgramError::TooLarge`] before memory is touched, [`ProgramError::HorizonTooShort`].
    ///
    /// # Complexity
    /// O(n · m · T²) time and space for n nodes, m links and T slots; it has n·m·T variables.
    ///
    /// # Panics
    /// Never: a task has fewer than 2⁶³ packets, and fewer slots than variables.
    pub fn new(task: &CayleyTask, ways: FlowWays, horizon: u64, most: u64) -> Result<Self, ProgramError> {
        let graph = task.graph();
        let moves = task.farthest().map_or(0, |farthest| graph.distance(farthest));
        if moves > horizon {
            return Err(ProgramError::HorizonTooShort { horizon, moves });
        }
        let slots = size(task, horizon).require(most)?;
        let mut starts = vec![0_i64; narrow(graph.nodes())];
        for class in task.classes() {
            let count = i64::try_from(class.count).expect("a task has fewer than 2^63 packets");
            starts[narrow(graph.inverse(class.offset).0)] += count;
        }
        let ends = |from: usize, link: u32| {
            let to = graph.neighbor(Node(count_of(from)), Link(link));
            Arc { from, to: narrow(to.0) }
        };
        let arcs = (0..starts.len()).flat_map(|node| (0..graph.links()).map(move |link| ends(node, link)));
        let layers = Layers::new(starts.len(), slots, arcs.collect());
        let program = NamedProgram { slots, ..NamedProgram::default() };
        let mut model = Self { task: task.clone(), ways, program, layers, starts };
        model.variables();
        model.node_rows();
        model.slot_rows();
        Ok(model)
    }

    fn links(&self) -> usize {
        wide(self.task.graph().links())
    }

    /// Every move of every slot; constant 0 where no packet can be there yet, or could reach node 0 in time.
    fn variables(&mut self) {
        let (links, slots) = (self.links(), self.layers.slots());
        let distance = |node: usize| narrow(self.task.graph().distance(Node(count_of(node))));
        let arcs = self.layers.arcs().to_vec();
        let allowed = |arc: usize| {
            let Arc { from, to } = arcs[arc];
            from != 0 && (self.ways == FlowWays::Free || distance(to) < distance(from))
        };
        let earliest = self.layers.first_visits(&self.starts, allowed);
        self.layers.add_commodity(|arc, slot| {
            let Arc { from, to } = arcs[arc];
            if from == 0 {
                return None;
            }
            let possible = allowed(arc)
                && earliest[from].is_some_and(|earliest| earliest <= slot)
                && slot + 1 + distance(to) <= slots;
            let (packet, link) = (count_of(from), count_of(arc % links));
            let name = DelayVariable::Use { packet, link, slot: count_of(slot) };
            let variable = self.program.add(name, (!possible).then_some(false));
            if to == 0 {
                let cost = i64::try_from(slot + 1).expect("slots are fewer than the variables");
                self.program.objective.push((variable, cost));
            }
            possible.then_some(variable)
        });
    }

    /// What comes to a node and what leaves it: `hold` where a packet may leave, `empty` at the end.
    fn node_rows(&mut self) {
        for (node, &starts) in self.starts.iter().enumerate().skip(1) {
            let name = count_of(node);
            let held = |slot| DelayRow::Hold { node: name, slot };
            let left = DelayRow::Empty { node: name };
            self.layers.conserve(0, node, starts, held, left, &mut self.program.rows);
        }
    }

    fn slot_rows(&mut self) {
        let (ports, links) = (self.task.ports(), self.links());
        let arcs: Vec<usize> = (0..self.layers.arcs().len()).collect();
        for time in 0..self.layers.slots() {
            let slot = count_of(time);
            for link in 0..links {
                let name = DelayRow::Column { link: count_of(link), slot };
                let uses = arcs.iter().skip(link).step_by(links);
                self.program.rows.push(self.layers.at_most(name, uses, time, 1));
            }
            if ports < self.task.graph().links() {
                let name = DelayRow::Ports { slot };
                self.program.rows.push(self.layers.at_most(name, arcs.iter(), time, ports));
            }
        }
    }

    /// The values that a schedule gives to the variables; `None` if it is none of the model.
    ///
    /// # Complexity
    /// O(moves + packets · diameter + entries of the rows) time, O(variables) space.
    #[must_use]
    pub fn assignment(&self, schedule: &WordSchedule) -> Option<Vec<bool>> {
        let graph = self.task.graph();
        let mut at: Vec<Node> = schedule.packets.iter().map(|&offset| graph.inverse(offset)).collect();
        let mut values: Vec<bool> = self.program.fixed.iter().map(|value| *value == Some(true)).collect();
        for (slot, moves) in schedule.slots.iter().enumerate() {
            for &(packet, link) in moves {
                let at = at.get_mut(wide(packet))?;
                if slot >= self.layers.slots() || link >= graph.links() {
                    return None;
                }
                let arc = narrow(at.0) * self.links() + wide(link);
                values[self.layers.carries(0, arc, slot)?] = true;
                *at = graph.neighbor(*at, Link(link));
            }
        }
        self.program.admits(&values).then_some(values)
    }

    /// Gives every move to the packet that has waited longest at its node; `None` where there is none.
    fn words(&self, values: &[bool]) -> Option<WordSchedule> {
        let graph = self.task.graph();
        let mut waiting: Vec<VecDeque<u32>> = vec![VecDeque::new(); self.starts.len()];
        let mut packets: Vec<Node> = Vec::new();
        for class in self.task.classes() {
            for _ in 0..class.count {
                waiting[narrow(graph.inverse(class.offset).0)].push_back(u32::try_from(packets.len()).ok()?);
                packets.push(class.offset);
            }
        }
        let mut slots: Vec<Vec<(u32, u32)>> = Vec::new();
        for carried in self.layers.follow(0, values, &mut waiting, false)? {
            let link = |arc: usize| u32::try_from(arc % self.links()).ok();
            let moves = carried.iter().map(|carried| Some((carried.packet, link(carried.arc)?)));
            let mut moves: Vec<(u32, u32)> = moves.collect::<Option<_>>()?;
            moves.sort_unstable();
            slots.push(moves);
        }
        let last = slots.iter().rposition(|moves| !moves.is_empty()).map_or(0, |last| last + 1);
        slots.truncate(last);
        Some(WordSchedule { packets, slots })
    }
}

impl Formulation for FlowModel {
    type Schedule = WordSchedule;

    fn program(&self) -> &NamedProgram {
        &self.program
    }

    fn scope(&self) -> Option<Scope> {
        Some(self.ways.scope())
    }

    fn model(&self) -> Option<TreeModel> {
        // Hypercubes, tori and rings have the delay model first.
        self.task.network().cayley().is_none().then_some(TreeModel::Flow)
    }

    fn read(&self, values: &[bool]) -> Result<WordSchedule, ProgramError> {
        let slots = count_of(self.layers.slots());
        let schedule = self.words(values).ok_or(WordFault::Packets);
        let replayed = schedule.and_then(|schedule| schedule.replay(&self.task).map(|()| schedule));
        replayed.map_err(|fault| ProgramError::WordsNotReplayed { slots, fault })
    }
}

impl Delayed for FlowModel {
    fn total_delay(schedule: &WordSchedule) -> u64 {
        schedule.total_delay()
    }

    fn admit(&self, first: WordSchedule) -> Result<WordSchedule, ProgramError> {
        let horizon = count_of(self.layers.slots());
        first.replay(&self.task).map_err(|fault| ProgramError::WordsNotReplayed { slots: horizon, fault })?;
        let detours = self.ways == FlowWays::Shortest && first.moves() > self.task.total_distance();
        if first.length() > horizon || detours {
            return Err(ProgramError::Incumbent { horizon, fault: None });
        }
        Ok(first)
    }
}

/// The size of a model from above, without building it.
fn size(task: &CayleyTask, horizon: u64) -> ModelSize {
    let (nodes, links) = (task.graph().nodes(), u64::from(task.graph().links()));
    let variables = (nodes - 1).saturating_mul(links).saturating_mul(horizon);
    // Each variable stands in a row of its link, perhaps of the ports, and in the rows of two nodes for half
    // of the slots.
    let entries = variables.saturating_mul(horizon.saturating_add(4));
    let rows = (nodes + links).saturating_mul(horizon.saturating_add(1));
    ModelSize { model: Model::Flow, slots: horizon, variables, rows, entries }
}

fn narrow(value: u64) -> usize {
    usize::try_from(value).expect("what a table holds fits the address space")
}
