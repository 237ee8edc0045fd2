//! The moves of the schedule of a ring plan, slot by slot.

use super::super::orbit_transmissions::Moved;
use super::lemma::{Belt, Rider};
use super::ring::{FillerGroup, OneWay, RingPlan};
use crate::model::{Dimension, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, Way, count_of};

/// Returns the schedule of a plan on its ring: r classes of nodes, in turn.
///
/// # Complexity
/// O(r · moves of a node) time and space.
///
/// # Panics
/// If the ring is another one, or too large for classes.
#[must_use]
pub fn on_ring(network: &Network, plan: &RingPlan) -> OrbitSchedule {
    let mut moves = RingMoves::new(network, plan);
    let step = |(number, moved): (u64, Moved)| OrbitStep {
        packet: u32::try_from(number).expect("fewer than 2^32 packets"),
        node: moved.node,
        link: moved.link,
    };
    let slots = (0..plan.slots).map(|slot| {
        let mut steps: Vec<OrbitStep> = moves.slot(slot).into_iter().map(step).collect();
        steps.sort_unstable();
        steps
    });
    let slots = slots.collect();
    let packets = moves.lanes.iter().flat_map(DirectionMoves::ends).collect();
    OrbitSchedule { group: moves.group(network), packets, slots }
}

/// Computes the moves of a plan, slot by slot, without storing the schedule or its packets.
#[derive(Debug)]
pub(in crate::model::schedule) struct RingMoves<'a> {
    classes: u64,
    nodes: u64,
    lanes: [DirectionMoves<'a>; 2],
}

/// The packets of one direction.
#[derive(Debug)]
struct DirectionMoves<'a> {
    ring: &'a Dimension,
    direction: Way,
    belt: Belt,
    /// The fillers of a class, with how many packets and hops of their chain come before.
    fillers: Vec<(u64, u64, FillerGroup)>,
    /// The packets of such a chain.
    chain: u64,
    length: u64,
    last: Option<u64>,
    /// Whether a long packet starts in each class, numbered along the direction.
    starts: Vec<bool>,
    /// The number of the first filler.
    first: u64,
}

impl<'a> RingMoves<'a> {
    /// Starts the moves at slot 0.
    ///
    /// # Complexity
    /// O(r + X) time and space for X offsets.
    pub(in crate::model::schedule) fn new(network: &'a Network, plan: &RingPlan) -> Self {
        let ring = &network.dimensions()[0];
        let plus = DirectionMoves::new(ring, Way::Plus, plan.way(false), 0);
        let minus = DirectionMoves::new(ring, Way::Minus, plan.way(true), plus.packets());
        Self { classes: plan.classes(), nodes: plan.nodes(), lanes: [plus, minus] }
    }

    /// Returns the translations under which the plan is invariant.
    pub(in crate::model::schedule) fn group(&self, network: &Network) -> Subgroup {
        let generators = if self.classes == self.nodes { Vec::new() } else { vec![Node(self.classes)] };
        Subgroup::new(network, generators).expect("a translation of a ring with few nodes")
    }

    /// Returns the moves of a slot with the numbers of the packets; slots must be asked for in increasing
    /// order.
    ///
    /// # Complexity
    /// O(r) for every slot that is passed while long packets are on their way, no more for the others.
    pub(in crate::model::schedule) fn slot(&mut self, slot: u64) -> Vec<(u64, Moved)> {
        self.lanes.iter_mut().flat_map(|lane| lane.slot(slot)).collect()
    }

    /// Returns the hops that the packets, one of each orbit, have made together before a slot.
    pub(in crate::model::schedule) fn hops_before(&mut self, slot: u64) -> u128 {
        let hops = |lane: &mut DirectionMoves<'_>| {
            lane.belt.skip_to(slot.min(lane.belt.slots()));
            lane.belt.hops()
        };
        self.lanes.iter_mut().map(hops).sum()
    }
}

