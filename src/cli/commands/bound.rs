//! `isotask bound`.

use crate::bound::{Attainable, Bounds, ExchangeError, ScopedBound, of_exchange, require_few_distances};
use crate::cli::arguments::args::BoundArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::{
    Report, average_words, counted, describe_document, describe_matrix, horizon_words, lower_words,
    per_words, scope_words, witness_words,
};
use crate::cli::report::solution::matrix_report;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::width::prose;
use crate::model::{DemandsTask, ModelError, Problem, extent_of_mesh};
use crate::solve::{MatrixSummary, bounds};
use crate::wire::{Horizon, Lower, Per, ResultDocument, ResultStatus, Scope, Task, TaskDocument, to_bytes};

pub(crate) fn run(arguments: &BoundArguments) -> Result<Exit, Failure> {
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let BoundedProblem { problem, words, found } = BoundedProblem::new(arguments)?;
    let exit = if interrupt::is_interrupted() { Exit::Interrupted } else { Exit::Success };
    let matrix = problem.rows().and_then(|task| MatrixSummary::of_task(task, &interrupt::is_interrupted));
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("bound", ResultStatus::Bounded, exit.code());
        document.input = Some(arguments.input().name());
        document.claims = found.claims(&problem);
        document.matrix = matrix.as_ref().map(matrix_report);
        document.notes.extend(found.attainable.map(attainable));
        to_bytes(&document)
    } else {
        text(&problem, &words, &found, matrix.as_ref()).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

/// The problem, a description of what is to be sent, and the bounds.
struct BoundedProblem {
    problem: Problem,
    words: String,
    found: Bounds,
}

impl BoundedProblem {
    /// Finds the bounds. For a total exchange among more nodes than its packets are listed for, `problem` is
    /// one without packets.
    fn new(arguments: &BoundArguments) -> Result<Self, Failure> {
        let input = arguments.input();
        let bytes = input.bytes()?;
        let document: TaskDocument = parsed(&input.name(), &bytes)?;
        let too_much = |fault: ExchangeError| match fault {
            ExchangeError::Stopped => Failure::interrupted("interrupted: no bound was found"),
            fault => Failure::fault(&input.name(), "too-much-work", fault),
        };
        // A mesh beyond these limits also has more pairs of nodes than are listed.
        if let (Some(_), Some((nodes, far))) = (document.task.exchanged(), extent_of_mesh(&document.network))
        {
            require_few_distances(nodes, u32::try_from(far).unwrap_or(u32::MAX)).map_err(too_much)?;
        }
        let fault = match Problem::new(&document) {
            Ok(problem) => {
                input.report_repeated_offset(&problem);
                // The network may be large.
                drop((bytes, document));
                let found = bounds(&problem, &interrupt::is_interrupted);
                return Ok(Self { words: problem.to_string(), problem, found });
            }
            Err(fault) => fault,
        };
        let refused = || input.not_a_task(&bytes, &document, &fault);
        let (Some(count), ModelError::TooManyToList { .. }) = (document.task.exchanged(), &fault) else {
            return Err(refused());
        };
        let no_packets = Task::Demands { packets: Vec::new(), count: 1 };
        let network = document.network.clone();
        let frame =
            TaskDocument::new(document.name.clone(), network, no_packets, document.ports, document.objective);
        let frame = DemandsTask::new(&frame).map_err(|_| refused())?;
        let found = of_exchange(&frame, count, &interrupt::is_interrupted).map_err(too_much)?;
        let hosts = u128::from(frame.network().hosts());
        let packets = hosts * (hosts - 1) * u128::from(count);
        let words =
            format!("total exchange (all-to-all), {packets} packets in all, too many to be scheduled");
        Ok(Self { problem: frame.into(), words, found })
    }
}

/// Returns the bounds for people.
fn text(problem: &Problem, words: &str, found: &Bounds, matrix: Option<&MatrixSummary>) -> String {
    let row = |(scope, lower): (Scope, &Lower)| {
        vec![
            lower.value().to_string(),
            scope_words(scope).to_owned(),
            lower.kind().as_str().to_owned(),
            witness_words(problem, lower),
        ]
    };
    let header = ["bound", "binds", "kind", "witness"];
    let mut report = Report::default();
    describe_document(&mut report, problem.document(), problem.network(), words);
    if let Some(matrix) = matrix {
        describe_matrix(&mut report, problem.network(), matrix);
    }
    let mut text = report.render();
    text.push_str("\nLower bounds on the completion time, in slots:\n");
    text.push_str(&draw::words(&header, found.times().into_iter().map(row).collect()));
    if let Some((per, lower)) = found.moves(problem) {
        text.extend(["Lower bound on the transmissions", per_words(Some(per)), ":\n"]);
        text.push_str(&draw::words(&header, vec![row((Scope::All, &lower))]));
    }
    if let Some(slots) = found.attainable {
        text.push_str(&prose(&attainable(slots)));
    }
    for bound in &found.delay {
        text.push_str(&delay_table(problem, found.transmissions.per, bound));
    }
    text
}

/// Returns a bound on the delay, with the average that it implies.
fn delay_table(problem: &Problem, per: Per, ScopedBound { scope, lower }: &ScopedBound) -> String {
    let (packets, whose) = match per {
        Per::Node => (problem.packets_of_a_node(), "a node"),
        Per::Network => (problem.packets(), "all nodes"),
    };
    let row = vec![
        lower.value().to_string(),
        average_words(lower.value(), packets.unwrap_or(0)),
        format!("{}{}", scope_words(*scope), horizon_words(Some(Horizon::Any))),
        lower.kind().as_str().to_owned(),
        lower_words(problem.network(), lower),
    ];
    let header = ["bound", "average", "binds", "kind", "witness"];
    let title = format!("\nLower bound on the total delay of the packets of {whose}, in slots:\n");
    format!("{title}{}", draw::words(&header, vec![row]))
}

fn attainable(found: Attainable) -> String {
    let slots = counted(found.slots, "slot");
    format!("a symmetric schedule of {slots} exists ({}); solve --symmetric makes it", found.source)
}
