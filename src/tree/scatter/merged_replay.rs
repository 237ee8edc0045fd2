//! The replay of a schedule of merged packets, from its packets alone: who holds which message, the ports,
//! and how long it takes.

use crate::model::{Node, count_of};
use crate::tree::{CubeTree, Rule};
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// One packet over one edge of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedPacket {
    /// The node that sends it.
    pub from: Node,
    /// The node that receives it.
    pub to: Node,
    /// The destinations whose messages are in it, increasing.
    pub destinations: Vec<Node>,
}

/// The reason why a schedule of merged packets is not one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MergedError {
    /// A packet without a message, or with too many.
    #[error("step {step}: a packet of {found} messages, expected 1 to {most}")]
    Size {
        /// The step, from 0.
        step: u64,
        /// Messages in the packet.
        found: u64,
        /// Most messages in a packet.
        most: u64,
    },
    /// A packet that does not follow the tree.
    #[error("step {step}: a packet from node {} to node {}, which is no edge of the tree", from.0, to.0)]
    Edge {
        /// The step, from 0.
        step: u64,
        /// The sender.
        from: Node,
        /// The receiver.
        to: Node,
    },
    /// A message that its sender does not hold.
    #[error("step {step}: node {} sends the message for node {}, which it does not have (any more)", from.0, destination.0)]
    NotHeld {
        /// The step, from 0.
        step: u64,
        /// The sender.
        from: Node,
        /// The destination of the message.
        destination: Node,
    },
    /// More packets at a node, or over a link, than the rule of the ports allows.
    #[error("step {step}: node {} takes part in more packets than {} port allows", node.0, rule.word())]
    Port {
        /// The step, from 0.
        step: u64,
        /// The node.
        node: Node,
        /// The rule.
        rule: Rule,
    },
    /// A message that ends elsewhere.
    #[error("the message for node {} ends at node {}", destination.0, at.0)]
    NotDelivered {
        /// The destination.
        destination: Node,
        /// Where it is at the end.
        at: Node,
    },
}

/// Packets one after the other: each has to wait for the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MergedChain {
    /// How many packets.
    pub startups: u64,
    /// Messages in all of them.
    pub transfers: u64,
}

/// How long a schedule takes if every packet starts as soon as its data is there and the ports are free, in
/// the order of the schedule.
///
/// A packet of x messages takes τ + x·M·`t_c`. The time is that of the longest chain of packets, each of
/// which waits for the one before it; which chain is the longest depends on τ and M·`t_c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedTime {
    /// Most packets one after the other.
    pub startups: u64,
    /// Most messages one after the other.
    pub transfers: u64,
    /// Packets in all.
    pub packets: u64,
    /// Messages in the largest packet.
    pub largest: u64,
    /// The chains that may be the longest: of no two of them one has both fewer packets and fewer messages.
    pub chains: Vec<MergedChain>,
}

impl MergedTime {
    /// Returns the time for a start-up τ and a message of M·`t_c`.
    #[must_use]
    pub fn at(&self, startup: &BigRational, message: &BigRational) -> BigRational {
        let time = |chain: &MergedChain| {
            startup * BigRational::from_integer(chain.startups.into())
                + message * BigRational::from_integer(chain.transfers.into())
        };
        self.chains.iter().map(time).max().unwrap_or_else(BigRational::zero)
    }
}

/// Chains that end at one packet, by increasing start-ups and decreasing transfers.
type Front = Vec<MergedChain>;

/// Adds the chains of another front and drops those that others exceed.
fn join(front: &mut Front, other: &Front) {
    front.extend(other);
    pruned(front);
}

fn pruned(front: &mut Front) {
    front.sort_unstable();
    let mut kept: Front = Vec::new();
    for chain in front.drain(..).rev() {
        if kept.last().is_none_or(|last| chain.transfers > last.transfers) {
            kept.push(chain);
        }
    }
    kept.reverse();
    *front = kept;
}