impl<'a> DirectionMoves<'a> {
    fn new(ring: &'a Dimension, direction: Way, way: OneWay, first: u64) -> Self {
        let classes = way.starts.len();
        // Along the way − node v counts as −v, and the class of node −v is −v.
        let starts: Vec<bool> = match direction {
            Way::Plus => way.starts.clone(),
            Way::Minus => (0..classes).map(|class| way.starts[(classes - class) % classes]).collect(),
        };
        let turned = OneWay { starts, ..way };
        let belt = turned.belt();
        let OneWay { fillers: alike, starts, length, last } = turned;
        let (mut fillers, mut chain, mut hops) = (Vec::with_capacity(alike.len()), 0, 0);
        for alike in alike {
            fillers.push((chain, hops, alike));
            chain += alike.count;
            hops += alike.count * alike.hops;
        }
        Self { ring, direction, belt, fillers, chain, length, last, starts, first }
    }

    /// Returns the number of packets.
    fn packets(&self) -> u64 {
        count_of(self.starts.len()) * self.chain + self.long_before(self.starts.len())
    }

    /// Returns how many classes before this one start a long packet.
    fn long_before(&self, class: usize) -> u64 {
        count_of(self.starts[..class].iter().filter(|&&starts| starts).count())
    }

    fn node(&self, place: u64) -> Node {
        let nodes = self.ring.radix();
        match self.direction {
            Way::Plus => Node(place % nodes),
            Way::Minus => Node((nodes - place % nodes) % nodes),
        }
    }

    fn packet(&self, from: u64, hops: u64) -> Packet {
        Packet::Personal { from: self.node(from), to: self.node(from + hops) }
    }

    /// Returns the packets: the chains of all classes, then the long ones.
    fn ends(&self) -> Vec<Packet> {
        let mut packets = Vec::new();
        for start in 0..count_of(self.starts.len()) {
            for &(_, begin, alike) in &self.fillers {
                let places = (0..alike.count).map(|index| start + begin + index * alike.hops);
                packets.extend(places.map(|from| self.packet(from, alike.hops)));
            }
        }
        let long = (0_u64..).zip(&self.starts).filter(|(_, starts)| **starts);
        packets.extend(long.map(|(start, _)| self.packet(start, self.length)));
        packets
    }

    fn slot(&mut self, slot: u64) -> Vec<(u64, Moved)> {
        if slot >= self.belt.slots() {
            return Vec::new();
        }
        self.belt.skip_to(slot);
        let rides = self.belt.advance();
        // Long packets ride first, by class.
        let long = count_of(self.starts.len()) * self.chain..;
        let long = rides.iter().filter(|(ride, _)| matches!(ride.rider, Rider::Long(_))).zip(long);
        let fillers = rides.iter().filter_map(|&(ride, made)| match ride.rider {
            Rider::Filler(start) => Some(self.filler(count_of(start), made)),
            Rider::Long(_) => None,
        });
        let long = long.filter_map(|(&(ride, made), number)| match ride.rider {
            Rider::Long(start) => {
                let (start, copy) = (count_of(start), self.last);
                Some(self.moved(start + made, (number, self.packet(start, self.length), copy)))
            }
            Rider::Filler(_) => None,
        });
        long.chain(fillers).collect()
    }

    /// Returns the next move of the chain of a class after `made` hops.
    fn filler(&self, start: u64, made: u64) -> (u64, Moved) {
        let index = self.fillers.partition_point(|&(_, begin, _)| begin <= made) - 1;
        let (before, begin, alike) = self.fillers[index];
        let which = (made - begin) / alike.hops;
        let packet = self.packet(start + begin + which * alike.hops, alike.hops);
        let number = start * self.chain + before + which;
        self.moved(start + made, (number, packet, alike.first.map(|first| first + which)))
    }

    fn moved(&self, place: u64, (number, packet, copy): (u64, Packet, Option<u64>)) -> (u64, Moved) {
        let (node, link) = (self.node(place), self.ring.link(self.direction));
        (self.first + number, Moved { node, link, packet, copy })
    }
}
