//! `isotask export`.

use crate::check::{Options, check_certificate};
use crate::cli::arguments::args::ExportArguments;
use crate::cli::commands::{graph, plan, program, theorem, transmissions};
use crate::cli::report::lines::{Report, counted, describe, scope_words};
use crate::cli::report::written::tell;
use crate::cli::terminal::document::{format_of, parsed};
use crate::cli::terminal::failure::{Exit, Failure, shown_path};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{Output, is_stdout, same_place};
use crate::export::{Proof, ProofError, SolutionError, Writer, flow_solution, solution};
use crate::model::{IsotropicTask, Problem, count_of};
#[cfg(feature = "ilp")]
use crate::program::root_proof;
use crate::program::{
    DelayModel, DelayRows, DelayWays, FlowModel, FlowWays, Formulation, MOST_DETOUR_VARIABLES, NamedProgram,
    widest_model,
};
use crate::solve::bounds;
use crate::wire::{
    CertificateDocument, Claim, Document, DualNode, Lower, Objective, Quantity, ReportedClaim, ScheduleBody,
    Scope, TaskDocument, TreeModel,
};
use std::borrow::Cow;

/// Most variables of a model that is written, estimated from above. What it takes to solve it is not ours to
/// say.
const MOST_EXPORTED_VARIABLES: u64 = 1 << 20;

/// What a file gives to export.
struct Source {
    file: String,
    problem: Problem,
    /// Accepted by the checker.
    certificate: Option<CertificateDocument>,
}

/// A claim about the delay that a tree proves.
struct Proved<'a> {
    claim: &'a Claim,
    lower: u64,
    slots: u64,
    /// Whether the tree is one over the flow model.
    flow: bool,
    tree: Cow<'a, [DualNode]>,
}

/// The model that is written.
enum Model {
    Rows(DelayModel),
    Flow(FlowModel),
}

impl Model {
    fn program(&self) -> &NamedProgram {
        match self {
            Self::Rows(model) => model.program(),
            Self::Flow(model) => model.program(),
        }
    }

    fn solution(&self, task: &IsotropicTask, schedule: &ScheduleBody) -> Result<Vec<bool>, SolutionError> {
        match self {
            Self::Rows(model) => solution(model, task, schedule),
            Self::Flow(model) => flow_solution(model, task, schedule),
        }
    }

    fn scope(&self) -> Option<Scope> {
        match self {
            Self::Rows(model) => model.scope(),
            Self::Flow(model) => model.scope(),
        }
    }
}

pub(crate) fn run(arguments: &ExportArguments) -> Result<Exit, Failure> {
    let input = arguments.input();
    if !is_stdout(&arguments.output) && input.file().is_some_and(|file| same_place(file, &arguments.output)) {
        let name = shown_path(&arguments.output);
        return Err(Failure::usage(format!("{name} is the input; the output would replace it")));
    }
    let of_model = matches!(arguments.to.writer, Writer::Program(_) | Writer::Proof(_));
    if arguments.horizon.is_some() && !of_model {
        let word = arguments.to.word;
        return Err(Failure::usage(format!("--horizon is one of a model, which {word} does not write")));
    }
    if let Writer::Transmissions(write) = arguments.to.writer {
        return transmissions::run(arguments, write);
    }
    if arguments.node.is_some() || arguments.slots.is_some() {
        return Err(Failure::usage(
            "--node and --slots choose from a schedule, expected --to csv".to_owned(),
        ));
    }
    match arguments.to.writer {
        Writer::Theorem(write) => theorem::run(arguments, write),
        Writer::Graph(write) => graph::run(arguments, write),
        Writer::Plan(write) => plan::run(arguments, write),
        Writer::Source(write) => program::run(arguments, write),
        Writer::Transmissions(_) | Writer::Program(_) | Writer::Proof(_) => of_model_or_proof(arguments),
    }
}

