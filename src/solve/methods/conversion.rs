//! The hierarchy of P2 Fig. 3: a schedule of a harder problem becomes one of an easier one.

use super::views::of_collective;
use crate::check::check_schedule;
use crate::model::{
    Collective, CollectiveTask, ExplicitSchedule, Link, MultinodeSchedule, MultinodeSend, Network, Node,
    Packet, PortRule, Problem, Schedule, Sent, Transmission, wide,
};
use crate::solve::conversion_fault::ConversionFault;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;
use crate::tree;
use crate::wire::{self, NodeRef, ScheduleBody, ScheduleDocument};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// Most transmissions of a total exchange in which nodes differ.
const MOST_TRANSMISSIONS: u64 = 1 << 22;

/// Turns a schedule of a harder problem, or of the dual one, into one of this problem. It is never longer
/// than the schedule that it comes from.
///
/// It is not asked for by its word, but by giving the schedule.
///
/// # Complexity
/// O(moves · log moves) beside the check of the schedule that is given.
#[derive(Debug)]
pub(crate) struct Conversion;

/// The only one.
pub(in crate::solve) const CONVERSION: &dyn Method = &Conversion;

/// A schedule of a harder problem, as the conversions take it.
enum Harder {
    /// A symmetric total exchange: rows by increasing offset, equal offsets side by side.
    Exchange(Vec<Vec<(u32, u32)>>),
    /// What moves in every slot of a total exchange in which nodes differ.
    EveryPacket(Vec<Vec<Transmission>>),
    /// A symmetric multinode broadcast.
    Broadcasts(MultinodeSchedule),
    /// A multinode broadcast that says what every node sends; only its dual is made of it.
    EveryBroadcast(ExplicitSchedule),
    /// A scatter.
    Scatter(ExplicitSchedule),
    /// A single node broadcast.
    Broadcast(ExplicitSchedule),
}

type Converted = Result<Schedule, ConversionFault>;

impl Method for Conversion {
    fn word(&self) -> &'static str {
        "conversion"
    }

    fn sentence(&self) -> &'static str {
        "What a schedule of a harder problem does for this task"
    }

    fn source(&self) -> &'static str {
        "P2 Fig. 3"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        of_collective(problem)?;
        Err(Unsuited::Given)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let (task, options) = (of_collective(context.problem)?, context.options);
        let source = options.source.ok_or(Unsuited::Given)?;
        (options.progress)(Phase::Checking);
        let slots = check_schedule(source, &options.check)
            .map_err(|rejection| MethodError::Source { rejection: Box::new(rejection) })?
            .completion_time;
        require_alike(task, &source.task)?;
        (options.progress)(Phase::Building);
        let harder = Harder::new(task.network(), task.count(), source)?;
        let schedule =
            harder.into_schedule(task, task.collective()).unwrap_or(Err(ConversionFault::NotHarder))?;
        let how = Explanation::Converted { slots };
        Ok(Some(Candidate { how, ..Candidate::new(self, schedule.without_pauses(), "") }))
    }
}

/// Refuses a schedule for another network, another number of packets, or wider ports.
fn require_alike(task: &CollectiveTask, source: &wire::TaskDocument) -> Result<(), ConversionFault> {
    let own = task.document();
    if source.network != own.network {
        return Err(ConversionFault::OtherNetwork);
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
        return Err(ConversionFault::WiderPorts);
    }
    let harder = Problem::new(source)?;
    let count = match harder.exchanged() {
        Some(count) => count,
        None if harder.is_isotropic() => return Err(ConversionFault::NoExchange),
        None => CollectiveTask::new(source)?.count(),
    };
    if count == task.count() {
        Ok(())
    } else {
        Err(ConversionFault::OtherCount { found: count, expected: task.count() })
    }
}

