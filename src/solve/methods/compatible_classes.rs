//! Scatter on a hypercube along the tree of compatible classes.

use super::spreading::{Spread, candidate, spreading, suits};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{compatible_tree, farthest_first};

/// [`compatible_tree`], farthest packets first.
#[derive(Debug)]
pub(crate) struct CompatibleClasses;

impl Method for CompatibleClasses {
    fn word(&self) -> &'static str {
        "compatible-classes"
    }

    fn sentence(&self) -> &'static str {
        "Scatter on a hypercube along the tree of compatible classes"
    }

    fn source(&self) -> &'static str {
        "P2 §3"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        suits(problem, &[Spread::Scatter], true, When::FIRST)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        let root = task.collective().root().expect("a scatter has a root");
        let tree = compatible_tree(task.network().links())?;
        let schedule = farthest_first(&tree, root, task.ports(), task.count())?;
        let how = "a tree of shortest paths whose subtrees differ by at most one class, farthest packets first (P2 §3)";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
