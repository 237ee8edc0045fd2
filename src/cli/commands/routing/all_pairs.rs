//! `isotask route --all`: the routing table of a rule, and how long its ways are.

use crate::cli::arguments::routing::RouteArguments;
use crate::cli::commands::routing::channels::described;
use crate::cli::commands::routing::given::{given, routing};
use crate::cli::report::draw;
use crate::cli::report::lines::counted;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::deadlock::{NamedRouting, Routing, routes_document};
use crate::model::{Network, Node, count_of};
use crate::wire::{ResultDocument, ResultStatus, WaysReport, to_bytes};
use num_rational::Ratio;
use std::collections::BTreeMap;

/// Most nodes of a table that is printed.
const MAX_PRINTED_NODES: u64 = 32;
/// Most nodes of a network whose ways are all followed.
const MAX_ALL_PAIRS_NODES: u64 = 1 << 10;

pub(super) fn run(arguments: &RouteArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let given = given(&arguments.words)?;
    let network = &given.network;
    let is_written = arguments.json || output.is_some();
    require_few(network, is_written)?;
    let routing = routing(&given, arguments.rule)?;
    if output.is_some() && network.switches().is_some() {
        let message =
            "-o writes a table of routes, which no network with switches has; expected --json or neither";
        return Err(Failure::usage(message.to_owned()));
    }
    let found = ways(network, &routing);
    let printed = if arguments.json {
        let mut result = ResultDocument::new("route", ResultStatus::Done, Exit::Success.code());
        result.ways = Some(found);
        result.written = arguments.output.iter().filter_map(|place| written("routes", place)).collect();
        CommandReport::Document(Box::new(result))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the routes", place));
        CommandReport::Words(text(network, &routing, &found) + &wrote.unwrap_or_default())
    };
    let beside = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&to_bytes(&routes_document(network, &routing)))?;
    }
    finish_report(&printed, beside)?;
    Ok(Exit::Success)
}

/// Refuses a network that is too large for a table on paper, or in a file.
fn require_few(network: &Network, is_written: bool) -> Result<(), Failure> {
    let (nodes, most) = (network.nodes(), if is_written { MAX_ALL_PAIRS_NODES } else { MAX_PRINTED_NODES });
    if nodes <= most {
        return Ok(());
    }
    let remedy = if nodes <= MAX_ALL_PAIRS_NODES {
        "-o FILE writes the table"
    } else {
        "isotask route NETWORK… FROM TO follows one packet"
    };
    Err(Failure::usage(format!("{nodes} nodes, expected at most {most} for the ways of all pairs; {remedy}")))
}

/// Follows the packets of all pairs of nodes.
///
/// # Complexity
/// O(n²) steps of the rule for n nodes.
fn ways(network: &Network, routing: &NamedRouting<'_>) -> WaysReport {
    let nodes = network.nodes();
    let lengths: Vec<u64> = (0..nodes).flat_map(|to| lengths_toward(routing, nodes, Node(to))).collect();
    let hops: u64 = lengths.iter().sum();
    let pairs = count_of(lengths.len());
    WaysReport {
        network: network.kind().clone(),
        rule: routing.name(),
        pairs,
        without_way: nodes * (nodes - 1) - pairs,
        hops,
        average_hops: (pairs > 0).then(|| Ratio::new(hops, pairs).to_string()),
        longest: lengths.into_iter().max().unwrap_or(0),
    }
}

/// Returns the hops from every other node that has a way to a destination.
fn lengths_toward(routing: &NamedRouting<'_>, nodes: u64, to: Node) -> Vec<u64> {
    let mut known = BTreeMap::from([(to, 0)]);
    for from in (0..nodes).map(Node).filter(|&from| routing.has_way(from, to)) {
        let (mut at, mut way) = (from, Vec::new());
        let mut hops = loop {
            if let Some(&hops) = known.get(&at) {
                break hops;
            }
            way.push(at);
            at = routing.next(at, to).expect("a rule leads on to a node that it has a way to").to;
        };
        for node in way.into_iter().rev() {
            hops += 1;
            known.insert(node, hops);
        }
    }
    known.into_values().filter(|&hops| hops > 0).collect()
}

fn text(network: &Network, routing: &NamedRouting<'_>, found: &WaysReport) -> String {
    let mut report = described(network, routing.name(), routing.lanes());
    report.line("pairs", found.pairs.to_string());
    if found.without_way > 0 {
        report.line("without a way", counted(found.without_way, "pair"));
    }
    report.line("longest way", counted(found.longest, "hop"));
    if let Some(average) = &found.average_hops {
        report.line("average way", format!("{average} hops"));
    }
    if network.nodes() > MAX_PRINTED_NODES {
        return report.render();
    }
    let names: Vec<String> = (0..network.nodes()).map(|node| network.node_name(Node(node))).collect();
    let header: Vec<&str> = std::iter::once("at").chain(names.iter().map(String::as_str)).collect();
    let lane = |lane: u32| if routing.lanes() > 1 { format!(" {lane}") } else { String::new() };
    let cell = |at: u64, to: u64| match routing.next(Node(at), Node(to)) {
        Some(channel) => network.node_name(channel.to) + &lane(channel.lane),
        None => "·".to_owned(),
    };
    let rows = (0..network.nodes()).zip(&names).map(|(at, name)| {
        std::iter::once(name.clone()).chain((0..network.nodes()).map(|to| cell(at, to))).collect()
    });
    let table = draw::words(&header, rows.collect());
    let beside = if routing.lanes() > 1 { ", with its lane" } else { "" };
    format!(
        "{}\nThe next node{beside} of a packet, by where it is (rows) and where it goes (columns):\n{}\n",
        report.render(),
        table.trim_end_matches('\n')
    )
}
