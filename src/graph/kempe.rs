//! Colours the edges of a multigraph that need not be bipartite: a heuristic by Kempe exchanges.

use super::Random;
use std::collections::VecDeque;

/// Marks a colour that no edge of a node has.
const NO_EDGE: usize = usize::MAX;
/// Marks an edge without a colour.
const NO_COLOR: usize = usize::MAX;
/// The seeds of the random choices, one after the other.
const SEEDS: [u64; 4] = [0, 1, 2, 3];
/// Greatest product of the steps and the colours of the search from one seed; a step may try every colour.
const MAX_STEPS_TIMES_COLORS: usize = 1 << 29;

/// Greatest number of steps for each edge, in the search from one seed.
const MAX_MEAN_STEPS_PER_EDGE: usize = 2_000;

/// Evictions for each random exchange, on average; without random exchanges the search may cycle.
const EVICTIONS_PER_RANDOM_EXCHANGE: usize = 4;

/// Colours the edges of a multigraph with `colors` colours, so that the edges of a node have different ones.
/// Returns the colour of each edge, or none if the search has ended without a colouring: there may be one.
///
/// An edge is a pair of different nodes below `nodes`; edges may be parallel. An edge gets a colour that both
/// ends have free. If there is none, let colour α be free at end u, and β at end v. The two are exchanged
/// along the path that begins at v and alternates between them (Kempe 1879), and the edge gets α. If the path
/// ends at u, nothing is exchanged: the edge gets α anyway, and the edge that had α at v loses it and is
/// queued.
/// With Δ or Δ + 1 colours, Δ being the greatest degree, it mostly finds a colouring soon. Without parallel
/// edges Δ + 1 colours are always enough (Vizing 1964), but this heuristic may miss them. It is tried with
/// four fixed seeds of its random choices.
///
/// # Complexity
/// O(nodes · colors + edges) space. For each of four seeds at most min(2000 · edges, 2²⁹ / colors) steps are
/// taken, or 2 · edges if that is more, up to the length of one path; each takes O(colors) time.
///
/// # Panics
/// If an edge joins a node to itself, or to one that is not below `nodes`, or a node has more edges than
/// there are colours.
///
/// # Examples
/// ```
/// use isotask::graph::color_edges;
/// // The edges of a square need two colours, those of a triangle three.
/// assert!(color_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0]], 2).is_some());
/// assert!(color_edges(3, &[[0, 1], [1, 2], [2, 0]], 2).is_none());
/// assert!(color_edges(3, &[[0, 1], [1, 2], [2, 0]], 3).is_some());
/// ```
#[must_use]
pub fn color_edges(nodes: usize, edges: &[[usize; 2]], colors: usize) -> Option<Vec<usize>> {
    SEEDS.into_iter().find_map(|seed| color_from(nodes, edges, colors, seed))
}

/// Searches with the random choices of a seed.
fn color_from(nodes: usize, edges: &[[usize; 2]], colors: usize, seed: u64) -> Option<Vec<usize>> {
    let mut search = Search::new(nodes, edges, colors, seed);
    let most_steps = (edges.len() * MAX_MEAN_STEPS_PER_EDGE).min(MAX_STEPS_TIMES_COLORS / colors.max(1));
    let most_steps = most_steps.max(2 * edges.len());
    let mut waiting: VecDeque<usize> = (0..edges.len()).collect();
    while let Some(edge) = waiting.pop_front() {
        if search.steps > most_steps {
            return None;
        }
        waiting.extend(search.color_edge(edge));
    }
    Some(search.of_edge)
}

