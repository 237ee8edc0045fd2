//! The replay of a schedule under a group of automorphisms: one packet of each orbit represents the others.
//!
//! Why this is enough: let the images of two moves under h and h′ use one link of one node, h·v = h′·v′. Then
//! v and v′ are of one class, so both moves are one move of one packet, and h = h′ since no element but the
//! identity fixes a node. A node has as many sends and receives as its class. On a graph two links are of one
//! orbit if the group takes the ends of one to those of the other; then they have equal capacities, and each
//! is used as often as there are moves over links of the orbit.

use crate::network::symmetry::group::Group;
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::Carry;
use crate::replay::ends::{Listed, require_ends, require_isotropic};
use crate::replay::hop::Hop;
use crate::replay::ports::{require_capacity, require_ports};
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, spend_copies};
use crate::replay::slot_by_slot::{Kept, SlotBySlot};
use crate::task::demands::Demands;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use isotask_wire::{self as wire, Move, NodeRef, OrbitMove, Slots};
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// A move over a link type.
#[derive(Debug, Clone, Copy)]
struct LinkHop {
    hop: Hop,
    link: usize,
}

/// Replays one packet of each orbit, and every packet literally when that is small enough.
///
/// # Complexity
/// Beside that of [`Group::new`] time O(moves · (dimensions + log moves) + packets · log packets), for an
/// isotropic task also O(classes · offsets · dimensions), which is no more than the packets; space O(nodes +
/// packets and the greatest slot), beside the moves that are replayed literally.
#[derive(Debug)]
pub(crate) struct Orbits<'a> {
    problem: &'a Problem,
    group: Group,
    packets: Listed,
    carry: Carry,
    slots: usize,
    moves: u64,
    completion_time: u64,
    kept: Kept<LinkHop>,
}

impl<'a> Orbits<'a> {
    /// Places the packets before the first slot; refuses those that are not the task's. `moves` is a lower
    /// bound on the number of moves.
    pub(crate) fn new<E: Borrow<wire::Ends>>(
        problem: &'a Problem,
        subgroup: &[NodeRef],
        packets: impl Iterator<Item = E>,
        moves: u64,
        options: Options,
    ) -> Result<Self, Rejection> {
        let network = problem.network();
        let group = Group::new(network, subgroup)?;
        let packets = Listed::new(problem, packets)?;
        require_orbits(problem, &group, &packets)?;
        let carry = Carry::new(problem.mode(), network, packets.iter(), moves)?;
        let kept = Kept::new(group.order, wide(packets.len()), options);
        Ok(Self { problem, group, packets, carry, slots: 0, moves: 0, completion_time: 0, kept })
    }

    /// Carries out moves whose ends are known.
    fn cross(&mut self, placed: &[LinkHop]) -> Result<(), Rejection> {
        let (slot, group) = (self.slots, &self.group);
        self.slots += 1;
        require_class_links(self.problem.network(), group, slot, placed)?;
        let hops: Vec<Hop> = placed.iter().map(|placed| placed.hop).collect();
        let (from, to) =
            (|hop: &Hop| group.representative(hop.from), |hop: &Hop| group.representative(hop.to));
        let rules = (self.problem.network(), self.problem.ports());
        require_capacity(slot, || hops.iter().map(from), || hops.iter().map(to), rules)?;
        self.carry.cross(slot, &hops)?;
        if !hops.is_empty() {
            self.completion_time = wide(self.slots);
            self.moves += wide(hops.len());
        }
        self.kept.slot(placed.iter().copied(), self.moves.into());
        Ok(())
    }

    /// Returns the index of the packet of a move.
    fn packet(&self, index: usize, packet: u32) -> Result<usize, Rejection> {
        let (slot, packets) = (self.slots, self.packets.len());
        narrow(packet.into(), packets).ok_or(Rejection::NoSuchPacket { slot, index, packet, packets })
    }

