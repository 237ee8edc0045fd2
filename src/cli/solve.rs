//! `isotask solve`.

use super::allreduce;
use super::args::{FormWord, MethodWord, SolveArguments};
use super::collective;
use super::failure::{Exit, Failure, name_of, say};
use super::input::{read_any_task, read_schedule};
use super::interrupt;
use super::isotropic::{self, Solved};
use super::listed;
use super::output::{Output, same_place};
use super::progress::Progress;
use crate::delay::Bias;
use crate::model::{CayleyTask, Task};
use crate::solve::{
    CayleyMethod, CollectiveMethod, ListedMethod, Method, Outcome, Phase, SolveOptions, solve, solve_cayley,
    solve_collective, solve_from, solve_listed,
};
use crate::wire::{CertificateDocument, Objective, ScheduleDocument, to_bytes};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    #[cfg(feature = "ilp")]
    if arguments.pareto {
        return super::pareto::run(arguments);
    }
    require_distinct(arguments)?;
    let task = read_any_task(&arguments.task)?;
    let source = arguments.from.as_deref().map(read_schedule).transpose()?;
    let outputs = if arguments.allreduce { (None, None) } else { open_outputs(arguments)? };
    interrupt::listen(interrupt::WITH_THE_BEST);
    let stop = stop_at_limit(arguments);
    let progress = Progress::start();
    let show = |phase| progress.phase(phase);
    let options = options_of(arguments, &stop, &show);
    let failure = |fault| Failure::solve(&name_of(&arguments.task), &fault);
    let task = match task {
        Task::Collective(_) if matches!(arguments.form, FormWord::Intervals) => {
            return Err(Failure::usage("--form intervals is for isotropic tasks".to_owned()));
        }
        Task::Collective(task) if arguments.allreduce => {
            let exit = allreduce::run(arguments, &task, collective_method(arguments)?, &options);
            drop(progress);
            return exit;
        }
        Task::Collective(task) => {
            let outcome = match source {
                Some(source) => {
                    let name = arguments.from.as_deref().map_or_else(String::new, name_of);
                    solve_from(&task, &source, &options).map_err(|fault| Failure::solve(&name, &fault))
                }
                None => solve_collective(&task, collective_method(arguments)?, &options).map_err(failure),
            };
            drop(progress);
            return collective::finish(arguments, outcome?, outputs);
        }
        Task::Isotropic(_) | Task::Cayley(_) | Task::Listed(_) if arguments.allreduce || source.is_some() => {
            return Err(Failure::usage(
                "--from and --allreduce are for broadcasts, accumulations, scatter and gather".to_owned(),
            ));
        }
        Task::Listed(_) if matches!(arguments.form, FormWord::Intervals) => {
            return Err(Failure::usage("--form intervals is for isotropic tasks".to_owned()));
        }
        Task::Listed(task) => {
            let outcome = solve_listed(&task, listed_method(arguments)?, &options).map_err(failure);
            drop(progress);
            return listed::finish(arguments, outcome?, outputs);
        }
        Task::Cayley(task) => {
            let exit = run_cayley(arguments, &task, cayley_method(arguments)?, &options, outputs);
            drop(progress);
            return exit;
        }
        Task::Isotropic(task) => task,
    };
    if let Some(method) = arguments.method.and_then(MethodWord::of_any_network) {
        let model = |fault| Failure::model(&name_of(&arguments.task), &fault);
        let task = CayleyTask::new(task.document()).map_err(model)?;
        let exit = run_cayley(arguments, &task, Some(method), &options, outputs);
        drop(progress);
        return exit;
    }
    let method = method(arguments, task.document().objective)?;
    let outcome = solve(&task, &SolveOptions { method, ..options }).map_err(failure);
    drop(progress);
    let (solution, exit) = ended(outcome?)?;
    isotropic::finish(arguments, &Solved::from(&*solution), exit, outputs)
}

/// Solves an isotropic task on a Cayley graph, or on another network taken as one.
fn run_cayley(
    arguments: &SolveArguments,
    task: &CayleyTask,
    method: Option<CayleyMethod>,
    options: &SolveOptions<'_>,
    outputs: Outputs,
) -> Result<Exit, Failure> {
    if matches!(arguments.form, FormWord::Intervals) {
        let message = "--form intervals is for hypercubes, tori and rings by the method quotient".to_owned();
        return Err(Failure::usage(message));
    }
    let outcome = solve_cayley(task, method, options);
    let (solution, exit) =
        ended(outcome.map_err(|fault| Failure::solve(&name_of(&arguments.task), &fault))?)?;
    isotropic::finish(arguments, &Solved::from(&*solution), exit, outputs)
}

