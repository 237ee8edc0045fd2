//! The graph of residuals: the ways home of least weight.

use super::node_invariant::packets;
use super::random::Random;
use crate::model::{CayleyTask, Link, Node, wide};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Where all packets walk, and by which moves they may.
///
/// A move is *tight* when it lies on a way home of least weight; where the link weighs nothing it must bring the packet nearer in hops as well. So
/// tight moves form no cycle, and every residual but node 0 has one.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) links: usize,
    pub(super) nodes: usize,
    /// Where link g takes residual v, at v · m + g.
    to: Vec<u32>,
    /// The opposite of each link.
    back: Vec<u32>,
    pub(super) weights: Vec<u64>,
    tight: Vec<bool>,
    /// Hops of the shortest of the ways of least weight.
    hops: Vec<u32>,
    /// All residuals, tight moves leading to earlier ones.
    pub(super) order: Vec<u32>,
    /// The offset of every packet.
    pub(super) packets: Vec<Node>,
    /// The residual with which every packet starts.
    pub(super) starts: Vec<u32>,
}

impl Walk {
    /// The residuals of a task for weights of the links.
    ///
    /// # Complexity
    /// O(n · m · log(n · m)) time, O(n · m + N) space.
    pub(super) fn new(task: &CayleyTask, weights: &[u64]) -> Self {
        let graph = task.graph();
        let links = wide(graph.links());
        assert_eq!(weights.len(), links, "a weight for every link");
        let to: Vec<u32> = (0..graph.nodes())
            .flat_map(|v| (0..graph.links()).map(move |g| narrow(graph.neighbor(Node(v), Link(g)).0)))
            .collect();
        let back: Vec<u32> = (0..graph.links()).map(|g| graph.opposite(Link(g)).0).collect();
        let nodes = to.len() / links;
        let homes = ways_home(links, &to, &back, weights);
        let is_tight = |v: usize, g: usize| {
            let (from, next) = (homes[v], homes[wide(to[v * links + g])]);
            from.0 == next.0.saturating_add(weights[g].into()) && (weights[g] > 0 || next.1 < from.1)
        };
        let tight = (0..nodes).flat_map(|v| (0..links).map(move |g| (v, g))).map(|(v, g)| is_tight(v, g));
        let tight = tight.collect();
        let hops = homes.iter().map(|home| home.1).collect();
        let mut order: Vec<u32> = (0..).take(nodes).collect();
        order.sort_by_key(|&v| homes[wide(v)]);
        let (packets, starts) = packets(task);
        Self { links, nodes, to, back, weights: weights.to_vec(), tight, hops, order, packets, starts }
    }

    /// Where a link takes a residual.
    pub(super) fn to(&self, v: usize, g: usize) -> usize {
        wide(self.to[v * self.links + g])
    }

    /// Which residual a link takes here.
    pub(super) fn from(&self, v: usize, g: usize) -> usize {
        self.to(v, wide(self.back[g]))
    }

    /// The links of the tight moves from a residual.
    pub(super) fn tight(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.links).filter(move |&g| self.is_tight(v, g))
    }

    /// The link of a tight move from a residual that is not node 0, by chance.
    pub(super) fn some_tight(&self, v: usize, random: &mut Random) -> usize {
        let chosen = random.below(self.tight(v).count());
        let mut tight = self.tight(v);
        tight.nth(chosen).expect("one of the tight moves")
    }

    /// Whether a move is tight.
    pub(super) fn is_tight(&self, v: usize, g: usize) -> bool {
        self.tight[v * self.links + g]
    }

    /// Hops home, by the shortest of the ways of least weight.
    pub(super) fn hops(&self, v: usize) -> usize {
        wide(self.hops[v])
    }
}

/// For every residual the least weight of a way home, and the least hops of such a way (Dijkstra 1959).
fn ways_home(links: usize, to: &[u32], back: &[u32], weights: &[u64]) -> Vec<(u128, u32)> {
    let mut homes = vec![(u128::MAX, u32::MAX); to.len() / links];
    homes[0] = (0, 0);
    let mut heap = BinaryHeap::from([Reverse(((0_u128, 0_u32), 0_u32))]);
    while let Some(Reverse((home, v))) = heap.pop() {
        if home > homes[wide(v)] {
            continue;
        }
        for (g, &weight) in weights.iter().enumerate() {
            let from = to[wide(v) * links + wide(back[g])];
            let longer = (home.0 + u128::from(weight), home.1 + 1);
            if longer < homes[wide(from)] {
                homes[wide(from)] = longer;
                heap.push(Reverse((longer, from)));
            }
        }
    }
    homes
}

fn narrow(node: u64) -> u32 {
    u32::try_from(node).expect("a node of a table is below 2^22")
}
