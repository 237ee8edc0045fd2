//! The arguments of `isotask route`, `isotask channels` and `isotask deadlock`.

use crate::cli::arguments::task::TaskOptions;
use crate::cli::arguments::values::number::{between, whole};
use crate::cli::arguments::values::offered::input_word;
use crate::deadlock::ArrivalOrder;
use crate::wire::RoutingRule;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = ROUTE_HELP)]
pub(crate) struct RouteArguments {
    /// A network in words (isotask networks) or in a file, of routes, of a task or of links, - for standard
    /// input; then where the packet is and where it goes, unless --all is given
    #[arg(
        required = true,
        value_name = "FILE | NETWORK… FROM TO",
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    /// The table of all pairs: the next node of every packet, and the lengths of the ways
    #[arg(long)]
    pub(crate) all: bool,
    /// Which way packets go; default: highest-link on cubes, dimension-order on tori, rings and meshes, else
    /// shortest, or with switches up-down
    #[arg(long, value_parser = rule())]
    pub(crate) rule: Option<RoutingRule>,
    /// With --all: write the table as isotask.routes/1; - is standard output
    #[arg(short, long, value_name = "FILE", requires = "all")]
    pub(crate) output: Option<PathBuf>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const ROUTE_HELP: &str = "\
A rule tells the next channel by where a packet is and where it goes alone.

Exit codes:
  0    the way, or the table
  2    bad input, or no way leads there";

#[derive(Debug, Args)]
#[command(after_help = CHANNELS_HELP)]
pub(crate) struct ChannelsArguments {
    /// The network in words (isotask networks), or in a file, of a task, of links, or of routes of your own
    /// (isotask.routes/1), - for standard input; of at most 4096 nodes, with routes 1024
    #[arg(
        required = true,
        value_name = "FILE | NETWORK…",
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) network: Vec<OsString>,
    /// Which way packets go; default: highest-link on cubes, dimension-order on tori, rings and meshes, else
    /// shortest, or with switches up-down
    #[arg(long, value_parser = rule())]
    pub(crate) rule: Option<RoutingRule>,
    /// Write the numbering or the cycle as isotask.channels/1; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const CHANNELS_HELP: &str = "\
A channel is one direction of a link with a buffer for one packet, or one of several virtual channels there.

Exit codes:
  0    the channels are numbered, no packets can deadlock
  1    they form a cycle
  2    bad input";

#[derive(Debug, Args)]
#[command(after_help = DEADLOCK_HELP)]
pub(crate) struct DeadlockArguments {
    /// A network and a task in words (isotask help new), a network alone for its total exchange, or a task
    /// file; a file of routes (isotask.routes/1) may stand in place of the network, alone for a packet of
    /// every pair that has a route; packets that are combined on the way are not played
    #[arg(
        required_unless_present = "task",
        conflicts_with = "task",
        value_name = "FILE | NETWORK… [TASK…]",
        value_parser = input_word(),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<OsString>,
    /// The task file by an option; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) task: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: TaskOptions,
    /// Which way packets go; default: highest-link on cubes, dimension-order on tori, rings and meshes, else
    /// shortest, or with switches up-down
    #[arg(long, value_parser = rule())]
    pub(crate) rule: Option<RoutingRule>,
    /// How many packets a channel holds, first in, first out; default: 1. With 0 a node that sends a packet
    /// is blocked, and takes none, until the next node takes it (P4 §IV)
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = between(0, u32::MAX))]
    pub(crate) buffers: Option<u32>,
    /// In which orders the packets come, all in the first slot; default: all
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) order: Vec<OrderWord>,
    /// Which random order; default: 1
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole)]
    pub(crate) seed: Option<u64>,
    /// Print one isotask.result/1 document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const DEADLOCK_HELP: &str = "\
The first packet of a channel moves on when its next channel had room before the slot; of several the earliest in the order goes.
A broadcast is copied on the way, and stays in its channel until its last copy has gone.

Exit codes:
  0    delivered in every order
  1    deadlock in some order, with the packets that wait for each other
  2    bad input";

fn rule() -> impl TypedValueParser<Value = RoutingRule> {
    let words = RoutingRule::EVERY.map(|rule| {
        PossibleValue::new(rule.as_str()).help(match rule {
            RoutingRule::HighestLink => "Cubes: the highest link that leads nearer (P4 Algorithms 1 and 2)",
            RoutingRule::LowestLink => "Cubes: the lowest link that leads nearer (e-cube from bit 0 up)",
            RoutingRule::ParityOrder => {
                "Cubes: the lowest at nodes with an even number of ones, the highest at the others"
            }
            RoutingRule::DimensionOrder => {
                "Tori, rings and meshes: one dimension after another, the shorter way, in a tie upwards"
            }
            RoutingRule::Dateline => {
                "Tori and rings: dimension-order on two virtual channels, changed where a ring closes"
            }
            RoutingRule::Shortest => "Networks without switches: the first link that begins a shortest way",
            RoutingRule::Table => "What a file of routes says",
            RoutingRule::UpDown => {
                "Links that lead both ways: up to the root of a breadth-first tree, then down; never a deadlock"
            }
        })
    });
    PossibleValuesParser::new(words).map(|word| {
        RoutingRule::EVERY
            .into_iter()
            .find(|rule| rule.as_str() == word)
            .expect("clap lets no other word through")
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderWord {
    /// By source, then by destination
    BySource,
    /// The other way round
    Reversed,
    /// In rounds: every node to the next node, then to the one after it, and so on
    Rotating,
    /// An order that looks arbitrary, chosen by --seed
    Random,
}

impl OrderWord {
    pub(crate) const EVERY: [Self; 4] = [Self::BySource, Self::Reversed, Self::Rotating, Self::Random];

    pub(crate) fn arrival(self, seed: u64) -> ArrivalOrder {
        match self {
            Self::BySource => ArrivalOrder::BySource,
            Self::Reversed => ArrivalOrder::Reversed,
            Self::Rotating => ArrivalOrder::Rotating,
            Self::Random => ArrivalOrder::Random { seed },
        }
    }
}
