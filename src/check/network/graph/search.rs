//! Breadth-first searches in a graph: from a node to all others, from all others to it, and between two nodes
//! from both ends.

use crate::network::graph::lines::Lines;
use crate::number::{place, wide};
use std::ops::Range;

/// What stands for a distance where no way leads.
pub(crate) const NO_HOPS: u32 = u32::MAX;

/// Number of pairs, evenly out of all, whose searches show what a pair costs.
const SAMPLES: usize = 16;

/// The nodes that a search has reached from one end.
struct Side<'a> {
    /// Along which lines it goes.
    lines: &'a Lines,
    /// What marks its nodes.
    bit: u8,
    /// The nodes, by increasing distance from the end; there is room for one more than all.
    nodes: Vec<u32>,
    /// Where the nodes of each distance start in that list, and behind the farthest where they end.
    rounds: Vec<usize>,
}

impl<'a> Side<'a> {
    fn new(lines: &'a Lines, bit: u8) -> Self {
        Self { lines, bit, nodes: vec![0; lines.nodes() + 1], rounds: vec![0] }
    }

    /// All nodes that were reached.
    fn reached(&self) -> &[u32] {
        &self.nodes[..self.rounds.last().copied().unwrap_or_default()]
    }

    /// The distance of the farthest nodes.
    fn radius(&self) -> usize {
        self.rounds.len() - 2
    }

    /// The places of the farthest nodes in the list.
    fn farthest(&self) -> Range<usize> {
        self.rounds[self.rounds.len() - 2]..self.rounds[self.rounds.len() - 1]
    }

    /// Number of lines of the farthest nodes.
    fn lines_ahead(&self) -> usize {
        self.lines.of_all(&self.nodes[self.farthest()])
    }

    /// The distance of a node that was reached, and the number of nodes that were looked at to find it.
    fn hops(&self, node: u32) -> (usize, u64) {
        let at = self.reached().iter().position(|&known| known == node).unwrap_or_default();
        (self.rounds.partition_point(|&start| start <= at) - 1, wide(at))
    }
}

/// Searches in one graph, with the memory that they share.
struct Searches<'a> {
    /// From the first node of a pair along lines, and from the second against them.
    sides: [Side<'a>; 2],
    /// For every node the bits of the sides that have reached it.
    reached: Vec<u8>,
    /// What the last search of the whole graph found for every node.
    hops: Vec<u32>,
    queue: Vec<u32>,
    /// Nodes and lines that were looked at and are not yet told.
    looks: u64,
}

impl<'a> Searches<'a> {
    fn new([out, into]: [&'a Lines; 2]) -> Self {
        let sides = [Side::new(out, 1), Side::new(into, 2)];
        let reached = vec![0; out.nodes()];
        Self { sides, reached, hops: Vec::new(), queue: Vec::new(), looks: 0 }
    }

    /// Nodes and lines that were looked at since this was asked last.
    fn take_looks(&mut self) -> u64 {
        std::mem::take(&mut self.looks)
    }

    /// Finds the hops from a node to every other along the lines of the first side, or to it against those of
    /// the second.
    fn everywhere(&mut self, node: u32, side: usize) -> &[u32] {
        let lines = self.sides[side].lines;
        self.hops.clear();
        self.hops.resize(lines.nodes(), NO_HOPS);
        self.looks += spread(lines, node, &mut self.hops, &mut self.queue);
        &self.hops
    }

    /// Forgets what a side has reached, and begins at another end.
    fn begin(&mut self, side: usize, end: u32) {
        let own = &mut self.sides[side];
        own.reached().iter().for_each(|&node| self.reached[place(node)] &= !own.bit);
        self.reached[place(end)] |= own.bit;
        own.nodes[0] = end;
        own.rounds.clear();
        own.rounds.extend([0, 1]);
    }

    /// Counts the hops from a node to that at which the second side has begun; [`NO_HOPS`] where no way
    /// leads. That side is kept for the next node, unless this is the last.
    ///
    /// Both sides hold all nodes up to some distance from their ends, and the one goes on that has fewer
    /// lines ahead. The first node that both hold is one of the farthest of either side: a nearer one would
    /// have been met before.
    fn from(&mut self, node: u32, is_last: bool) -> u32 {
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
            if self.go_on(side, side == 0 || is_last) {
                return hops(self.sides[0].radius() + self.sides[1].radius());
            }
            ahead[side] = self.sides[side].lines_ahead();
        }
    }

