//! Multinode broadcast on any network, by matchings.

use super::spreading::{MULTINODE, candidate, require_sends, spreading, under_ports};
use crate::model::{CollectiveTask, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_matching;

/// [`multinode_broadcast_matching`].
#[derive(Debug)]
pub(crate) struct Matching;

const ABOUT: About = About {
    word: "matching",
    sentence: "Multinode broadcast on any Cayley graph, a matching of links and new positions in every slot",
    source: "Edmonds & Fulkerson, Transversals and matroid partition, 1965; Isotask",
    tasks: MULTINODE.tasks,
};

impl Method for Matching {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        MULTINODE.require(task)?;
        Ok(Suited::new(self, View::Collective, When::FIRST, move |context| self.make(task, context)))
    }
}

impl Matching {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        require_sends(&task, false)?;
        let placed = multinode_broadcast_matching(task.network(), task.ports().sends(), task.count())?;
        let how = "in every slot a maximum matching of link types with positions that they newly reach";
        Ok(Some(candidate(self, context, under_ports(&task, placed)?, how)))
    }
}
