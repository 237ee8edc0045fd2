//! What moves where and when in a schedule, as pictures tell it: of a symmetric schedule the packets of
//! node 0, of any other those of all nodes.

use super::error::DrawError;
use crate::model::{Link, Network, Node, Packet, Problem, wide};
use crate::solve::{Transmission, count_transmissions, visit_transmissions};
use crate::wire::ScheduleBody;

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

/// All that moves, by slot.
#[derive(Debug)]
pub struct Story {
    pub(super) slots: u64,
    /// Whether every node does the translate of what is told.
    pub(super) symmetric: bool,
    /// The names of the rows.
    pub(super) rows: Vec<String>,
    pub(super) items: Vec<Item>,
    /// By slot and row.
    pub(super) hops: Vec<Hop>,
}

impl Story {
    /// Reads a schedule of so many slots that the checker has accepted.
    ///
    /// # Errors
    /// [`DrawError::TooMuchWork`] above [`MOST_MOVES`] moves; [`DrawError::Stopped`] when `stop` says so.
    ///
    /// # Complexity
    /// That of [`visit_transmissions`], and O(moves · log moves); O(moves) space.
    ///
    /// # Panics
    /// If the checker refuses the schedule as one of the problem.
    pub fn new(
        problem: &Problem,
        schedule: &ScheduleBody,
        slots: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, DrawError> {
        let network = problem.network();
        let symmetric = !matches!(schedule, ScheduleBody::Explicit { .. });
        let node = symmetric.then_some(Node(0));
        let moves = count_transmissions(network, schedule, node, &(0..slots));
        let moves = moves.map(|moves| if symmetric { moves / 2 } else { moves });
        // Slots in which nothing moves are looked at too.
        let work = moves.map_or(u64::MAX, |moves| moves.max(slots));
        if work > MOST_MOVES {
            return Err(DrawError::TooMuchWork { found: work, most: MOST_MOVES });
        }
        let mut told = Vec::new();
        visit_transmissions(problem, schedule, node, 0..slots, |slot, sent| {
            if stop() {
                return Err(DrawError::Stopped);
            }
            if node.is_none_or(|node| sent.from == node) {
                told.push((slot, if symmetric { of_node_0(network, sent) } else { sent }));
            }
            Ok(())
        })?;
        Ok(Self::told(network, slots, symmetric, &told))
    }

    fn told(network: &Network, slots: u64, symmetric: bool, told: &[(u64, Transmission)]) -> Self {
        let (rows, places) = rows(network, symmetric, told);
        let item = |sent: &Transmission| Item { packet: sent.packet, copy: sent.copy };
        let mut items: Vec<Item> = told.iter().map(|(_, sent)| item(sent)).collect();
        items.sort_unstable();
        items.dedup();
        let hop = |((slot, sent), &row): (&(u64, Transmission), &usize)| Hop {
            slot: *slot,
            row,
            item: items.binary_search(&item(sent)).expect("every item is listed"),
            from: sent.from,
            to: sent.to,
            distance: distance(network, sent),
            arrives: match sent.packet {
                Packet::Copied { .. } => true,
                Packet::Combined { to } => sent.to == to,
                Packet::Personal { .. } => false,
            },
        };
        let mut hops: Vec<Hop> = told.iter().zip(&places).map(hop).collect();
        hops.sort_by_key(|hop| (hop.slot, hop.row));
        // The last move of a packet delivers it.
        let mut last = vec![None; items.len()];
        for (index, hop) in hops.iter().enumerate() {
            last[hop.item] = Some(index);
        }
        for index in last.into_iter().flatten() {
            let hop = &mut hops[index];
            hop.arrives |= matches!(items[hop.item].packet, Packet::Personal { .. });
        }
        Self { slots, symmetric, rows, items, hops }
    }

    /// What is told of, in a sentence without a full stop.
    pub(super) fn whose(&self) -> &'static str {
        match (self.symmetric, self.items.first().map(|item| item.packet)) {
            (true, Some(Packet::Combined { .. })) => "parts of the sum of node 0; every node does the same",
            (true, _) => "packets of node 0; every node does the same",
            (false, _) => "packets of all nodes",
        }
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
        let origin = |item: &Item| match item.packet {
            Packet::Personal { from, .. } | Packet::Copied { from } => Some(from),
            Packet::Combined { to } => Some(to),
        };
        let goal = |item: &Item| match item.packet {
            Packet::Personal { to, .. } => Some(to),
            _ => None,
        };
        self.common(origin).or_else(|| self.common(goal)).unwrap_or(Node(0))
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
            counts[usize::try_from(hop.slot).expect("a slot of the schedule")] += 1;
        }
        counts
    }

    /// What an item is called on all its way, of which this is a part.
    pub(super) fn item_label(&self, network: &Network, hop: &Hop) -> String {
        let Item { packet, copy } = self.items[hop.item];
        let owner = match packet {
            Packet::Personal { .. } => return self.label(network, hop),
            Packet::Copied { from } => format!("of {}", network.node_name(from)),
            Packet::Combined { to } => format!("for {}", network.node_name(to)),
        };
        copy.map_or_else(|| owner.clone(), |copy| format!("{owner}#{}", copy + 1))
    }

    /// What a move is called: by the end of its packet that differs.
    pub(super) fn label(&self, network: &Network, hop: &Hop) -> String {
        let item = &self.items[hop.item];
        let name = |node| network.node_name(node);
        let start = |item: &Item| match item.packet {
            Packet::Personal { from, .. } => Some(from),
            _ => None,
        };
        let text = match item.packet {
            Packet::Personal { to, .. } if self.symmetric || self.common(start).is_some() => name(to),
            Packet::Personal { from, to } if self.hub() == to => name(from),
            Packet::Personal { from, to } => format!("{}→{}", name(from), name(to)),
            Packet::Copied { from } if self.hub() != from => name(from),
            Packet::Copied { .. } => name(hop.to),
            Packet::Combined { to } if self.hub() != to => name(to),
            Packet::Combined { .. } => name(hop.from),
        };
        item.copy.map_or_else(|| text.clone(), |copy| format!("{text}#{}", copy + 1))
    }
}

