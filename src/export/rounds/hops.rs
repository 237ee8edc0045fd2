//! The transmissions of a schedule as hops from device to device, without the switches between.

use crate::export::plan::Plan;
use crate::model::{Link, Network, Node, Packet, Transmission};
use std::collections::BTreeMap;

/// The identity of a packet: its ends, and its number among packets with equal ends.
pub(super) type Key = (Packet, u64);

/// A block that goes from one device to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) slot: u64,
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) key: Key,
    /// The link at the sender, if no switch is between.
    pub(super) link: Link,
}

/// The devices of a network: its nodes that are not switches.
#[derive(Debug)]
pub(super) struct Devices {
    /// The nodes of the devices, if not all nodes are devices.
    pub(super) nodes: Option<Vec<u64>>,
    /// Number of devices.
    pub(super) count: u64,
}

impl Devices {
    pub(super) fn of(network: &Network) -> Self {
        let nodes: Option<Vec<u64>> = network
            .switches()
            .map(|_| (0..network.nodes()).filter(|&node| !network.is_switch(Node(node))).collect());
        Self { nodes, count: network.hosts() }
    }

    /// Returns the device of a node that is no switch.
    pub(super) fn device(&self, node: Node) -> u64 {
        self.nodes.as_ref().map_or(node.0, |nodes| {
            let place = nodes.partition_point(|&other| other < node.0);
            u64::try_from(place).expect("a device of those that were counted")
        })
    }
}

/// Returns the hops of a plan, by slot and sender. A path through switches is one hop, in the slot in which
/// the packet leaves the last switch. If a switch copies a packet, there is a hop to each device that gets a
/// copy; if it combines parts, there is a hop from each device that contributes one.
///
/// # Complexity
/// O(S log S + H) for S transmissions and H hops.
pub(super) fn hops(plan: &Plan<'_>, devices: &Devices) -> Vec<Hop> {
    let network = plan.problem.network();
    let mut hops = Vec::new();
    // Packets held in switches, with the devices from which they come.
    let mut waiting: BTreeMap<(Node, Key), Vec<u64>> = BTreeMap::new();
    for slot in plan.sends.chunk_by(|a, b| a.slot == b.slot) {
        let mut coming: Vec<((Node, Key), Vec<u64>)> = Vec::new();
        for send in slot {
            let Transmission { from, to, packet, copy } = send.sent;
            let key = (packet, copy.unwrap_or(0));
            let sources = if network.is_switch(from) {
                let held = waiting.get(&(from, key));
                held.expect("a switch sends what it has received").clone()
            } else {
                vec![devices.device(from)]
            };
            if network.is_switch(to) {
                coming.push(((to, key), sources));
                continue;
            }
            let to = devices.device(to);
            let hop = |from| Hop { slot: send.slot, from, to, key, link: send.link };
            hops.extend(sources.into_iter().map(hop));
        }
        for send in slot.iter().filter(|send| network.is_switch(send.sent.from)) {
            let Transmission { from, packet, copy, .. } = send.sent;
            if !matches!(packet, Packet::Copied { .. }) {
                waiting.remove(&(from, (packet, copy.unwrap_or(0))));
            }
        }
        for ((at, key), sources) in coming {
            let held = waiting.entry((at, key)).or_default();
            match key.0 {
                Packet::Combined { .. } | Packet::Summed { .. } => held.extend(sources),
                Packet::Copied { .. } if !held.is_empty() => {}
                Packet::Copied { .. } | Packet::Personal { .. } => *held = sources,
            }
        }
    }
    hops
}
