//! Reads demands from tables that other programs wrote.

use crate::cli::terminal::failure::{Failure, report_guess, shown_path};
use crate::cli::terminal::input::read;
use crate::grammar::{ReadTraffic, Unit, traffic};
use crate::wire::Network;
use std::path::Path;

/// Reads demands from a table, or from standard input for `-`, and reports what was guessed of its form.
pub(crate) fn read_csv(path: &Path, network: &Network, unit: Option<Unit>) -> Result<ReadTraffic, Failure> {
    let (bytes, file) = (read(path)?, shown_path(path));
    let found = traffic(&bytes, network, unit);
    let found = found.map_err(|fault| Failure::usage(format!("{file}: {fault}")))?;
    if !found.remarks.is_empty() {
        report_guess(&format!("{file}: {}", found.remarks.join("; ")));
    }
    Ok(found)
}
