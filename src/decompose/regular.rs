//! Regular bipartite multigraphs, halved and matched.
//!
//! A graph in which every node has degree d is the right ends of its edges: those of left node u are at the
//! places u · d and following.

use crate::graph::{Random, hopcroft_karp};
use crate::model::wide;

/// No edge or node.
const NONE: u32 = u32::MAX;
/// Fewer edges are not worth another thread.
const SMALL: usize = 1 << 13;
/// Steps of random walks for each node and each bit of their number; 1 is expected.
const PATIENCE: usize = 32;

/// Rearranges the edges of a regular graph into perfect matchings: at place c · side + u the edge of left
/// node u in the matching c. `scratch` is as long as `ends`, and left with anything.
pub(super) fn factor(ends: &mut [u32], scratch: &mut [u32], side: usize) {
    debug_assert!(ends.len().is_multiple_of(side) && ends.len() == scratch.len(), "a regular graph");
    let mut degree = ends.len() / side;
    if degree == 1 {
        return;
    }
    if degree % 2 == 1 {
        let budget = side * PATIENCE * (wide(side.ilog2()) + 1);
        split_matching(ends, scratch, side, budget);
        degree -= 1;
    }
    let (ends, scratch) = (&mut ends[..side * degree], &mut scratch[..side * degree]);
    halve(ends, scratch, side);
    let middle = ends.len() / 2;
    let ((one, other), (space, room)) = (ends.split_at_mut(middle), scratch.split_at_mut(middle));
    if middle < SMALL {
        factor(one, space, side);
        factor(other, room, side);
    } else {
        rayon::join(|| factor(one, space, side), || factor(other, room, side));
    }
}

/// Rearranges a graph of even degree into two of half the degree: of each pair of edges at a left node one
/// goes to each half.
fn halve(ends: &mut [u32], scratch: &mut [u32], side: usize) {
    // By pair of edges a label 2i + k: its first edge goes to the half that bit i and k add up to, its second
    // to the other half.
    let (labels, space) = scratch.split_at_mut(ends.len() / 2);
    let bits = deal(ends, labels, space, side);
    for (at, label) in labels.iter_mut().enumerate() {
        let pair = [ends[2 * at], ends[2 * at + 1]];
        let chosen = wide(bits[wide(*label >> 1)] ^ (*label & 1));
        // Half 1 is gathered in front, over pairs that have been read; half 0 in place of the labels.
        ends[at] = pair[1 - chosen];
        *label = pair[chosen];
    }
    ends[labels.len()..].copy_from_slice(labels);
}

/// Rearranges a graph of odd degree into one of a degree less and a perfect matching behind it. `scratch` has
/// room for three numbers of each node.
fn split_matching(ends: &mut [u32], scratch: &mut [u32], side: usize, budget: usize) {
    let degree = ends.len() / side;
    let (edge_of, space) = scratch.split_at_mut(side);
    if !walk_matching(ends, edge_of, space, budget) {
        match_for_certain(ends, edge_of);
    }
    let matched = &mut space[..side];
    let mut kept = 0;
    for (node, (end, &edge)) in matched.iter_mut().zip(&*edge_of).enumerate() {
        let edge = wide(edge);
        *end = ends[edge];
        ends.copy_within(node * degree..edge, kept);
        kept += edge - node * degree;
        ends.copy_within(edge + 1..(node + 1) * degree, kept);
        kept += (node + 1) * degree - edge - 1;
    }
    ends[kept..].copy_from_slice(matched);
}

