//! Prices of the moves that bring copies to the hosts of a graph.

use crate::bound::nodes::at;
use crate::model::{DemandsTask, Node, Packet, count_of, wide};
use crate::wire::Lower;
use std::collections::{BTreeSet, VecDeque};

/// Most steps along links that the search takes.
const MAX_COPY_STEPS: u64 = 1 << 24;

/// Returns nodes whose sends cost 1 each, so that the packets that must come from them bound the time; none
/// if the bound is no more than `known`, and for packets from node to node.
///
/// Every host receives each packet of others once at least. Where all that comes to it comes from chosen
/// nodes, one of these sends it: T ≥ ⌈P/C⌉ + a for P such sends in all, C that the chosen nodes can make in a
/// slot, and a slots before the first of them can come. The candidates are, for each node, the nodes before
/// it. Other nodes are added to them, or taken from them, while P/C grows. Packets that are combined are
/// copied with time reversed (P2 §1).
///
/// # Complexity
/// O(n · (n + A)) for each candidate on n nodes and A directed links, within a fixed limit.
pub(in crate::bound) fn copy_prices(task: &DemandsTask, known: u64) -> Option<Lower> {
    if task.is_personal() || task.loads().is_empty() || task.network().link_list().is_none() {
        return None;
    }
    let turned = task.is_combined();
    let copied = if turned { task.reversed() } else { task.clone() };
    let nodes = u64::from(copied.graph().nodes());
    let mut left = MAX_COPY_STEPS;
    // The distances from the nearest packet of another node.
    left = left.checked_sub(nodes * (nodes + u64::from(copied.graph().arcs())))?;
    let mut chosen = Chosen::new(&copied);
    let mut best: Option<(u64, Vec<u32>)> = None;
    for start in chosen.starts() {
        chosen.clear();
        for &node in &start {
            chosen.flip(node);
        }
        chosen.improve(&mut left);
        let value = chosen.value();
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, chosen.nodes()));
        }
    }
    let (value, nodes) = best.filter(|&(value, _)| value > known)?;
    let price = |node: &u32| (at(Node((*node).into())), 1);
    let sends = nodes.iter().map(price).collect();
    // A half-duplex port does one of both, so that its receives cost nothing more.
    let receives = nodes.iter().filter(|&&node| task.is_half_duplex(node)).map(price).collect();
    let (sends, receives) = if turned { (receives, sends) } else { (sends, receives) };
    Some(Lower::Prices { value, links: Vec::new(), sends, receives })
}

/// A set of nodes whose sends have a price, and the hosts that receive from them alone.
#[derive(Debug)]
struct Chosen<'a> {
    task: &'a DemandsTask,
    has_price: Vec<bool>,
    /// By node: how many different nodes before it are not chosen.
    missing: Vec<u32>,
    /// By node: the nodes behind it, each once, and the number of nodes before it.
    behind: Vec<Vec<u32>>,
    before: Vec<u32>,
    /// By node: the packets of others that it must receive; none at switches.
    needs: Vec<u64>,
    /// By node: hops from the nearest other node that has packets.
    near: Vec<u64>,
    /// The total price that packets must pay, and the greatest price of the sends of a slot.
    paid: u64,
    capacity: u64,
}

impl<'a> Chosen<'a> {
    fn new(task: &'a DemandsTask) -> Self {
        let graph = task.graph();
        let nodes = wide(graph.nodes());
        let mut own = vec![0; nodes];
        for load in task.loads() {
            if let Packet::Copied { from } = load.packet() {
                own[wide(from.narrow())] += load.count();
            }
        }
        let all: u64 = own.iter().sum();
        let is_host = |node: u32| !task.network().is_switch(Node(node.into()));
        let needs = (0..).zip(&own).map(|(node, own)| if is_host(node) { all - own } else { 0 });
        let needs = needs.collect();
        let mut before = vec![0; nodes];
        let mut behind = Vec::with_capacity(nodes);
        for node in 0..graph.nodes() {
            let mut ends: Vec<u32> = graph.leaving(node).map(|arc| graph.to(arc)).collect();
            ends.dedup();
            for &end in &ends {
                before[wide(end)] += 1;
            }
            behind.push(ends);
        }
        let near = (0..graph.nodes()).map(|node| nearest(task, node, &own)).collect();
        let (has_price, missing) = (vec![false; nodes], before.clone());
        Self { task, has_price, missing, behind, before, needs, near, paid: 0, capacity: 0 }
    }

