//! How large a stored Cayley graph may be.

use crate::model::ModelError;
use crate::model::cayley::{MAX_CAYLEY_LINKS, MAX_CAYLEY_NODES};

pub(super) fn require_links(nodes: u64, links: u64) -> Result<(), ModelError> {
    if nodes > MAX_CAYLEY_NODES || nodes.saturating_mul(links) > MAX_CAYLEY_LINKS {
        return Err(ModelError::GroupTooLarge { nodes: MAX_CAYLEY_NODES, links: MAX_CAYLEY_LINKS });
    }
    Ok(())
}
