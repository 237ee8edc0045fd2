//! Rounds as a schedule: messages are packets on a complete network, each of which moves once, in its round.

use super::pattern::Pattern;
use super::rule::Rule;
use crate::check::{Options, check_schedule};
use crate::cli::report::lines::counted;
use crate::cli::terminal::failure::Failure;
use crate::wire::{
    Demand, Ends, Family, Graph, GraphLink, Group, MatrixCertificateDocument, MatrixEntry, MatrixUnits,
    Network, NodeRef, Objective, Ports, ScheduleBody, ScheduleDocument, Slots, Task, TaskDocument, Transfer,
};
use std::collections::BTreeMap;

/// Most messages of a schedule, each of which it lists as a packet and as a move.
const MAX_MESSAGES: u64 = 1 << 22;
/// Most nodes, every two of which a complete network links.
const MAX_NODES: u64 = 1 << 12;

/// Refuses a pattern that is no list of packets between nodes, or a long one.
pub(super) fn require_listable(pattern: &Pattern) -> Result<(), Failure> {
    let refused = |message: String| Err(Failure::fault(&pattern.name, "no-schedule", message));
    let (nodes, _) = pattern.matrix.shape();
    if pattern.is_bipartite {
        return refused(
            "rows and columns are different nodes, expected one set of nodes for --schedule".to_owned(),
        );
    }
    if !(2..=MAX_NODES).contains(&nodes) {
        return refused(format!("{}, expected 2 to {MAX_NODES} for --schedule", counted(nodes, "node")));
    }
    let total = pattern.matrix.entries().fold(0_u64, |total, entry| total.saturating_add(entry.units));
    if total > MAX_MESSAGES {
        return refused(format!("{total} messages, expected at most {MAX_MESSAGES} for --schedule"));
    }
    Ok(())
}

/// Returns the rounds of a certificate, of a pattern that can be listed, as a schedule of listed packets,
/// each of which moves once. With one port its network is a complete one; with k ports it has a link for
/// every two nodes with messages, which carries up to k of them in a slot.
pub(super) fn schedule(
    certificate: &MatrixCertificateDocument,
    rule: Rule,
) -> Result<ScheduleDocument, Failure> {
    let (mut demands, mut packets, mut next) = (Vec::new(), Vec::new(), BTreeMap::new());
    for entry in certificate.matrix.entries() {
        let (from, to) = (NodeRef::Index(entry.row), NodeRef::Index(entry.column));
        next.insert((entry.row, entry.column), u32::try_from(packets.len()).expect("few messages"));
        packets.extend((0..entry.units).map(|_| Ends::new(vec![from.clone(), to.clone()])));
        demands.push(Demand { from, to, count: entry.units });
    }
    let single = certificate.terms.iter().flat_map(|term| (0..term.times).map(|_| term.entries.as_slice()));
    let single: Vec<&[MatrixEntry]> = single.collect();
    let mut slots = Slots::new();
    for round in single.chunks(usize::try_from(rule.slots()).unwrap_or(usize::MAX)) {
        slots.push(round.iter().copied().flatten().map(|entry| {
            let packet = next.get_mut(&(entry.row, entry.column)).expect("an entry of the matrix");
            *packet += 1;
            Transfer::new(*packet - 1, NodeRef::Index(entry.row), NodeRef::Index(entry.column))
        }));
    }
    let task = Task::Demands { packets: demands, count: 1 };
    let task =
        TaskDocument::new(None, network(certificate, rule), task, rule.of_node(), Objective::CompletionTime);
    checked(ScheduleDocument::new(task, ScheduleBody::Explicit { packets, slots }))
}

/// Has the checker replay a schedule.
pub(super) fn checked(schedule: ScheduleDocument) -> Result<ScheduleDocument, Failure> {
    check_schedule(&schedule, &Options::default())
        .map_err(|rejection| Failure::self_check(format!("our own schedule is refused: {rejection}")))?;
    Ok(schedule)
}

fn network(certificate: &MatrixCertificateDocument, rule: Rule) -> Network {
    let nodes = certificate.matrix.shape().0;
    if rule.slots() == 1 {
        return Network::Cayley(Group::Family { family: Family::Complete, n: nodes });
    }
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let link = |entry: MatrixUnits| GraphLink {
        from: narrow(entry.row),
        to: narrow(entry.column),
        capacity: narrow(entry.units.min(rule.slots())),
    };
    Network::Graph(Graph {
        nodes,
        directed: true,
        names: certificate.matrix.row_names.clone().map(Into::into),
        switches: None,
        switch_ports: Ports::All,
        links: certificate.matrix.entries().map(link).collect(),
    })
}
