//! What the arguments of `isotask solve` ask for.

use super::args::{MethodWord, SolveArguments};
use super::failure::Failure;
use super::interrupt;
use crate::delay::Bias;
use crate::solve::{CayleyMethod, CollectiveMethod, ListedMethod, Method, Phase, SolveOptions};
use crate::wire::Objective;
use clap::ValueEnum;
use std::time::{Duration, Instant};

/// Whether the time limit, counted from now, has passed or somebody interrupts.
pub(super) fn stop_at_limit(arguments: &SolveArguments) -> impl Fn() -> bool + Sync + use<> {
    let deadline =
        arguments.time_limit.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    move || interrupt::is_interrupted() || deadline.is_some_and(|end| Instant::now() >= end)
}

/// What the arguments say of a solve, but for its method.
pub(super) fn options_of<'a>(
    arguments: &SolveArguments,
    stop: &'a (dyn Fn() -> bool + Sync),
    progress: &'a (dyn Fn(Phase) + Sync),
) -> SolveOptions<'a> {
    SolveOptions {
        form: arguments.form.into(),
        threads: arguments.threads,
        time_limit: arguments.time_limit,
        stop,
        cancel: &interrupt::is_interrupted,
        progress,
        ..SolveOptions::default()
    }
}

/// A method that is none of the task.
fn other_method(word: MethodWord, of: &str) -> Failure {
    let name = word.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    Failure::usage(format!("method {name} is one of {of}, not of this task"))
}

/// The method asked for of a broadcast, accumulation, scatter or gather.
pub(super) fn collective_method(arguments: &SolveArguments) -> Result<Option<CollectiveMethod>, Failure> {
    if arguments.bias.is_some() {
        return Err(Failure::usage("--bias goes with --method octr".to_owned()));
    }
    let method = |word: MethodWord| word.collective().ok_or_else(|| other_method(word, "isotropic tasks"));
    arguments.method.map(method).transpose()
}

/// The method asked for of listed packets.
pub(super) fn listed_method(arguments: &SolveArguments) -> Result<Option<ListedMethod>, Failure> {
    if arguments.bias.is_some() {
        return Err(Failure::usage("--bias goes with --method octr".to_owned()));
    }
    let method = |word: MethodWord| word.listed().ok_or_else(|| other_method(word, "tasks with symmetry"));
    arguments.method.map(method).transpose()
}

/// The method asked for; the bias of `octr` follows the objective unless it is given.
pub(super) fn method(arguments: &SolveArguments, objective: Objective) -> Result<Option<Method>, Failure> {
    let by_objective = match objective {
        Objective::AverageDelay => Bias::AverageDelay,
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => Bias::CompletionTime,
    };
    let method = |(word, bias): (MethodWord, Bias)| {
        word.with(bias).ok_or_else(|| other_method(word, "broadcasts, accumulations, scatter and gather"))
    };
    match (arguments.method, arguments.bias) {
        (Some(MethodWord::Octr), bias) => {
            method((MethodWord::Octr, bias.map_or(by_objective, Bias::from))).map(Some)
        }
        (_, Some(_)) => Err(Failure::usage("--bias goes with --method octr".to_owned())),
        (word, None) => word.map(|word| method((word, by_objective))).transpose(),
    }
}

/// The method asked for of an isotropic task on a Cayley graph.
pub(super) fn cayley_method(arguments: &SolveArguments) -> Result<Option<CayleyMethod>, Failure> {
    if arguments.bias.is_some() {
        return Err(Failure::usage("--bias goes with --method octr".to_owned()));
    }
    let method = |word: MethodWord| {
        let of = if word.collective().is_some() {
            "broadcasts, accumulations, scatter and gather"
        } else {
            "tasks on hypercubes, tori and rings"
        };
        word.cayley().ok_or_else(|| other_method(word, of))
    };
    arguments.method.map(method).transpose()
}
