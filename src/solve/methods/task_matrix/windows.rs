//! The method windows.

use super::of_matrix::of_matrix;
use crate::delay::{BlockSchedule, require_turn, windows, windows_plan};
use crate::model::{IsotropicTask, Problem, Schedule, View, WindowsPlan};
use crate::route::Directions;
use crate::solve::method::{About, Candidate, Context, Made, Method, ROWS, Suited, When};
use crate::solve::options::{Form, MAX_AUTOMATIC_MOVES, Phase};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// [`windows`], nearest packets first.
#[derive(Debug)]
pub(crate) struct Windows;

const HOW: &str =
    "blocks that overlap by one slot; the columns so far differ by at most one after each group of m rows";

/// Whether a schedule in windows is handed out as its plan.
pub(in crate::solve) fn wants_plan(task: &IsotropicTask, form: Form) -> bool {
    match form {
        Form::Automatic => task.total_distance() > MAX_AUTOMATIC_MOVES.into(),
        Form::Windows => true,
        Form::Slots | Form::Intervals => false,
    }
}

const ABOUT: About = About {
    word: "windows",
    sentence: "Blocks that overlap by a slot, so that no link idles before the end: both optima (as blocks, all composite dimensions too)",
    source: "Isotask; blocks after P1 §6",
    tasks: ROWS,
};

impl Method for Windows {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn makes_plans(&self) -> bool {
        true
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        require_turn(task).map_err(Unsuited::Windows)?;
        let tried = problem.objective() != Objective::CompletionTime;
        let when = if tried { When::Tried { turn: 0 } } else { When::OnRequest };
        Ok(Suited::new(self, View::Rows, when, move |context| self.make(task, context)))
    }
}

impl Windows {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Made {
        (context.options.progress)(Phase::Decomposing);
        if WindowsPlan::fits(task) && wants_plan(task, context.options.form) {
            return Ok(Some(Candidate::new(self, windows_plan(task)?, HOW)));
        }
        let BlockSchedule { matrix, coloring } = windows(task)?;
        let schedule = Schedule::of_units(matrix, coloring);
        Ok(Some(of_matrix(self, schedule, HOW, Directions::Default)))
    }
}
