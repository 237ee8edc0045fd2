//! Broadcasts and accumulations on incomplete hypercubes along spanning trees.

use super::lists::{candidate, search, spread};
use super::views::{of_demands, other_task};
use crate::job_shop::list_broadcast;
use crate::model::{IncompleteHypercube, Node, Problem, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::incomplete_broadcast;

/// [`list_broadcast`] along the trees of [`incomplete_broadcast`].
#[derive(Debug)]
pub(crate) struct IncompleteTree;

impl Method for IncompleteTree {
    fn word(&self) -> &'static str {
        "incomplete-tree"
    }

    fn sentence(&self) -> &'static str {
        "Broadcasts and accumulations on incomplete hypercubes along spanning trees of shortest paths (P4 Algorithm 6)"
    }

    fn source(&self) -> &'static str {
        "P4 Algorithm 6"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        if of_demands(problem)?.is_personal() {
            return Err(Unsuited::Personal);
        }
        if problem.network().incomplete().is_none() {
            return Err(other_task("incomplete hypercubes"));
        }
        Ok(Suited { view: View::Demands, when: When::OnRequest })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_demands(context.problem)?;
        let nodes = task.network().nodes();
        let tree = |root: Node| {
            let cube = IncompleteHypercube::new(nodes).expect("a network has nodes");
            let narrow = |node: Node| u32::try_from(node.0).expect("a node of a table");
            incomplete_broadcast(&cube, root)
                .iter()
                .map(|copy| (narrow(copy.from), narrow(copy.to)))
                .collect()
        };
        let found = spread(task, |task| list_broadcast(task, Some(&tree), search(context)));
        let how = "along spanning trees of shortest paths (P4 Algorithm 6)";
        Ok(found.map(|found| candidate(self, context, found, how)))
    }
}
