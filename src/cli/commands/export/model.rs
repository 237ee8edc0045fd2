//! Runs `isotask export` of a model of the delay or of the schedules within a horizon, and of proofs over it.

use crate::cli::arguments::export::ExportArguments;
use crate::cli::report::lines::{Report, counted, describe, scope_words};
use crate::cli::report::written::report_export;
use crate::cli::terminal::document::{AnyDocument, verified};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::export::{Proof, ProofError, Proves, SolutionError, Writer, flow_solution, solution};
use crate::model::{DemandsTask, IsotropicTask, Problem, count_of};
#[cfg(feature = "ilp")]
use crate::program::root_proof;
use crate::program::{
    DelayModel, DelayRows, DelayWays, FlowModel, FlowWays, Formulation, MAX_DETOUR_VARIABLES, NamedProgram,
    TransportModel, widest_model,
};
use crate::solve::bounds;
use crate::wire::{
    CertificateDocument, Claim, Document, DualNode, Lower, Objective, Quantity, ReportedClaim, ScheduleBody,
    Scope, Status, TaskDocument, TreeModel,
};
use std::borrow::Cow;

/// The most variables of a model that is written, estimated from above. The work of solving it is not limited
/// here.
const MAX_EXPORTED_VARIABLES: u64 = 1 << 20;

/// The input of an export.
struct Source {
    file: String,
    problem: Problem,
    /// The certificate, accepted by the checker.
    certificate: Option<CertificateDocument>,
}

/// A claim that a tree proves.
struct ProvedClaim<'a> {
    claim: &'a Claim,
    lower: u64,
    slots: u64,
    over: TreeBase,
    tree: Cow<'a, [DualNode]>,
}

/// The model that a tree of multipliers refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreeBase {
    Delay,
    Flow,
    Transport,
}

impl ProvedClaim<'_> {
    /// Returns whether the model asks for the least delay, and not only for a schedule.
    fn is_of_delay(&self) -> bool {
        self.claim.quantity == Quantity::TotalDelay
    }
}

/// The model that is written.
enum Model {
    Rows(DelayModel),
    Flow(FlowModel),
    Transport(TransportModel),
}

/// The model with the slots and the program that are written. The program has no objective if only a schedule
/// within the horizon is asked for.
struct ModelRequest<'a> {
    model: &'a Model,
    slots: u64,
    program: Cow<'a, NamedProgram>,
}

impl Model {
    fn program(&self) -> &NamedProgram {
        match self {
            Self::Rows(model) => model.program(),
            Self::Flow(model) => model.program(),
            Self::Transport(model) => model.program(),
        }
    }

    fn scope(&self) -> Option<Scope> {
        match self {
            Self::Rows(model) => model.scope(),
            Self::Flow(model) => model.scope(),
            Self::Transport(model) => model.scope(),
        }
    }

    /// Returns the schedule as a solution; the transport model has no objective for which one would be
    /// stated.
    fn solution(&self, problem: &Problem, schedule: &ScheduleBody) -> Result<Vec<bool>, SolutionError> {
        match (self, problem.rows()) {
            (Self::Rows(model), Some(task)) => solution(model, task, schedule),
            (Self::Flow(model), _) => flow_solution(model, problem.network(), schedule),
            _ => Err(SolutionError::NoSolution),
        }
    }
}