/// A model of the delay, or a proof of it.
fn of_model_or_proof(arguments: &ExportArguments) -> Result<Exit, Failure> {
    let input = arguments.input();
    let bytes = input.bytes()?;
    let output = Output::open(&arguments.output)?;
    interrupt::listen(interrupt::WITH_THE_BEST);
    let source = source(input.name(), &bytes)?;
    let proved = source.proved(arguments)?;
    if source.task().rows() == 0 {
        let message = "the task has no packets: its delay is 0, and there is no model of it";
        return Err(Failure::fault(&source.file, "no-packets", message));
    }
    let (model, horizon) = source.model(arguments, proved.as_ref())?;
    let written = match arguments.to.writer {
        Writer::Program(write) => write(model.program(), &about(&source, &model, horizon)),
        Writer::Proof(write) => source.proof(&model, proved.as_ref(), write)?,
        Writer::Transmissions(_)
        | Writer::Theorem(_)
        | Writer::Graph(_)
        | Writer::Plan(_)
        | Writer::Source(_) => {
            unreachable!("it is not made of a model")
        }
    };
    if interrupt::is_interrupted() {
        return Err(Failure::interrupted("interrupted: nothing was written"));
    }
    let proved = proved.filter(|_| is_proof(arguments));
    let report = described(&source, &model, horizon, proved.as_ref());
    let stdout_taken = output.is_stdout();
    output.finish(&written)?;
    let claims = proved.map(|proved| proved.claim).into_iter();
    tell(
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

/// A task, or a certificate once the checker has accepted it.
fn source(file: String, bytes: &[u8]) -> Result<Source, Failure> {
    let (document, certificate) = match format_of(&file, bytes)?.as_str() {
        TaskDocument::FORMAT => (parsed(&file, bytes)?, None),
        CertificateDocument::FORMAT => {
            let certificate: CertificateDocument = parsed(&file, bytes)?;
            check_certificate(&certificate, &Options::default())
                .map_err(|rejection| Failure::refused(&file, &rejection))?;
            (certificate.task.clone(), Some(certificate))
        }
        other => {
            return Err(Failure::unknown_format(
                &file,
                other,
                &[TaskDocument::FORMAT, CertificateDocument::FORMAT],
            ));
        }
    };
    let task = IsotropicTask::new(&document).map_err(|fault| Failure::model(&file, &fault))?;
    Ok(Source { file, problem: task.into(), certificate })
}

impl Source {
    fn task(&self) -> &IsotropicTask {
        self.problem.rows().expect("the problem was built as rows")
    }

    /// The first claim that a tree proves, of the horizon that was asked for; a proof cannot do without one.
    fn proved(&self, arguments: &ExportArguments) -> Result<Option<Proved<'_>>, Failure> {
        let claims = self.certificate.iter().flat_map(|certificate| &certificate.claims);
        let trees = claims.filter_map(|claim| match &claim.lower {
            // Over the transport model trees say nothing of the delay.
            Lower::DualTree { value, horizon_slots, model, tree } if *model != Some(TreeModel::Transport) => {
                Some(Proved {
                    claim,
                    lower: *value,
                    slots: *horizon_slots,
                    flow: model.is_some(),
                    tree: Cow::Borrowed(tree),
                })
            }
            _ => None,
        });
        let trees: Vec<Proved<'_>> = trees.collect();
        let known: Vec<String> = trees.iter().map(|proved| counted(proved.slots, "slot")).collect();
        let wanted = |proved: &Proved<'_>| arguments.horizon.is_none_or(|slots| slots == proved.slots);
        let found = trees.into_iter().find(wanted);
        if found.is_some() {
            return Ok(found);
        }
        // The model is the one that the proof would be over.
        if known.is_empty()
            && let Some(proved) = self.pooled(arguments)?
        {
            return Ok(Some(proved));
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

    /// The claim that the pooled bound proves, with multipliers of the flow model if these prove it too.
    fn pooled(&self, arguments: &ExportArguments) -> Result<Option<Proved<'_>>, Failure> {
        let Some(certificate) = &self.certificate else { return Ok(None) };
        let pooled = |claim: &&Claim| matches!(claim.lower, Lower::Pooled { .. });
        let Some(claim) = certificate.claims.iter().find(pooled) else { return Ok(None) };
        let ScheduleBody::Symmetric { slots, .. } = &certificate.schedule else { return Ok(None) };
        let (slots, lower) = (arguments.horizon.unwrap_or(count_of(slots.len())), claim.lower.value());
        let model = self.flow(slots, Scope::Isotropic)?;
        let tree = multipliers(model.program(), lower);
        Ok(tree.map(|tree| Proved { claim, lower, slots, flow: true, tree: Cow::Owned(tree) }))
    }

    /// What the certificate says of more schedules than the model holds.
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
        FlowModel::new(words, ways, slots, MOST_EXPORTED_VARIABLES)
            .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))
    }

    /// The model in which the delay is made least, and its slots: that of a proof; of a task, the delay model of
    /// the schedules that `solve` asks for.
    fn model(
        &self,
        arguments: &ExportArguments,
        proved: Option<&Proved<'_>>,
    ) -> Result<(Model, u64), Failure> {
        if let Some(proved) = proved.filter(|proved| proved.flow) {
            return Ok((Model::Flow(self.flow(proved.slots, proved.claim.scope)?), proved.slots));
        }
        let (ways, horizon) = self.ways(arguments, proved)?;
        let model = DelayModel::new(self.task(), ways, horizon, MOST_EXPORTED_VARIABLES, DelayRows::All)
            .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))?;
        Ok((Model::Rows(model), horizon))
    }

    /// Whose delay is made least, and in how many slots: of the schedules that the proof binds; of a task, of
    /// those that `solve` asks for.
    fn ways(
        &self,
        arguments: &ExportArguments,
        proved: Option<&Proved<'_>>,
    ) -> Result<(DelayWays<'static>, u64), Failure> {
        if let Some(proved) = proved {
            let shortest = proved.claim.scope == Scope::IsotropicShortest;
            let ways = if shortest { DelayWays::TiesFree } else { DelayWays::DetoursFree };
            return Ok((ways, proved.slots));
        }
        match arguments.horizon {
            Some(slots) => Ok((DelayWays::DetoursFree, slots)),
            None if self.problem.objective() == Objective::AverageDelay => {
                widest_model(self.task(), MOST_DETOUR_VARIABLES)
                    .map_err(|fault| Failure::fault(&self.file, fault.reason(), fault))
            }
            None => Ok((DelayWays::DetoursFree, self.least_slots()?)),
        }
    }

    /// The least completion time of symmetric schedules.
    fn least_slots(&self) -> Result<u64, Failure> {
        let found = bounds(&self.problem, &interrupt::is_interrupted);
        let lower = found.greatest();
        let attainable =
            found.attainable.expect("directions of a product of rings attain what they say").slots;
        if lower == attainable {
            return Ok(lower);
        }
        let file = &self.file;
        let message = format!(
            "the least completion time of symmetric schedules lies between {lower} and {attainable} slots; say with --horizon which schedules are meant"
        );
        Err(Failure::fault(file, "horizon-unknown", message))
    }

    fn proof(
        &self,
        model: &Model,
        proved: Option<&Proved<'_>>,
        write: impl Fn(&Proof<'_>) -> Result<Vec<u8>, ProofError>,
    ) -> Result<Vec<u8>, Failure> {
        let (Some(certificate), Some(proved)) = (&self.certificate, proved) else {
            return Err(self.no_proof("no proof to export"));
        };
        let solution = model
            .solution(self.task(), &certificate.schedule)
            .map_err(|fault| Failure::fault(&self.file, "no-solution", fault))?;
        let (program, lower, tree) = (model.program(), proved.lower, &*proved.tree);
        write(&Proof { program, solution: &solution, lower, tree })
            .map_err(|fault| Failure::fault(&self.file, "no-delay-proof", fault))
    }
}

