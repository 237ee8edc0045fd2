//! Orbits of listed packets: few classes of nodes under automorphisms of a network that is no Cayley graph.

use super::lists::{MAX_BESIDE_ORBITS, search};
use crate::job_shop::{Effort, ListSearch, OrbitFound, negotiated_orbits, orbit_broadcast};
use crate::model::{DemandsTask, Network, OrbitSchedule, Subgroup, count_of};
use crate::orbit::free_groups;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Made, Method, When};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;
use crate::wire;

/// Most moves of one packet of each orbit.
const MAX_MOVES_OF_ORBITS: u64 = 1 << 22;
/// Most listed packets that are compared with the group of a lift without a request.
const MAX_LISTED: usize = 1 << 16;
/// Most groups that are tried.
const MAX_GROUPS: usize = 6;

/// How the schedule came about.
const HOW: &str = "one packet of each orbit under a group of automorphisms, on links that all that the group takes to one another share";

/// Returns when the method is used for a task that may be symmetric under a group.
pub(in crate::solve::methods) fn when(task: &DemandsTask) -> Result<When, Unsuited> {
    if task.root().is_some() {
        return Err(Unsuited::Rooted);
    }
    let network = task.network();
    if !task.is_personal() && network.switches().is_some() {
        return Err(Unsuited::CopiedPastSwitches);
    }
    // Packets that a user has listed are seldom symmetric under a group.
    let is_kept = || {
        let few = task.loads().len() <= MAX_LISTED;
        few && Subgroup::of_lift(network).is_some_and(|group| task.orbits(&group).is_some())
    };
    let by_itself = match network.kind() {
        wire::Network::Lift(_) => !task.is_listed() || is_kept(),
        wire::Network::Graph(_) => !task.is_listed(),
        _ => false,
    };
    Ok(if by_itself { When::FIRST } else { When::OnRequest })
}

/// The shortest schedule under the groups that are tried, those of few classes first; none if none keeps the
/// task.
pub(in crate::solve::methods) fn make(
    method: &'static dyn Method,
    task: &DemandsTask,
    context: &Context<'_>,
) -> Made {
    let endless = search(task, context);
    let counted = ListSearch { effort: endless.effort.min(Effort::Thorough), ..endless };
    let groups = groups(task.network(), context);
    // Every group has its counted effort before one takes the time that is left.
    let efforts = groups.iter().map(|group| (group, counted));
    let is_improving = endless.effort.is_endless() && has_the_time(task, context);
    let last = groups.last().filter(|_| is_improving).map(|group| (group, endless));
    let mut best: Option<OrbitFound> = None;
    let mut tried = Vec::new();
    for (group, search) in efforts.chain(last) {
        let known = best.as_ref().map_or(u64::MAX, |best| length(&best.schedule));
        if known <= search.lower || (search.stop)() {
            break;
        }
        if task.least_moves() / group.order() > MAX_MOVES_OF_ORBITS {
            continue;
        }
        let found = if task.is_personal() {
            negotiated_orbits(task, group, known.min(far(task, search.lower)), search)
        } else {
            orbit_broadcast(task, group, known, search)
        };
        if let Some(found) = found.filter(|found| length(&found.schedule) < known) {
            let (slots, moves) = (length(&found.schedule), None);
            tried.push(Explanation::Tried { word: method.word(), slots, moves, delay: None });
            best = Some(found);
        }
    }
    let Some(found) = best else {
        return if (endless.cancel)() { Ok(None) } else { Err(MethodError::NoOrbits) };
    };
    let cut_short = found.cut_short;
    Ok(Some(Candidate { tried, cut_short, ..Candidate::new(method, found.schedule, HOW) }))
}

/// Whether the time of a limit is spent here: the method is asked for, or what every node does on its own is
/// too much.
fn has_the_time(task: &DemandsTask, context: &Context<'_>) -> bool {
    context.options.method.is_some() || task.least_moves() > MAX_BESIDE_ORBITS
}

/// The groups that are tried.
fn groups(network: &Network, context: &Context<'_>) -> Vec<Subgroup> {
    match context.options.symmetry {
        Some(group) => vec![group.clone()],
        None => free_groups(network).into_iter().take(MAX_GROUPS).collect(),
    }
}

/// Slots in which packets are expected to settle.
fn far(task: &DemandsTask, lower: u64) -> u64 {
    2 * lower + task.network().diameter() + 1
}

fn length(schedule: &OrbitSchedule) -> u64 {
    count_of(schedule.slots.len())
}
