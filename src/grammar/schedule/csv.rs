//! Reads the table that `isotask export --to csv` writes.

use super::fault::ScheduleFault;
use super::packets::Packets;
use super::read::{MovePlace, Moves, ReadSchedule};
use super::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::text::Text;
use crate::model::Problem;

/// The columns that are read; columns behind them are for users.
const COLUMNS: &str = "slot,from,to,packet_from,packet_to,copy";

pub(super) const READER: Reader = Reader {
    name: "the CSV of isotask export",
    recognizes: |text| text.trim_start().starts_with(COLUMNS),
    read,
};

fn read(text: &str, problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    let packets = Packets::of(problem)?;
    let mut moves = Moves::new(&packets);
    for line in Text::new(text.as_bytes())?.lines().skip(1) {
        let place = MovePlace::Line(line.number);
        let fields: Vec<&str> = line.text.splitn(7, ',').map(str::trim).collect();
        let [slot, from, to, start, goal, copy, ..] = fields[..] else {
            let message = format!("{} fields, expected {COLUMNS} and perhaps more", fields.len());
            return Err(ScheduleFault::at(place, message));
        };
        let number = |field: &str| {
            let fault = || ScheduleFault::at(place, format!("{}, expected a number", shown(field)));
            field.parse::<u64>().map_err(|_| fault())
        };
        let end = |field: &str| if field.is_empty() { Ok(None) } else { number(field).map(Some) };
        let packet = packets.between(end(start)?, end(goal)?);
        let packet =
            packet.ok_or_else(|| ScheduleFault::at(place, "a packet that the task does not have"))?;
        let slot = usize::try_from(number(slot)?).unwrap_or(usize::MAX);
        moves.push(slot, [number(from)?, number(to)?], (packet, number(copy)?), place)?;
    }
    Ok(vec![moves.schedule(problem)])
}