/// Finds a perfect matching, for every left node its edge, by random walks of `budget` steps at most; whether
/// it was found.
///
/// A walk leaves a left node by a random edge and returns from a matched right node by its matching edge
/// until it meets a free one (Goel, Kapralov & Khanna 2010). It takes O(n log n) steps, as is expected, where
/// [`hopcroft_karp`] looks at all edges. Following from each left node the edge by which the walk left it
/// last is an alternating path: later and later departures, so no node comes twice.
fn walk_matching(ends: &[u32], edge_of: &mut [u32], space: &mut [u32], mut budget: usize) -> bool {
    let side = edge_of.len();
    let degree = ends.len() / side;
    let (owner, space) = space.split_at_mut(side);
    // By which edge a walk left each node last.
    let left_by = &mut space[..side];
    edge_of.fill(NONE);
    owner.fill(NONE);
    for (node, matched) in edge_of.iter_mut().enumerate() {
        let mut edges = node * degree..(node + 1) * degree;
        if let Some(edge) = edges.find(|&edge| owner[wide(ends[edge])] == NONE) {
            owner[wide(ends[edge])] = narrow(node);
            *matched = narrow(edge);
        }
    }
    let mut random = Random::new(0);
    for start in 0..side {
        if edge_of[start] != NONE {
            continue;
        }
        let mut node = start;
        loop {
            let Some(less) = budget.checked_sub(1) else { return false };
            budget = less;
            let edge = narrow(node * degree + random.below(degree));
            if edge == edge_of[node] {
                continue;
            }
            left_by[node] = edge;
            match owner[wide(ends[wide(edge)])] {
                NONE => break,
                next => node = wide(next),
            }
        }
        node = start;
        while node != wide(NONE) {
            let edge = left_by[node];
            edge_of[node] = edge;
            // The old owner, if there is one, must leave by another edge.
            node = wide(std::mem::replace(&mut owner[wide(ends[wide(edge)])], narrow(node)));
        }
    }
    true
}

fn match_for_certain(ends: &[u32], edge_of: &mut [u32]) {
    let (side, degree) = (edge_of.len(), ends.len() / edge_of.len());
    let neighbours: Vec<Vec<usize>> =
        ends.chunks(degree).map(|ends| ends.iter().map(|&end| wide(end)).collect()).collect();
    let partners = hopcroft_karp(&neighbours, side);
    for (node, (edge, partner)) in edge_of.iter_mut().zip(partners).enumerate() {
        let partner = partner.expect("Hall's theorem: a regular graph has a perfect matching");
        let place = neighbours[node].iter().position(|&end| end == partner);
        *edge = narrow(node * degree + place.expect("a partner is a neighbour"));
    }
}

/// Decides for every pair of edges at a left node, 2p and 2p + 1, which one goes to the second half, such
/// that at every right node too the halves have equally many edges.
///
/// The label 2i + k of a pair says that edge 2p + (bit i XOR k) goes to the second half; the bits are
/// returned. They are not known before the last edge: edges that meet at a right node are mated in the order
/// in which they come, and mates must go to different halves. So pairs form paths, and within a path the
/// choice of one pair, its bit, is that of all. A pair opens a path, goes on with one, or joins two, which
/// are then one set of a union–find structure with parities (Galler & Fischer 1964). The edges are read in
/// order; a walk round the Euler circuits would jump through all of them.
///
/// # Complexity
/// O(E log E) time, near E in practice; with the labels 3 bytes an edge at most: a pair that opens a path
/// comes with two edges that wait for mates, and half of the edges do not wait.
fn deal<'a>(ends: &[u32], labels: &mut [u32], space: &'a mut [u32], side: usize) -> &'a [u32] {
    // Of every right node the half of the edge that waits for a mate there.
    let mut waiting = vec![NONE; side];
    let mut paths = Paths::new(space);
    for (&[first, second], label) in ends.as_chunks::<2>().0.iter().zip(labels) {
        if first == second {
            *label = 0;
            continue;
        }
        let mate = std::mem::replace(&mut waiting[wide(first)], NONE);
        let other = std::mem::replace(&mut waiting[wide(second)], NONE);
        // The half of the first edge; the second goes to the other one.
        let half = match (mate, other) {
            (NONE, NONE) => paths.open(),
            (NONE, other) => other,
            (mate, NONE) => mate ^ 1,
            (mate, other) => {
                paths.join(mate ^ 1, other);
                *label = mate ^ 1;
                continue;
            }
        };
        *label = half;
        if mate == NONE {
            waiting[wide(first)] = half;
        }
        if other == NONE {
            waiting[wide(second)] = half ^ 1;
        }
    }
    paths.resolve()
}

/// Unknown bits, some of them known to be equal or different: a union–find structure with parities in the
/// room of the labels, which petgraph's has not. A label 2i + k stands for bit i plus k.
struct Paths<'a> {
    /// For every bit a label of equal value, of itself or of an earlier bit; behind them free space.
    up: &'a mut [u32],
    bits: usize,
}

impl<'a> Paths<'a> {
    /// Bit 0 alone: the path of pairs that have no mates but each other.
    fn new(space: &'a mut [u32]) -> Self {
        space[0] = 0;
        Self { up: space, bits: 1 }
    }

