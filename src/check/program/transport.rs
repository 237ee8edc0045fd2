//! The transport model of models/formats/programs.md, rebuilt from packets that each have ends of their own:
//! variables by index, rows by name.

use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::program::rows::{ProgramRows, Terms, VARIABLE_LIMIT, spend_model};
use crate::refusal::rejection::Rejection;
use crate::task::packets::Ends;
use crate::task::ports::{Ports, Rule};
use isotask_wire::{DelayRow, DelayVariable};
use std::collections::BTreeSet;

/// Steps of a packet that is sorted into the commodities.
const STEPS_OF_A_PACKET: u64 = 64;

/// A commodity: all packets for one node, or one packet that is copied.
#[derive(Debug)]
struct Commodity {
    /// Its number in the names of rows and variables.
    name: u64,
    /// Number of packets that start at each node.
    starts: Vec<i128>,
    /// Their destination; none if they are copied to all nodes.
    goal: Option<usize>,
}

/// The model.
#[derive(Debug)]
pub(crate) struct TransportModel {
    /// By increasing name.
    commodities: Vec<Commodity>,
    /// For every node and link the node to which it leads, if the node has it.
    next: Vec<Option<usize>>,
    /// For every node the links that lead to it, each with its sender.
    into: Vec<Vec<(usize, usize)>>,
    links: usize,
    slots: usize,
    ports: Ports,
    /// The port rule of each node.
    rules: Vec<Rule>,
    /// Whether each node is a switch, which needs no copies.
    is_switch: Vec<bool>,
    fixed: Vec<Option<bool>>,
}

impl TransportModel {
    /// Rebuilds the model for packets with their numbers and `horizon` slots.
    ///
    /// # Complexity
    /// Time and space O(commodities · n · m · slots) within a fixed limit, and O(packets · log packets).
    pub(crate) fn new(
        network: &Network,
        ports: Ports,
        packets: impl Iterator<Item = (Ends, u64)>,
        claim: usize,
        horizon: u64,
    ) -> Result<Self, Rejection> {
        let too_large = || Rejection::DelayModelTooLarge { claim, limit: VARIABLE_LIMIT };
        let small = |number| usize::try_from(number).map_err(|_| too_large());
        // The number of packets may be that of nodes, or of pairs of nodes.
        if network.nodes > VARIABLE_LIMIT {
            return Err(too_large());
        }
        let packets: Vec<_> = packets.collect();
        network.effort.spend_times(wide(packets.len()), STEPS_OF_A_PACKET)?;
        let (packets, backwards) = as_modelled(packets);
        let copied = packets.iter().any(|(ends, _)| ends.to.is_none());
        let number = if copied {
            packets.iter().map(|&(_, count)| u128::from(count)).sum()
        } else {
            u128::from(wide(packets.chunk_by(|a, b| a.0.to == b.0.to).count()))
        };
        let number = u64::try_from(number).map_err(|_| too_large())?.max(1);
        let links = network.links();
        let size = network.nodes.checked_mul(wide(links)).and_then(|size| size.checked_mul(number));
        let size = size.and_then(|size| size.checked_mul(horizon.max(1)));
        let size = size.filter(|&size| size <= VARIABLE_LIMIT).ok_or_else(too_large)?;
        spend_model(network, size, network.nodes.saturating_mul(wide(links)))?;
        let (nodes, slots) = (small(network.nodes)?, small(horizon)?);
        let way = if backwards { Flow::In } else { Flow::Out };
        let mut next = Vec::with_capacity(nodes * links);
        let mut into = vec![Vec::new(); nodes];
        for (from, node) in (0..network.nodes).enumerate() {
            for link in 0..links {
                let to = network.adjacent(node, link, way).map(small).transpose()?;
                next.push(to);
                if let Some(to) = to {
                    into[to].push((from, link));
                }
            }
        }
        let commodities = commodities(&packets, nodes, copied).ok_or_else(too_large)?;
        let rules = (0..network.nodes).map(|node| ports.of(network, node)).collect();
        let is_switch = (0..network.nodes).map(|node| network.is_switch(node)).collect();
        let fixed = Vec::new();
        let mut model = Self { commodities, next, into, links, slots, ports, rules, is_switch, fixed };
        model.variables();
        Ok(model)
    }

    /// Adds the variables of all moves of all slots, and fixes those to 0 that no schedule needs, or makes in
    /// time.
    fn variables(&mut self) {
        let mut fixed = Vec::with_capacity(self.commodities.len() * self.next.len() * self.slots);
        for commodity in &self.commodities {
            let since = self.hops(|node| commodity.starts[node] > 0, false);
            let left = commodity.goal.map(|goal| self.hops(|node| node == goal, true));
            for (node, &since) in since.iter().enumerate() {
                for link in 0..self.links {
                    let to = self.next(node, link).filter(|&to| {
                        // A packet stays at its destination; no copy is needed at its start.
                        commodity.goal.map_or(commodity.starts[to] == 0, |goal| node != goal)
                    });
                    for slot in 0..self.slots {
                        let possible = to.is_some_and(|to| {
                            let left = left.as_ref().map_or(0, |left| left[to]);
                            since <= slot && left < self.slots - slot
                        });
                        fixed.push((!possible).then_some(false));
                    }
                }
            }
        }
        self.fixed = fixed;
    }

