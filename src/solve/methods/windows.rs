//! The method windows.

use super::views::{of_matrix, of_rows};
use crate::delay::{BlockSchedule, require_turn, windows};
use crate::model::{Problem, Schedule, View};
use crate::route::Directions;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// [`windows`], nearest packets first.
#[derive(Debug)]
pub(crate) struct Windows;

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
        let BlockSchedule { matrix, coloring } = windows(of_rows(context.problem)?)?;
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "blocks that overlap by one slot; the columns so far differ by at most one after each group of m rows";
        Ok(Some(of_matrix(self, schedule, how, Directions::Default)))
    }
}
