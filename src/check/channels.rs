//! Channels of a routing rule: every route goes by increasing number, or the packets of a cycle wait for each
//! other.
//!
//! The rules are those of `models/formats/channels.md`, implemented here independently of the solver.

use crate::effort::{Effort, Part};
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Options;
use isotask_wire::{
    self as wire, ChannelsDocument, ChannelsWitness, HeldChannel, ListedChannel, RoutingRule,
};
use std::collections::BTreeMap;
use std::fmt;

/// Most nodes of a network whose routes between all pairs of nodes are walked.
const ROUTED_NODE_LIMIT: u64 = 1 << 12;

/// A channels document that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedChannels {
    /// Whether the channels are numbered, so that no packets can deadlock; else the packets of the cycle do.
    pub acyclic: bool,
    /// Number of channels in the list or cycle.
    pub channels: u64,
    /// Number of nodes.
    pub nodes: u64,
}

impl fmt::Display for VerifiedChannels {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The number is never 1: every link leads both ways, and a packet does not wait for itself.
        let Self { channels, nodes, .. } = self;
        if self.acyclic {
            write!(
                formatter,
                "acyclic: {channels} channels numbered, increasing on every route among {nodes} nodes; no deadlock"
            )
        } else {
            write!(formatter, "cyclic: the packets of {channels} channels wait for each other; deadlock")
        }
    }
}

/// Checks a channels document: every route of the rule against the numbering, or the cycle.
///
/// # Errors
/// The first [`Rejection`] met, in the order network, rule, numbering or cycle; routes by destination, then
/// source.
///
/// # Complexity
/// O(n² · dimensions) time and O(n · links) space for n nodes and a numbering; for a cycle O(its length ·
/// (dimensions + links)).
///
/// # Examples
/// A ring of four, whose packets to the opposite node wait for each other.
/// ```
/// use isotask_check as check;
/// use isotask_wire as wire;
/// let text = br#"{ "format": "isotask.channels/1", "network": { "kind": "ring", "nodes": 4 },
///   "rule": "dimension-order", "kind": "cyclic",
///   "cycle": [[0, 1, 0, 2], [1, 2, 0, 3], [2, 3, 0, 0], [3, 0, 0, 1]] }"#;
/// let document = wire::parse::<wire::ChannelsDocument>(text)?;
/// assert!(!check::check_channels(&document)?.acyclic);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_channels(document: &ChannelsDocument) -> Result<VerifiedChannels, Rejection> {
    channels_within(document, &Options::default())
}

/// Checks a channels document as [`check_channels`], within the limit of the options.
pub(crate) fn channels_within(
    document: &ChannelsDocument,
    options: &Options,
) -> Result<VerifiedChannels, Rejection> {
    let routes = Routes::new(&document.network, document.rule, Effort::new(options.limit))?;
    let (acyclic, channels) = match &document.witness {
        ChannelsWitness::Acyclic { numbering } => {
            routes.require_increasing(numbering)?;
            (true, numbering.len())
        }
        ChannelsWitness::Cyclic { cycle } => {
            routes.require_cycle(cycle)?;
            (false, cycle.len())
        }
    };
    Ok(VerifiedChannels { acyclic, channels: wide(channels), nodes: routes.network.nodes })
}

/// The next channel of a packet, and the link that it belongs to.
#[derive(Debug, Clone, Copy)]
struct Step {
    channel: ListedChannel,
    link: usize,
}

/// The routes of a rule on a network on which it is defined.
struct Routes {
    network: Network,
    rule: RoutingRule,
    lanes: u64,
    effort: Effort,
}

