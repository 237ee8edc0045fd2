//! Packets in a list on ways that they negotiate.

use super::lists::{
    BY_PRIORITY, candidate, is_left_to_orbits, is_quickest, program_goes_on, require_personal, search,
};
use crate::bound::{Refuted, TimedPrices};
use crate::job_shop::{Conflicts, Effort, ListSearch, PacketRule, Refutation, list_schedule, negotiated};
use crate::model::{DemandsTask, View};
use crate::solve::method::{About, Candidate, Context, DEMANDS, Method, ProvedBounds, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Lower;
use std::sync::Mutex;

/// By default the search for prices that refute a number of slots may do 1/16 of its work.
const STANDARD_PRICE_WORK_DIVISOR: u64 = 16;

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
        // This comes after list scheduling, so that a caller who stops it has a schedule.
        require_personal(task)?;
        Ok(Suited::new(self, View::Demands, When::Tried { turn: 2 }, move |context| {
            Ok(self.make(task, context))
        }))
    }
}

impl Negotiated {
    fn make(&'static self, task: &DemandsTask, context: &Context<'_>) -> Option<Candidate> {
        let is_cancelled = context.best.is_none() && (context.options.cancel)();
        if is_cancelled || is_left_to_orbits(context, task) || is_quickest(context) {
            return None;
        }
        let parts = if context.options.effort() > Effort::Standard { 1 } else { STANDARD_PRICE_WORK_DIVISOR };
        let prices = TimedPrices::new(task).map(|prices| prices.with_one_of(parts));
        let prices = Mutex::new(Prices { search: prices, is_asked: false, proved: None });
        let task = &*task.without_spare_links();
        let search = search(task, context);
        // A program refutes more of a small task, in less time.
        let asks = !program_goes_on(task, context, search.lower);
        let refute = |slots, how| {
            let is_far = how > Conflicts::Few;
            if is_far && !asks {
                return Refutation::Unknown;
            }
            let mut prices = prices.lock().expect("nobody panics");
            prices.is_asked |= is_far;
            prices.ask(context, |search, ends| match how {
                Conflicts::Few => search.refute_at_borders(slots, ends).map(Refuted::Proved),
                Conflicts::Many => search.refute(slots, ends),
                Conflicts::BudgetSpent => search.refute_further(slots, ends),
            })
        };
        let known = context.best.map_or(u64::MAX, |best| best.schedule.length());
        let found = negotiated(task, known, ListSearch { refute: &refute, ..search });
        let Prices { is_asked, proved, .. } = prices.into_inner().expect("nobody panics");
        let completion = proved.filter(|_| !task.is_scatter_or_gather());
        let proved = ProvedBounds { completion, is_complete: is_asked, ..ProvedBounds::default() };
        let Some(found) = found else {
            if let Some(best) = context.best.filter(|_| is_asked || proved.completion.is_some()) {
                // A bound that was proved on the way is kept when the search ends.
                return Some(Candidate { proved, ..best.clone() });
            }
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
        candidate.proved = proved;
        Some(candidate)
    }
}

/// Prices of slots, and the bound that they have proved.
struct Prices<'a> {
    search: Option<TimedPrices<'a>>,
    is_asked: bool,
    proved: Option<Lower>,
}

impl<'a> Prices<'a> {
    /// Asks the prices to refute a number of slots; a bound that they prove is kept.
    fn ask(
        &mut self,
        context: &Context<'_>,
        refute: impl FnOnce(&mut TimedPrices<'a>, &dyn Fn() -> bool) -> Option<Refuted>,
    ) -> Refutation {
        let ends = || (context.options.stop)() || (context.options.cancel)();
        match self.search.as_mut().and_then(|search| refute(search, &ends)) {
            Some(Refuted::Proved(lower)) => {
                self.proved = Some(lower);
                Refutation::Proved
            }
            Some(Refuted::Nearly(prices)) => Refutation::Prices(prices),
            None => Refutation::Unknown,
        }
    }
}