pub(crate) fn run(arguments: &ExportArguments) -> Result<Exit, Failure> {
    let input = arguments.input();
    let bytes = input.bytes()?;
    let output = Output::open(&arguments.output)?;
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let source = source(input.name(), &bytes)?;
    let proved = source.proved(arguments)?;
    if source.problem.is_isotropic() && source.problem.offsets().next().is_none() {
        let message = "the task has no packets: its delay is 0, and there is no model of it";
        return Err(Failure::fault(&source.file, "no-packets", message));
    }
    let (model, slots) = source.model(arguments, proved.as_ref())?;
    let of_delay = proved.as_ref().is_none_or(ProvedClaim::is_of_delay);
    let program = model.program();
    let program = if of_delay { Cow::Borrowed(program) } else { Cow::Owned(program.without_objective()) };
    let asked = ModelRequest { model: &model, slots, program };
    let written = match arguments.to.writer {
        Writer::Program(write) => write(&asked.program, &about(&source, &asked)),
        Writer::Proof(write) => source.proof(&asked, proved.as_ref(), write)?,
        Writer::Transmissions(_)
        | Writer::Theorem(_)
        | Writer::Graph(_)
        | Writer::Plan(_)
        | Writer::Rounds(_)
        | Writer::Source(_) => {
            unreachable!("it is not made of a model")
        }
    };
    if interrupt::is_interrupted() {
        return Err(Failure::interrupted("interrupted: nothing was written"));
    }
    let proved = proved.filter(|_| is_proof(arguments));
    let report = described(&source, &asked, proved.as_ref());
    let stdout_taken = output.is_stdout();
    output.finish(&written)?;
    let claims = proved.map(|proved| proved.claim).into_iter();
    report_export(
        arguments,
        &source.file,
        &source.problem,
        &report,
        claims.map(ReportedClaim::from).collect(),
        stdout_taken,
    )
}

fn is_proof(arguments: &ExportArguments) -> bool {
    matches!(arguments.to.writer, Writer::Proof(_))
}

/// Reads a task, or a certificate that the checker accepts.
fn source(file: String, bytes: &[u8]) -> Result<Source, Failure> {
    let known = [TaskDocument::FORMAT, CertificateDocument::FORMAT];
    let (document, certificate) = match AnyDocument::read(&file, bytes, &known)? {
        AnyDocument::Task(document) => (document, None),
        AnyDocument::Certificate(certificate) => {
            verified(&file, &certificate)?;
            (certificate.task.clone(), Some(certificate))
        }
        other => return Err(other.refused(&file, &known)),
    };
    let problem = match IsotropicTask::new(&document) {
        Ok(task) => task.into(),
        Err(fault) => {
            let problem = Problem::new(&document).map_err(|fault| Failure::model(&file, &fault))?;
            if problem.words().is_err() && !certificate.as_ref().is_some_and(has_proof) {
                return Err(Failure::model(&file, &fault));
            }
            problem
        }
    };
    Ok(Source { file, problem, certificate })
}

/// Returns whether a claim rests on multipliers of a model, or on a bound that multipliers may prove too.
fn has_proof(certificate: &CertificateDocument) -> bool {
    let of_model = |claim: &Claim| matches!(claim.lower, Lower::DualTree { .. } | Lower::Pooled { .. });
    certificate.claims.iter().any(of_model)
}

impl Source {
    /// Returns the rows of the task, for which there is a model of the delay.
    fn task(&self) -> Result<&IsotropicTask, Failure> {
        let refused = || match IsotropicTask::new(self.problem.document()) {
            Err(fault) => Failure::model(&self.file, &fault),
            Ok(_) => unreachable!("the problem would have been built as rows"),
        };
        self.problem.rows().ok_or_else(refused)
    }

