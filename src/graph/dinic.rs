//! Maximum flow.

use super::BreadthFirst;

/// An arc and the room that is left on it; its reverse is the neighbour of even or odd index.
#[derive(Debug, Clone)]
struct Arc {
    to: u32,
    room: u64,
}

/// Vertices 0 … V−1, arcs with room for so many units each, and the units that flow.
#[derive(Debug, Clone)]
pub struct FlowNetwork {
    arcs: Vec<Arc>,
    leaving: Vec<Vec<u32>>,
}

impl FlowNetwork {
    /// So many vertices without arcs.
    #[must_use]
    pub fn new(vertices: usize) -> Self {
        Self { arcs: Vec::new(), leaving: vec![Vec::new(); vertices] }
    }

    /// Adds an arc; its name.
    ///
    /// # Panics
    /// If there is no such vertex, or 2³¹ arcs are there already.
    pub fn arc(&mut self, from: usize, to: usize, room: u64) -> usize {
        let name = self.arcs.len();
        self.arcs.push(Arc { to: narrow(to), room });
        self.arcs.push(Arc { to: narrow(from), room: 0 });
        self.leaving[from].push(narrow(name));
        self.leaving[to].push(narrow(name + 1));
        name
    }

    /// The units that flow over an arc.
    ///
    /// # Panics
    /// If there is no such arc.
    #[must_use]
    pub fn flow(&self, arc: usize) -> u64 {
        self.arcs[arc + 1].room
    }

    /// For every vertex how many arcs with room lead to it, as far as the source reaches.
    fn levels(&self, source: usize) -> Vec<u32> {
        let mut level = vec![u32::MAX; self.leaving.len()];
        level[source] = 0;
        let mut search = BreadthFirst::new(level.len(), [narrow(source)]);
        while let Some(vertex) = search.next() {
            for &arc in &self.leaving[place(vertex)] {
                let Arc { to, room } = self.arcs[place(arc)];
                if room > 0 && search.reach(vertex, to) {
                    level[place(to)] = level[place(vertex)] + 1;
                }
            }
        }
        level
    }

    /// The vertices to which there is room from the source: those on its side of a least cut, once as much as
    /// possible flows.
    #[must_use]
    pub fn reached(&self, source: usize) -> Vec<bool> {
        self.levels(source).into_iter().map(|level| level != u32::MAX).collect()
    }

    /// Pushes as much as one path of the layers takes; nothing when there is none left.
    fn push(&mut self, source: usize, sink: usize, level: &[u32], next: &mut [usize]) -> u64 {
        let mut path: Vec<u32> = Vec::new();
        let mut here = source;
        while here != sink {
            if let Some(&arc) = self.leaving[here].get(next[here]) {
                let Arc { to, room } = self.arcs[place(arc)];
                if room > 0 && level[place(to)] == level[here] + 1 {
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
        let most = path.iter().map(|&arc| self.arcs[place(arc)].room).min().unwrap_or(0);
        for arc in path {
            self.arcs[place(arc)].room -= most;
            self.arcs[place(arc ^ 1)].room += most;
        }
        most
    }
}

/// Lets as many units as possible flow from a source to a sink, by the algorithm of Dinic (1970); how many.
/// The arcs of a vertex are tried in the order in which they were added. None if `stop`, which is asked
/// whenever all arcs are to be looked at again, says so first.
///
/// petgraph has it too, but begins every path with tables of all vertices and forgets dead ends from path to
/// path: on networks over time it takes up to ten times as long.
///
/// # Complexity
/// O(V² E) time for V vertices and E arcs, O(E √V) for paths of one unit, and rarely more.
///
/// # Panics
/// If source and sink are the same, or none of the vertices.
///
/// # Examples
/// ```
/// use isotask::graph::{FlowNetwork, dinic};
/// let mut network = FlowNetwork::new(4);
/// let arcs = [(0, 1, 2), (0, 2, 1), (1, 2, 5), (1, 3, 1), (2, 3, 3)];
/// let arcs = arcs.map(|(from, to, room)| network.arc(from, to, room));
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
            match network.push(source, sink, &level, &mut next) {
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
        fn the_flow_is_as_great_as_that_of_petgraph_and_what_comes_in_goes_out(
            arcs in proptest::collection::vec((0_usize..8, 0_usize..8, 0_u64..5), 0..40),
        ) {
            let arcs: Vec<_> = arcs.into_iter().filter(|(from, to, _)| from != to).collect();
            let mut network = FlowNetwork::new(8);
            let names: Vec<_> = arcs.iter().map(|&(from, to, room)| network.arc(from, to, room)).collect();
            let found = dinic(&mut network, 0, 7, || false).expect("nobody stops it");
            let mut graph: DiGraph<(), u64> = DiGraph::new();
            for _ in 0..8 {
                graph.add_node(());
            }
            let mut surplus = [0_i64; 8];
            for (&(from, to, room), name) in arcs.iter().zip(names) {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), room);
                prop_assert!(network.flow(name) <= room);
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
