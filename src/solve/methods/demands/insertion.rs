//! The method insertion: packets that differ in length or start, one after the other.

use super::lists::limits;
use crate::job_shop::parcel_schedule;
use crate::model::{ParcelsTask, Schedule, View};
use crate::solve::method::{About, Candidate, Context, Method, PARCELS, Suited, When};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;

/// [`parcel_schedule`].
#[derive(Debug)]
pub(crate) struct Insertion;

const ABOUT: About = About {
    word: "insertion",
    sentence: "Parcels: one packet after the other on its soonest way past those before it, or slot by slot; those that end last come earlier in the next order",
    source: "Isotask, module job_shop; Dreyfus, An appraisal of some shortest-path algorithms, 1969",
    tasks: PARCELS,
};

const HOW: &str = "packets put in by an order, which a search improves";

impl Method for Insertion {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_parcels<'a>(&'static self, task: &'a ParcelsTask) -> Result<Suited<'a>, Unsuited> {
        Ok(Suited::new(self, View::Parcels, When::FIRST, move |context| Ok(self.make(task, context))))
    }
}

impl Insertion {
    fn make(&'static self, task: &ParcelsTask, context: &Context<'_>) -> Option<Candidate> {
        let found = parcel_schedule(task, limits(context))?;
        let tried = found.tries.into_iter().map(Explanation::List).collect();
        let schedule = Schedule::of_parcels(task, found.schedule);
        Some(Candidate { tried, cut_short: found.cut_short, ..Candidate::new(self, schedule, HOW) })
    }
}
