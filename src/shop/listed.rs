//! List scheduling of listed packets: slot by slot, in an order of priority, whatever can move towards its destination does.

use crate::model::{ExplicitSchedule, ListedTask, Node, Packet, PortRule, Sent, wide};

/// Which packets go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PacketRule {
    /// Those that have farthest to go.
    FarthestFirst,
    /// Those that have the least to go.
    NearestFirst,
}

/// A schedule of personal packets along shortest paths; none if some packet is copied or combined.
///
/// In every slot the packets are gone through in the order of the rule, then of their numbers; each takes the first free link that brings it nearer.
#[must_use]
pub fn list_schedule(task: &ListedTask, rule: PacketRule) -> Option<ExplicitSchedule> {
    let graph = task.graph();
    let narrow = |node: Node| u32::try_from(node.0).expect("a node of a table");
    let mut packets = Vec::new();
    for load in task.loads() {
        let Packet::Personal { .. } = load.packet else { return None };
        packets.extend((0..load.count).map(|_| load.packet));
    }
    let ends = packets.iter().filter_map(|packet| match *packet {
        Packet::Personal { from, to } => Some((narrow(from), narrow(to))),
        _ => None,
    });
    let (mut at, to): (Vec<u32>, Vec<u32>) = ends.unzip();
    let mut tables: Vec<Vec<u32>> = vec![Vec::new(); wide(graph.nodes())];
    for &to in &to {
        if tables[wide(to)].is_empty() {
            tables[wide(to)] = graph.distances_to(to);
        }
    }
    let mut slots = Vec::new();
    loop {
        let left = |packet: usize| tables[wide(to[packet])][wide(at[packet])];
        let mut order: Vec<usize> = (0..packets.len()).filter(|&packet| left(packet) > 0).collect();
        if order.is_empty() {
            return Some(ExplicitSchedule { packets, slots });
        }
        order.sort_by_key(|&packet| match rule {
            PacketRule::FarthestFirst => u32::MAX - left(packet),
            PacketRule::NearestFirst => left(packet),
        });
        let mut used = vec![false; wide(graph.arcs())];
        let (mut sent, mut received) = (vec![0; wide(graph.nodes())], vec![0; wide(graph.nodes())]);
        let mut slot = Vec::new();
        for packet in order {
            let (here, table) = (at[packet], &tables[wide(to[packet])]);
            let free = |arc: &u32| {
                let there = graph.to(*arc);
                let busy = match task.ports() {
                    PortRule::HalfDuplex => {
                        [here, there].iter().any(|&node| sent[wide(node)] + received[wide(node)] > 0)
                    }
                    PortRule::FullDuplex(_) => {
                        sent[wide(here)] >= task.sends_of(here)
                            || received[wide(there)] >= task.sends_of(there)
                    }
                };
                !busy && !used[wide(*arc)] && table[wide(there)] < table[wide(here)]
            };
            if let Some(arc) = graph.leaving(here).find(free) {
                let there = graph.to(arc);
                used[wide(arc)] = true;
                sent[wide(here)] += 1;
                received[wide(there)] += 1;
                let packet = u32::try_from(packet).expect("at most 2^22 packets");
                slot.push(Sent { packet, from: Node(here.into()), to: Node(there.into()) });
            }
        }
        for step in &slot {
            at[wide(step.packet)] = narrow(step.to);
        }
        slot.sort_unstable();
        slots.push(slot);
    }
}
