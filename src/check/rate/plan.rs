//! The ways of a plan: their moves, their loads, and the packets that they carry.

use crate::network::symmetry::group::Group;
use crate::network::topology::{Flow, Network};
use crate::number::wide;
use crate::rate::fault::RateFault;
use crate::refusal::rejection::Rejection;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use isotask_wire::{RateDocument, RepeatedWay};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a move of a way, beside the comparisons of its place in an ordered table.
const STEPS_OF_A_MOVE: u64 = 64;

/// What is counted of all nodes, or pairs of nodes, that the group takes to one another.
type Orbit = (u64, u64);

/// What the ways load, and what they carry, each by orbit.
#[derive(Default)]
struct Tally {
    /// By orbit of links: packets on each of its links.
    links: BTreeMap<Orbit, u128>,
    /// By class of nodes: packets that each of them sends, and that it receives.
    sends: BTreeMap<u64, u128>,
    receives: BTreeMap<u64, u128>,
    /// By orbit of packets: how many are carried, and the first way that does.
    carried: BTreeMap<(Option<u64>, Option<u64>), (u128, usize)>,
}

/// Checks the ways of a plan; returns the most moves of a way that must be made one after the other.
///
/// The group acts freely on the nodes, so that each of its elements takes a move to another one: each link of
/// an orbit carries as many packets as the ways have moves over links of the orbit.
pub(super) fn check(
    document: &RateDocument,
    problem: &Problem,
    packets: &[(Ends, u64)],
) -> Result<u64, Rejection> {
    if document.slots == 0 {
        return Err(Rejection::rate(RateFault::ZeroSlots));
    }
    if document.times == 0 {
        return Err(Rejection::rate(RateFault::ZeroTasks));
    }
    let network = problem.network();
    let group = Group::new(network, document.subgroup.as_deref().unwrap_or_default())?;
    let (mut tally, mut hops) = (Tally::default(), 0);
    for (way, listed) in document.ways.iter().enumerate() {
        network.effort.spend_times(wide(listed.moves.len()), STEPS_OF_A_MOVE + network.steps_of_a_look())?;
        if listed.packets == 0 {
            return Err(Rejection::rate(RateFault::ZeroPackets { way }));
        }
        require_links(network, way, listed)?;
        let (ends, depth) = followed(problem, way, listed)?;
        hops = hops.max(depth);
        tally.add(network, &group, way, listed, ends);
    }
    tally.require_room(problem, &group, document.slots)?;
    tally.require_packets(network, &group, packets, document.times)?;
    Ok(hops)
}

/// Refuses moves where there is no link.
fn require_links(network: &Network, way: usize, listed: &RepeatedWay) -> Result<(), Rejection> {
    for (index, &(from, to)) in listed.moves.iter().enumerate() {
        let is_there = from < network.nodes && to < network.nodes && network.are_neighbors(from, to);
        if !is_there {
            return Err(Rejection::rate(RateFault::NoLink { way, index, from, to }));
        }
    }
    Ok(())
}

/// Follows the packet of a way; returns its ends, and the most moves that are made one after the other.
fn followed(problem: &Problem, way: usize, listed: &RepeatedWay) -> Result<(Ends, u64), Rejection> {
    let moves = &listed.moves;
    let (Some(&(from, _)), Some(&(_, to))) = (moves.first(), moves.last()) else {
        return Err(Rejection::rate(RateFault::EmptyWay { way }));
    };
    match problem.mode() {
        Mode::Personal => {
            for (index, pair) in moves.windows(2).enumerate() {
                if pair[0].1 != pair[1].0 {
                    let fault = RateFault::NotThere { way, index: index + 1, from: pair[1].0 };
                    return Err(Rejection::rate(fault));
                }
            }
            Ok((Ends { from: Some(from), to: Some(to) }, wide(moves.len())))
        }
        Mode::Copied => {
            let copied = moves.iter().copied().enumerate();
            Ok((Ends { from: Some(from), to: None }, depth(problem.network(), way, from, copied)?))
        }
        Mode::Combined | Mode::Summed => {
            let turned = moves.iter().enumerate().rev().map(|(index, &(from, to))| (index, (to, from)));
            Ok((Ends { from: None, to: Some(to) }, depth(problem.network(), way, to, turned)?))
        }
    }
}

