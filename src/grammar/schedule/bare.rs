//! Reads a bare list of slots in JSON: `[[[source, target, block], …], …]`.

use super::fault::ScheduleFault;
use super::packets::{Key, Packets};
use super::read::{MovePlace, Moves, ReadSchedule};
use super::reader::{Reader, json_fault};
use crate::model::Problem;
use serde::Deserialize;

pub(super) const READER: Reader = Reader {
    name: "a JSON list of slots [[source, target, block], …]",
    recognizes: |text| text.trim_start().starts_with('['),
    read,
};

/// The block that is sent: its number, or its ends.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the number of a block, [from, to] or [from, to, copy]")]
enum Block {
    Number(u64),
    Ends(Vec<u64>),
}

fn read(text: &str, problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    let rounds: Vec<Vec<(u64, u64, Block)>> =
        serde_json::from_str(text).map_err(|fault| json_fault(&fault))?;
    let packets = Packets::of(problem)?;
    let mut moves = Moves::new(&packets);
    moves.extend_to(rounds.len())?;
    for (slot, round) in rounds.iter().enumerate() {
        for (index, (source, target, block)) in round.iter().enumerate() {
            let place = MovePlace::Listed(slot, index);
            let key = key(block, &packets).map_err(|message| ScheduleFault::at(place, message))?;
            moves.push(slot, [*source, *target], key, place)?;
        }
    }
    Ok(vec![moves.schedule(problem)])
}

fn key(block: &Block, packets: &Packets) -> Result<Key, String> {
    let found = match *block {
        Block::Number(number) => return packets.numbered(number, false),
        Block::Ends(ref ends) => match ends[..] {
            [from, to] => (packets.between(Some(from), Some(to)), 0),
            [from, to, copy] => (packets.between(Some(from), Some(to)), copy),
            _ => {
                return Err("a block of other than 2 or 3 numbers, expected [from, to] or [from, to, copy]"
                    .to_owned());
            }
        },
    };
    found.0.map(|packet| (packet, found.1)).ok_or_else(|| "a block that the task does not move".to_owned())
}
