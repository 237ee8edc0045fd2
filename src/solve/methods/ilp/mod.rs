//! The exact programs: asked for by name, or by themselves where a small gap is left open.

mod demands;
mod effort;
mod flow;
mod orbits;
mod own;
mod rows;
mod words;

pub(in crate::solve) use demands::goes_on_from_lists;
pub(in crate::solve) use effort::{MAX_NODES, MAX_SECOND_VARIABLES, unasked_nodes, whole_seconds};

use crate::model::{CollectiveTask, DemandsTask, IsotropicTask, Problem, View};
use crate::solve::method::{About, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Integer programs, solved by HiGHS; their bounds are proved by multipliers in integers.
#[derive(Debug)]
pub(crate) struct Ilp;

const ABOUT: About = About {
    word: "ilp",
    sentence: "An integer program with free directions, solved by HiGHS (small instances)",
    source: "Isotask; Huangfu & Hall, Parallelizing the dual revised simplex method, 2018",
    tasks: "all tasks",
};

impl Method for Ilp {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        let in_time = problem.objective() == Objective::CompletionTime;
        let when = if in_time { When::OnRequest } else { When::Improves };
        Ok(Suited::of_work(self, View::Rows, when, rows::OfRows { ilp: self, task }))
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        let task = problem.words()?;
        // Trees on the flow model are not defined for documents of products of rings.
        if task.network().cayley().is_none() {
            return Err(Unsuited::OtherProgram);
        }
        Ok(Suited::of_work(self, View::Words, When::Improves, words::OfWords { ilp: self, task }))
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        Ok(Suited::of_work(self, View::Collective, When::Improves, demands::Transport { ilp: self, task }))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        Ok(Suited::of_work(self, View::Demands, When::Improves, demands::Transport { ilp: self, task }))
    }
}
