//! Computes the least number of slots of tiny tasks, by exhaustive search.

use super::wide;
use isotask::model::{DemandsTask, Node, Packet};
use std::collections::BTreeSet;

/// Returns the least number of slots, by a search through all states that are possible after each slot.
pub(crate) fn least_slots(task: &DemandsTask) -> u64 {
    if task.is_combined() {
        // P2 §1: schedules of a combining task are those of the copying task with time reversed.
        return least_slots(&task.reversed());
    }
    let packets: Vec<Packet> = task.loads().iter().flat_map(isotask::model::Load::packets).collect();
    let bit = |node: Node| 1_u32 << node.0;
    let hosts = (0..task.network().nodes()).map(Node).filter(|&node| !task.network().is_switch(node));
    let hosts: u32 = hosts.map(bit).sum();
    // For each packet the nodes that have it, and the nodes that must have it in the end.
    let start: Vec<u32> = packets
        .iter()
        .map(|packet| match *packet {
            Packet::Personal { from, .. } | Packet::Copied { from } => bit(from),
            Packet::Combined { .. } | Packet::Summed { .. } => unreachable!("reversed, and no allreduce"),
        })
        .collect();
    let wanted: Vec<u32> = packets
        .iter()
        .map(|packet| match *packet {
            Packet::Personal { to, .. } => bit(to),
            _ => hosts,
        })
        .collect();
    let personal = task.is_personal();
    let (mut now, mut seen) = (BTreeSet::from([start]), BTreeSet::new());
    for slots in 0.. {
        let is_done =
            |state: &Vec<u32>| state.iter().zip(&wanted).all(|(has, wanted)| has & wanted == *wanted);
        if now.iter().any(is_done) {
            return slots;
        }
        let mut next = BTreeSet::new();
        for state in &now {
            let nodes = wide(task.graph().nodes());
            let mut slot = Slot {
                task,
                personal,
                state,
                sends: vec![0; nodes],
                receives: vec![0; nodes],
                next: &mut next,
            };
            slot.go(0, &mut state.clone());
        }
        now = next.difference(&seen).cloned().collect();
        seen.append(&mut next);
    }
    unreachable!("some slots suffice")
}

/// The choices of one slot.
struct Slot<'a> {
    task: &'a DemandsTask,
    personal: bool,
    state: &'a [u32],
    sends: Vec<u32>,
    receives: Vec<u32>,
    next: &'a mut BTreeSet<Vec<u32>>,
}

impl Slot<'_> {
    /// Returns whether one node has no free port to send, or the other none to receive; switches have their
    /// own ports.
    fn is_full(&self, from: u32, to: u32, (sender, receiver): (usize, usize)) -> bool {
        let busy =
            |node: u32, at: usize| self.task.is_half_duplex(node) && self.sends[at] + self.receives[at] > 0;
        self.sends[sender] == self.task.sends_of(from)
            || self.receives[receiver] == self.task.receives_of(to)
            || busy(from, sender)
            || busy(to, receiver)
    }

    /// Chooses, for every directed link from `arc` on, the packets that it carries.
    fn go(&mut self, arc: u32, after: &mut Vec<u32>) {
        let graph = self.task.graph();
        if arc == graph.arcs() {
            self.next.insert(after.clone());
            return;
        }
        self.go(arc + 1, after);
        let ends @ (from, to) = (wide(graph.from(arc)), wide(graph.to(arc)));
        if self.is_full(graph.from(arc), graph.to(arc), ends) {
            return;
        }
        (self.sends[from], self.receives[to]) = (self.sends[from] + 1, self.receives[to] + 1);
        for packet in 0..after.len() {
            let (old, before) = (after[packet], self.state[packet]);
            let has_it = before >> from & 1 == 1 && (!self.personal || old == before);
            if has_it && old >> to & 1 == 0 {
                after[packet] = if self.personal { 1 << to } else { old | 1 << to };
                self.go(arc + 1, after);
                after[packet] = old;
            }
        }
        (self.sends[from], self.receives[to]) = (self.sends[from] - 1, self.receives[to] - 1);
    }
}
