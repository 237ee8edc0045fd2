//! Sets that are joined, and the orbits of nodes.

use super::colored::{narrow, place};

/// Returns for every node the least node to which permutations take it.
pub(super) fn orbits(nodes: usize, generators: &[Vec<u32>]) -> Vec<u32> {
    let mut joined = Joined::new(nodes);
    for images in generators {
        joined.join_images(images.iter().copied().map(place));
    }
    (0..nodes).map(|node| narrow(joined.least(node))).collect()
}

/// Sets of nodes that are joined step by step; each is known by its least node.
#[derive(Debug)]
pub(super) struct Joined {
    parent: Vec<usize>,
    size: Vec<usize>,
}

impl Joined {
    pub(super) fn new(nodes: usize) -> Self {
        Self { parent: (0..nodes).collect(), size: vec![1; nodes] }
    }

    /// Returns the least member of the set of a node.
    pub(super) fn least(&mut self, node: usize) -> usize {
        let mut here = node;
        while self.parent[here] != here {
            self.parent[here] = self.parent[self.parent[here]];
            here = self.parent[here];
        }
        here
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.least(one), self.least(other));
        if one != other {
            let (low, high) = (one.min(other), one.max(other));
            self.parent[high] = low;
            self.size[low] += self.size[high];
        }
    }

    /// Joins every node with its image.
    pub(super) fn join_images(&mut self, images: impl Iterator<Item = usize>) {
        for (node, image) in images.enumerate() {
            self.join(node, image);
        }
    }

    /// Returns the size of the set of a node.
    pub(super) fn size(&mut self, node: usize) -> usize {
        let least = self.least(node);
        self.size[least]
    }
}
