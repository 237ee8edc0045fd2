//! The hierarchy of P2 Fig. 3: a schedule of a harder problem becomes one of an easier one.

use crate::check::check_schedule;
use crate::model::{
    Collective, CollectiveTask, ExplicitSchedule, MultinodeSchedule, Network, Node, Packet, PortRule,
    Problem, Schedule, Sent, Transmission, View, wide,
};
use crate::solve::conversion_fault::ConversionFault;
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::notes::Explanation;
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;
use crate::tree;
use crate::wire::{self, Per, ScheduleDocument};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// Most transmissions of a total exchange in which nodes differ.
const MAX_TRANSMISSIONS: u64 = 1 << 22;

/// Turns a schedule of a harder problem, or of the dual one, into one of this problem. It is never longer
/// than the schedule that it comes from.
///
/// It is not asked for by its word, but by giving the schedule.
///
/// # Complexity
/// O(moves · log moves) beside the check of the schedule that is given.
#[derive(Debug)]
pub(crate) struct Conversion;

/// A schedule of a harder problem, as the conversions take it, and for which network and count.
struct Harder<'a> {
    network: &'a Network,
    count: u64,
    given: Given,
}

/// The given schedule; of a task that collects, the schedule of the task that spreads, with time reversed.
enum Given {
    /// A symmetric total exchange: rows by increasing offset, equal offsets side by side.
    Exchange(Vec<Vec<(u32, u32)>>),
    /// The moves in every slot of a total exchange in which nodes differ.
    EveryPacket(Vec<Vec<Transmission>>),
    /// A symmetric multinode broadcast.
    Broadcasts(MultinodeSchedule),
    /// A multinode broadcast that says what every node sends; only its dual is made of it.
    EveryBroadcast(ExplicitSchedule),
    /// A scatter, or a single node broadcast, from its root.
    Rooted { schedule: ExplicitSchedule, root: Node, personal: bool },
}

/// A schedule of an easier problem; none if it is not easier.
type Converted = Option<Result<Schedule, ConversionFault>>;

const ABOUT: About = About {
    word: "conversion",
    sentence: "What a schedule of a harder problem does for this task",
    source: "P2 Fig. 3",
    tasks: "broadcasts, accumulations, scatter and gather on Cayley graphs",
};

impl Method for Conversion {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        Ok(Suited::new(self, View::Collective, When::OnRequest, move |context| self.make(task, context)))
    }
}

impl Conversion {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let options = context.options;
        let source = options.source.ok_or(Unsuited::Given)?;
        (options.progress)(Phase::Checking);
        let slots = check_schedule(source, &options.check)
            .map_err(|rejection| MethodError::Source { rejection: Box::new(rejection) })?
            .completion_time;
        let problem = alike(task, &source.task)?;
        (options.progress)(Phase::Building);
        let harder = Harder::new(task, &problem, source)?;
        let schedule = harder.into_schedule(task.collective()).unwrap_or(Err(ConversionFault::NotHarder))?;
        let how = Explanation::Converted { slots };
        Ok(Some(Candidate { how, ..Candidate::new(self, schedule.without_pauses(), "") }))
    }
}

/// The problem of a schedule that was checked; refused for another network, another number of packets, or
/// wider ports.
fn alike(task: &CollectiveTask, source: &wire::TaskDocument) -> Result<Problem, ConversionFault> {
    let own = task.document();
    if source.network != own.network {
        return Err(ConversionFault::OtherNetwork);
    }
    if !PortRule::new(source.ports, task.network().links())?.is_within(task.ports()) {
        return Err(ConversionFault::WiderPorts);
    }
    let harder = Problem::new(source)?;
    let count = match harder.exchanged() {
        Some(count) => count,
        None if harder.is_isotropic() => return Err(ConversionFault::NoExchange),
        None => CollectiveTask::new(source)?.count(),
    };
    if count == task.count() {
        Ok(harder)
    } else {
        Err(ConversionFault::OtherCount { found: count, expected: task.count() })
    }
}

