//! A square matrix as a sum of matchings: each node sends or receives, one message in a slot.

use super::birkhoff::BirkhoffError;
use crate::check::check_matrix_certificate;
use crate::graph::{ExactColoring, color_edges, exact_coloring};
use crate::model::{TaskMatrix, count_of, wide};
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixEntry, MatrixLower, MatrixQuantity,
    MatrixTerm, Ports, Status,
};
use std::collections::BTreeMap;

/// At most this many messages; each is an edge to be coloured.
const MAX_MESSAGES: u64 = 1 << 22;
/// Most nodes times slots, for each of which the search keeps an edge.
const MAX_NODES_TIMES_SLOTS: u64 = 1 << 27;
/// Most steps of a search among all colourings.
const MAX_STEPS: u64 = 1 << 25;
/// Most messages times slots, as a search may try every slot for every message.
const MAX_MESSAGES_TIMES_SLOTS: u64 = 1 << 31;
/// Most nodes of a network of which all sets of three nodes are tried.
const MAX_NODES_FOR_TRIPLES: usize = 200;

/// A matrix of messages as matchings in few slots, with a lower bound.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Matchings {
    /// The slots, the sum of all `times`.
    pub length: u64,
    /// The matchings, in the order in which they are served.
    pub terms: Vec<MatrixTerm>,
    /// The greatest lower bound that was found without a search.
    pub lower: MatrixLower,
    /// The bound that fewer slots are impossible, if a search tried all.
    searched: Option<MatrixLower>,
}

impl Matchings {
    /// Builds the certificate for the matrix with its names. A bound by a search stands in it if the checker
    /// comes to the end of its own.
    #[must_use]
    pub fn certificate(&self, matrix: MatrixDocument) -> MatrixCertificateDocument {
        let with = |matrix: MatrixDocument, lower: &MatrixLower| {
            let status = if lower.value() == self.length { Status::Optimal } else { Status::UpperBound };
            let (quantity, lower) = (MatrixQuantity::CompletionTime, lower.clone());
            let claim = MatrixClaim { quantity, value: self.length, lower, status };
            MatrixCertificateDocument::new(matrix, Ports::OneHalfDuplex, self.terms.clone(), vec![claim])
        };
        let searched = self.searched.as_ref().map(|lower| with(matrix.clone(), lower));
        searched
            .filter(|document| check_matrix_certificate(document).is_ok())
            .unwrap_or_else(|| with(matrix, &self.lower))
    }
}

/// Decomposes a square matrix of messages into matchings: row i and column i are one node, which sends or
/// receives at most one message in a slot.
///
/// The messages are the edges of a multigraph, the slots its colours. [`color_edges`] is asked for as many
/// colours as the lower bound says, then for one more, until it finds a colouring. Where it finds none and
/// the graph is small, all colourings are tried. The bound is the greatest of what a node sends and receives
/// (Δ), and of ⌈2 · E(S) / (n − 1)⌉ for sets S of an odd number n of nodes with E(S) messages inside: a slot
/// has at most (n − 1)/2 of them (Edmonds 1965). If no two messages join the same two nodes, in either
/// direction, Δ + 1 slots are enough (Vizing 1964). Otherwise Goldberg and Seymour conjectured that the least
/// number of slots is at most the greater of Δ + 1 and the bound over all odd sets. Two families of odd sets
/// are tried: those that remain as nodes of least degree are removed one by one, and all sets of three nodes
/// in networks of at most 200.
///
/// # Complexity
/// That of [`color_edges`] for each number of slots that is tried, and O(n³) for the sets of three of n
/// nodes.
///
/// # Errors
/// [`BirkhoffError`] beyond 2²² messages, 2²⁷ nodes times slots or 2³¹ messages times slots.
///
/// # Panics
/// If the matrix is not square, or has a message from a node to itself.
///
/// # Examples
/// ```
/// use isotask::decompose::matchings;
/// use isotask::model::TaskMatrix;
/// // Three nodes, each of which sends one message to the next: no two messages in one slot.
/// let round = TaskMatrix::from_dense(&[vec![0, 1, 0], vec![0, 0, 1], vec![1, 0, 0]])?;
/// let found = matchings(&round)?;
/// assert_eq!((found.length, found.lower.value()), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn matchings(matrix: &TaskMatrix) -> Result<Matchings, BirkhoffError> {
    assert_eq!(matrix.rows(), wide(matrix.columns()), "a row and a column for each node");
    let found = matrix.total();
    if found > MAX_MESSAGES {
        return Err(BirkhoffError::TooManyMessages { found, most: MAX_MESSAGES });
    }
    let (nodes, edges) = (matrix.rows(), messages(matrix));
    let lower = find_lower_bound(nodes, &edges);
    let (mut colors, mut searched) = (lower.value(), None);
    let color_of = loop {
        let found = colors.saturating_mul(count_of(nodes));
        if found > MAX_NODES_TIMES_SLOTS {
            return Err(BirkhoffError::TooManyPlaces { found, most: MAX_NODES_TIMES_SLOTS });
        }
        let found = colors.saturating_mul(count_of(edges.len()));
        if found > MAX_MESSAGES_TIMES_SLOTS {
            return Err(BirkhoffError::TooManyTries { found, most: MAX_MESSAGES_TIMES_SLOTS });
        }
        let few = usize::try_from(colors).expect("few colours");
        if let Some(color_of) = color_edges(nodes, &edges, few) {
            break color_of;
        }
        match exact_coloring(nodes, &edges, few, MAX_STEPS) {
            ExactColoring::Found(color_of) => break color_of,
            ExactColoring::Impossible => searched = Some(MatrixLower::SlotsSearch { value: colors + 1 }),
            ExactColoring::Unknown => {}
        }
        colors += 1;
    };
    Ok(Matchings { length: colors, terms: merge_equal_matchings(&edges, &color_of), lower, searched })
}

