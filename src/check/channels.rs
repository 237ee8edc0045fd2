//! Channels of a routing rule: every route goes by increasing number, or the packets of a cycle wait for each other.
//!
//! The rules are those of `models/FORMATS.md`, written down here once more.

use super::network::Network;
use super::{Rejection, narrow, wide};
use crate::wire::{self, ChannelsDocument, ChannelsWitness, HeldChannel, ListedChannel, RoutingRule};

/// At most this many nodes, whose routes from each to each are gone through.
const MOST_NODES: u64 = 1 << 12;

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

/// Checks a channels document: every route of the rule against the numbering, or the cycle.
///
/// # Errors
/// The first [`Rejection`] met, in the order network, rule, numbering or cycle; routes by destination, then source.
///
/// # Complexity
/// O(n² · dimensions) time and O(n · links) space for n nodes and a numbering; for a cycle O(its length · (dimensions + links)).
///
/// # Examples
/// A ring of four, whose packets to the opposite node wait for each other.
/// ```
/// use isotask::{check, wire};
/// let text = br#"{ "format": "isotask.channels/1", "network": { "kind": "ring", "nodes": 4 },
///   "rule": "dimension-order", "kind": "cyclic",
///   "cycle": [[0, 1, 0, 2], [1, 2, 0, 3], [2, 3, 0, 0], [3, 0, 0, 1]] }"#;
/// let document = wire::parse::<wire::ChannelsDocument>(text)?;
/// assert!(!check::check_channels(&document)?.acyclic);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_channels(document: &ChannelsDocument) -> Result<VerifiedChannels, Rejection> {
    let rule = Rule::new(&document.network, document.rule)?;
    let (acyclic, channels) = match &document.witness {
        ChannelsWitness::Acyclic { numbering } => {
            rule.require_increasing(numbering)?;
            (true, numbering.len())
        }
        ChannelsWitness::Cyclic { cycle } => {
            rule.require_circle(cycle)?;
            (false, cycle.len())
        }
    };
    Ok(VerifiedChannels { acyclic, channels: wide(channels), nodes: rule.network.nodes })
}

/// A channel by its place among all that there could be: (node · links + link) · lanes + lane.
#[derive(Debug, Clone, Copy)]
struct Step {
    channel: usize,
    to: usize,
}

/// A rule on a network on which it is defined.
struct Rule {
    network: Network,
    rule: RoutingRule,
    nodes: usize,
    lanes: usize,
}

impl Rule {
    fn new(network: &wire::Network, rule: RoutingRule) -> Result<Self, Rejection> {
        // Asked before a Cayley graph is built.
        let (fits, expected) = match rule {
            RoutingRule::HighestLink | RoutingRule::LowestLink | RoutingRule::ParityOrder => (
                matches!(network, wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. }),
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
        let network = Network::new(network)?;
        let few = Some(network.nodes).filter(|&nodes| nodes <= MOST_NODES);
        let nodes = few.and_then(|nodes| usize::try_from(nodes).ok());
        let nodes = nodes.ok_or(Rejection::TooManyRoutes { nodes: network.nodes, limit: MOST_NODES })?;
        let lanes = if rule == RoutingRule::Dateline { 2 } else { 1 };
        Ok(Self { network, rule, nodes, lanes })
    }

    /// The next channel of a packet for another node.
    fn step(&self, at: usize, to: usize) -> Option<Step> {
        let (from, goal) = (wide(at), wide(to));
        let (link, lane) = match self.rule {
            RoutingRule::HighestLink => (self.nearer(from, goal).next_back()?, 0),
            RoutingRule::LowestLink => (self.nearer(from, goal).next()?, 0),
            RoutingRule::ParityOrder if from.count_ones() % 2 == 0 => (self.nearer(from, goal).next()?, 0),
            RoutingRule::ParityOrder => (self.nearer(from, goal).next_back()?, 0),
            RoutingRule::DimensionOrder => (self.along(from, goal)?.0, 0),
            RoutingRule::Dateline => self.along(from, goal)?,
        };
        let there = narrow(self.network.adjacent(from, link)?, self.nodes)?;
        let channel = (at * self.network.links() + link) * self.lanes + lane;
        Some(Step { channel, to: there })
    }

    /// The links of a node in whose bit it differs from another.
    fn nearer(&self, from: u64, goal: u64) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let differs = move |link: &usize| (from ^ goal) >> link & 1 == 1;
        let exists = move |link: &usize| self.network.adjacent(from, *link).is_some();
        (0..self.network.links()).filter(differs).filter(exists)
    }

