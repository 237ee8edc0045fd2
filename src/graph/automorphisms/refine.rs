//! Partitions of the nodes into cells, and their coarsest equitable refinement.
//!
//! Nodes of a cell of an equitable partition have as many neighbours as each other in every cell. What
//! happens in a refinement does not depend on the numbers of the nodes, so that two partitions, of which an
//! automorphism takes one to the other, are refined alike; a hash of the steps, the trace, says so (B. D.
//! `McKay`, A. Piperno, *Practical graph isomorphism II*, 2014).

use super::colored::ColoredGraph;
use super::{Budget, Spent};
use crate::graph::mix64;
use std::collections::VecDeque;

/// An ordered partition of the nodes.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    /// The nodes, cell by cell.
    nodes: Vec<usize>,
    /// By node: its place in that list.
    place: Vec<usize>,
    /// By node: the place where its cell begins.
    start: Vec<usize>,
    /// By place where a cell begins: the number of its nodes.
    length: Vec<usize>,
    cells: usize,
}

impl Partition {
    /// Returns the cells of nodes of one colour, by increasing colour.
    fn of_colors(graph: &ColoredGraph) -> Self {
        let mut nodes: Vec<usize> = (0..graph.nodes()).collect();
        nodes.sort_by_key(|&node| graph.color(node));
        let (mut place, mut start) = (vec![0; nodes.len()], vec![0; nodes.len()]);
        let (mut length, mut cells, mut first) = (vec![0; nodes.len()], 0, 0);
        for cell in nodes.chunk_by(|&a, &b| graph.color(a) == graph.color(b)) {
            for (at, &node) in (first..).zip(cell) {
                (place[node], start[node]) = (at, first);
            }
            length[first] = cell.len();
            first += cell.len();
            cells += 1;
        }
        Self { nodes, place, start, length, cells }
    }

    /// Returns the place where the cell of a node begins.
    pub(super) fn cell_of(&self, node: usize) -> usize {
        self.start[node]
    }

    /// Returns the nodes of the cell that begins at a place; none if none begins there.
    pub(super) fn cell(&self, start: usize) -> &[usize] {
        let begins = self.start[self.nodes[start]] == start;
        &self.nodes[start..start + if begins { self.length[start] } else { 0 }]
    }

    /// Returns the places where cells begin, in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        let after = |&start: &usize| Some(start + self.length[start]).filter(|&next| next < self.nodes.len());
        std::iter::successors(Some(0).filter(|_| !self.nodes.is_empty()), after)
    }

    /// Returns the place of the first cell of several nodes; none if every node is alone.
    pub(super) fn first_open_cell(&self) -> Option<usize> {
        self.cells().find(|&start| self.length[start] > 1)
    }

    fn swap_to(&mut self, node: usize, to: usize) {
        let (from, other) = (self.place[node], self.nodes[to]);
        (self.nodes[to], self.nodes[from]) = (node, other);
        (self.place[node], self.place[other]) = (to, from);
    }

    /// Puts a node into a cell of its own, behind what is left of its cell; returns the place.
    fn individualize(&mut self, node: usize) -> usize {
        let start = self.start[node];
        let last = start + self.length[start] - 1;
        self.swap_to(node, last);
        if last > start {
            self.length[start] -= 1;
            (self.start[node], self.length[last]) = (last, 1);
            self.cells += 1;
        }
        last
    }
}

/// Refines partitions of one graph; its tables are kept from one refinement to the next.
#[derive(Debug)]
pub(super) struct Refiner<'a> {
    graph: &'a ColoredGraph,
    /// By node: the weights of its links to the splitting cell.
    sum: Vec<u64>,
    is_touched: Vec<bool>,
    touched: Vec<usize>,
    /// The cells by which others are still to be split, and which these are, by place.
    waiting: VecDeque<usize>,
    is_waiting: Vec<bool>,
    trace: u64,
}

impl<'a> Refiner<'a> {
    pub(super) fn new(graph: &'a ColoredGraph) -> Self {
        let nodes = graph.nodes();
        Self {
            graph,
            sum: vec![0; nodes],
            is_touched: vec![false; nodes],
            touched: Vec::new(),
            waiting: VecDeque::new(),
            is_waiting: vec![false; nodes],
            trace: 0,
        }
    }

    /// Returns the coarsest equitable partition that keeps colours apart.
    pub(super) fn root(&mut self, budget: &mut Budget) -> Result<Partition, Spent> {
        let mut partition = Partition::of_colors(self.graph);
        let cells: Vec<usize> = partition.cells().collect();
        self.refine(&mut partition, cells, budget)?;
        Ok(partition)
    }

    /// Returns the coarsest equitable refinement in which a node is alone, and its trace.
    ///
    /// # Complexity
    /// O(A log n) for A links.
    pub(super) fn individualized(
        &mut self,
        partition: &Partition,
        node: usize,
        budget: &mut Budget,
    ) -> Result<(Partition, u64), Spent> {
        budget.spend(partition.nodes.len())?;
        let mut partition = partition.clone();
        let alone = partition.individualize(node);
        self.refine(&mut partition, vec![alone], budget)?;
        Ok((partition, self.trace))
    }

