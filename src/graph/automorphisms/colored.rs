//! Graphs whose automorphisms are asked for.

use crate::graph::mix64;

/// A graph whose nodes have colours and whose directed links have capacities; automorphisms keep both.
///
/// # Examples
/// ```
/// use isotask::graph::ColoredGraph;
/// // A path of three nodes: its ends may be exchanged, its middle stays.
/// let path = ColoredGraph::new(&[0, 0, 0], &[[0, 1], [1, 0], [1, 2], [2, 1]]);
/// assert!(path.is_automorphism(&[2, 1, 0]));
/// assert!(!path.is_automorphism(&[1, 0, 2]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColoredGraph {
    colors: Vec<u32>,
    /// The links that leave each node; then those that come to it, unless every link leads both ways.
    ways: Vec<Ends>,
}

/// The other ends of the links of all nodes, those of node 0 first.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ends {
    first: Vec<usize>,
    ends: Vec<End>,
}

/// The other end of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    pub(super) node: usize,
    /// A number for each capacity, different ones for different capacities.
    pub(super) weight: u64,
}

impl Ends {
    /// Sorts links with their capacities by their first node.
    fn new(nodes: usize, mut links: Vec<([u32; 2], u64)>) -> Self {
        links.sort_unstable();
        let (mut first, mut ends) = (vec![0; nodes + 1], Vec::new());
        for beside in links.chunk_by(|a, b| a.0 == b.0) {
            let [from, to] = beside[0].0.map(place);
            let capacity = beside.iter().map(|link| link.1).sum();
            // The hash is a bijection.
            ends.push(End { node: to, weight: mix64(capacity) });
            first[from + 1] = ends.len();
        }
        for node in 1..first.len() {
            first[node] = first[node].max(first[node - 1]);
        }
        Self { first, ends }
    }

    fn of(&self, node: usize) -> &[End] {
        &self.ends[self.first[node]..self.first[node + 1]]
    }
}

impl ColoredGraph {
    /// Builds a graph of directed links of capacity 1, or more where several lie side by side.
    ///
    /// # Panics
    /// If an end of a link has no colour.
    #[must_use]
    pub fn new(colors: &[u32], links: &[[u32; 2]]) -> Self {
        Self::with_capacities(colors, links.iter().map(|&link| (link, 1)).collect())
    }

    /// Builds a graph of directed links with their capacities, which add up where links lie side by side.
    ///
    /// # Panics
    /// If an end of a link has no colour.
    ///
    /// # Complexity
    /// O(A log A) time and O(A) space for A links.
    #[must_use]
    pub fn with_capacities(colors: &[u32], links: Vec<([u32; 2], u64)>) -> Self {
        let back = links.iter().map(|&([from, to], capacity)| ([to, from], capacity)).collect();
        let (out, into) = (Ends::new(colors.len(), links), Ends::new(colors.len(), back));
        let ways = if out == into { vec![out] } else { vec![out, into] };
        Self { colors: colors.to_vec(), ways }
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.colors.len()
    }

    /// Returns whether some link leads one way only.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.ways.len() > 1
    }

    /// Returns whether a permutation of the nodes keeps colours and links.
    ///
    /// # Panics
    /// If an image is no node.
    ///
    /// # Complexity
    /// O(n + A) time for n nodes and the A links of nodes that do not stay where they are.
    #[must_use]
    pub fn is_automorphism(&self, images: &[u32]) -> bool {
        let images: Vec<usize> = images.iter().copied().map(place).collect();
        images.len() == self.nodes() && self.keeps(&images)
    }

    pub(super) fn color(&self, node: usize) -> u32 {
        self.colors[node]
    }

    /// Returns the links that leave a node, then those that come to it, unless all lead both ways.
    pub(super) fn near(&self, node: usize) -> impl Iterator<Item = &[End]> {
        self.ways.iter().map(move |ends| ends.of(node))
    }

    /// Returns the weight of the link from one node to another, if there is one.
    pub(super) fn weight(&self, from: usize, to: usize) -> Option<u64> {
        let ends = self.ways[0].of(from);
        let place = ends.binary_search_by_key(&to, |end| end.node);
        place.ok().map(|place| ends[place].weight)
    }

    /// Returns the number of kinds of [`Self::near`].
    pub(super) fn ways(&self) -> usize {
        self.ways.len()
    }

    /// Returns the links of one kind.
    pub(super) fn ends(&self, way: usize, node: usize) -> &[End] {
        self.ways[way].of(node)
    }

    /// Returns the steps in which [`Self::keeps`] answers.
    pub(super) fn links_of_moved(&self, images: &[usize]) -> usize {
        let moved = (0..images.len()).filter(|&node| images[node] != node);
        moved.map(|node| self.near(node).map(<[End]>::len).sum::<usize>()).sum()
    }

    /// Returns whether images of all nodes are a permutation that keeps colours and links.
    ///
    /// Links between nodes that stay are kept, and every other link is one of a node that moves.
    pub(super) fn keeps(&self, images: &[usize]) -> bool {
        let (mut weights, mut is_image) = (vec![0; images.len()], vec![false; images.len()]);
        for (node, &there) in images.iter().enumerate() {
            if std::mem::replace(&mut is_image[there], true) || self.colors[node] != self.colors[there] {
                return false;
            }
            if there == node {
                continue;
            }
            for (own, other) in self.near(node).zip(self.near(there)) {
                for end in other {
                    weights[end.node] = end.weight;
                }
                let is_kept = |end: &End| weights[images[end.node]] == end.weight;
                let kept = own.len() == other.len() && own.iter().all(is_kept);
                for end in other {
                    weights[end.node] = 0;
                }
                if !kept {
                    return false;
                }
            }
        }
        true
    }
}

pub(super) fn place(node: u32) -> usize {
    usize::try_from(node).expect("a node is an index")
}

pub(super) fn narrow(node: usize) -> u32 {
    u32::try_from(node).expect("a node has 32 bits")
}

#[cfg(test)]
mod tests {
    use super::ColoredGraph;

    #[test]
    fn colours_capacities_and_directions_are_kept() {
        // A square; one of its links carries two packets.
        let both = |links: &[[u32; 2]]| links.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect::<Vec<_>>();
        let ring = both(&[[0, 1], [1, 2], [2, 3], [3, 0]]);
        let doubled = both(&[[0, 1], [0, 1], [1, 2], [2, 3], [3, 0]]);
        let (turn, mirror, folded) = ([1, 2, 3, 0], [1, 0, 3, 2], [0, 0, 2, 3]);
        let keeps = |graph: ColoredGraph| [turn, mirror, folded].map(|images| graph.is_automorphism(&images));
        assert_eq!(keeps(ColoredGraph::new(&[0; 4], &ring)), [true, true, false]);
        assert_eq!(keeps(ColoredGraph::new(&[0; 4], &doubled)), [false, true, false]);
        assert_eq!(keeps(ColoredGraph::new(&[0, 0, 1, 1], &ring)), [false, true, false]);
        let directed = ColoredGraph::new(&[0; 4], &[[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert!(directed.is_directed());
        assert_eq!(keeps(directed), [true, false, false]);
    }
}
