//! Compares any schedule with the rules of P1, slot by slot: OCTR, OADD, no waste.

use crate::model::{Node, Packet, PortRule, Problem, Schedule, Transmission, count_of};
use crate::wire::Per;
use petgraph::visit::IntoNeighbors;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::Range;
use thiserror::Error;

/// Most moves of a schedule, of all nodes together, that are checked.
const MAX_CHECKED_MOVES: u64 = 1 << 22;
/// Most lines that are checked, summed over all slots.
const MAX_CHECKED_LINES: u64 = 1 << 26;

/// The reason why a schedule is not compared with the rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Packets are copied or combined.
    #[error(
        "packets that are copied or combined, expected packets from node to node: the rules speak of those alone"
    )]
    NotPersonal,
    /// Moves take several slots.
    #[error("packets that differ in length or start, expected equal ones, of which each move takes one slot")]
    Parcels,
    /// Too many moves.
    #[error("{found} moves of all nodes, expected at most {MAX_CHECKED_MOVES} to hold against the rules")]
    TooManyMoves {
        /// Their number, at most 2⁶⁴ − 1.
        found: u64,
    },
    /// Too many lines in all slots together.
    #[error(
        "{found} lines (packets, links, nodes) in all slots together, expected at most {MAX_CHECKED_LINES} to hold against the rules"
    )]
    TooManyLines {
        /// Their number.
        found: u64,
    },
}

/// One of several packets with the same ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct One {
    /// Its ends.
    pub packet: Packet,
    /// Which of the packets with these ends, from 0, where there are several.
    pub copy: Option<u64>,
}

/// A line of the task matrix: a packet, link or port, which a slot can serve a limited number of times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// A row: a packet moves once in a slot.
    Packet(One),
    /// A column: a link carries as many packets as its capacity says.
    Link(Node, Node),
    /// What a node sends, where it has fewer ports than links.
    Sends(Node),
    /// What a node receives, where it has fewer ports than links.
    Receives(Node),
    /// What a node sends and receives through one half-duplex port.
    Port(Node),
}

/// A critical line in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CriticalLine {
    /// The line.
    pub line: Line,
    /// Moves of it that were left before the slot.
    pub left: u64,
    /// Moves of it in the slot.
    pub used: u64,
    /// Whether it needs one slot less after this one.
    pub is_served: bool,
}

/// Two packets at one node that break OADD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OaddPair {
    /// Where both are.
    pub node: Node,
    /// The packet that moves, and its distance from its destination before the slot.
    pub moves: (One, u64),
    /// The packet that stays, and its distance, which is less.
    pub stays: (One, u64),
}

/// An idle link that a waiting packet could take nearer to where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleLink {
    /// The link.
    pub from: Node,
    /// Where it leads.
    pub to: Node,
    /// The first packet that waits.
    pub waits: One,
}

/// The findings on one slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotRules {
    /// The critical sum h of the moves left before the slot: no schedule makes them in fewer slots.
    pub critical_sum: u64,
    /// The lines that need h slots.
    pub critical: Vec<CriticalLine>,
    /// The first two packets that break OADD.
    pub oadd: Option<OaddPair>,
    /// Links that were idle while a packet waited for them, one of each pair of nodes.
    pub idle: Vec<IdleLink>,
    /// Least and most sends of a node.
    pub sends: (u64, u64),
}

/// When packets of a distance come home, in slots counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistanceDelay {
    /// The distance i.
    pub distance: u64,
    /// Packets of it.
    pub packets: u64,
    /// The slot in which one of them moves first: the begin of phase i, if each distance has its own.
    pub begin: u64,
    /// `m_i`: the slot in which the first of them comes home.
    pub first: u64,
    /// `M_i`: the slot in which the last of them comes home.
    pub last: u64,
    /// `D_i`: the sum of the slots in which they come home.
    pub delay: u64,
}

/// The packets at a node that are not home, before every slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// The node.
    pub node: Node,
    /// The number of these packets, summed over all slots.
    pub sum: u64,
    /// The greatest number of these packets before a slot.
    pub most: u64,
    /// As `sum`, counting only packets that started at another node.
    pub sum_of_others: u64,
    /// As `most`, counting only packets that started at another node.
    pub most_of_others: u64,
}

/// The findings on a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The node that stands for all nodes of a symmetric schedule; lines and packets are its own.
    pub node: Option<Node>,
    /// Slot by slot.
    pub slots: Vec<SlotRules>,
    /// By distance.
    pub distances: Vec<DistanceDelay>,
    /// Node by node.
    pub storage: Vec<Storage>,
}

