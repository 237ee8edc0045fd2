//! Runs `isotask channels`, and shows channels documents to people.

use crate::check::{VerifiedChannels, check_channels};
use crate::cli::arguments::routing::ChannelsArguments;
use crate::cli::commands::routing::given::{MAX_NODES, given, routing};
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::deadlock::{ChannelGraph, ChannelOrder, NamedRouting, channels_document, held};
use crate::model::{Network, Node, count_of};
use crate::wire::{
    ChannelsDocument, ChannelsReport, ChannelsWitness, HeldChannel, ListedChannel, ResultDocument,
    ResultStatus, RoutingRule, parse, to_bytes,
};

/// The channels in a line of a drawing.
const CHANNELS_PER_LINE: usize = 6;

pub(crate) fn run(arguments: &ChannelsArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let given = given(&arguments.network)?;
    let network = &given.network;
    if network.nodes() > MAX_NODES {
        return Err(Failure::usage(format!(
            "{} nodes, expected at most {MAX_NODES}: routes go from each to each",
            network.nodes()
        )));
    }
    let routing = routing(&given, arguments.rule)?;
    let graph = ChannelGraph::new(&routing).expect("a rule leads everywhere on its network");
    let order = graph.order();
    let document = channels_document(network, routing.name(), &order).with_routes(given.routes.clone());
    let bytes = to_bytes(&document);
    let checked = read_back(&bytes)?;
    let found = report(network, &routing, &graph, &order);
    let exit = if checked.acyclic { Exit::Success } else { Exit::Negative };
    let printed = if arguments.json {
        let status = if checked.acyclic { ResultStatus::DeadlockFree } else { ResultStatus::Deadlock };
        let mut result = ResultDocument::new("channels", status, exit.code());
        result.channels = Some(found);
        result.written = arguments.output.iter().filter_map(|place| written("channels", place)).collect();
        CommandReport::Document(Box::new(result))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the channels", place));
        CommandReport::Words(text(network, &document, &found) + &wrote.unwrap_or_default())
    };
    let beside = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&bytes)?;
    }
    finish_report(&printed, beside)?;
    Ok(exit)
}

/// Has the checker accept a channels document before it is handed out.
pub(crate) fn read_back(bytes: &[u8]) -> Result<VerifiedChannels, Failure> {
    let document: ChannelsDocument =
        parse(bytes).map_err(|fault| Failure::self_check(format!("our own channels document: {fault}")))?;
    check_channels(&document).map_err(|rejection| {
        Failure::self_check(format!("our own channels document is refused: {rejection}"))
    })
}

fn report(
    network: &Network,
    routing: &NamedRouting<'_>,
    graph: &ChannelGraph,
    order: &ChannelOrder,
) -> ChannelsReport {
    let (longest_path, cycle) = match order {
        ChannelOrder::Acyclic(numbering) => {
            (Some(numbering.numbers().values().max().map_or(0, |last| last + 1)), Vec::new())
        }
        ChannelOrder::Cyclic(cycle) => (None, held(cycle)),
    };
    ChannelsReport {
        network: network.kind().clone(),
        rule: routing.name(),
        virtual_channels: routing.lanes(),
        channels: count_of(graph.channels().len()),
        dependencies: count_of(graph.dependencies().count()),
        longest_path,
        cycle,
    }
}

pub(crate) fn rule_words(rule: RoutingRule) -> String {
    let words = match rule {
        RoutingRule::HighestLink => "the highest link that leads nearer (P4 Algorithm 2)",
        RoutingRule::LowestLink => "the lowest link that leads nearer",
        RoutingRule::ParityOrder => {
            "the lowest link that leads nearer at nodes of even parity, else the highest"
        }
        RoutingRule::DimensionOrder => "one dimension after another, the shorter way, in a tie upwards",
        RoutingRule::Dateline => "dimension-order, on lane 0 up to where a ring closes, from there on lane 1",
        RoutingRule::Shortest => "the first link that begins a shortest way",
        RoutingRule::UpDown => {
            "links up to the root of a breadth-first tree until links down lead there, then these"
        }
        RoutingRule::Table => "the entry of the file for the node and the destination",
    };
    format!("{}: {words}", rule.as_str())
}

