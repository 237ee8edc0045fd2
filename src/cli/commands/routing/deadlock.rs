//! `isotask deadlock`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::routing::{DeadlockArguments, OrderWord};
use crate::cli::arguments::task::TaskOptions;
use crate::cli::commands::routing::blocked::{Waits, require_blocked};
use crate::cli::commands::routing::channels::{described, read_back, waiting};
use crate::cli::commands::routing::given::{Given, MAX_NODES, routes_in, routing};
use crate::cli::report::draw;
use crate::cli::report::lines::counted;
use crate::cli::terminal::document::{not_a_task, parsed};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::deadlock::{
    ArrivalOrder, Destination, Message, MessagesEnd, NamedRouting, Routing, channels_between, held,
    send_buffered, send_unbuffered,
};
use crate::grammar::task_on;
use crate::model::{DemandsTask, Network, Node, Packet, count_of};
use crate::wire::{
    ChannelsDocument, ChannelsWitness, Ports, ReplayReport, ResultDocument, ResultStatus, RoutingRule,
    TaskDocument, to_bytes,
};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Most hops of all packets together.
const MAX_REPLAYED_HOPS: u64 = 1 << 23;

pub(crate) fn run(arguments: &DeadlockArguments) -> Result<Exit, Failure> {
    let file: Vec<OsString> = arguments.task.iter().map(|file| file.clone().into()).collect();
    let words = if file.is_empty() { &arguments.words } else { &file };
    let options = &arguments.options;
    let unheard = [
        ("--ports", options.ports.is_some()),
        ("--switch-ports", options.switch_ports.is_some()),
        ("--objective", options.objective.is_some()),
    ];
    if let Some((option, _)) = unheard.into_iter().find(|(_, given)| *given) {
        let message =
            format!("{option} changes nothing here: packets move whenever the next buffer is empty");
        return Err(Failure::usage(message));
    }
    if let Some(option) = options.first_given().filter(|_| arguments.task.is_some()) {
        return Err(Failure::usage(format!("{option} is one of NETWORK TASK in words; a file says its own")));
    }
    let play = play(words, options)?;
    let network = &play.given.network;
    let routing = routing(&play.given, arguments.rule)?;
    require_ways(&play, &routing)?;
    if routing.name() == RoutingRule::Shortest && network.nodes() > MAX_NODES {
        return Err(Failure::usage(format!(
            "{} nodes, expected at most {MAX_NODES}, on which the checker follows the rule shortest",
            network.nodes()
        )));
    }
    let buffers = arguments.buffers.unwrap_or(1);
    let orders = if arguments.order.is_empty() { &OrderWord::EVERY[..] } else { &arguments.order };
    if arguments.seed.is_some() && !orders.contains(&OrderWord::Random) {
        return Err(Failure::usage("--seed goes with --order random".to_owned()));
    }
    let mut replays = Vec::with_capacity(orders.len());
    for order in orders {
        let order = order.arrival(arguments.seed.unwrap_or(1));
        replays.push(replay(&routing, network, order, buffers, play.messages.clone()));
    }
    for replay in replays.iter().filter(|replay| !replay.cycle.is_empty()) {
        let witness = ChannelsWitness::Cyclic { cycle: replay.cycle.clone() };
        let document = ChannelsDocument::new(network.kind().clone(), routing.name(), witness);
        read_back(&to_bytes(&document.with_routes(play.given.routes.clone())))?;
    }
    for replay in &replays {
        require_blocked(&routing, replay)?;
    }
    let deadlocked = replays.iter().any(|replay| replay.delivered < replay.packets);
    let exit = if deadlocked { Exit::Negative } else { Exit::Success };
    let bytes = if arguments.json {
        let status = if deadlocked { ResultStatus::Deadlock } else { ResultStatus::Delivered };
        let mut result = ResultDocument::new("deadlock", status, exit.code());
        result.input = Some(play.name.clone());
        result.replays = replays;
        to_bytes(&result)
    } else {
        text(network, &routing, &play.packets, buffers, &replays).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

/// The packets that are replayed, and the network.
struct Play {
    given: Given,
    /// The file, or the words.
    name: String,
    /// What the packets are.
    packets: String,
    messages: Vec<Message>,
}

/// Reads the packets: of a task, or on the routes of a file those of a task in words.
fn play(words: &[OsString], options: &TaskOptions) -> Result<Play, Failure> {
    let (routes, rest) = match words.split_first() {
        Some((first, rest)) => (routes_in(first).transpose()?, rest),
        None => (None, words),
    };
    if let Some(given) = routes {
        return on_routes(given, words, rest, options);
    }
    let input = Input::traffic(words, options);
    let name = input.name();
    let bytes = input.bytes()?;
    let document: TaskDocument = parsed(&name, &bytes)?;
    let task = DemandsTask::new(&document).map_err(|fault| input.not_a_task(&bytes, &document, &fault))?;
    let given = Given { network: task.network().clone(), routes: None };
    of_task(given, name, &task)
}

/// Reads the packets of a task in words on the network of routes; without words a packet for every pair of
/// nodes that has a route.
fn on_routes(
    given: Given,
    words: &[OsString],
    rest: &[OsString],
    options: &TaskOptions,
) -> Result<Play, Failure> {
    let is_fitting = |option: &&str| *option == "--count" && !rest.is_empty();
    if let Some(option) = options.first_given().filter(|option| !is_fitting(option)) {
        return Err(Failure::usage(format!("{option} beside a file of routes, expected FILE TASK… alone")));
    }
    let letters: Vec<String> = rest.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let name = words.join(OsStr::new(" ")).display().to_string();
    if rest.is_empty() {
        let ends = given.routes.iter().flatten().map(|held| [held.channel.from, held.destination]);
        let mut ends: Vec<[u64; 2]> = ends.collect();
        ends.sort_unstable();
        let messages: Vec<Message> =
            ends.iter().map(|&[from, to]| Message::new(Node(from), Node(to))).collect();
        let packets =
            format!("one for every pair that has a route, {}", counted(count_of(ends.len()), "pair"));
        return Ok(Play { given, name, packets, messages });
    }
    let task = task_on(given.network.kind(), &letters, options.count())?;
    let document =
        TaskDocument::new(None, given.network.kind().clone(), task, Ports::All, options.objective());
    let task = DemandsTask::new(&document).map_err(|fault| not_a_task(&name, None, &document, &fault))?;
    of_task(given, name, &task)
}

/// Returns the packets of a task, unless they are combined.
fn of_task(given: Given, name: String, task: &DemandsTask) -> Result<Play, Failure> {
    if task.is_combined() {
        let message = "packets that are combined, expected a task whose packets are carried or copied, such as \
                       total-exchange, demands, scatter, gather, broadcast or allgather";
        return Err(Failure::fault(&name, "combined", message.to_owned()));
    }
    Ok(Play { messages: messages(&given.network, task), given, name, packets: task.to_string() })
}

/// Returns a message for every packet, all in the first slot.
fn messages(network: &Network, task: &DemandsTask) -> Vec<Message> {
    let hosts = (0..network.nodes()).map(Node).filter(|&node| !network.is_switch(node));
    let everywhere: Arc<[Node]> = hosts.collect();
    let mut messages = Vec::new();
    for load in task.loads() {
        let message = match load.packet() {
            Packet::Personal { from, to } => Message::new(from, to),
            Packet::Copied { from } => Message::new(from, Destination::Nodes(Arc::clone(&everywhere))),
            Packet::Combined { .. } | Packet::Summed { .. } => unreachable!("the task combines no packets"),
        };
        messages.extend((0..load.count()).map(|_| message.clone()));
    }
    messages
}

/// Refuses packets that the routes do not take to their destinations, and more hops than are simulated.
fn require_ways(play: &Play, routing: &NamedRouting<'_>) -> Result<(), Failure> {
    let mut hops = 0;
    for message in &play.messages {
        let source = message.source;
        // Routes of a broadcast share their beginnings.
        let mut taken = BTreeSet::new();
        for destination in message.destination.reached_from(source) {
            if !routing.has_way(source, destination) {
                let [from, to] = [source, destination].map(|node| play.given.network.node_words(node));
                let message = format!("no route leads from {from} to {to}");
                return Err(Failure::fault(&play.name, "no-route", message));
            }
            let way = channels_between(routing, source, destination).expect("a way leads to its end");
            hops += match message.destination {
                Destination::Node(_) => count_of(way.len()),
                Destination::Nodes(_) => count_of(way.into_iter().filter(|hop| taken.insert(*hop)).count()),
            };
        }
        if hops > MAX_REPLAYED_HOPS {
            let message =
                format!("the packets make more than {MAX_REPLAYED_HOPS} hops, expected at most as many");
            return Err(Failure::fault(&play.name, "too-many-hops", message));
        }
    }
    Ok(())
}

fn replay(
    routing: &NamedRouting<'_>,
    network: &Network,
    order: ArrivalOrder,
    buffers: u32,
    mut messages: Vec<Message>,
) -> ReplayReport {
    order.arrange(network.nodes(), &mut messages);
    let seed = match order {
        ArrivalOrder::Random { seed } => Some(seed),
        _ => None,
    };
    let mut report = ReplayReport {
        network: network.kind().clone(),
        rule: routing.name(),
        order: order.as_str().to_owned(),
        seed,
        buffers: buffers.into(),
        packets: count_of(messages.len()),
        delivered: count_of(messages.len()),
        slots: 0,
        cycle: Vec::new(),
        blocked: Vec::new(),
        sources: Vec::new(),
    };
    let end = match NonZeroU32::new(buffers) {
        Some(buffers) => send_buffered(routing, &messages, buffers),
        None => send_unbuffered(routing, &messages),
    };
    match end.expect("every packet has a way") {
        MessagesEnd::Delivered { read } => report.slots = read.iter().max().map_or(0, |last| last + 1),
        MessagesEnd::Deadlocked { slot, read, cycle, messages: stuck } => {
            report.delivered = count_of(read);
            report.slots = slot;
            let channels = if buffers == 0 { &mut report.blocked } else { &mut report.cycle };
            *channels = held(&cycle);
            report.sources = stuck.into_iter().map(|message| messages[message].source.0).collect();
        }
    }
    report
}

fn text(
    network: &Network,
    routing: &NamedRouting<'_>,
    what: &str,
    buffers: u32,
    replays: &[ReplayReport],
) -> String {
    let waits = Waits::with(buffers);
    let mut report = described(network, routing.name(), routing.lanes());
    if let Some(line) = waits.buffers_line(buffers) {
        report.line("buffers", line);
    }
    report.line("packets", what);
    let stuck = replays.iter().filter(|replay| replay.delivered < replay.packets).count();
    report.verdict(
        "result",
        match stuck {
            0 => format!("delivered in {}", counted(count_of(replays.len()), "order")),
            _ => format!("deadlock in {stuck} of {}", counted(count_of(replays.len()), "order")),
        },
    );
    let rows = replays.iter().map(|replay| {
        let outcome = if replay.delivered < replay.packets { "deadlock" } else { "delivered" };
        vec![
            order_words(replay),
            outcome.to_owned(),
            format!("{} of {}", replay.delivered, replay.packets),
            replay.slots.to_string(),
        ]
    });
    let header = ["order", "outcome", "packets delivered", "slots"];
    if stuck > 0 {
        report.line("checked", waits.checked());
    }
    let mut text = format!("{}\n{}", report.render(), draw::words(&header, rows.collect()));
    if let Some(replay) = replays.iter().find(|replay| !replay.sources.is_empty()) {
        let channels = if buffers == 0 { &replay.blocked } else { &replay.cycle };
        let words = format!(
            "Order {}, from slot {} on: {}:\n{}",
            order_words(replay),
            replay.slots,
            waits.sentence(),
            waiting(network, channels, &replay.sources, waits.header())
        );
        text.push_str(&words);
    }
    text
}

fn order_words(replay: &ReplayReport) -> String {
    match replay.seed {
        Some(seed) => format!("{}, seed {seed}", replay.order),
        None => replay.order.clone(),
    }
}
