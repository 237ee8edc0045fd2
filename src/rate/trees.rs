//! Cheapest ways of packets from node to node, and cheapest trees of packets that go to all hosts.

use crate::graph::{self, CheapestWays, PriceThenHops, Priced, dijkstra, least_tree};
use crate::model::{DemandsTask, Node, Packet, Subgroup, wide};
use std::iter::successors;

/// The way of packets with the same ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// Its directed links, in an order in which a packet may take them.
    pub(super) arcs: Vec<u32>,
    /// The number of packets.
    pub(super) packets: u64,
}

/// Packets with the same ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    from: u32,
    /// Where they go; none if they are copied to all.
    to: Option<u32>,
    pub(super) packets: u64,
}

/// The packets of a task, of each orbit under a group those that start at the least node of a class.
pub(super) struct Trees<'a> {
    task: &'a DemandsTask,
    /// By origin.
    pub(super) items: Vec<Item>,
    is_host: Vec<bool>,
}

/// The cheapest ways from a node.
type FromNode = CheapestWays<PriceThenHops<u128>>;

impl<'a> Trees<'a> {
    pub(super) fn new(task: &'a DemandsTask, group: Option<&Subgroup>) -> Self {
        let stands = |node: Node| group.is_none_or(|group| group.least(group.class(node)) == node);
        let mut items = Vec::new();
        for load in task.loads() {
            let (from, to) = match load.packet() {
                Packet::Personal { from, to } => (from, Some(to.narrow())),
                Packet::Copied { from } => (from, None),
                _ => continue,
            };
            if stands(from) {
                items.push(Item { from: from.narrow(), to, packets: load.count() });
            }
        }
        items.sort_by_key(|item| (item.from, item.to));
        let is_host = |node: u32| !task.network().is_switch(Node(node.into()));
        Self { task, items, is_host: (0..task.graph().nodes()).map(is_host).collect() }
    }

    /// Returns the number of searches for the ways of all packets.
    pub(super) fn searches(&self) -> usize {
        self.items.chunk_by(|a, b| a.from == b.from).count()
    }

    /// Returns the cheapest ways of all packets for the costs of directed links, by item; none if some node
    /// is not reached.
    pub(super) fn cheapest(&self, costs: &[u64]) -> Option<Vec<Way>> {
        let mut ways = Vec::with_capacity(self.items.len());
        let arcs = self.priced(costs);
        for own in self.items.chunk_by(|a, b| a.from == b.from) {
            let tree = own[0].to.is_some().then(|| self.ways_from(own[0].from, costs));
            for item in own {
                let arcs = match (item.to, &tree) {
                    (Some(to), Some(tree)) => self.way(tree, to),
                    _ => self.tree(item.from, &arcs)?,
                };
                ways.push(Way { arcs, packets: item.packets });
            }
        }
        Some(ways)
    }

    /// Returns the cheapest way of an item; none if some node is not reached.
    pub(super) fn cheapest_of(&self, item: usize, costs: &[u64]) -> Option<Vec<u32>> {
        let Item { from, to, .. } = self.items[item];
        match to {
            Some(to) => Some(self.way(&self.ways_from(from, costs), to)),
            None => self.tree(from, &self.priced(costs)),
        }
    }

    /// Returns the least price of all packets; none if it is too large to count.
    pub(super) fn least_price(&self, costs: &[u64]) -> Option<u128> {
        let mut sum = 0_u128;
        let arcs = self.priced(costs);
        for own in self.items.chunk_by(|a, b| a.from == b.from) {
            let tree = self.ways_from(own[0].from, costs);
            for item in own {
                let price = match item.to {
                    Some(to) => tree.costs[wide(to)]?.price,
                    None => self.least_price_of_copies(&tree, item.from, &arcs)?,
                };
                sum = sum.checked_add(price.checked_mul(item.packets.into())?)?;
            }
        }
        Some(sum)
    }

    /// Returns the price of a cheapest tree to all hosts; where there are switches, which need not be
    /// reached, at least that of the dearest host.
    fn least_price_of_copies(&self, tree: &FromNode, root: u32, arcs: &[Priced]) -> Option<u128> {
        if self.is_host.iter().all(|&host| host) {
            let into = least_tree(self.is_host.len(), wide(root), arcs)?;
            return Some(into.into_iter().flatten().map(|arc| u128::from(arcs[arc].cost)).sum());
        }
        let hosts = tree.costs.iter().zip(&self.is_host).filter(|(_, host)| **host);
        hosts.filter_map(|(cost, _)| cost.map(|cost| cost.price)).max()
    }

    /// Returns the directed links for trees; none if there are no trees.
    fn priced(&self, costs: &[u64]) -> Vec<Priced> {
        if self.items.iter().all(|item| item.to.is_some()) {
            return Vec::new();
        }
        let graph = self.task.graph();
        let priced = |arc: u32| {
            let (from, to) = (wide(graph.from(arc)), wide(graph.to(arc)));
            Priced { from, to, cost: costs[wide(arc)] }
        };
        (0..graph.arcs()).map(priced).collect()
    }

    fn ways_from(&self, from: u32, costs: &[u64]) -> FromNode {
        let graph = self.task.graph();
        let leaving = |node| {
            let way = |arc: u32| {
                let cost = PriceThenHops::one(costs[wide(arc)].into());
                graph::Arc { to: graph.to(arc), cost, name: arc }
            };
            graph.leaving(node).map(way)
        };
        dijkstra(wide(graph.nodes()), from, leaving)
    }

    fn way(&self, tree: &FromNode, to: u32) -> Vec<u32> {
        let before = |&arc: &u32| tree.last[wide(self.task.graph().from(arc))];
        let mut arcs: Vec<u32> = successors(tree.last[wide(to)], before).collect();
        arcs.reverse();
        arcs
    }

    /// Returns the root of an item that is copied to all hosts.
    pub(super) fn root_of(&self, item: usize) -> Option<u32> {
        let Item { from, to, .. } = self.items[item];
        to.is_none().then_some(from)
    }

    /// Returns whether all hosts are reached.
    pub(super) fn are_hosts_reached(&self, is_reached: &[bool]) -> bool {
        self.is_host.iter().zip(is_reached).all(|(&host, &reached)| !host || reached)
    }

    /// Returns a tree, whose links stand in an order in which a packet may take them, without branches that
    /// end at switches.
    pub(super) fn without_idle_ends(&self, tree: Vec<u32>) -> Vec<u32> {
        let graph = self.task.graph();
        let mut is_needed = self.is_host.clone();
        for &arc in tree.iter().rev() {
            if is_needed[wide(graph.to(arc))] {
                is_needed[wide(graph.from(arc))] = true;
            }
        }
        tree.into_iter().filter(|&arc| is_needed[wide(graph.to(arc))]).collect()
    }

    /// Returns the arcs of a cheapest tree to all nodes, by the hops of their ends from the root, without
    /// branches that end at switches; none if some node is not reached.
    fn tree(&self, root: u32, arcs: &[Priced]) -> Option<Vec<u32>> {
        let into = least_tree(self.is_host.len(), wide(root), arcs)?;
        let before = |node: usize| into[node].map(|arc| arcs[arc].from);
        let hops = |node: usize| successors(before(node), |&node| before(node)).count();
        let mut taken: Vec<(usize, u32)> = (0..self.is_host.len())
            .filter_map(|node| Some((hops(node), u32::try_from(into[node]?).ok()?)))
            .collect();
        taken.sort_unstable();
        Some(self.without_idle_ends(taken.into_iter().map(|(_, arc)| arc).collect()))
    }
}
