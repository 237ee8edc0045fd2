//! Schedules of several groups of nodes at once: each does its task, and no link or port carries too much in
//! a slot, all groups together.
//!
//! All groups share one network; what takes no part in a task forwards for it, as switches do. A bound on the
//! schedules of all is one of a group alone, or counts what all must send: out of some nodes, or altogether,
//! or at the prices of links and ports. Packets of different groups are different packets, so that their
//! moves add up.

pub(crate) mod fault;
mod paid;

use crate::bound::cut::{Side, leaving};
use crate::bound::prices::{NodePrices, Prices};
use crate::bound::volume::least_moves;
use crate::claims;
use crate::effort::Effort;
use crate::network::topology::Network;
use crate::number::{place, wide};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::replay::hop::Hop;
use crate::replay::ports::require_ports;
use crate::replay::replayed::{Options, Run};
use crate::replay::schedule::replay;
use crate::task::ports::Ports;
use crate::task::problem::Problem;
use fault::GroupsFault;
use isotask_wire::{
    self as wire, Claim, GroupDocument, GroupsDocument, GroupsLower, Objective, Quantity, ScheduleBody,
    Scope, Status, Transfer,
};
use paid::paid;
use std::cmp::Reverse;
use std::fmt;

/// Most nodes and directed links of the networks of all groups together, each of which is kept.
const SIZE_LIMIT: u64 = 1 << 26;

/// Schedules of several groups that can be carried out at once, and a bound that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedGroups {
    /// The slots of each group, up to its last move.
    pub slots: Vec<u64>,
    /// No schedules of all groups together take fewer slots.
    pub lower: u64,
}

impl VerifiedGroups {
    /// Returns the slots after which all groups are done.
    #[must_use]
    pub fn completion_time(&self) -> u64 {
        self.slots.iter().copied().max().unwrap_or(0)
    }

    /// Returns whether all groups cannot be done in fewer slots.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.completion_time() == self.lower
    }
}

impl fmt::Display for VerifiedGroups {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (slots, groups, lower) = (self.completion_time(), self.slots.len(), self.lower);
        let status = if self.is_optimal() { "optimal" } else { "upper-bound" };
        let counted = |count: u64, word| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let (slots, groups) = (counted(slots, "slot"), counted(wide(groups), "group"));
        write!(out, "{slots} for {groups} at once, lower bound {lower}, scope all: {status}")
    }
}

/// Checks the schedules of several groups: each alone, then the links and ports of all together, and the
/// bound.
///
/// # Errors
/// The first [`Rejection`] met, in this order.
///
/// # Complexity
/// That of [`check_certificate`](crate::check_certificate) for each group, and O(M log M) for M moves of all.
pub fn check_groups(document: &GroupsDocument, options: &Options) -> Result<VerifiedGroups, Rejection> {
    let first = document.groups.first().ok_or_else(|| Rejection::groups(GroupsFault::NoGroups))?;
    let effort = Effort::new(options.limit);
    let (mut problems, mut runs, mut size) = (Vec::new(), Vec::new(), 0_u64);
    for (index, group) in document.groups.iter().enumerate() {
        if !is_same_network(&first.task.network, &group.task.network) {
            return Err(Rejection::groups(GroupsFault::OtherNetwork { group: index }));
        }
        let (problem, run) = one_group(index, group, &effort, *options)?;
        let network = problem.network();
        size = size.saturating_add(network.nodes).saturating_add(network.links_of_all());
        if size > SIZE_LIMIT {
            let place = format!("groups[{index}].task.network");
            return Err(Rejection::TooManyRows { place, limit: SIZE_LIMIT });
        }
        problems.push(problem);
        runs.push(run);
    }
    let (network, ports) = (problems[0].network(), problems[0].ports());
    for (group, problem) in problems.iter().enumerate() {
        require_same_ports((network, ports), group, problem)?;
    }
    require_together(&document.groups, network, ports)?;
    let recomputed = recompute(document, &problems, &runs)?;
    let found = document.lower.value();
    if u128::from(found) != recomputed {
        return Err(Rejection::groups(GroupsFault::BoundDiffers { found, recomputed }));
    }
    let slots = runs.iter().map(|run| run.replayed.completion_time).collect();
    Ok(VerifiedGroups { slots, lower: found })
}

/// Returns whether two networks differ in their switches at most.
fn is_same_network(first: &wire::Network, other: &wire::Network) -> bool {
    match (first, other) {
        (wire::Network::Graph(first), wire::Network::Graph(other)) => {
            let size = |graph: &wire::Graph| (graph.nodes, graph.directed);
            size(first) == size(other)
                && first.names == other.names
                && sorted_links(first) == sorted_links(other)
        }
        _ => first == other,
    }
}

/// Returns the links in one order; those that lead both ways from the lesser node.
fn sorted_links(graph: &wire::Graph) -> Vec<(u32, u32, u32)> {
    let ends = |from: u32, to: u32| {
        if graph.directed { (from, to) } else { (from.min(to), from.max(to)) }
    };
    let link = |link: &wire::GraphLink| {
        let (from, to) = ends(link.from, link.to);
        (from, to, link.capacity)
    };
    let mut links: Vec<(u32, u32, u32)> = graph.links.iter().map(link).collect();
    links.sort_unstable();
    links
}

