//! The method octr: P1's two rules for a slot.

use super::of_matrix::{build_matrix, of_matrix, route};
use crate::delay::{Bias, octr_by_orbits};
use crate::model::{IsotropicTask, Problem, Schedule, View};
use crate::solve::method::{About, Candidate, Context, Method, ROWS, Suited, When};
use crate::solve::units::rank;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most moves of a node for which a schedule is made slot by slot without a request.
const MAX_UNASKED_MOVES: u64 = 1 << 20;

/// [`octr_by_orbits`]: every critical line, and the packets nearest to their destination.
#[derive(Debug)]
pub(crate) struct Octr;

const ABOUT: About = About {
    word: "octr",
    sentence: "Slot by slot: every critical line, and the packets nearest to their destination",
    source: "P1 §6, OCTR and OADD",
    tasks: ROWS,
};

impl Method for Octr {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        let tried = task.total_distance() <= MAX_UNASKED_MOVES.into();
        let tried = tried && problem.objective() != Objective::CompletionTime;
        let when = if tried { When::Tried { turn: 2 } } else { When::OnRequest };
        Ok(Suited::new(self, View::Rows, when, move |context| Ok(self.make(task, context))))
    }

    fn takes_bias(&self) -> bool {
        true
    }
}

impl Octr {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Option<Candidate> {
        let objective = context.problem.objective();
        let asked = context.is_asked_for();
        let biases = match (context.options.bias, objective) {
            (Some(bias), _) => vec![bias],
            (None, Objective::AverageDelay) if asked => vec![Bias::AverageDelay],
            (None, Objective::AverageDelay) => vec![Bias::CompletionTime, Bias::AverageDelay],
            (None, _) => vec![Bias::CompletionTime],
        };
        let mut best: Option<Candidate> = None;
        for bias in biases {
            let Some(matrix) = build_matrix(task, context) else { return best };
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
        best
    }
}
