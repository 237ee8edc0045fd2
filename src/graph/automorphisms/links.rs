//! The orbits of links under the automorphisms of a graph.

use super::Budget;
use super::colored::{ColoredGraph, End, narrow, place};
use super::group::AutomorphismGroup;
use super::joined::Joined;

/// Links that automorphisms take to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkOrbit {
    /// The ends of the first of them.
    pub first: [u32; 2],
    /// Their number; links side by side are one, and the two ways of a link where all links lead both ways.
    pub links: u64,
}

/// Returns the orbits of the links of a graph under its automorphisms; none if these are not all known or the
/// steps are spent.
///
/// # Complexity
/// O(M log n) time for the M links of the nodes that the generators move, O(A) space for A links.
///
/// # Examples
/// ```
/// use isotask::graph::{ColoredGraph, LinkOrbit, automorphism_group, link_orbits};
/// // A triangle with a tail.
/// let edges = [[0, 1], [1, 2], [2, 0], [2, 3]];
/// let links: Vec<[u32; 2]> = edges.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]).collect();
/// let graph = ColoredGraph::new(&[0; 4], &links);
/// let orbits = link_orbits(&graph, &automorphism_group(&graph, 1 << 20), 1 << 20).expect("few steps");
/// let numbers: Vec<_> = orbits.iter().map(|orbit| (orbit.first, orbit.links)).collect();
/// assert_eq!(numbers, [([0, 1], 1), ([0, 2], 2), ([2, 3], 1)]);
/// ```
#[must_use]
pub fn link_orbits(graph: &ColoredGraph, group: &AutomorphismGroup, steps: u64) -> Option<Vec<LinkOrbit>> {
    if !group.is_complete() {
        return None;
    }
    let numbers = Numbers::new(graph);
    let (mut joined, mut budget) = (Joined::new(numbers.count()), Budget(steps));
    for images in group.generators() {
        let images: Vec<usize> = images.iter().copied().map(place).collect();
        budget.spend(images.len() + graph.links_of_moved(&images)).ok()?;
        for node in (0..images.len()).filter(|&node| images[node] != node) {
            for (way, ends) in graph.near(node).enumerate() {
                for end in ends {
                    let [from, to] = if way == 0 { [node, end.node] } else { [end.node, node] };
                    joined.join(numbers.of([from, to]), numbers.of([images[from], images[to]]));
                }
            }
        }
    }
    let mut orbits = Vec::new();
    for from in 0..graph.nodes() {
        for to in graph.ends(0, from).iter().map(|end| end.node) {
            let number = numbers.of([from, to]);
            if (graph.is_directed() || from < to) && joined.least(number) == number {
                let links = u64::try_from(joined.size(number)).expect("usize fits u64");
                orbits.push(LinkOrbit { first: [narrow(from), narrow(to)], links });
            }
        }
    }
    Some(orbits)
}

/// Numbers of links, in the order of their ends.
struct Numbers<'a> {
    graph: &'a ColoredGraph,
    /// By node: the number of the first link that leaves it.
    first: Vec<usize>,
}

impl<'a> Numbers<'a> {
    fn new(graph: &'a ColoredGraph) -> Self {
        let mut first = vec![0];
        for node in 0..graph.nodes() {
            first.push(first[node] + graph.ends(0, node).len());
        }
        Self { graph, first }
    }

    fn count(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    /// Returns the number of a link; one that leads both ways has that of the way from the smaller node.
    fn of(&self, [from, to]: [usize; 2]) -> usize {
        let [from, to] = if self.graph.is_directed() || from < to { [from, to] } else { [to, from] };
        let ends = self.graph.ends(0, from);
        self.first[from] + ends.partition_point(|end: &End| end.node < to)
    }
}
