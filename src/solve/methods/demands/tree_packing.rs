//! Broadcasts of many packets along trees that load all links evenly.

use super::lists::{candidate, search, spread};
use crate::job_shop::{Effort, ListFound, ListTry};
use crate::model::{DemandsTask, View, count_of};
use crate::sat::fits_limits;
use crate::solve::method::{About, Candidate, Context, DEMANDS, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::packed_broadcast;

/// [`packed_broadcast`].
#[derive(Debug)]
pub(crate) struct TreePacking;

const ABOUT: About = About {
    word: "tree-packing",
    sentence: "Packets that are copied to all or combined from all: a tree for each, chosen so that all links and ports carry about equally much",
    source: "Edmonds, Edge-disjoint branchings, 1973; Garg & Könemann, Faster and simpler algorithms for multicommodity flow, 1998; Zhao et al., ForestColl, 2024",
    tasks: DEMANDS,
};

const HOW: &str = "along trees that load links evenly, those packets first that have farthest to go";

/// Links that are looked at with the usual effort, about two seconds.
const USUAL_STEPS: u64 = 1 << 24;

impl Method for TreePacking {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        if task.is_personal() {
            return Err(Unsuited::Personal);
        }
        Ok(Suited::new(self, View::Demands, When::Tried { turn: 2 }, move |context| {
            Ok(self.make(task, context))
        }))
    }
}

impl TreePacking {
    /// Returns the schedule if it is shorter than the best known one.
    fn make(&'static self, task: &DemandsTask, context: &Context<'_>) -> Option<Candidate> {
        let task = &*task.without_spare_links();
        let search = search(task, context);
        let known = context.best.map_or(u64::MAX, |best| best.schedule.length());
        let stop = || (search.cancel)() || context.best.is_some() && (search.stop)();
        // Unless the method is asked for, the rest of the time belongs to satisfiability.
        let others_go_on = context.options.method.is_none() && fits_limits(task, search.lower);
        let most = if others_go_on { Effort::Standard } else { Effort::Exhaustive };
        let effort = search.effort.min(most);
        let steps = effort.steps(USUAL_STEPS);
        let found = spread(task, |task| {
            let schedule = packed_broadcast(task, (search.lower, known), steps, &stop)?;
            let schedule = schedule.without_idle_switches(task.network());
            let attempt = ListTry::new(HOW, false, &schedule.slots);
            let is_done = attempt.slots <= search.lower;
            Some(ListFound { schedule, tries: vec![attempt], cut_short: search.cut_short(is_done) })
        })?;
        let is_shorter = count_of(found.schedule.slots.len()) < known;
        is_shorter.then(|| candidate(self, task, context, found, HOW))
    }
}
