//! All packets of groups whose packets go from node to node as one task of demands.

use super::freight::Freight;
use crate::model::{DemandsTask, Load, Packet, Problem, Sent, wide};
use crate::solve::{SolveOptions, solve};
use crate::wire::{Demand, NodeRef, Task};
use std::collections::BTreeMap;

/// Returns schedules of the groups from one of all their packets together; none if packets are copied or
/// summed, or no schedule is found.
pub(super) fn merged(problems: &[Problem], options: &SolveOptions<'_>) -> Option<Vec<Freight>> {
    let tasks = problems.iter().map(Problem::demands).collect::<Option<Vec<&DemandsTask>>>()?;
    if !tasks.iter().all(|task| task.is_personal()) {
        return None;
    }
    let packets: Vec<Demand> = tasks
        .iter()
        .flat_map(|task| task.loads())
        .filter_map(|load| match load.packet() {
            Packet::Personal { from, to } => {
                Some(Demand { from: NodeRef::Index(from.0), to: NodeRef::Index(to.0), count: load.count() })
            }
            _ => None,
        })
        .collect();
    let mut document = problems.first()?.document().with_task(Task::Demands { packets, count: 1 });
    // No node of a group is a switch; all nodes have the same ports in all groups.
    document.network = document.network.without_switches();
    let all = Problem::new(&document).ok()?;
    let solution = solve(&all, options).ok()?.solution().ok()?;
    Some(divided(&tasks, Freight::of(&all, &solution.certificate.schedule)))
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
