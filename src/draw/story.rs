//! Collects the moves of a schedule for pictures: of a symmetric schedule those of node 0's packets, of any
//! other those of all packets.

use super::error::DrawError;
use crate::model::{Link, Network, Node, Packet, Problem, Schedule, TakenLinks, Transmission, wide};
use crate::wire::Per;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most moves that are visited.
pub const MAX_MOVES: u64 = 1 << 20;

/// What a move carries: a packet, a copy of one, or a part of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Item {
    pub(super) packet: Packet,
    /// The number among packets with equal ends, from 0; none if there is only one.
    pub(super) copy: Option<u64>,
}

/// The move of an item over a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop {
    pub(super) slot: u64,
    /// The row of the heat map: a link of every node, or a link of the network.
    pub(super) row: usize,
    pub(super) item: usize,
    pub(super) from: Node,
    pub(super) to: Node,
    /// The whole distance of the item: of a packet from its origin to its destination, of a copy from its
    /// origin, of a part of a sum to its root.
    pub(super) distance: u64,
    /// Whether this move delivers the item.
    pub(super) arrives: bool,
}

/// The part of a schedule that is shown.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// The slots to show; none for all.
    pub slots: Option<Range<u64>>,
    /// The node whose packets are shown: those that it sends first, or those of its sum. None for all nodes.
    pub node: Option<Node>,
}

impl Choice {
    /// Returns whether the whole schedule is shown.
    pub(super) fn is_all(&self) -> bool {
        self.slots.is_none() && self.node.is_none()
    }
}

/// The moves of a schedule, by slot.
#[derive(Debug)]
pub struct Story {
    /// The first slot that is shown.
    pub(super) first: u64,
    /// The number of slots that are shown.
    pub(super) slots: u64,
    /// The node whose packets are shown, if only those of one node are.
    pub(super) home: Option<Node>,
    /// Whether every node does the translate of the moves shown.
    pub(super) symmetric: bool,
    /// The names of the rows.
    pub(super) rows: Vec<String>,
    pub(super) items: Vec<Item>,
    /// The moves, by slot and row.
    pub(super) hops: Vec<Hop>,
    /// The deliveries before the first slot, in their order, each with its node and distance; none if they
    /// are too many to visit.
    pub(super) earlier: Option<Vec<(Node, u64)>>,
}