/// Rebuilds the task of a group and replays its schedule.
fn one_group(
    index: usize,
    group: &GroupDocument,
    effort: &Effort,
    options: Options,
) -> Result<(Problem, Run), Rejection> {
    let inside = |fault| Rejection::in_group(index, fault);
    let problem = Problem::new(&group.task, effort).map_err(inside)?;
    if matches!(problem, Problem::Parcels { .. }) {
        return Err(Rejection::groups(GroupsFault::ParcelsInGroup { group: index }));
    }
    if group.task.objective != Objective::CompletionTime {
        return Err(inside(Rejection::DelayObjective));
    }
    if !matches!(group.schedule, ScheduleBody::Explicit { .. }) {
        return Err(Rejection::groups(GroupsFault::NotSlotBySlot { group: index }));
    }
    let run = replay(&problem, &group.schedule, options, false).map_err(inside)?;
    Ok((problem, run))
}

/// Refuses a group in which some node has other ports than in the first.
fn require_same_ports(
    (first, ports): (&Network, Ports),
    group: usize,
    problem: &Problem,
) -> Result<(), Rejection> {
    let (network, own) = (problem.network(), problem.ports());
    let differs = |&node: &u64| ports.of(first, node) != own.of(network, node);
    let has_switches = first.switch_ports().or(network.switch_ports()).is_some();
    // Without switches all nodes are alike.
    let nodes = if has_switches { first.nodes } else { 1 };
    network.effort.spend_times(nodes, 2)?;
    match (0..nodes).find(differs) {
        Some(node) => Err(Rejection::groups(GroupsFault::OtherPorts { group, node })),
        None => Ok(()),
    }
}

/// Refuses a slot in which the moves of all groups together are more than links and ports allow.
fn require_together(groups: &[GroupDocument], network: &Network, ports: Ports) -> Result<(), Rejection> {
    let mut schedules: Vec<&wire::Slots<Transfer>> =
        groups.iter().filter_map(|group| slots_of(&group.schedule)).collect();
    schedules.sort_by_key(|slots| Reverse(slots.len()));
    let longest = schedules.first().map_or(0, |slots| slots.len());
    let mut hops = Vec::new();
    for slot in 0..longest {
        while schedules.last().is_some_and(|slots| slots.len() <= slot) {
            schedules.pop();
        }
        hops.clear();
        network.effort.spend(wide(schedules.len()))?;
        for transfer in schedules.iter().flat_map(|slots| &slots[slot]) {
            let node = |node, end| network.node(node, &|| format!("groups, slot {slot}, end {end}"));
            let (from, to) = (node(&transfer.from(), 1)?, node(&transfer.to(), 2)?);
            hops.push(Hop { index: hops.len(), packet: place(transfer.packet()), from, to });
        }
        network.effort.spend_times(wide(hops.len()), network.steps_of_a_look())?;
        require_ports(slot, &hops, network, ports)
            .map_err(|fault| Rejection::groups(GroupsFault::Crowded { slot, fault: fault.to_string() }))?;
    }
    Ok(())
}

/// Returns the slots of an explicit schedule.
fn slots_of(schedule: &ScheduleBody) -> Option<&wire::Slots<Transfer>> {
    match schedule {
        ScheduleBody::Explicit { slots, .. } => Some(slots),
        _ => None,
    }
}

/// Recomputes the bound from its witness.
fn recompute(document: &GroupsDocument, problems: &[Problem], runs: &[Run]) -> Result<u128, Rejection> {
    let network = problems[0].network();
    let inside = |fault: Rejection| fault.in_lower("lower");
    let sum = |of: &dyn Fn(&Problem) -> Result<Option<u128>, Rejection>| {
        let mut all = 0_u128;
        for (group, problem) in problems.iter().enumerate() {
            let own = of(problem)?.ok_or_else(|| Rejection::groups(GroupsFault::NoSum { group }))?;
            all = all.saturating_add(own);
        }
        Ok(all)
    };
    match &document.lower {
        GroupsLower::Group { group, lower, .. } => {
            let no_group = GroupsFault::NoSuchGroup { group: *group, groups: problems.len() };
            let at = Some(place(*group)).filter(|&at| at < problems.len());
            let at = at.ok_or_else(|| Rejection::groups(no_group))?;
            let (problem, run) = (&problems[at], &runs[at]);
            let slots = u128::from(run.replayed.completion_time);
            let status = if lower.value() == slots { Status::Optimal } else { Status::UpperBound };
            let claim = Claim {
                quantity: Quantity::CompletionTime,
                value: slots,
                per: None,
                scope: Scope::All,
                horizon: None,
                lower: lower.clone(),
                status,
            };
            claims::check(problem, run, &[claim], None).map_err(|fault| fault.in_lower("lower.lower"))?;
            Ok(lower.value())
        }
        GroupsLower::Cut { nodes, .. } => {
            network.spend_looks(wide(problems.len()).saturating_add(2))?;
            let side = Side::new(network, 0, nodes).map_err(inside)?;
            let packets = sum(&|problem| Ok(leaving(problem, &side)))?;
            Ok(side.least_slots(network, problems[0].ports(), packets))
        }
        GroupsLower::Volume { .. } => {
            let moves = sum(&|problem| Ok(least_moves(problem)))?;
            let capacity = problems[0].ports().capacity_of(network)?;
            Ok(moves.div_ceil(capacity.max(1)))
        }
        GroupsLower::Prices { links, sends, receives, .. } => {
            let listed = Prices { links, sends, receives };
            let prices = NodePrices::new(network, "claims[0].lower", listed).map_err(inside)?;
            let slot = prices.capacity(network, problems[0].ports()).ok_or_else(|| inside(overflow(0)))?;
            if slot == 0 {
                return Err(inside(Rejection::ZeroPrices { claim: 0 }));
            }
            let all = sum(&|problem| paid(problem, &prices).map_err(inside))?;
            Ok(all.div_ceil(slot))
        }
    }
}