impl Harder {
    /// Reads a schedule that was checked; what collects is turned round in time.
    fn new(network: &Network, count: u64, source: &ScheduleDocument) -> Result<Self, ConversionFault> {
        let problem = Problem::new(&source.task)?;
        match (problem.collective(), &source.body) {
            (None, ScheduleBody::Symmetric { packets, slots }) => {
                let rows = rows(network, count, packets)?;
                let step = |step: &wire::Move| (rows[wide(step.packet)], step.link);
                Ok(Self::Exchange(slots.iter().map(|slot| slot.iter().map(step).collect()).collect()))
            }
            (
                None,
                ScheduleBody::Orbit { .. } | ScheduleBody::Conveyor { .. } | ScheduleBody::Explicit { .. },
            ) => Ok(Self::EveryPacket(every_packet(&problem, source)?)),
            (Some(task), ScheduleBody::Multinode { slots }) => {
                let step = |step: &wire::MultinodeMove| {
                    Ok(MultinodeSend {
                        packet: step.packet.unwrap_or(0),
                        position: node(network, &step.position)?,
                        link: Link(step.link),
                    })
                };
                let slots: Result<_, ConversionFault> =
                    slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
                let schedule = MultinodeSchedule { slots: slots? };
                let collecting = task.collective().is_collecting();
                let schedule = if collecting { schedule.reversed(network) } else { schedule };
                Ok(Self::Broadcasts(schedule.without_waste(network)))
            }
            (Some(task), ScheduleBody::Explicit { packets, slots }) => {
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
            _ => Err(ConversionFault::NotBySlots),
        }
    }

    /// A schedule of an easier problem; none if it is not easier.
    fn into_schedule(self, task: &CollectiveTask, wanted: Collective) -> Option<Converted> {
        let (network, count) = (task.network(), task.count());
        let placed = |given: Result<MultinodeSchedule, tree::ConstructionError>| {
            given.map(Schedule::from).map_err(ConversionFault::from)
        };
        let explicit = |given: Result<ExplicitSchedule, tree::ConstructionError>| {
            given.map(Schedule::from).map_err(ConversionFault::from)
        };
        let back = |given: &Schedule| {
            given.reversed(network).expect("collective schedules have time to be reversed")
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
                        .and_then(|given| tree::multinode_broadcast_to_single(network, count, &given, root)),
                )
            }
            (Self::Exchange(slots), Collective::SingleNodeAccumulation { root }) => {
                let accumulations = tree::exchange_to_multinode_accumulation(network, count, &slots);
                let single = accumulations.and_then(|given| {
                    tree::multinode_broadcast_to_single(network, count, &given.reversed(network), root)
                });
                explicit(single.map(|given| given.reversed()))
            }
            (Self::EveryPacket(all), Collective::Scatter { root }) => {
                Ok(chosen(&all, |packet| Some(packet).filter(|packet| packet.home() == root)).into())
            }
            (Self::EveryPacket(all), Collective::Gather { root }) => {
                let is_wanted =
                    |packet: &Packet| matches!(*packet, Packet::Personal { to, .. } if to == root);
                Ok(chosen(&all, |packet| Some(packet).filter(is_wanted)).into())
            }
            (Self::EveryPacket(all), Collective::MultinodeBroadcast) => {
                let copied = |packet: Packet| Some(Packet::Copied { from: packet.home() });
                Ok(chosen(&all, copied).without_waste().into())
            }
            (Self::EveryPacket(all), Collective::SingleNodeBroadcast { root }) => {
                let copied = |packet: Packet| Some(Packet::Copied { from: packet.home() });
                let of_root = |packet: Packet| copied(packet).filter(|packet| packet.home() == root);
                Ok(chosen(&all, of_root).without_waste().into())
            }
            // What collects is the dual of what spreads, and a schedule that was read spreads.
            (this, wanted) if wanted.is_collecting() && !matches!(wanted, Collective::Gather { .. }) => {
                return Some(this.into_schedule(task, wanted.reversed())?.map(|given| back(&given)));
            }
            (Self::Broadcasts(given), Collective::MultinodeBroadcast) => Ok(given.into()),
            (Self::EveryBroadcast(given), Collective::MultinodeBroadcast) => Ok(given.into()),
            (Self::EveryBroadcast(_), _) => Err(ConversionFault::EveryNode),
            (Self::Broadcasts(given), Collective::SingleNodeBroadcast { root }) => {
                explicit(tree::multinode_broadcast_to_single(network, count, &given, root))
            }
            (Self::Broadcasts(given), Collective::Gather { root }) => {
                explicit(tree::multinode_broadcast_to_gather(network, count, &given, root))
            }
            (Self::Broadcasts(given), Collective::Scatter { root }) => {
                let gather = tree::multinode_broadcast_to_gather(network, count, &given, root);
                explicit(gather.map(|given| given.reversed()))
            }
            (Self::Scatter(given), Collective::Scatter { root }) if starts_at(&given, root) => {
                Ok(given.into())
            }
            (Self::Scatter(given), Collective::Gather { root }) if starts_at(&given, root) => {
                Ok(given.reversed().into())
            }
            (Self::Scatter(given), Collective::SingleNodeBroadcast { root }) if starts_at(&given, root) => {
                explicit(tree::scatter_to_broadcast(network, &given))
            }
            (Self::Broadcast(given), Collective::SingleNodeBroadcast { root }) if starts_at(&given, root) => {
                Ok(given.into())
            }
            _ => return None,
        })
    }
}