/// A packet on its way.
struct Traced {
    one: One,
    origin: Node,
    home: Node,
    at: Node,
    steps: Vec<(u64, Node)>,
    next: usize,
}

impl Traced {
    fn left(&self) -> u64 {
        count_of(self.steps.len() - self.next)
    }

    /// Returns where the packet goes in a slot, if it moves.
    fn step(&self, slot: u64) -> Option<Node> {
        self.steps.get(self.next).filter(|step| step.0 == slot).map(|step| step.1)
    }
}

/// Compares the schedule of a task of packets from node to node with the rules of P1.
///
/// * OCTR: in every slot each critical line of the moves left is served, so that h falls by one. A line is a
///   packet, a link, and a node that has fewer ports than links; h is the most slots that one of them needs.
/// * OADD: no packet moves while one at the same node stays that has less far to go. In a symmetric schedule
///   the packets at a node are the rows of the task matrix.
/// * No waste: no link is idle while a packet waits that it would take nearer home, and ports are free.
///
/// # Errors
/// [`RulesError`]: packets of another kind, or more moves or lines than the limits.
///
/// # Complexity
/// O(slots · (packets + links)) time, and O(moves) space; distances beside.
///
/// # Panics
/// If the schedule is not one of the problem.
///
/// # Source
/// P1 §4 (OCTR) and §6 (OADD, `m_i`, `M_i`, `D_i`, storage).
pub fn rules(problem: &Problem, schedule: &Schedule) -> Result<Rules, RulesError> {
    if problem.parcels().is_some() {
        return Err(RulesError::Parcels);
    }
    let length = schedule.length();
    let packets = traced(problem, schedule, &(0..length))?;
    let mut left = Left::of(problem, &packets);
    let lines = count_of(packets.len() + left.links.len()).saturating_add(problem.network().nodes());
    let found = lines.saturating_mul(length);
    if found > MAX_CHECKED_LINES {
        return Err(RulesError::TooManyLines { found });
    }
    let node = (schedule.per() == Per::Node).then_some(Node(0));
    let distances = distances(problem, &packets, node);
    let mut judge = Judge { problem, node, packets, storage: BTreeMap::new() };
    let slots = (0..length).map(|slot| judge.slot(slot, &mut left)).collect();
    let storage = judge.storage.into_values().collect();
    Ok(Rules { node, slots, distances, storage })
}

/// Collects all packets with their moves.
fn traced(problem: &Problem, schedule: &Schedule, slots: &Range<u64>) -> Result<Vec<Traced>, RulesError> {
    let found = schedule.count_transmissions(problem.network(), None, slots).unwrap_or(u64::MAX);
    if found > MAX_CHECKED_MOVES {
        return Err(RulesError::TooManyMoves { found });
    }
    let mut ways: BTreeMap<One, Vec<(u64, Node)>> = BTreeMap::new();
    let collect = |slot: u64, sent: Transmission| -> Result<(), Infallible> {
        let one = One { packet: sent.packet, copy: sent.copy };
        ways.entry(one).or_default().push((slot, sent.to));
        Ok(())
    };
    match schedule.visit(problem, None, slots.clone(), collect) {
        Ok(()) => {}
        Err(never) => match never {},
    }
    let traced = |(one, mut steps): (One, Vec<(u64, Node)>)| {
        let Packet::Personal { from, to } = one.packet else { return Err(RulesError::NotPersonal) };
        steps.sort_unstable();
        Ok(Traced { one, origin: from, home: to, at: from, steps, next: 0 })
    };
    ways.into_iter().map(traced).collect()
}

/// Computes when the packets of each distance come home.
fn distances(problem: &Problem, packets: &[Traced], node: Option<Node>) -> Vec<DistanceDelay> {
    let mut all: BTreeMap<u64, DistanceDelay> = BTreeMap::new();
    for packet in packets.iter().filter(|packet| node.is_none_or(|node| packet.origin == node)) {
        let (Some(&(begin, _)), Some(&(last, _))) = (packet.steps.first(), packet.steps.last()) else {
            continue;
        };
        let distance = problem.network().distance_between(packet.origin, packet.home);
        let (begin, slot) = (begin + 1, last + 1);
        let first = DistanceDelay { distance, packets: 0, begin, first: slot, last: slot, delay: 0 };
        let of = all.entry(distance).or_insert(first);
        (of.packets, of.delay) = (of.packets + 1, of.delay + slot);
        (of.begin, of.first, of.last) = (of.begin.min(begin), of.first.min(slot), of.last.max(slot));
    }
    all.into_values().collect()
}

