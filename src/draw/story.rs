//! What moves where and when in a schedule, as pictures tell it: of a symmetric schedule the packets of
//! node 0, of any other those of all nodes.

use super::error::DrawError;
use crate::model::{Link, Network, Node, Packet, Problem, Schedule, TakenLinks, Transmission, wide};
use crate::wire::Per;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most moves that are looked at.
pub const MOST_MOVES: u64 = 1 << 20;

/// What is carried, copied or combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Item {
    pub(super) packet: Packet,
    /// Which of those with these ends, from 0, where there are several.
    pub(super) copy: Option<u64>,
}

/// An item goes over a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop {
    pub(super) slot: u64,
    /// The row of the heat map: a link of every node, or one of the network.
    pub(super) row: usize,
    pub(super) item: usize,
    pub(super) from: Node,
    pub(super) to: Node,
    /// How far it goes in all: a packet from its origin to its destination, a copy from its origin, a part of
    /// a sum to its root.
    pub(super) distance: u64,
    /// Whether this delivers it.
    pub(super) arrives: bool,
}

/// What is told of a schedule.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Only these slots of it.
    pub slots: Option<Range<u64>>,
    /// Only the packets of this node: those that it sends first, or whose sum it is to have.
    pub node: Option<Node>,
}

impl Choice {
    /// Whether it leaves nothing out.
    pub(super) fn is_all(&self) -> bool {
        self.slots.is_none() && self.node.is_none()
    }
}

/// All that moves, by slot.
#[derive(Debug)]
pub struct Story {
    /// The first slot that is told.
    pub(super) first: u64,
    /// How many slots are told.
    pub(super) slots: u64,
    /// Whose packets, if only those of one node.
    pub(super) home: Option<Node>,
    /// Whether every node does the translate of what is told.
    pub(super) symmetric: bool,
    /// The names of the rows.
    pub(super) rows: Vec<String>,
    pub(super) items: Vec<Item>,
    /// By slot and row.
    pub(super) hops: Vec<Hop>,
    /// What was delivered before, to which node from how far, in this order; none if that is too much to look
    /// at.
    pub(super) earlier: Option<Vec<(Node, u64)>>,
}

impl Story {
    /// Tells a schedule of so many slots, or what is chosen of it: of one that is too long to be looked at as
    /// a whole only the slots that are told are looked at, and what was delivered before them is not known.
    ///
    /// # Errors
    /// [`DrawError::TooMuchWork`] above [`MOST_MOVES`] moves or slots to look at; [`DrawError::NoPackets`] of
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
            // Slots in which nothing moves are looked at too.
            moves.map_or(u64::MAX, |moves| moves.max(slots.end - slots.start))
        };
        let is_whole = work(&(0..slots)) <= MOST_MOVES;
        let seen = if is_whole { 0..slots } else { chosen.clone() };
        let found = work(&seen);
        if found > MOST_MOVES {
            return Err(DrawError::TooMuchWork { found, most: MOST_MOVES });
        }
        let mut told = Vec::new();
        let mut visit = |slot, sent: Transmission| {
            if stop() {
                return Err(DrawError::Stopped);
            }
            if !symmetric {
                told.push((slot, sent));
            } else if sent.from == Node(0) {
                told.push((slot, of_home(network, choice.node.unwrap_or(Node(0)), sent)));
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
        let mut story = Self::told(network, chosen, home, symmetric, &told);
        story.earlier = story.earlier.filter(|_| is_whole);
        Ok(story)
    }

    /// Of all that moves what moves in some slots.
    fn told(
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

    /// The slots that are told.
    pub(super) fn range(&self) -> Range<u64> {
        self.first..self.first + self.slots
    }

    /// What is told of, in a sentence without a full stop.
    pub(super) fn whose(&self, network: &Network) -> String {
        let Some(home) = self.home else { return "packets of all nodes".to_owned() };
        // Node 0 is called so on every network.
        let home = if home == Node(0) { "0".to_owned() } else { network.node_words(home) };
        let is_sum = self.items.first().is_some_and(|item| item.packet.is_combined());
        let what = if is_sum { "parts of the sum" } else { "packets" };
        let others = if self.symmetric { "; every node does the same" } else { "" };
        format!("{what} of node {home}{others}")
    }

    /// The distances that occur, increasing.
    pub(super) fn distances(&self) -> Vec<u64> {
        let mut all: Vec<u64> = self.hops.iter().map(|hop| hop.distance).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The node that all items have at one end; else node 0.
    pub(super) fn hub(&self) -> Node {
        self.start().or_else(|| self.goal()).unwrap_or(Node(0))
    }

    /// The node that all items start from, or that parts of all sums go to.
    fn start(&self) -> Option<Node> {
        self.common(|item| Some(item.packet.home()))
    }

    /// The node that all packets go to.
    fn goal(&self) -> Option<Node> {
        self.common(|item| item.packet.ends().1.filter(|_| item.packet.is_personal()))
    }

    fn common(&self, end: impl Fn(&Item) -> Option<Node>) -> Option<Node> {
        let first = self.items.first().and_then(&end)?;
        self.items.iter().all(|item| end(item) == Some(first)).then_some(first)
    }

    /// The moves of a slot.
    pub(super) fn slot(&self, slot: u64) -> &[Hop] {
        let first = self.hops.partition_point(|hop| hop.slot < slot);
        let end = self.hops.partition_point(|hop| hop.slot <= slot);
        &self.hops[first..end]
    }

    /// How many are delivered in every slot.
    pub(super) fn delivered(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::try_from(self.slots).expect("at most MOST_MOVES slots")];
        for hop in self.hops.iter().filter(|hop| hop.arrives) {
            counts[usize::try_from(hop.slot - self.first).expect("a slot of the schedule")] += 1;
        }
        counts
    }

    /// What an item is called on all its way, of which this is a part.
    pub(super) fn item_label(&self, network: &Network, hop: &Hop) -> String {
        let Item { packet, copy } = self.items[hop.item];
        if packet.is_personal() {
            return self.label(network, hop);
        }
        let owner = packet.named(network, "→");
        copy.map_or_else(|| owner.clone(), |copy| format!("{owner}#{copy}"))
    }

    /// What a move is called: by the end of its packet that differs.
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

/// The names of the rows, and the row of every move.
fn rows(network: &Network, symmetric: bool, told: &[(u64, Transmission)]) -> (Vec<String>, Vec<usize>) {
    let ends = |(_, sent): &(u64, Transmission)| (sent.from, sent.to);
    if symmetric {
        let names = (0..network.links()).map(|link| network.link_name(Link(link)));
        // What all nodes do over links of a type is told once: as if all left node 0.
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

/// What node 0 sends, told of the packet of another node that does the same elsewhere.
fn of_home(network: &Network, home: Node, sent: Transmission) -> Transmission {
    let own = sent.packet.home();
    let moved = |node| network.translate(home, network.offset(own, node));
    Transmission {
        from: moved(sent.from),
        to: moved(sent.to),
        packet: sent.packet.map(moved),
        copy: sent.copy,
    }
}

/// Which moves deliver: of a packet that is carried the last one to its destination, each that copies, each
/// of a part to its root.
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
