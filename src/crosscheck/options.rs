//! Limits on the effort of a cross-check and on the size of a task.

use std::fmt;

/// Most nodes of a network whose tasks are cross-checked.
pub const MAX_NODES: u64 = 64;
/// Most variables of a program that a cross-check solves.
pub const MAX_VARIABLES: u64 = 20_000;
/// Most variables of the program of asymmetric schedules, which is solved beside the symmetric one.
pub(super) const MAX_VARIABLES_OF_ALL: u64 = 4_000;
/// Most search nodes of the flow model if the model of slots, which has directions as variables, can be tried
/// next.
pub(super) const FLOW_NODES: u64 = 200;
/// Search nodes of each run, and of each tree that `HiGHS` grows.
pub const SEARCH_NODES: u64 = 20_000;

/// Limits on the effort of a cross-check.
pub struct CrosscheckOptions<'a> {
    /// Threads of the program.
    pub threads: u32,
    /// Seconds for each run of the program.
    pub time_limit: Option<u64>,
    /// Most search nodes of each run.
    pub nodes: u64,
    /// Called often; when it returns `true`, the run ends with the result so far.
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
