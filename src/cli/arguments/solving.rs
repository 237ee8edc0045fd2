//! What the arguments of `isotask solve` ask for, and how a solve ends.

use crate::cli::arguments::args::SolveArguments;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::interrupt;
use crate::delay::Bias;
use crate::model::Subgroup;
use crate::solve::{
    ConversionFault, MethodError, Outcome, Phase, RefusedOption, Solution, SolveError, SolveOptions,
    Unsuited, method,
};
use crate::wire::ScheduleDocument;
use std::time::{Duration, Instant};

/// Whether the time limit, counted from now, has passed or somebody interrupts.
pub(crate) fn stop_at_limit(arguments: &SolveArguments) -> impl Fn() -> bool + Sync + use<> {
    let deadline =
        arguments.time_limit.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    move || interrupt::is_interrupted() || deadline.is_some_and(|end| Instant::now() >= end)
}

/// The method that takes a group.
pub(crate) const ORBITS: &str = "orbits";

/// What the arguments say of a solve.
pub(crate) fn options_of<'a>(
    arguments: &SolveArguments,
    source: Option<&'a ScheduleDocument>,
    symmetry: Option<&'a Subgroup>,
    stop: &'a (dyn Fn() -> bool + Sync),
    progress: &'a (dyn Fn(Phase) + Sync),
) -> SolveOptions<'a> {
    SolveOptions {
        method: arguments.method.or_else(|| symmetry.and_then(|_| method(ORBITS))),
        symmetry,
        bias: arguments.bias.map(Bias::from),
        symmetric: arguments.symmetric,
        source,
        form: arguments.form.into(),
        threads: arguments.threads.unwrap_or(1),
        time_limit: arguments.time_limit,
        stop,
        cancel: &interrupt::is_interrupted,
        progress,
        ..SolveOptions::default()
    }
}

/// Why a solve was refused, the options being called as the command line calls them.
pub(crate) fn failure(arguments: &SolveArguments, fault: &SolveError) -> Failure {
    let name = arguments.from.as_deref().map_or_else(|| arguments.input().name(), name_of);
    match fault {
        SolveError::OptionRefused(RefusedOption::Bias) => {
            Failure::usage("--bias goes with --method octr".to_owned())
        }
        SolveError::OptionRefused(refused) => Failure::usage(format!("--{refused}")),
        SolveError::Method { fault: MethodError::Unsuited(Unsuited::OtherTask { .. }), .. } => {
            Failure::usage(fault.to_string())
        }
        SolveError::Model(fault) => Failure::model(&name, fault),
        SolveError::Method { fault: MethodError::Conversion(ConversionFault::NotBySlots), .. } => {
            Failure::fault(
                &name,
                fault.reason(),
                format!("{fault} (solve --symmetric --form slots writes one)"),
            )
        }
        _ => Failure::solve(&name, fault),
    }
}

/// What a solve ended with, and the exit code that goes with it: an interrupt that came too late to leave
/// anything open makes no difference.
pub(crate) fn ended(outcome: Outcome) -> Result<(Box<Solution>, Exit), Failure> {
    let interrupted = interrupt::is_interrupted();
    match outcome {
        Outcome::Optimal(solution) => Ok((solution, Exit::Success)),
        Outcome::Feasible(solution) if interrupted => Ok((solution, Exit::Interrupted)),
        Outcome::Feasible(solution) => Ok((solution, Exit::NotProved)),
        Outcome::Unknown { reason } if interrupted => Err(Failure::interrupted(&reason.to_string())),
        Outcome::Unknown { reason } => Err(Failure::without_schedule(reason.to_string())),
    }
}
