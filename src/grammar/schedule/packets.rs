//! The packets of a task, one by one, and the block numbers by which other programs name them.

use super::fault::ScheduleFault;
use crate::model::{DemandsTask, Node, Packet, Problem};
use crate::wire::{Collective, Ends, NodeRef};
use std::collections::BTreeMap;

/// A packet, and its number among packets with equal ends.
pub(super) type Key = (Packet, u64);

/// All packets of a task.
#[derive(Debug)]
pub(super) struct Packets {
    /// The index of the first packet with these ends, and the number of such packets.
    numbers: BTreeMap<Packet, (u32, u64)>,
    total: u64,
    /// Number of nodes.
    pub(super) nodes: u64,
    /// The number of packets for each item of the task.
    pub(super) count: u64,
    root: Option<Node>,
    collective: Collective,
}

impl Packets {
    /// Lists the packets of a problem.
    ///
    /// # Errors
    /// [`ScheduleFault::Task`] when there are too many.
    pub(super) fn of(problem: &Problem) -> Result<Self, ScheduleFault> {
        let listed = DemandsTask::new(problem.document()).map_err(ScheduleFault::Task)?;
        let mut counts: BTreeMap<Packet, u64> = BTreeMap::new();
        for load in listed.loads() {
            *counts.entry(load.packet()).or_default() += load.count();
        }
        let mut total = 0;
        let mut numbers = BTreeMap::new();
        for (packet, count) in counts {
            let first = u32::try_from(total).expect("at most 2^22 packets");
            numbers.insert(packet, (first, count));
            total += count;
        }
        let (collective, root, count) = Collective::of(&problem.document().task);
        let network = problem.network();
        let node = |root| network.node(root, String::new).expect("the problem has this root");
        Ok(Self { numbers, total, nodes: network.nodes(), count, root: root.map(node), collective })
    }

    /// Returns the index of a packet.
    pub(super) fn index(&self, (packet, copy): Key) -> Option<u32> {
        let &(first, count) = self.numbers.get(&packet)?;
        (copy < count).then(|| first + u32::try_from(copy).expect("fewer than 2^22"))
    }

    /// Returns all packets by their ends, in the order of their indices.
    pub(super) fn ends(&self) -> Vec<Ends> {
        let at = |node: Node| NodeRef::Index(node.0);
        let mut all = Vec::with_capacity(usize::try_from(self.total).expect("at most 2^22 packets"));
        for (&packet, &(_, count)) in &self.numbers {
            let ends = Ends::new(match packet {
                Packet::Personal { from, to } => vec![at(from), at(to)],
                Packet::Copied { from: node } | Packet::Combined { to: node } => vec![at(node)],
                Packet::Summed { .. } => Vec::new(),
            });
            all.extend((0..count).map(|_| ends.clone()));
        }
        all
    }

    /// Returns the packet with these ends; if the task has a root, the end that is the root may be missing.
    pub(super) fn between(&self, from: Option<u64>, to: Option<u64>) -> Option<Packet> {
        // An end must be a node even if the packet does not depend on it.
        if [from, to].into_iter().flatten().any(|node| node >= self.nodes) {
            return None;
        }
        let (from, to) = (from.map(Node), to.map(Node));
        let packet = match self.collective {
            Collective::Broadcast | Collective::AllGather => Packet::Copied { from: from.or(self.root)? },
            Collective::Reduce | Collective::ReduceScatter | Collective::AllReduce => {
                Packet::Combined { to: to.or(self.root)? }
            }
            Collective::Scatter => Packet::Personal { from: from.or(self.root)?, to: to? },
            Collective::Gather => Packet::Personal { from: from?, to: to.or(self.root)? },
            Collective::AllToAll | Collective::Exchange => Packet::Personal { from: from?, to: to? },
        };
        self.numbers.contains_key(&packet).then_some(packet)
    }

    /// Returns the packet of a block number, which is item · count + copy for a task with `count` packets per
    /// item. The item is `from · n + to` in a total exchange, or `to · n + from` with `by_goal`. In other
    /// collectives it is the node at which a block starts or for which it is, or 0 if there is only one
    /// block.
    ///
    /// # Errors
    /// Returns a message if the number names no packet.
    pub(super) fn numbered(&self, block: u64, by_goal: bool) -> Result<Key, String> {
        let (item, copy) = (block / self.count, block % self.count);
        let packet = match self.collective {
            Collective::AllToAll => {
                let (high, low) = (item / self.nodes, item % self.nodes);
                let (from, to) = if by_goal { (low, high) } else { (high, low) };
                self.between(Some(from), Some(to))
            }
            Collective::AllGather | Collective::Gather => self.between(Some(item), None),
            Collective::ReduceScatter | Collective::AllReduce | Collective::Scatter => {
                self.between(None, Some(item))
            }
            Collective::Broadcast | Collective::Reduce if item == 0 => self.between(None, None),
            Collective::Broadcast | Collective::Reduce => None,
            Collective::Exchange => {
                return Err(format!("block {block} by number, expected [from, to] or [from, to, copy]"));
            }
        };
        packet
            .map(|packet| (packet, copy))
            .ok_or_else(|| format!("block {block}, expected one that the task moves"))
    }
}