    /// Returns for every node the least number of moves from the nearest of some nodes, or, backwards, to it.
    fn hops(&self, from: impl Fn(usize) -> bool, back: bool) -> Vec<usize> {
        let mut hops = vec![usize::MAX; self.into.len()];
        let mut front: Vec<usize> = (0..hops.len()).filter(|&node| from(node)).collect();
        let mut round = 0;
        while !front.is_empty() {
            front.retain(|&node| hops[node] == usize::MAX);
            for &node in &front {
                hops[node] = round;
            }
            let mut reached = Vec::new();
            for &node in &front {
                if back {
                    reached.extend(self.into[node].iter().map(|&(from, _)| from));
                } else {
                    reached.extend((0..self.links).filter_map(|link| self.next(node, link)));
                }
            }
            front = reached.into_iter().filter(|&to| hops[to] == usize::MAX).collect();
            front.sort_unstable();
            front.dedup();
            round += 1;
        }
        hops
    }

    fn next(&self, node: usize, link: usize) -> Option<usize> {
        self.next[node * self.links + link]
    }

    fn y(&self, commodity: usize, node: usize, link: usize, slot: usize) -> usize {
        (commodity * self.next.len() + node * self.links + link) * self.slots + slot
    }

    fn commodity(&self, name: u64) -> Option<usize> {
        self.commodities.binary_search_by_key(&name, |commodity| commodity.name).ok()
    }

    fn node(&self, node: u64) -> Option<usize> {
        narrow(node, self.into.len())
    }

    fn slot(&self, slot: u64) -> Option<usize> {
        narrow(slot, self.slots)
    }

    /// Returns the index of a link, if the node has it.
    fn link(&self, node: usize, link: u64) -> Option<usize> {
        narrow(link, self.links).filter(|&link| self.next(node, link).is_some())
    }

    /// Returns the indices of a commodity of packets for one node and of a node, if that is another one.
    fn personal(&self, name: u64, node: u64) -> Option<(usize, usize)> {
        let (commodity, node) = (self.commodity(name)?, self.node(node)?);
        self.commodities[commodity].goal.is_some_and(|goal| goal != node).then_some((commodity, node))
    }

    /// Returns the indices of a copied packet and of a node, if the packet starts at another node.
    fn copied(&self, name: u64, node: u64) -> Option<(usize, usize)> {
        let (commodity, node) = (self.commodity(name)?, self.node(node)?);
        let Commodity { starts, goal, .. } = &self.commodities[commodity];
        (goal.is_none() && starts[node] == 0).then_some((commodity, node))
    }

    /// Returns the packets that come to a node before a slot.
    fn came(&self, commodity: usize, node: usize, until: usize) -> impl Iterator<Item = (usize, i128)> + '_ {
        let links = self.into[node].iter();
        links.flat_map(move |&(from, link)| {
            (0..until).map(move |slot| (self.y(commodity, from, link, slot), 1))
        })
    }

    /// Returns the row that the packets that came to a node before slot `until`, less those that left it
    /// before slot `through`, are at least the negative number of those that started there.
    fn balance(&self, (commodity, node): (usize, usize), until: usize, through: usize) -> Terms {
        let left = (0..self.links)
            .flat_map(|link| (0..through).map(move |slot| (self.y(commodity, node, link, slot), -1)));
        let list = self.came(commodity, node, until).chain(left).collect();
        Terms { list, bound: -self.commodities[commodity].starts[node], equation: false }
    }

    /// Returns the moves of all commodities over a link in a slot, each with the factor −1.
    fn uses(&self, node: usize, link: usize, slot: usize) -> impl Iterator<Item = (usize, i128)> + '_ {
        (0..self.commodities.len()).map(move |commodity| (self.y(commodity, node, link, slot), -1))
    }

    fn sends(&self, node: usize, slot: usize) -> impl Iterator<Item = (usize, i128)> + '_ {
        (0..self.links).flat_map(move |link| self.uses(node, link, slot))
    }

    fn receives(&self, node: usize, slot: usize) -> impl Iterator<Item = (usize, i128)> + '_ {
        self.into[node].iter().flat_map(move |&(from, link)| self.uses(from, link, slot))
    }

    /// Returns the row for the ports of a node, if their rule is of this kind.
    fn port_row(&self, node: usize, list: Vec<(usize, i128)>, half_duplex: bool) -> Option<Terms> {
        let rule = self.rules[node];
        let row = Terms { list, bound: -i128::from(rule.each), equation: false };
        (rule.half_duplex == half_duplex).then_some(row)
    }
}