    fn end(self) -> Result<Run, Rejection> {
        let Self { problem, group, packets, carry, moves, completion_time, kept, .. } = self;
        let network = problem.network();
        carry.require_delivery(network)?;
        let times = |number: u64| {
            let overflow = || Rejection::Overflow { place: "schedule.slots".to_owned() };
            number.checked_mul(group.order).ok_or_else(overflow)
        };
        // Two factors of 64 bits.
        let every = |number: u64| u128::from(number) * u128::from(group.order);
        let mut counts = Counts { completion_time, transmissions: every(moves), ..Counts::default() };
        if problem.mode() == Mode::Personal {
            counts.delay = Some(every(carry.delay()));
        }
        let mut extent = Extent::EachOrbit;
        if let Some(slots) = kept.few() {
            replay_every_packet(problem, &group, &packets, &slots)?;
            extent = Extent::EveryNode;
        }
        let shape = Shape { form: Form::Orbit, replay: extent, packets: times(wide(packets.len()))? };
        Ok(Run::new(network, problem.ports().each, shape, &counts))
    }
}

/// Moves of personal packets, `[packet, link]`: each starts at the node where the packet is.
impl SlotBySlot<Move> for Orbits<'_> {
    fn slot(&mut self, moves: &[Move]) -> Result<(), Rejection> {
        let one = |(index, step): (usize, &Move)| {
            let packet = self.packet(index, step.packet)?;
            let from = self.carry.position(packet).unwrap_or_default();
            crossing(self.problem.network(), self.slots, index, packet, from, step.link)
        };
        let placed: Vec<_> = moves.iter().enumerate().map(one).collect::<Result<_, _>>()?;
        self.cross(&placed)
    }

    fn end(self) -> Result<Run, Rejection> {
        self.end()
    }
}

/// Moves of packets that are copied or combined, `[packet, node, link]`.
impl SlotBySlot<OrbitMove> for Orbits<'_> {
    fn slot(&mut self, moves: &[OrbitMove]) -> Result<(), Rejection> {
        let (network, slot) = (self.problem.network(), self.slots);
        let one = |(index, step): (usize, &OrbitMove)| {
            let packet = self.packet(index, step.packet)?;
            let from = network.node(&step.node, &|| format!("schedule.slots[{slot}][{index}][1]"))?;
            crossing(network, slot, index, packet, from, step.link)
        };
        let placed: Vec<_> = moves.iter().enumerate().map(one).collect::<Result<_, _>>()?;
        self.cross(&placed)
    }

    fn end(self) -> Result<Run, Rejection> {
        self.end()
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
    let missing = Rejection::LinkMissing { slot, index, node: from, link };
    let to = network.adjacent(from, link, Flow::Out).ok_or(missing)?;
    Ok(LinkHop { hop: Hop { index, packet, from, to }, link })
}

/// Refuses two moves in a slot over one link type from nodes of one class, and on a graph more moves over an
/// orbit of links than the capacity of one of them.
fn require_class_links(
    network: &Network,
    group: &Group,
    slot: usize,
    placed: &[LinkHop],
) -> Result<(), Rejection> {
    let orbit = |&LinkHop { hop, link }: &LinkHop| {
        let there =
            if network.has_link_types() { wide(link) } else { group.seen_from(network, hop.from, hop.to) };
        (group.representative(hop.from), there)
    };
    let mut links: Vec<_> = (0..).zip(placed).map(|(at, step)| (orbit(step), at)).collect();
    links.sort_unstable();
    for same in links.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
        let LinkHop { hop, .. } = placed[same[0].1];
        let capacity = if network.has_link_types() { 1 } else { network.capacity(hop.from, hop.to) };
        let beyond = usize::try_from(capacity.max(1)).ok().and_then(|capacity| same.get(capacity));
        if let Some(&((node, _), at)) = beyond {
            let LinkHop { hop, link } = placed[at];
            let index = hop.index;
            return Err(match capacity {
                0 | 1 => Rejection::ClassLinkTwice { slot, index, node, link },
                _ => Rejection::ClassLinkAboveCapacity { slot, index, node: hop.from, link, capacity },
            });
        }
    }
    Ok(())
}

