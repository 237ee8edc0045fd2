//! The replay of a schedule under a group of translations: one packet of each orbit for all.
//!
//! Why this is enough: let translates by h and h′ of two moves use the same link of the same node, h·v = h′·v′.
//! Then v and v′ are of one class, so both are the same move of one packet, and h = h′ since no translation but
//! the identity fixes a node. A node has as many sends and receives as its class.

use crate::network::group::Group;
use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::{Carry, Hop};
use crate::replay::ends::{require_ends, require_isotropic, resolve_packets, runs};
use crate::replay::ports::{require_capacity, require_ports};
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, small_enough};
use crate::task::demands::Demands;
use crate::task::packets::Ends;
use crate::task::problem::Problem;
use isotask_wire::{self as wire, Move, NodeRef, OrbitMove};
use std::collections::BTreeMap;

/// What moves in a slot, before it is known where the packets are.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Slots<'a> {
    /// Packets that are carried: `[packet, link]`.
    Carried(&'a [Vec<Move>]),
    /// Packets that are copied or combined: `[packet, node, link]`.
    Spread(&'a [Vec<OrbitMove>]),
}

/// A move over a link type.
#[derive(Debug, Clone, Copy)]
struct LinkHop {
    hop: Hop,
    link: usize,
}

/// Replays one packet of each orbit, and every packet literally when that is small enough.
///
/// # Complexity
/// Time O(nodes · generators + moves · (dimensions + log moves) + packets · log packets), for an isotropic task
/// also O(classes · offsets · dimensions), which is no more than the packets; space O(nodes + document).
pub(crate) fn replay(
    problem: &Problem,
    subgroup: &[NodeRef],
    packets: &[wire::Ends],
    slots: Slots<'_>,
    options: Options,
) -> Result<Run, Rejection> {
    let network = problem.network();
    let group = Group::new(network, subgroup)?;
    let packets = resolve_packets(problem, packets)?;
    require_orbits(problem, &group, &packets)?;
    let moves = slots.moves();
    let mut carry = Carry::new(problem.mode(), network.nodes, &packets, moves)?;
    let (mut counts, mut all) = (Counts::default(), Vec::with_capacity(slots.len()));
    let mut last = vec![0; packets.len()];
    for slot in 0..slots.len() {
        let placed = slots.resolve(network, &carry, packets.len(), slot)?;
        require_class_links(&group, slot, &placed)?;
        let hops: Vec<Hop> = placed.iter().map(|placed| placed.hop).collect();
        let (from, to) = (|hop: &Hop| group.standing_for(hop.from), |hop: &Hop| group.standing_for(hop.to));
        require_capacity(slot, || hops.iter().map(from), || hops.iter().map(to), problem.ports())?;
        carry.cross(slot, &hops)?;
        for hop in &hops {
            last[hop.packet] = wide(slot) + 1;
        }
        if !hops.is_empty() {
            counts.completion_time = wide(slot) + 1;
        }
        all.push(placed);
    }
    carry.require_delivery(network.nodes)?;
    let times = |number: u64| {
        let overflow = || Rejection::Overflow { place: "schedule.slots".to_owned() };
        number.checked_mul(group.order).ok_or_else(overflow)
    };
    // Two factors of 64 bits.
    counts.transmissions = u128::from(moves) * u128::from(group.order);
    if let Problem::Isotropic(_) = problem {
        // Fewer than 2³² packets that take fewer than 2³² slots each would fit; the sum of lists in memory does.
        counts.delay = Some(u128::from(last.iter().sum::<u64>()) * u128::from(group.order));
    }
    let mut extent = Extent::EachOrbit;
    if small_enough(group.order, u128::from(moves.max(wide(packets.len()))), options) {
        replay_every_packet(problem, &group, &packets, &all)?;
        extent = Extent::EveryNode;
    }
    let shape = Shape { form: Form::Orbit, replay: extent, packets: times(wide(packets.len()))? };
    Ok(Run::new(network, problem.ports().each, shape, &counts))
}

impl Slots<'_> {
    fn len(self) -> usize {
        match self {
            Self::Carried(slots) => slots.len(),
            Self::Spread(slots) => slots.len(),
        }
    }

    fn moves(self) -> u64 {
        match self {
            Self::Carried(slots) => slots.iter().map(|slot| wide(slot.len())).sum(),
            Self::Spread(slots) => slots.iter().map(|slot| wide(slot.len())).sum(),
        }
    }

    /// The moves of a slot with their ends; a packet that is carried moves from where it is.
    fn resolve(
        self,
        network: &Network,
        carry: &Carry,
        packets: usize,
        slot: usize,
    ) -> Result<Vec<LinkHop>, Rejection> {
        let packet = |index: usize, packet: u32| {
            narrow(packet.into(), packets).ok_or(Rejection::NoSuchPacket { slot, index, packet, packets })
        };
        match self {
            Self::Carried(slots) => {
                let one = |(index, step): (usize, &Move)| {
                    let packet = packet(index, step.packet)?;
                    let from = carry.position(packet).unwrap_or_default();
                    crossing(network, slot, index, packet, from, step.link)
                };
                slots[slot].iter().enumerate().map(one).collect()
            }
            Self::Spread(slots) => {
                let one = |(index, step): (usize, &OrbitMove)| {
                    let packet = packet(index, step.packet)?;
                    let from = network.node(&step.node, &|| format!("schedule.slots[{slot}][{index}][1]"))?;
                    crossing(network, slot, index, packet, from, step.link)
                };
                slots[slot].iter().enumerate().map(one).collect()
            }
        }
    }
}

