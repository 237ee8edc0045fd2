//! Regular bipartite multigraphs, halved and matched.

use super::hopcroft_karp;
use crate::model::wide;

/// A bipartite multigraph in which every node has the same degree. The edges of left node u are the places u · degree and
/// following.
#[derive(Debug)]
pub(super) struct Regular {
    degree: usize,
    side: usize,
    /// The right node of each edge.
    ends: Vec<u32>,
    /// The number of each edge.
    names: Vec<u32>,
}

/// No edge or node.
const NONE: u32 = u32::MAX;
/// Fewer edges are not worth another thread.
const SMALL: usize = 1 << 13;
/// Steps of random walks for each node and each bit of their number; 1 is expected.
const PATIENCE: usize = 32;

impl Regular {
    /// Room for the edges, which are to be pushed left node by left node.
    pub(super) fn with_capacity(side: usize, degree: usize) -> Self {
        let edges = side * degree;
        Self { degree, side, ends: Vec::with_capacity(edges), names: Vec::with_capacity(edges) }
    }

    /// Appends an edge to the first left node whose degree is not yet reached.
    pub(super) fn push(&mut self, end: u32, name: u32) {
        self.ends.push(end);
        self.names.push(name);
    }

    /// Colours the edges with `degree` colours from `first` on; `paint(name, color)` is called for each.
    pub(super) fn color(mut self, first: u32, paint: &(impl Fn(u32, u32) + Sync)) {
        debug_assert_eq!(self.ends.len(), self.side * self.degree, "a regular graph");
        let mut first = first;
        if self.degree % 2 == 1 {
            let matching = self.matching(self.side * PATIENCE * (wide(self.side.ilog2()) + 1), first);
            for &edge in &matching {
                paint(self.names[wide(edge)], first);
            }
            if self.degree == 1 {
                return;
            }
            self.remove(&matching);
            first += 1;
        }
        let (one, other) = self.halve();
        if one.ends.is_empty() {
            return;
        }
        let next = first + u32::try_from(one.degree).expect("fewer colours than edges");
        if one.ends.len() < SMALL {
            one.color(first, paint);
            other.color(next, paint);
        } else {
            rayon::join(|| one.color(first, paint), || other.color(next, paint));
        }
    }

    /// Splits a graph of even degree into two of half the degree: of each pair of edges at a left node one goes to each half.
    fn halve(mut self) -> (Self, Self) {
        let chosen = deal(&self.ends, self.side);
        let part = |values: &mut Vec<u32>| -> Vec<u32> {
            let pairs = values.as_chunks::<2>().0.iter().zip(&chosen);
            let first = pairs.map(|(pair, &second)| pair[usize::from(second)]).collect();
            // What is left moves together where it is.
            for (at, &second) in chosen.iter().enumerate() {
                values[at] = values[2 * at + usize::from(!second)];
            }
            values.truncate(chosen.len());
            values.shrink_to_fit();
            first
        };
        self.degree /= 2;
        let (ends, names) = (part(&mut self.ends), part(&mut self.names));
        (Self { degree: self.degree, side: self.side, ends, names }, self)
    }

    /// A perfect matching, for every left node its edge: by random walks of `budget` steps at most, then by Hopcroft and Karp.
    ///
    /// A walk leaves a left node by a random edge and returns from a matched right node by its matching edge until it meets a free
    /// one. Following from each left node the edge by which the walk left it last is an alternating path: later and later
    /// departures, so no node comes twice.
    fn matching(&self, mut budget: usize, seed: u32) -> Vec<u32> {
        let degree = self.degree;
        let mut edge_of = vec![NONE; self.side];
        let mut owner = vec![NONE; self.side];
        let edges = |node: usize| node * degree..(node + 1) * degree;
        for (node, matched) in edge_of.iter_mut().enumerate() {
            if let Some(edge) = edges(node).find(|&edge| owner[wide(self.ends[edge])] == NONE) {
                owner[wide(self.ends[edge])] = narrow(node);
                *matched = narrow(edge);
            }
        }
        // By which edge a walk left each node last.
        let mut left_by = vec![NONE; self.side];
        let mut random = u64::from(seed) ^ 0x9e37_79b9_7f4a_7c15;
        let unmatched: Vec<usize> = (0..self.side).filter(|&node| edge_of[node] == NONE).collect();
        for start in unmatched {
            let mut node = start;
            loop {
                let Some(less) = budget.checked_sub(1) else { return self.matching_for_certain() };
                budget = less;
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let draw = usize::try_from(random >> 40).expect("24 bits") % degree;
                let edge = narrow(node * degree + draw);
                if edge == edge_of[node] {
                    continue;
                }
                left_by[node] = edge;
                match owner[wide(self.ends[wide(edge)])] {
                    NONE => break,
                    next => node = wide(next),
                }
            }
            node = start;
            while node != wide(NONE) {
                let edge = left_by[node];
                edge_of[node] = edge;
                // The old owner, if there is one, must leave by another edge.
                node = wide(std::mem::replace(&mut owner[wide(self.ends[wide(edge)])], narrow(node)));
            }
        }
        edge_of
    }