/// Multipliers of the rows that prove a bound, if there are any and there is a solver to find them.
#[cfg(feature = "ilp")]
fn multipliers(program: &NamedProgram, lower: u64) -> Option<Vec<DualNode>> {
    root_proof(program, lower)
}

#[cfg(not(feature = "ilp"))]
fn multipliers(_: &NamedProgram, _: u64) -> Option<Vec<DualNode>> {
    None
}

/// What a model is of, in lines for those who find its file.
fn about(source: &Source, model: &Model, horizon: u64) -> Vec<String> {
    let problem = &source.problem;
    vec![
        format!("task: {problem}; {}", problem.place()),
        format!("model: {}", model_words(model, horizon)),
        format!("written by isotask {}", env!("CARGO_PKG_VERSION")),
    ]
}

/// Whom the model binds, for how many slots, and how large it is.
fn model_words(model: &Model, horizon: u64) -> String {
    format!(
        "total delay of a node, {} of at most {}; {}, {}",
        model.scope().map_or("given directions", scope_words),
        counted(horizon, "slot"),
        counted(count_of(model.program().variables().len()), "variable"),
        counted(count_of(model.program().rows().len()), "row"),
    )
}

fn described(source: &Source, model: &Model, horizon: u64, proved: Option<&Proved<'_>>) -> Report {
    let mut report = describe(source.problem.document(), &source.problem);
    report.line("model", model_words(model, horizon));
    if let Some(wider) = source.wider(model) {
        report.line("note", wider);
    }
    if let Some(Proved { claim, lower, tree, .. }) = proved {
        let nodes = counted(count_of(tree.len()), "node");
        report.line(
            "proof",
            if *lower == claim.value {
                format!("the least is {lower}, by a tree of multipliers with {nodes}")
            } else {
                format!(
                    "the least is between {lower} and {}, by a tree of multipliers with {nodes}",
                    claim.value
                )
            },
        );
    }
    report
}
