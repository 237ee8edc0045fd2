//! Up*/down* routing, which is free of deadlock on every network whose links lead both ways (M. D. Schroeder
//! and others, *Autonet: a high-speed, self-configuring local area network using point-to-point links*,
//! 1991).

use super::channels::{Channel, Routing};
use crate::graph::BreadthFirst;
use crate::model::{Link, Network, Node, wide};
use std::collections::VecDeque;

/// Most nodes of a network whose routes are kept in a table of all pairs.
pub const MAX_TABLE_NODES: u64 = 1 << 12;
/// The entry of a table where there is no way, and the length of such a way.
const NONE: u32 = u32::MAX;

/// Takes links up, towards the root of a breadth-first tree, and then links down.
///
/// The root of a connected part is its node of least index. The nodes stand in an order: by their distance
/// from the root, then by index. A link leads down if it leads to a later node, else up. A message from which
/// some way of links down leads to its destination takes a shortest such way, else the first link up of a
/// shortest way up and then down; among equals the first link. Hence no message goes up after it went down.
/// The links up can be numbered against the order, and after them the links down along it.
///
/// # Examples
/// ```
/// use isotask::deadlock::{ChannelGraph, ChannelOrder, UpDown};
/// use isotask::model::Network;
/// use isotask::wire;
/// let ring = Network::new(&wire::Network::Ring { nodes: 6 })?;
/// let order = ChannelGraph::new(&UpDown::new(&ring).expect("its links lead both ways"))?.order();
/// assert!(matches!(order, ChannelOrder::Acyclic(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct UpDown {
    /// The place of every node in the order.
    ranks: Vec<u32>,
    /// The next node of a message, by destination, then by where it is.
    next: Vec<u32>,
}

/// The nodes to which the links of every node lead, by link.
type Neighbors = Vec<Vec<u32>>;

impl UpDown {
    /// Computes the routes; `None` if some link leads one way only, or beyond [`MAX_TABLE_NODES`].
    ///
    /// # Panics
    /// Never: the nodes are few.
    ///
    /// # Complexity
    /// O(n · A) time and O(n² + A) space for n nodes and A directed links.
    #[must_use]
    pub fn new(network: &Network) -> Option<Self> {
        if network.nodes() > MAX_TABLE_NODES || !network.leads_both_ways() {
            return None;
        }
        let there =
            |node: u64| (0..network.links()).filter_map(move |link| network.adjacent(Node(node), Link(link)));
        let neighbors: Neighbors =
            (0..network.nodes()).map(|node| there(node).map(Node::narrow).collect()).collect();
        let order = ordered(&neighbors);
        let mut ranks = vec![0; order.len()];
        for (&node, rank) in order.iter().zip(0..) {
            ranks[wide(node)] = rank;
        }
        let goals = 0..u32::try_from(order.len()).expect("few nodes");
        let next = goals.flat_map(|goal| toward(goal, &neighbors, &order, &ranks)).collect();
        Some(Self { ranks, next })
    }

    /// Returns whether the link from a node to another leads up.
    pub(super) fn is_up(&self, from: Node, to: Node) -> bool {
        self.ranks[wide(to.narrow())] < self.ranks[wide(from.narrow())]
    }

    fn entry(&self, at: Node, to: Node) -> u32 {
        self.next[wide(to.narrow()) * self.ranks.len() + wide(at.narrow())]
    }
}

/// Returns the nodes by their distance from the root of their part, then by index.
fn ordered(neighbors: &Neighbors) -> Vec<u32> {
    let mut levels = vec![NONE; neighbors.len()];
    for root in 0..u32::try_from(neighbors.len()).expect("few nodes") {
        if levels[wide(root)] != NONE {
            continue;
        }
        levels[wide(root)] = 0;
        let mut search = BreadthFirst::new(levels.len(), vec![root]);
        while let Some(here) = search.next() {
            for &there in &neighbors[wide(here)] {
                if search.reach(here, there) {
                    levels[wide(there)] = levels[wide(here)] + 1;
                }
            }
        }
    }
    let mut order: Vec<u32> = (0..).take(levels.len()).collect();
    order.sort_by_key(|&node| (levels[wide(node)], node));
    order
}

/// Returns the next node of a message for `goal`, by where it is.
fn toward(goal: u32, neighbors: &Neighbors, order: &[u32], ranks: &[u32]) -> Vec<u32> {
    let is_up = |from: u32, to: u32| ranks[wide(to)] < ranks[wide(from)];
    // The length of the shortest way down; a way down is followed backwards by links up.
    let mut lengths = vec![NONE; order.len()];
    lengths[wide(goal)] = 0;
    let mut open = VecDeque::from([goal]);
    while let Some(here) = open.pop_front() {
        for &there in neighbors[wide(here)].iter().filter(|&&there| is_up(here, there)) {
            if lengths[wide(there)] == NONE {
                lengths[wide(there)] = lengths[wide(here)] + 1;
                open.push_back(there);
            }
        }
    }
    let mut next = vec![NONE; order.len()];
    let goes_down: Vec<bool> = lengths.iter().map(|&length| length != NONE).collect();
    // Links up lead to nodes whose length is known by then.
    for &here in order.iter().filter(|&&here| here != goal) {
        let down = goes_down[wide(here)];
        let ahead = neighbors[wide(here)].iter().filter(|&&there| {
            let fits = if down { goes_down[wide(there)] } else { lengths[wide(there)] != NONE };
            fits && is_up(here, there) != down
        });
        // Of equally long ways the first link is taken.
        if let Some(&there) = ahead.min_by_key(|&&there| lengths[wide(there)]) {
            lengths[wide(here)] = lengths[wide(there)] + 1;
            next[wide(here)] = there;
        }
    }
    next
}

impl Routing for UpDown {
    fn nodes(&self) -> u64 {
        self.ranks.len().try_into().expect("few nodes")
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        let there = self.entry(at, to);
        (there != NONE).then(|| Channel { from: at, to: Node(there.into()), lane: 0 })
    }

    fn has_way(&self, from: Node, to: Node) -> bool {
        from == to || self.entry(from, to) != NONE
    }
}
