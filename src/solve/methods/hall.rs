//! The method hall: P1's own construction.

use super::views::{build_matrix, of_matrix, of_rows, route};
use crate::decompose::hall_counted;
use crate::model::{Problem, Schedule, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;

/// [`hall`](crate::decompose::hall) on the task matrix.
#[derive(Debug)]
pub(crate) struct Hall;

impl Method for Hall {
    fn word(&self) -> &'static str {
        "hall"
    }

    fn sentence(&self) -> &'static str {
        "P1's own construction: pad to a perfect matrix, remove perfect matchings"
    }

    fn source(&self) -> &'static str {
        "P1 Theorems 3, 4 and 7"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        of_rows(problem)?;
        Ok(Suited { view: View::Rows, when: When::OnRequest })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_rows(context.problem)?;
        let Some(matrix) = build_matrix(task, context) else { return Ok(None) };
        let tell = |done, all| (context.options.progress)(Phase::Slots { done, all });
        let coloring = hall_counted(&matrix, task.ports(), &tell)?;
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "padded to a square perfect matrix, one perfect matching removed for each slot";
        Ok(Some(of_matrix(self, schedule, how, route(context).directions.clone())))
    }
}
