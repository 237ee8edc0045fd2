//! Types shared by all searches for schedules of listed packets: when a search ends, and its result.

use super::watch::{Effort, Watch};
use crate::model::{ExplicitSchedule, Sent, count_of};

/// When a search for a schedule ends.
#[derive(Clone, Copy)]
pub struct ListSearch<'a> {
    /// Slots that no schedule can do without; a schedule that takes no more ends the search.
    pub lower: u64,
    /// Asked to refute a number of slots for which no schedule was found, and told how the search ended.
    pub refute: &'a (dyn Fn(u64, Conflicts) -> Refutation + Sync),
    /// The effort, which limits the work.
    pub effort: Effort,
    /// Told the state of the search.
    pub watch: &'a dyn Watch,
    /// Asked now and then once there is a schedule; `true` ends the search with it.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Asked now and then before there is a schedule; `true` ends the search without.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for ListSearch<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { lower, effort, .. } = self;
        formatter
            .debug_struct("ListSearch")
            .field("lower", lower)
            .field("effort", effort)
            .finish_non_exhaustive()
    }
}

/// How close to a schedule of a number of slots a search has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conflicts {
    /// A few packets are in conflict, which more work may resolve: a proof may not cost more than that.
    Few,
    /// Many packets are in conflict.
    Many,
    /// The whole work for this number of slots is spent: a proof may cost as much.
    BudgetSpent,
}

/// The answer to the question whether a number of slots can be refuted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// No schedule has at most this number of slots.
    Proved,
    /// Prices, slot by slot, then by directed link, that are high where packets are in conflict.
    Prices(Vec<Vec<u64>>),
    /// No proof was found.
    Unknown,
}

/// A schedule, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFound {
    /// The schedule.
    pub schedule: ExplicitSchedule,
    /// The tries that were shorter than those before.
    pub tries: Vec<ListTry>,
    /// Why the search ended before its bound, where it could have gone on.
    pub cut_short: Option<CutShort>,
}

/// Why a search ended that could have gone on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutShort {
    /// After a number of steps, which more effort goes beyond.
    Steps,
    /// The caller stopped it.
    Stopped,
}

impl ListSearch<'_> {
    /// Why a search ends now, one that has met its bound or not.
    pub(crate) fn cut_short(&self, is_done: bool) -> Option<CutShort> {
        if is_done {
            None
        } else if (self.stop)() {
            Some(CutShort::Stopped)
        } else {
            Some(CutShort::Steps)
        }
    }
}

/// A try that was shorter than those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListTry {
    /// The order in which packets went.
    pub how: &'static str,
    /// Whether the schedule was made for the demands with time reversed.
    pub reversed: bool,
    /// Its length.
    pub slots: u64,
}

impl ListTry {
    /// A try whose schedule has these slots.
    pub(crate) fn new(how: &'static str, reversed: bool, slots: &[Vec<Sent>]) -> Self {
        Self { how, reversed, slots: count_of(slots.len()) }
    }
}
