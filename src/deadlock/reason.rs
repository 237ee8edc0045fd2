//! Why a routing rule takes a channel, in words.

use super::channels::Channel;
use super::dimension_order::{AxisStep, DimensionOrder};
use super::lowest_link::ParityOrder;
use super::named::NamedRouting;
use super::shortest::Shortest;
use super::up_down::UpDown;
use crate::model::{IncompleteHypercube, Link, Network, Node, counted, wide};

/// Returns why a rule takes a channel with a message for `to`.
#[must_use]
pub fn hop_reason(network: &Network, routing: &NamedRouting<'_>, channel: Channel, to: Node) -> String {
    match routing {
        NamedRouting::Highest(rule) => highest(*rule.cube(), channel.from, to),
        NamedRouting::Lowest(rule) => lowest(*rule.cube(), channel.from, to),
        NamedRouting::Parity(rule) => {
            let (parity, reason) = if ParityOrder::takes_lowest(channel.from) {
                ("an even", lowest(*rule.cube(), channel.from, to))
            } else {
                ("an odd", highest(*rule.cube(), channel.from, to))
            };
            format!("{parity} number of ones; {reason}")
        }
        NamedRouting::Dimensions(rule) => in_dimension(network, rule, channel, to),
        NamedRouting::Shortest(rule) => shortest(network, rule, channel, to),
        NamedRouting::UpDown(rule) => up_down(network, rule, channel),
        NamedRouting::Table(_) => format!("the entry for {}", network.node_name(to)),
    }
}

/// Returns the bits in which two nodes differ, the highest first.
fn differing_bits(at: Node, to: Node) -> impl Iterator<Item = u32> {
    let relative = at.0 ^ to.0;
    (0..u64::BITS).rev().filter(move |bit| relative >> bit & 1 == 1)
}

fn highest(cube: IncompleteHypercube, at: Node, to: Node) -> String {
    by_bits(cube, at, &differing_bits(at, to).collect::<Vec<_>>(), "highest")
}

fn lowest(cube: IncompleteHypercube, at: Node, to: Node) -> String {
    let mut bits: Vec<u32> = differing_bits(at, to).collect();
    bits.reverse();
    by_bits(cube, at, &bits, "lowest")
}

/// Returns why the first of the bits is taken whose link exists.
fn by_bits(cube: IncompleteHypercube, at: Node, bits: &[u32], which: &str) -> String {
    if let [only] = bits {
        return format!("bit {only} alone differs");
    }
    let width = wide(cube.dimension());
    let is_missing = |bit: &&u32| cube.neighbor(at, Link(**bit)).is_none();
    let missing: Vec<String> = bits
        .iter()
        .take_while(is_missing)
        .map(|&bit| format!("bit {bit} would lead to {:0width$b}, which is no node; ", at.0 ^ 1 << bit))
        .collect();
    let taken = bits[missing.len()];
    let words: Vec<String> = bits.iter().map(u32::to_string).collect();
    let left = if missing.is_empty() { "" } else { " of the others" };
    format!("bits {} differ; {}bit {taken} is the {which}{left}", words.join(", "), missing.concat())
}

fn in_dimension(network: &Network, rule: &DimensionOrder<'_>, channel: Channel, to: Node) -> String {
    let Some(AxisStep { dimension, ends: [here, there], hops, goes_up, .. }) = rule.step(channel.from, to)
    else {
        return String::new();
    };
    let sign = if goes_up { "+" } else { "−" };
    let way = match hops {
        [Some(up), Some(down)] if up == down => format!("both ways take {}, so +", counted(up, "hop")),
        [Some(up), Some(down)] => format!("{sign} takes {} of {}", up.min(down), up + down),
        _ => format!("{sign} leads there"),
    };
    let lane = match (rule.has_dateline(), channel.lane) {
        (false, _) => "",
        (true, 0) => "; the ring still closes ahead: lane 0",
        (true, _) => "; the ring does not close ahead: lane 1",
    };
    let which = match network.dimensions().len().max(network.mesh_radices().map_or(0, <[u64]>::len)) {
        1 => String::new(),
        _ => format!("coordinate {} is the first that differs, ", dimension + 1),
    };
    format!("{which}{here} to {there}: {way}{lane}")
}

fn shortest(network: &Network, rule: &Shortest<'_>, channel: Channel, to: Node) -> String {
    let names: Vec<String> = rule.nearer(channel.from, to).map(|(link, _)| network.link_name(link)).collect();
    let hops = network.hops_between(channel.from, to).unwrap_or(0);
    let left = format!("{} to go", counted(hops, "hop"));
    match names.as_slice() {
        [] => String::new(),
        [only] => format!("{left}; {only} alone leads nearer"),
        [first, ..] => format!("{left}; {} lead nearer, {first} is the first", names.join(", ")),
    }
}

fn up_down(network: &Network, rule: &UpDown, channel: Channel) -> String {
    let here = network.node_name(channel.from);
    if rule.is_up(channel.from, channel.to) {
        format!("up, as no way down leads from {here} to the destination")
    } else {
        format!("down, on a shortest way down from {here}")
    }
}
