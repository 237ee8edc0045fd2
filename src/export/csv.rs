//! A schedule as a table of comma-separated values, for those who carry it out.

use super::format::{Format, Transmissions, Writer};
use crate::model::Packet;
use crate::solve::visit_transmissions;
use std::io::{self, Write};

/// The names of the columns.
const HEADER: &str = "slot,from,to,packet_from,packet_to,copy";

/// The format of the word `csv`.
pub(super) const CSV: Format = Format {
    word: "csv",
    sentence: "Who sends which packet to whom, a line for every transmission: the schedule for those who carry it out",
    source: "RFC 4180, lines ending with a line feed",
    writer: Writer::Transmissions(csv),
};

/// Writes who sends which packet to whom in some slots of a schedule that the checker has accepted: a line
/// for every transmission of the network, or for those that one node sends or receives, by slot, sender and
/// receiver.
///
/// Nodes are indices. A packet that is copied has no `packet_to`, one that is combined no `packet_from`: the
/// field is empty. `copy`, from 0, tells packets of the same ends apart. Lines end with a line feed. Returns
/// the number of lines below the header.
///
/// # Errors
/// What `out` fails with; [`io::ErrorKind::Interrupted`] as soon as `stop` says so, with part of the lines
/// written.
///
/// # Complexity
/// That of [`visit_transmissions`], and one line at a time.
///
/// # Panics
/// If the checker refuses the schedule as one of the task.
fn csv(wanted: &Transmissions<'_>, out: &mut dyn Write) -> io::Result<u64> {
    let Transmissions { problem, schedule, node, ref slots, stop } = *wanted;
    let mut lines = 0;
    writeln!(out, "{HEADER}")?;
    visit_transmissions(problem, schedule, node, slots.clone(), |slot, sent| {
        if stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        write!(out, "{slot},{},{},", sent.from.0, sent.to.0)?;
        match sent.packet {
            Packet::Personal { from, to } => write!(out, "{},{},", from.0, to.0),
            Packet::Copied { from } => write!(out, "{},,", from.0),
            Packet::Combined { to } => write!(out, ",{},", to.0),
        }?;
        lines += 1;
        writeln!(out, "{}", sent.copy.unwrap_or(0))
    })?;
    Ok(lines)
}
