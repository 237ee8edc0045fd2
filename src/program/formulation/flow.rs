//! The flow model of an isotropic task in integers, with the 0–1 variables and named rows of
//! models/formats/programs.md.

use super::walks::{FlowWays, Walked, Walks, narrow, require_reach};
use crate::model::{CayleyTask, Link, Node, WordFault, WordSchedule, count_of, wide};
use crate::program::error::ProgramError;
use crate::program::form::{Delayed, Formulation, NamedProgram};
use crate::program::size::{Model, ModelSize};
use crate::wire::{Scope, TreeModel};

/// The flow model of a task, as models/formats/programs.md has it.
///
/// Every packet is translated so that it ends at node 0; a packet of offset d then starts at the inverse of
/// d. Packets at one node are then interchangeable, and one kind of variable is enough: `["x",v,g,t]` says
/// that a packet leaves node v over link g in slot t.
#[derive(Debug)]
pub struct FlowModel {
    ways: FlowWays,
    walks: Walks,
}

impl FlowModel {
    /// Writes the model of `horizon` slots.
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
        require_reach(task, horizon)?;
        let slots = size(task, horizon).require(most)?;
        Ok(Self { ways, walks: Walks::new(task, None, ways, slots) })
    }

    /// Returns the values that a schedule gives to the variables; `None` if it is no solution of the model.
    ///
    /// # Complexity
    /// O(moves + packets · diameter + entries of the rows) time, O(variables) space.
    #[must_use]
    pub fn assignment(&self, schedule: &WordSchedule) -> Option<Vec<bool>> {
        let (graph, layers, program) = (self.walks.task().graph(), &self.walks.layers, &self.walks.program);
        let mut at: Vec<Node> = schedule.packets.iter().map(|&offset| graph.inverse(offset)).collect();
        let mut values: Vec<bool> = program.fixed.iter().map(|value| *value == Some(true)).collect();
        for (slot, moves) in schedule.slots.iter().enumerate() {
            for &(packet, link) in moves {
                let at = at.get_mut(wide(packet))?;
                if slot >= layers.slots() || link >= graph.links() {
                    return None;
                }
                let arc = narrow(at.0) * self.walks.links() + wide(link);
                values[layers.carries(0, arc, slot)?] = true;
                *at = graph.neighbor(*at, Link(link));
            }
        }
        program.admits(&values).then_some(values)
    }

    fn words(&self, values: &[bool]) -> Option<WordSchedule> {
        let Walked { packets, slots } = self.walks.walked(values)?;
        Some(WordSchedule { packets: packets.into_iter().map(|(_, offset)| offset).collect(), slots })
    }
}

impl Formulation for FlowModel {
    type Schedule = WordSchedule;

    fn program(&self) -> &NamedProgram {
        &self.walks.program
    }

    fn scope(&self) -> Option<Scope> {
        Some(self.ways.scope())
    }

    fn model(&self) -> Option<TreeModel> {
        // The default model of hypercubes, tori and rings is the delay model.
        self.walks.task().network().cayley().is_none().then_some(TreeModel::Flow)
    }

    fn read(&self, values: &[bool]) -> Result<WordSchedule, ProgramError> {
        let slots = count_of(self.walks.layers.slots());
        let schedule = self.words(values).ok_or(WordFault::Packets);
        let replayed = schedule.and_then(|schedule| schedule.replay(self.walks.task()).map(|()| schedule));
        replayed.map_err(|fault| ProgramError::WordsNotReplayed { slots, fault })
    }
}

impl Delayed for FlowModel {
    fn total_delay(schedule: &WordSchedule) -> u64 {
        schedule.total_delay()
    }

    fn admit(&self, first: WordSchedule) -> Result<WordSchedule, ProgramError> {
        let horizon = count_of(self.walks.layers.slots());
        first
            .replay(self.walks.task())
            .map_err(|fault| ProgramError::WordsNotReplayed { slots: horizon, fault })?;
        let detours = self.ways == FlowWays::Shortest && first.moves() > self.walks.task().total_distance();
        if first.length() > horizon || detours {
            return Err(ProgramError::Incumbent { horizon, fault: None });
        }
        Ok(first)
    }
}

/// Bounds the size of a model from above, without building it.
fn size(task: &CayleyTask, horizon: u64) -> ModelSize {
    let (nodes, links) = (task.graph().nodes(), u64::from(task.graph().links()));
    let variables = (nodes - 1).saturating_mul(links).saturating_mul(horizon);
    // Each variable has an entry in a row of its link, perhaps of the ports, and in the rows of two nodes for
    // half of the slots.
    let entries = variables.saturating_mul(horizon.saturating_add(4));
    let rows = (nodes + links).saturating_mul(horizon.saturating_add(1));
    ModelSize { model: Model::Flow, slots: horizon, variables, rows, entries }
}
