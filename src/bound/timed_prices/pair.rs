//! Bounds the completion time of packets of one pair of nodes by prices of slots.

use super::{MAX_CHECKED_CELL_VISITS, fits_checker, lower};
use crate::bound::prices::flow::FlowRows;
use crate::model::{DemandsTask, PairFlow};
use crate::wire::Lower;

/// Returns prices that prove that packets which all go from one node to another take as many slots as their
/// quickest flow, if that is more than `known`. Each packet crosses a cut over time, whose links and ports
/// cost 1, and whose capacity in one slot less is below the number of packets (Ford & Fulkerson 1958). None
/// if the packets are of several pairs, or the slots are too many for the checker.
///
/// # Complexity
/// That of [`PairFlow::of`], and O(A · T) for A directed links and T slots, whose prices are written down.
pub(in crate::bound) fn of_pair(task: &DemandsTask, known: u64) -> Option<Lower> {
    let pair = PairFlow::of(task).filter(|pair| pair.slots() > known)?;
    Some(lower(&FlowRows::new(task, None), &cut_prices(task, &pair)?, None))
}

/// Returns a price of 1 for each row and slot of the cut over time whose capacity, in one slot less, is below
/// the number of packets.
pub(super) fn cut_prices(task: &DemandsTask, pair: &PairFlow) -> Option<Vec<u64>> {
    let slots = pair.slots() - 1;
    if !fits_checker(task, slots, MAX_CHECKED_CELL_VISITS) {
        return None;
    }
    let (flow, graph) = (FlowRows::new(task, None), task.graph());
    let mut prices = vec![0; flow.capacities.len() * usize::try_from(slots).ok()?];
    for arc in 0..graph.arcs() {
        let crossed = [pair.of_sends(graph.from(arc)), pair.of_receives(graph.to(arc)), pair.of_arc(arc)];
        for (row, slots) in flow.rows(arc).into_iter().zip(crossed) {
            let Some(row) = row else { continue };
            let places = slots.filter_map(|slot| usize::try_from(slot).ok());
            places.for_each(|slot| prices[slot * flow.capacities.len() + row] = 1);
        }
    }
    Some(prices)
}
