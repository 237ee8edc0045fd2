//! The routing rules that documents name.

use super::channels::{Channel, ChannelCycle, ChannelNumbering, ChannelOrder, CycleStep, Routing};
use super::dimension_order::DimensionOrder;
use super::highest_link::HighestLink;
use super::lowest_link::{LowestLink, ParityOrder};
use super::shortest::Shortest;
use super::table::RoutingTable;
use super::up_down::UpDown;
use crate::model::{Network, Node};
use crate::wire::{
    ChannelsDocument, ChannelsWitness, HeldChannel, ListedChannel, RoutesDocument, RoutingRule,
};

/// A routing rule by its name.
#[derive(Debug, Clone)]
pub enum NamedRouting<'a> {
    /// `highest-link`.
    Highest(HighestLink),
    /// `lowest-link`.
    Lowest(LowestLink),
    /// `parity-order`.
    Parity(ParityOrder),
    /// `dimension-order`, `dateline`.
    Dimensions(DimensionOrder<'a>),
    /// `shortest`.
    Shortest(Shortest<'a>),
    /// `up-down`.
    UpDown(UpDown),
    /// `table`.
    Table(RoutingTable),
}

impl<'a> NamedRouting<'a> {
    /// Returns the rule on a network; `None` if it is not defined there, as `table` is not by its name alone.
    ///
    /// A complete hypercube is the incomplete one of 2ᵈ nodes: P4's Algorithm 1 is its Algorithm 2 there.
    #[must_use]
    pub fn new(network: &'a Network, rule: RoutingRule) -> Option<Self> {
        let cube = network.as_incomplete();
        match rule {
            RoutingRule::HighestLink => cube.map(|cube| Self::Highest(HighestLink::new(cube))),
            RoutingRule::LowestLink => cube.map(|cube| Self::Lowest(LowestLink::new(cube))),
            RoutingRule::ParityOrder => cube.map(|cube| Self::Parity(ParityOrder::new(cube))),
            RoutingRule::DimensionOrder | RoutingRule::Dateline if cube.is_none() => {
                DimensionOrder::new(network, rule == RoutingRule::Dateline).map(Self::Dimensions)
            }
            RoutingRule::DimensionOrder | RoutingRule::Dateline | RoutingRule::Table => None,
            RoutingRule::Shortest => Shortest::new(network).map(Self::Shortest),
            RoutingRule::UpDown => UpDown::new(network).map(Self::UpDown),
        }
    }

    /// Returns the rule by its name.
    #[must_use]
    pub fn name(&self) -> RoutingRule {
        match self {
            Self::Highest(_) => RoutingRule::HighestLink,
            Self::Lowest(_) => RoutingRule::LowestLink,
            Self::Parity(_) => RoutingRule::ParityOrder,
            Self::Dimensions(rule) if rule.has_dateline() => RoutingRule::Dateline,
            Self::Dimensions(_) => RoutingRule::DimensionOrder,
            Self::Shortest(_) => RoutingRule::Shortest,
            Self::UpDown(_) => RoutingRule::UpDown,
            Self::Table(_) => RoutingRule::Table,
        }
    }

    /// Returns the number of virtual channels on each direction of a link.
    #[must_use]
    pub fn lanes(&self) -> u64 {
        if let Self::Table(table) = self { table.lanes() } else { self.name().lanes() }
    }

    fn rule(&self) -> &dyn Routing {
        match self {
            Self::Highest(rule) => rule,
            Self::Lowest(rule) => rule,
            Self::Parity(rule) => rule,
            Self::Dimensions(rule) => rule,
            Self::Shortest(rule) => rule,
            Self::UpDown(rule) => rule,
            Self::Table(rule) => rule,
        }
    }
}

impl Routing for NamedRouting<'_> {
    fn nodes(&self) -> u64 {
        self.rule().nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        self.rule().next(at, to)
    }

    fn has_way(&self, from: Node, to: Node) -> bool {
        self.rule().has_way(from, to)
    }
}

/// Returns the document that proves that the channels can be numbered, or that they cannot:
/// `isotask.channels/1`.
///
/// # Complexity
/// O(m log m) for m channels.
#[must_use]
pub fn channels_document(network: &Network, rule: RoutingRule, order: &ChannelOrder) -> ChannelsDocument {
    let witness = match order {
        ChannelOrder::Acyclic(numbering) => ChannelsWitness::Acyclic { numbering: numbers_of(numbering) },
        ChannelOrder::Cyclic(cycle) => ChannelsWitness::Cyclic { cycle: held(cycle) },
    };
    ChannelsDocument::new(network.kind().clone(), rule, witness)
}

/// Returns the routing table of a rule, `isotask.routes/1`: an entry for every node and every other to which
/// it has a way.
///
/// # Complexity
/// n² questions to the rule for n nodes.
#[must_use]
pub fn routes_document(network: &Network, routing: &impl Routing) -> RoutesDocument {
    let nodes = 0..network.nodes();
    let pairs = nodes.clone().flat_map(|from| nodes.clone().map(move |to| (Node(from), Node(to))));
    let entry = |(from, to): (Node, Node)| {
        Some(HeldChannel { channel: listed_channel(routing.next(from, to)?), destination: to.0 })
    };
    RoutesDocument::new(network.kind().clone(), pairs.filter_map(entry).collect())
}

/// Returns the channels by increasing number, and at equal numbers by their nodes.
fn numbers_of(numbering: &ChannelNumbering) -> Vec<ListedChannel> {
    let mut channels: Vec<(u64, Channel)> =
        numbering.numbers().iter().map(|(&channel, &number)| (number, channel)).collect();
    channels.sort_unstable();
    channels.into_iter().map(|(_, channel)| listed_channel(channel)).collect()
}

/// Converts a cycle to the form of documents.
#[must_use]
pub fn held(cycle: &ChannelCycle) -> Vec<HeldChannel> {
    let step = |step: &CycleStep| HeldChannel {
        channel: listed_channel(step.channel),
        destination: step.destination.0,
    };
    cycle.steps().iter().map(step).collect()
}

fn listed_channel(channel: Channel) -> ListedChannel {
    ListedChannel { from: channel.from.0, to: channel.to.0, lane: channel.lane.into() }
}
