//! Packets in a list on ways that they negotiate.

use super::lists::{BY_PRIORITY, candidate, is_left_to_orbits, personal, search};
use super::views::of_demands;
use crate::job_shop::{PacketRule, list_schedule, negotiated};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;

/// [`negotiated`], from the bound up to what other methods attain; where it finds nothing, list scheduling by
/// one rule.
#[derive(Debug)]
pub(crate) struct Negotiated;

impl Method for Negotiated {
    fn word(&self) -> &'static str {
        "negotiated"
    }

    fn sentence(&self) -> &'static str {
        "Demands: all packets on their cheapest ways at once, links and slots that too many want getting dearer until they part"
    }

    fn source(&self) -> &'static str {
        "McMurchie & Ebeling, PathFinder: a negotiation-based performance-driven router for FPGAs, 1995"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        // After list scheduling: whoever stops it has a schedule.
        Ok(Suited { when: When::Tried { turn: 2 }, ..personal(problem)? })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_demands(context.problem)?;
        if context.best.is_none() && (context.options.cancel)() || is_left_to_orbits(context, task) {
            return Ok(None);
        }
        let search = search(context);
        let known = context.best.map_or(u64::MAX, |best| best.schedule.length());
        let Some(found) = negotiated(task, known, search) else {
            let asked = context.best.is_none() && context.options.method.is_some();
            let found =
                if asked { list_schedule(task, &[PacketRule::CriticalFirst], false, search) } else { None };
            return Ok(found.map(|found| candidate(self, context, found, BY_PRIORITY)));
        };
        let how = "cheapest ways through links and slots, dearer where too many want them, in as few slots as they settle in";
        let mut candidate = candidate(self, context, found, how);
        if let Some(best) = context.best {
            candidate.tried.splice(0..0, best.tried.iter().cloned());
        }
        Ok(Some(candidate))
    }
}
