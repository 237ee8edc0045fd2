//! The least completion time of packets of one pair of nodes, as prices of slots.

use super::{MOST_CHECKED, is_checked, lower};
use crate::bound::prices::flow::FlowRows;
use crate::model::{DemandsTask, PairFlow};
use crate::wire::Lower;

/// Prices by which packets that all go from one node to another take as many slots as their quickest flow,
/// if these are more than `known`: each of them crosses a cut over time, whose links and ports cost 1, and it
/// has room for fewer in one slot less (Ford & Fulkerson 1958). None if they are of several pairs, or the
/// checker would not look at so many slots.
///
/// # Complexity
/// That of [`PairFlow::of`], and O(A · T) for A directed links and T slots, whose prices are written down.
pub(in crate::bound) fn of_pair(task: &DemandsTask, known: u64) -> Option<Lower> {
    let pair = PairFlow::of(task).filter(|pair| pair.slots() > known)?;
    Some(lower(&FlowRows::new(task, None), &crossed(task, &pair)?, None))
}

/// The price 1 wherever the cut over time is crossed that has no room for all packets in one slot less.
pub(super) fn crossed(task: &DemandsTask, pair: &PairFlow) -> Option<Vec<u64>> {
    let slots = pair.slots() - 1;
    if !is_checked(task, slots, MOST_CHECKED) {
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
