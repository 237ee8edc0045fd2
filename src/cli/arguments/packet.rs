//! The size of a packet and the rate of a link, which give a slot its length in seconds.

use crate::cli::terminal::edges::rate_of_files;
use crate::cli::terminal::failure::Failure;
use crate::grammar::{Bytes, Rate, SlotTime, Unit};
use crate::wire::SlotTimeReport;
use clap::Args;

/// The heading of the options that give a slot its length in seconds.
const SECONDS_HEADING: &str = "Slots in seconds";

/// What a packet and a link carry.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct PacketOptions {
    /// Bytes of a packet, such as 1MiB: says how many seconds a slot is; default: what --unit says
    #[arg(help_heading = SECONDS_HEADING, long, value_name = "BYTES")]
    pub(crate) bytes: Option<Bytes>,
    /// What a link of capacity 1 carries, such as 10Gb/s; default: what the file of links says
    #[arg(help_heading = SECONDS_HEADING, long, value_name = "RATE")]
    pub(crate) bandwidth: Option<Rate>,
}

impl PacketOptions {
    /// Returns the first of these options that is given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let bandwidth = self.bandwidth.map(|_| "--bandwidth");
        self.bytes.map(|_| "--bytes").or(bandwidth)
    }

    /// Returns the length of a slot, if the options or the files that were read imply it.
    pub(crate) fn slot_time(self, unit: Option<Unit>) -> Result<Option<SlotTime>, Failure> {
        let (of_unit, of_files) = (unit.and_then(Unit::bytes), rate_of_files());
        let two = |said: String, known: String| {
            Failure::usage(format!("two that differ: {said} and {known}; leave one out"))
        };
        if let (Some(bytes), Some(known)) = (self.bytes, of_unit.filter(|&known| Some(known) != self.bytes)) {
            return Err(two(format!("--bytes {bytes}"), format!("--unit {known}B")));
        }
        if let (Some(rate), Some((file, known))) = (self.bandwidth, &of_files)
            && rate != *known
        {
            return Err(two(format!("--bandwidth {rate}"), format!("what {file} says, {known}")));
        }
        let (bytes, rate) = (self.bytes.or(of_unit), self.bandwidth.or(of_files.map(|(_, rate)| rate)));
        match (bytes, rate) {
            (Some(bytes), Some(rate)) => Ok(Some(SlotTime { bytes, rate })),
            (_, None) if self.bytes.is_some() => {
                let message = "--bytes: how much does a link of capacity 1 carry? --bandwidth 10Gb/s says it";
                Err(Failure::usage(message.to_owned()))
            }
            (None, _) if self.bandwidth.is_some() => {
                let message = "--bandwidth: how many bytes does a packet carry? --bytes 1MiB says it";
                Err(Failure::usage(message.to_owned()))
            }
            _ => Ok(None),
        }
    }
}

/// Returns the seconds of a slot and of a schedule, for programs.
pub(crate) fn slot_time_report(time: &SlotTime, slots: u64) -> SlotTimeReport {
    SlotTimeReport {
        bytes: time.bytes.to_string(),
        bits_per_second: time.rate.bits(),
        slot_seconds: time.seconds(1),
        seconds: time.seconds(slots),
    }
}
