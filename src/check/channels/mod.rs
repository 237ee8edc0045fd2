//! Channels of a routing rule: every route goes by increasing number, or the packets of a cycle wait for each
//! other.
//!
//! The rules are those of `models/formats/channels.md`, implemented here independently of the solver.

mod rules;
mod table;
mod up_down;

use crate::effort::{Effort, Part};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Options;
use isotask_wire::{
    ChannelsDocument, ChannelsWitness, HeldChannel, ListedChannel, RoutesDocument, RoutingRule,
};
use rules::{ROUTED_NODE_LIMIT, Rules};
use std::collections::BTreeMap;
use std::fmt;

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
    /// The rule by which packets take their channels.
    pub rule: RoutingRule,
}

impl fmt::Display for VerifiedChannels {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { channels, nodes, .. } = self;
        let plural = if *channels == 1 { "" } else { "s" };
        if self.acyclic && self.rule == RoutingRule::Table {
            write!(
                formatter,
                "acyclic: {channels} channel{plural} numbered, increasing on every route of the table among {nodes} nodes; \
                 its packets cannot deadlock, of others it says nothing"
            )
        } else if self.acyclic {
            write!(
                formatter,
                "acyclic: {channels} channel{plural} numbered, increasing on every route among {nodes} nodes; no deadlock"
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
/// O(n · A) time and O(A) space for a numbering of a network of n nodes and A directed links, n² log e for a
/// table of e entries; for a cycle O(its length · (dimensions + links)), times n under the rules `shortest`
/// and `up-down`.
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

/// Checks a routing table: its entries name channels that are there, each packet at most once at a node, and
/// every packet that it takes arrives.
///
/// # Errors
/// The first [`Rejection`] met, in the order network, entries, ways.
///
/// # Complexity
/// O(e log e) time and O(e) space for e entries.
pub fn check_routes(document: &RoutesDocument) -> Result<(), Rejection> {
    let witness = ChannelsWitness::Acyclic { numbering: Vec::new() };
    let unjudged = ChannelsDocument::new(document.network.clone(), RoutingRule::Table, witness);
    let unjudged = unjudged.with_routes(Some(document.routes.clone()));
    Rules::new(&unjudged, Effort::new(Options::default().limit)).map(|_| ())
}

/// Checks a channels document as [`check_channels`], within the limit of the options.
pub(crate) fn channels_within(
    document: &ChannelsDocument,
    options: &Options,
) -> Result<VerifiedChannels, Rejection> {
    let routes = Routes { rules: Rules::new(document, Effort::new(options.limit))? };
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
    let (nodes, rule) = (routes.rules.network.nodes, document.rule);
    Ok(VerifiedChannels { acyclic, channels: wide(channels), nodes, rule })
}

/// The routes of a rule on a network on which it is defined.
struct Routes {
    rules: Rules,
}

/// The channels that leave a node, as end and lane, in increasing order with their places in the list.
type Places = Vec<((u64, u64), usize)>;

impl Routes {
    /// Refuses a channel of a list that does not exist or stands twice.
    fn require_listed(
        &self,
        list: &'static str,
        channels: impl Iterator<Item = ListedChannel>,
    ) -> Result<(), Rejection> {
        let network = &self.rules.network;
        let mut places = BTreeMap::new();
        for (index, channel) in channels.enumerate() {
            let ListedChannel { from, to, lane } = channel;
            let is_there = from < network.nodes
                && to < network.nodes
                && lane < self.rules.lanes
                && network.are_neighbors(from, to);
            if !is_there {
                return Err(Rejection::NoSuchChannel { list, index, channel });
            }
            if let Some(first) = places.insert(channel, index) {
                return Err(Rejection::ChannelTwice { list, index, first });
            }
        }
        Ok(())
    }

    /// Returns the places of the channels in a list, by the node where they begin.
    fn places(&self, nodes: usize, numbering: &[ListedChannel]) -> Result<Vec<Places>, Rejection> {
        self.require_listed("numbering", numbering.iter().copied())?;
        let mut places = vec![Places::new(); nodes];
        for (index, channel) in numbering.iter().enumerate() {
            if let Some(from) = narrow(channel.from, nodes) {
                places[from].push(((channel.to, channel.lane), index));
            }
        }
        for of_node in &mut places {
            of_node.sort_unstable();
        }
        Ok(places)
    }

    /// Requires that every packet takes its channels in the order of the list.
    ///
    /// A route is a chain of pairs of channels, each followed directly by the next; all pairs are checked, so
    /// all routes are.
    fn require_increasing(&self, numbering: &[ListedChannel]) -> Result<(), Rejection> {
        let network = &self.rules.network;
        let count = network.nodes;
        let few = usize::try_from(count).ok().filter(|_| count <= ROUTED_NODE_LIMIT);
        let nodes = few.ok_or(Rejection::TooManyRoutes { nodes: count, limit: ROUTED_NODE_LIMIT })?;
        let effort = &self.rules.effort;
        effort.charge_to(Part::Numbering);
        effort.spend(count.saturating_mul(network.links_of_all().max(count)))?;
        let places = self.places(nodes, numbering)?;
        // For every node the next channel and its number.
        let mut steps: Vec<Option<(ListedChannel, usize)>> = vec![None; nodes];
        for destination in 0..count {
            let toward = self.rules.toward(destination);
            for ((origin, at), places) in (0..count).zip(&mut steps).zip(&places) {
                // From every node but the destination some link leads nearer, if a way leads there at all.
                *at = match self.rules.step(origin, &toward) {
                    None => None,
                    Some(channel) => {
                        let known = places.binary_search_by_key(&(channel.to, channel.lane), |&(end, _)| end);
                        let missing = Rejection::ChannelMissing { channel, origin, destination };
                        Some((channel, places[known.map_err(|_| missing)?].1))
                    }
                };
            }
            for (channel, index) in steps.iter().flatten() {
                let next = narrow(channel.to, nodes).and_then(|to| steps[to]).map(|(_, next)| next);
                if let Some(next) = next.filter(|next| next <= index) {
                    let (index, origin) = (*index, channel.from);
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
        self.require_listed("cycle", cycle.iter().map(|held| held.channel))?;
        self.rules.effort.charge_to(Part::Cycle);
        self.rules.spend_toward(wide(cycle.len()))?;
        let following = cycle.iter().skip(1).chain(&cycle[..1]);
        for (index, (held, next)) in cycle.iter().zip(following).enumerate() {
            let (channel, next, destination) = (held.channel, next.channel, held.destination);
            let nodes = self.rules.network.nodes;
            if destination >= nodes {
                let place = format!("cycle[{index}]");
                return Err(Rejection::OffsetOutOfRange { place, found: destination, nodes });
            }
            let toward = self.rules.toward(destination);
            let takes = |from, channel| self.rules.step(from, &toward) == Some(channel);
            if !(takes(channel.from, channel) && takes(channel.to, next)) {
                return Err(Rejection::NotADependency { index, channel, next, destination });
            }
        }
        Ok(())
    }
}
