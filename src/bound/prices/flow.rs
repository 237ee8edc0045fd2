//! Presents the links and ports of a network, with their capacities, as rows of a linear program.

use crate::graph::{Arc, CheapestWays, PriceThenHops, dijkstra};
use crate::model::{ArcOrbits, DemandsTask, Node, Packet, Subgroup, count_of, wide};
use crate::wire::{NodeRef, SlotPrices};
use rayon::prelude::*;
use std::iter::successors;

/// The greatest price of a row.
const MAX_STATIC_PRICE: u64 = 1 << 40;

/// The rows: links, and the ports of nodes, each with its capacity in a slot.
///
/// A packet on a link uses the link, a send of the node that it leaves and a receive of the node that it
/// reaches. With a half-duplex port both use the one row of their node. Rows that others imply are left out:
/// links where all nodes have one port, ports of nodes that have no more links. Parallel links are one row.
#[derive(Debug)]
pub(crate) struct FlowRows<'a> {
    pub(crate) task: &'a DemandsTask,
    /// Packets by origin: where they go, and how many; under a group only the packets of one node of each
    /// class.
    pub(crate) demands: Vec<Vec<(u32, u64)>>,
    /// The origins that have packets.
    senders: Vec<u32>,
    /// For each arc, send and receive its row, if there is one.
    links: Vec<Option<usize>>,
    sends: Vec<Option<usize>>,
    receives: Vec<Option<usize>>,
    /// What each row carries in a slot.
    pub(crate) capacities: Vec<u64>,
}

/// Rows that have prices, and packets that pay them.
pub(crate) trait Rows {
    /// Returns the capacity of each row.
    fn capacities(&self) -> &[u64];

    /// Returns the greatest price of a row.
    fn greatest(&self) -> u64;

    /// Sends every packet along its cheapest route.
    fn cheapest(&self, prices: &[u64]) -> PricedFlow;

    /// Returns the price of the capacity of all rows.
    fn priced_capacity(&self, prices: &[u64]) -> u128 {
        self.capacities()
            .iter()
            .zip(prices)
            .map(|(&capacity, &price)| u128::from(capacity) * u128::from(price))
            .sum()
    }
}

/// Rows whose packets take one route each, and may be sent part by part.
pub(crate) trait Routes: Rows {
    /// Returns the number of parts whose packets may be sent one part after the other.
    fn parts(&self) -> usize;

    /// Returns the number of packets of each demand of a part.
    fn counts(&self, part: usize) -> Vec<u64>;

    /// Returns, for each of some parts and each of its demands, the rows of a cheapest route, each as often
    /// as it is used.
    fn cheapest_routes(&self, parts: &[usize], prices: &[u64]) -> Vec<Vec<Vec<u32>>>;
}

/// The flow of all packets along cheapest routes for given prices.
#[derive(Debug, Default)]
pub(crate) struct PricedFlow {
    /// Σ over the packets of the price of their cheapest routes.
    pub(crate) sum: u128,
    /// How often these routes use each row.
    pub(crate) uses: Vec<u64>,
}

impl PricedFlow {
    /// Adds the flow of other packets.
    pub(crate) fn merged_with(mut self, other: Self) -> Self {
        self.uses.iter_mut().zip(other.uses).for_each(|(uses, more)| *uses += more);
        Self { sum: self.sum + other.sum, ..self }
    }
}

