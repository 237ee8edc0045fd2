//! The models that parts are of: which one a split asks for, and which one a part speaks of.

use super::error::PartsError;
use crate::model::{Problem, Schedule};
use crate::program::{
    DelayModel, DelayRows, DelaySchedule, DelayWays, FlowModel, FlowWays, Formulation, MOST_VARIABLES,
    NamedProgram, ProgramError, Proving, TransportModel,
};
use crate::route::task_matrix;
use crate::wire::{PartDocument, Quantity, Scope, TreeModel};

/// Which model a proof is to be of.
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
        let has_rows = problem.rows().is_some() && quantity == Quantity::TotalDelay;
        match wanted {
            PartModel::Flow => Self::flow(problem, horizon),
            PartModel::Delay if has_rows => Self::delay(problem, horizon),
            PartModel::Delay => Err(PartsError::NoDelayModel),
            PartModel::Fitting => match Self::flow(problem, horizon) {
                Err(PartsError::Program(ProgramError::TooLarge(_))) if has_rows => {
                    Self::delay(problem, horizon)
                }
                model => model,
            },
        }
    }

    /// The flow model of an isotropic task, the transport model of demands.
    fn flow(problem: &Problem, horizon: u64) -> Result<Self, PartsError> {
        if let Ok(task) = problem.words() {
            let model = FlowModel::new(task, FlowWays::Free, horizon, MOST_VARIABLES)?;
            return Ok(Self::Flow(Box::new(model)));
        }
        let task = problem.demands().ok_or(PartsError::OtherTask)?;
        Ok(Self::Transport(Box::new(TransportModel::new(task, horizon, MOST_VARIABLES)?)))
    }

    fn delay(problem: &Problem, horizon: u64) -> Result<Self, PartsError> {
        let task = problem.rows().ok_or(PartsError::NoDelayModel)?;
        let ways = DelayWays::DetoursFree;
        let model = DelayModel::new(task, ways, horizon, MOST_VARIABLES, DelayRows::Needed)?;
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

/// What a part is to prove of its program.
pub(super) fn proving(part: &PartDocument) -> Proving {
    match part.quantity {
        Quantity::CompletionTime => Proving::NoSolution,
        _ => Proving::AtLeast(part.target),
    }
}

/// The model that a part speaks of.
pub(super) fn model_of(problem: &Problem, part: &PartDocument) -> Result<Model, PartsError> {
    // On a matrix the first model is the delay model, which has no trees of completion times.
    let first = problem.rows().is_some() && part.quantity == Quantity::TotalDelay && part.model.is_none();
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