/// What moves in every slot of a total exchange that was checked, whatever every node does.
fn every_packet(
    problem: &Problem,
    source: &ScheduleDocument,
) -> Result<Vec<Vec<Transmission>>, ConversionFault> {
    let schedule = Schedule::accepted(problem, &source.body);
    let slots = 0..schedule.length();
    let found = schedule.count_transmissions(problem.network(), None, &slots);
    let is_short = found.is_some_and(|found| found.max(slots.end) <= MOST_TRANSMISSIONS);
    if !is_short || schedule.require_near(&slots).is_err() {
        return Err(ConversionFault::TooLong { most: MOST_TRANSMISSIONS });
    }
    let mut all: Vec<Vec<Transmission>> = slots.clone().map(|_| Vec::new()).collect();
    let collect = |slot, sent| -> Result<(), Infallible> {
        all[usize::try_from(slot).expect("a slot of a short schedule")].push(sent);
        Ok(())
    };
    match schedule.visit(problem, None, slots, collect) {
        Ok(()) => Ok(all),
        Err(never) => match never {},
    }
}

/// Some of the packets that move, as what they are taken for.
fn chosen(all: &[Vec<Transmission>], taken: impl Fn(Packet) -> Option<Packet>) -> ExplicitSchedule {
    let key = |sent: &Transmission| taken(sent.packet).map(|packet| (packet, sent.copy));
    let keys: BTreeSet<_> = all.iter().flatten().filter_map(key).collect();
    let numbers: BTreeMap<_, u32> = keys.iter().copied().zip(0..).collect();
    let step = |sent: &Transmission| {
        key(sent).map(|key| Sent { packet: numbers[&key], from: sent.from, to: sent.to })
    };
    let slots = all.iter().map(|slot| slot.iter().filter_map(step).collect()).collect();
    ExplicitSchedule { packets: keys.into_iter().map(|(packet, _)| packet).collect(), slots }
}

/// For each packet of a symmetric total exchange its row: by increasing offset, equal offsets side by side.
fn rows(network: &Network, count: u64, packets: &[NodeRef]) -> Result<Vec<u32>, ConversionFault> {
    let mut seen = vec![0_u64; packets.len() + 1];
    let row = |packet| {
        let offset = node(network, packet)?.0;
        // The schedule was checked: every offset stands `count` times.
        let copies = &mut seen[usize::try_from(offset).expect("an offset of a listed packet")];
        *copies += 1;
        u32::try_from((offset - 1) * count + *copies - 1).map_err(|_| ConversionFault::TooManyPackets)
    };
    packets.iter().map(row).collect()
}

fn node(network: &Network, node: &NodeRef) -> Result<Node, ConversionFault> {
    Ok(network.node(node, || "schedule".to_owned())?)
}

fn explicit(
    network: &Network,
    collective: Collective,
    packets: &[wire::Ends],
    slots: &wire::Slots<wire::Transfer>,
) -> Result<ExplicitSchedule, ConversionFault> {
    let packet = |ends: &wire::Ends| {
        let ends = ends.nodes();
        Ok(match (ends.as_slice(), collective.is_collecting()) {
            ([from, to], _) => Packet::Personal { from: node(network, from)?, to: node(network, to)? },
            ([from], false) => Packet::Copied { from: node(network, from)? },
            ([to], true) => Packet::Combined { to: node(network, to)? },
            _ => return Err(ConversionFault::PacketEnds { found: ends.len() }),
        })
    };
    let step = |step: &wire::Transfer| {
        Ok(Sent { packet: step.packet(), from: node(network, &step.from())?, to: node(network, &step.to())? })
    };
    let slots: Result<Vec<_>, ConversionFault> =
        slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
    let packets: Result<Vec<_>, ConversionFault> = packets.iter().map(packet).collect();
    Ok(ExplicitSchedule { packets: packets?, slots: slots? })
}
