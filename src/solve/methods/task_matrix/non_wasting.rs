//! The method non-wasting: no link idles while a packet waits for it.

use super::of_matrix::{build_matrix, of_matrix, route};
use crate::decompose::{non_wasting, non_wasting_range};
use crate::model::{IsotropicTask, Problem, Schedule, View};
use crate::solve::method::{About, Candidate, Context, Method, ROWS, Suited, When};
use crate::solve::notes::Note;
use crate::solve::unsuited::Unsuited;

/// [`non_wasting`] on the task matrix.
#[derive(Debug)]
pub(crate) struct NonWasting;

const ABOUT: About = About {
    word: "non-wasting",
    sentence: "Never leave a link idle while a packet waits for it (all ports)",
    source: "P1 §5",
    tasks: ROWS,
};

/// Random orders that are tried, to say how far the slots depend on the order.
const RANDOM_ORDERS: u64 = 100;
/// Most units of a matrix for which they are tried.
const MAX_UNITS_OF_RANGE: u64 = 1 << 14;

impl Method for NonWasting {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(&'static self, _: &'a Problem, task: &'a IsotropicTask) -> Result<Suited<'a>, Unsuited> {
        if task.ports() < task.network().links() {
            return Err(Unsuited::NotAllPorts);
        }
        Ok(Suited::new(self, View::Rows, When::OnRequest, move |context| Ok(self.make(task, context))))
    }
}

impl NonWasting {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Option<Candidate> {
        let matrix = build_matrix(task, context)?;
        let (rows, columns) = (matrix.greatest_row_sum(), matrix.greatest_column_sum());
        let is_small = matrix.total() <= MAX_UNITS_OF_RANGE;
        let range = is_small.then(|| non_wasting_range(&matrix, RANDOM_ORDERS));
        let note = match matrix.total() {
            0 => Note::NoPackets,
            _ => Note::NonWasting { rows, columns, range },
        };
        let coloring = non_wasting(&matrix);
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "each link in turn serves its first waiting packet";
        let mut candidate = of_matrix(self, schedule, how, route(context).directions.clone());
        candidate.notes.push(note);
        Some(candidate)
    }
}
