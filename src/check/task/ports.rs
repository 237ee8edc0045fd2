//! The moves that a node may make in a slot.

use crate::network::topology::{Flow, Network};
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;

/// Most nodes that are gone through one by one.
const LISTED_NODE_LIMIT: u64 = 1 << 24;

/// The moves that a node may make in one slot; where there are switches, those of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    /// Most sends, and most receives, of a node in one slot; no more than the number of links.
    pub(crate) each: u64,
    /// Whether a node makes only one send or one receive in all; then `each` is 1.
    pub(crate) half_duplex: bool,
    /// The moves that a switch may make.
    switches: Option<Rule>,
}

/// The moves that one node may make in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Most sends, and most receives; no more than the greatest number of links.
    pub(crate) each: u64,
    /// Whether a node makes only one send or one receive in all; then `each` is 1.
    pub(crate) half_duplex: bool,
}

impl Rule {
    fn new(ports: wire::Ports, links: u64) -> Self {
        let each = match ports {
            wire::Ports::All => links,
            wire::Ports::One | wire::Ports::OneHalfDuplex => 1,
            wire::Ports::AtMost(k) => k.min(links),
        };
        Self { each, half_duplex: ports == wire::Ports::OneHalfDuplex }
    }
}

impl Ports {
    /// Reads the ports of a document.
    pub(crate) fn new(ports: wire::Ports, network: &Network) -> Result<Self, Rejection> {
        if ports == wire::Ports::AtMost(0) {
            return Err(Rejection::NoPorts);
        }
        let rule = |ports| Rule::new(ports, wide(network.links()));
        let Rule { each, half_duplex } = rule(ports);
        Ok(Self { each, half_duplex, switches: network.switch_ports().map(rule) })
    }

    /// Returns the rule of a node.
    pub(crate) fn of(self, network: &Network, node: u64) -> Rule {
        self.of_switches().filter(|_| network.is_switch(node)).unwrap_or(self.of_hosts())
    }

    /// Returns the rule of a node that is no switch.
    pub(crate) fn of_hosts(self) -> Rule {
        Rule { each: self.each, half_duplex: self.half_duplex }
    }

    /// Returns the rule of a switch, if there are switches.
    pub(crate) fn of_switches(self) -> Option<Rule> {
        self.switches
    }

    /// Returns the most sends, or receives, of a node in one slot: its ports, or its links if they are fewer.
    pub(crate) fn each_of(self, network: &Network, node: u64, way: Flow) -> u64 {
        self.of(network, node).each.min(network.degree(node, way))
    }

    /// Returns the most sends of any node in a slot.
    pub(crate) fn most(self) -> u64 {
        self.switches.map_or(self.each, |rule| rule.each.max(self.each))
    }

    /// Returns whether every node makes only one send or one receive in all.
    pub(crate) fn half_duplex_everywhere(self) -> bool {
        self.half_duplex && self.switches.is_none_or(|rule| rule.half_duplex)
    }

    /// Refuses half-duplex ports where every node sends and receives in the same slot.
    pub(crate) fn require_full_duplex(self) -> Result<(), Rejection> {
        if self.half_duplex { Err(Rejection::HalfDuplex) } else { Ok(()) }
    }

    /// Returns the most moves in a slot of a network that looks the same from every node.
    pub(crate) fn capacity(self, nodes: u64) -> u128 {
        if self.half_duplex { u128::from(nodes / 2) } else { u128::from(nodes) * u128::from(self.each) }
    }

    /// Returns the most moves in a slot of any network: the sum over all nodes of the ports, or of the links
    /// where they are fewer.
    ///
    /// # Complexity
    /// Time O(nodes · links) in an incomplete hypercube, which may have 2²⁴ nodes here, and in a graph.
    pub(crate) fn capacity_of(self, network: &Network) -> Result<u128, Rejection> {
        if self.half_duplex_everywhere() || network.is_symmetric() {
            return Ok(self.capacity(network.nodes));
        }
        require_few_nodes(network)?;
        network.spend_looks(2)?;
        let all = |way| -> u128 {
            (0..network.nodes).map(|node| u128::from(self.each_of(network, node, way))).sum()
        };
        let (sends, receives) = (all(Flow::Out), all(Flow::In));
        // A half-duplex port makes a send or a receive, not both; a node without links out, or without links
        // in, can make only one of them anyway.
        let both = |node| [Flow::Out, Flow::In].into_iter().all(|way| self.each_of(network, node, way) > 0);
        let twice = |&node: &u64| self.of(network, node).half_duplex && both(node);
        let lost: u128 = (0..network.nodes).filter(twice).map(|_| 1).sum();
        // Every move is a send and a receive.
        Ok(sends.min(receives).min((sends + receives - lost) / 2))
    }
}

