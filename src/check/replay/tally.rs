//! The use of the links and ports of a graph in a slot, counted in tables.

use crate::network::graph::lines::Lines;
use crate::network::topology::{Flow, Network, Topology};
use crate::number::{narrow, wide};
use crate::task::ports::{Ports, Rule};

/// Counters that are 0 at the start of every slot without being cleared.
#[derive(Debug)]
struct Counters {
    /// For every counter the slot in which it was changed last, counted from 1, and its number in that slot.
    numbers: Vec<[u32; 2]>,
}

impl Counters {
    fn new(length: usize) -> Self {
        Self { numbers: vec![[0; 2]; length] }
    }

    /// Adds one to a counter in a slot, and returns its number there.
    fn add(&mut self, at: usize, slot: u32) -> u64 {
        let [last, number] = &mut self.numbers[at];
        *number = if *last == slot { number.saturating_add(1) } else { 1 };
        *last = slot;
        (*number).into()
    }

    /// Returns the number of a counter in a slot.
    fn number(&self, at: usize, slot: u32) -> u64 {
        let [last, number] = self.numbers[at];
        if last == slot { number.into() } else { 0 }
    }
}

/// The packets on every line of a graph in a slot, and the sends and receives of every node where its ports
/// allow fewer than its links.
#[derive(Debug)]
pub(crate) struct Tally<'a> {
    network: &'a Network,
    lines: &'a Lines,
    ports: Ports,
    slot: u32,
    carried: Counters,
    /// Sends and receives, if ports count.
    ported: Option<[Counters; 2]>,
    is_over: bool,
}

impl<'a> Tally<'a> {
    /// Starts with no moves; none where the network is no graph.
    ///
    /// # Complexity
    /// Space O(nodes + lines).
    pub(crate) fn new(network: &'a Network, ports: Ports) -> Option<Self> {
        let Topology::Graph(graph) = &network.topology else { return None };
        let lines = graph.lines(Flow::Out);
        let most = wide(network.links());
        let limits = |rule: Rule| rule.half_duplex || rule.each < most;
        let is_limited = limits(ports.of_hosts()) || ports.of_switches().is_some_and(limits);
        let ported = is_limited.then(|| [(); 2].map(|()| Counters::new(lines.nodes())));
        let carried = Counters::new(lines.len());
        Some(Self { network, lines, ports, slot: 0, carried, ported, is_over: false })
    }

    /// Begins the next slot.
    pub(crate) fn begin_slot(&mut self) {
        self.is_over = false;
        if self.slot == u32::MAX {
            self.slot = 0;
            self.carried = Counters::new(self.lines.len());
            self.ported = self.ported.take().map(|_| [(); 2].map(|()| Counters::new(self.lines.nodes())));
        }
        self.slot += 1;
    }

    /// Counts a packet that goes from one node to another, and returns whether a link leads there.
    #[inline]
    pub(crate) fn add(&mut self, from: u64, to: u64) -> bool {
        let Some(line) = self.lines.find(from, to) else { return false };
        self.is_over |= self.carried.add(line, self.slot) > self.lines.capacity(line).into();
        if let Some(ported) = &mut self.ported {
            for (side, node) in [from, to].into_iter().enumerate() {
                // The ends of a line are nodes of the graph.
                let Some(at) = narrow(node, self.lines.nodes()) else { continue };
                let own = ported[side].add(at, self.slot);
                let rule = self.ports.of(self.network, node);
                let others = if rule.half_duplex { ported[1 - side].number(at, self.slot) } else { 0 };
                self.is_over |= own + others > rule.each;
            }
        }
        true
    }

    /// Returns whether a link or node is used in this slot more than it allows.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::replay::hop::Hop;
    use crate::replay::ports::require_ports;
    use isotask_wire as wire;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    const PORTS: [wire::Ports; 4] =
        [wire::Ports::All, wire::Ports::One, wire::Ports::OneHalfDuplex, wire::Ports::AtMost(2)];

    fn network(directed: bool, switches: &[u32], switch_ports: &Value) -> Network {
        let links = json!([[0, 1, 2], [1, 2], [2, 3], [3, 0, 3], [0, 2], [3, 4], [4, 1]]);
        let document = json!({ "kind": "graph", "nodes": 6, "directed": directed, "switches": switches,
            "switch_ports": switch_ports, "links": links });
        let task = json!({ "format": "isotask.task/1", "network": document,
            "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time" });
        let task: wire::TaskDocument = wire::parse(task.to_string().as_bytes()).expect("a task");
        Network::new(&task.network, &Effort::new(u64::MAX)).expect("a good network")
    }

    proptest! {
        /// The tables refuse a slot if and only if the sorted moves do, slot after slot.
        #[test]
        fn the_tally_finds_an_excess_exactly_if_the_slot_is_refused(
            directed in any::<bool>(),
            (ports, own) in (0_usize..4, 0_usize..4),
            switches in prop::collection::btree_set(0_u32..6, 0..4),
            slots in prop::collection::vec(prop::collection::vec((0_u64..6, 0_u64..6), 0..7), 1..12),
        ) {
            let switches: Vec<u32> = switches.into_iter().collect();
            let own = serde_json::to_value(PORTS[own]).expect("ports");
            let network = network(directed, &switches, &own);
            let ports = Ports::new(PORTS[ports], &network).expect("ports");
            let mut tally = Tally::new(&network, ports).expect("a graph");
            for (slot, moves) in slots.iter().enumerate() {
                tally.begin_slot();
                let mut hops = Vec::new();
                for &(from, to) in moves {
                    let is_link = tally.add(from, to);
                    prop_assert_eq!(is_link, network.are_neighbors(from, to));
                    if is_link {
                        hops.push(Hop { index: hops.len(), packet: hops.len(), from, to });
                    }
                }
                let refused = require_ports(slot, &hops, &network, ports).is_err();
                prop_assert_eq!(tally.is_over(), refused, "{:?} of {:?}", hops, ports);
            }
        }
    }
}
