//! The heaviest transversal: edges that cover the heaviest vertices.

use std::collections::VecDeque;

/// An edge between two vertices.
#[derive(Debug, Clone, Copy)]
struct Edge {
    ends: [u32; 2],
    /// The caller's name of the edge.
    name: u32,
}

/// A graph whose vertices are covered a limited number of times each; its tables are kept from call to call.
///
/// Unlike [`super::augment`], vertices of both sides ask to be covered, each up to its capacity, and a vertex
/// of less weight may be uncovered again. petgraph has no matching with weights on vertices.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    edges: Vec<Edge>,
    /// Edges of each vertex, the preferred first.
    near: Vec<Vec<u32>>,
    used: Vec<bool>,
    /// How often a vertex may still be covered.
    left: Vec<u32>,
    /// Place of each vertex in the order.
    place: Vec<u32>,
    /// The edge over which a search reached each vertex, and the stamp of that search.
    came: Vec<(u32, u32)>,
    stamp: u32,
    queue: VecDeque<u32>,
}

/// Marks the vertex from which a search starts, in place of an edge.
const START: u32 = u32::MAX;

impl Cover {
    /// Empties the graph and gives it this number of vertices.
    pub(crate) fn clear(&mut self, vertices: usize) {
        self.edges.clear();
        self.used.clear();
        self.near.resize(vertices, Vec::new());
        self.near.iter_mut().for_each(Vec::clear);
    }

    /// Adds an edge; of those of a vertex the ones added first are preferred.
    pub(crate) fn push(&mut self, ends: [u32; 2], name: u32) {
        let edge = u32::try_from(self.edges.len()).expect("at most 2^24 arcs");
        self.edges.push(Edge { ends, name });
        for end in ends {
            self.near[wide(end)].push(edge);
        }
    }

    /// Returns the names of edges that cover each vertex at most as often as its capacity. Vertices earlier
    /// in `order` are heavier and are covered first.
    ///
    /// Vertices are taken in order; each is covered if an alternating path leads from it to a vertex that can
    /// take another edge, or to one that stands later in the order and gives an edge up. The sets of vertices
    /// that a matching can cover are the independent sets of a matroid (Edmonds & Fulkerson 1965), so in a
    /// bipartite graph no matching covers a heavier set; in others a path through an odd cycle may be missed.
    ///
    /// # Complexity
    /// O(V · E).
    pub(crate) fn heaviest(&mut self, order: &[u32], capacities: &[u32]) -> Vec<u32> {
        self.used.resize(self.edges.len(), false);
        self.left.clear();
        self.left.extend_from_slice(capacities);
        self.place.resize(order.len(), 0);
        self.came.resize(order.len(), (START, 0));
        for (place, &vertex) in (0..).zip(order) {
            self.place[wide(vertex)] = place;
        }
        self.next_stamp();
        for &vertex in order {
            if self.near[wide(vertex)].is_empty() {
                continue;
            }
            while self.left[wide(vertex)] > 0 && self.cover(vertex) {
                self.next_stamp();
            }
        }
        let used = self.edges.iter().zip(&self.used).filter(|(_, used)| **used);
        used.map(|(edge, _)| edge.name).collect()
    }

    fn next_stamp(&mut self) {
        self.stamp += 1;
    }

    fn other(&self, edge: u32, vertex: u32) -> u32 {
        let [a, b] = self.edges[wide(edge)].ends;
        if a == vertex { b } else { a }
    }

    fn label(&mut self, vertex: u32, edge: u32) -> bool {
        let new = self.came[wide(vertex)].1 != self.stamp;
        if new {
            self.came[wide(vertex)] = (edge, self.stamp);
        }
        new
    }

    /// Covers a vertex once more; returns whether it could. The labels of a search that failed stay: no later
    /// path leads through its vertices.
    fn cover(&mut self, vertex: u32) -> bool {
        if !self.label(vertex, START) {
            return false;
        }
        let mut latest = vertex;
        let mut queue = std::mem::take(&mut self.queue);
        queue.clear();
        queue.push_back(vertex);
        let mut end = None;
        'search: while let Some(here) = queue.pop_front() {
            for index in 0..self.near[wide(here)].len() {
                let edge = self.near[wide(here)][index];
                let there = self.other(edge, here);
                if self.used[wide(edge)] || !self.label(there, edge) {
                    continue;
                }
                if self.left[wide(there)] > 0 {
                    end = Some(there);
                    break 'search;
                }
                for index in 0..self.near[wide(there)].len() {
                    let edge = self.near[wide(there)][index];
                    let next = self.other(edge, there);
                    if self.used[wide(edge)] && self.label(next, edge) {
                        if self.place[wide(next)] > self.place[wide(latest)] {
                            latest = next;
                        }
                        queue.push_back(next);
                    }
                }
            }
        }
        self.queue = queue;
        let end = end.unwrap_or(latest);
        if end == vertex {
            return false;
        }
        self.flip(vertex, end);
        true
    }

    /// Exchanges the used and the unused edges of a path.
    fn flip(&mut self, from: u32, end: u32) {
        let mut here = end;
        let mut covers = 0_u32;
        while here != from {
            let (edge, _) = self.came[wide(here)];
            self.used[wide(edge)] = !self.used[wide(edge)];
            if here == end {
                covers = u32::from(self.used[wide(edge)]);
            }
            here = self.other(edge, here);
        }
        self.left[wide(from)] -= 1;
        if covers == 1 {
            self.left[wide(end)] -= 1;
        } else {
            self.left[wide(end)] += 1;
        }
    }
}

fn wide(index: u32) -> usize {
    usize::try_from(index).expect("an index of a list")
}
