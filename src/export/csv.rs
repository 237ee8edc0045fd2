//! A schedule as a table of comma-separated values, a line for each transmission.

use super::format::{Format, Transmissions, Writer};
use crate::model::{Link, TakenLinks, wide};
use std::io::{self, Write};

/// The names of the columns.
const HEADER: &str = "slot,from,to,packet_from,packet_to,copy,link,link_name";

/// The format of the word `csv`.
pub(super) const CSV: Format = Format {
    word: "csv",
    sentence: "Who sends which packet to whom, a line for every transmission: the schedule for those who carry it out",
    source: "RFC 4180, lines ending with a line feed",
    writer: Writer::Transmissions(csv),
};

/// Writes the transmissions in some slots of a schedule that the checker has accepted, a line for each, by
/// slot, sender and receiver: those of the whole network, or those that one node sends or receives.
///
/// Nodes are indices. A packet that is copied has no `packet_to`, one that is combined no `packet_from`: the
/// field is empty. `copy`, from 0, numbers the packets with equal ends. `link` is the index of the link at
/// the sender and `link_name` its name. Lines end with a line feed. Returns the number of lines below the
/// header.
///
/// # Errors
/// Returns the error of `out`, or [`io::ErrorKind::Interrupted`] as soon as `stop` says so, after a part of
/// the lines.
///
/// # Complexity
/// That of [`Schedule::visit`](crate::model::Schedule::visit); one line is held at a time.
///
/// # Panics
/// If the schedule is not one of the problem.
fn csv(wanted: &Transmissions<'_>, out: &mut dyn Write) -> io::Result<u64> {
    let Transmissions { problem, schedule, node, ref slots, stop } = *wanted;
    let mut lines = 0;
    let network = problem.network();
    let names: Vec<String> = (0..network.links()).map(|link| quoted(network.link_name(Link(link)))).collect();
    writeln!(out, "{HEADER}")?;
    let mut taken = TakenLinks::new(network);
    schedule.visit(problem, node, slots.clone(), |slot, sent| {
        if stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        write!(out, "{slot},{},{},", sent.from.0, sent.to.0)?;
        let (start, goal) = sent.packet.ends();
        for end in [start, goal] {
            write!(out, "{},", end.map_or_else(String::new, |node| node.0.to_string()))?;
        }
        lines += 1;
        let link = taken.link(slot, sent.from, sent.to);
        writeln!(out, "{},{},{}", sent.copy.unwrap_or(0), link.0, names[wide(link.0)])
    })?;
    Ok(lines)
}

/// Returns a text as a field of RFC 4180: in quotation marks if it holds a comma, a quotation mark or a line
/// end.
pub(super) fn quoted(text: String) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_field_with_a_comma_quotation_mark_or_line_end_is_quoted() {
        for (text, field) in
            [("bit 0", "bit 0"), ("1,0", "\"1,0\""), ("\"a\"", "\"\"\"a\"\"\""), ("a\nb", "\"a\nb\"")]
        {
            assert_eq!(super::quoted(text.to_owned()), field);
        }
    }
}
