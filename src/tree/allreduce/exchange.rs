//! Exchanges along the axes of a grid: recursive doubling, and windows that grow along rings and lines.

use super::grid::{Axis, Grid, axes};
use super::schedule;
use crate::model::{AllreduceTask, ExplicitSchedule, count_of, wide};
use crate::tree::timetable::Timetable;

/// Returns a schedule in which the hosts of every line along an axis exchange their sums, axis after axis,
/// each block in another order of the axes; none if the hosts are no grid of cliques, rings and lines, if
/// the ports do not allow the exchange, or if there would be too many sums.
///
/// * In a clique all nodes exchange their sums in one slot. With fewer ports a clique of 2^k nodes is a grid
///   of k axes of two (recursive doubling: Thakur, Rabenseifner & Gropp, *Optimization of collective
///   communication operations in MPICH*, 2005).
/// * On a line sums go both ways, each with the parts that it has passed: after r slots a node has those of
///   the r nodes before it and behind it. The two must not be added on the way, so nodes keep apart what
///   comes from each neighbour ([`crate::model::Packet::Summed`]).
/// * On a ring of m nodes the same takes ⌊m/2⌋ slots. If m is even, the last move goes one way only, as the
///   node opposite is reached both ways. If links lead one way, it takes m − 1 slots.
///
/// So an axis takes as many slots as its diameter. With all ports a block takes the sum of these. If links
/// lead along the axes alone, that is the diameter of the network, and no schedule takes fewer; as many
/// blocks as there are axes of equal length take them together.
///
/// # Complexity
/// O(L · m) time and space for L blocks and m moves of a block, beside the search for room.
#[must_use]
pub fn dimension_exchange(task: &AllreduceTask) -> Option<ExplicitSchedule> {
    let (graph, frame) = (task.graph(), task.frame());
    let axes = axes(&Grid { graph, hosts: task.hosts().collect(), frame })?;
    let is_apart = axes.iter().any(Axis::is_kept_apart);
    if is_apart && !task.can_be_kept_apart() {
        return None;
    }
    let mut table = Timetable::new(task.frame());
    // A round must fit a slot by itself.
    for round in axes.iter().flat_map(|axis| &axis.rounds) {
        if !table.fits_all(0, round) {
            return None;
        }
    }
    let rounds: usize = axes.iter().map(|axis| axis.rounds.len()).sum();
    let most = count_of(rounds).saturating_mul(task.count());
    if usize::try_from(most).ok().is_none_or(|most| table.is_too_long(most)) {
        return None;
    }
    for block in 0..u32::try_from(task.count()).ok()? {
        let mut slot = 0;
        let turned = (0..axes.len()).map(|step| &axes[(step + wide(block)) % axes.len()]);
        for round in turned.flat_map(|axis| &axis.rounds) {
            slot = round.first().map_or(slot, |&arc| table.earliest(slot, arc));
            while !table.fits_all(slot, round) {
                slot += 1;
            }
            for &arc in round {
                table.take(block, (slot, arc));
            }
            slot += 1;
        }
    }
    Some(schedule(task.count(), is_apart, table.into_slots()))
}