    /// The link along the first dimension in which two nodes differ, the shorter way round, in a tie upwards; and the lane with a dateline:
    /// 0 as long as the packet has yet to pass between the last coordinate and 0, else 1.
    fn along(&self, from: u64, goal: u64) -> Option<(usize, usize)> {
        self.network.dimensions.iter().find_map(|ring| {
            let (x, y) = (from / ring.stride % ring.radix, goal / ring.stride % ring.radix);
            let up = (y + ring.radix - x) % ring.radix;
            match ring.minus {
                _ if up == 0 => None,
                Some(minus) if up > ring.radix - up => Some((minus, usize::from(x > y))),
                _ => Some((ring.plus, usize::from(x < y))),
            }
        })
    }

    /// The place of a listed channel, if there is such a channel.
    fn place(&self, listed: ListedChannel) -> Option<usize> {
        let (at, lane) = (narrow(listed.from, self.nodes)?, narrow(listed.lane, self.lanes)?);
        let leads = |&link: &usize| self.network.adjacent(listed.from, link) == Some(listed.to);
        let link = (0..self.network.links()).find(leads)?;
        Some((at * self.network.links() + link) * self.lanes + lane)
    }

    /// Every channel of a list exists and stands once; the channels and their places in the list.
    fn places(
        &self,
        list: &'static str,
        listed: impl Iterator<Item = ListedChannel>,
    ) -> Result<Vec<Option<usize>>, Rejection> {
        let mut numbers = vec![None; self.nodes * self.network.links() * self.lanes];
        for (index, channel) in listed.enumerate() {
            let place = self.place(channel).ok_or(Rejection::NoSuchChannel { list, index, channel })?;
            if let Some(first) = numbers[place].replace(index) {
                return Err(Rejection::ChannelTwice { list, index, first });
            }
        }
        Ok(numbers)
    }

    /// A channel as documents write it.
    fn listed(&self, step: Step) -> ListedChannel {
        let links = self.network.links() * self.lanes;
        ListedChannel {
            from: wide(step.channel / links),
            to: wide(step.to),
            lane: wide(step.channel % self.lanes),
        }
    }

    /// Every packet takes its channels in the order of the list.
    ///
    /// A route is a chain of pairs of channels, each followed directly by the next; all pairs are gone through, so all routes are.
    fn require_increasing(&self, numbering: &[ListedChannel]) -> Result<(), Rejection> {
        let numbers = self.places("numbering", numbering.iter().copied())?;
        for to in 0..self.nodes {
            // From every node but the destination some link leads nearer, so there is a step.
            let steps: Vec<Option<Step>> = (0..self.nodes).map(|at| self.step(at, to)).collect();
            for (at, step) in steps.iter().enumerate() {
                let Some(step) = *step else { continue };
                let missing = || Rejection::ChannelMissing {
                    channel: self.listed(step),
                    origin: wide(at),
                    destination: wide(to),
                };
                let number = numbers[step.channel].ok_or_else(missing)?;
                // A channel that is not listed is reported where a packet starts with it.
                let next = steps[step.to].and_then(|next| numbers[next.channel]);
                if let Some(next) = next.filter(|&next| next <= number) {
                    return Err(Rejection::NumberNotIncreasing {
                        index: number,
                        next,
                        origin: wide(at),
                        destination: wide(to),
                    });
                }
            }
        }
        Ok(())
    }

    /// The packet of every channel of a cycle starts with it and then takes the next.
    fn require_circle(&self, cycle: &[HeldChannel]) -> Result<(), Rejection> {
        if cycle.is_empty() {
            return Err(Rejection::EmptyCycle);
        }
        self.places("cycle", cycle.iter().map(|held| held.channel))?;
        let following = cycle.iter().skip(1).chain(&cycle[..1]);
        for (index, (held, next)) in cycle.iter().zip(following).enumerate() {
            let nodes = self.network.nodes;
            let no_node = || Rejection::OffsetOutOfRange {
                place: format!("cycle[{index}]"),
                found: held.destination,
                nodes,
            };
            let destination = narrow(held.destination, self.nodes).ok_or_else(no_node)?;
            let from = narrow(held.channel.from, self.nodes);
            let first = from.and_then(|from| self.step(from, destination));
            let second = first.and_then(|first| self.step(first.to, destination));
            let holds = first.is_some_and(|first| self.listed(first) == held.channel);
            let waits = second.is_some_and(|second| self.listed(second) == next.channel);
            if !(holds && waits) {
                let (channel, next, destination) = (held.channel, next.channel, held.destination);
                return Err(Rejection::NotADependency { index, channel, next, destination });
            }
        }
        Ok(())
    }
}
