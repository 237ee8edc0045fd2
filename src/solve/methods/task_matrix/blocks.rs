//! The method blocks.

use super::of_matrix::of_matrix;
use crate::delay::{BlockSchedule, blocks, require_turn};
use crate::model::{IsotropicTask, Problem, Schedule, View};
use crate::route::Directions;
use crate::solve::method::{About, Context, Made, Method, ROWS, Suited, When};
use crate::solve::options::{MAX_MOVES, Phase};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// [`blocks`], nearest packets first.
#[derive(Debug)]
pub(crate) struct Blocks;

const ABOUT: About = About {
    word: "blocks",
    sentence: "Square submatrices of equal line sums, nearest packets first (hypercubes, tori of equal odd radices, all ports)",
    source: "P1 §6 and §8, any dimension",
    tasks: ROWS,
};

impl Method for Blocks {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        require_turn(task)?;
        let listed = task.total_distance() <= MAX_MOVES.into();
        let tried = listed && problem.objective() != Objective::CompletionTime;
        let when = if tried { When::Tried { turn: 1 } } else { When::OnRequest };
        Ok(Suited::new(self, View::Rows, when, move |context| self.make(task, context)))
    }
}

impl Blocks {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Made {
        (context.options.progress)(Phase::Decomposing);
        let BlockSchedule { matrix, coloring } = blocks(task)?;
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "square submatrices of equal line sums, nearest packets first";
        Ok(Some(of_matrix(self, schedule, how, Directions::Default)))
    }
}
