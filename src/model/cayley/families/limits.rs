//! How large a stored Cayley graph may be.

use crate::model::ModelError;
use crate::model::cayley::{MOST_CAYLEY_LINKS, MOST_CAYLEY_NODES};

pub(super) fn require_links(nodes: u64, links: u64) -> Result<(), ModelError> {
    if nodes > MOST_CAYLEY_NODES || nodes.saturating_mul(links) > MOST_CAYLEY_LINKS {
        return Err(ModelError::GroupTooLarge { nodes: MOST_CAYLEY_NODES, links: MOST_CAYLEY_LINKS });
    }
    Ok(())
}
