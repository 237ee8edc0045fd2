//! The flow model under a group of translations: 0–1 variables for the moves from every class of nodes.

use super::layers::extend_without_loop;
use super::walks::{FlowWays, Walks, require_reach};
use crate::model::{CayleyTask, Link, OrbitSchedule, OrbitStep, Packet, Subgroup, count_of, wide};
use crate::program::error::ProgramError;
use crate::program::form::{Formulation, NamedProgram};
use crate::program::size::{Model, ModelSize};
use crate::wire::Scope;

/// The model of the schedules of an isotropic task that are invariant under a group of translations, with r
/// classes of nodes. It is the [`FlowModel`](crate::program::FlowModel) on the states (class of nodes,
/// residual), with r · m machines, and r packets for each packet of a node.
///
/// With one class its solutions are the symmetric schedules; under the trivial group they are all schedules.
/// Its bounds bind only schedules under the group, so it has no scope and proves no claim. The model of the
/// trivial group is the [transport model](crate::program::TransportModel), whose bounds bind all schedules.
///
/// # Examples
/// Total exchange on the circulant graph of 10 nodes with steps 1 and 3: two classes of nodes take the 4
/// slots of the bound for all schedules, where symmetric schedules take 5.
/// ```
/// use isotask::model::{CayleyTask, Node, Subgroup};
/// use isotask::program::{FlowWays, Formulation, MAX_VARIABLES, OrbitModel};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":10,"steps":[1,3]},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&isotask::wire::parse(text)?)?;
/// let even = Subgroup::new(task.network(), vec![Node(2)]).expect("a translation");
/// let model = OrbitModel::new(&task, even, FlowWays::Free, 4, MAX_VARIABLES)?;
/// assert_eq!((model.program().variables().len(), model.scope()), (2 * 9 * 4 * 4, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OrbitModel {
    group: Subgroup,
    walks: Walks,
}

impl OrbitModel {
    /// Writes the model of `horizon` slots, with moves of any kind or along shortest paths.
    ///
    /// # Errors
    /// [`ProgramError::TooLarge`] before memory is touched, [`ProgramError::HorizonTooShort`].
    ///
    /// # Complexity
    /// O(r · n · m · T²) time and space for r classes, n nodes, m links and T slots; it has r·(n − 1)·m·T
    /// variables.
    pub fn new(
        task: &CayleyTask,
        group: Subgroup,
        ways: FlowWays,
        horizon: u64,
        most: u64,
    ) -> Result<Self, ProgramError> {
        require_reach(task, horizon)?;
        let slots = Self::size(task, group.classes(), horizon).require(most)?;
        let walks = Walks::new(task, Some(&group), ways, slots);
        Ok(Self { group, walks })
    }

    /// Bounds the size of the model of `classes` classes and `horizon` slots from above, without building it.
    #[must_use]
    pub fn size(task: &CayleyTask, classes: u32, horizon: u64) -> ModelSize {
        let (nodes, links, classes) =
            (task.graph().nodes(), u64::from(task.graph().links()), u64::from(classes));
        let states = (nodes - 1).saturating_mul(classes);
        let variables = states.saturating_mul(links).saturating_mul(horizon);
        // The entries are as in the flow model, with rows of the ports of both ends.
        let entries = variables.saturating_mul(horizon.saturating_add(5));
        let rows = states
            .saturating_add(classes.saturating_mul(links + 2))
            .saturating_mul(horizon.saturating_add(1));
        ModelSize { model: Model::Orbit, slots: horizon, variables, rows, entries }
    }

    /// Reads the schedule of a solution: one packet of each orbit, from the least node of its class; `None`
    /// if the values describe no schedule.
    fn orbits(&self, values: &[bool]) -> Option<OrbitSchedule> {
        let network = self.walks.task().network();
        let walked = self.walks.walked(values)?;
        let mut packets = Vec::with_capacity(walked.packets.len());
        let mut ways: Vec<Vec<(usize, OrbitStep)>> = vec![Vec::new(); walked.packets.len()];
        let mut at = Vec::with_capacity(packets.len());
        for &(class, offset) in &walked.packets {
            let from = self.group.least(class);
            packets.push(Packet::Personal { from, to: network.translate(from, offset) });
            at.push(from);
        }
        for (slot, moves) in walked.slots.iter().enumerate() {
            for &(packet, link) in moves {
                let (here, link) = (&mut at[wide(packet)], Link(link));
                let step = (slot, OrbitStep { packet, node: *here, link });
                *here = network.neighbor(*here, link);
                let to = |(_, step): &(usize, OrbitStep)| network.neighbor(step.node, step.link);
                extend_without_loop(&mut ways[wide(packet)], step, |(_, step)| step.node, to);
            }
        }
        let arrived =
            |(packet, here): (&Packet, _)| matches!(*packet, Packet::Personal { to, .. } if to == here);
        if !packets.iter().zip(at).all(arrived) {
            return None;
        }
        let mut slots: Vec<Vec<OrbitStep>> = vec![Vec::new(); walked.slots.len()];
        for (slot, step) in ways.into_iter().flatten() {
            slots[slot].push(step);
        }
        for slot in &mut slots {
            slot.sort_unstable();
        }
        // Slots without a move are left out.
        slots.retain(|slot| !slot.is_empty());
        Some(OrbitSchedule { group: self.group.clone(), packets, slots })
    }
}

impl Formulation for OrbitModel {
    type Schedule = OrbitSchedule;

    fn program(&self) -> &NamedProgram {
        &self.walks.program
    }

    fn scope(&self) -> Option<Scope> {
        // Claims have no scope for the schedules under a group.
        None
    }

    fn read(&self, values: &[bool]) -> Result<OrbitSchedule, ProgramError> {
        let slots = count_of(self.walks.layers.slots());
        // The rows of machines and ports hold in integers.
        let schedule = self.orbits(values).filter(|_| self.walks.program.admits(values));
        schedule.ok_or(ProgramError::MovesNotReplayed { slots })
    }
}
