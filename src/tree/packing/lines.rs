//! The lines over which packets may move, and the links and ports that a move occupies.

use crate::model::{DemandsTask, wide};
use std::ops::Range;

/// All parallel links from one node to another.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The resources of which a move over the line takes a unit: the line itself, and ports that can be
    /// scarce.
    pub(super) resources: Vec<usize>,
}

/// The lines of a task by the node that they leave, and the capacities of its resources.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) all: Vec<Line>,
    leaving: Vec<Range<usize>>,
    /// By resource, the units in a slot: first of each line, then of the sends and the receives of each node.
    pub(super) capacities: Vec<u64>,
}

impl Lines {
    /// Lists the lines of all links of a task.
    ///
    /// # Complexity
    /// O(n + A) for n nodes and A directed links.
    pub(super) fn new(task: &DemandsTask) -> Self {
        let graph = task.graph();
        let (mut lines, mut leaving, mut capacities) = (Vec::new(), Vec::new(), Vec::new());
        for node in 0..graph.nodes() {
            let mut ends: Vec<u32> = graph.leaving(node).map(|arc| graph.to(arc)).collect();
            ends.sort_unstable();
            let first = lines.len();
            for side_by_side in ends.chunk_by(|a, b| a == b) {
                let resources = vec![lines.len()];
                lines.push(Line { from: node, to: side_by_side[0], resources });
                capacities.push(u64::try_from(side_by_side.len()).expect("fewer links than 2^64"));
            }
            leaving.push(first..lines.len());
        }
        let first_port = capacities.len();
        for node in 0..graph.nodes() {
            capacities.extend([task.sends_of(node), task.receives_of(node)].map(u64::from));
        }
        let sends = |node: u32| first_port + 2 * wide(node);
        for line in &mut lines {
            let (from, to) = (line.from, line.to);
            if task.is_half_duplex(from) || task.sends_of(from) < graph.degree(from) {
                line.resources.push(sends(from));
            }
            if task.is_half_duplex(to) {
                line.resources.push(sends(to));
            } else if task.receives_of(to) < graph.degree_in(to) {
                line.resources.push(sends(to) + 1);
            }
        }
        Self { all: lines, leaving, capacities }
    }

    /// Returns the numbers of the lines that leave a node.
    pub(super) fn leaving(&self, node: u32) -> Range<usize> {
        self.leaving[wide(node)].clone()
    }
}