impl<'a> FlowRows<'a> {
    /// Returns the rows of a task of personal packets. Under a group that keeps the task there is one row for
    /// all links, or nodes, that the group takes to one another, and the packets are those of one node of
    /// each class. All sums are then 1/|H| of those of the network: by convexity some best prices are equal
    /// on orbits.
    pub(crate) fn new(task: &'a DemandsTask, group: Option<&Subgroup>) -> Self {
        let graph = task.graph();
        let nodes = wide(graph.nodes());
        let mut demands = vec![Vec::new(); nodes];
        let least =
            |node: u32| group.map_or(node, |group| group.least(group.class(Node(node.into()))).narrow());
        for load in task.loads() {
            if let Packet::Personal { from, to } = load.packet()
                && least(from.narrow()) == from.narrow()
            {
                demands[wide(from.narrow())].push((to.narrow(), load.count()));
            }
        }
        let mut capacities = Vec::new();
        let mut row = |wanted: bool, carried: u32| {
            wanted.then(|| {
                capacities.push(u64::from(carried));
                capacities.len() - 1
            })
        };
        let half = |node| task.is_half_duplex(node);
        let short_out = |node| half(node) || task.sends_of(node) < graph.degree(node);
        let short_in = |node| half(node) || task.receives_of(node) < graph.degree_in(node);
        let one_out = |node| short_out(node) && task.sends_of(node) == 1;
        let one_in = |node| short_in(node) && task.receives_of(node) == 1;
        let orbits = group.map(|group| ArcOrbits::new(task.network(), graph, group));
        let mut known: Vec<Option<Option<usize>>> = vec![None; orbits.as_ref().map_or(0, ArcOrbits::count)];
        let mut links: Vec<Option<usize>> = Vec::with_capacity(wide(graph.arcs()));
        for arc in 0..graph.arcs() {
            let orbit = orbits.as_ref().map(|orbits| wide(orbits.of[wide(arc)]));
            if let Some(row) = orbit.and_then(|orbit| known[orbit]) {
                links.push(row);
                continue;
            }
            let (from, to) = (graph.from(arc), graph.to(arc));
            // Parallel arcs stand next to each other, by their one origin.
            let is_first = arc == graph.leaving(from).start || graph.to(arc - 1) != to;
            links.push(if is_first {
                let same = (arc..graph.leaving(from).end).take_while(|&other| graph.to(other) == to);
                let capacity = u32::try_from(same.count()).expect("at most the arcs");
                row(!(one_out(from) || one_in(to)), capacity)
            } else {
                *links.last().expect("one stands before it")
            });
            if let Some(orbit) = orbit {
                known[orbit] = links.last().copied();
            }
        }
        // The least node of a class comes first.
        let mut sends: Vec<Option<usize>> = Vec::with_capacity(nodes);
        let mut receives: Vec<Option<usize>> = Vec::with_capacity(nodes);
        for node in 0..graph.nodes() {
            let known = Some(least(node)).filter(|&least| least < node).map(wide);
            sends.push(known.map_or_else(|| row(short_out(node), task.sends_of(node)), |least| sends[least]));
        }
        for node in 0..graph.nodes() {
            receives.push(match Some(least(node)).filter(|&least| least < node).map(wide) {
                Some(least) => receives[least],
                // One port for both.
                None if half(node) => sends[wide(node)],
                None => row(short_in(node), task.receives_of(node)),
            });
        }
        let has_some = |&node: &u32| !demands[wide(node)].is_empty();
        let senders = (0..graph.nodes()).filter(has_some).collect();
        Self { task, demands, senders, links, sends, receives, capacities }
    }

    /// Returns the steps of one evaluation: links looked at.
    pub(crate) fn cost(&self) -> u64 {
        count_of(self.senders.len()) * u64::from(self.task.graph().arcs())
    }

    /// Returns the rows of the sends and of the receives of a node, if there are such.
    pub(crate) fn port_rows(&self, node: u32) -> [Option<usize>; 2] {
        [self.sends[wide(node)], self.receives[wide(node)]]
    }

    /// Returns the rows of an arc: those of its sender, its receiver and its link.
    pub(crate) fn rows(&self, arc: u32) -> [Option<usize>; 3] {
        let graph = self.task.graph();
        [self.sends[wide(graph.from(arc))], self.receives[wide(graph.to(arc))], self.links[wide(arc)]]
    }

    /// Returns whether an arc is the first of parallel ones, whose one row is listed there.
    pub(crate) fn is_first(&self, arc: u32) -> bool {
        let graph = self.task.graph();
        arc == graph.leaving(graph.from(arc)).start || graph.to(arc - 1) != graph.to(arc)
    }

    /// Returns the cost of a move over each arc.
    pub(crate) fn arc_costs(&self, prices: &[u64]) -> Vec<u64> {
        let of = |arc| self.rows(arc).into_iter().flatten().map(|row| prices[row]).sum();
        (0..self.task.graph().arcs()).map(of).collect()
    }

    /// Returns the uses of rows, from those of arcs.
    pub(crate) fn row_uses(&self, arcs: &[u64]) -> Vec<u64> {
        let mut uses = vec![0; self.capacities.len()];
        for (arc, &count) in (0..).zip(arcs) {
            for row in self.rows(arc).into_iter().flatten() {
                uses[row] += count;
            }
        }
        uses
    }

    /// Returns the prices that are not 0, as documents list them.
    pub(crate) fn nonzero_prices(&self, prices: &[u64]) -> SlotPrices {
        let graph = self.task.graph();
        let at = |node: u32| NodeRef::Index(node.into());
        let price = |row: &Option<usize>| row.map(|row| prices[row]).filter(|&price| price > 0);
        let ports = |rows: &[Option<usize>]| -> Vec<(NodeRef, u64)> {
            (0..graph.nodes()).zip(rows).filter_map(|(node, row)| Some((at(node), price(row)?))).collect()
        };
        let link = |(arc, row)| {
            let price = price(row).filter(|_| self.is_first(arc))?;
            Some((at(graph.from(arc)), at(graph.to(arc)), price))
        };
        SlotPrices {
            links: (0..graph.arcs()).zip(&self.links).filter_map(link).collect(),
            sends: ports(&self.sends),
            receives: ports(&self.receives),
        }
    }
}

