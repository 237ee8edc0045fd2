//! The method non-wasting: no link idles while a packet waits for it.

use super::views::{build_matrix, of_matrix, of_rows, route};
use crate::decompose::non_wasting;
use crate::model::{Problem, Schedule, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::notes::Note;
use crate::solve::unsuited::Unsuited;

/// [`non_wasting`] on the task matrix.
#[derive(Debug)]
pub(crate) struct NonWasting;

impl Method for NonWasting {
    fn word(&self) -> &'static str {
        "non-wasting"
    }

    fn sentence(&self) -> &'static str {
        "Never leave a link idle while a packet waits for it (all ports)"
    }

    fn source(&self) -> &'static str {
        "P1 §5"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let task = of_rows(problem)?;
        if task.ports() < task.network().links() {
            return Err(Unsuited::NotAllPorts);
        }
        Ok(Suited { view: View::Rows, when: When::OnRequest })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let Some(matrix) = build_matrix(of_rows(context.problem)?, context) else { return Ok(None) };
        let (rows, columns) = (matrix.greatest_row_sum(), matrix.greatest_column_sum());
        let note = if matrix.total() == 0 { Note::NoPackets } else { Note::NonWasting { rows, columns } };
        let coloring = non_wasting(&matrix);
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "each link in turn serves its first waiting packet";
        let mut candidate = of_matrix(self, schedule, how, route(context).directions.clone());
        candidate.notes.push(note);
        Ok(Some(candidate))
    }
}
