//! From the values of the variables to a schedule that has been replayed.

use super::IlpError;
use super::program::{Lane, Packet, Program, wide};
use crate::model::{Coloring, IsotropicTask};
use crate::route::{Directions, Run, task_matrix};

/// Directions with a colouring of their task matrix.
#[derive(Debug)]
pub(super) struct Replayed {
    pub(super) directions: Directions,
    pub(super) coloring: Coloring,
}

/// A packet with its route and the slots of its units, by column.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    minus: u64,
    slots: Vec<u32>,
}

/// Reads a solution and replays it against the task matrix of its directions.
///
/// The packets of one offset are sorted, so that equal directions stand side by side.
pub(super) fn read(task: &IsotropicTask, program: &Program, values: &[bool]) -> Result<Replayed, IlpError> {
    let mut runs: Vec<Vec<Run>> = Vec::new();
    let mut slots = Vec::new();
    for copies in program.packets.chunk_by(|one, next| one.class == next.class) {
        let mut rows: Vec<Row> = copies.iter().map(|packet| row(packet, program.slots, values)).collect();
        rows.sort_unstable();
        let equal = rows.chunk_by(|one, next| one.minus == next.minus);
        runs.push(equal.map(|run| Run { minus: run[0].minus, count: count(run) }).collect());
        slots.extend(rows.into_iter().flat_map(|row| row.slots));
    }
    let directions = Directions::PerClass { runs, alternating: 0 };
    let matrix = task_matrix(task, &directions).expect("runs for every class of the task");
    let coloring = Coloring { slots };
    coloring
        .replay(&matrix, task.ports())
        .map_err(|fault| IlpError::NotReplayed { slots: u64::from(program.slots), fault })?;
    Ok(Replayed { directions, coloring })
}

fn row(packet: &Packet, slots: u32, values: &[bool]) -> Row {
    let mut row = Row { minus: 0, slots: Vec::new() };
    for leg in &packet.legs {
        let lane: Lane = match &leg.minus {
            Some(other) if !values[other.goes_plus] => {
                row.minus |= 1 << leg.dimension;
                other.lane
            }
            _ => leg.plus,
        };
        row.slots.extend((0..slots).filter(|&slot| values[lane.first + wide(slot)]));
    }
    row
}

fn count(run: &[Row]) -> u64 {
    u64::try_from(run.len()).expect("usize fits u64")
}
