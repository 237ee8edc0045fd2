//! Broadcasts and accumulations on incomplete hypercubes along spanning trees.

use super::lists::{candidate, search, spread};
use crate::job_shop::list_broadcast;
use crate::model::{DemandsTask, IncompleteHypercube, Node, View};
use crate::solve::method::{About, Candidate, Context, DEMANDS, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::incomplete_broadcast;

/// [`list_broadcast`] along the trees of [`incomplete_broadcast`].
#[derive(Debug)]
pub(crate) struct IncompleteTree;

const ABOUT: About = About {
    word: "incomplete-tree",
    sentence: "Broadcasts and accumulations on incomplete hypercubes along spanning trees of shortest paths (P4 Algorithm 6)",
    source: "P4 Algorithm 6",
    tasks: DEMANDS,
};

impl Method for IncompleteTree {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        if task.is_personal() {
            return Err(Unsuited::Personal);
        }
        if task.network().incomplete().is_none() {
            return Err(Unsuited::OtherTask { of: "incomplete hypercubes" });
        }
        Ok(Suited::new(self, View::Demands, When::OnRequest, move |context| Ok(self.make(task, context))))
    }
}

impl IncompleteTree {
    fn make(&'static self, task: &DemandsTask, context: &Context<'_>) -> Option<Candidate> {
        let nodes = task.network().nodes();
        let tree = |root: Node| {
            let cube = IncompleteHypercube::new(nodes).expect("a network has nodes");
            incomplete_broadcast(&cube, root)
                .iter()
                .map(|copy| (copy.from.narrow(), copy.to.narrow()))
                .collect()
        };
        let found = spread(task, |task| list_broadcast(task, Some(&tree), search(task, context)));
        let how = "along spanning trees of shortest paths (P4 Algorithm 6)";
        found.map(|found| candidate(self, task, context, found, how))
    }
}
