//! All packets of groups whose packets go from node to node as one task of demands.

use super::freight::Freight;
use crate::model::{DemandsTask, Load, Packet, Problem, Sent, wide};
use crate::solve::{SolveOptions, solve};
use crate::wire::{Demand, NodeRef, Task, TaskDocument};
use std::collections::BTreeMap;

/// Returns schedules of the groups from one of all their packets together; none if packets are copied or
/// summed, or no schedule is found.
pub(super) fn merged(problems: &[Problem], options: &SolveOptions<'_>) -> Option<Vec<Freight>> {
    let tasks = problems.iter().map(Problem::demands).collect::<Option<Vec<&DemandsTask>>>()?;
    if !tasks.iter().all(|task| task.is_personal()) {
        return None;
    }
    let all = Problem::new(&of_all(problems)?).ok()?;
    let solution = solve(&all, options).ok()?.solution().ok()?;
    Some(divided(&tasks, Freight::of(&all, &solution.certificate.schedule)))
}

/// Returns the task of all packets that go from node to node; none without a group.
pub(super) fn of_all(problems: &[Problem]) -> Option<TaskDocument> {
    let loads = problems.iter().filter_map(Problem::demands).flat_map(DemandsTask::loads);
    let packet = |load: &Load| match load.packet() {
        Packet::Personal { from, to } => {
            Some(Demand { from: NodeRef::Index(from.0), to: NodeRef::Index(to.0), count: load.count() })
        }
        _ => None,
    };
    let packets = loads.filter_map(packet).collect();
    let mut document = problems.first()?.document().with_task(Task::Demands { packets, count: 1 });
    let none = document.with_task(Task::Demands { packets: Vec::new(), count: 1 });
    let frame = DemandsTask::new(&none).ok()?;
    if frame.ports() == frame.switch_ports() {
        // What is a switch in one group may be a host in another. Switches of other ports are so in all.
        document.network = document.network.without_switches();
    }
    Some(document)
}

/// Gives each group as many of the packets between two nodes as it has; they are alike.
fn divided(tasks: &[&DemandsTask], all: Freight) -> Vec<Freight> {
    let mut numbers: BTreeMap<Packet, Vec<usize>> = BTreeMap::new();
    for (number, packet) in all.packets.iter().enumerate() {
        numbers.entry(*packet).or_default().push(number);
    }
    let mut of_number: BTreeMap<usize, (usize, u32)> = BTreeMap::new();
    let mut found: Vec<Freight> = Vec::new();
    for (group, task) in tasks.iter().enumerate() {
        let mut packets = Vec::new();
        for packet in task.loads().iter().flat_map(Load::packets) {
            let number = numbers.get_mut(&packet).and_then(Vec::pop).expect("all packets are in the task");
            let own = u32::try_from(packets.len()).expect("tasks in tables have at most 2^22 packets");
            of_number.insert(number, (group, own));
            packets.push(packet);
        }
        found.push(Freight { packets, slots: vec![Vec::new(); all.slots.len()] });
    }
    for (slot, moves) in all.slots.into_iter().enumerate() {
        for sent in moves {
            let number = wide(sent.packet);
            let (group, own) = of_number[&number];
            found[group].slots[slot].push(Sent::new(own, sent.from(), sent.to()));
        }
    }
    found
}
