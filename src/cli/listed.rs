//! `isotask solve`, `bound` and `show` on listed packets: demands, and whatever is asked on an incomplete hypercube.

use super::args::SolveArguments;
use super::collective::{describe_result, explicit};
use super::draw;
use super::failure::{Exit, Failure};
use super::report::{Report, counted, describe_document};
use super::solved::{Isotropic, Outputs, Solved, ended};
use crate::model::{ListedTask, Node, Packet, count_of};
use crate::solve::{ListedSolution, Outcome};
use crate::wire::{self, ScheduleBody};
use std::collections::BTreeMap;

/// Name, network, task, ports and objective.
pub(super) fn describe(task: &ListedTask) -> Report {
    let mut report = Report::default();
    describe_document(&mut report, task.document(), task.network(), &task_words(task));
    report
}

pub(super) fn task_words(task: &ListedTask) -> String {
    let root = task.root().map_or_else(String::new, |node: Node| task.network().node_name(node));
    let what = match &task.document().task {
        wire::Task::Demands { .. } => {
            let pairs = counted(count_of(task.loads().len()), "pair");
            return format!("demands, {} between {pairs} of nodes", counted(task.packets(), "packet"));
        }
        wire::Task::TotalExchange { .. } => "total exchange".to_owned(),
        wire::Task::NeighbourhoodExchange { min, max, .. } => {
            format!("({min}, {max}) neighbourhood exchange")
        }
        wire::Task::Isotropic { .. } => "isotropic".to_owned(),
        wire::Task::SingleNodeBroadcast { .. } => format!("single node broadcast from node {root}"),
        wire::Task::SingleNodeAccumulation { .. } => format!("single node accumulation at node {root}"),
        wire::Task::Scatter { .. } => format!("scatter from node {root}"),
        wire::Task::Gather { .. } => format!("gather at node {root}"),
        wire::Task::MultinodeBroadcast { .. } => "multinode broadcast".to_owned(),
        wire::Task::MultinodeAccumulation { .. } => "multinode accumulation".to_owned(),
    };
    format!("{what}, {} in all", counted(task.packets(), "packet"))
}

/// Prints the result of a solve and writes what was asked for.
pub(super) fn finish(
    arguments: &SolveArguments,
    outcome: Outcome<ListedSolution>,
    outputs: Outputs,
) -> Result<Exit, Failure> {
    let (solution, exit) = ended(outcome)?;
    let network = solution.task.network();
    let (method, certificate) = (solution.method.as_str(), &solution.certificate);
    let mut report = describe(&solution.task);
    describe_result(&mut report, method, network, &certificate.claims, exit);
    let solved = Solved {
        report,
        method,
        certificate,
        replayed: &solution.verdict.replayed,
        notes: &[],
        explanation: &solution.explanation,
        drawing: match &certificate.schedule {
            ScheduleBody::Explicit { packets, slots } => explicit(network, packets, slots),
            _ => String::new(),
        },
        isotropic: Isotropic::default(),
    };
    solved.finish(arguments, exit, outputs)
}

/// How many packets go from which node to which, where few nodes make a drawing of it.
pub(super) fn demand_matrix(task: &ListedTask) -> String {
    let network = task.network();
    let nodes = network.nodes();
    if !task.is_personal() || task.packets() == 0 {
        return String::new();
    }
    if nodes > draw::MOST_COLUMNS.into() {
        return format!(
            "\n(the packets between nodes are not drawn: more than {} nodes)\n",
            draw::MOST_COLUMNS
        );
    }
    let mut counts = BTreeMap::new();
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet {
            counts.insert((from, to), load.count);
        }
    }
    let name = |node| network.node_name(Node(node));
    let cell = |from, to| counts.get(&(Node(from), Node(to))).map_or_else(|| "·".to_owned(), u64::to_string);
    let row = |from| std::iter::once(name(from)).chain((0..nodes).map(|to| cell(from, to))).collect();
    let header = std::iter::once("from \\ to".to_owned()).chain((0..nodes).map(name)).collect();
    format!("\nPackets between nodes\n{}", draw::grid(header, (0..nodes).map(row).collect()))
}