/// Returns every unit as an edge from its row to its column.
fn messages(matrix: &TaskMatrix) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    for row in 0..matrix.rows() {
        for (column, units) in matrix.row(row) {
            edges
                .extend(std::iter::repeat_n([row, wide(column)], usize::try_from(units).expect("few units")));
        }
    }
    edges
}

/// Returns one term for each distinct matching, the greatest multiplicity first.
fn merge_equal_matchings(edges: &[[usize; 2]], color_of: &[usize]) -> Vec<MatrixTerm> {
    let mut by_color: BTreeMap<usize, Vec<MatrixEntry>> = BTreeMap::new();
    for (&[row, column], &color) in edges.iter().zip(color_of) {
        let entry = MatrixEntry { row: count_of(row), column: count_of(column) };
        by_color.entry(color).or_default().push(entry);
    }
    let mut times: BTreeMap<Vec<MatrixEntry>, u64> = BTreeMap::new();
    for entries in by_color.into_values() {
        *times.entry(entries).or_default() += 1;
    }
    let mut terms: Vec<MatrixTerm> =
        times.into_iter().map(|(entries, times)| MatrixTerm { times, entries }).collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.times));
    terms
}

/// Returns the greatest lower bound that is found.
fn find_lower_bound(nodes: usize, edges: &[[usize; 2]]) -> MatrixLower {
    let mut units: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for &[one, other] in edges {
        *units.entry((one.min(other), one.max(other))).or_default() += 1;
    }
    let mut neighbors = vec![Vec::new(); nodes];
    for (&(one, other), &units) in &units {
        neighbors[one].push((other, units));
        neighbors[other].push((one, units));
    }
    if nodes == 0 {
        return MatrixLower::Total { value: 0 };
    }
    let degree = |node: &usize| neighbors[*node].iter().map(|&(_, units)| units).sum::<u64>();
    let busiest = (0..nodes).rev().max_by_key(degree).unwrap_or(0);
    let mut best = MatrixLower::Node { value: degree(&busiest), node: count_of(busiest) };
    for (value, set) in [densest_odd_set(&neighbors), densest_triple(&neighbors)].into_iter().flatten() {
        if value > best.value() {
            best = MatrixLower::OddSet { value, nodes: set.into_iter().map(count_of).collect() };
        }
    }
    best
}

