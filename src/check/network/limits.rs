//! Limits on the size of networks.

use crate::number::wide;
use crate::refusal::rejection::Rejection;

/// Most nodes of any network, 2⁶².
pub(super) const NETWORK_NODE_LIMIT: u64 = 1 << 62;
/// Most nodes of a Cayley graph, 2²².
pub(super) const GROUP_NODE_LIMIT: u64 = 1 << 22;
/// Most links of all nodes of a Cayley graph together.
const GROUP_LINK_LIMIT: u64 = 1 << 26;
/// Most nodes of a graph, 2²⁰.
pub(super) const GRAPH_NODE_LIMIT: u64 = 1 << 20;
/// Greatest capacity of all directed links of a graph together, 2²⁵.
pub(super) const GRAPH_CAPACITY_LIMIT: u64 = 1 << 25;

/// Refuses more nodes of a Cayley graph, or more links of all of them, than are gone through.
pub(super) fn require_links(nodes: u64, links: usize) -> Result<(), Rejection> {
    if nodes > GROUP_NODE_LIMIT || nodes.saturating_mul(wide(links)) > GROUP_LINK_LIMIT {
        return Err(Rejection::GroupTooLarge { nodes: GROUP_NODE_LIMIT, links: GROUP_LINK_LIMIT });
    }
    Ok(())
}

/// Returns the rejection of a graph that is beyond the limits.
pub(super) fn too_large() -> Rejection {
    Rejection::GraphTooLarge { nodes: GRAPH_NODE_LIMIT, links: GRAPH_CAPACITY_LIMIT }
}
