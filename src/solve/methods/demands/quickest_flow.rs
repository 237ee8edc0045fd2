//! Packets of one pair of nodes as a flow over time.

use crate::job_shop::pair_schedule;
use crate::model::{DemandsTask, PairFlow, View};
use crate::solve::method::{About, Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;

/// [`pair_schedule`]: in the fewest slots.
#[derive(Debug)]
pub(crate) struct QuickestFlow;

const ABOUT: About = About {
    word: "quickest-flow",
    sentence: "Demands of one pair of nodes: packets begin in every slot on paths that share no link, in the fewest slots of all",
    source: "Ford & Fulkerson, Constructing maximal dynamic flows from static flows, 1958",
    tasks: "demands from one node to one other, without half-duplex ports",
};

impl Method for QuickestFlow {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        PairFlow::pair(task).ok_or(Unsuited::OtherTask { of: ABOUT.tasks })?;
        let how = "on paths that no two packets share in a slot, a packet on each in every slot from which it is there in time";
        let make = move |_: &Context<'_>| Ok(Some(Candidate::new(self, pair_schedule(task)?, how)));
        Ok(Suited::new(self, View::Demands, When::FIRST, make))
    }
}
