//! Regular bipartite multigraphs, halved and matched.
//!
//! A graph in which every node has degree d is stored as the right ends of its edges: the edges of left node
//! u are at the places u · d to u · d + d − 1.

use crate::graph::{Random, hopcroft_karp};
use crate::model::wide;

/// Stands for the absence of an edge, a node or a label.
const NO_INDEX: u32 = u32::MAX;
/// Edges of a half from which on the two halves are worked on by two threads.
const MIN_PARALLEL_EDGES: usize = 1 << 13;
/// Greatest number of random-walk steps, divided by n · log n for n nodes; about 1 is expected.
const WALK_STEPS_PER_NODE_AND_BIT: usize = 32;

/// Rearranges the edges of a regular graph into perfect matchings: at place c · side + u the edge of left
/// node u in the matching c. `scratch` is as long as `ends`; its contents afterwards are unspecified.
pub(super) fn factor(ends: &mut [u32], scratch: &mut [u32], side: usize) {
    debug_assert!(ends.len().is_multiple_of(side) && ends.len() == scratch.len(), "a regular graph");
    let mut degree = ends.len() / side;
    if degree == 1 {
        return;
    }
    if degree % 2 == 1 {
        let budget = side * WALK_STEPS_PER_NODE_AND_BIT * (wide(side.ilog2()) + 1);
        split_matching(ends, scratch, side, budget);
        degree -= 1;
    }
    let (ends, scratch) = (&mut ends[..side * degree], &mut scratch[..side * degree]);
    halve(ends, scratch, side);
    let middle = ends.len() / 2;
    let ((one, other), (space, room)) = (ends.split_at_mut(middle), scratch.split_at_mut(middle));
    if middle < MIN_PARALLEL_EDGES {
        factor(one, space, side);
        factor(other, room, side);
    } else {
        rayon::join(|| factor(one, space, side), || factor(other, room, side));
    }
}

/// Rearranges a graph of even degree into two of half the degree: of each pair of edges at a left node one
/// goes to each half.
fn halve(ends: &mut [u32], scratch: &mut [u32], side: usize) {
    // Each pair of edges has a label 2i + k: its first edge goes to the half (bit i) XOR k, its second edge
    // to the other half.
    let (labels, space) = scratch.split_at_mut(ends.len() / 2);
    let bits = assign_halves(ends, labels, space, side);
    for (at, label) in labels.iter_mut().enumerate() {
        let pair = [ends[2 * at], ends[2 * at + 1]];
        let chosen = wide(bits[wide(*label >> 1)] ^ (*label & 1));
        // Half 1 is gathered in front, over pairs that have been read; half 0 in place of the labels.
        ends[at] = pair[1 - chosen];
        *label = pair[chosen];
    }
    ends[labels.len()..].copy_from_slice(labels);
}

