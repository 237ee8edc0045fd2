//! The method blocks.

use super::views::{of_matrix, of_rows};
use crate::delay::{BlockSchedule, blocks, require_turn};
use crate::model::{Problem, Schedule, View};
use crate::route::Directions;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::options::{MOST_MOVES, Phase};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// [`blocks`], nearest packets first.
#[derive(Debug)]
pub(crate) struct Blocks;

impl Method for Blocks {
    fn word(&self) -> &'static str {
        "blocks"
    }

    fn sentence(&self) -> &'static str {
        "Square submatrices of equal line sums, nearest packets first (hypercubes, tori of equal odd radices, all ports)"
    }

    fn source(&self) -> &'static str {
        "P1 §6 and §8, any dimension"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        require_turn(of_rows(problem)?)?;
        let listed = of_rows(problem)?.total_distance() <= MOST_MOVES.into();
        let tried = listed && problem.objective() != Objective::CompletionTime;
        let when = if tried { When::Tried { turn: 1 } } else { When::OnRequest };
        Ok(Suited { view: View::Rows, when })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        (context.options.progress)(Phase::Decomposing);
        let BlockSchedule { matrix, coloring } = blocks(of_rows(context.problem)?)?;
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "square submatrices of equal line sums, nearest packets first";
        Ok(Some(of_matrix(self, schedule, how, Directions::Default)))
    }
}