    /// Goes one hop on with a side, and says whether it met the other one; where it did the side need not be
    /// whole if it is not kept.
    fn go_on(&mut self, side: usize, is_last: bool) -> bool {
        let Side { lines, bit, nodes, rounds } = &mut self.sides[side];
        let (lines, bit) = (*lines, *bit);
        let farthest = rounds[rounds.len() - 2]..rounds[rounds.len() - 1];
        let (mut end, mut met) = (farthest.end, 0);
        for at in farthest {
            let ends = lines.ends_of(nodes[at]);
            self.looks += 1 + wide(ends.len());
            for &there in ends {
                let reached = &mut self.reached[place(there)];
                // Whether a node is new is hard to foretell: it is written anyway, and counted if it is.
                nodes[end] = there;
                end += usize::from(*reached & bit == 0);
                met |= *reached & !bit;
                *reached |= bit;
            }
            if met != 0 && is_last {
                break;
            }
        }
        rounds.push(end);
        met != 0
    }
}

/// Writes the hops from a node along lines to every node that is reached; gives the number of nodes and lines
/// that were looked at. `hops` is [`NO_HOPS`] everywhere before.
pub(super) fn spread(lines: &Lines, node: u32, hops: &mut [u32], queue: &mut Vec<u32>) -> u64 {
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

/// Counts the hops from one node to another, by the lines out of the nodes of a graph and those into them;
/// [`NO_HOPS`] where no way leads.
///
/// # Complexity
/// Time and space O(nodes + lines) at most.
pub(super) fn between(lines: [&Lines; 2], [from, to]: [u32; 2]) -> u32 {
    let mut searches = Searches::new(lines);
    searches.begin(1, to);
    searches.from(from, true)
}

/// Counts the hops between many pairs of nodes, which come by their first nodes; [`NO_HOPS`] where no way
/// leads. `spend` is told after each search how many nodes and lines it has looked at, and may end the work.
///
/// Pairs with a common end are answered by one search of the whole graph if that costs less than a search
/// between both ends for each of them, as a few samples show.
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
    if pairs > SAMPLES {
        for sample in 0..SAMPLES {
            let [from, to] = pair(pairs / SAMPLES * sample);
            searches.begin(1, to);
            searches.from(from, true);
            let looks = searches.take_looks();
            sampled += looks;
            spend(looks)?;
        }
    }
    let is_worth_all = |number: usize| sampled.saturating_mul(wide(number)) / wide(SAMPLES) >= whole;
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
            hops[at] = searches.from(pair(at)[0], number == alike.len());
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

    /// The lines out of the nodes of a graph, and those into them.
    fn graph(nodes: usize, directed: bool, ends: &[(u32, u32)]) -> [Lines; 2] {
        let forth = ends.iter().map(|&(of, end)| OwnLine { of, end, capacity: 1 });
        let back = ends.iter().map(|&(end, of)| OwnLine { of, end, capacity: 1 });
        if directed {
            return [Lines::new(nodes, forth), Lines::new(nodes, back)];
        }
        [(); 2].map(|()| Lines::new(nodes, forth.clone().chain(back.clone())))
    }

    /// The hops between all nodes by shortening ways over one node after the other (Floyd, 1962).
    fn shortened(nodes: usize, directed: bool, ends: &[(u32, u32)]) -> Vec<Vec<u32>> {
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
        /// Few and many pairs from one node or to it, so that every sort of search has its turn.
        #[test]
        fn distances_are_those_of_shortened_ways(
            directed in any::<bool>(),
            ends in prop::collection::btree_set((0_u32..14, 0_u32..14), 0..40),
            mut pairs in prop::collection::vec((0_u32..14, 0_u32..14), 0..80),
        ) {
            let ends: Vec<_> =
                ends.into_iter().filter(|&(a, b)| a < b || directed && a != b).collect();
            pairs.extend((0..14).map(|to| (5, to)).chain((0..14).map(|from| (from, 9))));
            pairs.sort_unstable();
            let hops = shortened(14, directed, &ends);
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

    /// Two leaves of a star meet at its centre without a look at the other leaves, and a pair looks at few
    /// nodes of a long ring.
    #[test]
    fn searches_tell_what_they_looked_at() {
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
    fn the_work_ends_with_the_search_that_was_too_much() {
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
