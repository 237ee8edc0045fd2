//! Rounds as a schedule: messages are packets on a complete network, each of which moves once, in its round.

use super::pattern::Pattern;
use crate::check::{Options, check_schedule};
use crate::cli::terminal::failure::Failure;
use crate::wire::{
    Demand, Ends, Family, Group, MatrixCertificateDocument, Network, NodeRef, Objective, Ports, ScheduleBody,
    ScheduleDocument, Slots, Task, TaskDocument, Transfer,
};
use std::collections::BTreeMap;

/// Most messages of a schedule, each of which it lists as a packet and as a move.
const MAX_MESSAGES: u64 = 1 << 22;
/// Most nodes, every two of which a complete network links.
const MAX_NODES: u64 = 1 << 12;

/// Refuses a pattern that is no list of packets between nodes, or a long one.
pub(super) fn require_listable(pattern: &Pattern) -> Result<(), Failure> {
    let refused = |message: String| Err(Failure::fault(&pattern.name, "no-schedule", message));
    let (nodes, columns) = pattern.matrix.shape();
    if nodes != columns || !(2..=MAX_NODES).contains(&nodes) {
        return refused(format!(
            "{nodes} rows and {columns} columns, expected as many for --schedule, 2 to {MAX_NODES}"
        ));
    }
    let mut total = 0_u64;
    for entry in pattern.matrix.entries() {
        if entry.row == entry.column {
            return refused(format!(
                "a message of node {} to itself, expected none for --schedule",
                entry.row
            ));
        }
        total = total.saturating_add(entry.units);
    }
    if total > MAX_MESSAGES {
        return refused(format!("{total} messages, expected at most {MAX_MESSAGES} for --schedule"));
    }
    Ok(())
}

/// Returns the rounds of a certificate, of a pattern that can be listed, as a schedule of listed packets on a
/// complete network, whose nodes have one port, or one half-duplex port.
pub(super) fn schedule(certificate: &MatrixCertificateDocument) -> Result<ScheduleDocument, Failure> {
    let nodes = certificate.matrix.shape().0;
    let (mut demands, mut packets, mut next) = (Vec::new(), Vec::new(), BTreeMap::new());
    for entry in certificate.matrix.entries() {
        let (from, to) = (NodeRef::Index(entry.row), NodeRef::Index(entry.column));
        next.insert((entry.row, entry.column), u32::try_from(packets.len()).expect("few messages"));
        packets.extend((0..entry.units).map(|_| Ends::new(vec![from.clone(), to.clone()])));
        demands.push(Demand { from, to, count: entry.units });
    }
    let mut slots = Slots::new();
    for term in &certificate.terms {
        for _ in 0..term.times {
            slots.push(term.entries.iter().map(|entry| {
                let packet = next.get_mut(&(entry.row, entry.column)).expect("an entry of the matrix");
                *packet += 1;
                Transfer::new(*packet - 1, NodeRef::Index(entry.row), NodeRef::Index(entry.column))
            }));
        }
    }
    let ports = match certificate.ports {
        Ports::OneHalfDuplex => Ports::OneHalfDuplex,
        _ => Ports::One,
    };
    let network = Network::Cayley(Group::Family { family: Family::Complete, n: nodes });
    let task = Task::Demands { packets: demands, count: 1 };
    let task = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    let schedule = ScheduleDocument::new(task, ScheduleBody::Explicit { packets, slots });
    check_schedule(&schedule, &Options::default())
        .map_err(|rejection| Failure::self_check(format!("our own schedule is refused: {rejection}")))?;
    Ok(schedule)
}
