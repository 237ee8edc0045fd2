//! Colours for the edges of a small multigraph by exhaustive search.

/// Most edges and colours of a graph that is searched.
const MAX_EDGES: usize = 512;
const MAX_COLORS: usize = 64;

/// What a search among all colourings found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExactColoring {
    /// The colour of each edge.
    Found(Vec<usize>),
    /// There is none.
    Impossible,
    /// The search ended before it had tried all.
    Unknown,
}

/// Colours the edges of a multigraph with `colors` colours, so that the edges of a node have different ones,
/// or finds that none is possible.
///
/// No node has more edges than colours. The next edge is always one with the fewest colours that are free at
/// both its ends. Colours that no edge has yet are alike, so that one of them is tried.
///
/// # Complexity
/// O(steps) time for a limit on the steps, of which each edge that is looked at takes one.
pub(crate) fn exact_coloring(nodes: usize, edges: &[[usize; 2]], colors: usize, steps: u64) -> ExactColoring {
    if edges.len() > MAX_EDGES || colors > MAX_COLORS {
        return ExactColoring::Unknown;
    }
    if edges.is_empty() {
        return ExactColoring::Found(Vec::new());
    }
    let mut degrees = vec![0; nodes];
    for &end in edges.iter().flatten() {
        degrees[end] += 1;
    }
    // Edges that meet at a node have different colours.
    if degrees.iter().any(|&degree| degree > colors) {
        return ExactColoring::Impossible;
    }
    let mut search = Search {
        edges,
        order: (0..edges.len()).collect(),
        all: u64::MAX >> (MAX_COLORS - colors),
        used: vec![0; nodes],
        color_of: vec![0; edges.len()],
        steps,
    };
    match search.color(0) {
        Some(true) => ExactColoring::Found(search.color_of),
        Some(false) => ExactColoring::Impossible,
        None => ExactColoring::Unknown,
    }
}

struct Search<'a> {
    edges: &'a [[usize; 2]],
    /// The edges, those with colours first.
    order: Vec<usize>,
    /// A bit for each colour.
    all: u64,
    /// By node a bit for each colour of its edges.
    used: Vec<u64>,
    color_of: Vec<usize>,
    steps: u64,
}

impl Search<'_> {
    /// Colours the edges from place `colored` on; none if the steps are spent.
    fn color(&mut self, colored: usize) -> Option<bool> {
        let left = u64::try_from(self.order.len() - colored).ok()?;
        self.steps = self.steps.checked_sub(left + 1)?;
        let free = |search: &Self, place: usize| {
            let [one, other] = search.edges[search.order[place]];
            !(search.used[one] | search.used[other]) & search.all
        };
        let Some(next) = (colored..self.order.len()).min_by_key(|&place| free(self, place).count_ones())
        else {
            return Some(true);
        };
        self.order.swap(colored, next);
        let free = free(self, colored);
        let in_use = self.used.iter().fold(0, |all, used| all | used);
        let fresh = free & !in_use;
        let mut choices = free & in_use | fresh & fresh.wrapping_neg();
        let edge = self.order[colored];
        let [one, other] = self.edges[edge];
        while choices != 0 {
            let color = choices & choices.wrapping_neg();
            choices &= !color;
            self.used[one] |= color;
            self.used[other] |= color;
            let found = self.color(colored + 1);
            if found != Some(false) {
                self.color_of[edge] = usize::try_from(color.trailing_zeros()).ok()?;
                return found;
            }
            self.used[one] &= !color;
            self.used[other] &= !color;
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The Petersen graph has no 3 colours (Petersen 1898), the cube has.
    #[test]
    fn class_two_graphs_are_refuted() {
        let spokes = |node| [[node, (node + 1) % 5], [node, node + 5], [node + 5, (node + 2) % 5 + 5]];
        let petersen: Vec<[usize; 2]> = (0..5).flat_map(spokes).collect();
        assert_eq!(exact_coloring(10, &petersen, 3, 1 << 20), ExactColoring::Impossible);
        assert!(matches!(exact_coloring(10, &petersen, 4, 1 << 20), ExactColoring::Found(_)));
        assert_eq!(exact_coloring(10, &petersen, 3, 20), ExactColoring::Unknown);
        assert_eq!(exact_coloring(3, &[[0, 1]], 0, 9), ExactColoring::Impossible);
    }

    proptest! {
        /// Of trees, stars and bipartite graphs the greatest degree is enough (König 1916), and no less.
        #[test]
        fn bipartite_graphs_take_their_greatest_degree(
            edges in prop::collection::vec((0_usize..5, 5_usize..10), 1..20),
        ) {
            let edges: Vec<[usize; 2]> = edges.into_iter().map(|(one, other)| [one, other]).collect();
            let degree = (0..10).map(|node| edges.iter().flatten().filter(|&&end| end == node).count());
            let degree = degree.max().unwrap_or(0);
            let ExactColoring::Found(color_of) = exact_coloring(10, &edges, degree, 1 << 24) else {
                return Err(TestCaseError::fail("no colouring"));
            };
            for (one, ends) in edges.iter().enumerate() {
                prop_assert!(color_of[one] < degree);
                for other in 0..one {
                    let meet = edges[other].iter().any(|end| ends.contains(end));
                    prop_assert!(!meet || color_of[one] != color_of[other]);
                }
            }
            prop_assert_eq!(exact_coloring(10, &edges, degree - 1, 1 << 24), ExactColoring::Impossible);
        }
    }
}
