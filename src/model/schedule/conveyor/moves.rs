//! What moves in which slot where a ring is cleared by a plan.

use super::lemma::{Belt, Rider};
use super::ring::{OneWay, RingPlan};
use crate::model::{Dimension, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, Way, count_of};

/// The schedule of a plan on its ring: r classes of nodes, in turn.
///
/// # Complexity
/// O(r · moves of a node) time and space.
///
/// # Panics
/// If the ring is another one, or too large for classes.
#[must_use]
pub fn on_ring(network: &Network, plan: &RingPlan) -> OrbitSchedule {
    let mut moves = RingMoves::new(network, plan);
    let slots = (0..plan.slots).map(|slot| moves.slot(slot)).collect();
    OrbitSchedule { slots, ..moves.frame(network) }
}

/// The moves of a plan, slot by slot; nothing of the size of the schedule is stored.
#[derive(Debug)]
pub(in crate::model::schedule) struct RingMoves<'a> {
    classes: u64,
    nodes: u64,
    lanes: [Lane<'a>; 2],
}

/// One direction.
#[derive(Debug)]
struct Lane<'a> {
    ring: &'a Dimension,
    direction: Way,
    belt: Belt,
    /// The hops of the fillers of a class, and after how many hops of their chain each begins.
    fillers: Vec<u64>,
    begins: Vec<u64>,
    length: u64,
    /// The classes from which long packets start, as the direction counts them.
    starts: Vec<bool>,
    /// The number of the first filler, and of the long packet of every class.
    first: usize,
    long: Vec<usize>,
}

impl<'a> RingMoves<'a> {
    /// The moves from slot 0 on.
    ///
    /// # Complexity
    /// O(r · N) time and space for N packets of a node.
    pub(in crate::model::schedule) fn new(network: &'a Network, plan: &RingPlan) -> Self {
        let ring = &network.dimensions()[0];
        let plus = Lane::new(ring, Way::Plus, plan.way(false), 0);
        let minus = Lane::new(ring, Way::Minus, plan.way(true), plus.packets());
        Self { classes: plan.classes(), nodes: plan.nodes(), lanes: [plus, minus] }
    }

    /// The group and the packets, without a slot.
    pub(in crate::model::schedule) fn frame(&self, network: &Network) -> OrbitSchedule {
        let generators = if self.classes == self.nodes { Vec::new() } else { vec![Node(self.classes)] };
        let group = Subgroup::new(network, generators).expect("a translation of a ring with few nodes");
        OrbitSchedule { group, packets: self.lanes.iter().flat_map(Lane::ends).collect(), slots: Vec::new() }
    }

    /// What moves in a slot that is not before the last one asked for.
    ///
    /// # Complexity
    /// O(r) for every slot that is passed while long packets are on their way, no more for the others.
    pub(in crate::model::schedule) fn slot(&mut self, slot: u64) -> Vec<OrbitStep> {
        let mut steps: Vec<OrbitStep> = self.lanes.iter_mut().flat_map(|lane| lane.slot(slot)).collect();
        steps.sort_unstable();
        steps
    }

    /// How many hops one packet of each orbit has made before a slot, all together.
    pub(in crate::model::schedule) fn hops_before(&mut self, slot: u64) -> u128 {
        let hops = |lane: &mut Lane<'_>| {
            lane.belt.skip_to(slot.min(lane.belt.slots()));
            lane.belt.hops()
        };
        self.lanes.iter_mut().map(hops).sum()
    }
}

impl<'a> Lane<'a> {
    fn new(ring: &'a Dimension, direction: Way, way: OneWay, first: usize) -> Self {
        let classes = way.starts.len();
        // Along the way − node v counts as −v, and the class of node −v is −v.
        let starts: Vec<bool> = match direction {
            Way::Plus => way.starts.clone(),
            Way::Minus => (0..classes).map(|class| way.starts[(classes - class) % classes]).collect(),
        };
        let chain = way.fillers.iter().scan(0, |place, &hops| Some(std::mem::replace(place, *place + hops)));
        let begins: Vec<u64> = chain.collect();
        let after = first + classes * begins.len();
        let long = starts.iter().scan(after, |next, &starts| {
            *next += usize::from(starts);
            Some(*next - usize::from(starts))
        });
        let long = long.collect();
        let turned = OneWay { starts, ..way };
        let belt = turned.belt();
        let OneWay { fillers, starts, length } = turned;
        Self { ring, direction, belt, fillers, begins, length, starts, first, long }
    }

    /// How many packets it has.
    fn packets(&self) -> usize {
        self.starts.len() * self.fillers.len() + self.starts.iter().filter(|&&starts| starts).count()
    }

    fn node(&self, place: u64) -> Node {
        let nodes = self.ring.radix();
        match self.direction {
            Way::Plus => Node(place % nodes),
            Way::Minus => Node((nodes - place % nodes) % nodes),
        }
    }

    /// The packets: the chains of all classes, then the long ones.
    fn ends(&self) -> Vec<Packet> {
        let packet = |from: u64, hops| Packet::Personal { from: self.node(from), to: self.node(from + hops) };
        let mut packets = Vec::with_capacity(self.packets());
        for start in 0..count_of(self.starts.len()) {
            packets
                .extend(self.begins.iter().zip(&self.fillers).map(|(&at, &hops)| packet(start + at, hops)));
        }
        let long = (0_u64..).zip(&self.starts).filter(|(_, starts)| **starts);
        packets.extend(long.map(|(start, _)| packet(start, self.length)));
        packets
    }

    fn slot(&mut self, slot: u64) -> Vec<OrbitStep> {
        if slot >= self.belt.slots() {
            return Vec::new();
        }
        self.belt.skip_to(slot);
        let rides = self.belt.advance();
        let step = |(ride, made)| {
            let (start, packet) = match ride {
                Rider::Long(start) => (start, self.long[start]),
                Rider::Filler(start) => {
                    let link = self.begins.partition_point(|&place| place <= made) - 1;
                    (start, self.first + start * self.begins.len() + link)
                }
            };
            OrbitStep {
                packet: u32::try_from(packet).expect("fewer than 2^32 packets"),
                node: self.node(count_of(start) + made),
                link: self.ring.link(self.direction),
            }
        };
        rides.into_iter().map(|(ride, made)| step((ride.rider, made))).collect()
    }
}
