//! Maximum flow.

use super::BreadthFirst;

/// An arc of the residual graph with its residual capacity; the reverse arc has the index with the last bit
/// flipped.
#[derive(Debug, Clone)]
struct Arc {
    to: u32,
    residual: u64,
}

/// A flow network: vertices 0 … V−1, arcs with capacities, and the flow on them.
#[derive(Debug, Clone)]
pub struct FlowNetwork {
    arcs: Vec<Arc>,
    leaving: Vec<Vec<u32>>,
}

impl FlowNetwork {
    /// Creates a network of this number of vertices without arcs.
    #[must_use]
    pub fn new(vertices: usize) -> Self {
        Self { arcs: Vec::new(), leaving: vec![Vec::new(); vertices] }
    }

    /// Adds an arc with this capacity and returns its name.
    ///
    /// # Panics
    /// If there is no such vertex, or 2³¹ arcs are there already.
    pub fn add_arc(&mut self, from: usize, to: usize, capacity: u64) -> usize {
        let name = self.arcs.len();
        self.arcs.push(Arc { to: narrow(to), residual: capacity });
        self.arcs.push(Arc { to: narrow(from), residual: 0 });
        self.leaving[from].push(narrow(name));
        self.leaving[to].push(narrow(name + 1));
        name
    }

    /// Returns the units that flow over an arc.
    ///
    /// # Panics
    /// If there is no such arc.
    #[must_use]
    pub fn flow(&self, arc: usize) -> u64 {
        self.arcs[arc + 1].residual
    }

    /// Returns the level of every vertex: its distance from the source in the residual graph, `u32::MAX` if
    /// it is not reached.
    fn levels(&self, source: usize) -> Vec<u32> {
        let mut level = vec![u32::MAX; self.leaving.len()];
        level[source] = 0;
        let mut search = BreadthFirst::new(level.len(), [narrow(source)]);
        while let Some(vertex) = search.next() {
            for &arc in &self.leaving[place(vertex)] {
                let Arc { to, residual } = self.arcs[place(arc)];
                if residual > 0 && search.reach(vertex, to) {
                    level[place(to)] = level[place(vertex)] + 1;
                }
            }
        }
        level
    }

    /// Returns which vertices the source reaches in the residual graph: after a maximum flow, its side of a
    /// minimum cut.
    #[must_use]
    pub fn reached(&self, source: usize) -> Vec<bool> {
        self.levels(source).into_iter().map(|level| level != u32::MAX).collect()
    }

    /// Augments the flow along one path of the level graph and returns the units; 0 once the flow is
    /// blocking.
    fn augment_path(&mut self, source: usize, sink: usize, level: &[u32], next: &mut [usize]) -> u64 {
        let mut path: Vec<u32> = Vec::new();
        let mut here = source;
        while here != sink {
            if let Some(&arc) = self.leaving[here].get(next[here]) {
                let Arc { to, residual } = self.arcs[place(arc)];
                if residual > 0 && level[place(to)] == level[here] + 1 {
                    path.push(arc);
                    here = place(to);
                } else {
                    next[here] += 1;
                }
            } else {
                let Some(arc) = path.pop() else { return 0 };
                here = place(self.arcs[place(arc ^ 1)].to);
                next[here] += 1;
            }
        }
        let most = path.iter().map(|&arc| self.arcs[place(arc)].residual).min().unwrap_or(0);
        for arc in path {
            self.arcs[place(arc)].residual -= most;
            self.arcs[place(arc ^ 1)].residual += most;
        }
        most
    }
}

/// Computes a maximum flow from a source to a sink by the algorithm of Dinic (1970) and returns its units.
/// The arcs of a vertex are tried in the order in which they were added. Returns none if `stop`, which is
/// asked before every level graph, returns true.
///
/// petgraph's `dinics` builds tables of all vertices for every path and forgets dead ends from path to path:
/// on time-expanded networks it takes up to ten times as long.
///
/// # Complexity
/// O(V² E) time for V vertices and E arcs, O(E √V) for paths of one unit, and rarely more.
///
/// # Panics
/// If source and sink are one vertex, or are no vertices of the network.
///
/// # Examples
/// ```
/// use isotask::graph::{FlowNetwork, dinic};
/// let mut network = FlowNetwork::new(4);
/// let arcs = [(0, 1, 2), (0, 2, 1), (1, 2, 5), (1, 3, 1), (2, 3, 3)];
/// let arcs = arcs.map(|(from, to, capacity)| network.add_arc(from, to, capacity));
/// assert_eq!(dinic(&mut network, 0, 3, || false), Some(3));
/// assert_eq!(arcs.map(|arc| network.flow(arc)), [2, 1, 1, 1, 2]);
/// ```
pub fn dinic(
    network: &mut FlowNetwork,
    source: usize,
    sink: usize,
    mut stop: impl FnMut() -> bool,
) -> Option<u64> {
    assert!(source != sink, "a flow from a vertex to itself");
    let mut total = 0;
    loop {
        if stop() {
            return None;
        }
        let level = network.levels(source);
        if level[sink] == u32::MAX {
            return Some(total);
        }
        let mut next = vec![0; network.leaving.len()];
        loop {
            match network.augment_path(source, sink, &level, &mut next) {
                0 => break,
                more => total += more,
            }
        }
    }
}

fn place(index: u32) -> usize {
    usize::try_from(index).expect("an index of a list")
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^31 arcs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use petgraph::algo::dinics;
    use petgraph::graph::{DiGraph, NodeIndex};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_flow_is_conserved_and_as_great_as_that_of_petgraph(
            arcs in proptest::collection::vec((0_usize..8, 0_usize..8, 0_u64..5), 0..40),
        ) {
            let arcs: Vec<_> = arcs.into_iter().filter(|(from, to, _)| from != to).collect();
            let mut network = FlowNetwork::new(8);
            let names: Vec<_> =
                arcs.iter().map(|&(from, to, capacity)| network.add_arc(from, to, capacity)).collect();
            let found = dinic(&mut network, 0, 7, || false).expect("nobody stops it");
            let mut graph: DiGraph<(), u64> = DiGraph::new();
            for _ in 0..8 {
                graph.add_node(());
            }
            let mut surplus = [0_i64; 8];
            for (&(from, to, capacity), name) in arcs.iter().zip(names) {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), capacity);
                prop_assert!(network.flow(name) <= capacity);
                let flow = i64::try_from(network.flow(name)).expect("a small number");
                surplus[from] -= flow;
                surplus[to] += flow;
            }
            prop_assert_eq!(found, dinics(&graph, NodeIndex::new(0), NodeIndex::new(7)).0);
            let found = i64::try_from(found).expect("a small number");
            prop_assert_eq!(surplus, [-found, 0, 0, 0, 0, 0, 0, found]);
        }
    }
}
