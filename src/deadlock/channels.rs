//! The channel dependency graph of a routing function, and whether it has a cycle (W. J. Dally and C. L.
//! Seitz, *Deadlock-free message routing in multiprocessor interconnection networks*, 1987).

use crate::model::Node;
use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// One direction of a link with a buffer of its own for one message. Several lanes (virtual channels) may
/// share a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel {
    /// Where it begins.
    pub from: Node,
    /// Where it ends; its buffer is here.
    pub to: Node,
    /// Which of the virtual channels from the one to the other, from 0.
    pub lane: u32,
}

/// A routing function: the channel that a message takes next, from where it is and where it goes.
///
/// It does not depend on where the message came from or on other messages. Every node may send to every node
/// to which a way leads.
pub trait Routing {
    /// Returns the number n of nodes, which are 0 … n−1.
    fn nodes(&self) -> u64;

    /// Returns the next channel of a message at `at` for `to`; `None` if `at` is `to`, or no way leads there.
    fn next(&self, at: Node, to: Node) -> Option<Channel>;

    /// Returns whether a way leads from a node to another, as it does on a connected network.
    fn has_way(&self, _from: Node, _to: Node) -> bool {
        true
    }
}

/// The reason why a rule is no routing function.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RoutingFault {
    /// A message gets no next channel although it has not arrived.
    #[error("no channel from node {} for node {}", at.0, to.0)]
    NoChannel {
        /// Where it is.
        at: Node,
        /// Where it goes.
        to: Node,
    },
    /// A message that has arrived is sent on, or a channel does not go from where the message is to another
    /// node.
    #[error("from node {} for node {} over the channel from {} to {}", at.0, to.0, channel.from.0, channel.to.0)]
    WrongChannel {
        /// Where the message is.
        at: Node,
        /// Where it goes.
        to: Node,
        /// The channel.
        channel: Channel,
    },
    /// A message goes round in a circle.
    #[error("messages from node {} for node {} never arrive", from.0, to.0)]
    NeverArrives {
        /// Its source.
        from: Node,
        /// Its destination.
        to: Node,
    },
    /// A message names a node that the network does not have.
    #[error("node {} of {nodes}", found.0)]
    NoSuchNode {
        /// The node.
        found: Node,
        /// Number of nodes.
        nodes: u64,
    },
}

/// Returns the next channel, `None` on arrival, after validating it.
pub(super) fn checked_next(
    routing: &impl Routing,
    at: Node,
    to: Node,
) -> Result<Option<Channel>, RoutingFault> {
    match routing.next(at, to) {
        None if at == to => Ok(None),
        None => Err(RoutingFault::NoChannel { at, to }),
        Some(channel)
            if at == to || channel.from != at || channel.to == at || channel.to.0 >= routing.nodes() =>
        {
            Err(RoutingFault::WrongChannel { at, to, channel })
        }
        Some(channel) => Ok(Some(channel)),
    }
}

/// Returns the channels of a message from its source to its destination.
///
/// # Errors
/// [`RoutingFault`] if it does not get there.
///
/// # Complexity
/// O(h log h) time and O(h) space for h hops.
pub fn channels_between(routing: &impl Routing, from: Node, to: Node) -> Result<Vec<Channel>, RoutingFault> {
    for found in [from, to] {
        if found.0 >= routing.nodes() {
            return Err(RoutingFault::NoSuchNode { found, nodes: routing.nodes() });
        }
    }
    let mut path = Vec::new();
    let mut seen = BTreeSet::new();
    let mut at = from;
    while let Some(channel) = checked_next(routing, at, to)? {
        // The next channel depends on the node alone, so a node seen twice is seen for ever.
        if !seen.insert(at) {
            return Err(RoutingFault::NeverArrives { from, to });
        }
        path.push(channel);
        at = channel.to;
    }
    Ok(path)
}

/// Visits every pair of channels that some message takes one after the other, with its destination, and every
/// channel that a message takes last.
fn visit<E: From<RoutingFault>>(
    routing: &impl Routing,
    mut pair: impl FnMut(Channel, Option<Channel>, Node) -> Result<(), E>,
) -> Result<(), E> {
    for to in (0..routing.nodes()).map(Node) {
        for at in (0..routing.nodes()).map(Node).filter(|&at| routing.has_way(at, to)) {
            if let Some(before) = checked_next(routing, at, to)? {
                pair(before, checked_next(routing, before.to, to)?, to)?;
            }
        }
    }
    Ok(())
}

/// The channel dependency graph: a message may hold one channel while it waits for the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelGraph {
    channels: Vec<Channel>,
    after: Vec<BTreeMap<usize, Node>>,
}

