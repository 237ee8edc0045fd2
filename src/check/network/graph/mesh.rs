//! The mesh without wraparound: nodes are vectors, and a link changes one coordinate by one.

use crate::effort::Effort;
use crate::network::graph::lines::Line;
use crate::network::limits::{GRAPH_NODE_LIMIT, too_large};
use crate::network::vectors::product_of;
use crate::number::wide;
use crate::refusal::rejection::Rejection;

/// A mesh by its radices, the last coordinate varying fastest with the index.
#[derive(Debug)]
pub(crate) struct Mesh {
    radices: Vec<u64>,
}

impl Mesh {
    /// Checks the radices.
    pub(crate) fn new(radices: &[u64]) -> Result<Self, Rejection> {
        if radices.is_empty() {
            return Err(Rejection::NoRadices);
        }
        let nodes = product_of(radices, "radices")?;
        if nodes > GRAPH_NODE_LIMIT { Err(too_large()) } else { Ok(Self { radices: radices.to_vec() }) }
    }

    /// Returns the lines of all nodes, and takes the steps for them.
    pub(super) fn lines(&self, effort: &Effort) -> Result<impl Iterator<Item = Vec<Line>> + '_, Rejection> {
        let dimensions = wide(self.radices.len());
        // At most 2²⁰, as `new` has checked.
        let nodes: u64 = self.radices.iter().product();
        effort.spend_times(nodes, 8 * (dimensions * dimensions + 8))?;
        Ok((0..nodes).map(|node| self.lines_of(node)))
    }

    /// Returns the lines of a node.
    fn lines_of(&self, node: u64) -> Vec<Line> {
        let mut coordinates = self.coordinates(node);
        let mut lines = Vec::new();
        for (i, &radix) in self.radices.iter().enumerate() {
            let x = coordinates[i];
            for there in [x.checked_sub(1), Some(x + 1).filter(|&y| y < radix)].into_iter().flatten() {
                coordinates[i] = there;
                lines.push(Line { node: self.at(&coordinates), capacity: 1 });
            }
            coordinates[i] = x;
        }
        lines
    }

    /// Returns the coordinates of a node.
    fn coordinates(&self, node: u64) -> Vec<u64> {
        let stride = |i: usize| self.radices[i + 1..].iter().product::<u64>();
        (0..self.radices.len()).map(|i| node / stride(i) % self.radices[i]).collect()
    }

    fn at(&self, coordinates: &[u64]) -> u64 {
        self.radices.iter().zip(coordinates).fold(0, |index, (radix, x)| index * radix + x)
    }

    /// Returns the hops from one node to another: every link changes one coordinate by one.
    pub(crate) fn between(&self, from: u64, to: u64) -> u64 {
        let (mut stride, mut hops) = (1, 0);
        for radix in self.radices.iter().rev() {
            hops += (from / stride % radix).abs_diff(to / stride % radix);
            // A divisor of the number of nodes.
            stride *= radix;
        }
        hops
    }

    /// Returns the hops from corner to opposite corner.
    pub(crate) fn diameter(&self) -> u64 {
        self.radices.iter().map(|radix| radix - 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::graph::lines::Flow;
    use crate::network::graph::{Graph, Rule};
    use crate::number::{narrow, wide};

    #[test]
    fn distances_are_those_of_a_search() {
        for radices in [&[2][..], &[7], &[2, 2, 2], &[4, 3], &[3, 2, 5], &[1024, 2]] {
            let graph = Graph::mesh(radices, &Effort::new(u64::MAX)).expect("a mesh");
            let Rule::Mesh(mesh) = &graph.rule else { unreachable!("{graph:?}") };
            let nodes: u64 = radices.iter().product();
            let mut farthest = 0;
            for from in (0..nodes).step_by(if nodes > 100 { 97 } else { 1 }) {
                for (to, hops) in (0..).zip(graph.all(from, Flow::Out)) {
                    assert_eq!(mesh.between(from, to), hops);
                    farthest = farthest.max(hops);
                }
                assert_eq!(mesh.at(&mesh.coordinates(from)), from);
            }
            assert_eq!((mesh.diameter(), narrow(nodes, usize::MAX).map(wide)), (farthest, Some(nodes)));
        }
    }
}
