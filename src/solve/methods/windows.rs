//! The method windows.

use super::views::{of_matrix, of_rows};
use crate::delay::{BlockSchedule, require_turn, windows, windows_plan};
use crate::model::{IsotropicTask, Problem, Schedule, View, WindowsPlan};
use crate::route::Directions;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::options::{Form, MOST_AUTOMATIC_MOVES, Phase};
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
        Form::Automatic => task.total_distance() > MOST_AUTOMATIC_MOVES.into(),
        Form::Windows => true,
        Form::Slots | Form::Intervals => false,
    }
}

impl Method for Windows {
    fn word(&self) -> &'static str {
        "windows"
    }

    fn sentence(&self) -> &'static str {
        "Blocks that overlap by a slot, so that no link idles before the end: both optima (as blocks, all composite dimensions too)"
    }

    fn source(&self) -> &'static str {
        "Isotask; blocks after P1 §6"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        require_turn(of_rows(problem)?)?;
        let tried = problem.objective() != Objective::CompletionTime;
        let when = if tried { When::Tried { turn: 0 } } else { When::OnRequest };
        Ok(Suited { view: View::Rows, when })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        (context.options.progress)(Phase::Decomposing);
        let task = of_rows(context.problem)?;
        if WindowsPlan::fits(task) && wants_plan(task, context.options.form) {
            return Ok(Some(Candidate::new(self, windows_plan(task)?, HOW)));
        }
        let BlockSchedule { matrix, coloring } = windows(task)?;
        let schedule = Schedule::of_units(matrix, coloring);
        Ok(Some(of_matrix(self, schedule, HOW, Directions::Default)))
    }
}