/// The names of the rows, and the row of every move.
fn rows(network: &Network, symmetric: bool, told: &[(u64, Transmission)]) -> (Vec<String>, Vec<usize>) {
    let ends = |(_, sent): &(u64, Transmission)| (sent.from, sent.to);
    if symmetric {
        let names = (0..network.links()).map(|link| network.link_name(Link(link)));
        let link = |(from, to)| network.link_between(from, to).expect("neighbours have a link");
        return (names.collect(), told.iter().map(|sent| wide(link(ends(sent)).0)).collect());
    }
    let mut used: Vec<(Node, Node)> = told.iter().map(ends).collect();
    used.sort_unstable();
    used.dedup();
    let name = |&(from, to): &(Node, Node)| format!("{}→{}", network.node_name(from), network.node_name(to));
    let row = |sent| used.binary_search(&ends(sent)).expect("every used link is listed");
    (used.iter().map(name).collect(), told.iter().map(row).collect())
}

/// What node 0 sends, told of the packet of node 0 that does the same elsewhere.
fn of_node_0(network: &Network, sent: Transmission) -> Transmission {
    let (home, packet) = match sent.packet {
        Packet::Personal { from, to } => {
            (from, Packet::Personal { from: Node(0), to: network.offset(from, to) })
        }
        Packet::Copied { from } => (from, Packet::Copied { from: Node(0) }),
        Packet::Combined { to } => (to, Packet::Combined { to: Node(0) }),
    };
    let (from, to) = (network.offset(home, sent.from), network.offset(home, sent.to));
    Transmission { from, to, packet, copy: sent.copy }
}

fn distance(network: &Network, sent: &Transmission) -> u64 {
    match sent.packet {
        Packet::Personal { from, to } => network.distance_between(from, to),
        Packet::Copied { from } => network.distance_between(from, sent.to),
        Packet::Combined { to } => network.distance_between(sent.from, to),
    }
}
