//! Packets in a list on ways that they negotiate.

use super::lists::{BY_PRIORITY, candidate, is_left_to_orbits, require_personal, search};
use crate::job_shop::{PacketRule, list_schedule, negotiated};
use crate::model::{DemandsTask, View};
use crate::solve::method::{About, Candidate, Context, DEMANDS, Method, Suited, When};
use crate::solve::unsuited::Unsuited;

/// [`negotiated`], from the bound up to what other methods attain; where it finds nothing, list scheduling by
/// one rule.
#[derive(Debug)]
pub(crate) struct Negotiated;

const ABOUT: About = About {
    word: "negotiated",
    sentence: "Demands: all packets on their cheapest ways at once, links and slots that too many want getting dearer until they part",
    source: "McMurchie & Ebeling, PathFinder: a negotiation-based performance-driven router for FPGAs, 1995",
    tasks: DEMANDS,
};

impl Method for Negotiated {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        // After list scheduling: whoever stops it has a schedule.
        require_personal(task)?;
        let make = move |context: &Context<'_>| Ok(self.make(task, context));
        Ok(Suited::new(View::Demands, When::Tried { turn: 2 }, make))
    }
}

impl Negotiated {
    fn make(&'static self, task: &DemandsTask, context: &Context<'_>) -> Option<Candidate> {
        if context.best.is_none() && (context.options.cancel)() || is_left_to_orbits(context, task) {
            return None;
        }
        let search = search(task, context);
        let known = context.best.map_or(u64::MAX, |best| best.schedule.length());
        let Some(found) = negotiated(task, known, search) else {
            let asked = context.best.is_none() && context.options.method.is_some();
            let found =
                if asked { list_schedule(task, &[PacketRule::CriticalFirst], false, search) } else { None };
            return found.map(|found| candidate(self, task, context, found, BY_PRIORITY));
        };
        let how = "cheapest ways through links and slots, dearer where too many want them, in as few slots as they settle in";
        let mut candidate = candidate(self, task, context, found, how);
        if let Some(best) = context.best {
            candidate.tried.splice(0..0, best.tried.iter().cloned());
        }
        Some(candidate)
    }
}
