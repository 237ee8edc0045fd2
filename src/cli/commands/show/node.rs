//! Runs `isotask show` with `--node` or `--slots`: the moves of one node, or of all, in some slots.

use crate::cli::arguments::draw::ShowArguments;
use crate::cli::arguments::export::ExportArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted, describe};
use crate::cli::report::rules as rules_report;
use crate::cli::report::schedule::moves_of_slots;
use crate::cli::terminal::document::{AnyDocument, SCHEDULE_FORMATS};
use crate::cli::terminal::failure::Failure;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::delay::{self, RulesError, rules};
use crate::grammar::{node_on, number};
use crate::model::{
    Journey, LocalMove, LocalTransfer, Network, Node, Packet, Problem, Schedule, TakenLinks, Transmission,
    large,
};
use crate::wire::{Per, RulesReport, ScheduleBody, ScheduleDocument};
use std::convert::Infallible;
use std::ops::Range;

/// The most moves of all nodes that are shown at once.
const MAX_MOVES: u64 = 1 << 16;
/// The most slots that are shown at once.
const MAX_SLOTS: u64 = 1024;

/// A schedule that the checker has accepted, with its task.
pub(crate) struct Accepted {
    file: String,
    pub(crate) document: ScheduleDocument,
    pub(crate) task: Problem,
    pub(crate) schedule: Schedule,
    /// The number of slots up to the last one with a move.
    pub(crate) slots: u64,
}

/// A schedule to export, with its output.
pub(crate) struct Opened {
    pub(crate) file: String,
    pub(crate) output: Output,
    pub(crate) accepted: Accepted,
}

impl Opened {
    /// Reads the input, opens the output before any work, and has the checker judge the schedule.
    pub(crate) fn new(arguments: &ExportArguments) -> Result<Self, Failure> {
        let bytes = arguments.input().bytes()?;
        let output = Output::open(&arguments.output)?;
        let file = arguments.input().name();
        interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
        let accepted = Accepted::new(&file, &bytes)?;
        Ok(Self { file, output, accepted })
    }
}

impl Accepted {
    /// Has the checker judge a certificate or schedule document: a refused one is not shown, and cannot
    /// mislead the queries.
    pub(crate) fn new(file: &str, bytes: &[u8]) -> Result<Self, Failure> {
        Self::of(file, AnyDocument::read(file, bytes, &SCHEDULE_FORMATS)?)
    }

    /// Has the checker judge a document that was already read.
    pub(crate) fn of(file: &str, document: AnyDocument) -> Result<Self, Failure> {
        let (document, slots) = document.accepted(file)?;
        let task = Problem::new(&document.task).map_err(|fault| Failure::model(file, &fault))?;
        let schedule = Schedule::accepted(&task, &document.body);
        Ok(Self { file: file.to_owned(), document, task, schedule, slots })
    }

    /// Returns the node that `--node` names.
    pub(crate) fn node(&self, word: &str) -> Result<Node, Failure> {
        node_named(self.task.network(), word)
    }

    /// Returns the slots that `--slots` names, `5` or `5..9`; all slots without a word.
    pub(crate) fn range(&self, word: Option<&str>) -> Result<Range<u64>, Failure> {
        word.map_or(Ok(0..self.slots), |word| slots_named(self.slots, word))
    }

    /// Refuses slots whose moves take too much work to find.
    pub(crate) fn require_near(&self, slots: &Range<u64>) -> Result<(), Failure> {
        let near = self.schedule.require_near(slots);
        near.map_err(|fault| Failure::fault(&self.file, "too-much-work", fault.words(SLOTS_OPTION)))
    }

    /// Returns the lines that describe the task and the schedule.
    pub(crate) fn describe(&self) -> Report {
        let mut report = describe(&self.document.task, &self.task);
        report.line("schedule", format!("{}, accepted by the checker", counted(self.slots, "slot")));
        if self.task.parcels().is_some() {
            report
                .line("moves", "each in the slot in which it begins; it lasts for the length of its packet");
        }
        report
    }
}

/// The option that chooses slots, as the command line has it.
pub(crate) const SLOTS_OPTION: &str = "--slots A..B";