impl ChannelGraph {
    /// Builds the graph of all channels that some message takes, with an arc from c to c′ if some message
    /// takes c′ directly after c.
    ///
    /// # Errors
    /// [`RoutingFault`] unless every message gets a next channel until it arrives. One that goes round in a
    /// circle is no error here, but a cycle of the graph.
    ///
    /// # Complexity
    /// 2n² questions to the routing function and O(n² log m) time, O(m + e) space, for n nodes, m channels
    /// and e dependencies.
    pub fn new(routing: &impl Routing) -> Result<Self, RoutingFault> {
        let mut used: BTreeMap<Channel, BTreeMap<Channel, Node>> = BTreeMap::new();
        visit(routing, |before, after, to| -> Result<(), RoutingFault> {
            let nexts = used.entry(before).or_default();
            if let Some(after) = after {
                nexts.entry(after).or_insert(to);
            }
            Ok(())
        })?;
        let channels: Vec<Channel> = used.keys().copied().collect();
        // A channel that follows another is the first of a message from where it begins, so all have a place.
        let places: BTreeMap<Channel, usize> = channels.iter().copied().zip(0..).collect();
        let place = |(next, &to): (&Channel, &Node)| (places[next], to);
        let after = used.values().map(|nexts| nexts.iter().map(place).collect()).collect();
        Ok(Self { channels, after })
    }

    /// Returns all channels that some message takes, in order.
    #[must_use]
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Returns all dependencies: a channel, the next, and the least destination of a message that takes both.
    pub fn dependencies(&self) -> impl Iterator<Item = Dependency> {
        self.channels.iter().zip(&self.after).flat_map(move |(&before, nexts)| {
            nexts.iter().map(move |(&next, &destination)| Dependency {
                before,
                after: self.channels[next],
                destination,
            })
        })
    }

    /// Numbers the channels so that every message takes them by increasing number, or finds a shortest cycle,
    /// which shows that no numbering exists.
    ///
    /// The number of a channel is the length of the longest chain of dependencies that ends there.
    ///
    /// # Complexity
    /// O(m + e) time and space, and O(m log m) for the result; for a cycle O(m · (m + e)) time at most.
    #[must_use]
    pub fn order(&self) -> ChannelOrder {
        let edges =
            self.after.iter().zip(0..).flat_map(|(nexts, here)| nexts.keys().map(move |&next| (here, next)));
        // Channels that nothing depends on may be left out; they have number 0.
        let graph: DiGraph<(), (), usize> = DiGraph::from_edges(edges);
        let Ok(order) = toposort(&graph, None) else { return ChannelOrder::Cyclic(self.cycle(&graph)) };
        let mut numbers = vec![0_u64; self.channels.len()];
        for channel in order.into_iter().map(NodeIndex::index) {
            for &next in self.after[channel].keys() {
                numbers[next] = numbers[next].max(numbers[channel] + 1);
            }
        }
        ChannelOrder::Acyclic(ChannelNumbering(self.channels.iter().copied().zip(numbers).collect()))
    }

    /// Finds a shortest cycle; in a tie the one with the least first channel.
    ///
    /// A cycle lies in one strong component. From every channel a search goes over channels of its component
    /// of greater place, as far as a shorter cycle can reach. petgraph has no shortest cycle, and each of its
    /// searches would first build a table of all channels.
    fn cycle(&self, graph: &DiGraph<(), (), usize>) -> ChannelCycle {
        let mut component = vec![0; self.channels.len()];
        for (number, channels) in kosaraju_scc(graph).into_iter().enumerate() {
            for channel in channels {
                component[channel.index()] = number;
            }
        }
        let mut shortest: Option<Vec<CycleStep>> = None;
        let mut seen = vec![usize::MAX; component.len()];
        for start in 0..component.len() {
            let most = shortest.as_ref().map_or(component.len(), |cycle| cycle.len() - 1);
            if let Some(cycle) = self.cycle_from(start, most, &component, &mut seen) {
                shortest = Some(cycle);
            }
        }
        ChannelCycle(shortest.expect("without a topological order there is a cycle"))
    }

    /// Finds a shortest cycle of at most the given length through a channel and channels of greater place.
    fn cycle_from(
        &self,
        start: usize,
        most: usize,
        component: &[usize],
        seen: &mut [usize],
    ) -> Option<Vec<CycleStep>> {
        // The channels found, by distance from the first. Each comes with the place in this list of its
        // predecessor and the destination of a message that takes both.
        let mut found = vec![(start, 0, Node(0))];
        let (mut done, mut hops, mut end) = (0, 1, 1);
        while done < found.len() && hops <= most {
            let (channel, ..) = found[done];
            for (&next, &to) in &self.after[channel] {
                if next == start {
                    return Some(self.steps_to(&found, done, to));
                }
                if next > start && component[next] == component[start] && seen[next] != start {
                    seen[next] = start;
                    found.push((next, done, to));
                }
            }
            done += 1;
            if done == end {
                (hops, end) = (hops + 1, found.len());
            }
        }
        None
    }

