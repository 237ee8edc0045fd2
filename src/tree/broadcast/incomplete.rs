//! Broadcasts on incomplete hypercubes from any root (P4 Algorithm 6).

use crate::model::{IncompleteHypercube, Link, Node};

/// A copy of the message on one link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BroadcastCopy {
    /// Who sends it.
    pub from: Node,
    /// The link.
    pub link: Link,
    /// Who receives it.
    pub to: Node,
    /// Hops from the root.
    pub depth: u32,
    /// P4's array *travel* as it goes with the copy: bit i says that the receiver passes the message on over
    /// link i if it has it.
    pub travel: u64,
}

/// Returns the copies that a node passes on when a message comes with an array *travel* (P4 Algorithm 6), by
/// increasing link.
///
/// A copy for link l keeps the links below l, and those that this node lacks, since a later node may have
/// them. On a complete hypercube no link is missing, the array is always 0 … l−1 and l is Sullivan and
/// Bashkow's weight (P4 Algorithms 5 and 4).
///
/// # Panics
/// If there is no such node.
///
/// # Complexity
/// O(log n).
pub fn pass_on(
    cube: &IncompleteHypercube,
    node: Node,
    depth: u32,
    travel: u64,
) -> impl Iterator<Item = BroadcastCopy> + use<> {
    let has: u64 = cube.neighbors(node).map(|(link, _)| 1 << link.0).sum();
    cube.neighbors(node).filter(move |(link, _)| travel >> link.0 & 1 == 1).map(move |(link, to)| {
        let below = (1 << link.0) - 1;
        BroadcastCopy { from: node, link, to, depth: depth + 1, travel: travel & (below | !has) }
    })
}

/// Returns all copies of a broadcast from a root, nearest first. They form a spanning tree, with one copy for
/// every other node (P4 Algorithm 6).
///
/// The path to a node is the one that [`crate::deadlock::HighestLink`] takes (P4 Theorems 3 and 4), so it is
/// a shortest one; with all ports the broadcast takes as many slots as the farthest node is hops away, and
/// none takes fewer.
///
/// # Panics
/// If there is no such node.
///
/// # Complexity
/// O(n log n) time, O(n) space.
///
/// # Examples
/// P4 Figure 5: from 011 with seven nodes, 100 is reached by 001 and 101.
/// ```
/// use isotask::model::{IncompleteHypercube, Node};
/// use isotask::tree::incomplete_broadcast;
/// let cube = IncompleteHypercube::new(7).expect("at least one node");
/// let copies = incomplete_broadcast(&cube, Node(0b011));
/// assert_eq!(copies.len(), 6);
/// let last = copies.last().expect("six of them");
/// assert_eq!((last.from, last.to, last.depth), (Node(0b101), Node(0b100), 3));
/// ```
#[must_use]
pub fn incomplete_broadcast(cube: &IncompleteHypercube, root: Node) -> Vec<BroadcastCopy> {
    let all = (1 << cube.dimension()) - 1;
    let mut copies: Vec<BroadcastCopy> = pass_on(cube, root, 0, all).collect();
    let mut done = 0;
    while let Some(&BroadcastCopy { to, depth, travel, .. }) = copies.get(done) {
        copies.extend(pass_on(cube, to, depth, travel));
        done += 1;
    }
    copies
}
