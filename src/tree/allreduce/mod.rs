//! Schedules of an allreduce: by exchanges along the axes of a grid, by a tree for each block, or
//! from a reduce-scatter and an allgather.

mod exchange;
mod grid;
mod halves;
mod trees;

pub use exchange::dimension_exchange;
pub use halves::joined_halves;
pub use trees::{TreeLimits, reduce_broadcast};

use crate::model::{ExplicitSchedule, Packet, Sent, wide};

/// Returns the schedule of `blocks` blocks, which nodes may keep apart, with these moves of each slot.
fn schedule(blocks: u64, apart: bool, mut slots: Vec<Vec<Sent>>) -> ExplicitSchedule {
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let blocks = u32::try_from(blocks).expect("an allreduce has fewer than 2^25 blocks");
    ExplicitSchedule { packets: vec![Packet::Summed { apart }; wide(blocks)], slots }
}
