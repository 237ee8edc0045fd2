//! The links of a network that a group of automorphisms takes to one another.

use crate::model::{Graph, Network, Node, Subgroup, wide};

/// The orbits of directed links; automorphisms take the first of links side by side to the first.
#[derive(Debug)]
pub(crate) struct ArcOrbits {
    /// By arc: the number of its orbit.
    pub(crate) of: Vec<u32>,
    /// By orbit: its arcs, by increasing number.
    pub(crate) arcs: Vec<Vec<u32>>,
}

impl ArcOrbits {
    /// Computes the orbits of the links of a network in tables under a group, by class of the node that they
    /// leave.
    ///
    /// # Complexity
    /// O(A log A) time and O(A) space for A directed links.
    pub(crate) fn new(network: &Network, graph: &Graph, group: &Subgroup) -> Self {
        let node = |node: u32| Node(node.into());
        let mut keys = Vec::with_capacity(wide(graph.arcs()));
        let mut beside = 0_u32;
        for arc in 0..graph.arcs() {
            let ends = |arc| (graph.from(arc), graph.to(arc));
            beside = if arc > 0 && ends(arc) == ends(arc - 1) { beside + 1 } else { 0 };
            let (from, to) = (node(graph.from(arc)), node(graph.to(arc)));
            keys.push((group.class(from), group.seen_from(network, from, to), beside, arc));
        }
        keys.sort_unstable();
        let (mut of, mut arcs) = (vec![0; keys.len()], Vec::new());
        for (number, same) in (0..).zip(keys.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2))) {
            let own: Vec<u32> = same.iter().map(|key| key.3).collect();
            for &arc in &own {
                of[wide(arc)] = number;
            }
            arcs.push(own);
        }
        Self { of, arcs }
    }

    /// Returns the number of orbits.
    pub(crate) fn count(&self) -> usize {
        self.arcs.len()
    }
}