impl Routes {
    fn new(network: &wire::Network, rule: RoutingRule, effort: Effort) -> Result<Self, Rejection> {
        // The kinds are compared before a Cayley graph is built.
        let (fits, expected) = match rule {
            RoutingRule::HighestLink | RoutingRule::LowestLink | RoutingRule::ParityOrder => (
                matches!(
                    network,
                    wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. }
                ),
                "a hypercube or incomplete hypercube",
            ),
            RoutingRule::DimensionOrder | RoutingRule::Dateline => (
                matches!(network, wire::Network::Torus { .. } | wire::Network::Ring { .. }),
                "a torus or ring",
            ),
        };
        if !fits {
            return Err(Rejection::RuleNotForNetwork { rule, expected });
        }
        let lanes = if rule == RoutingRule::Dateline { 2 } else { 1 };
        Ok(Self { network: Network::new(network, &effort)?, rule, lanes, effort })
    }

    /// Returns the next channel of a packet at `from` whose destination is `goal`.
    fn step(&self, from: u64, goal: u64) -> Option<Step> {
        let lowest = match self.rule {
            RoutingRule::DimensionOrder | RoutingRule::Dateline => return self.along(from, goal),
            RoutingRule::HighestLink => false,
            RoutingRule::LowestLink => true,
            RoutingRule::ParityOrder => from.count_ones().is_multiple_of(2),
        };
        // The links that exist and in whose bit the nodes differ.
        let nearer = |&link: &usize| {
            (from ^ goal) >> link & 1 == 1 && self.network.adjacent(from, link, Flow::Out).is_some()
        };
        let mut links = (0..self.network.links()).filter(nearer);
        let link = if lowest { links.next() } else { links.next_back() };
        self.over(from, link?, 0)
    }

    /// Returns the channel over a link.
    fn over(&self, from: u64, link: usize, lane: u64) -> Option<Step> {
        let to = self.network.adjacent(from, link, Flow::Out)?;
        Some(Step { channel: ListedChannel { from, to, lane }, link })
    }

    /// Returns the channel along the first dimension in which two nodes differ, the shorter way round, in a
    /// tie upwards. With a dateline its lane is 0 as long as the packet has yet to pass between the last
    /// coordinate and 0, else 1.
    fn along(&self, from: u64, goal: u64) -> Option<Step> {
        let (link, past) = self.network.dimensions().iter().find_map(|ring| {
            let (x, y) = (ring.coordinate(from), ring.coordinate(goal));
            let up = (y + ring.radix - x) % ring.radix;
            match ring.minus {
                _ if up == 0 => None,
                Some(minus) if up > ring.radix - up => Some((minus, x > y)),
                _ => Some((ring.plus, x < y)),
            }
        })?;
        self.over(from, link, u64::from(self.rule == RoutingRule::Dateline && past))
    }

    /// Refuses a channel of a list that does not exist or stands twice. Returns the channels with the links
    /// that they belong to, in the order of the list.
    fn listed(
        &self,
        list: &'static str,
        channels: impl Iterator<Item = ListedChannel>,
    ) -> Result<Vec<Step>, Rejection> {
        let mut places = BTreeMap::new();
        let mut steps = Vec::new();
        for (index, channel) in channels.enumerate() {
            let known = channel.from < self.network.nodes && channel.lane < self.lanes;
            let leads =
                |&link: &usize| self.network.adjacent(channel.from, link, Flow::Out) == Some(channel.to);
            let link = (0..self.network.links()).filter(|_| known).find(leads);
            let link = link.ok_or(Rejection::NoSuchChannel { list, index, channel })?;
            if let Some(first) = places.insert(channel, index) {
                return Err(Rejection::ChannelTwice { list, index, first });
            }
            steps.push(Step { channel, link });
        }
        Ok(steps)
    }

    /// Returns the index (node · links + link) · lanes + lane of a channel; it is called for few nodes only.
    fn place(&self, step: Step) -> usize {
        let (from, lane) = (narrow(step.channel.from, usize::MAX), narrow(step.channel.lane, usize::MAX));
        let lanes = usize::from(self.lanes == 2) + 1;
        (from.unwrap_or(0) * self.network.links() + step.link) * lanes + lane.unwrap_or(0)
    }

    /// Requires that every packet takes its channels in the order of the list.
    ///
    /// A route is a chain of pairs of channels, each followed directly by the next; all pairs are checked, so
    /// all routes are.
    fn require_increasing(&self, numbering: &[ListedChannel]) -> Result<(), Rejection> {
        let count = self.network.nodes;
        let few = usize::try_from(count).ok().filter(|_| count <= ROUTED_NODE_LIMIT);
        let nodes = few.ok_or(Rejection::TooManyRoutes { nodes: count, limit: ROUTED_NODE_LIMIT })?;
        self.effort.charge_to(Part::Numbering);
        self.effort.spend(count * count * wide(self.network.links()))?;
        let mut numbers = vec![None; nodes * self.network.links() * 2];
        for (index, step) in self.listed("numbering", numbering.iter().copied())?.into_iter().enumerate() {
            numbers[self.place(step)] = Some(index);
        }
        // For every node the next channel and its number.
        let mut steps: Vec<Option<(Step, usize)>> = vec![None; nodes];
        for destination in 0..count {
            for (origin, at) in (0..count).zip(&mut steps) {
                // From every node but the destination some link leads nearer, so there is a step.
                *at = match self.step(origin, destination) {
                    None => None,
                    Some(step) => {
                        let channel = step.channel;
                        let missing = Rejection::ChannelMissing { channel, origin, destination };
                        Some((step, numbers[self.place(step)].ok_or(missing)?))
                    }
                };
            }
            for (step, index) in steps.iter().flatten() {
                let next = narrow(step.channel.to, nodes).and_then(|to| steps[to]).map(|(_, next)| next);
                if let Some(next) = next.filter(|next| next <= index) {
                    let (index, origin) = (*index, step.channel.from);
                    return Err(Rejection::NumberNotIncreasing { index, next, origin, destination });
                }
            }
        }
        Ok(())
    }

    /// Requires that the packet of every channel of a cycle starts with it and then takes the next.
    fn require_cycle(&self, cycle: &[HeldChannel]) -> Result<(), Rejection> {
        if cycle.is_empty() {
            return Err(Rejection::EmptyCycle);
        }
        self.listed("cycle", cycle.iter().map(|held| held.channel))?;
        let following = cycle.iter().skip(1).chain(&cycle[..1]);
        for (index, (held, next)) in cycle.iter().zip(following).enumerate() {
            let (channel, next, destination) = (held.channel, next.channel, held.destination);
            let nodes = self.network.nodes;
            if destination >= nodes {
                let place = format!("cycle[{index}]");
                return Err(Rejection::OffsetOutOfRange { place, found: destination, nodes });
            }
            let takes =
                |from, channel| self.step(from, destination).is_some_and(|step| step.channel == channel);
            if !(takes(channel.from, channel) && takes(channel.to, next)) {
                return Err(Rejection::NotADependency { index, channel, next, destination });
            }
        }
        Ok(())
    }
}
