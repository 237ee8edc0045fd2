//! Scatter on a hypercube along the tree of compatible classes.

use super::spreading::{SCATTER, candidate, spreading};
use crate::model::{CollectiveTask, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{compatible_tree, farthest_first};

/// [`compatible_tree`], farthest packets first.
#[derive(Debug)]
pub(crate) struct CompatibleClasses;

const ABOUT: About = About {
    word: "compatible-classes",
    sentence: "Scatter on a hypercube along the tree of compatible classes",
    source: "P2 §3",
    tasks: SCATTER.tasks,
};

impl Method for CompatibleClasses {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        SCATTER.require_on_cube(task)?;
        Ok(Suited::new(self, View::Collective, When::FIRST, move |context| self.make(task, context)))
    }
}

impl CompatibleClasses {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        let root = task.collective().root().expect("a scatter has a root");
        let tree = compatible_tree(task.network().links())?;
        let schedule = farthest_first(&tree, root, task.ports(), task.count())?;
        let how = "a tree of shortest paths whose subtrees differ by at most one class, farthest packets first (P2 §3)";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
