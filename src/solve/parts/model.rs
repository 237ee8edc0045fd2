//! The models that parts are of: which one a split asks for, and which one a part speaks of.

use super::error::PartsError;
use crate::model::{IsotropicTask, Problem, Schedule};
use crate::program::{
    DelayModel, DelayRows, DelaySchedule, DelayWays, FlowModel, FlowWays, Formulation, MAX_VARIABLES,
    NamedProgram, ProgramError, Proving, TransportModel,
};
use crate::route::task_matrix;
use crate::wire::{PartDocument, Quantity, Scope, TreeModel};

/// The model of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PartModel {
    /// The flow model, or that of demands; where the flow model is too large for a delay, the delay model.
    #[default]
    Fitting,
    /// The flow model, or that of demands.
    Flow,
    /// The delay model.
    Delay,
}

/// The model of a part.
pub(super) enum Model {
    Flow(Box<FlowModel>),
    Delay(Box<DelayModel>),
    Transport(Box<TransportModel>),
}

impl Model {
    /// The model that a split asks for.
    pub(super) fn new(
        problem: &Problem,
        quantity: Quantity,
        horizon: u64,
        wanted: PartModel,
    ) -> Result<Self, PartsError> {
        match wanted {
            PartModel::Flow => Self::flow(problem, horizon),
            PartModel::Delay => Self::delay(delay_task(problem, quantity)?, horizon),
            PartModel::Fitting => match (Self::flow(problem, horizon), delay_task(problem, quantity)) {
                (Err(PartsError::Program(ProgramError::TooLarge(_))), Ok(task)) => Self::delay(task, horizon),
                (model, _) => model,
            },
        }
    }

    /// The flow model of an isotropic task, the transport model of demands.
    fn flow(problem: &Problem, horizon: u64) -> Result<Self, PartsError> {
        let of_words = |task| FlowModel::new(task, FlowWays::Free, horizon, MAX_VARIABLES);
        let of_demands = |task| TransportModel::new(task, horizon, MAX_VARIABLES);
        let flow = problem.words().ok().map(of_words).map(|model| Ok(Self::Flow(Box::new(model?))));
        let transport =
            || problem.demands().map(of_demands).map(|model| Ok(Self::Transport(Box::new(model?))));
        flow.or_else(transport).unwrap_or(Err(PartsError::OtherTask))
    }

    fn delay(task: &IsotropicTask, horizon: u64) -> Result<Self, PartsError> {
        let ways = DelayWays::DetoursFree;
        let model = DelayModel::new(task, ways, horizon, MAX_VARIABLES, DelayRows::Needed)?;
        Ok(Self::Delay(Box::new(model)))
    }

    pub(super) fn program(&self) -> &NamedProgram {
        match self {
            Self::Flow(model) => model.program(),
            Self::Delay(model) => model.program(),
            Self::Transport(model) => model.program(),
        }
    }

    pub(super) fn word(&self) -> Option<TreeModel> {
        match self {
            Self::Flow(model) => model.model(),
            Self::Delay(model) => model.model(),
            Self::Transport(model) => model.model(),
        }
    }

    pub(super) fn scope(&self) -> Scope {
        match self {
            Self::Flow(_) => FlowWays::Free.scope(),
            Self::Delay(_) => Scope::Isotropic,
            Self::Transport(_) => Scope::All,
        }
    }

    /// The schedule of a solution, replayed.
    pub(super) fn read(&self, problem: &Problem, values: &[bool]) -> Result<Schedule, PartsError> {
        Ok(match self {
            Self::Flow(model) => Schedule::from(model.read(values)?),
            Self::Delay(model) => {
                let DelaySchedule { directions, coloring, .. } = model.read(values)?;
                let task = problem.rows().ok_or(PartsError::NoDelayModel)?;
                let matrix = task_matrix(task, &directions).map_err(|_| ProgramError::ForeignDirections)?;
                Schedule::of_units(matrix, coloring)
            }
            Self::Transport(model) => Schedule::from(model.read(values)?),
        })
    }
}

/// The task whose delay has a model of its own.
fn delay_task(problem: &Problem, quantity: Quantity) -> Result<&IsotropicTask, PartsError> {
    let task = problem.rows().filter(|_| quantity == Quantity::TotalDelay);
    task.ok_or(PartsError::NoDelayModel)
}

/// Returns the claim that a part is to prove of its program.
pub(super) fn proving(part: &PartDocument) -> Proving {
    match part.quantity {
        Quantity::CompletionTime => Proving::NoSolution,
        _ => Proving::AtLeast(part.target),
    }
}

/// The model that a part speaks of.
pub(super) fn model_of(problem: &Problem, part: &PartDocument) -> Result<Model, PartsError> {
    // On a matrix the first model is the delay model, which has no trees of completion times.
    let first = delay_task(problem, part.quantity).is_ok() && part.model.is_none();
    let wanted = if first { PartModel::Delay } else { PartModel::Flow };
    let model = Model::new(problem, part.quantity, part.horizon_slots, wanted)?;
    if part.model != model.word() {
        return Err(PartsError::Foreign("model"));
    }
    match part.quantity {
        Quantity::CompletionTime if part.target != part.horizon_slots + 1 => {
            Err(PartsError::Foreign("target"))
        }
        Quantity::TotalDelay if !problem.is_isotropic() => Err(PartsError::OtherTask),
        Quantity::Transmissions => Err(PartsError::OtherTask),
        _ => Ok(model),
    }
}
