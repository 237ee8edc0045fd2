//! Colours for the edges of a bipartite multigraph, as few as possible.

/// Marks a colour that is free at a node, and an edge without a colour.
const FREE: usize = usize::MAX;

/// Colours the edges of a bipartite multigraph with Δ colours, Δ the greatest degree, so that the edges
/// of a node have different ones (König 1916). Returns the colour of each edge.
///
/// An edge is `[left node, right node]`, each side numbered on its own; edges may be parallel. Edges are
/// coloured in their order, each with the least colour that both its ends have free. Where there is none,
/// the colours change places along the path that begins at the right end and alternates between a colour
/// that is free there and one that is free at the left end: in a bipartite graph it does not come to the
/// left end.
///
/// # Complexity
/// O(E · (Δ + V)) time and O(V · Δ + E) space for E edges, V nodes and the greatest degree Δ.
///
/// # Examples
/// ```
/// use isotask::graph::edge_coloring;
/// // A node with three edges needs three colours, and three are enough.
/// assert_eq!(edge_coloring(&[[0, 0], [0, 1], [0, 1], [1, 0]]), [0, 1, 2, 1]);
/// ```
#[must_use]
pub fn edge_coloring(edges: &[[usize; 2]]) -> Vec<usize> {
    let mut colors = Colors::new(edges);
    for edge in 0..edges.len() {
        colors.color_edge(edge);
    }
    colors.of_edge
}

/// A colouring of some of the edges.
struct Colors<'a> {
    edges: &'a [[usize; 2]],
    /// The greatest degree.
    degree: usize,
    /// By left node and colour the edge that has it, then by right node and colour.
    at: [Vec<usize>; 2],
    of_edge: Vec<usize>,
}

impl<'a> Colors<'a> {
    fn new(edges: &'a [[usize; 2]]) -> Self {
        let degrees = |side: usize| {
            let nodes = edges.iter().map(|ends| ends[side] + 1).max().unwrap_or(0);
            let mut degrees = vec![0; nodes];
            for ends in edges {
                degrees[ends[side]] += 1;
            }
            degrees
        };
        let degrees = [degrees(0), degrees(1)];
        let degree = degrees.iter().flatten().copied().max().unwrap_or(0);
        let at = degrees.map(|degrees: Vec<usize>| vec![FREE; degrees.len() * degree]);
        Self { edges, degree, at, of_edge: vec![FREE; edges.len()] }
    }

    /// Returns the entry for the edge that has a colour at a node of a side.
    fn edge(&mut self, side: usize, node: usize, color: usize) -> &mut usize {
        &mut self.at[side][node * self.degree + color]
    }

    /// Returns the least colour that no edge of a node has.
    fn least_free_color(&self, side: usize, node: usize) -> usize {
        let colors = &self.at[side][node * self.degree..][..self.degree];
        colors.iter().position(|&edge| edge == FREE).expect("a node has at most as many edges as colours")
    }

    /// Gives an edge a colour that is free at both its ends.
    fn set_color(&mut self, edge: usize, color: usize) {
        self.of_edge[edge] = color;
        for (side, node) in self.edges[edge].into_iter().enumerate() {
            *self.edge(side, node, color) = edge;
        }
    }

    /// Colours one more edge.
    fn color_edge(&mut self, edge: usize) {
        let [left, right] = self.edges[edge];
        let both = |&color: &usize| {
            self.at[0][left * self.degree + color] == FREE && self.at[1][right * self.degree + color] == FREE
        };
        let color = (0..self.degree).find(both).unwrap_or_else(|| {
            let (ours, theirs) = (self.least_free_color(0, left), self.least_free_color(1, right));
            self.swap_along_path(right, ours, theirs);
            ours
        });
        self.set_color(edge, color);
    }

    /// Frees the colour `taken` at a right node where the colour `free` is unused: both change places
    /// along the alternating path that begins at this node with `taken`.
    fn swap_along_path(&mut self, right: usize, taken: usize, free: usize) {
        let (mut side, mut node, mut color) = (1, right, taken);
        let mut path = Vec::new();
        while let edge @ 0..FREE = *self.edge(side, node, color) {
            path.push(edge);
            side = 1 - side;
            node = self.edges[edge][side];
            color = taken + free - color;
        }
        for &edge in &path {
            for (side, node) in self.edges[edge].into_iter().enumerate() {
                let color = self.of_edge[edge];
                *self.edge(side, node, color) = FREE;
            }
        }
        for edge in path {
            self.set_color(edge, taken + free - self.of_edge[edge]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::edge_coloring;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn colors_are_proper_and_as_many_as_the_greatest_degree(
            edges in prop::collection::vec([0_usize..7, 0_usize..6], 0..60)
        ) {
            let colors = edge_coloring(&edges);
            let degree = |side: usize| {
                (0..7).map(|node| edges.iter().filter(|ends| ends[side] == node).count()).max().unwrap_or(0)
            };
            prop_assert!(colors.iter().all(|&color| color < degree(0).max(degree(1))));
            for side in [0, 1] {
                let ends: BTreeSet<_> = edges.iter().zip(&colors).map(|(ends, color)| (ends[side], color)).collect();
                prop_assert_eq!(ends.len(), edges.len());
            }
        }
    }
}
