//! Scatter on any network.

use super::spreading::{Spread, candidate, spreading, suits};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree;

/// [`scatter`](tree::scatter): a balanced tree of shortest paths, or flows over links and slots.
#[derive(Debug)]
pub(crate) struct Flow;

impl Method for Flow {
    fn word(&self) -> &'static str {
        "flow"
    }

    fn sentence(&self) -> &'static str {
        "Scatter on any Cayley graph along a balanced tree of shortest paths, or by flows over links and slots"
    }

    fn source(&self) -> &'static str {
        "P2 §3; Ford & Fulkerson, Flows in Networks, 1962"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        suits(problem, &[Spread::Scatter], false, When::FIRST)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        let root = task.collective().root().expect("a scatter has a root");
        let schedule = tree::scatter(task.network(), root, task.ports(), task.count())?;
        let how = "a balanced tree of shortest paths, farthest packets first; where that misses the bound, integral flows over links and slots";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
