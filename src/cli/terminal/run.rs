//! The clock of a run of the command.

use crate::wire::{RunReport, VersionsReport};
use std::sync::OnceLock;
use std::time::Instant;

static BEGAN: OnceLock<Instant> = OnceLock::new();

/// Starts the clock of the run; a second call changes nothing.
pub(crate) fn begin() {
    BEGAN.get_or_init(Instant::now);
}

/// Returns the seconds since [`begin`] and the version, which may differ from run to run.
pub(crate) fn run_report() -> RunReport {
    let millis = BEGAN.get().map_or(0, |began| began.elapsed().as_millis());
    let seconds = format!("{}.{:03}", millis / 1000, millis % 1000);
    let versions = VersionsReport { isotask: env!("CARGO_PKG_VERSION").to_owned() };
    RunReport { seconds, parts: Vec::new(), versions }
}
