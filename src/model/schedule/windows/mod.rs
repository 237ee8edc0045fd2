//! Schedules in windows: both optima of an exchange from a plan whose size does not grow with the packets.

mod leftover;
mod matching;
mod necklaces;
mod orbits;
mod shell;

use super::TooFar;
use crate::model::{IsotropicTask, Link, LinkTurn, Network, Node, Packets, count_of};
use crate::wire::Window;
use shell::{Block, Front, Shell};
use std::ops::Range;

pub(crate) use leftover::leftover_orbits;

/// A schedule in windows: how the packets of every distance are joined to those before.
///
/// The moves of a slot, and the slots of a packet, are found without enumerating the packets: orbits of
/// offsets are ranked.
#[derive(Debug, Clone)]
pub struct WindowsPlan {
    turn: LinkTurn,
    windows: Vec<Window>,
    shells: Vec<Shell>,
    /// Number of slots.
    pub slots: u64,
    moves: u128,
    total_delay: u128,
}

/// A move of a packet of node 0 over a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub(super) link: Link,
    /// The node that the packet leaves.
    pub(super) at: Node,
    pub(super) offset: Node,
}

impl WindowsPlan {
    /// Returns whether windows are defined for a task: one packet to every node within some distance, over
    /// all ports of a hypercube or a torus of equal odd radices.
    #[must_use]
    pub fn fits(task: &IsotropicTask) -> bool {
        let near = matches!(task.packets(), Packets::ByDistance { min: 1, count: 1, .. });
        near && task.ports() == task.network().links() && LinkTurn::new(task.network()).is_some()
    }

    /// Reads a plan that the checker has accepted.
    ///
    /// # Complexity
    /// O(length of the plan · m²) for m links, and the rank of each listed orbit; on tori of at most 2²⁰
    /// nodes O(n · m²).
    ///
    /// # Panics
    /// If the checker refuses it.
    #[must_use]
    pub fn accepted(network: &Network, windows: Vec<Window>) -> Self {
        let turn = LinkTurn::new(network).expect("the checker has accepted the network");
        let mut front = Front { end: 0, late: vec![true; turn.columns()] };
        let stored = orbits::stored_orbits(network, &turn);
        let (mut shells, mut held) = (Vec::new(), Vec::new());
        for (window, distance) in windows.iter().zip(1..) {
            let own = stored
                .as_ref()
                .map(|stored| stored[usize::try_from(distance).expect("a distance of the plan")].as_slice());
            let (shell, next) = Shell::new(network, &turn, window, distance, &front, held, own);
            (front, held) = (shell.behind(), next);
            shells.push(shell);
        }
        let mut plan = Self { turn, windows, shells, slots: front.end, moves: 0, total_delay: 0 };
        plan.count();
        plan
    }

    /// Adds up moves and delays.
    fn count(&mut self) {
        let columns = self.turn.columns();
        for shell in &self.shells {
            for (_, units) in &shell.group {
                self.moves += u128::from(count_of(units.len()));
                self.total_delay += units.iter().map(|unit| u128::from(unit.1) + 1).max().unwrap_or(0);
            }
            let (blocks, distance) = (u128::from(shell.blocks()), u128::from(shell.distance));
            let (all, late) =
                (u128::from(count_of(columns)), shell.front.late.iter().filter(|late| **late).count());
            self.moves += blocks * all * distance;
            // The rows of block i end after e + (i + 1)k slots, those whose first matching is not late one
            // sooner.
            self.total_delay += all * blocks * u128::from(shell.front.end);
            self.total_delay += all * distance * (blocks * (blocks + 1) / 2);
            self.total_delay -= (all - u128::from(count_of(late))) * blocks;
        }
    }

    /// Returns the plan in the form of documents.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Returns the number of moves of a node.
    #[must_use]
    pub fn moves(&self) -> u128 {
        self.moves
    }

    /// Returns ΣC over the packets of a node.
    #[must_use]
    pub fn total_delay(&self) -> u128 {
        self.total_delay
    }

    /// Returns an upper bound on the moves of a node in `slots`: every link is used once in each.
    pub(super) fn moves_within(&self, slots: &Range<u64>) -> Option<u64> {
        let slots = slots.end.min(self.slots).saturating_sub(slots.start);
        slots.checked_mul(count_of(self.turn.columns()))
    }