/// The method asked for of an isotropic task on a Cayley graph.
fn cayley_method(arguments: &SolveArguments) -> Result<Option<CayleyMethod>, Failure> {
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

/// The files for the certificate and the schedule, opened before the work starts.
fn open_outputs(arguments: &SolveArguments) -> Result<Outputs, Failure> {
    let certificate = arguments.output.as_deref().map(Output::open).transpose()?;
    Ok((certificate, arguments.schedule.as_deref().map(Output::open).transpose()?))
}

/// Where the certificate and the schedule go.
pub(super) type Outputs = (Option<Output>, Option<Output>);

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
fn collective_method(arguments: &SolveArguments) -> Result<Option<CollectiveMethod>, Failure> {
    if arguments.bias.is_some() {
        return Err(Failure::usage("--bias goes with --method octr".to_owned()));
    }
    let method = |word: MethodWord| word.collective().ok_or_else(|| other_method(word, "isotropic tasks"));
    arguments.method.map(method).transpose()
}

/// The method asked for of listed packets.
fn listed_method(arguments: &SolveArguments) -> Result<Option<ListedMethod>, Failure> {
    if arguments.bias.is_some() {
        return Err(Failure::usage("--bias goes with --method octr".to_owned()));
    }
    let method = |word: MethodWord| word.listed().ok_or_else(|| other_method(word, "tasks with symmetry"));
    arguments.method.map(method).transpose()
}

/// The method asked for; the bias of `octr` follows the objective unless it is given.
fn method(arguments: &SolveArguments, objective: Objective) -> Result<Option<Method>, Failure> {
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

/// Two outputs in one place, or an output over the input, would lose one of them.
fn require_distinct(arguments: &SolveArguments) -> Result<(), Failure> {
    let outputs: Vec<&PathBuf> = arguments.output.iter().chain(&arguments.schedule).collect();
    if let [certificate, schedule] = outputs.as_slice()
        && same_place(certificate, schedule)
    {
        return Err(Failure::usage("--output and --schedule name the same place".to_owned()));
    }
    let inputs = [(arguments.task.as_path(), "task file")].into_iter();
    for (input, what) in inputs.chain(arguments.from.as_deref().map(|from| (from, "schedule to convert"))) {
        if let Some(output) =
            outputs.iter().find(|output| input != Path::new("-") && same_place(input, output))
        {
            let name = output.display();
            return Err(Failure::usage(format!("{name} is the {what}; the output would replace it")));
        }
    }
    Ok(())
}

/// Writes the files that were asked for, then the report where standard output is free for it.
pub(super) fn write_outputs(
    solved: &CertificateDocument,
    (certificate, schedule): Outputs,
    report: &[u8],
) -> Result<(), Failure> {
    let stdout_taken = [&certificate, &schedule].into_iter().flatten().any(Output::is_stdout);
    if let Some(output) = certificate {
        output.finish(&to_bytes(solved))?;
    }
    if let Some(output) = schedule {
        output.finish(&to_bytes(&ScheduleDocument::new(solved.task.clone(), solved.schedule.clone())))?;
    }
    if stdout_taken {
        say(String::from_utf8_lossy(report).trim_end());
        Ok(())
    } else {
        Output::stdout().finish(report)
    }
}

/// What a solve ended with, and the exit code that goes with it.
pub(super) fn ended<S>(outcome: Outcome<S>) -> Result<(Box<S>, Exit), Failure> {
    let interrupted = interrupt::is_interrupted();
    let (solution, exit) = match outcome {
        Outcome::Optimal(solution) => (solution, Exit::Success),
        Outcome::Feasible(solution) => (solution, Exit::NotProved),
        Outcome::Unknown { reason } if interrupted => return Err(Failure::interrupted(&reason)),
        Outcome::Unknown { reason } => return Err(Failure::without_schedule(reason)),
    };
    Ok((solution, if interrupted { Exit::Interrupted } else { exit }))
}
