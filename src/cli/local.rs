//! `isotask show --node`: what one node does in some slots.

use super::args::ShowArguments;
use super::draw;
use super::failure::Failure;
use super::new::{node_ref, number};
use super::report::{Report, counted, describe_task};
use crate::check::{Options, check_schedule};
use crate::model::{IsotropicTask, Network, Node, count_of};
use crate::solve::{Journey, LocalMove, local_moves};
use crate::wire::{self, CertificateDocument, Document, NodeRef, ScheduleDocument, parse};
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
    let task = IsotropicTask::new(&document.task).map_err(|fault| Failure::model(file, &fault))?;
    let network = task.network();
    let node = node(arguments.node.as_deref().unwrap_or_default(), network)?;
    let slots = slots(arguments.slots.as_deref(), replayed.completion_time)?;
    let mut report = Report::default();
    describe_task(&mut report, &task);
    report
        .line("schedule", format!("{}, replayed by the checker", counted(replayed.completion_time, "slot")));
    report.line("node", network.node_name(node));
    let moves = local_moves(&task, &document.body, node, slots.clone());
    Ok(format!("{}\n{}", report.render(), table(network, slots.start, &moves)))
}

fn node(word: &str, network: &Network) -> Result<Node, Failure> {
    let out_of_range = |what: &str, found: u64, limit: u64| {
        Failure::usage(format!("--node {word}: {what} {found}, expected less than {limit}"))
    };
    match node_ref(word, "--node")? {
        NodeRef::Index(index) if index >= network.nodes() => {
            Err(out_of_range("node", index, network.nodes()))
        }
        NodeRef::Index(index) => Ok(Node(index)),
        NodeRef::Coordinates(list) => {
            let rings = network.dimensions();
            if matches!(network.kind(), wire::Network::Hypercube { .. }) {
                return Err(Failure::usage(format!(
                    "--node {word}: expected an index, as on every hypercube"
                )));
            }
            if list.len() != rings.len() {
                let (found, expected) = (count_of(list.len()), rings.len());
                let found = counted(found, "coordinate");
                return Err(Failure::usage(format!("--node {word}: {found}, expected {expected}")));
            }
            let mut index = 0;
            for (&x, ring) in list.iter().zip(rings) {
                if x >= ring.radix() {
                    return Err(out_of_range("coordinate", x, ring.radix()));
                }
                index += x * ring.stride();
            }
            Ok(Node(index))
        }
    }
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
