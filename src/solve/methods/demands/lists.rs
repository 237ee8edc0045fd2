//! Parts shared by methods for packets in a list; accumulations are made as broadcasts with time reversed.

use super::quickest_flow::QuickestFlow;
use crate::job_shop::{Effort, ListFound, ListSearch, PacketRule, Refutation, list_schedule};
use crate::model::{DemandsTask, View};
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Refuses packets that are copied or combined.
pub(super) fn require_personal(task: &DemandsTask) -> Result<(), Unsuited> {
    if task.is_personal() { Ok(()) } else { Err(Unsuited::NotPersonal) }
}

/// Whether the best schedule is that of a quickest flow, than which none is shorter.
pub(in crate::solve::methods) fn is_quickest(context: &Context<'_>) -> bool {
    let quickest: &dyn Method = &QuickestFlow;
    context.options.method.is_none() && context.best.is_some_and(|best| best.method == quickest)
}

/// Moves of all nodes above which schedules without symmetry are not sought beside one under a group.
pub(super) const MAX_BESIDE_ORBITS: u64 = 1 << 17;

/// Whether a large task is left to a schedule under a group: a search without symmetry takes as many
/// times longer as the group has elements, and its schedule is hardly shorter.
pub(in crate::solve::methods) fn is_left_to_orbits(context: &Context<'_>, task: &DemandsTask) -> bool {
    let is_orbit = |best: &Candidate| best.schedule.is_of_orbits();
    let is_free = context.options.method.is_none() && !context.options.effort().is_endless();
    is_free && task.least_moves() > MAX_BESIDE_ORBITS && context.best.is_some_and(is_orbit)
}

/// Whether the delay counts, and not the completion time.
pub(in crate::solve::methods) fn counts_delay_alone(task: &DemandsTask) -> bool {
    task.document().objective == Objective::AverageDelay
}

/// The way in which the slots are filled by priorities.
pub(in crate::solve::methods) const BY_PRIORITY: &str =
    "slot by slot, in an order of priority, whatever can come nearer does";

/// List scheduling by one rule, of packets that go from node to node.
pub(in crate::solve::methods) fn by_rule<'a>(
    method: &'static dyn Method,
    rule: PacketRule,
    task: &'a DemandsTask,
) -> Result<Suited<'a>, Unsuited> {
    require_personal(task)?;
    let make = move |context: &Context<'_>| {
        let task = &*task.without_spare_links();
        let found = list_schedule(task, &[rule], false, search(task, context));
        Ok(found.map(|found| candidate(method, task, context, found, BY_PRIORITY)))
    };
    // The nearest come first where the delay counts.
    let is_for_delay = rule == PacketRule::NearestFirst && counts_delay_alone(task);
    let when = if is_for_delay { When::Tried { turn: 1 } } else { When::OnRequest };
    Ok(Suited::new(method, View::Demands, when, make))
}

/// Returns the limits of a search.
pub(in crate::solve::methods) fn search<'a>(task: &DemandsTask, context: &Context<'a>) -> ListSearch<'a> {
    let limits = limits(context);
    let effort = match limits.effort {
        // A program that goes on needs its share of the time.
        Effort::Exhaustive if program_goes_on(task, context, limits.lower) => Effort::Thorough,
        effort => effort,
    };
    ListSearch { effort, ..limits }
}

/// Returns the limits of a search beside which no program goes on.
pub(in crate::solve::methods) fn limits<'a>(context: &Context<'a>) -> ListSearch<'a> {
    let options = context.options;
    ListSearch {
        lower: context.bounds.known_slots(),
        refute: &|_, _| Refutation::Unknown,
        effort: options.effort(),
        watch: options,
        stop: options.stop,
        cancel: options.cancel,
    }
}

/// Whether a program takes the time that is left.
#[cfg(feature = "ilp")]
pub(super) fn program_goes_on(task: &DemandsTask, context: &Context<'_>, least: u64) -> bool {
    crate::solve::methods::ilp::goes_on_from_lists(task, context, least)
}

#[cfg(not(feature = "ilp"))]
pub(super) fn program_goes_on(_: &DemandsTask, _: &Context<'_>, _: u64) -> bool {
    false
}

/// Returns the schedule found for the task, or for its reversal if it combines, which is then reversed in
/// time.
pub(in crate::solve::methods) fn spread(
    task: &DemandsTask,
    find: impl Fn(&DemandsTask) -> Option<ListFound>,
) -> Option<ListFound> {
    if !task.is_combined() {
        return find(task);
    }
    let found = find(&task.reversed())?;
    Some(ListFound { schedule: found.schedule.reversed(), ..found })
}

/// A schedule that was found, with the steps that led to it.
pub(in crate::solve::methods) fn candidate(
    method: &'static dyn Method,
    task: &DemandsTask,
    context: &Context<'_>,
    found: ListFound,
    how: &'static str,
) -> Candidate {
    // Where an integer program takes the time, list scheduling does not go on in it.
    let cut_short =
        found.cut_short.filter(|_| !program_goes_on(task, context, context.bounds.best().slots()));
    let tried = found.tries.into_iter().map(Explanation::List).collect();
    Candidate { tried, cut_short, ..Candidate::new(method, found.schedule, how) }
}