/// A colouring of some of the edges.
struct Search<'a> {
    edges: &'a [[usize; 2]],
    colors: usize,
    /// The edge that has a colour at a node, at index node · colors + color.
    at: Vec<usize>,
    of_edge: Vec<usize>,
    random: Random,
    /// Edges that were looked at.
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(nodes: usize, edges: &'a [[usize; 2]], colors: usize, seed: u64) -> Self {
        let mut degrees = vec![0; nodes];
        for &[one, other] in edges {
            assert!(one != other, "an edge from node {one} to itself");
            degrees[one] += 1;
            degrees[other] += 1;
        }
        let greatest = degrees.into_iter().max().unwrap_or(0);
        assert!(greatest <= colors, "{greatest} edges of a node, expected at most {colors}, the colours");
        let (at, of_edge) = (vec![NO_EDGE; nodes * colors], vec![NO_COLOR; edges.len()]);
        Self { edges, colors, at, of_edge, random: Random::new(seed), steps: 0 }
    }

    /// Colours an edge; returns the edge that has lost its colour to it, if any.
    fn color_edge(&mut self, edge: usize) -> Option<usize> {
        let [mut one, mut other] = self.edges[edge];
        if self.random.below(2) == 0 {
            (one, other) = (other, one);
        }
        self.steps += 1;
        if let Some(color) =
            self.find_color(|search, color| search.is_free(one, color) && search.is_free(other, color))
        {
            self.set_color(edge, color);
            return None;
        }
        let ours = self.find_color(|search, color| search.is_free(one, color))?;
        let theirs = self.find_color(|search, color| search.is_free(other, color))?;
        let path = self.path(other, ours, theirs);
        let is_blocked = path.last().is_some_and(|&last| self.edges[last].contains(&one));
        if !is_blocked {
            self.swap_along(&path, ours, theirs);
            self.set_color(edge, ours);
            return None;
        }
        let evicted = path[0];
        self.clear_color(evicted);
        self.set_color(edge, ours);
        if self.random.below(EVICTIONS_PER_RANDOM_EXCHANGE) == 0 {
            self.exchange_random_colors(self.edges[evicted][0]);
        }
        Some(evicted)
    }

    /// Exchanges two random colours, one free and one taken at a node, along the path that begins there.
    fn exchange_random_colors(&mut self, node: usize) {
        let free = self.find_color(|search, color| search.is_free(node, color));
        let taken = self.find_color(|search, color| !search.is_free(node, color));
        if let (Some(free), Some(taken)) = (free, taken) {
            let path = self.path(node, taken, free);
            self.swap_along(&path, taken, free);
        }
    }

    fn is_free(&self, node: usize, color: usize) -> bool {
        self.at[node * self.colors + color] == NO_EDGE
    }

    /// Returns the first colour with a property, in cyclic order from a random one.
    fn find_color(&mut self, has: impl Fn(&Self, usize) -> bool) -> Option<usize> {
        let first = self.random.below(self.colors);
        (first..self.colors).chain(0..first).find(|&color| has(self, color))
    }

    /// Gives an edge a colour that is free at both its ends.
    fn set_color(&mut self, edge: usize, color: usize) {
        self.of_edge[edge] = color;
        for node in self.edges[edge] {
            self.at[node * self.colors + color] = edge;
        }
    }

    fn clear_color(&mut self, edge: usize) {
        let color = std::mem::replace(&mut self.of_edge[edge], NO_COLOR);
        for node in self.edges[edge] {
            self.at[node * self.colors + color] = NO_EDGE;
        }
    }

    /// Returns the edges of the path from a node that alternates between two colours, `first` first; the
    /// other colour is free at the node.
    fn path(&mut self, mut node: usize, first: usize, second: usize) -> Vec<usize> {
        let (mut path, mut color) = (Vec::new(), first);
        while let edge @ 0..NO_EDGE = self.at[node * self.colors + color] {
            path.push(edge);
            let [one, other] = self.edges[edge];
            node = if node == one { other } else { one };
            color = first + second - color;
        }
        self.steps += path.len();
        path
    }

    /// Exchanges two colours along a path of [`Search::path`].
    fn swap_along(&mut self, path: &[usize], first: usize, second: usize) {
        for &edge in path {
            self.clear_color(edge);
        }
        for (place, &edge) in path.iter().enumerate() {
            self.set_color(edge, if place % 2 == 0 { second } else { first });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::color_edges;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn assert_proper(edges: &[[usize; 2]], colors: &[usize], most: usize) {
        assert!(colors.iter().all(|&color| color < most));
        let ends: BTreeSet<_> =
            edges.iter().zip(colors).flat_map(|(ends, &color)| ends.map(|node| (node, color))).collect();
        assert_eq!(ends.len(), 2 * edges.len());
    }

    fn complete(nodes: usize) -> Vec<[usize; 2]> {
        (0..nodes).flat_map(|other| (0..other).map(move |one| [one, other])).collect()
    }

    /// The complete graph on n nodes needs n − 1 colours for even n and n for odd n.
    #[test]
    fn complete_graphs_get_the_fewest_colors() {
        for nodes in 2..=57 {
            let (edges, most) = (complete(nodes), nodes - 1 + nodes % 2);
            assert_proper(&edges, &color_edges(nodes, &edges, most).expect("there are enough"), most);
        }
    }

    proptest! {
        /// Vizing 1964: without parallel edges Δ + 1 colours are enough.
        #[test]
        fn one_color_more_than_the_greatest_degree_is_found(
            pairs in prop::collection::btree_set((0_usize..12, 0_usize..12), 0..60)
        ) {
            let edges: BTreeSet<[usize; 2]> =
                pairs.into_iter().filter(|(one, other)| one != other).map(|(one, other)| [one.min(other), one.max(other)]).collect();
            let edges: Vec<[usize; 2]> = edges.into_iter().collect();
            let degree = |node: usize| edges.iter().filter(|ends| ends.contains(&node)).count();
            let most = (0..12).map(degree).max().unwrap_or(0) + 1;
            let colors = color_edges(12, &edges, most);
            assert_proper(&edges, &colors.expect("there are enough"), most);
        }
    }
}
