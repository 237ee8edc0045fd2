//! Exchanges along the axes of a grid of cliques: recursive doubling, with more than two nodes a side too.

use super::schedule;
use super::table::Timetable;
use crate::model::{AllreduceTask, ExplicitSchedule, Graph, count_of, wide};
use crate::wire::{Group, Network};

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
    let axes = grids(task).into_iter().find_map(|sides| axes(task.graph(), &sides))?;
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

/// Returns the lengths of the sides of grids that the network may be: those of its kind, a hypercube, a
/// single clique.
fn grids(task: &AllreduceTask) -> Vec<Vec<u64>> {
    let nodes = task.network().nodes();
    let mut grids = match &task.document().network {
        Network::Torus { radices } | Network::Mesh { radices } | Network::Hyperx { radices, .. } => {
            vec![radices.clone()]
        }
        Network::Cayley(Group::Circulant { .. }) | Network::Lattice { .. } => Vec::new(),
        _ if nodes.is_power_of_two() => vec![vec![2; wide(nodes.trailing_zeros())]],
        _ => Vec::new(),
    };
    grids.push(vec![nodes]);
    grids
}

/// Returns the axes of a grid whose last coordinate varies fastest, if every line is a clique. A ring of four
/// nodes is a square, which has two axes.
fn axes(graph: &Graph, sides: &[u64]) -> Option<Vec<Axis>> {
    let mut axes = Vec::new();
    let mut stride = 1_u32;
    for &side in sides.iter().rev() {
        let (side, step) = (u32::try_from(side).ok()?, stride);
        stride = step.checked_mul(side).filter(|&all| all <= graph.nodes())?;
        let lines = |places: &[u32]| -> Axis {
            let first = (0..graph.nodes()).filter(|node| node / step % side == 0);
            first.map(|node| places.iter().map(|place| node + place * step).collect()).collect()
        };
        let whole: Vec<u32> = (0..side).collect();
        let whole = lines(&whole);
        if is_of_cliques(graph, &whole) {
            axes.push(whole);
        } else if side == 4 {
            for pairs in [[[0, 1], [2, 3]], [[1, 2], [3, 0]]] {
                let halves: Axis = pairs.iter().flat_map(|pair| lines(pair)).collect();
                if !is_of_cliques(graph, &halves) {
                    return None;
                }
                axes.push(halves);
            }
        } else {
            return None;
        }
    }
    Some(axes)
}

fn is_of_cliques(graph: &Graph, axis: &Axis) -> bool {
    axis.iter().all(|line| {
        let joined = |from: u32| line.iter().all(|&to| to == from || graph.arc_between(from, to).is_some());
        line.len() > 1 && line.iter().all(|&from| joined(from))
    })
}