/// Returns the depth of the tree that moves make; refuses those that do not bring a packet from the root to
/// all hosts, each node once.
fn depth(
    network: &Network,
    way: usize,
    root: u64,
    moves: impl Iterator<Item = (usize, (u64, u64))>,
) -> Result<u64, Rejection> {
    let mut reached = BTreeMap::from([(root, 0_u64)]);
    let (mut deepest, mut senders) = (0, BTreeSet::new());
    for (index, (from, to)) in moves {
        let Some(&before) = reached.get(&from) else {
            return Err(Rejection::rate(RateFault::NotThere { way, index, from }));
        };
        if reached.insert(to, before + 1).is_some() {
            return Err(Rejection::rate(RateFault::TwiceThere { way, index, to }));
        }
        deepest = deepest.max(before + 1);
        senders.insert(from);
    }
    // A switch has nothing of its own, so that a combined packet cannot begin there.
    if let Some(&node) = reached.keys().find(|node| network.is_switch(**node) && !senders.contains(*node)) {
        return Err(Rejection::rate(RateFault::EndsAtSwitch { way, node }));
    }
    network.effort.spend(network.nodes)?;
    match network.hosts().find(|host| !reached.contains_key(host)) {
        Some(node) => Err(Rejection::rate(RateFault::NotEverywhere { way, node })),
        None => Ok(deepest),
    }
}

impl Tally {
    fn add(&mut self, network: &Network, group: &Group, way: usize, listed: &RepeatedWay, ends: Ends) {
        // Fewer than 2⁶⁴ moves of 2⁶⁴ packets each.
        let packets = u128::from(listed.packets);
        for &(from, to) in &listed.moves {
            *self.links.entry(orbit(network, group, from, to)).or_default() += packets;
            *self.sends.entry(group.class(from)).or_default() += packets;
            *self.receives.entry(group.class(to)).or_default() += packets;
        }
        self.carried.entry(packet_orbit(network, group, ends)).or_insert((0, way)).0 += packets;
    }

    /// Refuses links and ports that have more to do than fits into a period.
    fn require_room(&self, problem: &Problem, group: &Group, slots: u64) -> Result<(), Rejection> {
        let (network, ports) = (problem.network(), problem.ports());
        let within = |each: u64| u128::from(each) * u128::from(slots);
        network.spend_looks(1)?;
        for from in (0..group.classes()).map(|class| group.least(class)) {
            let ends: BTreeSet<u64> = network.lines(from, Flow::Out).map(|line| line.node).collect();
            for to in ends {
                let found = self.links.get(&orbit(network, group, from, to)).copied().unwrap_or_default();
                let most = within(network.capacity(from, to));
                if found > most {
                    return Err(Rejection::rate(RateFault::LinkFull { from, to, found, most }));
                }
            }
            let class = group.class(from);
            for (counts, way, what) in
                [(&self.sends, Flow::Out, "sends"), (&self.receives, Flow::In, "receives")]
            {
                let found = counts.get(&class).copied().unwrap_or_default();
                let most = within(ports.each_of(network, from, way));
                if found > most {
                    return Err(Rejection::rate(RateFault::PortsFull { node: from, what, found, most }));
                }
            }
        }
        Ok(())
    }

    /// Refuses a plan that carries other packets than those of the task, or not all of them `times` times.
    fn require_packets(
        &self,
        network: &Network,
        group: &Group,
        packets: &[(Ends, u64)],
        times: u64,
    ) -> Result<(), Rejection> {
        let mut met: BTreeMap<_, u64> = BTreeMap::new();
        network.effort.spend_times(wide(packets.len()), STEPS_OF_A_MOVE + network.steps_of_a_look())?;
        for &(ends, count) in packets {
            let key = packet_orbit(network, group, ends);
            let found = self.carried.get(&key).map_or(0, |carried| carried.0);
            let expected = u128::from(count) * u128::from(times);
            if found != expected {
                let ends = ends_words(ends);
                return Err(Rejection::rate(RateFault::PacketNumber { ends, found, expected }));
            }
            *met.entry(key).or_default() += 1;
        }
        for (key, &(_, way)) in &self.carried {
            if met.get(key) != Some(&group.order) {
                return Err(Rejection::rate(RateFault::NoPacketOfTask { way }));
            }
        }
        Ok(())
    }
}

/// Identifies the pairs of nodes that the group takes to one another.
fn orbit(network: &Network, group: &Group, from: u64, to: u64) -> Orbit {
    (group.class(from), group.seen_from(network, from, to))
}

fn packet_orbit(network: &Network, group: &Group, ends: Ends) -> (Option<u64>, Option<u64>) {
    match (ends.from, ends.to) {
        (Some(from), Some(to)) => {
            let (class, seen) = orbit(network, group, from, to);
            (Some(class), Some(seen))
        }
        (from, to) => (from.map(|node| group.class(node)), to.map(|node| group.class(node))),
    }
}

fn ends_words(ends: Ends) -> String {
    let from = ends.from.map(|node| format!("from node {node}"));
    let to = ends.to.map(|node| format!("to node {node}"));
    from.into_iter().chain(to).collect::<Vec<_>>().join(" ")
}