impl<'a> Harder<'a> {
    /// Reads a schedule that was checked.
    fn new(
        task: &'a CollectiveTask,
        problem: &Problem,
        source: &ScheduleDocument,
    ) -> Result<Self, ConversionFault> {
        let (network, count) = (task.network(), task.count());
        let schedule = Schedule::accepted(problem, &source.body);
        let given = match problem.collective() {
            None => exchange(problem, &schedule, count)?,
            Some(source) => spread(source.collective(), network, schedule)?,
        };
        Ok(Self { network, count, given })
    }

    fn into_schedule(self, wanted: Collective) -> Converted {
        let (network, count) = (self.network, self.count);
        match self.given {
            Given::Exchange(slots) => Some(of_exchange(network, count, &slots, wanted)),
            Given::EveryPacket(all) => Some(Ok(of_every_packet(network, &all, wanted))),
            Given::Broadcasts(given) => Some(of_broadcasts(network, count, given, wanted)),
            Given::EveryBroadcast(given) if wanted.root().is_none() => {
                Some(Ok(turned(given.into(), network, wanted)))
            }
            Given::EveryBroadcast(_) => Some(Err(ConversionFault::EveryNode)),
            Given::Rooted { schedule, root, personal } if wanted.root() == Some(root) => {
                let spread = match (personal, wanted.is_personal()) {
                    (true, false) => tree::scatter_to_broadcast(network, &schedule),
                    (false, true) => return None,
                    _ => Ok(schedule),
                };
                Some(spread.map(|spread| turned(spread.into(), network, wanted)).map_err(Into::into))
            }
            Given::Rooted { .. } => None,
        }
    }
}

/// A schedule that spreads, with time reversed where the problem collects.
fn turned(spread: Schedule, network: &Network, wanted: Collective) -> Schedule {
    if !wanted.is_collecting() {
        return spread;
    }
    spread.reversed(network).expect("collective schedules have time to be reversed")
}

/// Reads the given schedule of a total exchange.
fn exchange(problem: &Problem, schedule: &Schedule, count: u64) -> Result<Given, ConversionFault> {
    if let Some(words) = schedule.words() {
        let rows = rows(&words.packets, count)?;
        let step = |&(packet, link): &(u32, u32)| (rows[wide(packet)], link);
        return Ok(Given::Exchange(words.slots.iter().map(|slot| slot.iter().map(step).collect()).collect()));
    }
    if schedule.per() == Per::Node {
        return Err(ConversionFault::NotBySlots);
    }
    Ok(Given::EveryPacket(every_packet(problem, schedule)?))
}

/// Reads the given schedule of another problem with a root, or of a multinode one.
fn spread(problem: Collective, network: &Network, schedule: Schedule) -> Result<Given, ConversionFault> {
    let collects = problem.is_collecting();
    let schedule = if collects { schedule.reversed(network) } else { Some(schedule) };
    let schedule = schedule.ok_or(ConversionFault::NotBySlots)?;
    if let Some(placed) = schedule.multinode() {
        return Ok(Given::Broadcasts(placed.clone().without_waste(network)));
    }
    let schedule = schedule.explicit().ok_or(ConversionFault::NotBySlots)?.clone().without_waste();
    Ok(match problem.root() {
        Some(root) => Given::Rooted { schedule, root, personal: problem.is_personal() },
        None => Given::EveryBroadcast(schedule),
    })
}

/// P2 Fig. 3, from the top: a total exchange makes everything.
fn of_exchange(
    network: &Network,
    count: u64,
    slots: &[Vec<(u32, u32)>],
    wanted: Collective,
) -> Result<Schedule, ConversionFault> {
    let collects = wanted.is_collecting();
    let Some(root) = wanted.root() else {
        let convert = if collects {
            tree::exchange_to_multinode_accumulation
        } else {
            tree::exchange_to_multinode_broadcast
        };
        return Ok(convert(network, count, slots)?.into());
    };
    if wanted.is_personal() {
        let convert = if collects { tree::exchange_to_gather } else { tree::exchange_to_scatter };
        return Ok(convert(network, count, slots, root)?.into());
    }
    let broadcasts = if collects {
        tree::exchange_to_multinode_accumulation(network, count, slots)?.reversed(network)
    } else {
        tree::exchange_to_multinode_broadcast(network, count, slots)?
    };
    let single = tree::multinode_broadcast_to_single(network, count, &broadcasts, root)?;
    Ok(turned(single.into(), network, wanted))
}