impl Rows for FlowRows<'_> {
    fn capacities(&self) -> &[u64] {
        &self.capacities
    }

    fn greatest(&self) -> u64 {
        MAX_STATIC_PRICE
    }

    /// Chooses a route with the fewest hops among equally cheap ones.
    ///
    /// # Complexity
    /// O(s · A log A) for s senders and A arcs.
    fn cheapest(&self, prices: &[u64]) -> PricedFlow {
        let senders: Vec<usize> = (0..self.senders.len()).collect();
        self.send_all(&senders, prices)
    }
}

impl Routes for FlowRows<'_> {
    fn parts(&self) -> usize {
        self.senders.len()
    }

    fn counts(&self, part: usize) -> Vec<u64> {
        self.demands[wide(self.senders[part])].iter().map(|&(_, count)| count).collect()
    }

    fn cheapest_routes(&self, parts: &[usize], prices: &[u64]) -> Vec<Vec<Vec<u32>>> {
        let arcs = self.arc_costs(prices);
        parts.par_iter().map(|&part| self.routes_of(self.senders[part], &arcs)).collect()
    }
}

impl FlowRows<'_> {
    /// Sends the packets of some senders.
    fn send_all(&self, senders: &[usize], prices: &[u64]) -> PricedFlow {
        let arcs = self.arc_costs(prices);
        // Sums of integers do not depend on which thread has which senders.
        let share = senders.len().div_ceil(rayon::current_num_threads());
        let paid = senders.par_chunks(share.max(1)).map(|senders| self.send(senders, &arcs));
        let paid = paid.reduce_with(PricedFlow::merged_with).unwrap_or_default();
        PricedFlow { uses: self.row_uses(&paid.uses), ..paid }
    }

    /// Returns the cheapest routes from a node.
    fn tree(&self, from: u32, arcs: &[u64]) -> CheapestWays<PriceThenHops<u64>> {
        let graph = self.task.graph();
        let leaving = |node| {
            let way = |arc| Arc { to: graph.to(arc), cost: PriceThenHops::one(arcs[wide(arc)]), name: arc };
            graph.leaving(node).map(way)
        };
        dijkstra(wide(graph.nodes()), from, leaving)
    }

    /// Returns the rows of the cheapest route to each destination of a sender.
    fn routes_of(&self, from: u32, arcs: &[u64]) -> Vec<Vec<u32>> {
        let tree = self.tree(from, arcs);
        let way = |&(to, _): &(u32, u64)| {
            let arc_to = |node: u32| tree.last[wide(node)];
            let before = |&arc: &u32| arc_to(self.task.graph().from(arc));
            successors(arc_to(to), before).flat_map(|arc| self.row_indices(arc)).collect()
        };
        self.demands[wide(from)].iter().map(way).collect()
    }

    /// Returns the indices of the rows of an arc.
    pub(crate) fn row_indices(&self, arc: u32) -> impl Iterator<Item = u32> {
        let name = |row| u32::try_from(row).expect("rows of a table");
        self.rows(arc).into_iter().flatten().map(name)
    }

    /// Sends the packets of some senders for the prices of arcs; the uses are those of arcs.
    fn send(&self, senders: &[usize], arcs: &[u64]) -> PricedFlow {
        let graph = self.task.graph();
        let mut sent = PricedFlow { sum: 0, uses: vec![0; arcs.len()] };
        for &from in senders.iter().map(|&sender| &self.senders[sender]) {
            let list = &self.demands[wide(from)];
            let tree = self.tree(from, arcs);
            let mut through = vec![0_u64; wide(graph.nodes())];
            for &(to, count) in list {
                let paid = tree.costs[wide(to)].expect("every packet has a way").price;
                sent.sum += u128::from(paid) * u128::from(count);
                through[wide(to)] += count;
            }
            // From the farthest to the nearest: the packets through a node came over its arc.
            for &node in tree.order.iter().rev() {
                if let Some(arc) = tree.last[wide(node)] {
                    let count = through[wide(node)];
                    sent.uses[wide(arc)] += count;
                    through[wide(graph.from(arc))] += count;
                }
            }
        }
        sent
    }
}
