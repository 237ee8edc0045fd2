//! `isotask deadlock`.

use crate::cli::arguments::input::Input;
use crate::cli::arguments::routing::{DeadlockArguments, OrderWord};
use crate::cli::commands::routing::channels::{described, read_back, waiting};
use crate::cli::commands::routing::given::routing;
use crate::cli::report::draw;
use crate::cli::report::lines::counted;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::deadlock::{ArrivalOrder, Message, MessagesEnd, NamedRouting, held, send_buffered};
use crate::model::{DemandsTask, Network, Packet, count_of};
use crate::wire::{
    ChannelsDocument, ChannelsWitness, ReplayReport, ResultDocument, ResultStatus, RoutingRule, TaskDocument,
    to_bytes,
};
use std::ffi::OsString;

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
    let input = Input::traffic(words, options);
    let task = task(&input)?;
    let (network, messages) = (task.network(), messages(&task));
    let (rule, routing) = routing(network, arguments.rule)?;
    let orders = if arguments.order.is_empty() { &OrderWord::EVERY[..] } else { &arguments.order };
    if arguments.seed.is_some() && !orders.contains(&OrderWord::Random) {
        return Err(Failure::usage("--seed goes with --order random".to_owned()));
    }
    let mut replays = Vec::with_capacity(orders.len());
    for order in orders {
        replays.push(replay(
            rule,
            &routing,
            network,
            order.arrival(arguments.seed.unwrap_or(1)),
            messages.clone(),
        ));
    }
    for replay in replays.iter().filter(|replay| !replay.cycle.is_empty()) {
        let witness = ChannelsWitness::Cyclic { cycle: replay.cycle.clone() };
        read_back(&to_bytes(&ChannelsDocument::new(network.kind().clone(), rule, witness)))?;
    }
    let deadlocked = replays.iter().any(|replay| replay.delivered < replay.packets);
    let exit = if deadlocked { Exit::Negative } else { Exit::Success };
    let bytes = if arguments.json {
        let status = if deadlocked { ResultStatus::Deadlock } else { ResultStatus::Delivered };
        let mut result = ResultDocument::new("deadlock", status, exit.code());
        result.input = Some(input.name());
        result.replays = replays;
        to_bytes(&result)
    } else {
        text(network, rule, &task.to_string(), &replays).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

/// Reads the task whose packets are replayed.
fn task(input: &Input<'_>) -> Result<DemandsTask, Failure> {
    let name = input.name();
    let bytes = input.bytes()?;
    let document: TaskDocument = parsed(&name, &bytes)?;
    let task = DemandsTask::new(&document).map_err(|fault| input.not_a_task(&bytes, &document, &fault))?;
    if task.is_personal() {
        return Ok(task);
    }
    let message = "packets that are copied or combined, expected total exchange, demands, scatter or gather";
    Err(Failure::fault(&name, "not-personal", message.to_owned()))
}

/// Returns a message for every packet, all in the first slot.
fn messages(task: &DemandsTask) -> Vec<Message> {
    let mut messages = Vec::new();
    for load in task.loads() {
        let Packet::Personal { from, to } = load.packet() else { unreachable!("the task is personal") };
        messages.extend((0..load.count()).map(|_| Message { source: from, destination: to, slot: 0 }));
    }
    messages
}

fn replay(
    rule: RoutingRule,
    routing: &NamedRouting<'_>,
    network: &Network,
    order: ArrivalOrder,
    mut messages: Vec<Message>,
) -> ReplayReport {
    order.arrange(network.nodes(), &mut messages);
    let seed = match order {
        ArrivalOrder::Random { seed } => Some(seed),
        _ => None,
    };
    let mut report = ReplayReport {
        network: network.kind().clone(),
        rule,
        order: order.as_str().to_owned(),
        seed,
        packets: count_of(messages.len()),
        delivered: count_of(messages.len()),
        slots: 0,
        cycle: Vec::new(),
        sources: Vec::new(),
    };
    match send_buffered(routing, &messages).expect("a rule leads everywhere on its network") {
        MessagesEnd::Delivered { read } => report.slots = read.iter().max().map_or(0, |last| last + 1),
        MessagesEnd::Deadlocked { slot, read, cycle, messages: stuck } => {
            report.delivered = count_of(read);
            report.slots = slot;
            report.cycle = held(&cycle);
            report.sources = stuck.into_iter().map(|message| messages[message].source.0).collect();
        }
    }
    report
}

fn text(network: &Network, rule: RoutingRule, what: &str, replays: &[ReplayReport]) -> String {
    let mut report = described(network, rule);
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
        report.line("checked", "every packet of a cycle takes its channel and then needs the next");
    }
    let mut text = format!("{}\n{}", report.render(), draw::words(&header, rows.collect()));
    if let Some(replay) = replays.iter().find(|replay| !replay.cycle.is_empty()) {
        let words = format!(
            "Order {}, from slot {} on: each packet holds a channel and waits for the next, the last for the first:\n{}",
            order_words(replay),
            replay.slots,
            waiting(network, &replay.cycle, &replay.sources)
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
