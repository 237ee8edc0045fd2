//! The method stages: the least average delay on tori of equal even radices, by two classes of nodes.

use crate::model::{IsotropicTask, MAX_CLASSED_NODES, Problem, View};
use crate::orbit::{has_turn, stages};
use crate::solve::method::{About, Candidate, Context, Method, ROWS, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// [`stages`]: ties go + from even nodes and − from odd ones, and all links stay busy.
#[derive(Debug)]
pub(crate) struct Stages;

const ABOUT: About = About {
    word: "stages",
    sentence: "All ports, tori and rings of equal even radices, for delay: two classes of nodes divide ties, packets arrive by distance, stage by stage",
    source: "Isotask, module orbit",
    tasks: ROWS,
};

impl Method for Stages {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        if task.network().nodes() > MAX_CLASSED_NODES || !has_turn(task) {
            return Err(Unsuited::OtherNetwork {
                of: "all ports on tori of equal even radices, 4 or more, and as many packets of an offset as of all that the turn takes it to",
            });
        }
        let when = match problem.objective() {
            Objective::CompletionTime => When::OnRequest,
            _ => When::BeyondSymmetry { turn: 1 },
        };
        Ok(Suited::new(self, View::Rows, when, move |context| Ok(self.make(task, context))))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

impl Stages {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Option<Candidate> {
        let found = stages(task, context.options.stop);
        let how = "packets that go half round go one way from even nodes and the other from odd ones, by distance, all links busy";
        found.map(|schedule| Candidate::new(self, schedule, how))
    }
}