    /// Refuses a plan whose single moves are not known.
    ///
    /// # Errors
    /// [`TooFar::Windows`] on tori of more than 2²⁰ nodes.
    pub fn require_listed(&self) -> Result<(), TooFar> {
        let mut unlisted = self.shells.iter().flat_map(|shell| &shell.unlisted);
        if unlisted.all(orbits::Unlisted::is_known) { Ok(()) } else { Err(TooFar::Windows) }
    }

    /// Returns the links that the packet of an offset moves over, each with its slot, in order of the slots;
    /// none without such a packet.
    ///
    /// # Complexity
    /// On a hypercube that of a rank, O(d⁴); on a torus a search.
    ///
    /// # Panics
    /// If moves are not listed ([`WindowsPlan::require_listed`]).
    #[must_use]
    pub fn course(&self, offset: Node) -> Option<Vec<(Link, u64)>> {
        let distance = self.turn.row(offset).iter().sum::<u64>();
        let place = usize::try_from(distance.checked_sub(1)?).ok()?;
        let own = self.shells.get(place)?;
        let in_group = |shell: &Shell| {
            let found = shell.group.iter().find(|(row, _)| *row == offset);
            found.map(|(_, units)| units.clone())
        };
        let after = self.shells.get(place + 1);
        let mut units = in_group(own).or_else(|| after.and_then(in_group)).unwrap_or_else(|| {
            let index = own.block_of(&self.turn, offset).expect("moves that are listed");
            let block = own.block(&self.turn, index).expect("moves that are listed");
            let row = block.rows.iter().position(|&row| row == offset).expect("a row of its block");
            units_in(own, &block, index, row)
        });
        units.sort_unstable_by_key(|unit| unit.1);
        Some(units.into_iter().map(|(column, slot)| (self.turn.at(column), slot)).collect())
    }

    /// Returns the moves of a slot, by increasing link.
    pub(super) fn steps(&self, slot: u64) -> Vec<Step> {
        let mut steps = Vec::new();
        for shell in self.shells.iter().filter(|shell| shell.first <= slot && slot <= shell.behind().end) {
            for (row, units) in &shell.group {
                steps.extend(self.step(*row, units, slot));
            }
            // A block has slots from the one before its start to its last.
            let (end, all) = (shell.front.end, shell.blocks());
            let Some(reached) = (slot + 1).checked_sub(end) else { continue };
            let block = reached / shell.distance;
            for index in block.saturating_sub(1)..=block {
                if index >= all {
                    continue;
                }
                let block = shell.block(&self.turn, index).expect("moves that are listed");
                for (row, offset) in block.rows.iter().enumerate() {
                    steps.extend(self.step(*offset, &units_in(shell, &block, index, row), slot));
                }
            }
        }
        steps.sort_unstable();
        steps
    }

    /// Returns the move of a row in a slot, with the node that its packet leaves.
    fn step(&self, offset: Node, units: &[(usize, u64)], slot: u64) -> Option<Step> {
        let &(column, _) = units.iter().find(|unit| unit.1 == slot)?;
        let mut before = vec![0; self.turn.columns()];
        for &(column, _) in units.iter().filter(|unit| unit.1 < slot) {
            before[column] += 1;
        }
        Some(Step { link: self.turn.at(column), at: self.turn.reached(&before), offset })
    }
}

/// Returns the units of a row of a block, as `(column, slot)`.
fn units_in(shell: &Shell, block: &Block, index: u64, row: usize) -> Vec<(usize, u64)> {
    let columns = block.matchings.iter().map(|matching| matching[row]).zip(0..);
    columns.map(|(column, step)| (column, shell.slot(index, step, column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn a_node_has_as_many_moves_as_links_in_every_slot_of_a_plan() {
        let network = Network::new(&wire::Network::Hypercube { dimension: 3 }).expect("a network");
        let turn = LinkTurn::new(&network).expect("equal dimensions");
        let (windows, shells) = (Vec::new(), Vec::new());
        let plan = WindowsPlan { turn, windows, shells, slots: 5, moves: 0, total_delay: 0 };
        assert_eq!(plan.moves_within(&(0..5)), Some(15));
        assert_eq!(plan.moves_within(&(2..9)), Some(9));
        assert_eq!(plan.moves_within(&(7..9)), Some(0));
    }
}
