//! Packets of one pair of nodes in the least number of slots.

use super::slots::in_slots;
use crate::model::{DemandsTask, ExplicitSchedule, Load, Node, PairFlow, Sent, count_of, wide};
use thiserror::Error;

/// Most moves of a schedule.
const MAX_MOVES: u64 = 1 << 25;

/// Why packets have no schedule by a quickest flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PairFault {
    /// They are of several pairs, or ports are half-duplex.
    #[error("expected packets from one node to one other, without half-duplex ports")]
    NoPair,
    /// There are routes of too many lengths.
    #[error("the ways have too many lengths on so large a network; list-scheduling takes these too")]
    TooManyLengths,
    /// The long way round has too many moves.
    #[error("the schedule has {found} moves, expected at most {most}; list-scheduling has fewer")]
    TooManyMoves {
        /// Its moves.
        found: u64,
        /// The limit.
        most: u64,
    },
}

/// A schedule of packets that all go from one node to another which no other is shorter than: on each of the
/// paths of a quickest flow one begins in every slot from which it is there in time (Ford & Fulkerson 1958,
/// temporally repeated flows), on shorter ones first.
///
/// # Errors
/// [`PairFault`]; at most 2²⁵ moves.
///
/// # Complexity
/// That of [`PairFlow::of`], and O(M) for M moves.
pub fn pair_schedule(task: &DemandsTask) -> Result<ExplicitSchedule, PairFault> {
    let (_, _, packets) = PairFlow::pair(task).ok_or(PairFault::NoPair)?;
    let flow = PairFlow::of(task).ok_or(PairFault::TooManyLengths)?;
    let (graph, slots) = (task.graph(), flow.slots());
    let mut paths: Vec<Vec<u32>> = flow.paths().collect();
    paths.sort_by_key(Vec::len);
    let paths = &paths;
    let in_time = |begin: u64| {
        let paths = paths.iter().filter(move |path| begin + count_of(path.len()) <= slots);
        paths.map(move |path| (begin, path))
    };
    let begun = (0..slots).flat_map(in_time).zip(0..packets);
    let found = begun.clone().map(|((_, path), _)| count_of(path.len())).sum();
    if found > MAX_MOVES {
        return Err(PairFault::TooManyMoves { found, most: MAX_MOVES });
    }
    let short = |number: u64| u32::try_from(number).expect("no more than moves");
    let moves = begun.flat_map(|((begin, path), packet)| {
        let node = |index: u32| Node(index.into());
        let sent = move |&arc: &u32| Sent::new(short(packet), node(graph.from(arc)), node(graph.to(arc)));
        (short(begin)..).zip(path.iter().map(sent))
    });
    let all = task.loads().iter().flat_map(Load::packets).collect();
    Ok(ExplicitSchedule { packets: all, slots: in_slots(wide(short(slots)), moves) })
}