    /// Returns the path to a channel that a search has found, closed to a cycle by a message for `to` at
    /// `last`.
    fn steps_to(&self, found: &[(usize, usize, Node)], last: usize, to: Node) -> Vec<CycleStep> {
        let (mut here, mut destination) = (last, to);
        let mut steps = Vec::new();
        loop {
            let (channel, before, reached_by) = found[here];
            steps.push(CycleStep { channel: self.channels[channel], destination });
            if here == 0 {
                break;
            }
            (here, destination) = (before, reached_by);
        }
        steps.reverse();
        steps
    }
}

/// A channel that some message takes directly after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependency {
    /// The channel that it holds.
    pub before: Channel,
    /// The channel that it waits for.
    pub after: Channel,
    /// Where a message that does so goes; one may start at the beginning of `before`.
    pub destination: Node,
}

/// Whether channels can wait for each other in a circle, with the proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelOrder {
    /// They cannot: no traffic deadlocks.
    Acyclic(ChannelNumbering),
    /// They can: the messages of the cycle deadlock if they are sent in one slot.
    Cyclic(ChannelCycle),
}

/// A number for every channel; if every message takes its channels by increasing number, there is no
/// deadlock.
///
/// Of all messages in the buffers, let m be the one in the channel of the greatest number. Either it has
/// arrived and is read, or the channel that it needs has a greater number and so is empty. Hence some message
/// moves as long as any is on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelNumbering(BTreeMap<Channel, u64>);

/// The reason why a numbering of the channels proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberingFault {
    /// The rule is no routing function.
    #[error(transparent)]
    Routing(#[from] RoutingFault),
    /// A channel has no number.
    #[error("the channel from {} to {}, lane {}, has no number", channel.from.0, channel.to.0, channel.lane)]
    NoNumber {
        /// The channel.
        channel: Channel,
    },
    /// A message takes channels whose numbers do not increase.
    #[error("a message for node {} waits at node {} for number {after} with number {before}", destination.0, at.0)]
    NotIncreasing {
        /// Where the message waits.
        at: Node,
        /// Where it goes.
        destination: Node,
        /// The number of the channel that it holds.
        before: u64,
        /// The number of the channel that it waits for.
        after: u64,
    },
}

impl ChannelNumbering {
    /// Wraps any numbering; only [`Self::verify`] shows whether it is a proof.
    #[must_use]
    pub fn new(numbers: BTreeMap<Channel, u64>) -> Self {
        Self(numbers)
    }

    /// Returns the numbers.
    #[must_use]
    pub fn numbers(&self) -> &BTreeMap<Channel, u64> {
        &self.0
    }

    /// Verifies, for every message at every node, that its next two channels have increasing numbers. It
    /// needs no graph.
    ///
    /// As the numbers increase along every path, it also proves that every message arrives.
    ///
    /// # Errors
    /// [`NumberingFault`] with the place.
    ///
    /// # Complexity
    /// 2n² questions to the routing function and O(n² log m) time for n nodes and m channels.
    pub fn verify(&self, routing: &impl Routing) -> Result<(), NumberingFault> {
        let number = |channel| self.0.get(&channel).copied().ok_or(NumberingFault::NoNumber { channel });
        visit(routing, |before, after, destination| {
            let (at, before) = (before.to, number(before)?);
            match after.map(number).transpose()? {
                Some(after) if after <= before => {
                    Err(NumberingFault::NotIncreasing { at, destination, before, after })
                }
                _ => Ok(()),
            }
        })
    }
}

/// A channel with the destination of a message that takes it and then the next of the cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CycleStep {
    /// The channel.
    pub channel: Channel,
    /// The destination.
    pub destination: Node,
}

/// Channels in a circle, each held by a message that waits for the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelCycle(Vec<CycleStep>);

impl ChannelCycle {
    /// Wraps any steps; only [`Self::is_of`] shows whether they are a cycle.
    #[must_use]
    pub fn new(steps: Vec<CycleStep>) -> Self {
        Self(steps)
    }

    /// Returns the steps in the order of waiting; the last waits for the first.
    #[must_use]
    pub fn steps(&self) -> &[CycleStep] {
        &self.0
    }

    /// Returns whether a routing function has this cycle: the channels are distinct, and each message goes
    /// from its own to the next.
    ///
    /// # Complexity
    /// O(l log l) for l channels.
    #[must_use]
    pub fn is_of(&self, routing: &impl Routing) -> bool {
        let channels: BTreeSet<Channel> = self.0.iter().map(|step| step.channel).collect();
        let next = self.0.iter().cycle().skip(1);
        !self.0.is_empty()
            && channels.len() == self.0.len()
            && self.0.iter().zip(next).all(|(CycleStep { channel, destination }, next)| {
                checked_next(routing, channel.from, *destination) == Ok(Some(*channel))
                    && checked_next(routing, channel.to, *destination) == Ok(Some(next.channel))
            })
    }
}
