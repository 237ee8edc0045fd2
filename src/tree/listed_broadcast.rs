//! Broadcasts on any network, node by node: slot by slot, holders send copies to neighbours that lack them.

use crate::model::{ExplicitSchedule, ListedTask, Node, Packet, PortRule, Sent, wide};

/// A schedule of copied packets; none if some packet is of another kind.
///
/// In every slot the packets are gone through from the one that fewest nodes have; each is copied over whatever links are free.
#[must_use]
pub fn listed_broadcast(task: &ListedTask) -> Option<ExplicitSchedule> {
    let graph = task.graph();
    let mut packets = Vec::new();
    for load in task.loads() {
        let Packet::Copied { .. } = load.packet else { return None };
        packets.extend((0..load.count).map(|_| load.packet));
    }
    let nodes = wide(graph.nodes());
    let mut holders: Vec<Vec<bool>> = Vec::with_capacity(packets.len());
    for packet in &packets {
        let mut own = vec![false; nodes];
        if let Packet::Copied { from } = packet {
            own[usize::try_from(from.0).expect("a node of a table")] = true;
        }
        holders.push(own);
    }
    let mut slots = Vec::new();
    let mut held = vec![1_usize; packets.len()];
    while held.iter().any(|&count| count < nodes) {
        let mut order: Vec<usize> = (0..packets.len()).filter(|&packet| held[packet] < nodes).collect();
        order.sort_by_key(|&packet| held[packet]);
        let mut used = vec![false; wide(graph.arcs())];
        let (mut sent, mut received) = (vec![0; nodes], vec![0; nodes]);
        let mut slot = Vec::new();
        for packet in order {
            let mut reached = Vec::new();
            for arc in 0..graph.arcs() {
                let (here, there) = (graph.from(arc), graph.to(arc));
                let busy = match task.ports() {
                    PortRule::HalfDuplex => {
                        [here, there].iter().any(|&node| sent[wide(node)] + received[wide(node)] > 0)
                    }
                    PortRule::FullDuplex(_) => {
                        sent[wide(here)] >= task.sends_of(here)
                            || received[wide(there)] >= task.sends_of(there)
                    }
                };
                let useful = holders[packet][wide(here)] && !holders[packet][wide(there)];
                if useful && !busy && !used[wide(arc)] && !reached.contains(&there) {
                    used[wide(arc)] = true;
                    sent[wide(here)] += 1;
                    received[wide(there)] += 1;
                    reached.push(there);
                    let packet = u32::try_from(packet).expect("at most 2^22 packets");
                    slot.push(Sent { packet, from: Node(here.into()), to: Node(there.into()) });
                }
            }
            held[packet] += reached.len();
            for node in reached {
                holders[packet][wide(node)] = true;
            }
        }
        slot.sort_unstable();
        slots.push(slot);
    }
    Some(ExplicitSchedule { packets, slots })
}
