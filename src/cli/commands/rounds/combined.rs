//! A halo exchange with combined messages, beside the one with a message for each block.

use super::schedule::checked;
use crate::cli::arguments::matrices::rounds::RoundsArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::Failure;
use crate::decompose::{Combined, CombinedRound, combined};
use crate::grammar::{Halo, MessageTime};
use crate::model::count_of;
use crate::wire::{
    CombinedReport, CombinedStep, CombinedTimes, Demand, Ends, Graph, GraphLink, Network, NodeRef, Objective,
    Ports, ScheduleBody, ScheduleDocument, Slots, Task, TaskDocument, Transfer,
};
use std::collections::BTreeMap;

/// The letters of the sides of a grid.
const SIDES: [&str; 4] = ["x", "y", "z", "w"];

/// Returns the exchange with combined messages; `direct` rounds are enough without.
pub(super) fn combine(arguments: &RoundsArguments, halo: &Halo, direct: u64) -> (Combined, CombinedReport) {
    let found = combined(&halo.grid, &halo.steps);
    let steps: Vec<CombinedStep> = found.rounds.iter().map(step).collect();
    let (rounds, blocks) = (count_of(steps.len()), steps.iter().map(|step| step.blocks).sum());
    let times = time(arguments).map(|time| CombinedTimes {
        combined: time.seconds(rounds, blocks),
        direct: time.seconds(direct, direct),
        up_to_bytes: time.crossing((rounds, blocks), (direct, direct)),
    });
    (found, CombinedReport { rounds, blocks, direct, steps, times })
}

fn step(round: &CombinedRound) -> CombinedStep {
    CombinedStep {
        side: count_of(round.side),
        step: round.step,
        messages: count_of(round.messages.len()),
        blocks: count_of(round.longest()),
    }
}

/// Returns what messages cost, if all of it is given.
fn time(arguments: &RoundsArguments) -> Option<MessageTime> {
    let (start, byte, block) = (arguments.alpha?, arguments.beta?, arguments.bytes?);
    Some(MessageTime { start, byte, block })
}

/// Adds what was found to the lines of a report.
pub(super) fn describe(report: &mut Report, arguments: &RoundsArguments, found: &CombinedReport) {
    let CombinedReport { rounds, blocks, direct, .. } = found;
    report.line(
        "combined",
        format!(
            "{}, with {} in the longest messages; a message for each block: {}, {}",
            counted(*rounds, "round"),
            counted(*blocks, "block"),
            counted(*direct, "round"),
            counted(*direct, "block")
        ),
    );
    let (Some(times), Some(time)) = (&found.times, time(arguments)) else { return };
    let faster = match (*rounds, *blocks) {
        few if time.is_less(few, (*direct, *direct)) => "combined is faster",
        few if time.is_less((*direct, *direct), few) => "a message for each block is faster",
        _ => "they take equally long",
    };
    report.line(
        "time",
        format!(
            "combined {}, a message for each block {}: {faster}, where a message takes {} to start and {} a byte, \
             and a block is {} bytes",
            time.words(*rounds, *blocks),
            time.words(*direct, *direct),
            time.start,
            time.byte,
            time.block
        ),
    );
    if let Some(bytes) = times.up_to_bytes.as_ref().filter(|&bytes| bytes != "0") {
        report.line("combined pays", format!("for blocks of up to {bytes} bytes"));
    }
}

/// Returns the table of the rounds.
pub(super) fn table(found: &CombinedReport) -> String {
    let row = |(round, step): (usize, &CombinedStep)| {
        let side = usize::try_from(step.side).ok().and_then(|side| SIDES.get(side)).copied().unwrap_or("?");
        let way = match step.step {
            -1 => format!("{side} − 1"),
            1 => format!("{side} + 1"),
            _ => format!("{side} ± 1, which is one rank"),
        };
        vec![round.to_string(), way, step.messages.to_string(), step.blocks.to_string()]
    };
    let rows: Vec<Vec<String>> = found.steps.iter().enumerate().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    draw::words(&["round", "every rank to", "messages", "blocks in the longest"], rows)
}

/// Returns the combined exchange as a schedule of its blocks on the links of the grid, each of which carries
/// the blocks of one message in a slot.
pub(super) fn schedule(halo: &Halo, found: &Combined) -> Result<ScheduleDocument, Failure> {
    let node = |rank: u64| NodeRef::Index(rank);
    let mut capacity: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    let mut slots = Slots::new();
    for round in &found.rounds {
        for (&link, blocks) in &round.messages {
            let most = capacity.entry(link).or_default();
            *most = (*most).max(blocks.len());
        }
        slots.push(round.messages.iter().flat_map(|(&(from, to), blocks)| {
            let transfer = move |&block: &usize| {
                let packet = u32::try_from(block).expect("few blocks");
                Transfer::new(packet, NodeRef::Index(from), NodeRef::Index(to))
            };
            blocks.iter().map(transfer).collect::<Vec<_>>()
        }));
    }
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let link = |(&(from, to), &most): (&(u64, u64), &usize)| GraphLink {
        from: narrow(from),
        to: narrow(to),
        capacity: narrow(count_of(most)),
    };
    let network = Network::Graph(Graph {
        nodes: halo.grid.sides.iter().product(),
        directed: true,
        names: halo.matrix.row_names.clone().map(Into::into),
        switches: None,
        switch_ports: Ports::All,
        links: capacity.iter().map(link).collect(),
    });
    let mut counts: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for &ends in &found.blocks {
        *counts.entry(ends).or_default() += 1;
    }
    let demand = |((from, to), count): ((u64, u64), u64)| Demand { from: node(from), to: node(to), count };
    let task = Task::Demands { packets: counts.into_iter().map(demand).collect(), count: 1 };
    let task = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
    let packets = found.blocks.iter().map(|&(from, to)| Ends::new(vec![node(from), node(to)])).collect();
    checked(ScheduleDocument::new(task, ScheduleBody::Explicit { packets, slots }))
}
