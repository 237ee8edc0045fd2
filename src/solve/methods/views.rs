//! As what methods take a problem, and the task matrix that several start from.

use crate::model::{CayleyTask, CollectiveTask, DemandsTask, IsotropicTask, Problem, Schedule, TaskMatrix};
use crate::route::{Directions, RouteChoice, task_matrix};
use crate::solve::method::{Candidate, Context, Method};
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;

pub(super) fn other_task(of: &'static str) -> Unsuited {
    Unsuited::OtherTask { of }
}

/// The problem as rows of a task matrix.
pub(super) fn of_rows(problem: &Problem) -> Result<&IsotropicTask, Unsuited> {
    problem.rows().ok_or(other_task("isotropic tasks on hypercubes, tori and rings"))
}

/// The problem as words of links.
pub(super) fn of_words(problem: &Problem) -> Result<&CayleyTask, Unsuited> {
    if problem.is_isotropic() {
        Ok(problem.words()?)
    } else {
        Err(other_task("isotropic tasks on Cayley graphs"))
    }
}

/// Ports of a node and packets that it sends, of a problem that can be taken as words; nothing is built for
/// it.
pub(super) fn ports_and_packets(problem: &Problem) -> Result<(u32, u64), Unsuited> {
    match problem.rows() {
        Some(task) => Ok((task.ports(), task.rows())),
        None => of_words(problem).map(|task| (task.ports(), task.rows())),
    }
}

/// The problem as a broadcast, accumulation, scatter or gather.
pub(super) fn of_collective(problem: &Problem) -> Result<&CollectiveTask, Unsuited> {
    problem.collective().ok_or(other_task("broadcasts, accumulations, scatter and gather on Cayley graphs"))
}

/// The problem as demands.
pub(super) fn of_demands(problem: &Problem) -> Result<&DemandsTask, Unsuited> {
    problem.demands().ok_or(other_task("demands, and tasks on incomplete hypercubes and graphs"))
}

pub(super) fn route<'a>(context: &Context<'a>) -> &'a RouteChoice {
    context.route.expect("rows have directions")
}

/// The task matrix along the chosen directions; none if it was cancelled.
pub(super) fn build_matrix(task: &IsotropicTask, context: &Context<'_>) -> Option<TaskMatrix> {
    (context.options.progress)(Phase::Building);
    let matrix = task_matrix(task, &route(context).directions).expect("directions of the task itself");
    if (context.options.cancel)() {
        return None;
    }
    (context.options.progress)(Phase::Decomposing);
    Some(matrix)
}

/// A schedule of a task matrix along some directions.
pub(in crate::solve) fn of_matrix(
    method: &'static dyn Method,
    schedule: Schedule,
    how: &'static str,
    directions: Directions,
) -> Candidate {
    Candidate { directions, ..Candidate::new(method, schedule, how) }
}
