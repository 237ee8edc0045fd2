//! The hierarchy of P2 Fig. 3: a schedule of a harder problem becomes one of an easier one.

use super::collective::{CollectiveSolution, Made, hand_out};
use super::collective_methods::CollectiveMethod;
use super::{Outcome, Phase, SolveError, SolveOptions};
use crate::bound::collective;
use crate::check::check_schedule;
use crate::model::{
    Collective, CollectiveSchedule, CollectiveTask, ExplicitSchedule, Link, Network, Node, Packet,
    PlacedSchedule, PlacedSend, PortRule, Sent, Task, count_of, wide,
};
use crate::tree;
use crate::wire::{self, NodeRef, ScheduleBody, ScheduleDocument};

/// A schedule of a harder problem, as the conversions take it.
enum Harder {
    /// A symmetric total exchange: rows by increasing offset, equal offsets side by side.
    Exchange(Vec<Vec<(u32, u32)>>),
    /// A symmetric multinode broadcast.
    Broadcasts(PlacedSchedule),
    /// A multinode broadcast that says what every node sends; only its dual is made of it.
    EveryBroadcast(ExplicitSchedule),
    /// A scatter.
    Scatter(ExplicitSchedule),
    /// A single node broadcast.
    Broadcast(ExplicitSchedule),
}

type Converted = Result<CollectiveSchedule, String>;

/// Turns a schedule of a harder problem, or of the dual one, into one of this task, and has its certificate checked. It is never longer than
/// the schedule that it comes from.
///
/// # Errors
/// [`SolveError::Source`] if the schedule is none of its own task, [`SolveError::Construction`] if its task is not harder, or is one of another
/// network, count or ports.
///
/// # Complexity
/// O(moves · log moves) beside the checks.
///
/// # Examples
/// ```
/// use isotask::model::CollectiveTask;
/// use isotask::solve::{Outcome, SolveOptions, solve_collective, solve_from};
/// use isotask::wire::{ScheduleDocument, TaskDocument, parse};
/// let task = |kind: &str| -> Result<CollectiveTask, Box<dyn std::error::Error>> {
///     let text = format!(r#"{{"format":"isotask.task/1","network":{{"kind":"hypercube","dimension":3}},
///       "task":{kind},"ports":"all","objective":"completion-time"}}"#);
///     Ok(CollectiveTask::new(&parse::<TaskDocument>(text.as_bytes())?)?)
/// };
/// let (harder, easier) = (task(r#"{"kind":"multinode-broadcast"}"#)?, task(r#"{"kind":"gather","root":5}"#)?);
/// let options = SolveOptions::default();
/// let Outcome::Optimal(source) = solve_collective(&harder, None, &options)? else { panic!("P2 §2") };
/// let source = ScheduleDocument::new(source.certificate.task, source.certificate.schedule);
/// let Outcome::Optimal(gather) = solve_from(&easier, &source, &options)? else { panic!("P2 §3") };
/// assert_eq!(gather.completion_time(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_from(
    task: &CollectiveTask,
    source: &ScheduleDocument,
    options: &SolveOptions<'_>,
) -> Result<Outcome<CollectiveSolution>, SolveError> {
    let method = CollectiveMethod::Conversion;
    let fault = |fault: String| SolveError::Construction { method: method.as_str(), fault };
    (options.progress)(Phase::Checking);
    let replayed = check_schedule(source, &options.check)
        .map_err(|rejection| SolveError::Source { rejection: Box::new(rejection) })?;
    require_alike(task, &source.task).map_err(fault)?;
    (options.progress)(Phase::Building);
    let harder = Harder::new(task.network(), task.count(), source).map_err(fault)?;
    let none = || "it is not one of a harder problem, with this root if it has one".to_owned();
    let schedule =
        harder.into_schedule(task, task.collective()).unwrap_or_else(|| Err(none())).map_err(fault)?;
    let schedule = schedule.without_pauses();
    let explanation = vec![format!(
        "method conversion: what the given schedule of {} slots does for this task; copies in vain and slots without a move dropped (P2 Fig. 3)",
        replayed.completion_time
    )];
    hand_out(task, collective(task), Made { method, schedule }, explanation, options)
}

