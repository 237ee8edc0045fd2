//! Runs `isotask route`: the way of a packet, hop by hop, or the ways of all.

use crate::cli::arguments::routing::RouteArguments;
use crate::cli::commands::routing::all_pairs;
use crate::cli::commands::routing::channels::described;
use crate::cli::commands::routing::given::{given, routing};
use crate::cli::report::draw;
use crate::cli::report::lines::counted;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::deadlock::{Channel, NamedRouting, Routing, channels_between, hop_reason};
use crate::grammar::node_on;
use crate::model::{Network, Node, count_of};
use crate::wire::{HopReport, ResultDocument, ResultStatus, RouteReport, to_bytes};

/// Most hops of a way that is listed.
const MAX_HOPS: u64 = 1 << 10;

pub(crate) fn run(arguments: &RouteArguments) -> Result<Exit, Failure> {
    if arguments.all {
        return all_pairs::run(arguments);
    }
    let Some((words, [from, to])) = arguments.words.split_last_chunk::<2>() else {
        return Err(without_ends());
    };
    let given = given(words).map_err(|fault| {
        let is_network = |last: usize| given(&arguments.words[..last]).is_ok();
        let last = arguments.words.len();
        if words.is_empty() || is_network(last) || is_network(last - 1) { without_ends() } else { fault }
    })?;
    let network = &given.network;
    let [from, to] = [(from, "FROM"), (to, "TO")].map(|(word, what)| {
        let found = node_on(network.kind(), &word.to_string_lossy(), what)?;
        network.node(&found, || what.to_owned()).map_err(|fault| Failure::usage(format!("{what}: {fault}")))
    });
    let (from, to) = (from?, to?);
    let routing = routing(&given, arguments.rule)?;
    let hops = hops(network, &routing, from, to)?;
    let bytes = if arguments.json {
        let mut result = ResultDocument::new("route", ResultStatus::Done, Exit::Success.code());
        result.route = Some(report(network, &routing, [from, to], &hops));
        to_bytes(&result)
    } else {
        text(network, &routing, [from, to], &hops).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

fn without_ends() -> Failure {
    Failure::usage(
        "expected NETWORK… FROM TO, such as hypercube 3 011 100, or --all for all pairs".to_owned(),
    )
}

/// Returns the channels of a packet.
fn hops(
    network: &Network,
    routing: &NamedRouting<'_>,
    from: Node,
    to: Node,
) -> Result<Vec<Channel>, Failure> {
    let names = || [from, to].map(|node| network.node_words(node));
    if !routing.has_way(from, to) {
        let [from, to] = names();
        return Err(Failure::usage(format!("no way leads from {from} to {to}")));
    }
    // Ways are shortest ones under all rules but `up-down` and `table`, whose networks are small.
    let least = network.hops_between(from, to).unwrap_or(0);
    if least > MAX_HOPS {
        let [from, to] = names();
        return Err(Failure::usage(format!(
            "a way of {least} hops from {from} to {to}, expected at most {MAX_HOPS}"
        )));
    }
    Ok(channels_between(routing, from, to).expect("a rule leads to every node that it has a way to"))
}

fn report(
    network: &Network,
    routing: &NamedRouting<'_>,
    [from, to]: [Node; 2],
    hops: &[Channel],
) -> RouteReport {
    let hop = |&channel: &Channel| HopReport {
        from: channel.from.0,
        to: channel.to.0,
        lane: channel.lane.into(),
        link: link_name(network, channel),
        reason: hop_reason(network, routing, channel, to),
    };
    RouteReport {
        network: network.kind().clone(),
        rule: routing.name(),
        from: from.0,
        to: to.0,
        distance: network.distance_between(from, to),
        hops: hops.iter().map(hop).collect(),
    }
}

/// Returns the name of the link that a channel is a direction of.
fn link_name(network: &Network, channel: Channel) -> String {
    let link = network.link_between(channel.from, channel.to);
    network.link_name(link.expect("a channel is a direction of a link"))
}

fn text(network: &Network, routing: &NamedRouting<'_>, [from, to]: [Node; 2], hops: &[Channel]) -> String {
    let mut report = described(network, routing.name(), routing.lanes());
    let nodes: Vec<String> = std::iter::once(from)
        .chain(hops.iter().map(|channel| channel.to))
        .map(|node| network.node_name(node))
        .collect();
    report.line("way", nodes.join(" → "));
    let distance = network.distance_between(from, to);
    let length = counted(count_of(hops.len()), "hop");
    report.line(
        "length",
        if count_of(hops.len()) == distance {
            format!("{length}, as few as any way has")
        } else {
            format!("{length}; a shortest way has {distance}")
        },
    );
    if hops.is_empty() {
        return report.render();
    }
    let has_lanes = routing.lanes() > 1;
    let rows = hops.iter().zip(1..).map(|(&channel, place): (_, u64)| {
        let mut row = vec![place.to_string(), network.node_name(channel.from), network.node_name(channel.to)];
        row.push(link_name(network, channel));
        row.extend(has_lanes.then(|| channel.lane.to_string()));
        row.push(hop_reason(network, routing, channel, to));
        row
    });
    let header: &[&str] = if has_lanes {
        &["hop", "from", "to", "link", "lane", "reason"]
    } else {
        &["hop", "from", "to", "link", "reason"]
    };
    let table = draw::words(header, rows.collect());
    format!("{}\n{}\n", report.render(), table.trim_end_matches('\n'))
}