    fn refine(
        &mut self,
        partition: &mut Partition,
        by: Vec<usize>,
        budget: &mut Budget,
    ) -> Result<(), Spent> {
        self.trace = 0;
        for start in self.waiting.drain(..) {
            self.is_waiting[start] = false;
        }
        for start in by {
            self.wait_for(start);
        }
        while let Some(start) = self.waiting.pop_front() {
            self.is_waiting[start] = false;
            if partition.cells == partition.nodes.len() {
                continue;
            }
            let splitter = partition.cell(start).to_vec();
            self.note(start);
            for way in 0..self.graph.ways() {
                let links = splitter.iter().map(|&node| self.graph.ends(way, node).len());
                budget.spend(links.sum::<usize>() + splitter.len())?;
                self.touch(way, &splitter);
                self.split_touched(partition);
            }
        }
        self.note(partition.cells);
        Ok(())
    }

    fn wait_for(&mut self, start: usize) {
        if !std::mem::replace(&mut self.is_waiting[start], true) {
            self.waiting.push_back(start);
        }
    }

    fn note(&mut self, number: usize) {
        self.note_hash(u64::try_from(number).expect("usize fits u64"));
    }

    fn note_hash(&mut self, number: u64) {
        self.trace = mix64(self.trace.rotate_left(1) ^ number);
    }

    /// Adds up the weights of the links of all nodes to the nodes of a cell.
    fn touch(&mut self, way: usize, splitter: &[usize]) {
        for &node in splitter {
            for end in self.graph.ends(way, node) {
                if !std::mem::replace(&mut self.is_touched[end.node], true) {
                    self.touched.push(end.node);
                    self.sum[end.node] = 0;
                }
                self.sum[end.node] = self.sum[end.node].wrapping_add(end.weight);
            }
        }
    }

    /// Splits the cells of touched nodes by their sums, nodes that were not touched first.
    fn split_touched(&mut self, partition: &mut Partition) {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable_by_key(|&node| (partition.start[node], self.sum[node]));
        let starts: Vec<usize> = touched.iter().map(|&node| partition.start[node]).collect();
        let mut first = 0;
        for same in starts.chunk_by(|a, b| a == b) {
            self.split(partition, same[0], &touched[first..first + same.len()]);
            first += same.len();
        }
        for &node in &touched {
            self.is_touched[node] = false;
        }
        touched.clear();
        self.touched = touched;
    }

    /// Splits a cell by the sums of its touched nodes, which come by increasing sum.
    fn split(&mut self, partition: &mut Partition, start: usize, touched: &[usize]) {
        let length = partition.length[start];
        let untouched = length - touched.len();
        let mut fragments = Vec::new();
        if untouched > 0 {
            fragments.push((start, untouched));
        }
        for (place, &node) in (start + untouched..start + length).zip(touched).rev() {
            partition.swap_to(node, place);
        }
        let mut place = start + untouched;
        let mut rest = touched;
        while let Some(&node) = rest.first() {
            let sum = self.sum[node];
            let same = rest.iter().take_while(|&&node| self.sum[node] == sum).count();
            self.note(place);
            self.note_hash(sum);
            fragments.push((place, same));
            for &node in &rest[..same] {
                partition.start[node] = place;
            }
            place += same;
            rest = &rest[same..];
        }
        for &(place, length) in &fragments {
            partition.length[place] = length;
        }
        partition.cells += fragments.len() - 1;
        // If the cell need not split others any more, all its parts but one are enough (Hopcroft 1971).
        let longest = fragments.iter().map(|fragment| fragment.1).max();
        let spared = if self.is_waiting[start] {
            None
        } else {
            fragments.iter().position(|fragment| Some(fragment.1) == longest)
        };
        for (index, &(place, _)) in fragments.iter().enumerate() {
            if Some(index) != spared {
                self.wait_for(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes of a cell have equally many neighbours in every cell.
    #[test]
    fn a_refined_partition_is_equitable_and_coarsest() {
        // A binary tree of three levels under node 0.
        let links: Vec<[u32; 2]> =
            (1..7).flat_map(|node| [[node, (node - 1) / 2], [(node - 1) / 2, node]]).collect();
        let graph = ColoredGraph::new(&[0; 7], &links);
        let mut refiner = Refiner::new(&graph);
        let mut budget = Budget(1 << 10);
        let root = refiner.root(&mut budget).expect("within the budget");
        let sorted = |partition: &Partition| {
            let mut cells: Vec<Vec<usize>> =
                partition.cells().map(|start| partition.cell(start).to_vec()).collect();
            for cell in &mut cells {
                cell.sort_unstable();
            }
            cells.sort_unstable();
            cells
        };
        assert_eq!(sorted(&root), [vec![0], vec![1, 2], vec![3, 4, 5, 6]]);
        let (three, trace) = refiner.individualized(&root, 3, &mut budget).expect("within the budget");
        assert_eq!(sorted(&three), [vec![0], vec![1], vec![2], vec![3], vec![4], vec![5, 6]]);
        let (six, same) = refiner.individualized(&root, 6, &mut budget).expect("within the budget");
        assert_eq!(trace, same, "an automorphism takes node 3 to node 6");
        assert_eq!(six.cell(six.cell_of(6)), [6]);
        assert_eq!(refiner.individualized(&root, 3, &mut Budget(3)).err(), Some(Spent));
    }
}
