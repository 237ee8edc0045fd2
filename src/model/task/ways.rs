//! Whether a way leads wherever a task has a packet to bring.

use crate::model::{Graph, ModelError, Network, Node, Packet, wide};
use crate::wire;
use std::collections::BTreeSet;

/// Which way packets go between a root and the hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Towards {
    /// From the root to all hosts.
    Hosts,
    /// From all hosts to the root.
    Root,
}

/// A node and another to which no way leads from it.
#[derive(Debug, Clone, Copy)]
struct Apart {
    from: Node,
    to: Node,
}

impl Apart {
    fn fault(self, network: &Network, place: String) -> ModelError {
        ModelError::NoWay { place, from: network.node_name(self.from), to: network.node_name(self.to) }
    }
}

/// Refuses a root that is not joined with every host by a way in the direction in which packets go.
///
/// # Errors
/// [`ModelError::NoWay`] with the least host that is not.
///
/// # Complexity
/// O(A) for A directed links.
pub(super) fn require_ways_of_root(
    network: &Network,
    graph: &Graph,
    root: Node,
    towards: Towards,
) -> Result<(), ModelError> {
    let missing = first_apart(network, graph, root, towards);
    missing.map_or(Ok(()), |apart| Err(apart.fault(network, "root".to_owned())))
}

/// Refuses a network in which no way leads from some host to another.
///
/// The first such pair is told in the order of the roots: of those where packets start, or, if parts come
/// together there, of those where they end. All are joined if the first host is joined with all both ways.
///
/// # Errors
/// [`ModelError::NoWay`] with that pair.
///
/// # Complexity
/// O(A) for A directed links.
pub(super) fn require_ways_everywhere(
    network: &Network,
    graph: &Graph,
    towards: Towards,
) -> Result<(), ModelError> {
    let Some(first) = (0..network.nodes()).map(Node).find(|&node| !network.is_switch(node)) else {
        return Ok(());
    };
    let back = if towards == Towards::Hosts { Towards::Root } else { Towards::Hosts };
    // If the first host is joined with all, the next that is not joined with some is not joined with the
    // first.
    let missing = [towards, back].into_iter().find_map(|way| first_apart(network, graph, first, way));
    missing.map_or(Ok(()), |apart| Err(apart.fault(network, "kind".to_owned())))
}

/// The least host that is not joined with a root.
fn first_apart(network: &Network, graph: &Graph, root: Node, towards: Towards) -> Option<Apart> {
    // Where links follow a rule all nodes are joined.
    network.link_list()?;
    let hops = match towards {
        Towards::Hosts => graph.distances_from(root.narrow()),
        Towards::Root => graph.distances_to(root.narrow()),
    };
    let is_apart = |&node: &Node| hops[wide(node.narrow())] == u32::MAX && !network.is_switch(node);
    let host = (0..network.nodes()).map(Node).find(is_apart)?;
    Some(match towards {
        Towards::Hosts => Apart { from: root, to: host },
        Towards::Root => Apart { from: host, to: root },
    })
}

/// The fault of the first packet in the list of a document that is one of those without a way.
pub(super) fn first_without_way(
    network: &Network,
    task: &wire::Task,
    lost: &BTreeSet<Packet>,
) -> Option<ModelError> {
    let wire::Task::Demands { packets, .. } = task else { return None };
    packets.iter().enumerate().find_map(|(index, demand)| {
        let node = |node| network.node(node, String::new).ok();
        let apart = Apart { from: node(&demand.from)?, to: node(&demand.to)? };
        let packet = Packet::Personal { from: apart.from, to: apart.to };
        lost.contains(&packet).then(|| apart.fault(network, format!("packets[{index}]")))
    })
}
