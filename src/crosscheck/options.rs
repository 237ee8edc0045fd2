//! What a cross-check may spend, and how large a task may be.

use std::fmt;

/// Most nodes of a network whose tasks are cross-checked.
pub const MOST_NODES: u64 = 64;
/// Most variables of a program that is solved for it.
pub const MOST_VARIABLES: u64 = 20_000;
/// Most variables of a program in which nodes differ, which is solved beside the symmetric one.
pub(super) const MOST_VARIABLES_OF_ALL: u64 = 4_000;
/// Search nodes of the flow model where another model is left, which has the directions of packets as
/// variables.
pub(super) const FLOW_NODES: u64 = 200;
/// Nodes of a tree of each run, and of those that `HiGHS` grows.
pub const SEARCH_NODES: u64 = 20_000;

/// What a cross-check may spend.
pub struct CrosscheckOptions<'a> {
    /// Threads of the program.
    pub threads: u32,
    /// Seconds for each run of the program.
    pub time_limit: Option<u64>,
    /// Most search nodes of each run.
    pub nodes: u64,
    /// Asked all the time; `true` ends a run with what it has.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for CrosscheckOptions<'_> {
    fn default() -> Self {
        Self { threads: 1, time_limit: None, nodes: SEARCH_NODES, stop: &|| false }
    }
}

impl fmt::Debug for CrosscheckOptions<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CrosscheckOptions")
            .field("threads", &self.threads)
            .field("time_limit", &self.time_limit)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