/// The moves that links and nodes have left.
struct Left {
    links: BTreeMap<(Node, Node), Count>,
    /// Sends and receives of nodes whose ports are fewer than their links.
    ports: BTreeMap<Line, Count>,
}

/// Moves of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    left: u64,
    used: u64,
    /// Most moves of the line in a slot.
    most: u64,
}

impl Count {
    fn needs(self) -> u64 {
        self.left.div_ceil(self.most)
    }

    fn critical(self, line: Line, sum: u64) -> Option<CriticalLine> {
        let after = (self.left - self.used).div_ceil(self.most);
        let (left, used) = (self.left, self.used);
        (self.needs() == sum).then_some(CriticalLine { line, left, used, is_served: after < sum })
    }
}

impl Left {
    fn of(problem: &Problem, packets: &[Traced]) -> Self {
        let mut all = Self { links: BTreeMap::new(), ports: BTreeMap::new() };
        for packet in packets {
            let mut at = packet.origin;
            for &(_, to) in &packet.steps {
                let most = || Count { most: problem.network().capacity(at, to).max(1), ..Count::default() };
                all.links.entry((at, to)).or_insert_with(most).left += 1;
                for (line, most) in port_lines(problem, at, to) {
                    all.ports.entry(line).or_insert(Count { most, ..Count::default() }).left += 1;
                }
                at = to;
            }
        }
        all
    }

    /// Counts a move of the current slot.
    fn count(&mut self, problem: &Problem, from: Node, to: Node) {
        if let Some(link) = self.links.get_mut(&(from, to)) {
            link.used += 1;
        }
        for (line, _) in port_lines(problem, from, to) {
            if let Some(port) = self.ports.get_mut(&line) {
                port.used += 1;
            }
        }
    }

    fn counts(&mut self) -> impl Iterator<Item = &mut Count> {
        self.links.values_mut().chain(self.ports.values_mut())
    }

    /// Returns whether a link and the ports at both its ends could serve one move more in this slot.
    fn is_idle(&self, problem: &Problem, from: Node, to: Node) -> bool {
        let is_full = |count: Option<&Count>| count.is_some_and(|count| count.used >= count.most);
        let used = self.links.get(&(from, to)).map_or(0, |link| link.used);
        used < problem.network().capacity(from, to)
            && port_lines(problem, from, to).into_iter().all(|(line, _)| !is_full(self.ports.get(&line)))
    }
}

/// Returns the port lines that a move needs, where ports are fewer than links, each with its capacity in a
/// slot.
fn port_lines(problem: &Problem, from: Node, to: Node) -> Vec<(Line, u64)> {
    let rule = |node: Node| match problem.demands() {
        Some(task) => task.ports_of(u32::try_from(node.0).expect("listed packets are those of few nodes")),
        None => PortRule::new(problem.document().ports, problem.network().links())
            .expect("the ports of a task were read before"),
    };
    let of = |node: Node, line: Line| match rule(node) {
        PortRule::HalfDuplex => Some((Line::Port(node), 1)),
        PortRule::FullDuplex(k) if k < problem.network().links() => Some((line, k.into())),
        PortRule::FullDuplex(_) => None,
    };
    [of(from, Line::Sends(from)), of(to, Line::Receives(to))].into_iter().flatten().collect()
}

/// Goes through the slots and compares each with the rules.
struct Judge<'a> {
    problem: &'a Problem,
    node: Option<Node>,
    packets: Vec<Traced>,
    storage: BTreeMap<Node, Storage>,
}