    /// Returns the claims that trees prove, those about the delay first.
    fn trees(&self) -> Vec<ProvedClaim<'_>> {
        let over = |model: Option<TreeModel>| match model {
            Some(TreeModel::Flow) => TreeBase::Flow,
            None if self.problem.rows().is_some() => TreeBase::Delay,
            None if self.problem.is_isotropic() => TreeBase::Flow,
            Some(TreeModel::Transport) | None => TreeBase::Transport,
        };
        let claims = self.certificate.iter().flat_map(|certificate| &certificate.claims);
        let trees = claims.filter_map(|claim| match &claim.lower {
            Lower::DualTree { value, horizon_slots, model, tree } => Some(ProvedClaim {
                claim,
                lower: *value,
                slots: *horizon_slots,
                over: over(*model),
                tree: Cow::Borrowed(tree),
            }),
            _ => None,
        });
        let mut trees: Vec<ProvedClaim<'_>> = trees.collect();
        trees.sort_by_key(|proved| !proved.is_of_delay());
        trees
    }

    /// Returns the first claim that a tree proves, whose horizon is the one asked for, if any; an export of a
    /// proof needs such a claim.
    fn proved(&self, arguments: &ExportArguments) -> Result<Option<ProvedClaim<'_>>, Failure> {
        let trees = self.trees();
        let known: Vec<String> = trees.iter().map(|proved| counted(proved.slots, "slot")).collect();
        let of_delay = trees.first().is_some_and(ProvedClaim::is_of_delay);
        let wanted = |proved: &ProvedClaim<'_>| arguments.horizon.is_none_or(|slots| slots == proved.slots);
        let found = trees.into_iter().find(wanted);
        // A tree on the delay comes first, unless the asked horizon is that of another tree.
        if found.is_some() && (of_delay || arguments.horizon.is_some()) {
            return Ok(found);
        }
        // The model is the one that the proof would refer to.
        if !of_delay && let Some(proved) = self.pooled(arguments)? {
            return Ok(Some(proved));
        }
        if found.is_some() {
            return Ok(found);
        }
        if !is_proof(arguments) {
            return Ok(None);
        }
        let delay = |claim: &Claim| claim.quantity == Quantity::TotalDelay;
        let why = match &self.certificate {
            None => "a task has no proof to export".to_owned(),
            Some(_) if !known.is_empty() => {
                return Err(self.no_proof(&format!(
                    "no proof on a model of that horizon, expected one of {}",
                    known.join(", ")
                )));
            }
            Some(certificate) if certificate.claims.iter().any(delay) => {
                "the bound on the delay is the pooled one, which multipliers of the model do not prove, but isotask-verify does \
                 (make -C src/check/proofs): its verdict on the certificate is a theorem"
                    .to_owned()
            }
            Some(_) => "the certificate claims nothing about the delay; isotask-verify (make -C src/check/proofs) \
                        may prove what it claims"
                .to_owned(),
        };
        Err(self.no_proof(&format!(
            "{why}; isotask solve --method ilp -o FILE writes a certificate with a tree where the pooled bound is not met, \
             and --to opb, lp or mps the model for a solver of your own"
        )))
    }

    fn no_proof(&self, message: &str) -> Failure {
        Failure::fault(&self.file, "no-delay-proof", message)
    }

    /// Returns the claim that the pooled bound proves, if multipliers of the flow model prove it too.
    fn pooled(&self, arguments: &ExportArguments) -> Result<Option<ProvedClaim<'_>>, Failure> {
        let Some(certificate) = &self.certificate else { return Ok(None) };
        let pooled = |claim: &&Claim| matches!(claim.lower, Lower::Pooled { .. });
        let Some(claim) = certificate.claims.iter().find(pooled) else { return Ok(None) };
        let ScheduleBody::Symmetric { slots, .. } = &certificate.schedule else { return Ok(None) };
        let (slots, lower) = (arguments.horizon.unwrap_or(count_of(slots.len())), claim.lower.slots());
        let model = self.flow(slots, Scope::Isotropic)?;
        let tree = multipliers(model.program(), lower);
        Ok(tree.map(|tree| ProvedClaim { claim, lower, slots, over: TreeBase::Flow, tree: Cow::Owned(tree) }))
    }

    /// Returns a note on claims of the certificate about more schedules than the model of the delay holds.
    fn wider(&self, model: &Model) -> Option<String> {
        let held = model.scope()?;
        let claims = self.certificate.iter().flat_map(|certificate| &certificate.claims);
        let wider = claims
            .filter(|claim| claim.quantity == Quantity::TotalDelay && claim.scope > held)
            .max_by_key(|claim| claim.lower.value())?;
        let (bound, scope) = (wider.lower.value(), wider.scope.as_str());
        Some(format!(
            "the certificate's bound {bound} has scope {scope}; this file speaks of the schedules of its model only"
        ))
    }

    fn flow(&self, slots: u64, scope: Scope) -> Result<FlowModel, Failure> {
        let shortest = scope == Scope::IsotropicShortest;
        let ways = if shortest { FlowWays::Shortest } else { FlowWays::Free };
        let words = self.problem.words().map_err(|fault| Failure::model(&self.file, &fault))?;
        FlowModel::new(words, ways, slots, MAX_EXPORTED_VARIABLES)
            .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))
    }

    fn transport(&self, slots: u64) -> Result<TransportModel, Failure> {
        let task =
            DemandsTask::new(self.problem.document()).map_err(|fault| Failure::model(&self.file, &fault))?;
        TransportModel::new(&task, slots, MAX_EXPORTED_VARIABLES)
            .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))
    }

    /// Returns the model of a proof and its slots. For a task it models the delay of the schedules that
    /// `solve` looks for: the delay model on products of rings, else the flow model.
    fn model(
        &self,
        arguments: &ExportArguments,
        proved: Option<&ProvedClaim<'_>>,
    ) -> Result<(Model, u64), Failure> {
        match proved.map(|proved| (proved.over, proved.slots, proved.claim.scope)) {
            Some((TreeBase::Flow, slots, scope)) => {
                return Ok((Model::Flow(self.flow(slots, scope)?), slots));
            }
            Some((TreeBase::Transport, slots, _)) => {
                return Ok((Model::Transport(self.transport(slots)?), slots));
            }
            Some((TreeBase::Delay, ..)) | None => {}
        }
        if self.problem.rows().is_none() && self.problem.words().is_ok() {
            let slots = arguments.horizon.map_or_else(|| self.horizon_of_words(), Ok)?;
            return Ok((Model::Flow(self.flow(slots, Scope::Isotropic)?), slots));
        }
        let (ways, horizon) = self.ways(arguments, proved)?;
        let model = DelayModel::new(self.task()?, ways, horizon, MAX_EXPORTED_VARIABLES, DelayRows::All)
            .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))?;
        Ok((Model::Rows(model), horizon))
    }

    /// Returns the schedules whose delay is minimised, and their slots: those that the proof binds; for a
    /// task, those that `solve` looks for.
    fn ways(
        &self,
        arguments: &ExportArguments,
        proved: Option<&ProvedClaim<'_>>,
    ) -> Result<(DelayWays<'static>, u64), Failure> {
        if let Some(proved) = proved {
            let shortest = proved.claim.scope == Scope::IsotropicShortest;
            let ways = if shortest { DelayWays::TiesFree } else { DelayWays::DetoursFree };
            return Ok((ways, proved.slots));
        }
        match arguments.horizon {
            Some(slots) => Ok((DelayWays::DetoursFree, slots)),
            None if self.problem.objective() == Objective::AverageDelay => {
                widest_model(self.task()?, MAX_DETOUR_VARIABLES)
                    .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))
            }
            None => Ok((DelayWays::DetoursFree, self.least_slots()?)),
        }
    }

    /// Returns the slots in which the delay on a Cayley graph is minimised.
    fn horizon_of_words(&self) -> Result<u64, Failure> {
        if self.problem.objective() == Objective::AverageDelay {
            return Err(self.no_horizon("how many slots are enough for the least average delay is not known"));
        }
        let claims = self.certificate.iter().flat_map(|certificate| &certificate.claims);
        let mut proved = claims
            .filter(|claim| claim.quantity == Quantity::CompletionTime && claim.status == Status::Optimal);
        match proved.next().and_then(|claim| u64::try_from(claim.value).ok()) {
            Some(slots) => Ok(slots),
            None => self.least_slots(),
        }
    }

    /// Returns the least completion time of symmetric schedules.
    fn least_slots(&self) -> Result<u64, Failure> {
        let found = bounds(&self.problem, &interrupt::is_interrupted);
        let lower = found.greatest();
        let least = "the least completion time of symmetric schedules";
        match found.attainable.map(|attainable| attainable.slots) {
            Some(attainable) if lower == attainable => Ok(lower),
            Some(attainable) => {
                Err(self.no_horizon(&format!("{least} lies between {lower} and {attainable} slots")))
            }
            None => Err(self.no_horizon(&format!("{least} is {lower} slots or more"))),
        }
    }

    fn no_horizon(&self, why: &str) -> Failure {
        let message = format!("{why}; say with --horizon which schedules are meant");
        Failure::fault(&self.file, "horizon-unknown", message)
    }

    fn proof(
        &self,
        asked: &ModelRequest<'_>,
        proved: Option<&ProvedClaim<'_>>,
        write: impl Fn(&Proof<'_>) -> Result<Vec<u8>, ProofError>,
    ) -> Result<Vec<u8>, Failure> {
        let (Some(certificate), Some(proved)) = (&self.certificate, proved) else {
            return Err(self.no_proof("no proof to export"));
        };
        let (program, lower, tree) = (&*asked.program, proved.lower, &*proved.tree);
        let written = if proved.is_of_delay() {
            let solution = asked.model.solution(&self.problem, &certificate.schedule);
            let solution = solution.map_err(|fault| Failure::fault(&self.file, "no-solution", fault))?;
            write(&Proof { program, proves: Proves::AtLeast { lower, solution: &solution }, tree })
        } else {
            write(&Proof { program, proves: Proves::NoSolution, tree })
        };
        written.map_err(|fault| Failure::fault(&self.file, "no-delay-proof", fault))
    }
}

