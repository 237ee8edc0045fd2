//! The multinode broadcast of P2 §2: classes of identity numbers under rotation, numbered so that the link
//! types alternate cyclically.

use crate::model::{Link, MultinodeSchedule, MultinodeSend, Node, wide};
use crate::tree::construction::{ConstructionError, at};

/// Greatest dimension for which all identity numbers are listed.
const MAX_DIMENSION: u32 = 24;

/// The nodes of the d-cube in the order of P2 §2: by number of ones, the rotations of one string side by
/// side, the class of the block of ones first among those with as many ones.
///
/// The paper leaves open in which order the other classes come; here by their least element. The first
/// element of a class is its least one, rotated so far to the left that its last one comes to position m(t):
/// then bit m(t) of every element is 1, and for the blocks of ones, short of d, the bit below is 0, as P2's
/// condition (1) asks. That choice exists for every class and every d, also where a class has fewer than d
/// elements.
///
/// # Examples
/// ```
/// use isotask::{model::{Link, Node}, tree::RotationClasses};
/// let classes = RotationClasses::new(4)?;
/// // The two strings 0101 and 1010 are a class of their own: numbers 9 and 10.
/// let numbers: Vec<u32> = [0b0001, 0b0011, 0b0101, 0b1010, 0b1101, 0b1111].map(|t| classes.number(Node(t))).into();
/// assert_eq!(numbers, [1, 5, 9, 10, 11, 15]);
/// assert_eq!(classes.link(Node(0b1101)), Some(Link(2)));
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RotationClasses {
    dimension: u32,
    order: Vec<Node>,
    number: Vec<u32>,
}

/// Rotates a string of d bits to the left.
pub(in crate::tree) fn rotate(string: u64, by: u32, dimension: u32) -> u64 {
    let by = by % dimension;
    ((string << by) | (string >> (dimension - by))) & ((1 << dimension) - 1)
}

/// Lists the least elements of the classes except that of 0, by number of ones, then by value.
///
/// # Complexity
/// O(d · 2^d) time, O(2^d / d) space.
pub(in crate::tree) fn representatives(dimension: u32) -> Result<Vec<u64>, ConstructionError> {
    if dimension == 0 || dimension > MAX_DIMENSION {
        return Err(ConstructionError::Dimension { found: dimension, most: MAX_DIMENSION });
    }
    let is_least = |&t: &u64| (1..dimension).all(|by| rotate(t, by, dimension) >= t);
    let mut least: Vec<u64> = (1..1 << dimension).filter(is_least).collect();
    least.sort_by_key(|t| t.count_ones());
    Ok(least)
}

/// Lists the elements of a class from one of them on, each rotated by one to the left from the one before.
pub(in crate::tree) fn class(first: u64, dimension: u32) -> impl Iterator<Item = u64> {
    let next = move |&t: &u64| Some(rotate(t, 1, dimension)).filter(|&t| t != first);
    std::iter::successors(Some(first), next)
}

impl RotationClasses {
    /// Numbers the nodes of a hypercube.
    ///
    /// # Errors
    /// [`ConstructionError::Dimension`] for dimension 0 or beyond 24.
    ///
    /// # Complexity
    /// O(d · 2^d) time, O(2^d) space.
    pub fn new(dimension: u32) -> Result<Self, ConstructionError> {
        let mut order = vec![Node(0)];
        let mut number = vec![0; 1 << dimension.min(MAX_DIMENSION)];
        let mut next = 0;
        for least in representatives(dimension)? {
            // The next number is next + 1, so m(t) − 1 is next mod d.
            for t in class(rotate(least, next, dimension), dimension) {
                next += 1;
                number[at(Node(t))] = next;
                order.push(Node(t));
            }
        }
        Ok(Self { dimension, order, number })
    }

    /// Returns the number n(t), 0 for node 0.
    ///
    /// # Panics
    /// If the hypercube has no such node.
    #[must_use]
    pub fn number(&self, node: Node) -> u32 {
        self.number[at(node)]
    }

    /// Returns the node of a number.
    ///
    /// # Panics
    /// If the number is not less than that of the nodes.
    #[must_use]
    pub fn node(&self, number: u32) -> Node {
        self.order[wide(number)]
    }

    /// Returns the link over which the node is reached, of position m(t) = 1 + (n(t) − 1) mod d (links count
    /// from 0); none for node 0.
    ///
    /// # Panics
    /// If the hypercube has no such node.
    #[must_use]
    pub fn link(&self, node: Node) -> Option<Link> {
        self.number(node).checked_sub(1).map(|before| Link(before % self.dimension))
    }
}

/// Makes the multinode broadcast of P2 §2 on the d-cube with at most k ports, in max(1, ⌈(2^d − 1)/k⌉) slots
/// with 2^d − 1 sends of each packet.
///
/// Node t is reached in slot ⌊(n(t) − 1)/k⌋ over link m(t). With k = d these are the paper's sets `A_i`, with
/// k = 1 its version for one port (one link of `A_i` at a time). The paper gives no rule for 1 < k < d; the
/// same order serves, because a node stands at least d − 1 places behind its parent. The property that the
/// paper proves (or for d ≤ 4 leaves to the reader) is verified for every node before the schedule is
/// returned.
///
/// # Errors
/// [`ConstructionError::Dimension`] for dimension 0 or beyond 24, [`ConstructionError::NoPort`] for k = 0;
/// [`ConstructionError::OutOfOrder`] if the paper's argument failed (it does not, d ≤ 16).
///
/// # Complexity
/// O(d · 2^d) time, O(2^d) space.
///
/// # Examples
/// ```
/// use isotask::tree::multinode_broadcast_rotation;
/// assert_eq!(multinode_broadcast_rotation(4, 4)?.slots.len(), 4); // ⌈15/4⌉
/// assert_eq!(multinode_broadcast_rotation(4, 1)?.slots.len(), 15);
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn multinode_broadcast_rotation(
    dimension: u32,
    ports: u32,
) -> Result<MultinodeSchedule, ConstructionError> {
    let classes = RotationClasses::new(dimension)?;
    let ports = ports.min(dimension);
    if ports == 0 {
        return Err(ConstructionError::NoPort);
    }
    let slot = |node: Node| classes.number(node).checked_sub(1).map(|before| before / ports);
    let mut slots = vec![Vec::new(); classes.order.len().saturating_sub(1).div_ceil(wide(ports))];
    for &node in &classes.order {
        let (Some(link), Some(own)) = (classes.link(node), slot(node)) else { continue };
        let position = Node(node.0 ^ 1 << link.0);
        // None is less than any slot: node 0 holds its packet from the start.
        if node.0 & 1 << link.0 == 0 || slot(position) >= Some(own) {
            return Err(ConstructionError::OutOfOrder { slot: u64::from(own), node: position.0 });
        }
        slots[wide(own)].push(MultinodeSend { packet: 0, position, link });
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    Ok(MultinodeSchedule { slots })
}