impl Judge<'_> {
    /// Compares a slot with the rules, then makes its moves.
    fn slot(&mut self, slot: u64, left: &mut Left) -> SlotRules {
        let mut sends: BTreeMap<Node, u64> = BTreeMap::new();
        for packet in &self.packets {
            if let Some(to) = packet.step(slot) {
                left.count(self.problem, packet.at, to);
                *sends.entry(packet.at).or_default() += 1;
            }
        }
        let rows = self.packets.iter().map(Traced::left).max().unwrap_or(0);
        let critical_sum = left.counts().map(|count| count.needs()).max().unwrap_or(0).max(rows);
        let critical = self.critical(slot, critical_sum, left);
        let at_nodes = self.at_nodes();
        self.store(&at_nodes);
        let oadd = at_nodes.iter().find_map(|(&node, waiting)| self.oadd(slot, node, waiting));
        let idle =
            at_nodes.iter().flat_map(|(&node, waiting)| self.idle(slot, node, waiting, left)).collect();
        let all_send = count_of(sends.len()) == self.problem.network().hosts();
        let least = if all_send { sends.values().copied().min().unwrap_or(0) } else { 0 };
        let sends = (least, sends.values().copied().max().unwrap_or(0));
        for packet in &mut self.packets {
            if let Some(to) = packet.step(slot) {
                (packet.at, packet.next) = (to, packet.next + 1);
            }
        }
        for count in left.counts() {
            (count.left, count.used) = (count.left - count.used, 0);
        }
        SlotRules { critical_sum, critical, oadd, idle, sends }
    }

    /// Returns the critical lines: all, or those of the node that stands for all nodes.
    fn critical(&self, slot: u64, sum: u64, left: &Left) -> Vec<CriticalLine> {
        let is_own = |node: Node| self.node.is_none_or(|own| own == node);
        let rows = self.packets.iter().filter(|packet| is_own(packet.origin)).filter_map(|packet| {
            let used = u64::from(packet.step(slot).is_some());
            Count { left: packet.left(), used, most: 1 }.critical(Line::Packet(packet.one), sum)
        });
        let links = left.links.iter().filter(|((from, _), _)| is_own(*from));
        let links = links.filter_map(|(&(from, to), count)| count.critical(Line::Link(from, to), sum));
        let ports = left.ports.iter().filter(|(line, _)| match line {
            Line::Sends(node) | Line::Receives(node) | Line::Port(node) => is_own(*node),
            Line::Packet(_) | Line::Link(..) => false,
        });
        let ports = ports.filter_map(|(&line, count)| count.critical(line, sum));
        rows.chain(links).chain(ports).filter(|_| sum > 0).collect()
    }

    /// Returns the packets that are not home, by the nodes where they are.
    fn at_nodes(&self) -> BTreeMap<Node, Vec<usize>> {
        let mut all: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (index, packet) in self.packets.iter().enumerate().filter(|(_, packet)| packet.left() > 0) {
            if self.node.is_none_or(|own| own == packet.at) {
                all.entry(packet.at).or_default().push(index);
            }
        }
        all
    }

    fn store(&mut self, at_nodes: &BTreeMap<Node, Vec<usize>>) {
        for (&node, waiting) in at_nodes {
            let others = waiting.iter().filter(|&&index| self.packets[index].origin != node).count();
            let (all, others) = (count_of(waiting.len()), count_of(others));
            let none = Storage { node, sum: 0, most: 0, sum_of_others: 0, most_of_others: 0 };
            let of = self.storage.entry(node).or_insert(none);
            (of.sum, of.most) = (of.sum + all, of.most.max(all));
            (of.sum_of_others, of.most_of_others) =
                (of.sum_of_others + others, of.most_of_others.max(others));
        }
    }

    /// Returns the nearest packet that stays and the farthest that moves, if they break OADD.
    fn oadd(&self, slot: u64, node: Node, at_node: &[usize]) -> Option<OaddPair> {
        let far = |index: &usize| {
            let packet = &self.packets[*index];
            (packet.one, self.problem.network().distance_between(packet.at, packet.home))
        };
        let moves = |index: &&usize| self.packets[**index].step(slot).is_some();
        let stays = at_node.iter().filter(|index| !moves(index)).map(far).min_by_key(|(_, hops)| *hops)?;
        let first = at_node.iter().filter(moves).map(far);
        let moves = first.rev().max_by_key(|(_, hops)| *hops)?;
        (stays.1 < moves.1).then_some(OaddPair { node, moves, stays })
    }

    /// Returns the idle links of a node that would take a waiting packet nearer home.
    fn idle(&self, slot: u64, node: Node, at_node: &[usize], left: &Left) -> Vec<IdleLink> {
        let network = self.problem.network();
        let waiting: Vec<&Traced> =
            at_node.iter().map(|&index| &self.packets[index]).filter(|p| p.step(slot).is_none()).collect();
        if waiting.is_empty() {
            return Vec::new();
        }
        let neighbors: BTreeSet<Node> = network.neighbors(node).collect();
        let idle = neighbors.into_iter().filter(|&to| left.is_idle(self.problem, node, to));
        let waits = |to: Node| {
            let nearer = |packet: &&&Traced| {
                network.distance_between(to, packet.home) < network.distance_between(node, packet.home)
            };
            waiting.iter().find(nearer).map(|packet| IdleLink { from: node, to, waits: packet.one })
        };
        idle.filter_map(waits).collect()
    }
}
