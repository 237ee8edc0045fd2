//! The task matrix that several methods start from.

use crate::model::{IsotropicTask, Schedule, TaskMatrix};
use crate::route::{Directions, RouteChoice, task_matrix};
use crate::solve::method::{Candidate, Context, Method};
use crate::solve::options::Phase;

pub(in crate::solve::methods) fn route<'a>(context: &Context<'a>) -> &'a RouteChoice {
    context.route.expect("rows have directions")
}

/// The task matrix along the chosen directions; none if it was cancelled.
pub(in crate::solve::methods) fn build_matrix(
    task: &IsotropicTask,
    context: &Context<'_>,
) -> Option<TaskMatrix> {
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
