//! Scatter on any network.

use super::spreading::{SCATTER, candidate, spreading};
use crate::model::{CollectiveTask, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree;

/// [`scatter`](tree::scatter): a balanced tree of shortest paths, or flows over links and slots.
#[derive(Debug)]
pub(crate) struct Flow;

const ABOUT: About = About {
    word: "flow",
    sentence: "Scatter on any Cayley graph along a balanced tree of shortest paths, or by flows over links and slots",
    source: "P2 §3; Ford & Fulkerson, Flows in Networks, 1962",
    tasks: SCATTER.tasks,
};

impl Method for Flow {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        SCATTER.require(task)?;
        Ok(Suited::new(self, View::Collective, When::FIRST, move |context| self.make(task, context)))
    }
}

impl Flow {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        let root = task.collective().root().expect("a scatter has a root");
        let schedule = tree::scatter(task.network(), root, task.ports(), task.count())?;
        let how = "a balanced tree of shortest paths, farthest packets first; where that misses the bound, integral flows over links and slots";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
