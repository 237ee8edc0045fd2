//! `isotask solve`.

use super::allreduce;
use super::args::{FormWord, MethodWord, SolveArguments};
use super::collective;
use super::failure::{Exit, Failure, name_of};
use super::input::{read_any_task, read_schedule};
use super::interrupt;
use super::isotropic::{self, IsotropicSolution};
use super::listed;
use super::output::{Output, same_place};
use super::progress::Progress;
use super::solve_options::{
    cayley_method, collective_method, listed_method, method, options_of, stop_at_limit,
};
use super::solved::{Outputs, ended};
use crate::model::{CayleyTask, Task};
use crate::solve::{
    CayleyMethod, SolveOptions, solve, solve_cayley, solve_collective, solve_from, solve_listed,
};
use std::path::{Path, PathBuf};

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
    isotropic::finish(arguments, &IsotropicSolution::from(&*solution), exit, outputs)
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
    isotropic::finish(arguments, &IsotropicSolution::from(&*solution), exit, outputs)
}

/// The files for the certificate and the schedule, opened before the work starts.
fn open_outputs(arguments: &SolveArguments) -> Result<Outputs, Failure> {
    let certificate = arguments.output.as_deref().map(Output::open).transpose()?;
    Ok((certificate, arguments.schedule.as_deref().map(Output::open).transpose()?))
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
