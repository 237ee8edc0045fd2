//! The adjacency lists of a graph: the lines of all nodes in one list, node after node.

use crate::number::{narrow, place, wide};
use std::ops::Range;

/// The direction of lines or packets: out of a node, or into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Out,
    In,
}

/// An entry of an adjacency list: the other node, and the capacity in packets per slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) node: u64,
    pub(crate) capacity: u64,
}

/// A line with the node that it belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnLine {
    pub(super) of: u32,
    pub(super) end: u32,
    pub(super) capacity: u32,
}

/// The lines of all nodes, sorted by node, then by the other end; at most 2²⁵ lines and 2²⁰ nodes.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The start of the lines of each node in the lists, and behind the last node their end.
    starts: Vec<u32>,
    /// The other end of every line.
    ends: Vec<u32>,
    /// Number of packets that every line carries in a slot.
    capacities: Vec<u32>,
}

impl Lines {
    /// Sorts the lines of a graph with this number of nodes, which come in any order.
    ///
    /// # Complexity
    /// Time O(nodes + lines · log degree), space O(nodes + lines).
    pub(super) fn new(nodes: usize, all: impl Iterator<Item = OwnLine> + Clone) -> Self {
        let mut starts = vec![0_u32; nodes + 1];
        for line in all.clone() {
            starts[place(line.of) + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let size = place(starts[nodes]);
        let (mut ends, mut capacities) = (vec![0; size], vec![0; size]);
        for line in all {
            let at = &mut next[place(line.of)];
            (ends[place(*at)], capacities[place(*at)]) = (line.end, line.capacity);
            *at += 1;
        }
        for bounds in starts.windows(2) {
            let own = place(bounds[0])..place(bounds[1]);
            sort(&mut ends[own.clone()], &mut capacities[own]);
        }
        Self { starts, ends, capacities }
    }

    /// Takes the lines of one node after the other.
    ///
    /// # Complexity
    /// Time O(lines · log degree), space O(nodes + lines).
    pub(super) fn of_each(nodes: impl Iterator<Item = Vec<Line>>) -> Self {
        // At most 2²⁰ nodes and capacity 2²⁵, as the caller has checked.
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let mut lines = Self { starts: vec![0], ends: Vec::new(), capacities: Vec::new() };
        for mut own in nodes {
            own.sort_unstable();
            lines.ends.extend(own.iter().map(|line| small(line.node)));
            lines.capacities.extend(own.iter().map(|line| small(line.capacity)));
            lines.starts.push(small(wide(lines.ends.len())));
        }
        lines
    }

    /// Returns the number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of lines.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the range of the lines of a node in the list; empty if there is no such node.
    fn places(&self, node: u64) -> Range<usize> {
        narrow(node, self.nodes()).map_or(0..0, |at| place(self.starts[at])..place(self.starts[at + 1]))
    }

    /// Returns the lines of a node, by increasing other end.
    pub(crate) fn of(&self, node: u64) -> impl Iterator<Item = Line> + '_ {
        let places = self.places(node);
        let lines = self.ends[places.clone()].iter().zip(&self.capacities[places]);
        lines.map(|(&end, &capacity)| Line { node: end.into(), capacity: capacity.into() })
    }

    /// Returns the other ends of the lines of a node, increasing.
    #[inline]
    pub(super) fn ends_of(&self, node: u32) -> &[u32] {
        let at = place(node);
        &self.ends[place(self.starts[at])..place(self.starts[at + 1])]
    }

    /// Returns the number of lines of these nodes together.
    pub(super) fn of_all(&self, nodes: &[u32]) -> usize {
        nodes.iter().map(|&node| self.ends_of(node).len()).sum()
    }

    /// Returns the place in the list of the line between two nodes, if there is one.
    #[inline]
    pub(crate) fn find(&self, of: u64, end: u64) -> Option<usize> {
        let places = self.places(of);
        let end = u32::try_from(end).ok()?;
        self.ends[places.clone()].binary_search(&end).ok().map(|at| places.start + at)
    }

    /// Returns how many packets the line at a place of the list carries in a slot.
    #[inline]
    pub(crate) fn capacity(&self, at: usize) -> u32 {
        self.capacities[at]
    }

    /// Returns the greatest number of packets that the lines of one node carry together in a slot.
    pub(super) fn greatest_capacity(&self) -> u64 {
        let room = |node| self.of(node).map(|line| line.capacity).sum();
        (0..wide(self.nodes())).map(room).max().unwrap_or(0)
    }
}

/// Sorts the lines of a node by their other ends, unless they are in order.
fn sort(ends: &mut [u32], capacities: &mut [u32]) {
    if ends.is_sorted() {
        return;
    }
    let mut both: Vec<(u32, u32)> = ends.iter().copied().zip(capacities.iter().copied()).collect();
    both.sort_unstable();
    for (at, (end, capacity)) in both.into_iter().enumerate() {
        (ends[at], capacities[at]) = (end, capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_ends_and_listed_by_increasing_other_end() {
        let all = [(2, 0, 5), (0, 3, 1), (2, 3, 7), (0, 1, 2), (2, 1, 1)];
        let own = all.iter().map(|&(of, end, capacity)| OwnLine { of, end, capacity });
        let lines = Lines::new(4, own);
        assert_eq!((lines.nodes(), lines.len(), lines.greatest_capacity()), (4, 5, 13));
        let listed = |node| lines.of(node).map(|line| (line.node, line.capacity)).collect::<Vec<_>>();
        assert_eq!(listed(0), [(1, 2), (3, 1)]);
        assert_eq!(listed(2), [(0, 5), (1, 1), (3, 7)]);
        assert_eq!((listed(1), listed(3), listed(4)), (vec![], vec![], vec![]));
        for of in 0..6 {
            for end in 0..6 {
                let capacity = lines.find(of, end).map(|at| u64::from(lines.capacity(at)));
                let listed = lines.of(of).find(|line| line.node == end).map(|line| line.capacity);
                assert_eq!(capacity, listed);
            }
        }
        assert_eq!(lines.find(0, 1 << 40), None);
        assert_eq!(lines.of_all(&[0, 1, 2]), 5);
        let each = (0..4).map(|node| {
            let own = all.iter().filter(|line| line.0 == node);
            own.map(|&(_, end, capacity)| Line { node: end.into(), capacity: capacity.into() }).collect()
        });
        let other = Lines::of_each(each);
        assert_eq!(
            (other.starts, other.ends, other.capacities),
            (lines.starts, lines.ends, lines.capacities)
        );
    }
}