/// Returns the node of a network that `--node` names.
pub(crate) fn node_named(network: &Network, word: &str) -> Result<Node, Failure> {
    let node = network.node(&node_on(network.kind(), word, "--node")?, String::new);
    node.map_err(|fault| Failure::usage(format!("--node {word}: {fault}")))
}

/// Returns the slots that `--slots` names, `5` or `5..9`, of a schedule of `slots` slots.
pub(crate) fn slots_named(slots: u64, word: &str) -> Result<Range<u64>, Failure> {
    let range = if let Some((start, end)) = word.split_once("..") {
        number(start, "--slots")?..number(end, "--slots")?
    } else if let Some((start, end)) = word.split_once(['-', ':', ',']) {
        let is_range = !start.is_empty() && [start, end].iter().all(|end| end.parse::<u64>().is_ok());
        let hint = if is_range { format!("; did you mean {start}..{end}?") } else { String::new() };
        return Err(Failure::usage(format!(
            "--slots \"{word}\", expected a slot, or A..B for the slots from A on before B{hint}"
        )));
    } else {
        let slot = number(word, "--slots")?;
        slot..slot.saturating_add(1)
    };
    let fault = |what: String| Err(Failure::usage(format!("--slots {word}: {what}")));
    if range.is_empty() {
        return fault("no slots, expected the first and, greater than it, the end".to_owned());
    }
    if range.end > slots {
        return fault(format!("the schedule has {}, numbered from 0", counted(slots, "slot")));
    }
    Ok(range)
}

/// Shows the moves of the node that the arguments name, or of all nodes, once the checker has replayed the
/// schedule.
pub(crate) fn show(file: &str, bytes: &[u8], arguments: &ShowArguments) -> Result<String, Failure> {
    let accepted = Accepted::new(file, bytes)?;
    if arguments.rules {
        let found = judged(&accepted)?;
        return Ok(format!(
            "{}\n{}",
            accepted.describe().render(),
            rules_report::text(accepted.task.network(), &found)
        ));
    }
    let (task, schedule, body) = (&accepted.task, &accepted.schedule, &accepted.document.body);
    let network = task.network();
    let node = arguments.node.as_deref().map(|word| accepted.node(word)).transpose()?;
    let slots = accepted.range(arguments.slots.as_deref())?;
    require_few(&slots, arguments.slots.as_deref())?;
    accepted.require_near(&slots)?;
    let mut report = accepted.describe();
    let text = match (node, body) {
        (Some(node), _) => {
            report.line("node", network.node_words(node));
            moves_of(task, schedule, node, slots)
        }
        (None, ScheduleBody::Explicit { packets, slots: all }) => {
            let place = |slot| usize::try_from(slot).expect("a slot of a list");
            let (start, end) = (place(slots.start), place(slots.end));
            moves_of_slots(task, packets, slots.start, all.iter().take(end).skip(start))
        }
        (None, _) if schedule.per() == Per::Network => {
            require_few_moves(&accepted, None, &slots)?;
            format!("What all nodes do:\n{}", moves_of_all(task, schedule, slots))
        }
        (None, _) => format!(
            "What node {} does; every other node does the same, translated:\n{}",
            network.node_words(Node(0)),
            moves_of(task, schedule, Node(0), slots)
        ),
    };
    Ok(format!("{}\n{text}", report.render()))
}

/// Compares a schedule that the checker accepts with the rules of P1.
pub(crate) fn judged(accepted: &Accepted) -> Result<RulesReport, Failure> {
    let fault = |reason, fault: &dyn std::fmt::Display| Failure::fault(&accepted.file, reason, fault);
    accepted.require_near(&(0..accepted.slots))?;
    let found = rules(&accepted.task, &accepted.schedule).map_err(|found| match &found {
        RulesError::NotPersonal => fault("no-rules", &found),
        _ => fault("too-much-work", &found),
    })?;
    Ok(delay::rules_report(accepted.task.network(), &found))
}

/// Refuses more slots than can be shown at once.
pub(crate) fn require_few(slots: &Range<u64>, word: Option<&str>) -> Result<(), Failure> {
    let wanted = slots.end - slots.start;
    if wanted <= MAX_SLOTS {
        return Ok(());
    }
    Err(Failure::usage(match word {
        Some(word) => format!("--slots {word}: {wanted} slots, expected at most {MAX_SLOTS}"),
        None => {
            format!("the schedule has {wanted} slots, expected --slots A..B with at most {MAX_SLOTS} of them")
        }
    }))
}

