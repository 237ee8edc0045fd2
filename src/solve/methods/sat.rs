//! Few slots by a solver of propositional formulas.

use super::demands::lists::{BY_PRIORITY, candidate, is_left_to_orbits, is_quickest, limits, search};
use crate::job_shop::{
    Effort, ListFound, ListSearch, PacketRule, list_broadcast, list_schedule, parcel_schedule,
};
use crate::model::{
    CollectiveTask, DemandsTask, ExplicitSchedule, ParcelsTask, Schedule, Sent, View, count_of, wide,
};
use crate::sat::{ClausesLimit, SatSearchResult, require_few_pairs, search_by_sat, search_parcels_by_sat};
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;
use std::borrow::Cow;

/// [`search_by_sat`], from what other methods attain downwards; asked for by name, from a schedule by lists.
#[derive(Debug)]
pub(crate) struct Sat;

const ABOUT: About = About {
    word: "sat",
    sentence: "Broadcasts, accumulations, parcels, and few packets from node to node: fewer slots as a formula that a solver satisfies; seldom where ports are few, or packets many for every link",
    source: "Kautz & Selman, Planning as satisfiability, 1992; Eén & Sörensson, An extensible SAT-solver, 2003",
    tasks: "broadcasts, accumulations, demands and parcels",
};

const HOW: &str =
    "which node has which packet after which slot as clauses, satisfied for fewer and fewer slots";

const BY_INSERTION: &str = "one packet after the other on its soonest way";

impl Method for Sat {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        if task.collective().is_personal() {
            return Err(Unsuited::OtherCollective { of: "broadcasts and accumulations" });
        }
        // After the constructions of families of words, where they leave a gap.
        Ok(Suited::new(self, View::Collective, When::Tried { turn: 3 }, move |context| {
            self.of_collective(task, context)
        }))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        // Few packets from node to node are settled by `negotiated`; many make the formula too large.
        let when = if task.is_personal() { When::OnRequest } else { When::Tried { turn: 3 } };
        Ok(Suited::new(self, View::Demands, when, move |context| {
            self.make(task, context, context.best.is_none())
        }))
    }

    fn on_parcels<'a>(&'static self, task: &'a ParcelsTask) -> Result<Suited<'a>, Unsuited> {
        let when = When::Tried { turn: 3 };
        Ok(Suited::new(self, View::Parcels, when, move |context| self.of_parcels(task, context)))
    }
}

impl Sat {
    fn of_collective(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let network = task.network();
        let roots = if task.collective().root().is_some() { 1 } else { network.nodes() };
        let links = network.nodes().saturating_mul(network.links().into());
        let pairs = roots.saturating_mul(task.count()).saturating_mul(links);
        match require_few_pairs(context.bounds.best().slots(), pairs) {
            Ok(()) => self.make(&DemandsTask::new(task.document())?, context, true),
            Err(limit) => too_large(context, limit),
        }
    }

    /// Asks for fewer slots than the best schedule has, or one that puts in one packet after the other.
    fn of_parcels(&'static self, task: &ParcelsTask, context: &Context<'_>) -> Made {
        let search = limits(context);
        let known = match context.best {
            Some(best) => Some(best.clone()),
            None => parcel_schedule(task, ListSearch { effort: Effort::Standard, ..search })
                .map(|found| Candidate::new(self, Schedule::of_parcels(task, found.schedule), BY_INSERTION)),
        };
        let Some(known) = known else { return Ok(None) };
        let found = match search_parcels_by_sat(task, known.schedule.length(), search) {
            Ok(found) => found,
            Err(limit) if context.options.method.is_some() => return Err(limit.into()),
            Err(_) => SatSearchResult { better: None, bound: None },
        };
        let better = found.better.map(|better| {
            let schedule = Schedule::of_parcels(task, in_order_of(task, better.schedule));
            let tried = better.tries.into_iter().map(Explanation::List).collect();
            Candidate { tried, cut_short: better.cut_short, ..Candidate::new(self, schedule, HOW) }
        });
        let mut made = better.unwrap_or(known);
        if let Some(bound) = found.bound {
            made.proved.completion = Some(bound);
        }
        Ok(Some(made))
    }

    /// Asks for fewer slots than the best schedule has, or one by lists if these are to be tried.
    fn make(&'static self, task: &DemandsTask, context: &Context<'_>, tries_lists: bool) -> Made {
        if is_left_to_orbits(context, task) || is_quickest(context) {
            return Ok(None);
        }
        let forward = if task.is_combined() { Cow::Owned(task.reversed()) } else { Cow::Borrowed(task) };
        let search = search(task, context);
        let first = if tries_lists { by_lists(&forward, search) } else { None };
        let best = context.best.map(|best| best.schedule.length());
        let by_lists = first.as_ref().map(|found| count_of(found.schedule.slots.len()));
        let Some(known) = best.into_iter().chain(by_lists).min() else { return Ok(None) };
        let found = match search_by_sat(&forward, known, search) {
            Ok(found) => found,
            Err(limit) if context.options.method.is_some() => return Err(limit.into()),
            Err(_) => SatSearchResult { better: None, bound: None },
        };
        let how = if found.better.is_some() { HOW } else { BY_PRIORITY };
        let turned = |found: ListFound| {
            let schedule = if task.is_combined() { found.schedule.reversed() } else { found.schedule };
            candidate(self, task, context, ListFound { schedule, ..found }, how)
        };
        let known = || found.bound.as_ref().and(context.best).cloned();
        let mut made = found.better.or(first).map(turned).or_else(known);
        if let (Some(candidate), Some(bound)) = (&mut made, found.bound) {
            candidate.proved.completion = Some(bound);
        }
        Ok(made)
    }
}

/// Returns a schedule of packets in increasing order as one in the order of the task's document.
fn in_order_of(task: &ParcelsTask, schedule: ExplicitSchedule) -> ExplicitSchedule {
    let mut order: Vec<usize> = (0..task.listed().len()).collect();
    // The sort is stable.
    order.sort_by_key(|&packet| task.listed()[packet]);
    let place = |step: Sent| {
        let packet = u32::try_from(order[wide(step.packet)]).expect("at most 2^22 packets");
        Sent::new(packet, step.from(), step.to())
    };
    let mut slots: Vec<Vec<Sent>> =
        schedule.slots.into_iter().map(|slot| slot.into_iter().map(place).collect()).collect();
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let packets = task.listed().iter().map(|&place| task.parcels()[place].packet()).collect();
    ExplicitSchedule { packets, slots }
}

/// The result for a formula that is too large: no schedule if there is one already, else an error.
fn too_large(context: &Context<'_>, limit: ClausesLimit) -> Made {
    let is_needed = context.options.method.is_some() || context.best.is_none();
    if is_needed { Err(MethodError::from(limit)) } else { Ok(None) }
}

/// A first schedule, by lists.
fn by_lists(task: &DemandsTask, search: ListSearch<'_>) -> Option<ListFound> {
    let search = ListSearch { effort: Effort::Standard, ..search };
    if task.is_personal() {
        list_schedule(task, &[PacketRule::CriticalFirst], false, search)
    } else {
        list_broadcast(task, None, search)
    }
}
