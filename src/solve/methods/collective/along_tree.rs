//! Broadcast and scatter along a spanning tree of the user's own.

use super::spreading::{ROOTED, candidate, spreading};
use crate::model::{CollectiveTask, View, count_of};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::notes::Note;
use crate::solve::unsuited::Unsuited;
use crate::tree::{broadcast_along, scatter_along};

/// Along a tree that is given: [`scatter_along`] or [`broadcast_along`].
///
/// It is not asked for by its word, but by giving the tree.
#[derive(Debug)]
pub(crate) struct AlongGivenTree;

const ABOUT: About = About {
    word: "along-tree",
    sentence: "Single node broadcast or scatter along a spanning tree that is given",
    source: "P2 §2 and §3",
    tasks: ROOTED.tasks,
};

impl Method for AlongGivenTree {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        ROOTED.require(task)?;
        Ok(Suited::new(self, View::Collective, When::OnRequest, move |context| self.make(task, context)))
    }
}

impl AlongGivenTree {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        let fits = |tree: &&crate::tree::GivenTree| {
            tree.network() == task.network() && Some(tree.root()) == task.collective().root()
        };
        let tree = context.options.tree.filter(fits).ok_or(Unsuited::NoTree)?;
        let (along, how) = if task.collective().is_personal() {
            let how = "the given tree, the packets that go farthest first (P2 §3)";
            (scatter_along(tree, task.ports(), task.count())?, how)
        } else {
            let how = "the given tree, the subtree that takes most slots first";
            (broadcast_along(tree, task.ports(), task.count())?, how)
        };
        let note = Note::AlongTree { slots: count_of(along.schedule.slots.len()), least: along.least };
        let mut made = candidate(self, context, along.schedule, how);
        made.notes.push(note);
        Ok(Some(made))
    }
}