/// Rearranges a graph of odd degree d into a graph of degree d − 1, followed by a perfect matching. `scratch`
/// has room for three numbers of each node.
fn split_matching(ends: &mut [u32], scratch: &mut [u32], side: usize, budget: usize) {
    let degree = ends.len() / side;
    let (edge_of, space) = scratch.split_at_mut(side);
    if !walk_matching(ends, edge_of, space, budget) {
        match_by_hopcroft_karp(ends, edge_of);
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

/// Finds a perfect matching, for every left node its edge, by random walks of at most `budget` steps
/// together; returns whether it was found.
///
/// A walk leaves a left node by a random edge and returns from a matched right node by its matching edge
/// until it meets a free one (Goel, Kapralov & Khanna 2010). It takes O(n log n) steps, as is expected, where
/// [`hopcroft_karp`] looks at all edges. The edges by which the walk last left each node form an alternating
/// path: each departure is later than the one before, so no node comes twice.
fn walk_matching(ends: &[u32], edge_of: &mut [u32], space: &mut [u32], mut budget: usize) -> bool {
    let side = edge_of.len();
    let degree = ends.len() / side;
    let (owner, space) = space.split_at_mut(side);
    // The edge by which a walk last left each node.
    let left_by = &mut space[..side];
    edge_of.fill(NO_INDEX);
    owner.fill(NO_INDEX);
    for (node, matched) in edge_of.iter_mut().enumerate() {
        let mut edges = node * degree..(node + 1) * degree;
        if let Some(edge) = edges.find(|&edge| owner[wide(ends[edge])] == NO_INDEX) {
            owner[wide(ends[edge])] = narrow(node);
            *matched = narrow(edge);
        }
    }
    let mut random = Random::new(0);
    for start in 0..side {
        if edge_of[start] != NO_INDEX {
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
                NO_INDEX => break,
                next => node = wide(next),
            }
        }
        node = start;
        while node != wide(NO_INDEX) {
            let edge = left_by[node];
            edge_of[node] = edge;
            // The old owner, if there is one, must leave by another edge.
            node = wide(std::mem::replace(&mut owner[wide(ends[wide(edge)])], narrow(node)));
        }
    }
    true
}

fn match_by_hopcroft_karp(ends: &[u32], edge_of: &mut [u32]) {
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
/// returned. They are known only after the last edge: edges that meet at a right node are mated in the order
/// in which they come, and mates must go to different halves. So pairs form paths, and one bit decides for
/// all pairs of a path. A pair opens a path, continues one, or joins two, which are then one set of a
/// union–find structure with parities (Galler & Fischer 1964). The edges are read in order; a walk round the
/// Euler circuits would jump through all of them.
///
/// # Complexity
/// O(E log E) time, near E in practice. Space is at most 3 bytes for each edge, labels included: a pair that
/// opens a path comes with two edges that wait for mates, and half of the edges do not wait.
fn assign_halves<'a>(ends: &[u32], labels: &mut [u32], space: &'a mut [u32], side: usize) -> &'a [u32] {
    // For every right node, the half of the edge that waits for a mate there.
    let mut waiting = vec![NO_INDEX; side];
    let mut paths = Paths::new(space);
    for (&[first, second], label) in ends.as_chunks::<2>().0.iter().zip(labels) {
        if first == second {
            *label = 0;
            continue;
        }
        let mate = std::mem::replace(&mut waiting[wide(first)], NO_INDEX);
        let other = std::mem::replace(&mut waiting[wide(second)], NO_INDEX);
        // The half of the first edge; the second goes to the other one.
        let half = match (mate, other) {
            (NO_INDEX, NO_INDEX) => paths.open(),
            (NO_INDEX, other) => other,
            (mate, NO_INDEX) => mate ^ 1,
            (mate, other) => {
                paths.join(mate ^ 1, other);
                *label = mate ^ 1;
                continue;
            }
        };
        *label = half;
        if mate == NO_INDEX {
            waiting[wide(first)] = half;
        }
        if other == NO_INDEX {
            waiting[wide(second)] = half ^ 1;
        }
    }
    paths.resolve()
}

/// Unknown bits, some of which are known to be equal or different: a union–find structure with parities,
/// which petgraph's lacks, stored in the space of the labels. A label 2i + k stands for (bit i) XOR k.
struct Paths<'a> {
    /// For every bit a label of equal value, of the bit itself or of an earlier one; the rest is free space.
    up: &'a mut [u32],
    bits: usize,
}

impl<'a> Paths<'a> {
    /// Starts with bit 0 alone, which belongs to pairs whose two edges are each other's mates.
    fn new(space: &'a mut [u32]) -> Self {
        space[0] = 0;
        Self { up: space, bits: 1 }
    }

    /// Returns the label of a new bit.
    fn open(&mut self) -> u32 {
        let label = narrow(2 * self.bits);
        self.up[self.bits] = label;
        self.bits += 1;
        label
    }

    /// Returns the label of equal value whose bit is the root of its set; compresses the path on the way.
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

    /// Returns a value for every bit; free bits become 0.
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

    /// Joins each left node u to the right nodes u + i² for i = 0 … degree − 1, modulo the side.
    fn graph(side: usize, degree: usize) -> Vec<u32> {
        let edges = (0..side).flat_map(|node| (0..degree).map(move |i| narrow((node + i * i) % side)));
        edges.collect()
    }

    /// Returns the sorted right ends of each left node, and the degree of each right node.
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

    /// Asserts that two regular graphs together have the edges of `whole`.
    fn assert_parts(one: &[u32], other: &[u32], whole: &[u32], side: usize) {
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
    fn matchings_are_perfect_for_every_budget_of_walk_steps() {
        for (side, degree) in [(1, 3), (5, 3), (101, 7), (997, 3)] {
            let whole = graph(side, degree);
            for budget in [0, 3, usize::MAX] {
                let mut parts = whole.clone();
                split_matching(&mut parts, &mut vec![0; side * degree], side, budget);
                let (rest, matching) = parts.split_at(side * (degree - 1));
                assert_parts(matching, rest, &whole, side);
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
            assert_parts(one, other, &whole, side);
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
