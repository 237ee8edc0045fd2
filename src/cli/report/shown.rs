//! The data of `isotask show --json` on tasks and schedules, from which its tables are made.

use crate::cli::report::schedule::REMEDY;
use crate::model::{IsotropicTask, Link, Network, Node, Packet, Problem, Schedule, TakenLinks, Transmission};
use crate::route::{SearchBudget, least_completion, task_matrix};
use crate::wire::{
    Demand, DistanceReport, MatrixRow, NodeName, NodeRef, Per, ScheduleBody, ShowReport, ShownMove,
    ShownMoves, ShownSchedule,
};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;

/// The most entries of a task matrix, and the most moves, that are listed without being asked for.
const MAX_LISTED: u64 = 1 << 16;

/// Returns the report of a document of which nothing is known yet.
pub(crate) fn nothing(format: &str) -> ShowReport {
    ShowReport {
        format: format.to_owned(),
        name: None,
        links: Vec::new(),
        rows: Vec::new(),
        distances: Vec::new(),
        demands: Vec::new(),
        schedule: None,
        rules: None,
        channels: None,
    }
}

/// Adds the title of a task and the links of its network.
pub(crate) fn describe_names(shown: &mut ShowReport, problem: &Problem) {
    let network = problem.network();
    shown.name = problem.name().map(str::to_owned);
    shown.links = (0..network.links()).map(|link| network.link_name(Link(link))).collect();
}

/// Adds a description of a task; a note says what cannot be listed.
pub(crate) fn describe_task(shown: &mut ShowReport, problem: &Problem, notes: &mut Vec<String>) {
    describe_names(shown, problem);
    match (problem.demands(), problem.rows(), problem.words()) {
        (Some(task), ..) if task.is_personal() => {
            let personal = task.loads().iter().filter_map(|load| match load.packet() {
                Packet::Personal { from, to } => {
                    let (from, to) = (NodeRef::Index(from.0), NodeRef::Index(to.0));
                    Some(Demand { from, to, count: load.count() })
                }
                _ => None,
            });
            shown.demands = personal.collect();
        }
        (None, Some(task), _) => match matrix_rows(task) {
            Some(rows) => shown.rows = rows,
            None => notes.push(too_many_rows()),
        },
        (None, None, Ok(task)) => {
            let far = task.distance_counts().into_iter();
            shown.distances = far.map(|(hops, packets)| DistanceReport { hops, packets }).collect();
        }
        _ => {}
    }
}

/// Returns the note in place of a matrix that has too many rows.
pub(crate) fn too_many_rows() -> String {
    format!("the rows of the task matrix are not listed: more than {MAX_LISTED} entries")
}

/// Returns the rows of the matrix that `show` draws; none if they are too many.
pub(crate) fn matrix_rows(task: &IsotropicTask) -> Option<Vec<MatrixRow>> {
    let network = task.network();
    if task.rows().checked_mul(network.links().into())? > MAX_LISTED {
        return None;
    }
    let route = least_completion(task, &SearchBudget { evaluations: 1_000_000, stop: &|| false });
    let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
    let packets = task.classes().flat_map(|class| (0..class.count).map(move |copy| (class.offset, copy)));
    let row = |(index, (packet, copy)): (usize, (Node, u64))| {
        let mut uses = vec![0; usize::try_from(network.links()).expect("links fit memory")];
        for (column, units) in matrix.row(index) {
            uses[usize::try_from(column).expect("links fit memory")] = units;
        }
        MatrixRow { packet: packet.0, name: network.node_name(packet), copy, uses }
    };
    Some(packets.enumerate().map(row).collect())
}

/// Describes a schedule without its moves.
pub(crate) fn describe_schedule(body: &ScheduleBody) -> ShownSchedule {
    let (form, per) = match body {
        ScheduleBody::Symmetric { .. } | ScheduleBody::Multinode { .. } => ("symmetric", Per::Node),
        ScheduleBody::Intervals { .. } => ("intervals", Per::Node),
        ScheduleBody::Explicit { .. } => ("explicit", Per::Network),
        ScheduleBody::Orbit { .. } | ScheduleBody::OrbitMultinode { .. } => ("orbit", Per::Network),
        ScheduleBody::Conveyor { .. } => ("conveyor", Per::Network),
        ScheduleBody::Windows { .. } => ("windows", Per::Node),
    };
    ShownSchedule { form: form.to_owned(), per, moves: None }
}

/// Returns all moves of a schedule, or the reason if they are too many to be listed.
pub(crate) fn all_moves(problem: &Problem, schedule: &Schedule, slots: u64) -> Result<ShownMoves, String> {
    let node = whose(schedule, None);
    let found = schedule.count_transmissions(problem.network(), node, &(0..slots));
    match found {
        Some(found) if found.max(slots) <= MAX_LISTED => {
            let near = schedule.require_near(&(0..slots));
            near.map_err(|fault| format!("the moves are not listed: {}", fault.words("--slots A..B")))?;
            Ok(moves(problem, schedule, None, 0..slots))
        }
        _ => Err(format!("the moves are not listed: more than {MAX_LISTED}; {REMEDY}")),
    }
}

/// Returns the node whose moves are listed: the asked one, else node 0 of a symmetric schedule.
fn whose(schedule: &Schedule, asked: Option<Node>) -> Option<Node> {
    asked.or_else(|| (schedule.per() == Per::Node).then_some(Node(0)))
}

/// Returns the moves in some slots of a schedule.
pub(crate) fn moves(
    problem: &Problem,
    schedule: &Schedule,
    asked: Option<Node>,
    slots: Range<u64>,
) -> ShownMoves {
    let (network, node) = (problem.network(), whose(schedule, asked));
    let (mut list, mut taken) = (Vec::new(), TakenLinks::new(network));
    let collect = |slot, sent: Transmission| -> Result<(), Infallible> {
        let link = taken.link(slot, sent.from, sent.to);
        list.push(shown(network, slot, &sent, link));
        Ok(())
    };
    match schedule.visit(problem, node, slots.clone(), collect) {
        Ok(()) => {}
        Err(never) => match never {},
    }
    let ends =
        list.iter().flat_map(|step| [Some(step.from), Some(step.to), step.packet_from, step.packet_to]);
    let nodes: BTreeSet<u64> = ends.flatten().collect();
    let names = nodes.into_iter().map(|node| NodeName { node, name: network.node_name(Node(node)) });
    let names = names.collect();
    ShownMoves { node: node.map(|node| node.0), from_slot: slots.start, before_slot: slots.end, list, names }
}

fn shown(network: &Network, slot: u64, sent: &Transmission, link: Link) -> ShownMove {
    let (packet_from, packet_to) = sent.packet.ends();
    let (from, to, copy) = (sent.from.0, sent.to.0, sent.copy.unwrap_or(0));
    ShownMove {
        slot,
        from,
        to,
        packet_from: packet_from.map(|node| node.0),
        packet_to: packet_to.map(|node| node.0),
        copy,
        link: link.0,
        link_name: network.link_name(link),
    }
}
