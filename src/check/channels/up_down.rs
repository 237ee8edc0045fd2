//! The rule `up-down`: links up, towards the root of a connected part, and then links down.

use crate::network::topology::{Flow, Network};
use crate::number::narrow;
use crate::refusal::rejection::Rejection;

/// The length of a way where there is none.
const NO_WAY: u64 = u64::MAX;

/// The order of the nodes: by their distance from the node of least index of their connected part, then by
/// index. A link leads down if it leads to a later node, else up.
pub(super) struct Order {
    /// The nodes in this order.
    nodes: Vec<u64>,
    /// The place of every node in it.
    ranks: Vec<usize>,
}

/// The lengths of ways to a destination, by node.
pub(super) struct Heights {
    /// Of a shortest way of links down.
    down: Vec<u64>,
    /// Of a shortest way of links up, which ends where a way down begins, and that way.
    whole: Vec<u64>,
}

impl Order {
    /// Puts the nodes into their order; links lead both ways.
    ///
    /// # Complexity
    /// Time O(nodes · links) for each connected part.
    pub(super) fn new(network: &Network) -> Result<Self, Rejection> {
        let mut levels = vec![NO_WAY; narrow(network.nodes, usize::MAX).unwrap_or(0)];
        for root in 0..network.nodes {
            if narrow(root, levels.len()).is_some_and(|at| levels[at] != NO_WAY) {
                continue;
            }
            network.spend_looks(1)?;
            let hops = network.hops_from([root], Flow::Out);
            for (level, hops) in levels.iter_mut().zip(hops) {
                *level = hops.min(*level);
            }
        }
        let mut keys: Vec<(u64, u64)> = levels.into_iter().zip(0..network.nodes).collect();
        keys.sort_unstable();
        let nodes: Vec<u64> = keys.into_iter().map(|(_, node)| node).collect();
        let mut ranks = vec![0; nodes.len()];
        for (rank, &node) in nodes.iter().enumerate() {
            if let Some(at) = narrow(node, nodes.len()) {
                ranks[at] = rank;
            }
        }
        Ok(Self { nodes, ranks })
    }

    fn at<'a, T>(&self, of: &'a [T], node: u64) -> Option<&'a T> {
        of.get(narrow(node, self.ranks.len())?)
    }

    /// Returns the neighbours of a node that its links up lead to, or those of its links down.
    fn neighbors<'a>(
        &'a self,
        network: &'a Network,
        node: u64,
        down: bool,
    ) -> impl Iterator<Item = u64> + 'a {
        let rank = self.at(&self.ranks, node).copied();
        let ends = network.lines(node, Flow::Out).map(|line| line.node);
        ends.filter(move |&end| (self.at(&self.ranks, end).copied() > rank) == down)
    }

    /// Computes the lengths of ways to a destination.
    ///
    /// # Complexity
    /// Time O(nodes · links).
    pub(super) fn heights(&self, network: &Network, goal: u64) -> Heights {
        let shorter = |lengths: &[u64], ends: &mut dyn Iterator<Item = u64>| {
            let least = ends.filter_map(|end| self.at(lengths, end).copied()).min();
            least.map_or(NO_WAY, |least| least.saturating_add(1))
        };
        let mut down = vec![NO_WAY; self.nodes.len()];
        // A link down leads to a later node, so the last nodes come first.
        for &node in self.nodes.iter().rev() {
            let ends = &mut self.neighbors(network, node, true);
            let length = if node == goal { 0 } else { shorter(&down, ends) };
            if let Some(at) = narrow(node, down.len()) {
                down[at] = length;
            }
        }
        let mut whole = down.clone();
        for &node in &self.nodes {
            if let Some(at) = narrow(node, whole.len()).filter(|&at| whole[at] == NO_WAY) {
                whole[at] = shorter(&whole, &mut self.neighbors(network, node, false));
            }
        }
        Heights { down, whole }
    }

    /// Returns the next node of a packet.
    pub(super) fn next(&self, network: &Network, from: u64, goal: u64, heights: &Heights) -> Option<u64> {
        let goes_down = self.at(&heights.down, from) != Some(&NO_WAY);
        let lengths = if goes_down { &heights.down } else { &heights.whole };
        let here = *self.at(lengths, from).filter(|&&length| from != goal && length != NO_WAY)?;
        let is_next = |&end: &u64| self.at(lengths, end).is_some_and(|length| length.wrapping_add(1) == here);
        self.neighbors(network, from, goes_down).find(is_next)
    }
}
