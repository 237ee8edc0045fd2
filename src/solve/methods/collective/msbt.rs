//! Single node broadcast along edge-disjoint spanning trees of a hypercube.

use super::spreading::{BROADCAST, candidate, narrow, spreading};
use crate::model::{CollectiveTask, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::msbt_broadcast;

/// [`msbt_broadcast`].
#[derive(Debug)]
pub(crate) struct Msbt;

const ABOUT: About = About {
    word: "msbt",
    sentence: "Single node broadcast along edge-disjoint spanning trees of a hypercube",
    source: "P5 §3.2 and §3.3.2",
    tasks: BROADCAST.tasks,
};

impl Method for Msbt {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        BROADCAST.require_on_cube(task)?;
        Ok(Suited::new(self, View::Collective, When::FIRST, move |context| self.make(task, context)))
    }
}

impl Msbt {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        let root = task.collective().root().expect("a broadcast has a root");
        let (links, count) = (task.network().links(), narrow(task.count())?);
        let schedule = msbt_broadcast(links, root, count, task.ports())?;
        let how = "packets in turn down edge-disjoint spanning trees, labelled so that none meet (P5 §3.3.2)";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
