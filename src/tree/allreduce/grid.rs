//! Grids: networks whose nodes differ in coordinates, along each of which they form cliques, rings, lines or
//! cycles whose links lead one way.

use crate::model::{DemandsTask, Graph, count_of, wide};
use std::collections::BTreeMap;

/// Most moves of a block along an axis.
const MAX_MOVES: u64 = 1 << 24;

/// The hosts of a network in increasing order, which may form a grid.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) graph: &'a Graph,
    pub(super) hosts: Vec<u32>,
    /// A task with the ports of all nodes.
    pub(super) frame: &'a DemandsTask,
}

impl Grid<'_> {
    fn nodes(&self) -> u32 {
        u32::try_from(count_of(self.hosts.len())).expect("at most 2^20 nodes")
    }

    /// Returns whether the ports of all nodes allow moves over all these arcs in one slot.
    fn allows(&self, arcs: &[u32]) -> bool {
        let nodes = wide(self.graph.nodes());
        let (mut sends, mut receives) = (vec![0_u32; nodes], vec![0_u32; nodes]);
        for &arc in arcs {
            sends[wide(self.graph.from(arc))] += 1;
            receives[wide(self.graph.to(arc))] += 1;
        }
        let within = |node: u32| {
            let most = self.frame.ports_of(node).sends();
            sends[wide(node)] <= most && receives[wide(node)] <= most
        };
        (0..self.graph.nodes()).all(within)
    }
}

/// An axis of a grid.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    shape: Shape,
    /// The rounds of an exchange along it, each with the arcs of all its lines.
    pub(super) rounds: Vec<Vec<u32>>,
}

/// What the nodes of a line along an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Each is a neighbour of each.
    Clique,
    /// Each is a neighbour of the next, and the last of the first.
    Ring,
    /// Each is a neighbour of the next.
    Line,
    /// A link leads from each to the next, and from the last to the first.
    Cycle,
}

impl Axis {
    /// Returns whether what comes from one side must not be added to what comes from the other.
    pub(super) fn is_kept_apart(&self) -> bool {
        self.shape != Shape::Clique
    }
}

/// Returns the axes of a grid in which the last coordinate of a host varies fastest, those with the fewest
/// rounds in all, each within the ports of all nodes; none if the network is no such grid.
///
/// # Complexity
/// O(s² · A) for s divisors of the number of nodes and A arcs.
pub(super) fn axes(grid: &Grid<'_>) -> Option<Vec<Axis>> {
    let mut best = BTreeMap::from([(grid.nodes(), Some(Vec::new()))]);
    best_from(grid, 1, &mut best)
}

/// Returns the axes beyond a stride with the fewest rounds; of those with equally many the first found.
fn best_from(
    grid: &Grid<'_>,
    stride: u32,
    known: &mut BTreeMap<u32, Option<Vec<Axis>>>,
) -> Option<Vec<Axis>> {
    if let Some(best) = known.get(&stride) {
        return best.clone();
    }
    let rounds = |axes: &[Axis]| axes.iter().map(|axis| axis.rounds.len()).sum::<usize>();
    let mut best: Option<Vec<Axis>> = None;
    let most = grid.nodes() / stride;
    for side in (2..=most).rev().filter(|&side| most.is_multiple_of(side)) {
        let found = [square(grid, side, stride), axis(grid, side, stride)];
        for first in found.into_iter().flatten() {
            let Some(others) = best_from(grid, stride * side, known) else { continue };
            let axes = [first, others].concat();
            if best.as_ref().is_none_or(|best| rounds(&axes) < rounds(best)) {
                best = Some(axes);
            }
        }
    }
    known.insert(stride, best.clone());
    best
}

/// Returns the axis of a length and a stride: a clique, else a ring, else a line, else a cycle, the first
/// whose rounds the ports allow.
fn axis(grid: &Grid<'_>, side: u32, stride: u32) -> Option<Vec<Axis>> {
    // Of each node, what every other one of its line had comes once.
    if u64::from(grid.nodes()) * u64::from(side - 1) > MAX_MOVES {
        return None;
    }
    let lines = lines(grid, side, stride);
    let of_shape = |shape: Shape| {
        if shape == Shape::Clique && grid.graph.leaving(grid.hosts[0]).count() + 1 < wide(side) {
            return None;
        }
        let rounds = rounds(shape, side).into_iter().map(|round| arcs(grid, &lines, &round));
        let rounds: Vec<Vec<u32>> = rounds.collect::<Option<_>>()?;
        rounds.iter().all(|round| grid.allows(round)).then_some(Axis { shape, rounds })
    };
    let axis = [Shape::Clique, Shape::Ring, Shape::Line, Shape::Cycle].into_iter().find_map(of_shape)?;
    Some(vec![axis])
}

/// Returns the two axes of a square, which a ring of four nodes is.
fn square(grid: &Grid<'_>, side: u32, stride: u32) -> Option<Vec<Axis>> {
    if side != 4 {
        return None;
    }
    let lines = lines(grid, side, stride);
    let of_sides = |sides: [[u32; 2]; 2]| {
        let pairs: Vec<[u32; 2]> = sides.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]).collect();
        Some(Axis { shape: Shape::Clique, rounds: vec![arcs(grid, &lines, &pairs)?] })
    };
    Some(vec![of_sides([[0, 1], [2, 3]])?, of_sides([[1, 2], [3, 0]])?])
}

/// Returns the rounds of an exchange on `side` nodes, as pairs of places of a sender and a receiver.
fn rounds(shape: Shape, side: u32) -> Vec<Vec<[u32; 2]>> {
    let all = |step: u32| (0..side).map(move |from| [from, (from + step) % side]);
    match shape {
        Shape::Clique => {
            let pairs = (0..side).flat_map(|from| (0..side).map(move |to| [from, to]));
            vec![pairs.filter(|[from, to]| from != to).collect()]
        }
        Shape::Ring => {
            let back = |round: u32| all(side - 1).filter(move |_| round < (side - 1) / 2);
            (0..side / 2).map(|round| all(1).chain(back(round)).collect()).collect()
        }
        // In round r a node sends on if there is a node r places behind it.
        Shape::Line => {
            let on = |round: u32| (round..side - 1).map(|from| [from, from + 1]);
            let back = move |[from, to]: [u32; 2]| [[from, to], [side - 1 - from, side - 1 - to]];
            (0..side - 1).map(|round| on(round).flat_map(back).collect()).collect()
        }
        Shape::Cycle => (0..side - 1).map(|_| all(1).collect()).collect(),
    }
}

/// Returns the arcs between pairs of places of every line.
fn arcs(grid: &Grid<'_>, lines: &[Vec<u32>], pairs: &[[u32; 2]]) -> Option<Vec<u32>> {
    let of_line = |line: &Vec<u32>| {
        let ends = pairs.iter().map(|pair| pair.map(|place| line[wide(place)])).collect::<Vec<_>>();
        ends.into_iter().map(|[from, to]| grid.graph.arc_between(from, to))
    };
    lines.iter().flat_map(of_line).collect()
}

/// Returns the lines of nodes that differ along an axis of a length and a stride.
fn lines(grid: &Grid<'_>, side: u32, stride: u32) -> Vec<Vec<u32>> {
    let firsts = (0..grid.nodes()).filter(|node| (node / stride).is_multiple_of(side));
    firsts.map(|first| (0..side).map(|place| grid.hosts[wide(first + place * stride)]).collect()).collect()
}