/// Refuses a schedule for another network, another number of packets, or wider ports.
fn require_alike(task: &CollectiveTask, source: &wire::TaskDocument) -> Result<(), String> {
    let own = task.document();
    if source.network != own.network {
        return Err("it is a schedule for another network".to_owned());
    }
    let ports = |ports, links| match ports {
        wire::Ports::All => PortRule::FullDuplex(links),
        wire::Ports::One => PortRule::FullDuplex(1),
        wire::Ports::AtMost(k) => PortRule::FullDuplex(u32::try_from(k).map_or(links, |k| k.min(links))),
        wire::Ports::OneHalfDuplex => PortRule::HalfDuplex,
    };
    let fits = match (ports(source.ports, task.network().links()), task.ports()) {
        (PortRule::HalfDuplex, _) => true,
        (PortRule::FullDuplex(_), PortRule::HalfDuplex) => false,
        (PortRule::FullDuplex(found), PortRule::FullDuplex(most)) => found <= most,
    };
    if !fits {
        return Err("its ports allow what those of the task do not".to_owned());
    }
    let count = match &source.task {
        wire::Task::TotalExchange { count } => *count,
        wire::Task::NeighbourhoodExchange { .. } | wire::Task::Isotropic { .. } => {
            return Err("it is one of an isotropic task that is no total exchange".to_owned());
        }
        _ => CollectiveTask::new(source).map_err(|fault| fault.to_string())?.count(),
    };
    if count == task.count() {
        Ok(())
    } else {
        Err(format!("it has count {count}, expected {}", task.count()))
    }
}

impl Harder {
    /// Reads a schedule that was checked; what collects is turned round in time.
    fn new(network: &Network, count: u64, source: &ScheduleDocument) -> Result<Self, String> {
        let task = Task::new(&source.task).map_err(|fault| fault.to_string())?;
        let form = || {
            "it is in intervals or explicit, expected a total exchange slot by slot (solve --form slots writes one)".to_owned()
        };
        match (&task, &source.body) {
            (Task::Isotropic(_) | Task::Cayley(_), ScheduleBody::Symmetric { packets, slots }) => {
                let rows = rows(network, count, packets)?;
                let step = |step: &wire::Move| (rows[wide(step.packet)], step.link);
                Ok(Self::Exchange(slots.iter().map(|slot| slot.iter().map(step).collect()).collect()))
            }
            (Task::Collective(task), ScheduleBody::Placed { slots }) => {
                let step = |step: &wire::PlacedMove| {
                    Ok(PlacedSend {
                        packet: step.packet.unwrap_or(0),
                        position: node(network, &step.position)?,
                        link: Link(step.link),
                    })
                };
                let slots: Result<_, String> =
                    slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
                let schedule = PlacedSchedule { slots: slots? };
                let collecting = task.collective().is_collecting();
                let schedule = if collecting { schedule.reversed(network) } else { schedule };
                Ok(Self::Broadcasts(schedule.without_waste(network)))
            }
            (Task::Collective(task), ScheduleBody::Explicit { packets, slots }) => {
                let schedule = explicit(network, task.collective(), packets, slots)?;
                let schedule = if task.collective().is_collecting() { schedule.reversed() } else { schedule };
                let schedule = schedule.without_waste();
                match task.collective() {
                    Collective::Scatter { .. } | Collective::Gather { .. } => Ok(Self::Scatter(schedule)),
                    Collective::MultinodeBroadcast | Collective::MultinodeAccumulation => {
                        Ok(Self::EveryBroadcast(schedule))
                    }
                    _ => Ok(Self::Broadcast(schedule)),
                }
            }
            _ => Err(form()),
        }
    }

