//! The graph of residuals: the ways home of least weight.

use super::node_invariant::packets;
use crate::graph::{Arc, PriceThenHops, Random, dijkstra};
use crate::model::{CayleyTask, Link, Node, wide};

/// Where all packets walk, and by which moves they may.
///
/// A move is *tight* when it lies on a way home of least weight; where the link weighs nothing it must bring
/// the packet nearer in hops as well. So tight moves form no cycle, and every residual but node 0 has one.
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
        // From home backwards: over which links a residual comes to another.
        let arcs = |v: u32| {
            let row = &to[wide(v) * links..][..links];
            let name = |((&back, &weight), name)| Arc {
                to: row[wide(back)],
                cost: PriceThenHops::one(u128::from(weight)),
                name,
            };
            back.iter().zip(weights).zip(0..).map(name)
        };
        let ways = dijkstra(nodes, 0, arcs);
        let home = |cost: Option<_>| cost.expect("a way home leads from every residual");
        let homes: Vec<PriceThenHops<u128>> = ways.costs.into_iter().map(home).collect();
        let is_tight = |v: usize, g: usize| {
            let (from, next) = (homes[v], homes[wide(to[v * links + g])]);
            from.price == next.price + u128::from(weights[g]) && (weights[g] > 0 || next.hops < from.hops)
        };
        let tight = (0..nodes).flat_map(|v| (0..links).map(move |g| (v, g))).map(|(v, g)| is_tight(v, g));
        let tight = tight.collect();
        let hops = homes.iter().map(|home| home.hops).collect();
        let (packets, starts) = packets(task);
        let (order, weights) = (ways.order, weights.to_vec());
        Self { links, nodes, to, back, weights, tight, hops, order, packets, starts }
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

fn narrow(node: u64) -> u32 {
    u32::try_from(node).expect("a node of a table is below 2^22")
}
