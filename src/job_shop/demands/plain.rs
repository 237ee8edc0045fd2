//! List scheduling without tables, for networks that are too large for them.

use crate::model::{DemandsTask, ExplicitSchedule, Node, Packet, Sent, wide};
use std::collections::BTreeSet;

/// How many packets of a node are looked at in a slot before its links count as of no use.
const LOOK: usize = 1 << 10;

/// A schedule along shortest paths, packets that have farthest to go first; none if it was cancelled.
///
/// # Complexity
/// O(T · P · m · d) time at worst for T slots, P packets, m links of a node and d what a distance costs;
/// nodes without packets cost nothing.
pub(super) fn schedule(task: &DemandsTask, cancel: &dyn Fn() -> bool) -> Option<ExplicitSchedule> {
    let (graph, network) = (task.graph(), task.network());
    let narrow = |node: Node| u32::try_from(node.0).expect("a node of a table");
    let mut packets = Vec::new();
    let mut waiting: Vec<Vec<(u64, u32)>> = vec![Vec::new(); wide(graph.nodes())];
    for load in task.loads() {
        let Packet::Personal { from, to } = load.packet else { return None };
        for _ in 0..load.count {
            let packet = u32::try_from(packets.len()).expect("at most 2^22 packets");
            waiting[wide(narrow(from))].push((network.distance_between(from, to), packet));
            packets.push(load.packet);
        }
    }
    let goal = |packet: u32| match packets[wide(packet)] {
        Packet::Personal { to, .. } => to,
        _ => unreachable!("all packets are personal"),
    };
    // The farthest stand last.
    for queue in &mut waiting {
        queue.sort_unstable();
    }
    let mut active: BTreeSet<u32> =
        (0..graph.nodes()).filter(|&node| !waiting[wide(node)].is_empty()).collect();
    let mut used = vec![false; wide(graph.arcs())];
    let (mut sent, mut received) = (vec![0; wide(graph.nodes())], vec![0; wide(graph.nodes())]);
    let mut slots = Vec::new();
    while !active.is_empty() {
        if cancel() {
            return None;
        }
        let (mut slot, mut arrived, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        for here in active.iter().copied().collect::<Vec<_>>() {
            let queue = &mut waiting[wide(here)];
            for index in (queue.len().saturating_sub(LOOK)..queue.len()).rev() {
                let (left, packet) = queue[index];
                let free = |arc: &u32| {
                    let there = graph.to(*arc);
                    let either =
                        |node| task.is_half_duplex(node) && sent[wide(node)] + received[wide(node)] > 0;
                    let busy = either(here)
                        || either(there)
                        || sent[wide(here)] >= task.sends_of(here)
                        || received[wide(there)] >= task.receives_of(there);
                    !busy
                        && !used[wide(*arc)]
                        && network.distance_between(Node(there.into()), goal(packet)) < left
                };
                let Some(arc) = graph.leaving(here).find(free) else { continue };
                let there = graph.to(arc);
                used[wide(arc)] = true;
                taken.push(arc);
                sent[wide(here)] += 1;
                received[wide(there)] += 1;
                slot.push(Sent { packet, from: Node(here.into()), to: Node(there.into()) });
                queue.remove(index);
                if left > 1 {
                    arrived.push((there, (left - 1, packet)));
                }
                if sent[wide(here)] >= task.sends_of(here) {
                    break;
                }
            }
            if queue.is_empty() {
                active.remove(&here);
            }
        }
        for arc in taken {
            used[wide(arc)] = false;
            sent[wide(graph.from(arc))] = 0;
            received[wide(graph.to(arc))] = 0;
        }
        for (there, entry) in arrived {
            active.insert(there);
            let queue = &mut waiting[wide(there)];
            let place = queue.partition_point(|other| *other < entry);
            queue.insert(place, entry);
        }
        slot.sort_unstable();
        slots.push(slot);
    }
    Some(ExplicitSchedule { packets, slots })
}
