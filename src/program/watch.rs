//! Who watches a search, and what is to be seen.

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchState {
    /// The least delay, or number of slots, that is attained.
    pub best: Option<u64>,
    /// The bound that is proved.
    pub lower: u64,
    /// Nodes of the tree so far.
    pub nodes: u64,
}

/// Whoever is told how far a search is; `()` does not care.
pub trait Watch: Sync {
    /// Told many times a second.
    fn see(&self, state: SearchState);
}

impl Watch for () {
    fn see(&self, _: SearchState) {}
}