/// Refuses packets unless they are one of each orbit of packets of the task.
fn require_orbits(problem: &Problem, group: &Group, packets: &Listed) -> Result<(), Rejection> {
    let network = problem.network();
    // An orbit is determined by the class of an end and, if there are two ends, the relative position of the
    // other.
    let key = |ends: Ends| match ends {
        Ends { from: Some(from), to: Some(to) } => (group.class(from), group.seen_from(network, from, to)),
        Ends { from: node, to: None } | Ends { from: None, to: node } => {
            (group.class(node.unwrap_or_default()), 0)
        }
    };
    match problem {
        Problem::Isotropic(task) => {
            require_isotropic(task, packets.iter().map(key), group.classes(), |class| group.least(class))
        }
        Problem::Collective(task) if task.kind.root().is_none() => {
            let standing = |ends: Ends| {
                let node = |end: Option<u64>| end.map(|node| group.representative(node));
                Ends { from: node(ends.from), to: node(ends.to) }
            };
            let wanted = task.ends().filter(|&ends| standing(ends) == ends);
            require_ends(packets.iter().map(standing), wanted.map(|ends| (ends, task.count)))
        }
        Problem::Collective(_) | Problem::Allreduce(_) | Problem::Parcels { .. } => {
            Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" })
        }
        Problem::Demands(task) => require_demands(task, group, packets, key),
    }
}

/// Refuses packets unless they are one of each orbit of the demands; a demand must stand in the task with all
/// its translates, equally often.
fn require_demands(
    task: &Demands,
    group: &Group,
    packets: &Listed,
    key: impl Fn(Ends) -> (u64, u64),
) -> Result<(), Rejection> {
    // For every orbit the number of packets in the schedule, and the number of pairs of nodes in the task.
    let mut orbits: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
    for ends in packets.iter() {
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
    // All pairs of the task differ, so an orbit with |H| pairs is complete.
    match packets.iter().find(|&ends| orbits.get(&key(ends)).is_none_or(|&(_, pairs)| pairs != group.order)) {
        Some(Ends { from, to }) => Err(Rejection::NotInvariant { from, to }),
        None => Ok(()),
    }
}

/// Writes the schedule out for every packet and replays it without any argument by symmetry. The caller
/// bounds |H| × moves.
///
/// # Complexity
/// Time O(|H| · moves · (dimensions + log (nodes · links))), space O(|H| · (packets + moves)).
fn replay_every_packet(
    problem: &Problem,
    group: &Group,
    packets: &Listed,
    slots: &Slots<LinkHop>,
) -> Result<(), Rejection> {
    let network = problem.network();
    // Both ends of every packet and of every move are mapped.
    spend_copies(network, (2 * wide(packets.len() + slots.moves().len())).saturating_mul(group.order))?;
    let elements: Vec<u64> = group.elements().collect();
    let shifted = |element: u64, node: u64| group.moved(network, element, node);
    let mut all = Vec::with_capacity(packets.len() * elements.len());
    for &shift in &elements {
        let end = |end: Option<u64>| end.map(|node| shifted(shift, node));
        all.extend(packets.iter().map(|ends| Ends { from: end(ends.from), to: end(ends.to) }));
    }
    let moves = wide(slots.moves().len()) * group.order;
    let mut carry = Carry::new(problem.mode(), network, all.iter().copied(), moves)?;
    for (slot, placed) in slots.iter().enumerate() {
        let mut hops = Vec::with_capacity(placed.len() * elements.len());
        for (&shift, first) in elements.iter().zip((0..).step_by(packets.len().max(1))) {
            for LinkHop { hop, .. } in placed {
                let (from, to) = (shifted(shift, hop.from), shifted(shift, hop.to));
                hops.push(Hop { index: hop.index, packet: first + hop.packet, from, to });
            }
        }
        require_ports(slot, &hops, problem.network(), problem.ports())?;
        carry.cross(slot, &hops)?;
    }
    carry.require_delivery(network)
}
