//! The method octr: P1's two rules for a slot.

use super::views::{build_matrix, of_matrix, of_rows, route};
use crate::delay::{Bias, octr_by_orbits};
use crate::model::{Problem, Schedule, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::units::rank;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most moves of a node up to which a schedule is made slot by slot unless asked for.
const MOST_MOVES: u64 = 1 << 20;

/// [`octr_by_orbits`]: every critical line, and the packets nearest to their destination.
#[derive(Debug)]
pub(crate) struct Octr;

impl Method for Octr {
    fn word(&self) -> &'static str {
        "octr"
    }

    fn sentence(&self) -> &'static str {
        "Slot by slot: every critical line, and the packets nearest to their destination"
    }

    fn source(&self) -> &'static str {
        "P1 §6, OCTR and OADD"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let tried = of_rows(problem)?.total_distance() <= MOST_MOVES.into();
        let tried = tried && problem.objective() != Objective::CompletionTime;
        let when = if tried { When::Tried { turn: 2 } } else { When::OnRequest };
        Ok(Suited { view: View::Rows, when })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_rows(context.problem)?;
        let objective = context.problem.objective();
        let asked = context.options.method.is_some_and(|method| method.word() == self.word());
        let biases = match (context.options.bias, objective) {
            (Some(bias), _) => vec![bias],
            (None, Objective::AverageDelay) if asked => vec![Bias::AverageDelay],
            (None, Objective::AverageDelay) => vec![Bias::CompletionTime, Bias::AverageDelay],
            (None, _) => vec![Bias::CompletionTime],
        };
        let mut best: Option<Candidate> = None;
        for bias in biases {
            let Some(matrix) = build_matrix(task, context) else { return Ok(best) };
            let coloring = octr_by_orbits(task, &matrix, bias);
            let how = match bias {
                Bias::CompletionTime => "slot by slot, every critical line served, else the nearest packets",
                Bias::AverageDelay => "slot by slot, the nearest packets, critical lines only among equals",
            };
            let schedule = Schedule::of_units(matrix, coloring);
            let candidate = of_matrix(self, schedule, how, route(context).directions.clone());
            let rank = |candidate: &Candidate| rank(objective, &candidate.schedule);
            if best.as_ref().is_none_or(|best| rank(&candidate) < rank(best)) {
                best = Some(candidate);
            }
        }
        Ok(best)
    }

    fn takes_bias(&self) -> bool {
        true
    }
}
