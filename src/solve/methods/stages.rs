//! The method stages: the least average delay on tori of equal even radices, by two classes of nodes.

use super::views::of_rows;
use crate::model::{MOST_CLASSED_NODES, Problem, View};
use crate::orbit::{has_turn, stages};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// [`stages`]: ties go + from even nodes and − from odd ones, and all links stay busy.
#[derive(Debug)]
pub(crate) struct Stages;

impl Method for Stages {
    fn word(&self) -> &'static str {
        "stages"
    }

    fn sentence(&self) -> &'static str {
        "All ports, tori and rings of equal even radices, for delay: two classes of nodes divide ties, packets arrive by distance, stage by stage"
    }

    fn source(&self) -> &'static str {
        "Isotask, module orbit"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let task = of_rows(problem)?;
        if task.network().nodes() > MOST_CLASSED_NODES || !has_turn(task) {
            return Err(Unsuited::OtherNetwork {
                of: "all ports on tori of equal even radices, 4 or more, and as many packets of an offset as of all that the turn takes it to",
            });
        }
        let when = match problem.objective() {
            Objective::CompletionTime => When::OnRequest,
            _ => When::BeyondSymmetry { turn: 1 },
        };
        Ok(Suited { view: View::Rows, when })
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let found = stages(of_rows(context.problem)?, context.options.stop);
        let how = "packets that go half round go one way from even nodes and the other from odd ones, by distance, all links busy";
        Ok(found.map(|schedule| Candidate::new(self, schedule, how)))
    }
}
