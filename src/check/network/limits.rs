//! How large a Cayley graph may be.

use crate::number::wide;
use crate::refusal::rejection::Rejection;

/// At most this many nodes, 2²².
pub(crate) const NODE_LIMIT: u64 = 1 << 22;
/// At most this many links of all nodes.
const LINK_LIMIT: u64 = 1 << 26;

/// Refuses more nodes, or more links of all of them, than are gone through.
pub(crate) fn require_links(nodes: u64, links: usize) -> Result<(), Rejection> {
    if nodes > NODE_LIMIT || nodes.saturating_mul(wide(links)) > LINK_LIMIT {
        return Err(Rejection::GroupTooLarge { nodes: NODE_LIMIT, links: LINK_LIMIT });
    }
    Ok(())
}
