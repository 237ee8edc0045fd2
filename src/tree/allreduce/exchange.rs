//! Exchanges along the axes of a grid of cliques: recursive doubling, with more than two nodes a side too.

use super::schedule;
use super::table::Timetable;
use crate::model::{AllreduceTask, ExplicitSchedule, Graph, count_of, wide};

/// An axis of a grid: lists of nodes that differ in one coordinate, all of them neighbours of each other.
type Axis = Vec<Vec<u32>>;

/// Returns a schedule in which all nodes of a line along an axis exchange their sums in one slot, axis after
/// axis, each block in another order of the axes; none if the network is no such grid, or if the ports do
/// not allow the exchange.
///
/// On a hypercube of d dimensions a block takes d slots, and with all ports d blocks take them at once
/// (recursive doubling: Thakur, Rabenseifner & Gropp, *Optimization of collective communication operations in
/// MPICH*, 2005).
///
/// # Complexity
/// O(L · m) time and space for L blocks and m moves of a block, beside the search for room.
#[must_use]
pub fn dimension_exchange(task: &AllreduceTask) -> Option<ExplicitSchedule> {
    let axes = axes(task.graph())?;
    let mut table = Timetable::new(task);
    let mut arcs = Vec::with_capacity(axes.len());
    for axis in &axes {
        arcs.push(arcs_of(&table, axis)?);
    }
    // An exchange must fit a slot by itself.
    for arcs in &arcs {
        if !fits_all(&mut table, 0, arcs) {
            return None;
        }
    }
    let most = count_of(axes.len()).saturating_mul(task.count());
    if usize::try_from(most).ok().is_none_or(|most| table.is_too_long(most)) {
        return None;
    }
    for block in 0..u32::try_from(task.count()).ok()? {
        let mut slot = 0;
        for step in 0..arcs.len() {
            let arcs = &arcs[(step + wide(block)) % arcs.len()];
            slot = arcs.first().map_or(slot, |&arc| table.earliest(slot, arc));
            while !fits_all(&mut table, slot, arcs) {
                slot += 1;
            }
            for &arc in arcs {
                table.take(block, (slot, arc));
            }
            slot += 1;
        }
    }
    Some(schedule(task.count(), table.into_slots()))
}

/// Returns whether moves over all these arcs fit a slot together.
fn fits_all(table: &mut Timetable<'_>, slot: usize, arcs: &[u32]) -> bool {
    let mut taken = Vec::with_capacity(arcs.len());
    while let Some(&arc) = arcs.get(taken.len())
        && table.fits(slot, arc)
    {
        table.take(0, (slot, arc));
        taken.push((slot, arc));
    }
    table.release_all(0, &taken);
    taken.len() == arcs.len()
}

/// Returns the arcs between the nodes of every line of an axis.
fn arcs_of(table: &Timetable<'_>, axis: &Axis) -> Option<Vec<u32>> {
    let mut arcs = Vec::new();
    for line in axis {
        for (&from, &to) in line.iter().flat_map(|from| line.iter().map(move |to| (from, to))) {
            if from != to {
                arcs.push(table.graph().arc_between(from, to)?);
            }
        }
    }
    Some(arcs)
}

/// Returns the axes of a grid in which the last coordinate of a node varies fastest, if every line is a
/// clique; from the last axis on, each is as long as it can be. A ring of four nodes is a square, which has
/// two axes.
fn axes(graph: &Graph) -> Option<Vec<Axis>> {
    let (mut axes, mut stride) = (Vec::new(), 1_u32);
    while stride < graph.nodes() {
        let most = graph.nodes() / stride;
        let sides = (2..=most).rev().filter(|&side| most.is_multiple_of(side));
        let whole = sides.filter(|&side| is_clique(graph, &line(0, side, stride)));
        let side = whole.max().unwrap_or(1);
        let square = [[0, 1], [2, 3], [1, 2], [3, 0]].map(|pair| pair.map(|place| place * stride));
        let is_square = most.is_multiple_of(4) && square.iter().all(|pair| is_clique(graph, pair));
        let (side, found) = if side < 3 && is_square {
            let [first, second] = [&square[..2], &square[2..]].map(|pairs| lines(graph, 4, stride, pairs));
            (4, vec![first, second])
        } else {
            (side, vec![lines(graph, side, stride, &[line(0, side, stride)])])
        };
        if side == 1 || found.iter().flatten().any(|line| !is_clique(graph, line)) {
            return None;
        }
        axes.extend(found);
        stride *= side;
    }
    Some(axes)
}

/// Returns `side` nodes that differ by a stride.
fn line(first: u32, side: u32, stride: u32) -> Vec<u32> {
    (0..side).map(|place| first + place * stride).collect()
}

/// Returns the translates of some lines of node 0 along an axis of a length and a stride.
fn lines<L: AsRef<[u32]>>(graph: &Graph, side: u32, stride: u32, of_first: &[L]) -> Axis {
    let firsts = (0..graph.nodes()).filter(|node| (node / stride).is_multiple_of(side));
    let of_node =
        |first: u32| of_first.iter().map(move |line| line.as_ref().iter().map(|node| first + node).collect());
    firsts.flat_map(of_node).collect()
}

fn is_clique(graph: &Graph, line: &[u32]) -> bool {
    let joined = |from: u32| line.iter().all(|&to| to == from || graph.arc_between(from, to).is_some());
    line.iter().all(|&from| joined(from))
}
