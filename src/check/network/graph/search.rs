//! Breadth-first searches in a graph: from a node to all others, from all others to it, and between two nodes
//! from both ends.

use crate::network::graph::lines::Lines;
use crate::number::{place, wide};
use std::ops::Range;

/// The number of hops to a node that cannot be reached.
pub(crate) const NO_HOPS: u32 = u32::MAX;

/// Number of pairs, evenly spaced in the list, whose searches estimate the cost of a pair.
const SAMPLED_PAIRS: usize = 16;

/// The nodes that a search has reached from one end.
struct Side<'a> {
    /// The lines along which it goes.
    lines: &'a Lines,
    /// The bit that marks its nodes.
    bit: u8,
    /// The nodes, by increasing distance from the end; the list is one longer than the number of all nodes.
    nodes: Vec<u32>,
    /// The start of the nodes of each distance in that list, and behind the farthest their end.
    level_starts: Vec<usize>,
}

impl<'a> Side<'a> {
    fn new(lines: &'a Lines, bit: u8) -> Self {
        Self { lines, bit, nodes: vec![0; lines.nodes() + 1], level_starts: vec![0] }
    }

    /// Returns all nodes that were reached.
    fn reached(&self) -> &[u32] {
        &self.nodes[..self.level_starts.last().copied().unwrap_or_default()]
    }

    /// Returns the distance of the farthest nodes.
    fn radius(&self) -> usize {
        self.level_starts.len() - 2
    }

    /// Returns the places of the farthest nodes in the list.
    fn farthest(&self) -> Range<usize> {
        self.level_starts[self.level_starts.len() - 2]..self.level_starts[self.level_starts.len() - 1]
    }

    /// Returns the number of lines of the farthest nodes.
    fn lines_ahead(&self) -> usize {
        self.lines.of_all(&self.nodes[self.farthest()])
    }

    /// Returns the distance of a node that was reached, and the number of nodes that were looked at to find
    /// it.
    fn hops(&self, node: u32) -> (usize, u64) {
        let at = self.reached().iter().position(|&known| known == node).unwrap_or_default();
        (self.level_starts.partition_point(|&start| start <= at) - 1, wide(at))
    }
}

/// Searches in one graph, with the memory that they share.
struct Searches<'a> {
    /// From the first node of a pair along lines, and from the second against them.
    sides: [Side<'a>; 2],
    /// For every node the bits of the sides that have reached it.
    reached: Vec<u8>,
    /// The hops to every node that the last search of the whole graph found.
    hops: Vec<u32>,
    queue: Vec<u32>,
    /// Number of nodes and lines that were looked at and are not yet reported.
    looks: u64,
}