/// Refuses more moves of all nodes than can be shown at once.
pub(crate) fn require_few_moves(
    accepted: &Accepted,
    node: Option<Node>,
    slots: &Range<u64>,
) -> Result<(), Failure> {
    if node.is_some() || accepted.schedule.per() == Per::Node {
        return Ok(());
    }
    match accepted.schedule.count_transmissions(accepted.task.network(), None, slots) {
        Some(found) if found <= MAX_MOVES => Ok(()),
        found => {
            let found = large(found);
            Err(Failure::usage(format!(
                "{found} moves of all nodes, expected at most {MAX_MOVES}; --node V shows those of one node, --slots A..B those of some slots"
            )))
        }
    }
}

/// Lists the moves of all nodes, slot by slot.
fn moves_of_all(task: &Problem, schedule: &Schedule, slots: Range<u64>) -> String {
    let network = task.network();
    let mut lines = Vec::new();
    let collect = |slot: u64, sent: Transmission| -> Result<(), Infallible> {
        let (from, to) = (network.node_name(sent.from), network.node_name(sent.to));
        let packet = packet_words(network, sent.packet, sent.copy);
        lines.push(vec![slot.to_string(), from, to, packet]);
        Ok(())
    };
    match schedule.visit(task, None, slots, collect) {
        Ok(()) => {}
        Err(never) => match never {},
    }
    draw::words(&["slot", "from", "to", "packet"], lines)
}

/// Returns a packet in words, by its ends.
fn packet_words(network: &Network, packet: Packet, copy: Option<u64>) -> String {
    let ends = packet.named(network, " → ");
    copy.map_or_else(|| ends.clone(), |copy| format!("{ends} #{copy}"))
}

/// Lists what a node sends and receives. If every node sends packets of its own, a line holds a send and the
/// receive at the same time.
fn moves_of(task: &Problem, schedule: &Schedule, node: Node, slots: Range<u64>) -> String {
    let (network, first) = (task.network(), slots.start);
    if task.packets_of_a_node().is_some() && schedule.per() == Per::Node {
        table(network, first, &schedule.local_moves(task, node, slots))
    } else {
        transfers_table(network, node, first, &schedule.local_transfers(task, node, slots))
    }
}

fn table(network: &Network, first: u64, slots: &[Vec<LocalMove>]) -> String {
    let name = |node| network.node_name(node);
    let packet = |way: Journey| format!("{} → {}", name(way.origin), name(way.destination));
    let mut lines = Vec::new();
    for (slot, moves) in (first..).zip(slots) {
        if moves.is_empty() {
            let idle = ["·"; 5].map(str::to_owned);
            lines.push([vec![slot.to_string()], idle.to_vec()].concat());
        }
        for step in moves {
            lines.push(vec![
                slot.to_string(),
                network.link_name(step.link),
                name(step.to),
                packet(step.sent),
                name(step.from),
                packet(step.received),
            ]);
        }
    }
    draw::words(&["slot", "link", "sends to", "packet", "receives from", "packet"], lines)
}

/// Lists what a node sends and receives, with the name that the sender gives to the link.
fn transfers_table(network: &Network, node: Node, first: u64, slots: &[Vec<LocalTransfer>]) -> String {
    let name = |node| network.node_name(node);
    let mut taken = TakenLinks::new(network);
    let mut link = |slot: u64, step: &LocalTransfer| {
        let (from, to) = if step.receives { (step.neighbor, node) } else { (node, step.neighbor) };
        network.link_name(taken.link(slot, from, to))
    };
    let packet = |step: &LocalTransfer| packet_words(network, step.packet, step.copy);
    let mut lines = Vec::new();
    for (slot, moves) in (first..).zip(slots) {
        if moves.is_empty() {
            lines.push([slot.to_string()].into_iter().chain(["·"; 4].map(str::to_owned)).collect());
        }
        for step in moves {
            let way = if step.receives { "receives from" } else { "sends to" };
            lines.push(vec![
                slot.to_string(),
                way.to_owned(),
                name(step.neighbor),
                link(slot, step),
                packet(step),
            ]);
        }
    }
    draw::words(&["slot", "", "neighbour", "link", "packet"], lines)
}
