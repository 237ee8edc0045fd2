//! Cheapest ways from one node.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Add;

/// An arc that leaves a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arc<C> {
    /// Where it leads.
    pub to: u32,
    /// What it costs.
    pub cost: C,
    /// The caller's name of the arc.
    pub name: u32,
}

/// The cheapest ways from one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheapestWays<C> {
    /// The least cost of every node; none where no way leads.
    pub costs: Vec<Option<C>>,
    /// The name of the last arc of the way to every node; none where no way leads, and where all begin.
    pub last: Vec<Option<u32>>,
    /// The nodes that are reached by increasing cost, equal ones by index unless an arc between them costs
    /// nothing.
    pub order: Vec<u32>,
}

/// A cost of two parts, the first of which decides: of the cheapest ways one of the fewest hops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PriceThenHops<P> {
    /// The price.
    pub price: P,
    /// The number of arcs.
    pub hops: u32,
}

impl<P> PriceThenHops<P> {
    /// Returns the cost of one arc of this price.
    pub fn one(price: P) -> Self {
        Self { price, hops: 1 }
    }
}

impl<P: Add<Output = P>> Add for PriceThenHops<P> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { price: self.price + other.price, hops: self.hops + other.hops }
    }
}

/// Finds the cheapest ways from a node (Dijkstra 1959); the default of a cost is that of the way without
/// arcs.
///
/// Ties are broken by the smallest index: of nodes of equal cost the least is left first, its arcs in their
/// order, and a way is replaced only by a cheaper one. petgraph's `dijkstra` breaks ties by the order of its
/// heap and returns neither ways nor an order; here both decide schedules.
///
/// # Panics
/// If the source or the end of an arc is not below the number of nodes.
///
/// # Complexity
/// O((n + A) log A) time and O(n + A) space for n nodes and A arcs, whose costs must not be less than the
/// default.
///
/// # Examples
/// ```
/// use isotask::graph::{Arc, dijkstra};
/// // A path 0 – 1 – 2 of cost 2 and a direct way of cost 3; node 3 alone.
/// let arcs = |node: u32| match node {
///     0 => vec![Arc { to: 2, cost: 3, name: 10 }, Arc { to: 1, cost: 1, name: 11 }],
///     1 => vec![Arc { to: 2, cost: 1_u64, name: 12 }],
///     _ => vec![],
/// };
/// let ways = dijkstra(4, 0, arcs);
/// assert_eq!(ways.costs, [Some(0), Some(1), Some(2), None]);
/// assert_eq!(ways.last, [None, Some(11), Some(12), None]);
/// assert_eq!(ways.order, [0, 1, 2]);
/// ```
pub fn dijkstra<C, I>(nodes: usize, source: u32, arcs: impl Fn(u32) -> I) -> CheapestWays<C>
where
    C: Copy + Ord + Default + Add<Output = C>,
    I: IntoIterator<Item = Arc<C>>,
{
    let place = |node: u32| usize::try_from(node).expect("a node is an index");
    let mut ways = CheapestWays { costs: vec![None; nodes], last: vec![None; nodes], order: Vec::new() };
    ways.costs[place(source)] = Some(C::default());
    let mut heap = BinaryHeap::from([Reverse((C::default(), source))]);
    while let Some(Reverse((cost, node))) = heap.pop() {
        // This entry is a dearer way to a node that is settled.
        if ways.costs[place(node)] != Some(cost) {
            continue;
        }
        ways.order.push(node);
        for arc in arcs(node) {
            let (known, found) = (&mut ways.costs[place(arc.to)], cost + arc.cost);
            if known.is_none_or(|known| found < known) {
                *known = Some(found);
                ways.last[place(arc.to)] = Some(arc.name);
                heap.push(Reverse((found, arc.to)));
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use petgraph::graph::{DiGraph, NodeIndex};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn costs_are_those_of_petgraph_and_ways_add_up_to_them(
            arcs in proptest::collection::vec((0_u32..9, 0_u32..9, 0_u64..4), 0..40),
        ) {
            let leaving = |node: u32| {
                let own = arcs.iter().zip(0..).filter(move |((from, ..), _)| *from == node);
                own.map(|(&(_, to, cost), name)| Arc { to, cost, name })
            };
            let ways = dijkstra(9, 0, leaving);
            let mut graph = DiGraph::<(), u64>::new();
            for _ in 0..9 {
                graph.add_node(());
            }
            for &(from, to, cost) in &arcs {
                graph.add_edge(NodeIndex::from(from), NodeIndex::from(to), cost);
            }
            let known = petgraph::algo::dijkstra(&graph, NodeIndex::from(0), None, |edge| *edge.weight());
            let index = |node: u32| usize::try_from(node).expect("a small number");
            for node in 0..9 {
                let cost = ways.costs[index(node)];
                prop_assert_eq!(cost, known.get(&NodeIndex::from(node)).copied());
                if let Some(last) = ways.last[index(node)] {
                    let (from, to, step) = arcs[index(last)];
                    prop_assert_eq!((to, ways.costs[index(from)].map(|cost| cost + step)), (node, cost));
                } else {
                    prop_assert!(node == 0 || cost.is_none());
                }
            }
            let keys: Vec<_> = ways.order.iter().map(|&node| (ways.costs[index(node)], node)).collect();
            prop_assert!(keys.windows(2).all(|pair| pair[0].0 <= pair[1].0));
            prop_assert_eq!(keys.len(), known.len());
        }
    }
}