impl<'a> Searches<'a> {
    fn new([out, into]: [&'a Lines; 2]) -> Self {
        let sides = [Side::new(out, 1), Side::new(into, 2)];
        let reached = vec![0; out.nodes()];
        Self { sides, reached, hops: Vec::new(), queue: Vec::new(), looks: 0 }
    }

    /// Returns the number of nodes and lines that were looked at since the last call.
    fn take_looks(&mut self) -> u64 {
        std::mem::take(&mut self.looks)
    }

    /// Finds the hops from a node to every other along the lines of the first side, or to it against those of
    /// the second.
    fn everywhere(&mut self, node: u32, side: usize) -> &[u32] {
        let lines = self.sides[side].lines;
        self.hops.clear();
        self.hops.resize(lines.nodes(), NO_HOPS);
        self.looks += breadth_first(lines, node, &mut self.hops, &mut self.queue);
        &self.hops
    }

    /// Clears the nodes of a side and starts it at another end.
    fn begin(&mut self, side: usize, end: u32) {
        let own = &mut self.sides[side];
        own.reached().iter().for_each(|&node| self.reached[place(node)] &= !own.bit);
        self.reached[place(end)] |= own.bit;
        own.nodes[0] = end;
        own.level_starts.clear();
        own.level_starts.extend([0, 1]);
    }

    /// Counts the hops from a node to the end of the second side; [`NO_HOPS`] where no path leads. The second
    /// side is kept for the next node, unless this is the last.
    ///
    /// Both sides hold all nodes up to some distance from their ends, and the side with fewer lines ahead is
    /// expanded. The first node that both hold is one of the farthest of either side: a nearer one would have
    /// been met before.
    fn hops_from(&mut self, node: u32, is_last: bool) -> u32 {
        self.begin(0, node);
        let hops = |hops: usize| u32::try_from(hops).unwrap_or(NO_HOPS);
        if self.reached[place(node)] & self.sides[1].bit != 0 {
            let (found, looks) = self.sides[1].hops(node);
            self.looks += looks;
            return hops(found);
        }
        let mut ahead = [0, 1].map(|side| self.sides[side].lines_ahead());
        loop {
            let side = usize::from(ahead[0] > ahead[1]);
            if ahead[side] == 0 {
                return NO_HOPS;
            }
            if self.expand(side, side == 0 || is_last) {
                return hops(self.sides[0].radius() + self.sides[1].radius());
            }
            ahead[side] = self.sides[side].lines_ahead();
        }
    }

    /// Expands a side by one hop and returns whether it met the other side. If it did and is not kept, its
    /// last level may stay incomplete.
    fn expand(&mut self, side: usize, is_last: bool) -> bool {
        let Side { lines, bit, nodes, level_starts } = &mut self.sides[side];
        let (lines, bit) = (*lines, *bit);
        let farthest = level_starts[level_starts.len() - 2]..level_starts[level_starts.len() - 1];
        let (mut end, mut met) = (farthest.end, 0);
        for at in farthest {
            let ends = lines.ends_of(nodes[at]);
            self.looks += 1 + wide(ends.len());
            for &there in ends {
                let reached = &mut self.reached[place(there)];
                // A branch would be hard to predict here: every node is written, and counted only if it is
                // new.
                nodes[end] = there;
                end += usize::from(*reached & bit == 0);
                met |= *reached & !bit;
                *reached |= bit;
            }
            if met != 0 && is_last {
                break;
            }
        }
        level_starts.push(end);
        met != 0
    }
}

/// Writes the hops from a node along lines to every node that is reached; returns the number of nodes and
/// lines that were looked at. `hops` must be [`NO_HOPS`] everywhere before.
pub(super) fn breadth_first(lines: &Lines, node: u32, hops: &mut [u32], queue: &mut Vec<u32>) -> u64 {
    queue.clear();
    queue.push(node);
    hops[place(node)] = 0;
    let (mut at, mut looks) = (0, 0);
    while let Some(&here) = queue.get(at) {
        at += 1;
        let beyond = hops[place(here)] + 1;
        let ends = lines.ends_of(here);
        looks += 1 + wide(ends.len());
        for &there in ends {
            let known = &mut hops[place(there)];
            if *known == NO_HOPS {
                *known = beyond;
                queue.push(there);
            }
        }
    }
    looks
}

/// Counts the hops from one node to another, given the lines out of the nodes of a graph and those into them;
/// [`NO_HOPS`] where no path leads.
///
/// # Complexity
/// Time and space O(nodes + lines) at most.
pub(super) fn between(lines: [&Lines; 2], [from, to]: [u32; 2]) -> u32 {
    let mut searches = Searches::new(lines);
    searches.begin(1, to);
    searches.hops_from(from, true)
}

/// Counts the hops between many pairs of nodes, grouped by their first nodes; [`NO_HOPS`] where no path
/// leads. `spend` is told after each search how many nodes and lines it has looked at, and may end the work.
///
/// Pairs with a common end are answered by one search of the whole graph if that costs less than a search
/// between both ends for each of them, as estimated by a few samples.
///
/// # Complexity
/// Time O(ends · (nodes + lines)) for these numbers of different first nodes or second nodes, space O(nodes +
/// pairs).
pub(super) fn distances<E>(
    lines: [&Lines; 2],
    pairs: usize,
    pair: impl Fn(usize) -> [u32; 2],
    spend: impl Fn(u64) -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let mut searches = Searches::new(lines);
    let whole = wide(lines[0].nodes() + lines[0].len());
    let mut sampled = 0;
    if pairs > SAMPLED_PAIRS {
        for sample in 0..SAMPLED_PAIRS {
            let [from, to] = pair(pairs / SAMPLED_PAIRS * sample);
            searches.begin(1, to);
            searches.hops_from(from, true);
            let looks = searches.take_looks();
            sampled += looks;
            spend(looks)?;
        }
    }
    let is_worth_all = |number: usize| sampled.saturating_mul(wide(number)) / wide(SAMPLED_PAIRS) >= whole;
    let mut hops = vec![NO_HOPS; pairs];
    let mut left = Vec::new();
    let mut first = 0;
    while first < pairs {
        let from = pair(first)[0];
        let behind = (first..pairs).find(|&at| pair(at)[0] != from).unwrap_or(pairs);
        if is_worth_all(behind - first) {
            let found = searches.everywhere(from, 0);
            for (at, hops) in (first..).zip(&mut hops[first..behind]) {
                *hops = found[place(pair(at)[1])];
            }
            spend(searches.take_looks())?;
        } else {
            left.extend(first..behind);
        }
        first = behind;
    }
    left.sort_by_key(|&at| pair(at)[1]);
    for alike in left.chunk_by(|&a, &b| pair(a)[1] == pair(b)[1]) {
        let to = pair(alike[0])[1];
        if is_worth_all(alike.len()) {
            let found = searches.everywhere(to, 1);
            for &at in alike {
                hops[at] = found[place(pair(at)[0])];
            }
            spend(searches.take_looks())?;
            continue;
        }
        searches.begin(1, to);
        for (number, &at) in (1..).zip(alike) {
            hops[at] = searches.hops_from(pair(at)[0], number == alike.len());
            spend(searches.take_looks())?;
        }
    }
    Ok(hops)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::graph::lines::OwnLine;
    use proptest::prelude::*;
    use std::cell::Cell;

    /// Returns the lines out of the nodes of a graph, and those into them.
    fn graph(nodes: usize, directed: bool, ends: &[(u32, u32)]) -> [Lines; 2] {
        let forth = ends.iter().map(|&(of, end)| OwnLine { of, end, capacity: 1 });
        let back = ends.iter().map(|&(end, of)| OwnLine { of, end, capacity: 1 });
        if directed {
            return [Lines::new(nodes, forth), Lines::new(nodes, back)];
        }
        [(); 2].map(|()| Lines::new(nodes, forth.clone().chain(back.clone())))
    }

    /// Returns the hops between all nodes by the algorithm of Floyd (1962).
    fn floyd(nodes: usize, directed: bool, ends: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut hops = vec![vec![NO_HOPS; nodes]; nodes];
        (0..nodes).for_each(|node| hops[node][node] = 0);
        for &(from, to) in ends {
            hops[place(from)][place(to)] = 1;
            if !directed {
                hops[place(to)][place(from)] = 1;
            }
        }
        for over in 0..nodes {
            for from in 0..nodes {
                for to in 0..nodes {
                    let sum = hops[from][over].saturating_add(hops[over][to]);
                    hops[from][to] = hops[from][to].min(sum);
                }
            }
        }
        hops
    }

    proptest! {
        /// Tries few and many pairs from one node or to it, so that both kinds of search are used.
        #[test]
        fn distances_equal_those_of_the_algorithm_of_floyd(
            directed in any::<bool>(),
            ends in prop::collection::btree_set((0_u32..14, 0_u32..14), 0..40),
            mut pairs in prop::collection::vec((0_u32..14, 0_u32..14), 0..80),
        ) {
            let ends: Vec<_> =
                ends.into_iter().filter(|&(a, b)| a < b || directed && a != b).collect();
            pairs.extend((0..14).map(|to| (5, to)).chain((0..14).map(|from| (from, 9))));
            pairs.sort_unstable();
            let hops = floyd(14, directed, &ends);
            let expected: Vec<u32> = pairs.iter().map(|&(from, to)| hops[place(from)][place(to)]).collect();
            let graph = graph(14, directed, &ends);
            let pair = |at: usize| [pairs[at].0, pairs[at].1];
            let found = distances(graph.each_ref(), pairs.len(), pair, |_| Ok::<_, ()>(()));
            prop_assert_eq!(found, Ok(expected));
            for &(from, to) in &pairs {
                prop_assert_eq!(between(graph.each_ref(), [from, to]), hops[place(from)][place(to)]);
            }
        }
    }

    /// The searches from two leaves of a star meet at its centre without looking at the other leaves, and the
    /// search for a pair looks at few nodes of a long ring.
    #[test]
    fn searches_report_how_many_nodes_and_lines_they_looked_at() {
        let leaves = 1000;
        let star: Vec<(u32, u32)> = (1..=leaves).map(|leaf| (0, leaf)).collect();
        let ring: Vec<(u32, u32)> = (0..leaves).map(|node| (node, (node + 1) % leaves)).collect();
        for (graph, pairs, most) in [
            (graph(1001, false, &star), vec![[1, 2], [3, 4], [5, 6]], 3 * 4),
            (graph(1000, true, &ring), vec![[0, 10], [1, 2], [7, 3]], 2 * (10 + 1 + 1000)),
        ] {
            let looks = Cell::new(0);
            let spend = |seen| {
                looks.set(looks.get() + seen);
                Ok::<_, ()>(())
            };
            distances(graph.each_ref(), pairs.len(), |at| pairs[at], spend).expect("without a limit");
            assert!((1..=most).contains(&looks.get()), "{} looks, at most {most}", looks.get());
        }
    }

    #[test]
    fn no_search_follows_the_one_that_exceeds_the_limit() {
        let ring: Vec<(u32, u32)> = (0..100).map(|node| (node, (node + 1) % 100)).collect();
        let graph = graph(100, false, &ring);
        let pairs: Vec<[u32; 2]> = (0..100).flat_map(|from| (0..100).map(move |to| [from, to])).collect();
        let searches = Cell::new(0);
        let spend = |looks| {
            searches.set(searches.get() + 1);
            // A node has two lines.
            assert!(looks <= 300);
            if searches.get() == 27 { Err("enough") } else { Ok(()) }
        };
        assert_eq!(distances(graph.each_ref(), pairs.len(), |at| pairs[at], spend), Err("enough"));
        assert_eq!(searches.get(), 27);
    }
}