    /// A label of a bit of its own.
    fn open(&mut self) -> u32 {
        let label = narrow(2 * self.bits);
        self.up[self.bits] = label;
        self.bits += 1;
        label
    }

    /// The label of equal value of a bit that is its own.
    fn root(&mut self, mut label: u32) -> u32 {
        loop {
            let up = self.up[wide(label >> 1)];
            if up >> 1 == label >> 1 {
                return label;
            }
            let further = self.up[wide(up >> 1)] ^ (up & 1);
            self.up[wide(label >> 1)] = further;
            label = further ^ (label & 1);
        }
    }

    /// Makes two labels equal.
    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        debug_assert!(one != other ^ 1, "a cycle has as many left as right nodes");
        let (early, late) = (one.min(other), one.max(other));
        if early >> 1 != late >> 1 {
            self.up[wide(late >> 1)] = early ^ (late & 1);
        }
    }

    /// A value for every bit, those that are open 0.
    fn resolve(self) -> &'a [u32] {
        let values = &mut self.up[..self.bits];
        for bit in 0..values.len() {
            let up = values[bit];
            // An earlier bit has its value by now.
            values[bit] = if wide(up >> 1) < bit { values[wide(up >> 1)] ^ (up & 1) } else { 0 };
        }
        values
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 edges")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Left node u meets the right nodes u + i² for i = 0 … degree − 1, modulo the side.
    fn graph(side: usize, degree: usize) -> Vec<u32> {
        let edges = (0..side).flat_map(|node| (0..degree).map(move |i| narrow((node + i * i) % side)));
        edges.collect()
    }

    /// The right ends at each left node in order, and how many edges each right node has.
    fn nodes(graph: &[u32], side: usize) -> (Vec<Vec<u32>>, Vec<usize>) {
        let mut nodes: Vec<Vec<u32>> = graph.chunks(graph.len() / side).map(Vec::from).collect();
        for ends in &mut nodes {
            ends.sort_unstable();
        }
        let mut degrees = vec![0; side];
        for &end in graph {
            degrees[wide(end)] += 1;
        }
        (nodes, degrees)
    }

    /// Two graphs have together the edges of one, and each right node has the same degree.
    fn are_parts(one: &[u32], other: &[u32], whole: &[u32], side: usize) {
        let ((mut ends, degrees), (more, others)) = (nodes(one, side), nodes(other, side));
        assert!(degrees.iter().all(|&found| found == one.len() / side));
        assert!(others.iter().all(|&found| found == other.len() / side));
        for (ends, more) in ends.iter_mut().zip(more) {
            ends.extend(more);
            ends.sort_unstable();
        }
        assert_eq!(ends, nodes(whole, side).0);
    }

    #[test]
    fn matchings_are_perfect_with_and_without_patience() {
        for (side, degree) in [(1, 3), (5, 3), (101, 7), (997, 3)] {
            let whole = graph(side, degree);
            for budget in [0, 3, usize::MAX] {
                let mut parts = whole.clone();
                split_matching(&mut parts, &mut vec![0; side * degree], side, budget);
                let (rest, matching) = parts.split_at(side * (degree - 1));
                are_parts(matching, rest, &whole, side);
            }
        }
    }

    #[test]
    fn halves_are_regular_and_share_no_edge() {
        for (side, degree) in [(1, 2), (1, 6), (2, 2), (2, 8), (5, 16), (7, 4), (101, 6), (997, 64)] {
            let whole = graph(side, degree);
            let mut halves = whole.clone();
            halve(&mut halves, &mut vec![0; side * degree], side);
            let (one, other) = halves.split_at(side * degree / 2);
            are_parts(one, other, &whole, side);
        }
    }

    #[test]
    fn factors_are_perfect_matchings_with_the_edges_of_the_graph() {
        for (side, degree) in [(1, 1), (1, 7), (2, 2), (5, 3), (101, 13), (997, 64)] {
            let whole = graph(side, degree);
            let mut factors = whole.clone();
            factor(&mut factors, &mut vec![0; side * degree], side);
            let mut ends = vec![Vec::new(); side];
            for matching in factors.chunks(side) {
                assert_eq!(matching.iter().collect::<BTreeSet<_>>().len(), side);
                ends.iter_mut().zip(matching).for_each(|(ends, &end)| ends.push(end));
            }
            for ends in &mut ends {
                ends.sort_unstable();
            }
            assert_eq!(ends, nodes(&whole, side).0);
        }
    }
}