/// Converts a total exchange in which nodes differ: it keeps those of its packets that the problem has, or
/// all as copies.
fn of_every_packet(network: &Network, all: &[Vec<Transmission>], wanted: Collective) -> Schedule {
    let root = wanted.root();
    if wanted.is_personal() {
        let collects = wanted.is_collecting();
        let end = |packet: Packet| if collects { packet.ends().1 } else { packet.home() };
        return chosen(all, |packet| Some(packet).filter(|&packet| end(packet) == root)).into();
    }
    let is_wanted = |packet: &Packet| root.is_none_or(|root| packet.home() == Some(root));
    let copied = |packet: Packet| packet.home().map(|from| Packet::Copied { from }).filter(is_wanted);
    turned(chosen(all, copied).without_waste().into(), network, wanted)
}

/// A multinode broadcast makes all that is not personal, and gather (P2 §1).
fn of_broadcasts(
    network: &Network,
    count: u64,
    given: MultinodeSchedule,
    wanted: Collective,
) -> Result<Schedule, ConversionFault> {
    let Some(root) = wanted.root() else { return Ok(turned(given.into(), network, wanted)) };
    if !wanted.is_personal() {
        let single = tree::multinode_broadcast_to_single(network, count, &given, root)?;
        return Ok(turned(single.into(), network, wanted));
    }
    let gather = tree::multinode_broadcast_to_gather(network, count, &given, root)?;
    Ok(if wanted.is_collecting() { gather.into() } else { gather.reversed().into() })
}

/// Returns the moves in every slot of a checked total exchange, for symmetric and other schedules.
fn every_packet(problem: &Problem, schedule: &Schedule) -> Result<Vec<Vec<Transmission>>, ConversionFault> {
    let slots = 0..schedule.length();
    let found = schedule.count_transmissions(problem.network(), None, &slots);
    let is_short = found.is_some_and(|found| found.max(slots.end) <= MAX_TRANSMISSIONS);
    if !is_short || schedule.require_near(&slots).is_err() {
        return Err(ConversionFault::TooLong { most: MAX_TRANSMISSIONS });
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

/// Keeps some of the packets that move, each as the packet that `taken` makes of it.
fn chosen(all: &[Vec<Transmission>], taken: impl Fn(Packet) -> Option<Packet>) -> ExplicitSchedule {
    let key = |sent: &Transmission| taken(sent.packet).map(|packet| (packet, sent.copy));
    let keys: BTreeSet<_> = all.iter().flatten().filter_map(key).collect();
    let numbers: BTreeMap<_, u32> = keys.iter().copied().zip(0..).collect();
    let step = |sent: &Transmission| key(sent).map(|key| Sent::new(numbers[&key], sent.from, sent.to));
    let slots = all.iter().map(|slot| slot.iter().filter_map(step).collect()).collect();
    ExplicitSchedule { packets: keys.into_iter().map(|(packet, _)| packet).collect(), slots }
}

/// For each packet of a symmetric total exchange its row: by increasing offset, equal offsets side by side.
fn rows(packets: &[Node], count: u64) -> Result<Vec<u32>, ConversionFault> {
    let mut seen = vec![0_u64; packets.len() + 1];
    let row = |offset: &Node| {
        // The schedule was checked: every offset stands `count` times.
        let copies = &mut seen[usize::try_from(offset.0).expect("an offset of a listed packet")];
        *copies += 1;
        u32::try_from((offset.0 - 1) * count + *copies - 1).map_err(|_| ConversionFault::TooManyPackets)
    };
    packets.iter().map(row).collect()
}