/// What the replay knows at the end of a step.
struct Replay<'a> {
    tree: &'a CubeTree,
    capacity: u64,
    rule: Rule,
    /// The node that holds the message of a destination, and the chains that end when it arrives there.
    held: BTreeMap<Node, (Node, Front)>,
    /// The chains that end when a port is free: of a node (and its side), or of the link into a node.
    free: BTreeMap<(Node, bool), Front>,
    found: MergedTime,
}

/// Replays the steps of a schedule of merged packets, with at most `capacity` messages in a packet.
///
/// # Errors
/// [`MergedError`], the first that is found.
///
/// # Complexity
/// O(h log N) time for h messages in all packets, times the number of chains.
pub fn replay_merged(
    tree: &CubeTree,
    capacity: u64,
    rule: Rule,
    steps: &[Vec<MergedPacket>],
) -> Result<MergedTime, MergedError> {
    let others = (0..tree.nodes()).map(Node).filter(|&node| node != tree.root());
    let found = MergedTime { startups: 0, transfers: 0, packets: 0, largest: 0, chains: Vec::new() };
    let held = others.map(|node| (node, (tree.root(), Front::new()))).collect();
    let mut replay = Replay { tree, capacity, rule, held, free: BTreeMap::new(), found };
    for (number, step) in (0..).zip(steps) {
        replay.step(number, step)?;
    }
    if let Some((&destination, (at, _))) =
        replay.held.iter().find(|(destination, (at, _))| *destination != at)
    {
        return Err(MergedError::NotDelivered { destination, at: *at });
    }
    let chains = &replay.found.chains;
    replay.found.startups = chains.iter().map(|chain| chain.startups).max().unwrap_or(0);
    replay.found.transfers = chains.iter().map(|chain| chain.transfers).max().unwrap_or(0);
    Ok(replay.found)
}

impl Replay<'_> {
    /// The ports that a packet needs: of the sender and of the receiver, or its link.
    fn ports(&self, packet: &MergedPacket) -> Vec<(Node, bool)> {
        match self.rule {
            Rule::HalfDuplex => vec![(packet.from, true), (packet.to, true)],
            Rule::One => vec![(packet.from, true), (packet.to, false)],
            Rule::All => vec![(packet.to, false)],
        }
    }

    fn step(&mut self, step: u64, packets: &[MergedPacket]) -> Result<(), MergedError> {
        let mut used = Vec::new();
        let mut arrived = Vec::new();
        let mut moved = BTreeSet::new();
        for packet in packets {
            let (from, to) = (packet.from, packet.to);
            let size = count_of(packet.destinations.len());
            if size == 0 || size > self.capacity {
                return Err(MergedError::Size { step, found: size, most: self.capacity });
            }
            if to.0 >= self.tree.nodes() || self.tree.parent(to) != Some(from) {
                return Err(MergedError::Edge { step, from, to });
            }
            let mut before = Front::new();
            let ports = self.ports(packet);
            for &port in &ports {
                used.push(port);
                join(&mut before, self.free.entry(port).or_default());
            }
            for &destination in &packet.destinations {
                let is_new = moved.insert(destination);
                let held = self.held.get(&destination).filter(|(at, _)| is_new && *at == from);
                let (_, front) = held.ok_or(MergedError::NotHeld { step, from, destination })?;
                join(&mut before, front);
            }
            if before.is_empty() {
                before.push(MergedChain { startups: 0, transfers: 0 });
            }
            let add = |chain: &MergedChain| MergedChain {
                startups: chain.startups + 1,
                transfers: chain.transfers + size,
            };
            let after: Front = before.iter().map(add).collect();
            self.found.packets += 1;
            self.found.largest = self.found.largest.max(size);
            join(&mut self.found.chains, &after);
            arrived.push((packet, ports, after));
        }
        used.sort_unstable();
        if let Some(pair) = used.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(MergedError::Port { step, node: pair[0].0, rule: self.rule });
        }
        for (packet, ports, front) in arrived {
            for port in ports {
                self.free.insert(port, front.clone());
            }
            for &destination in &packet.destinations {
                self.held.insert(destination, (packet.to, front.clone()));
            }
        }
        Ok(())
    }
}