/// Refuses networks whose nodes are too many to go through one by one.
pub(crate) fn require_few_nodes(network: &Network) -> Result<(), Rejection> {
    if network.nodes <= LISTED_NODE_LIMIT {
        return Ok(());
    }
    Err(Rejection::TooManyRows { place: "task.network.nodes".to_owned(), limit: LISTED_NODE_LIMIT })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use serde_json::{Value, json};

    fn network(document: &Value) -> Network {
        let task = json!({ "format": "isotask.task/1", "network": document,
            "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time" });
        let task: wire::TaskDocument = wire::parse(task.to_string().as_bytes()).expect("a task");
        Network::new(&task.network, &Effort::new(u64::MAX)).expect("a good network")
    }

    /// Returns the most moves if every half-duplex node either sends or receives.
    fn tried(network: &Network, ports: Ports) -> u64 {
        let each = |node: u64, way| ports.of(network, node).each.min(network.degree(node, way));
        let (half, full): (Vec<u64>, Vec<u64>) =
            (0..network.nodes).partition(|&node| ports.of(network, node).half_duplex);
        let sum = |nodes: &[u64], way| nodes.iter().map(|&node| each(node, way)).sum::<u64>();
        let halves = u64::try_from(half.len()).expect("few nodes");
        let moves =
            |sending: u64| (sum(&full, Flow::Out) + sending).min(sum(&full, Flow::In) + halves - sending);
        (0..=halves).map(moves).max().unwrap_or(0)
    }

    /// Returns the most moves where links may lead one way only: every choice of the half-duplex nodes that
    /// send.
    fn tried_one_way(network: &Network, ports: Ports) -> u64 {
        let each = |node: u64, way| ports.each_of(network, node, way);
        let half = |node: u64| ports.of(network, node).half_duplex;
        let moves = |choice: u64| {
            let sends = (0..network.nodes).filter(|&node| !half(node) || choice >> node & 1 == 1);
            let receives = (0..network.nodes).filter(|&node| !half(node) || choice >> node & 1 == 0);
            let sent: u64 = sends.map(|node| each(node, Flow::Out)).sum();
            sent.min(receives.map(|node| each(node, Flow::In)).sum())
        };
        (0..1 << network.nodes).map(moves).max().unwrap_or(0)
    }

    #[test]
    fn no_slot_has_more_moves_than_are_counted_where_links_lead_one_way() {
        let graph = |links: Value, switches: &[u64], ports: Value| {
            json!({ "kind": "graph", "nodes": 6, "directed": true, "switches": switches, "switch_ports": ports,
                "links": links })
        };
        for links in [json!([[0, 1], [1, 2], [2, 3]]), json!([[0, 1], [0, 2], [0, 3, 2], [0, 4]]), json!([])]
        {
            for (switches, own) in [
                (vec![0], json!("one-half-duplex")),
                (vec![1, 5], json!("all")),
                (vec![2, 5], json!("one")),
                (vec![3, 4, 5], json!("one-half-duplex")),
            ] {
                let network = network(&graph(links.clone(), &switches, own));
                for ports in
                    [wire::Ports::All, wire::Ports::One, wire::Ports::OneHalfDuplex, wire::Ports::AtMost(2)]
                {
                    let ports = Ports::new(ports, &network).expect("ports");
                    let counted = ports.capacity_of(&network).expect("few nodes");
                    assert!(counted >= u128::from(tried_one_way(&network, ports)), "{links} {ports:?}");
                }
            }
        }
    }

    #[test]
    fn a_slot_has_as_many_moves_as_the_ports_of_all_nodes_allow() {
        let graph = |switches: &[u64], ports: Value| {
            json!({ "kind": "graph", "nodes": 5, "switches": switches, "switch_ports": ports,
                "links": [[0, 1], [0, 2, 2], [0, 3], [1, 2], [3, 4], [4, 0]] })
        };
        let directed = json!({ "kind": "graph", "nodes": 4, "directed": true,
            "links": [[0, 1, 3], [1, 2], [2, 3], [3, 0], [2, 0, 2]] });
        for document in [
            json!({ "kind": "incomplete-hypercube", "nodes": 6 }),
            json!({ "kind": "incomplete-hypercube", "nodes": 7 }),
            json!({ "kind": "mesh", "radices": [3, 2] }),
            graph(&[0], json!("all")),
            graph(&[0], json!("one")),
            graph(&[0, 3], json!("one-half-duplex")),
            graph(&[0], json!("one-half-duplex")),
            graph(&[1, 2, 3], json!({ "at-most": 2 })),
            directed,
        ] {
            let network = network(&document);
            for ports in
                [wire::Ports::All, wire::Ports::One, wire::Ports::OneHalfDuplex, wire::Ports::AtMost(2)]
            {
                let ports = Ports::new(ports, &network).expect("ports");
                let everywhere = (0..network.nodes).all(|node| ports.of(&network, node).half_duplex);
                assert_eq!(ports.half_duplex_everywhere(), everywhere, "{document}");
                let most = (0..network.nodes).map(|node| ports.of(&network, node).each).max();
                assert_eq!(Some(ports.most()), most, "{document}");
                let tried = u128::from(tried(&network, ports));
                assert_eq!(ports.capacity_of(&network), Ok(tried), "{document} {ports:?}");
            }
        }
    }
}
