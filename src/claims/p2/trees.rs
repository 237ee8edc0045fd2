//! Spanning trees of small cubes, for what P2 says of any spanning tree.

use super::made::index;
use crate::graph::Random;

/// A spanning tree of the d-cube rooted at node 0.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) d: u64,
    /// The parent of each node; node 0 has itself.
    parents: Vec<u64>,
}

impl Tree {
    /// `None` if the parents go round in a circle.
    pub(super) fn new(d: u64, parents: Vec<u64>) -> Option<Self> {
        let tree = Self { d, parents };
        (1..1 << d).all(|node| tree.path(node).is_some()).then_some(tree)
    }

    /// The way from node 0.
    fn path(&self, node: u64) -> Option<Vec<u64>> {
        let mut path = vec![node];
        let mut here = node;
        while here != 0 {
            if path.len() == self.parents.len() {
                return None;
            }
            here = self.parents[index(here)];
            path.push(here);
        }
        path.reverse();
        Some(path)
    }

    /// The way from node 0 to a node.
    pub(super) fn way(&self, node: u64) -> Vec<u64> {
        self.path(node).expect("the constructor has followed all ways")
    }

    pub(super) fn depth(&self, node: u64) -> usize {
        self.way(node).len() - 1
    }

    pub(super) fn children(&self, node: u64) -> Vec<u64> {
        (1..1 << self.d).filter(|&child| self.parents[index(child)] == node).collect()
    }

    /// The nodes of the subtrees at node 0, by its child.
    pub(super) fn subtrees(&self) -> Vec<Vec<u64>> {
        let below = |child: u64| (1..1 << self.d).filter(|&node| self.way(node)[1] == child).collect();
        self.children(0).into_iter().map(below).collect()
    }
}

/// All spanning trees of the d-cube: 1, 4 and 384 for d = 1, 2, 3.
pub(super) fn all_trees(d: u64) -> Vec<Tree> {
    let mut partial = vec![vec![0]];
    for node in 1..1_u64 << d {
        let extended = |parents: Vec<u64>| {
            (0..d).map(move |bit| {
                let mut parents = parents.clone();
                parents.push(node ^ (1 << bit));
                parents
            })
        };
        partial = partial.into_iter().flat_map(extended).collect();
    }
    partial.into_iter().filter_map(|parents| Tree::new(d, parents)).collect()
}

/// A spanning tree that grows over links chosen by a seed.
pub(super) fn some_tree(d: u64, seed: u64) -> Option<Tree> {
    let mut choice = Random::new(seed);
    let mut parents: Vec<Option<u64>> = vec![None; 1 << d];
    parents[0] = Some(0);
    loop {
        let inside = (0..1_u64 << d).filter(|&node| parents[index(node)].is_some());
        let links = inside.flat_map(|node| (0..d).map(move |bit| (node, node ^ (1 << bit))));
        let links: Vec<(u64, u64)> = links.filter(|&(_, to)| parents[index(to)].is_none()).collect();
        if links.is_empty() {
            return Tree::new(d, parents.into_iter().collect::<Option<_>>()?);
        }
        let (from, to) = links[choice.below(links.len())];
        parents[index(to)] = Some(from);
    }
}
