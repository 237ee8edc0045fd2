//! The method hall: P1's own construction.

use super::of_matrix::{build_matrix, of_matrix, route};
use crate::decompose::hall_with_progress;
use crate::model::{IsotropicTask, Problem, Schedule, View};
use crate::solve::method::{About, Context, Made, Method, ROWS, Suited, When};
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;

/// [`hall`](crate::decompose::hall) on the task matrix.
#[derive(Debug)]
pub(crate) struct Hall;

const ABOUT: About = About {
    word: "hall",
    sentence: "P1's own construction: pad to a perfect matrix, remove perfect matchings",
    source: "P1 Theorems 3, 4 and 7",
    tasks: ROWS,
};

impl Method for Hall {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(&'static self, _: &'a Problem, task: &'a IsotropicTask) -> Result<Suited<'a>, Unsuited> {
        Ok(Suited::new(self, View::Rows, When::OnRequest, move |context| self.make(task, context)))
    }
}

impl Hall {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Made {
        let Some(matrix) = build_matrix(task, context) else { return Ok(None) };
        let tell = |done, all| (context.options.progress)(Phase::Slots { done, all });
        let coloring = hall_with_progress(&matrix, task.ports(), &tell)?;
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "padded to a square perfect matrix, one perfect matching removed for each slot";
        Ok(Some(of_matrix(self, schedule, how, route(context).directions.clone())))
    }
}
