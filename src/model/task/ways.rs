//! Refuses tasks in which some packet has no way to its destination.

use crate::model::{Graph, ModelError, Network, Node, Packet, wide};
use crate::wire;
use std::collections::BTreeSet;

/// The direction in which packets go between a root and the hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Towards {
    /// From the root to all hosts.
    Hosts,
    /// From all hosts to the root.
    Root,
}

/// A pair of nodes such that no way leads from one to the other.
#[derive(Debug, Clone, Copy)]
struct NoWay {
    from: Node,
    to: Node,
}

impl NoWay {
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
    let missing = first_unreachable(network, graph, root, towards);
    missing.map_or(Ok(()), |pair| Err(pair.fault(network, "root".to_owned())))
}

/// Refuses a network in which no way leads from some host to another.
///
/// The error names the first such pair in the order of the roots, which are the nodes where packets start, or
/// where their parts come together. All hosts are joined if the first host is joined with all in both
/// directions.
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
    // If the first host is joined with all, the first of the others that is not joined with some host is not
    // joined with the first host.
    let missing = [towards, back].into_iter().find_map(|way| first_unreachable(network, graph, first, way));
    missing.map_or(Ok(()), |pair| Err(pair.fault(network, "kind".to_owned())))
}

/// Returns the least host that is not joined with a root.
fn first_unreachable(network: &Network, graph: &Graph, root: Node, towards: Towards) -> Option<NoWay> {
    // Networks without a list of links are connected.
    network.link_list()?;
    let hops = match towards {
        Towards::Hosts => graph.distances_from(root.narrow()),
        Towards::Root => graph.distances_to(root.narrow()),
    };
    let is_unreachable = |&node: &Node| hops[wide(node.narrow())] == u32::MAX && !network.is_switch(node);
    let host = (0..network.nodes()).map(Node).find(is_unreachable)?;
    Some(match towards {
        Towards::Hosts => NoWay { from: root, to: host },
        Towards::Root => NoWay { from: host, to: root },
    })
}

/// Returns the fault of the first packet in the list of a document that is in `lost`, the packets without a
/// way.
pub(super) fn first_without_way(
    network: &Network,
    task: &wire::Task,
    lost: &BTreeSet<Packet>,
) -> Option<ModelError> {
    let wire::Task::Demands { packets, .. } = task else { return None };
    packets.iter().enumerate().find_map(|(index, demand)| {
        let node = |node| network.node(node, String::new).ok();
        let pair = NoWay { from: node(&demand.from)?, to: node(&demand.to)? };
        let packet = Packet::Personal { from: pair.from, to: pair.to };
        lost.contains(&packet).then(|| pair.fault(network, format!("packets[{index}]")))
    })
}