/// Returns the packets as the model has them, sorted by destination, then by start, and whether they are
/// reversed. Combined packets are reversed, so that they are copied; personal ones are reversed if fewer
/// nodes send than receive.
fn as_modelled(mut packets: Vec<(Ends, u64)>) -> (Vec<(Ends, u64)>, bool) {
    let number = |end: fn(&Ends) -> Option<u64>| -> usize {
        packets.iter().map(|(ends, _)| end(ends)).collect::<BTreeSet<_>>().len()
    };
    let combined = packets.iter().any(|(ends, _)| ends.from.is_none());
    let copied = packets.iter().any(|(ends, _)| ends.to.is_none());
    let backwards = combined || (!copied && number(|ends| ends.from) < number(|ends| ends.to));
    if backwards {
        for (ends, _) in &mut packets {
            *ends = Ends { from: ends.to, to: ends.from };
        }
    }
    packets.sort_unstable_by_key(|(ends, _)| (ends.to, ends.from));
    (packets, backwards)
}

/// Returns one commodity for each node that packets go to, or for each packet that is copied.
fn commodities(packets: &[(Ends, u64)], nodes: usize, copied: bool) -> Option<Vec<Commodity>> {
    let mut commodities: Vec<Commodity> = Vec::new();
    for &(Ends { from, to }, count) in packets {
        let from = narrow(from?, nodes)?;
        let mut starts = vec![0; nodes];
        if copied {
            starts[from] = 1;
            for _ in 0..count {
                let name = wide(commodities.len());
                commodities.push(Commodity { name, starts: starts.clone(), goal: None });
            }
            continue;
        }
        let name = to?;
        if let Some(last) = commodities.last_mut().filter(|last| last.name == name) {
            last.starts[from] += i128::from(count);
        } else {
            starts[from] = i128::from(count);
            commodities.push(Commodity { name, starts, goal: Some(narrow(name, nodes)?) });
        }
    }
    Some(commodities)
}

impl ProgramRows for TransportModel {
    fn fixed(&self) -> &[Option<bool>] {
        &self.fixed
    }

    fn objective(&self) -> &[(usize, i128)] {
        &[]
    }

    fn variable(&self, name: DelayVariable) -> Option<usize> {
        let DelayVariable::Carry { commodity, node, link, slot } = name else { return None };
        let (commodity, node) = (self.commodity(commodity)?, self.node(node)?);
        Some(self.y(commodity, node, self.link(node, link)?, self.slot(slot)?))
    }

    fn row(&self, name: DelayRow) -> Option<Terms> {
        match name {
            DelayRow::Stock { commodity, node, slot } => {
                let slot = self.slot(slot)?;
                Some(self.balance(self.personal(commodity, node)?, slot, slot + 1))
            }
            DelayRow::Clear { commodity, node } => {
                let row = self.balance(self.personal(commodity, node)?, self.slots, self.slots);
                Some(Terms { equation: true, ..row })
            }
            DelayRow::Copy { commodity, node, link, slot } => {
                let (commodity, node) = self.copied(commodity, node)?;
                let (link, slot) = (self.link(node, link)?, self.slot(slot)?);
                let sent = [(self.y(commodity, node, link, slot), -1)];
                let list = self.came(commodity, node, slot).chain(sent).collect();
                Some(Terms { list, bound: 0, equation: false })
            }
            DelayRow::Reach { commodity, node } => {
                let (commodity, node) = self.copied(commodity, node)?;
                let came = self.came(commodity, node, self.slots);
                if self.is_switch[node] {
                    // A switch receives at most one copy, and need not receive any.
                    let list = came.map(|(variable, _)| (variable, -1)).collect();
                    return Some(Terms { list, bound: -1, equation: false });
                }
                Some(Terms { list: came.collect(), bound: 1, equation: true })
            }
            DelayRow::Arc { node, link, slot } => {
                let node = self.node(node)?;
                let list = self.uses(node, self.link(node, link)?, self.slot(slot)?).collect();
                Some(Terms { list, bound: -1, equation: false })
            }
            DelayRow::Sends { node, slot } => {
                let (node, slot) = (self.node(node)?, self.slot(slot)?);
                self.port_row(node, self.sends(node, slot).collect(), false)
            }
            DelayRow::Receives { node, slot } => {
                let (node, slot) = (self.node(node)?, self.slot(slot)?);
                self.port_row(node, self.receives(node, slot).collect(), false)
            }
            DelayRow::Either { node, slot } => {
                let (node, slot) = (self.node(node)?, self.slot(slot)?);
                let both = self.sends(node, slot).chain(self.receives(node, slot)).collect();
                self.port_row(node, both, true)
            }
            DelayRow::Pairs { slot } => {
                let slot = self.slot(slot)?;
                let list = (0..self.into.len()).flat_map(|node| self.sends(node, slot)).collect();
                let row = Terms { list, bound: -i128::from(wide(self.into.len() / 2)), equation: false };
                self.ports.half_duplex_everywhere().then_some(row)
            }
            _ => None,
        }
    }
}
