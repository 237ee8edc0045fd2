//! Message combining: blocks of a halo exchange that leave a rank in one direction travel as one message,
//! side after side of the grid (J. L. Träff, S. Hunold, Cartesian Collective Communication, 2019).

use crate::model::Grid;
use std::collections::BTreeMap;

/// A halo exchange in which messages carry several blocks, and ranks forward blocks of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combined {
    /// The origin and the destination of every block.
    pub blocks: Vec<(u64, u64)>,
    /// In each a rank sends one message at most, and receives one at most.
    pub rounds: Vec<CombinedRound>,
}

/// A round: all messages lead one step along one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombinedRound {
    /// The side, from 0.
    pub side: usize,
    /// −1 or 1, or 0 where both lead to one rank, along a side of length 2.
    pub step: i8,
    /// By sender and receiver: the blocks of the message.
    pub messages: BTreeMap<(u64, u64), Vec<usize>>,
}

impl CombinedRound {
    /// Returns the blocks of the longest message.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.messages.values().map(Vec::len).max().unwrap_or(0)
    }
}

/// Moves the blocks of all ranks along the first side of the grid, then along the second, and so on. Every
/// rank has a block for each step that ends at another rank. There are at most two rounds for each side, and
/// a block moves once for every side along which its step leads to another rank.
///
/// # Complexity
/// O(n · steps · sides · log n) time and O(n · steps) space for n ranks.
#[must_use]
pub fn combined(grid: &Grid, steps: &[Vec<i8>]) -> Combined {
    let (mut blocks, mut at, mut step_of) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, place) in (0..).zip(grid.places()) {
        for step in steps {
            let to = grid.beyond(&place, step).map(|there| grid.rank(&there));
            if let Some(to) = to.filter(|&to| to != rank) {
                blocks.push((rank, to));
                at.push(place.clone());
                step_of.push(step);
            }
        }
    }
    let mut rounds = Vec::new();
    for (side, &length) in grid.sides.iter().enumerate() {
        // Along a side of 2 a rank has one neighbour, on whichever side.
        let both_are_one = length == 2;
        let directions: &[i8] = if both_are_one { &[0] } else { &[-1, 1] };
        for &direction in directions {
            let mut messages: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
            for (block, place) in at.iter_mut().enumerate() {
                let mut step = vec![0; grid.sides.len()];
                step[side] = step_of[block][side];
                let is_in_round = step[side] != 0 && (both_are_one || step[side] == direction);
                let Some(there) = grid.beyond(place, &step).filter(|_| is_in_round) else { continue };
                let (from, to) = (grid.rank(place), grid.rank(&there));
                if from != to {
                    messages.entry((from, to)).or_default().push(block);
                }
                *place = there;
            }
            if !messages.is_empty() {
                rounds.push(CombinedRound { side, step: direction, messages });
            }
        }
    }
    Combined { blocks, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replays the rounds: a message takes blocks from where they are, one out and one in for each rank.
    fn replayed(found: &Combined) -> Vec<u64> {
        let mut at: Vec<u64> = found.blocks.iter().map(|&(from, _)| from).collect();
        for round in &found.rounds {
            let (mut senders, mut receivers) = (Vec::new(), Vec::new());
            let before = at.clone();
            for (&(from, to), blocks) in &round.messages {
                senders.push(from);
                receivers.push(to);
                for &block in blocks {
                    assert_eq!(before[block], from);
                    at[block] = to;
                }
            }
            let ends = senders.len();
            senders.sort_unstable();
            senders.dedup();
            receivers.sort_unstable();
            receivers.dedup();
            assert_eq!((senders.len(), receivers.len()), (ends, ends));
        }
        at
    }

    fn box_steps(sides: usize) -> Vec<Vec<i8>> {
        let mut steps = crate::model::product(&vec![vec![-1, 0, 1]; sides]);
        steps.retain(|step| step.iter().any(|&step| step != 0));
        steps
    }

    #[test]
    fn every_block_comes_home_in_two_rounds_a_side() {
        for (sides, closed, rounds, volume) in [
            // 27 points on a torus: two messages of 9 blocks along each of three sides.
            (vec![4, 4, 4], vec![true; 3], 6, 54),
            (vec![3, 4], vec![true; 2], 4, 12),
            (vec![3, 4], vec![false; 2], 4, 12),
            // Round a side of 2 both neighbours are one: 6 of 8 blocks move along each side.
            (vec![2, 2], vec![true; 2], 2, 12),
            // A side of 1 sends nothing.
            (vec![1, 4], vec![true; 2], 2, 6),
            (vec![2, 3, 4], vec![true, false, true], 5, 18 + 18 + 18),
            // Across a side of 2 that does not close three blocks of a rank in the middle.
            (vec![2, 3], vec![false, false], 3, 3 + 2 + 2),
        ] {
            let grid = Grid { sides, closed };
            let found = combined(&grid, &box_steps(grid.sides.len()));
            let ends: Vec<u64> = found.blocks.iter().map(|&(_, to)| to).collect();
            assert_eq!(replayed(&found), ends, "{grid:?}");
            let longest: usize = found.rounds.iter().map(CombinedRound::longest).sum();
            assert_eq!((found.rounds.len(), longest), (rounds, volume), "{grid:?}");
        }
    }
}