    /// A schedule of an easier problem; none if it is not easier.
    fn into_schedule(self, task: &CollectiveTask, wanted: Collective) -> Option<Converted> {
        let (network, count) = (task.network(), task.count());
        let placed = |made: Result<PlacedSchedule, tree::ConstructionError>| {
            made.map(CollectiveSchedule::Placed).map_err(|fault| fault.to_string())
        };
        let explicit = |made: Result<ExplicitSchedule, tree::ConstructionError>| {
            made.map(CollectiveSchedule::Explicit).map_err(|fault| fault.to_string())
        };
        let starts_at = |schedule: &ExplicitSchedule, root| match schedule.packets.first() {
            Some(Packet::Personal { from, .. } | Packet::Copied { from }) => *from == root,
            _ => false,
        };
        Some(match (self, wanted) {
            (Self::Exchange(slots), Collective::MultinodeBroadcast) => {
                placed(tree::exchange_to_multinode_broadcast(network, count, &slots))
            }
            (Self::Exchange(slots), Collective::MultinodeAccumulation) => {
                placed(tree::exchange_to_multinode_accumulation(network, count, &slots))
            }
            (Self::Exchange(slots), Collective::Scatter { root }) => {
                explicit(tree::exchange_to_scatter(network, count, &slots, root))
            }
            (Self::Exchange(slots), Collective::Gather { root }) => {
                explicit(tree::exchange_to_gather(network, count, &slots, root))
            }
            (Self::Exchange(slots), Collective::SingleNodeBroadcast { root }) => {
                let broadcasts = tree::exchange_to_multinode_broadcast(network, count, &slots);
                explicit(
                    broadcasts
                        .and_then(|made| tree::multinode_broadcast_to_single(network, count, &made, root)),
                )
            }
            (Self::Exchange(slots), Collective::SingleNodeAccumulation { root }) => {
                let accumulations = tree::exchange_to_multinode_accumulation(network, count, &slots);
                let single = accumulations.and_then(|made| {
                    tree::multinode_broadcast_to_single(network, count, &made.reversed(network), root)
                });
                explicit(single.map(|made| made.reversed()))
            }
            // What collects is the dual of what spreads, and a schedule that was read spreads.
            (this, wanted) if wanted.is_collecting() && !matches!(wanted, Collective::Gather { .. }) => {
                return Some(this.into_schedule(task, wanted.reversed())?.map(|made| made.reversed(network)));
            }
            (Self::Broadcasts(made), Collective::MultinodeBroadcast) => Ok(CollectiveSchedule::Placed(made)),
            (Self::EveryBroadcast(made), Collective::MultinodeBroadcast) => {
                Ok(CollectiveSchedule::Explicit(made))
            }
            (Self::EveryBroadcast(_), _) => {
                Err("it says what every node sends, expected a symmetric schedule of a multinode problem"
                    .to_owned())
            }
            (Self::Broadcasts(made), Collective::SingleNodeBroadcast { root }) => {
                explicit(tree::multinode_broadcast_to_single(network, count, &made, root))
            }
            (Self::Broadcasts(made), Collective::Gather { root }) => {
                explicit(tree::multinode_broadcast_to_gather(network, count, &made, root))
            }
            (Self::Broadcasts(made), Collective::Scatter { root }) => {
                let gather = tree::multinode_broadcast_to_gather(network, count, &made, root);
                explicit(gather.map(|made| made.reversed()))
            }
            (Self::Scatter(made), Collective::Scatter { root }) if starts_at(&made, root) => {
                Ok(CollectiveSchedule::Explicit(made))
            }
            (Self::Scatter(made), Collective::Gather { root }) if starts_at(&made, root) => {
                Ok(CollectiveSchedule::Explicit(made.reversed()))
            }
            (Self::Scatter(made), Collective::SingleNodeBroadcast { root }) if starts_at(&made, root) => {
                explicit(tree::scatter_to_broadcast(network, &made))
            }
            (Self::Broadcast(made), Collective::SingleNodeBroadcast { root }) if starts_at(&made, root) => {
                Ok(CollectiveSchedule::Explicit(made))
            }
            _ => return None,
        })
    }
}

/// For each packet of a symmetric total exchange its row: by increasing offset, equal offsets side by side.
fn rows(network: &Network, count: u64, packets: &[NodeRef]) -> Result<Vec<u32>, String> {
    let mut seen = vec![0_u64; packets.len() + 1];
    let row = |packet| {
        let offset = node(network, packet)?.0;
        // The schedule was checked: every offset stands `count` times.
        let copies = &mut seen[usize::try_from(offset).map_err(|fault| fault.to_string())?];
        *copies += 1;
        u32::try_from((offset - 1) * count + *copies - 1).map_err(|fault| fault.to_string())
    };
    packets.iter().map(row).collect()
}

fn node(network: &Network, node: &NodeRef) -> Result<Node, String> {
    network.node(node, || "schedule".to_owned()).map_err(|fault| fault.to_string())
}

fn explicit(
    network: &Network,
    collective: Collective,
    packets: &[Vec<NodeRef>],
    slots: &[Vec<wire::Transfer>],
) -> Result<ExplicitSchedule, String> {
    let packet = |ends: &Vec<NodeRef>| {
        Ok(match (ends.as_slice(), collective.is_collecting()) {
            ([from, to], _) => Packet::Personal { from: node(network, from)?, to: node(network, to)? },
            ([from], false) => Packet::Copied { from: node(network, from)? },
            ([to], true) => Packet::Combined { to: node(network, to)? },
            _ => return Err(format!("a packet of {} nodes", count_of(ends.len()))),
        })
    };
    let step = |step: &wire::Transfer| {
        Ok(Sent { packet: step.packet, from: node(network, &step.from)?, to: node(network, &step.to)? })
    };
    let slots: Result<Vec<_>, String> = slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
    let packets: Result<Vec<_>, String> = packets.iter().map(packet).collect();
    Ok(ExplicitSchedule { packets: packets?, slots: slots? })
}