/// Returns the best of the odd sets that remain as nodes of least degree are removed one by one, with its
/// bound.
fn densest_odd_set(neighbors: &[Vec<(usize, u64)>]) -> Option<(u64, Vec<usize>)> {
    let mut degrees: Vec<u64> = neighbors.iter().map(|of| of.iter().map(|&(_, units)| units).sum()).collect();
    let mut inside = degrees.iter().sum::<u64>() / 2;
    let mut left: std::collections::BTreeSet<(u64, usize)> =
        degrees.iter().copied().enumerate().map(|(node, degree)| (degree, node)).collect();
    let mut gone = Vec::new();
    let mut best: Option<(u64, usize)> = None;
    while left.len() >= 3 {
        if left.len() % 2 == 1 {
            let value = inside.div_ceil(count_of(left.len() / 2));
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, gone.len()));
            }
        }
        let (degree, node) = left.pop_first().expect("three nodes");
        gone.push(node);
        inside -= degree;
        for &(other, units) in &neighbors[node] {
            if left.remove(&(degrees[other], other)) {
                degrees[other] -= units;
                left.insert((degrees[other], other));
            }
        }
    }
    let (value, removed) = best?;
    let without: std::collections::BTreeSet<usize> = gone[..removed].iter().copied().collect();
    Some((value, (0..neighbors.len()).filter(|node| !without.contains(node)).collect()))
}

/// Returns the three nodes with the most messages among them; none of a large network.
fn densest_triple(neighbors: &[Vec<(usize, u64)>]) -> Option<(u64, Vec<usize>)> {
    let nodes = neighbors.len();
    if nodes > MAX_NODES_FOR_TRIPLES {
        return None;
    }
    let between: Vec<BTreeMap<usize, u64>> =
        neighbors.iter().map(|of| of.iter().copied().collect()).collect();
    let units = |one: usize, other: usize| between[one].get(&other).copied().unwrap_or(0);
    let triples = (0..nodes).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
    let valued = triples.map(|[a, b, c]| (units(a, b) + units(a, c) + units(b, c), [a, b, c]));
    valued.max_by_key(|&(value, _)| value).map(|(value, set)| (value, set.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns whether messages fit into some slots, by trying every assignment of slots to messages.
    fn is_enough(edges: &[[usize; 2]], slots: usize, taken: &mut Vec<Vec<bool>>) -> bool {
        let Some((&[one, other], rest)) = edges.split_first() else { return true };
        (0..slots).any(|slot| {
            if taken[slot][one] || taken[slot][other] {
                return false;
            }
            (taken[slot][one], taken[slot][other]) = (true, true);
            let found = is_enough(rest, slots, taken);
            (taken[slot][one], taken[slot][other]) = (false, false);
            found
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        /// The certificate is accepted, and what it claims is true by trying everything.
        #[test]
        fn the_slots_of_small_networks_are_as_claimed(
            cells in prop::collection::vec(0_u64..3, 16), nodes in 1_usize..5
        ) {
            let cell = |row: usize, column: usize| if row == column { 0 } else { cells[row * 4 + column] };
            let rows: Vec<Vec<u64>> =
                (0..nodes).map(|row| (0..nodes).map(|column| cell(row, column)).collect()).collect();
            let matrix = TaskMatrix::from_dense(&rows).unwrap();
            let found = matchings(&matrix).unwrap();
            let certificate = found.certificate(MatrixDocument::new(rows, None, None));
            let verdict = check_matrix_certificate(&certificate).unwrap();
            prop_assert_eq!(verdict.completion_time, found.length);
            let edges = messages(&matrix);
            let slots = usize::try_from(found.length).unwrap();
            if edges.len() <= 12 && slots > 0 {
                let below = usize::try_from(found.lower.value()).unwrap().saturating_sub(1);
                prop_assert!(!is_enough(&edges, below, &mut vec![vec![false; nodes]; below]) || edges.is_empty());
                prop_assert!(!is_enough(&edges, slots - 1, &mut vec![vec![false; nodes]; slots - 1]));
            }
        }
    }

    /// The Petersen graph has degree 3 and no colouring in three colours, and no odd set says so.
    #[test]
    fn petersens_graph_keeps_a_gap() {
        let mut rows = vec![vec![0; 10]; 10];
        for node in 0..5 {
            rows[node][(node + 1) % 5] = 1;
            rows[node][node + 5] = 1;
            rows[node + 5][(node + 2) % 5 + 5] = 1;
        }
        let found = matchings(&TaskMatrix::from_dense(&rows).unwrap()).unwrap();
        assert_eq!((found.length, found.lower.value()), (4, 3));
    }
}