/// Returns multipliers of the rows that prove a bound, if they exist and a solver is there to find them.
#[cfg(feature = "ilp")]
fn multipliers(program: &NamedProgram, lower: u64) -> Option<Vec<DualNode>> {
    root_proof(program, lower)
}

#[cfg(not(feature = "ilp"))]
fn multipliers(_: &NamedProgram, _: u64) -> Option<Vec<DualNode>> {
    None
}

/// Describes a model, in lines for the head of its file.
fn about(source: &Source, asked: &ModelRequest<'_>) -> Vec<String> {
    let problem = &source.problem;
    vec![
        format!("task: {problem}; {}", problem.network_and_ports()),
        format!("model: {}", model_words(asked)),
        format!("written by isotask {}", env!("CARGO_PKG_VERSION")),
    ]
}

/// Describes the objective of a model, the schedules that it covers, its slots and its size.
fn model_words(asked: &ModelRequest<'_>) -> String {
    let ModelRequest { model, slots, program } = asked;
    let of_delay = !program.objective().is_empty();
    format!(
        "{}, {} of at most {}; {}, {}",
        if of_delay { "total delay of a node" } else { "no objective" },
        model.scope().map_or("given directions", scope_words),
        counted(*slots, "slot"),
        counted(count_of(program.variables().len()), "variable"),
        counted(count_of(program.rows().len()), "row"),
    )
}

fn described(source: &Source, asked: &ModelRequest<'_>, proved: Option<&ProvedClaim<'_>>) -> Report {
    let mut report = describe(source.problem.document(), &source.problem);
    report.line("model", model_words(asked));
    if let Some(wider) = source.wider(asked.model) {
        report.line("note", wider);
    }
    if let Some(proved) = proved {
        let ProvedClaim { claim, lower, tree, .. } = proved;
        let nodes = counted(count_of(tree.len()), "node");
        let what = if proved.is_of_delay() && u128::from(*lower) == claim.value {
            format!("the least is {lower}")
        } else if proved.is_of_delay() {
            format!("the least is between {lower} and {}", claim.value)
        } else {
            format!("there is none; the least completion time is between {lower} and {}", claim.value)
        };
        report.line("proof", format!("{what}, by a tree of multipliers with {nodes}"));
    }
    report
}
