//! Packets in a list that turn out to be symmetric: the symmetric problem is solved, and the moves of every
//! node are written out.

use crate::bound::isotropic_packets;
use crate::model::{
    DemandsTask, ExplicitSchedule, Packet, PortRule, Problem, Schedule, Sent, Transmission, View, count_of,
    wide,
};
use crate::solve::method::{About, Candidate, Context, DEMANDS, Made, Method, Suited, When};
use crate::solve::notes::Explanation;
use crate::solve::unsuited::Unsuited;
use crate::wire::{self, Ports, TaskDocument};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// The moves of every node in a schedule of these packets taken as a symmetric problem.
///
/// There is one if the packets are alike from every node of a symmetric network, or the incomplete hypercube
/// has all nodes of a hypercube.
///
/// # Complexity
/// That of the symmetric schedule, and O(P log P) for P loads, O(M log M) for M moves of all nodes.
#[derive(Debug)]
pub(crate) struct Symmetric;

const ABOUT: About = About {
    word: "symmetric",
    sentence: "Demands that are the same from every node, and tasks on incomplete hypercubes of 2^d nodes: as the symmetric task",
    source: "P1 Theorem 2",
    tasks: DEMANDS,
};

impl Method for Symmetric {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        if task.ports() == PortRule::HalfDuplex {
            return Err(Unsuited::HalfDuplex);
        }
        let problem = symmetric_problem(task, task.document().ports)?;
        Ok(Suited::new(self, View::Demands, When::FIRST, move |context| self.make(task, &problem, context)))
    }
}

impl Symmetric {
    fn make(&'static self, task: &DemandsTask, problem: &Problem, context: &Context<'_>) -> Made {
        // A program that is asked for goes on from lists.
        if context.is_improving {
            return Ok(None);
        }
        let Some(schedule) = context.solve(problem, false) else {
            return if context.is_asked_for() { Err(Unsuited::NotSymmetric.into()) } else { Ok(None) };
        };
        let how = "what every node does in a schedule of the same packets taken as a task that looks the same from every node";
        let mut candidate = Candidate::new(self, written_out(task, problem, &schedule), how);
        let slots = candidate.schedule.length();
        candidate.tried.push(Explanation::Tried { word: ABOUT.word, slots, moves: None, delay: None });
        Ok(Some(candidate))
    }
}

/// Returns the packets, with these ports, as a problem that shows its symmetry.
pub(super) fn symmetric_problem(task: &DemandsTask, ports: Ports) -> Result<Problem, Unsuited> {
    let mut document = symmetric_document(task).ok_or(Unsuited::NotSymmetric)?;
    document.ports = ports;
    // With a root, packets whose delay counts are a list on every network.
    let problem = Problem::new(&document).ok().filter(|problem| !problem.is_listed());
    problem.ok_or(Unsuited::NotSymmetric)
}

/// Returns the task as a document that shows its symmetry.
fn symmetric_document(task: &DemandsTask) -> Option<TaskDocument> {
    let mut document = task.document().clone();
    if task.network().link_list().is_some() {
        return None;
    }
    if let Some(cube) = task.network().incomplete() {
        if !cube.is_complete() {
            return None;
        }
        document.network = wire::Network::Hypercube { dimension: cube.dimension().into() };
    }
    if task.is_listed() {
        let packets = isotropic_packets(&DemandsTask::new(&document).ok()?)?;
        document.task = wire::Task::Isotropic { packets, count: 1 };
    }
    Some(document)
}

/// Writes out the moves of every node in a schedule of the symmetric problem.
pub(super) fn written_out(task: &DemandsTask, problem: &Problem, schedule: &Schedule) -> ExplicitSchedule {
    let mut packets = Vec::new();
    let mut first: BTreeMap<Packet, usize> = BTreeMap::new();
    for load in task.loads() {
        first.insert(load.packet(), packets.len());
        packets.extend(load.packets());
    }
    let length = usize::try_from(schedule.length()).expect("slots fit memory");
    let mut slots: Vec<Vec<Sent>> = vec![Vec::new(); length];
    let number = |packet: &Packet, copy: Option<u64>| {
        let copy = usize::try_from(copy.unwrap_or(0)).expect("a copy of a listed packet");
        u32::try_from(first[packet] + copy).expect("at most 2^22 packets")
    };
    let visit = |slot, sent: Transmission| -> Result<(), Infallible> {
        let packet = number(&sent.packet, sent.copy);
        let slot = u32::try_from(slot).expect("a slot has a move at least");
        slots[wide(slot)].push(Sent::new(packet, sent.from, sent.to));
        Ok(())
    };
    match schedule.visit(problem, None, 0..count_of(length), visit) {
        Ok(()) => {}
        Err(never) => match never {},
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    ExplicitSchedule { packets, slots }
}
