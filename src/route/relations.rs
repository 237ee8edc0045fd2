//! Uses of the links along words of an Abelian group, and the relations between them.

use crate::model::{CayleyGraph, Link, Node, WeightedPaths, wide};
use std::collections::HashSet;

/// How often a route uses each link: links increasing, uses positive. On an Abelian network nothing else
/// about a route matters.
pub(super) type Uses = Vec<(u32, u64)>;

/// Returns the number of links of a route.
pub(super) fn hops(uses: &[(u32, u64)]) -> u64 {
    uses.iter().map(|entry| entry.1).sum()
}

/// A relation: a change of uses that leads from a node to itself, so that adding it to a route gives another
/// route with equal ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Relation {
    /// Links increasing, changes not 0.
    pub(super) changes: Vec<(u32, i64)>,
}

impl Relation {
    /// Returns by how many links the relation lengthens a route.
    pub(super) fn hops(&self) -> i64 {
        self.changes.iter().map(|change| change.1).sum()
    }

    fn size(&self) -> u64 {
        self.changes.iter().map(|change| change.1.unsigned_abs()).sum()
    }

    fn negated(&self) -> Self {
        Self { changes: self.changes.iter().map(|&(link, change)| (link, -change)).collect() }
    }

    /// Returns the route after the change; `None` if the route lacks uses that the change takes away.
    pub(super) fn applied(&self, uses: &[(u32, u64)]) -> Option<Uses> {
        let mut left = uses.iter().copied().peekable();
        let mut after = Vec::with_capacity(uses.len() + self.changes.len());
        for &(link, change) in &self.changes {
            while let Some(entry) = left.next_if(|entry| entry.0 < link) {
                after.push(entry);
            }
            let here = left.next_if(|entry| entry.0 == link).map_or(0, |entry| entry.1);
            let there = here.checked_add_signed(change)?;
            if there > 0 {
                after.push((link, there));
            }
        }
        after.extend(left);
        Some(after)
    }

    /// Returns the difference of the uses of `to` and `from`.
    pub(super) fn between(from: &[(u32, u64)], to: &[(u32, u64)]) -> Self {
        let signed = |uses: u64| i64::try_from(uses).expect("uses have 63 bits");
        let mut changes = Vec::with_capacity(from.len() + to.len());
        let (mut from, mut to) = (from.iter().peekable(), to.iter().peekable());
        loop {
            let next = [from.peek(), to.peek()].into_iter().flatten().map(|entry| entry.0).min();
            let Some(link) = next else { break };
            let here = from.next_if(|entry| entry.0 == link).map_or(0, |entry| signed(entry.1));
            let there = to.next_if(|entry| entry.0 == link).map_or(0, |entry| signed(entry.1));
            if here != there {
                changes.push((link, there - here));
            }
        }
        Self { changes }
    }
}

/// The uses along the words of a tree, for its first nodes.
#[derive(Debug)]
pub(super) struct WordUses {
    /// For every node the range of its uses; empty for nodes that were left out.
    range: Vec<(usize, usize)>,
    entries: Vec<(u32, u64)>,
}

impl WordUses {
    /// Computes the uses of the words of the `most` nearest nodes.
    pub(super) fn new(graph: &CayleyGraph, paths: &WeightedPaths, most: usize) -> Self {
        let mut range = vec![(usize::MAX, usize::MAX); index(Node(graph.nodes()))];
        let mut entries: Vec<(u32, u64)> = Vec::new();
        range[0] = (0, 0);
        for node in paths.nodes().take(most) {
            let (Some(Link(link)), Some(before)) = (paths.last(node), paths.before(node)) else { continue };
            let (start, end) = range[index(before)];
            let first = entries.len();
            let at = start + entries[start..end].partition_point(|entry| entry.0 < link);
            entries.extend_from_within(start..at);
            let known = entries[at..end].first().filter(|entry| entry.0 == link).map(|entry| entry.1);
            entries.push((link, known.unwrap_or(0) + 1));
            entries.extend_from_within(at + usize::from(known.is_some())..end);
            range[index(node)] = (first, entries.len());
        }
        Self { range, entries }
    }

    /// Returns the uses of the word of a node; `None` if the node was left out.
    pub(super) fn of(&self, node: Node) -> Option<&[(u32, u64)]> {
        let (start, end) = self.range[index(node)];
        self.entries.get(start..end)
    }
}

/// Returns relations that come from the links outside a tree of words, each with its negative, the smallest
/// first; those that only lengthen routes are left out.
///
/// All links outside the tree together generate all relations of the group; only the links among the nearest
/// nodes are visited, and at most `most` relations kept.
pub(super) fn relations(
    graph: &CayleyGraph,
    paths: &WeightedPaths,
    words: &WordUses,
    most: usize,
) -> Vec<Relation> {
    let mut found = HashSet::new();
    'all: for node in paths.nodes() {
        let Some(here) = words.of(node) else { break };
        for link in (0..graph.links()).map(Link) {
            let to = graph.neighbor(node, link);
            let Some(there) = words.of(to).filter(|_| paths.before(to) != Some(node)) else { continue };
            let step = Relation { changes: vec![(link.0, 1)] };
            let longer = step.applied(here).expect("a link may be added");
            let relation = Relation::between(there, &longer);
            if !relation.changes.is_empty() && found.insert(relation) && found.len() >= most {
                break 'all;
            }
        }
    }
    sorted(found, most)
}

/// Returns at most `most` of the relations and their negatives by increasing size, without those that only
/// lengthen routes.
pub(super) fn sorted(found: HashSet<Relation>, most: usize) -> Vec<Relation> {
    let mut all: Vec<Relation> = found.into_iter().collect();
    let negated: Vec<Relation> = all.iter().map(Relation::negated).collect();
    all.extend(negated);
    all.retain(|relation| relation.changes.iter().any(|change| change.1 < 0));
    all.sort_unstable_by(|a, b| a.size().cmp(&b.size()).then_with(|| a.cmp(b)));
    all.dedup();
    all.truncate(most);
    all
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a node of a table fits the address space")
}

/// Returns the number of links of a graph as an index.
pub(super) fn width(graph: &CayleyGraph) -> usize {
    wide(graph.links())
}
