//! `isotask show --node`: what one node does in some slots.

use super::args::ShowArguments;
use super::draw;
use super::failure::Failure;
use super::input::task_to_show;
use super::new::{node_ref, number};
use super::report::counted;
use super::show::describe;
use crate::check::{Options, check_schedule};
use crate::model::{Network, Packet, Task};
use crate::solve::{Journey, LocalMove, LocalTransfer, local_moves, local_replay, local_transfers};
use crate::wire::{CertificateDocument, Document, ScheduleBody, ScheduleDocument, parse};
use std::ops::Range;

/// Most slots that are shown at once.
const MOST_SLOTS: u64 = 1024;

/// Replays a schedule by the checker, then shows what the node of the arguments does.
pub(super) fn show(
    file: &str,
    format: &str,
    bytes: &[u8],
    arguments: &ShowArguments,
) -> Result<String, Failure> {
    let wire = |fault| Failure::wire(file, &fault);
    let (document, inside) = match format {
        ScheduleDocument::FORMAT => (parse(bytes).map_err(wire)?, ""),
        CertificateDocument::FORMAT => {
            let CertificateDocument { task, schedule, .. } = parse(bytes).map_err(wire)?;
            (ScheduleDocument::new(task, schedule), "schedule.")
        }
        other => {
            let known = [CertificateDocument::FORMAT, ScheduleDocument::FORMAT];
            return Err(Failure::unknown_format(file, other, &known));
        }
    };
    // Nothing is said of a schedule that the checker refuses, nor can it lead the queries astray.
    let replayed = check_schedule(&document, &Options::default()).map_err(|rejection| {
        let place = rejection.place();
        let place =
            place.strip_prefix("schedule.").map_or_else(|| place.clone(), |own| format!("{inside}{own}"));
        Failure::refused_at(file, &rejection, place)
    })?;
    let task = task_to_show(&document.task).map_err(|fault| Failure::model(file, &fault))?;
    let network = task.network();
    let word = arguments.node.as_deref().unwrap_or_default();
    let node = network
        .node(&node_ref(word, "--node")?, String::new)
        .map_err(|fault| Failure::usage(format!("--node {word}: {fault}")))?;
    let slots = slots(arguments.slots.as_deref(), replayed.completion_time)?;
    let mut report = describe(&document.task, &task);
    report
        .line("schedule", format!("{}, replayed by the checker", counted(replayed.completion_time, "slot")));
    report.line("node", network.node_name(node));
    let head = report.render();
    let rows = match (&task, &document.body) {
        (Task::Isotropic(task), ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. }) => {
            table(network, slots.start, &local_moves(task, &document.body, node, slots.clone()))
        }
        (Task::Cayley(_), ScheduleBody::Symmetric { packets, slots: all }) => {
            table(network, slots.start, &local_replay(network, packets, all, node, &slots))
        }
        (Task::Cayley(_), ScheduleBody::Intervals { .. }) => {
            return Err(Failure::usage(
                "--node of a schedule in intervals on a Cayley graph, expected one in slots".to_owned(),
            ));
        }
        _ => {
            let collecting = matches!(&task, Task::Collective(task) if task.collective().is_collecting());
            let moves = local_transfers(network, collecting, &document.body, node, slots.clone())
                .map_err(|fault| Failure::model(file, &fault))?;
            transfers_table(network, slots.start, &moves)
        }
    };
    Ok(format!("{head}\n{rows}"))
}

/// `5` or `5..9`; all slots if nothing is said.
fn slots(word: Option<&str>, all: u64) -> Result<Range<u64>, Failure> {
    let Some(word) = word else {
        if all <= MOST_SLOTS {
            return Ok(0..all);
        }
        return Err(Failure::usage(format!(
            "the schedule has {all} slots, expected --slots A..B with at most {MOST_SLOTS} of them"
        )));
    };
    let range = if let Some((start, end)) = word.split_once("..") {
        number(start, "--slots")?..number(end, "--slots")?
    } else {
        let slot = number(word, "--slots")?;
        slot..slot.saturating_add(1)
    };
    let fault = |what: String| Err(Failure::usage(format!("--slots {word}: {what}")));
    if range.is_empty() {
        return fault("no slots, expected the first and, greater than it, the end".to_owned());
    }
    if range.end > all {
        return fault(format!("the schedule has {}, numbered from 0", counted(all, "slot")));
    }
    if range.end - range.start > MOST_SLOTS {
        return fault(format!("{} slots, expected at most {MOST_SLOTS}", range.end - range.start));
    }
    Ok(range)
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

fn transfers_table(network: &Network, first: u64, slots: &[Vec<LocalTransfer>]) -> String {
    let name = |node| network.node_name(node);
    let packet = |step: &LocalTransfer| {
        let ends = match step.packet {
            Packet::Personal { from, to } => format!("{} → {}", name(from), name(to)),
            Packet::Copied { from } => format!("of {}", name(from)),
            Packet::Combined { to } => format!("for {}", name(to)),
        };
        step.copy.map_or_else(|| ends.clone(), |copy| format!("{ends} #{}", u64::from(copy) + 1))
    };
    let mut lines = Vec::new();
    for (slot, moves) in (first..).zip(slots) {
        if moves.is_empty() {
            lines.push([slot.to_string()].into_iter().chain(["·"; 3].map(str::to_owned)).collect());
        }
        for step in moves {
            let way = if step.receives { "receives from" } else { "sends to" };
            lines.push(vec![slot.to_string(), way.to_owned(), name(step.neighbor), packet(step)]);
        }
    }
    draw::words(&["slot", "", "neighbour", "packet"], lines)
}