    fn matching_for_certain(&self) -> Vec<u32> {
        let ends: Vec<Vec<usize>> =
            self.ends.chunks(self.degree).map(|ends| ends.iter().map(|&end| wide(end)).collect()).collect();
        let partners = hopcroft_karp(&ends, self.side);
        let edge = |(node, partner): (usize, Option<usize>)| {
            let partner = partner.expect("Hall's theorem: a regular graph has a perfect matching");
            let place = ends[node].iter().position(|&end| end == partner).expect("a partner is a neighbour");
            narrow(node * self.degree + place)
        };
        partners.into_iter().enumerate().map(edge).collect()
    }

    /// Takes one edge away from each left node.
    fn remove(&mut self, matching: &[u32]) {
        let degree = self.degree;
        let without = |values: &mut Vec<u32>| {
            let mut kept = 0;
            for (node, &edge) in matching.iter().enumerate() {
                let (start, edge, end) = (node * degree, wide(edge), (node + 1) * degree);
                values.copy_within(start..edge, kept);
                kept += edge - start;
                values.copy_within(edge + 1..end, kept);
                kept += end - edge - 1;
            }
            values.truncate(kept);
        };
        without(&mut self.ends);
        without(&mut self.names);
        self.degree -= 1;
    }
}

/// For every pair of edges, 2p and 2p + 1, whether the second of them goes to the first half: at every right node the halves
/// have equally many.
///
/// Edges that meet at a right node are mated in the order in which they come, and mates must go to different halves. So pairs
/// form paths: within a path the choice of one pair is that of all. A pair either opens a path, goes on with one, or joins two, which are
/// then one set of a union–find structure with parities (Galler & Fischer 1964). Going through the edges in order, only a
/// number for each right node is looked up out of order, where a walk round the cycles would jump through all edges.
///
/// # Complexity
/// O(E log E) time, near E in practice; 6 bytes an edge at most.
fn deal(ends: &[u32], side: usize) -> Vec<bool> {
    // Of every right node the half of the edge that waits for a mate there.
    let mut waiting = vec![NONE; side];
    // Path 0 is of pairs that have no mates but each other.
    let mut paths = Paths { up: vec![0] };
    let pairs = ends.as_chunks::<2>().0;
    let mut labels: Vec<u32> = Vec::with_capacity(pairs.len());
    for &[first, second] in pairs {
        if first == second {
            labels.push(0);
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
                labels.push(mate ^ 1);
                continue;
            }
        };
        labels.push(half);
        if mate == NONE {
            waiting[wide(first)] = half;
        }
        if other == NONE {
            waiting[wide(second)] = half ^ 1;
        }
    }
    let halves = paths.resolve();
    labels.into_iter().map(|label| halves[wide(label >> 1)] != (label & 1 == 1)).collect()
}

/// Unknown bits, some of them known to be equal or different. A label 2i + k stands for bit i plus k.
struct Paths {
    /// For every bit a label of equal value, of itself or of an earlier bit.
    up: Vec<u32>,
}

impl Paths {
    /// A label of a bit of its own.
    fn open(&mut self) -> u32 {
        let label = narrow(2 * self.up.len());
        self.up.push(label);
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
    fn resolve(self) -> Vec<bool> {
        let mut values = Vec::with_capacity(self.up.len());
        for (bit, up) in self.up.into_iter().enumerate() {
            // An earlier bit has its value by now.
            values.push(wide(up >> 1) < bit && values[wide(up >> 1)] != (up & 1 == 1));
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
    fn graph(side: usize, degree: usize) -> Regular {
        let mut graph = Regular::with_capacity(side, degree);
        for node in 0..side {
            for i in 0..degree {
                graph.push(narrow((node + i * i) % side), narrow(node * degree + i));
            }
        }
        graph
    }

    fn is_perfect(graph: &Regular, matching: &[u32]) -> bool {
        let ends: BTreeSet<u32> = matching.iter().map(|&edge| graph.ends[wide(edge)]).collect();
        let own = matching.iter().enumerate().all(|(node, &edge)| wide(edge) / graph.degree == node);
        own && ends.len() == graph.side
    }

    #[test]
    fn matchings_are_perfect_with_and_without_patience() {
        for (side, degree) in [(1, 1), (1, 3), (5, 3), (101, 7), (997, 3)] {
            let graph = graph(side, degree);
            for budget in [0, 3, usize::MAX] {
                assert!(is_perfect(&graph, &graph.matching(budget, 0)), "{side} {degree} {budget}");
            }
        }
    }

    #[test]
    fn halves_are_regular_and_share_no_edge() {
        for (side, degree) in [(1, 2), (1, 6), (2, 8), (5, 16), (7, 4), (101, 6), (997, 64)] {
            let whole = graph(side, degree);
            let (one, other) = graph(side, degree).halve();
            for half in [&one, &other] {
                for (edge, (&end, &name)) in half.ends.iter().zip(&half.names).enumerate() {
                    assert_eq!(wide(name) / degree, edge / half.degree);
                    assert_eq!(whole.ends[wide(name)], end);
                }
                let mut degrees = vec![0; side];
                half.ends.iter().for_each(|&end| degrees[wide(end)] += 1);
                assert!(degrees.iter().all(|&found| found == degree / 2));
            }
            let names: BTreeSet<u32> = one.names.iter().chain(&other.names).copied().collect();
            assert_eq!(names.len(), side * degree);
        }
    }
}
