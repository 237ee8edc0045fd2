//! The method reduce-broadcast: a tree for each block.

use crate::job_shop::Effort;
use crate::model::{AllreduceTask, View};
use crate::solve::method::{ALLREDUCE, About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{TreeLimits, reduce_broadcast};

/// [`reduce_broadcast`].
#[derive(Debug)]
pub(crate) struct ReduceBroadcast;

const ABOUT: About = About {
    word: "reduce-broadcast",
    sentence: "Allreduce: every block has a tree of its own, whose root, or two nodes that exchange, combine it and spread the sum",
    source: "Isotask, module tree; Sanders, Speck & Träff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, 2009",
    tasks: ALLREDUCE,
};

impl Method for ReduceBroadcast {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_allreduce<'a>(&'static self, task: &'a AllreduceTask) -> Result<Suited<'a>, Unsuited> {
        let when = When::Tried { turn: 2 };
        Ok(Suited::new(self, View::Allreduce, when, move |context| self.make(task, context)))
    }
}

/// Returns how often each block is put in anew.
fn rounds(effort: Effort) -> u32 {
    match effort {
        Effort::Quick => 0,
        Effort::Standard => 4,
        Effort::Thorough => 16,
        Effort::Exhaustive => 64,
    }
}

impl ReduceBroadcast {
    fn make(&'static self, task: &AllreduceTask, context: &Context<'_>) -> Made {
        let options = context.options;
        let stop = || (options.stop)() || (options.cancel)();
        let limits =
            TreeLimits { lower: context.bounds.known_slots(), rounds: rounds(options.effort()), stop: &stop };
        let how = "each block by a tree of its own, grown along links that are free, the root where it ends soonest";
        Ok(reduce_broadcast(task, limits)?.map(|schedule| Candidate::new(self, schedule, how)))
    }
}