    /// Returns the candidates: the nodes before each node.
    fn starts(&self) -> BTreeSet<Vec<u32>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.before.len()];
        for (node, ends) in (0..).zip(&self.behind) {
            for &end in ends {
                before[wide(end)].push(node);
            }
        }
        before.into_iter().collect()
    }

    fn clear(&mut self) {
        self.has_price.fill(false);
        self.missing.clone_from(&self.before);
        (self.paid, self.capacity) = (0, 0);
    }

    fn nodes(&self) -> Vec<u32> {
        (0..).zip(&self.has_price).filter(|&(_, &chosen)| chosen).map(|(node, _)| node).collect()
    }

    /// Returns the least price that a host pays for a packet.
    fn price(&self, node: u32) -> u64 {
        let own = self.has_price[wide(node)] && self.task.is_half_duplex(node);
        u64::from(self.missing[wide(node)] == 0) + u64::from(own)
    }

    /// Chooses a node, or takes it out.
    fn flip(&mut self, node: u32) {
        let was = self.has_price[wide(node)];
        self.has_price[wide(node)] = !was;
        let own = if self.task.is_half_duplex(node) { self.needs[wide(node)] } else { 0 };
        let mut paid = own;
        for at in 0..self.behind[wide(node)].len() {
            let end = wide(self.behind[wide(node)][at]);
            let changes = self.missing[end] == u32::from(!was);
            paid += if changes { self.needs[end] } else { 0 };
            self.missing[end] = if was { self.missing[end] + 1 } else { self.missing[end] - 1 };
        }
        let sends = u64::from(self.task.sends_of(node));
        (self.paid, self.capacity) = if was {
            (self.paid - paid, self.capacity - sends)
        } else {
            (self.paid + paid, self.capacity + sends)
        };
    }

    /// Flips the node that gains most, while the ratio of the price paid to the capacity grows.
    fn improve(&mut self, left: &mut u64) {
        let step = count_of(self.before.len()) + u64::from(self.task.graph().arcs());
        while let Some(rest) = left.checked_sub(2 * step) {
            *left = rest;
            let mut best = (self.paid, self.capacity, None);
            for node in 0..self.task.graph().nodes() {
                self.flip(node);
                let gains = u128::from(self.paid) * u128::from(best.1)
                    > u128::from(best.0) * u128::from(self.capacity);
                if self.capacity > 0 && gains {
                    best = (self.paid, self.capacity, Some(node));
                }
                self.flip(node);
            }
            let Some(node) = best.2 else { break };
            self.flip(node);
        }
    }

    /// Returns the bound of these prices.
    fn value(&self) -> u64 {
        let priced = (0..).zip(&self.needs).filter(|&(node, &needs)| needs > 0 && self.price(node) > 0);
        let first = priced.map(|(node, _)| self.near[wide(node)] - 1).min();
        first.map_or(0, |first| self.paid.div_ceil(self.capacity) + first)
    }
}

/// Returns the hops from the nearest other node that has packets; the greatest number if there is no such
/// node.
fn nearest(task: &DemandsTask, node: u32, own: &[u64]) -> u64 {
    let graph = task.graph();
    let mut hops = vec![u64::MAX; own.len()];
    hops[wide(node)] = 0;
    let mut queue = VecDeque::from([node]);
    while let Some(here) = queue.pop_front() {
        if here != node && own[wide(here)] > 0 {
            return hops[wide(here)];
        }
        for &arc in graph.entering(here) {
            let before = graph.from(arc);
            if hops[wide(before)] == u64::MAX {
                hops[wide(before)] = hops[wide(here)] + 1;
                queue.push_back(before);
            }
        }
    }
    u64::MAX
}