impl Story {
    /// Collects the chosen moves of a schedule of `slots` slots. If the whole is too long to be visited, only
    /// the chosen slots are visited, and the deliveries before them are not known.
    ///
    /// # Errors
    /// [`DrawError::Sums`] of an allreduce; [`DrawError::Parcels`] of packets that differ in length;
    /// [`DrawError::TooMuchWork`] above [`MAX_MOVES`] moves or slots to look at; [`DrawError::NoPackets`] of
    /// a node that has none; [`DrawError::Stopped`] when `stop` says so.
    ///
    /// # Complexity
    /// That of [`Schedule::visit`], and O(moves · log moves); O(moves) space.
    ///
    /// # Panics
    /// If the schedule is not one of the problem.
    pub fn new(
        problem: &Problem,
        schedule: &Schedule,
        slots: u64,
        choice: &Choice,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, DrawError> {
        if problem.allreduce().is_some() {
            return Err(DrawError::Sums);
        }
        if problem.parcels().is_some() {
            return Err(DrawError::Parcels);
        }
        let network = problem.network();
        let chosen = choice.slots.clone().unwrap_or(0..slots);
        schedule.require_near(&chosen)?;
        let symmetric = schedule.per() == Per::Node;
        let node = symmetric.then_some(Node(0));
        let work = |slots: &Range<u64>| {
            let moves = match choice.node {
                _ if symmetric => schedule.count_transmissions(network, node, slots).map(|moves| moves / 2),
                Some(_) => schedule.count_packets(network, slots),
                None => schedule.count_transmissions(network, None, slots),
            };
            // Slots without moves are visited too.
            moves.map_or(u64::MAX, |moves| moves.max(slots.end - slots.start))
        };
        let is_whole = work(&(0..slots)) <= MAX_MOVES;
        let seen = if is_whole { 0..slots } else { chosen.clone() };
        let found = work(&seen);
        if found > MAX_MOVES {
            return Err(DrawError::TooMuchWork { found, most: MAX_MOVES });
        }
        let mut told = Vec::new();
        let mut visit = |slot, sent: Transmission| {
            if stop() {
                return Err(DrawError::Stopped);
            }
            if !symmetric {
                told.push((slot, sent));
            } else if sent.from == Node(0) {
                told.push((slot, translate_to_home(network, choice.node.unwrap_or(Node(0)), sent)));
            }
            Ok(())
        };
        match choice.node.filter(|_| !symmetric) {
            Some(home) => schedule.visit_packets(problem, home, seen, &mut visit)?,
            None => schedule.visit(problem, node, seen, &mut visit)?,
        }
        if let Some(node) = choice.node.filter(|_| is_whole && told.is_empty()) {
            return Err(DrawError::NoPackets { node: network.node_words(node) });
        }
        let home = choice.node.or_else(|| symmetric.then_some(Node(0)));
        let mut story = Self::of_slots(network, chosen, home, symmetric, &told);
        story.earlier = story.earlier.filter(|_| is_whole);
        Ok(story)
    }

    /// Selects the moves of some slots from all moves.
    fn of_slots(
        network: &Network,
        slots: Range<u64>,
        home: Option<Node>,
        symmetric: bool,
        all: &[(u64, Transmission)],
    ) -> Self {
        let delivering = delivering(all);
        let before = all.partition_point(|(slot, _)| *slot < slots.start);
        let end = all.partition_point(|(slot, _)| *slot < slots.end);
        let earlier = all[..before].iter().zip(&delivering).filter(|(_, arrives)| **arrives);
        let earlier = Some(earlier.map(|((_, sent), _)| (sent.to, distance(network, sent))).collect());
        let (told, delivering) = (&all[before..end], &delivering[before..end]);
        let (rows, places) = rows(network, symmetric, told);
        let item = |sent: &Transmission| Item { packet: sent.packet, copy: sent.copy };
        let mut items: Vec<Item> = told.iter().map(|(_, sent)| item(sent)).collect();
        items.sort_unstable();
        items.dedup();
        let hop = |(((slot, sent), &row), &arrives): ((&(u64, Transmission), &usize), &bool)| Hop {
            slot: *slot,
            row,
            item: items.binary_search(&item(sent)).expect("every item is listed"),
            from: sent.from,
            to: sent.to,
            distance: distance(network, sent),
            arrives,
        };
        let mut hops: Vec<Hop> = told.iter().zip(&places).zip(delivering).map(hop).collect();
        hops.sort_by_key(|hop| (hop.slot, hop.row));
        let (first, slots) = (slots.start, slots.end - slots.start);
        Self { first, slots, home, symmetric, rows, items, hops, earlier }
    }

    /// Returns the slots that are shown.
    pub(super) fn range(&self) -> Range<u64> {
        self.first..self.first + self.slots
    }

    /// Describes in words which packets are shown, without a full stop.
    pub(super) fn whose(&self, network: &Network) -> String {
        let Some(home) = self.home else { return "packets of all nodes".to_owned() };
        // Node 0 has this name on every network.
        let home = if home == Node(0) { "0".to_owned() } else { network.node_words(home) };
        let is_sum = self.items.first().is_some_and(|item| item.packet.is_combined());
        let what = if is_sum { "parts of the sum" } else { "packets" };
        let others = if self.symmetric { "; every node does the same" } else { "" };
        format!("{what} of node {home}{others}")
    }

    /// Returns the distances that occur, in increasing order.
    pub(super) fn distances(&self) -> Vec<u64> {
        let mut all: Vec<u64> = self.hops.iter().map(|hop| hop.distance).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the node at one end of all items; else node 0.
    pub(super) fn hub(&self) -> Node {
        self.start().or_else(|| self.goal()).unwrap_or(Node(0))
    }

    /// Returns the node that all items start from, or that parts of all sums go to.
    fn start(&self) -> Option<Node> {
        self.common(|item| item.packet.home())
    }

    /// Returns the node that all packets go to.
    fn goal(&self) -> Option<Node> {
        self.common(|item| item.packet.ends().1.filter(|_| item.packet.is_personal()))
    }

    fn common(&self, end: impl Fn(&Item) -> Option<Node>) -> Option<Node> {
        let first = self.items.first().and_then(&end)?;
        self.items.iter().all(|item| end(item) == Some(first)).then_some(first)
    }

    /// Returns the moves of a slot.
    pub(super) fn slot(&self, slot: u64) -> &[Hop] {
        let first = self.hops.partition_point(|hop| hop.slot < slot);
        let end = self.hops.partition_point(|hop| hop.slot <= slot);
        &self.hops[first..end]
    }

    /// Counts the deliveries in every slot.
    pub(super) fn delivered(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::try_from(self.slots).expect("at most MAX_MOVES slots")];
        for hop in self.hops.iter().filter(|hop| hop.arrives) {
            counts[usize::try_from(hop.slot - self.first).expect("a slot of the schedule")] += 1;
        }
        counts
    }

    /// Returns the name of the item of a move, which is the same on its whole way.
    pub(super) fn item_label(&self, network: &Network, hop: &Hop) -> String {
        let Item { packet, copy } = self.items[hop.item];
        if packet.is_personal() {
            return self.label(network, hop);
        }
        let owner = packet.named(network, "→");
        copy.map_or_else(|| owner.clone(), |copy| format!("{owner}#{copy}"))
    }

    /// Returns the label of a move: the end of its packet that differs from those of others.
    pub(super) fn label(&self, network: &Network, hop: &Hop) -> String {
        let item = &self.items[hop.item];
        let name = |node| network.node_name(node);
        let has_start = self.start().is_some();
        let text = match item.packet.ends() {
            (Some(_), Some(to)) if self.symmetric || has_start => name(to),
            (Some(from), Some(_)) if self.goal().is_some() => name(from),
            (Some(_), Some(_)) => item.packet.named(network, "→"),
            (Some(end), None) | (None, Some(end)) if !has_start => name(end),
            (Some(_), None) => name(hop.to),
            (None, _) => name(hop.from),
        };
        item.copy.map_or_else(|| text.clone(), |copy| format!("{text}#{copy}"))
    }
}

/// Returns the names of the rows, and the row of every move.
fn rows(network: &Network, symmetric: bool, told: &[(u64, Transmission)]) -> (Vec<String>, Vec<usize>) {
    let ends = |(_, sent): &(u64, Transmission)| (sent.from, sent.to);
    if symmetric {
        let names = (0..network.links()).map(|link| network.link_name(Link(link)));
        // Moves of all nodes over links of a type are shown once, as if all left node 0.
        let mut taken = TakenLinks::new(network);
        let mut link = |(slot, sent): &(u64, Transmission)| {
            taken.link(*slot, Node(0), network.offset(sent.from, sent.to))
        };
        return (names.collect(), told.iter().map(|sent| wide(link(sent).0)).collect());
    }
    let mut used: Vec<(Node, Node)> = told.iter().map(ends).collect();
    used.sort_unstable();
    used.dedup();
    let name = |&(from, to): &(Node, Node)| format!("{}→{}", network.node_name(from), network.node_name(to));
    let row = |sent| used.binary_search(&ends(sent)).expect("every used link is listed");
    (used.iter().map(name).collect(), told.iter().map(row).collect())
}

/// Translates a move of node 0, so that its packet is one of `home`.
fn translate_to_home(network: &Network, home: Node, sent: Transmission) -> Transmission {
    let Some(own) = sent.packet.home() else { return sent };
    let moved = |node| network.translate(home, network.offset(own, node));
    Transmission {
        from: moved(sent.from),
        to: moved(sent.to),
        packet: sent.packet.map(moved),
        copy: sent.copy,
    }
}

/// Returns which moves deliver: the last move of a carried packet to its destination, every copying move, and
/// every move of a part to its root.
fn delivering(all: &[(u64, Transmission)]) -> Vec<bool> {
    let mut last: BTreeMap<Item, usize> = BTreeMap::new();
    let mut found = Vec::with_capacity(all.len());
    for (index, (_, sent)) in all.iter().enumerate() {
        let arrives = sent.packet.ends().1.is_none_or(|goal| sent.to == goal);
        if arrives && sent.packet.is_personal() {
            last.insert(Item { packet: sent.packet, copy: sent.copy }, index);
        }
        found.push(arrives && !sent.packet.is_personal());
    }
    for index in last.into_values() {
        found[index] = true;
    }
    found
}

fn distance(network: &Network, sent: &Transmission) -> u64 {
    let (start, goal) = sent.packet.ends();
    network.distance_between(start.unwrap_or(sent.from), goal.unwrap_or(sent.to))
}
