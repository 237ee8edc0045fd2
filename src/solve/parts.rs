//! A bound proved in parts: what is to be proved of a certificate's schedule, cut into parts, each proved by itself,
//! and put together again.
//!
//! A part is a document that needs nothing else, so that any machine can prove it.

use super::error::SolveError;
use super::pipeline::certified;
use crate::check::{Options, Rejection, Verdict, check_certificate};
use crate::delay::cayley_pooled_but_one;
use crate::model::{ModelError, Problem, Schedule};
use crate::program::{
    DelayModel, DelayRows, DelaySchedule, DelayWays, FlowModel, FlowWays, Formulation, MOST_VARIABLES,
    NamedProgram, PartEnd, PartFault, ProgramError, Proving, Spend, TransportModel, cut, joined, prove_part,
    proved_by, sufficient_horizon,
};
use crate::route::task_matrix;
use crate::wire::{
    CertificateDocument, Claim, DualNode, Horizon, Lower, Objective, PartDocument, Per, Quantity, Scope,
    Status, TreeModel,
};
use thiserror::Error;

/// Why a proof has no parts, or parts make no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartsError {
    /// The task of a part is none.
    #[error("at task: {0}")]
    Model(#[from] ModelError),
    /// There is no program for it.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Broadcasts and their kin.
    #[error(
        "this kind of task has no program that is proved in parts, expected an isotropic task or demands"
    )]
    OtherTask,
    /// The schedule is not symmetric, as the model's are.
    #[error("the schedule differs from node to node, expected a symmetric one (solve --symmetric)")]
    NotSymmetric,
    /// The delay model is of matrices, and of delay.
    #[error("the delay model is that of the delay of isotropic tasks on hypercubes, tori and rings")]
    NoDelayModel,
    /// The certificate claims nothing of the kind.
    #[error("the certificate claims no {0}")]
    NoClaim(&'static str),
    /// The claim is of a number of slots that the model cannot have.
    #[error("the delay exceeds what the program counts")]
    DelayTooLarge,
    /// The path of a part, or the paths together.
    #[error(transparent)]
    Path(#[from] PartFault),
    /// A part is one of another proof.
    #[error("the part is one of another proof: its {0} differs from that of the certificate's proof")]
    Foreign(&'static str),
    /// A part is not proved.
    #[error("not proved yet")]
    Unproved,
    /// The tree of a part does not prove what it says.
    #[error("its tree does not prove {claimed}, but {proved}")]
    False {
        /// The value of the part.
        claimed: u64,
        /// What its leaves prove.
        proved: u64,
    },
    /// The tree of a part is none of the model.
    #[error(
        "its tree is none of the model: a leaf or a branching that the model does not have, or a part of a tree is missing"
    )]
    NoTree,
    /// The checker refuses what was put together.
    #[error("the checker refuses what was put together: {0}")]
    Refused(Box<Rejection>),
    /// A better schedule that does not pass its own check.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What became of a part.
#[derive(Debug)]
pub enum Ran {
    /// The part with its proof.
    Proved(PartDocument),
    /// The part with the proof of less, the time being over.
    Open(PartDocument),
    /// Nothing was proved in time.
    Nothing,
    /// A certificate of a better schedule: the target cannot be proved.
    Better(Box<CertificateDocument>),
}

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
enum Model {
    Flow(Box<FlowModel>),
    Delay(Box<DelayModel>),
    Transport(Box<TransportModel>),
}

impl Model {
    /// The model that a split asks for.
    fn new(
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

    fn program(&self) -> &NamedProgram {
        match self {
            Self::Flow(model) => model.program(),
            Self::Delay(model) => model.program(),
            Self::Transport(model) => model.program(),
        }
    }

    fn word(&self) -> Option<TreeModel> {
        match self {
            Self::Flow(model) => model.model(),
            Self::Delay(model) => model.model(),
            Self::Transport(model) => model.model(),
        }
    }

    fn scope(&self) -> Scope {
        match self {
            Self::Flow(_) => FlowWays::Free.scope(),
            Self::Delay(_) => Scope::Isotropic,
            Self::Transport(_) => Scope::All,
        }
    }

    /// The schedule of a solution, replayed.
    fn read(&self, problem: &Problem, values: &[bool]) -> Result<Schedule, PartsError> {
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
fn proving(part: &PartDocument) -> Proving {
    match part.quantity {
        Quantity::CompletionTime => Proving::NoSolution,
        _ => Proving::AtLeast(part.target),
    }
}

/// What is to be cut, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cut {
    /// Branchings from the root to a part.
    pub depth: u32,
    /// Prove that no schedule is below it; without one that none is better than that of the certificate.
    pub target: Option<u64>,
    /// The model of the proof.
    pub model: PartModel,
}

/// Cuts the proof that no schedule is better than that of a certificate into at most `2^depth` parts. What is bounded is what the task
/// minimises, of two objectives the delay.
///
/// # Errors
/// [`PartsError`] where the task has no such program, or one that is too large.
///
/// # Complexity
/// At most `2^(depth + 1)` linear programs.
pub fn split(
    certificate: &CertificateDocument,
    wanted: Cut,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<PartDocument>, PartsError> {
    let problem = Problem::new(&certificate.task)?;
    let quantity = match problem.objective() {
        Objective::CompletionTime => Quantity::CompletionTime,
        Objective::AverageDelay | Objective::CompletionTimeThenAverageDelay => Quantity::TotalDelay,
    };
    let claim = claim(certificate, quantity)?;
    let target = wanted.target.unwrap_or(claim.value).min(claim.value);
    let horizon = match quantity {
        Quantity::CompletionTime => target.saturating_sub(1),
        _ => horizon(&problem, certificate, claim, target)?,
    };
    let model = Model::new(&problem, quantity, horizon, wanted.model)?;
    let task = certificate.task.clone();
    let whole = PartDocument::new(task, quantity, target, horizon, model.word());
    let paths = cut(model.program(), proving(&whole), wanted.depth, stop);
    Ok(paths.into_iter().map(|path| whole.at(path)).collect())
}

/// The claim that is to be proved: of a symmetric schedule, or of any where the task is not isotropic.
fn claim(certificate: &CertificateDocument, quantity: Quantity) -> Result<&Claim, PartsError> {
    let claims = &certificate.claims;
    if claims.iter().any(|claim| claim.quantity == Quantity::Transmissions && claim.per == Some(Per::Network))
        && Problem::new(&certificate.task)?.is_isotropic()
    {
        return Err(PartsError::NotSymmetric);
    }
    claims.iter().find(|claim| claim.quantity == quantity).ok_or(PartsError::NoClaim(match quantity {
        Quantity::CompletionTime => "completion time",
        Quantity::TotalDelay => "total delay",
        Quantity::Transmissions => "transmissions",
    }))
}

/// The slots of the model: those of the schedule, or so many that no schedule of less delay needs more.
fn horizon(
    problem: &Problem,
    certificate: &CertificateDocument,
    claim: &Claim,
    target: u64,
) -> Result<u64, PartsError> {
    let length = self::claim(certificate, Quantity::CompletionTime)?.value;
    if claim.horizon != Some(Horizon::Any) {
        return Ok(length);
    }
    // All packets but the last have at least their pooled bound.
    let words = problem.words()?;
    let others = cayley_pooled_but_one(words).ok_or(PartsError::DelayTooLarge)?;
    let last = target.saturating_sub(1).saturating_sub(others);
    let enough = match problem.rows() {
        Some(task) => last.min(sufficient_horizon(task, true)?),
        None => last,
    };
    Ok(length.max(enough))
}

/// Proves a part by itself, until what may be spent is.
///
/// # Errors
/// [`PartsError`] where the part is none of its task.
///
/// # Complexity
/// Exponential time at worst.
pub fn run(part: &PartDocument, spend: &Spend<'_>) -> Result<Ran, PartsError> {
    let problem = Problem::new(&part.task)?;
    let model = model_of(&problem, part)?;
    let with = |value, tree| {
        let (horizon_slots, model) = (part.horizon_slots, part.model);
        part.with_proof(Lower::DualTree { value, horizon_slots, model, tree })
    };
    Ok(match prove_part(model.program(), proving(part), &part.path, spend)? {
        PartEnd::Proved(tree) => Ran::Proved(with(part.target, tree)),
        PartEnd::Open(value, tree) if part.quantity == Quantity::TotalDelay && value > 0 => {
            Ran::Open(with(value.min(part.target), tree))
        }
        PartEnd::Open(..) => Ran::Nothing,
        PartEnd::Refuted(values) => {
            Ran::Better(Box::new(certified(&problem, model.read(&problem, &values)?)?))
        }
    })
}

/// The model that a part speaks of.
fn model_of(problem: &Problem, part: &PartDocument) -> Result<Model, PartsError> {
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

/// Puts the proofs of all parts into the certificate that they were cut from; the checker accepts it.
///
/// # Errors
/// The name of the part at fault, if it is one, and [`PartsError`].
///
/// # Complexity
/// O(all multipliers + variables · leaves), and that of the check.
pub fn join<N: Clone>(
    certificate: &CertificateDocument,
    parts: &[(N, PartDocument)],
) -> Result<(CertificateDocument, Verdict), (Option<N>, PartsError)> {
    let whole = |fault: PartsError| (None, fault);
    let Some((_, first)) = parts.first() else {
        return Err(whole(PartFault::Missing("at the root".to_owned()).into()));
    };
    let problem = Problem::new(&certificate.task).map_err(|fault| whole(fault.into()))?;
    let model = model_of(&problem, first).map_err(whole)?;
    let (mut least, mut trees) = (first.target, Vec::new());
    for (name, part) in parts {
        let own = |fault| (Some(name.clone()), fault);
        require_same(certificate, first, part).map_err(own)?;
        let (value, tree) = proof(part, &model).map_err(own)?;
        least = least.min(value);
        trees.push((part.path.clone(), tree));
    }
    let tree = joined(trees).map_err(|fault| whole(fault.into()))?;
    let (horizon_slots, word) = (first.horizon_slots, first.model);
    let lower = Lower::DualTree { value: least, horizon_slots, model: word, tree };
    let joined = with_bound(certificate, first.quantity, model.scope(), lower).map_err(whole)?;
    let verdict = check_certificate(&joined, &Options::default())
        .map_err(|rejection| whole(PartsError::Refused(Box::new(rejection))))?;
    Ok((joined, verdict))
}

/// Refuses a part of another proof.
fn require_same(
    certificate: &CertificateDocument,
    first: &PartDocument,
    part: &PartDocument,
) -> Result<(), PartsError> {
    let same = [
        ("task", part.task == certificate.task),
        ("quantity", part.quantity == first.quantity),
        ("target", part.target == first.target),
        ("horizon", part.horizon_slots == first.horizon_slots),
        ("model", part.model == first.model),
    ];
    same.into_iter().find(|(_, same)| !same).map_or(Ok(()), |(what, _)| Err(PartsError::Foreign(what)))
}

/// The tree of a part, and what it proves, recomputed.
fn proof(part: &PartDocument, model: &Model) -> Result<(u64, Vec<DualNode>), PartsError> {
    let Some(Lower::DualTree { value, horizon_slots, model: word, tree }) = &part.lower else {
        return Err(PartsError::Unproved);
    };
    if (*horizon_slots, *word) != (part.horizon_slots, part.model) {
        return Err(PartsError::NoTree);
    }
    let proved = proved_by(model.program(), proving(part), &part.path, tree)?.ok_or(PartsError::NoTree)?;
    let claimed = (*value).min(part.target);
    match proving(part) {
        Proving::NoSolution if proved != u64::MAX => Err(PartsError::False { claimed, proved }),
        Proving::AtLeast(_) if proved < claimed => Err(PartsError::False { claimed, proved }),
        _ => Ok((claimed, tree.clone())),
    }
}

/// The certificate with a claim that rests on a new bound, in place of one with the same scope unless that is better.
fn with_bound(
    certificate: &CertificateDocument,
    quantity: Quantity,
    scope: Scope,
    lower: Lower,
) -> Result<CertificateDocument, PartsError> {
    let known = claim(certificate, quantity)?;
    let status = if known.value == lower.value() { Status::Optimal } else { Status::UpperBound };
    let value = lower.value();
    let new = Claim { scope, lower, status, ..known.clone() };
    let is_same =
        |claim: &Claim| claim.quantity == quantity && claim.scope == scope && claim.horizon == new.horizon;
    if certificate.claims.iter().any(|claim| is_same(claim) && claim.lower.value() > value) {
        return Ok(certificate.clone());
    }
    let mut claims: Vec<Claim> = certificate.claims.iter().filter(|claim| !is_same(claim)).cloned().collect();
    let place = claims.iter().position(|claim| claim.quantity == quantity).unwrap_or(claims.len());
    claims.insert(place, new);
    Ok(CertificateDocument::new(certificate.task.clone(), certificate.schedule.clone(), claims))
}