fn crossing(
    network: &Network,
    slot: usize,
    index: usize,
    packet: usize,
    from: u64,
    link: u32,
) -> Result<LinkHop, Rejection> {
    let links = network.links();
    let place = || format!("schedule.slots[{slot}][{index}]");
    let no_link = || Rejection::NoSuchLink { place: place(), link: link.into(), links };
    let link = narrow(link.into(), links).ok_or_else(no_link)?;
    let to = network.adjacent(from, link).ok_or(Rejection::LinkMissing { slot, index, node: from, link })?;
    Ok(LinkHop { hop: Hop { index, packet, from, to }, link })
}

/// Refuses two moves in a slot over one link type from nodes of one class.
fn require_class_links(group: &Group, slot: usize, placed: &[LinkHop]) -> Result<(), Rejection> {
    let mut links: Vec<_> =
        placed.iter().map(|step| (group.standing_for(step.hop.from), step.link, step.hop.index)).collect();
    links.sort_unstable();
    match links.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
        Some(pair) => {
            let (node, link, index) = pair[1];
            Err(Rejection::ClassLinkTwice { slot, index, node, link })
        }
        None => Ok(()),
    }
}

/// Refuses packets that are not one of each orbit of those of the task.
fn require_orbits(problem: &Problem, group: &Group, packets: &[Ends]) -> Result<(), Rejection> {
    let network = problem.network();
    // An orbit is known by the class of an end and, of two ends, how the other lies to it.
    let key = |ends: Ends| match ends {
        Ends { from: Some(from), to: Some(to) } => (group.class(from), network.seen_from(from, to)),
        Ends { from: node, to: None } | Ends { from: None, to: node } => {
            (group.class(node.unwrap_or_default()), 0)
        }
    };
    match problem {
        Problem::Isotropic(task) => {
            let keys = packets.iter().map(|&ends| key(ends)).collect();
            require_isotropic(task, &runs(keys), group.classes(), |class| group.least(class))
        }
        Problem::Collective(task) if task.kind.root().is_none() => {
            let standing = |ends: &Ends| {
                let node = |end: Option<u64>| end.map(|node| group.standing_for(node));
                Ends { from: node(ends.from), to: node(ends.to) }
            };
            let wanted = task.ends().filter(|ends| standing(ends) == *ends);
            require_ends(packets.iter().map(standing).collect(), wanted.map(|ends| (ends, task.count)))
        }
        Problem::Collective(_) => Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" }),
        Problem::Demands(task) => require_demands(task, group, packets, key),
    }
}

/// The same for packets that are listed: each stands in the list with all its translates, equally often.
fn require_demands(
    task: &Demands,
    group: &Group,
    packets: &[Ends],
    key: impl Fn(Ends) -> (u64, u64),
) -> Result<(), Rejection> {
    // The packets of an orbit in the schedule, and how many pairs of nodes of the task are of that orbit.
    let mut orbits: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
    for &ends in packets {
        orbits.entry(key(ends)).or_default().0 += 1;
    }
    let mismatch = |ends: Ends, found, expected| {
        let Ends { from, to } = ends;
        Err(Rejection::EndsMismatch { from, to, found, expected })
    };
    for demand in &task.packets {
        let (found, pairs) = orbits.entry(key(demand.ends())).or_default();
        if *found != demand.count {
            return mismatch(demand.ends(), *found, demand.count);
        }
        *pairs += 1;
    }
    // All pairs of the task differ, so an orbit that is met |H| times is there with all its translates.
    match packets.iter().find(|&&ends| orbits.get(&key(ends)).is_none_or(|&(_, pairs)| pairs != group.order))
    {
        Some(&Ends { from, to }) => Err(Rejection::NotInvariant { from, to }),
        None => Ok(()),
    }
}

/// Writes the schedule out for every packet and replays it without any argument by symmetry. The caller bounds
/// |H| × moves.
///
/// # Complexity
/// Time O(|H| · moves · (dimensions + log (nodes · links))), space O(|H| · (packets + moves)).
fn replay_every_packet(
    problem: &Problem,
    group: &Group,
    packets: &[Ends],
    slots: &[Vec<LinkHop>],
) -> Result<(), Rejection> {
    let network = problem.network();
    let elements: Vec<u64> = group.elements().collect();
    let shifted = |shift: u64, node: u64| network.shifted(shift, node).unwrap_or_default();
    let mut all = Vec::with_capacity(packets.len() * elements.len());
    for &shift in &elements {
        let end = |end: Option<u64>| end.map(|node| shifted(shift, node));
        all.extend(packets.iter().map(|ends| Ends { from: end(ends.from), to: end(ends.to) }));
    }
    let moves = slots.iter().map(|slot| wide(slot.len())).sum::<u64>() * group.order;
    let mut carry = Carry::new(problem.mode(), network.nodes, &all, moves)?;
    for (slot, placed) in slots.iter().enumerate() {
        let mut hops = Vec::with_capacity(placed.len() * elements.len());
        for (&shift, first) in elements.iter().zip((0..).step_by(packets.len().max(1))) {
            for LinkHop { hop, .. } in placed {
                let (from, to) = (shifted(shift, hop.from), shifted(shift, hop.to));
                hops.push(Hop { index: hop.index, packet: first + hop.packet, from, to });
            }
        }
        require_ports(slot, &hops, problem.ports())?;
        carry.cross(slot, &hops)?;
    }
    carry.require_delivery(network.nodes)
}