fn text(network: &Network, document: &ChannelsDocument, found: &ChannelsReport) -> String {
    let mut report = described(network, found.rule, found.virtual_channels);
    report.line("channels", found.channels.to_string());
    report.line("dependencies", found.dependencies.to_string());
    if let Some(length) = found.longest_path {
        report.line("longest path", counted(length, "channel"));
        let which =
            if document.routes.is_some() { "no packets of these routes" } else { "no packets whatsoever" };
        report.verdict("result", format!("acyclic: {which} can deadlock"));
        report
            .line("checked", "read back and accepted: every packet takes its channels by increasing number");
    } else {
        report.verdict("result", "cyclic: packets can wait for each other for ever");
        report
            .line("checked", "read back and accepted: every packet of the cycle waits for the next channel");
    }
    report.render() + &drawn(network, &document.witness, "A shortest cycle")
}

/// Returns the lines with network, rule and virtual channels.
pub(crate) fn described(network: &Network, rule: RoutingRule, lanes: u64) -> Report {
    let mut report = Report::default();
    report.line("network", network.to_string());
    report.line("rule", rule_words(rule));
    report.line("virtual channels", format!("{lanes} on each direction of a link"));
    report
}

/// Returns a channels document as text; `refused` says why the checker refuses it.
pub(crate) fn show(network: &Network, document: &ChannelsDocument, refused: Option<&str>) -> String {
    let mut report = described(network, document.rule, document.lanes());
    let claimed = match &document.witness {
        ChannelsWitness::Acyclic { numbering } => {
            format!("acyclic, {} numbered", counted(count_of(numbering.len()), "channel"))
        }
        ChannelsWitness::Cyclic { cycle } => format!("cyclic, {}", counted(count_of(cycle.len()), "channel")),
    };
    report.line("claimed", claimed);
    if let Some(refused) = refused {
        report.line("checked", refused);
        return report.render() + "\nThe channels are not listed, since the checker refuses them.\n";
    }
    report.line("checked", "accepted");
    report.render() + &drawn(network, &document.witness, "A cycle")
}

/// Draws the first channels by number, or the packets of a cycle.
fn drawn(network: &Network, witness: &ChannelsWitness, title: &str) -> String {
    match witness {
        ChannelsWitness::Acyclic { numbering } => {
            let shown = &numbering[..numbering.len().min(draw::MAX_LINES * CHANNELS_PER_LINE)];
            let lines = shown.chunks(CHANNELS_PER_LINE).zip(0..);
            let rows = lines.map(|(line, place)| {
                let words: Vec<String> =
                    line.iter().map(|&channel| channel_words(network, channel)).collect();
                vec![(place * CHANNELS_PER_LINE).to_string(), words.join("   ")]
            });
            let more = match numbering.len() - shown.len() {
                0 => String::new(),
                left => format!("(and {left} more; isotask channels … -o FILE writes all)\n"),
            };
            let table = draw::words(&["from number", "channels"], rows.collect());
            format!(
                "\nChannels by number; every packet takes them in this order:\n{}{more}",
                table.trim_end_matches('\n').to_owned() + "\n"
            )
        }
        ChannelsWitness::Cyclic { cycle } => {
            let origins: Vec<u64> = cycle.iter().map(|held| held.channel.from).collect();
            format!(
                "\n{title}: each packet, sent at the same time as the others, holds a channel and waits for the next:\n{}",
                waiting(network, cycle, &origins, ["packet", "holds", "waits for"])
            )
        }
    }
}

/// Draws the packets that wait for each other, a line for each: the packet, its channel and the next.
pub(crate) fn waiting(
    network: &Network,
    cycle: &[HeldChannel],
    origins: &[u64],
    header: [&str; 3],
) -> String {
    let following = cycle.iter().skip(1).chain(cycle.first());
    let rows =
        cycle.iter().zip(following).zip(origins).take(draw::MAX_LINES).map(|((held, next), &origin)| {
            let both = |index| {
                if index < network.nodes() { network.node_words(Node(index)) } else { index.to_string() }
            };
            let packet = format!("{} to {}", both(origin), both(held.destination));
            vec![packet, channel_words(network, held.channel), channel_words(network, next.channel)]
        });
    let table = draw::words(&header, rows.collect());
    let more = match cycle.len().saturating_sub(draw::MAX_LINES) {
        0 => String::new(),
        left => format!("(and {left} more; isotask channels … -o FILE writes all)\n"),
    };
    format!("{}\n{more}", table.trim_end_matches('\n'))
}

fn channel_words(network: &Network, channel: ListedChannel) -> String {
    let lane = if channel.lane == 0 { String::new() } else { format!(", lane {}", channel.lane) };
    format!("{} → {}{lane}", node(network, channel.from), node(network, channel.to))
}

/// Returns the name of a node; an index that is no node stays a number.
fn node(network: &Network, index: u64) -> String {
    if index < network.nodes() { network.node_name(Node(index)) } else { index.to_string() }
}
