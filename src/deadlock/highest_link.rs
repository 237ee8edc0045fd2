//! Routing on incomplete hypercubes over the highest link that leads nearer (P4 Algorithm 2), and why it
//! cannot deadlock.

use super::channels::{Channel, Routing};
use crate::model::{IncompleteHypercube, Link, Node};

/// P4 Algorithm 2: takes the highest link that the node has among those in whose bit it differs from the
/// destination.
///
/// On a complete hypercube every node has every link, and it is the algorithm of Sullivan and Bashkow (P4
/// Algorithm 1).
///
/// Every path is a shortest one, as every step changes one bit to that of the destination; none is longer
/// than ⌈log₂ n⌉.
///
/// # Examples
/// P4 Figure 2: with seven nodes no path from 011 to 100 goes over 111.
/// ```
/// use isotask::model::{IncompleteHypercube, Node};
/// use isotask::deadlock::HighestLink;
/// let cube = IncompleteHypercube::new(7).expect("at least one node");
/// let path = HighestLink::new(cube).path(Node(0b011), Node(0b100));
/// assert_eq!(path, [Node(0b011), Node(0b001), Node(0b101), Node(0b100)]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HighestLink {
    cube: IncompleteHypercube,
}

impl HighestLink {
    /// Creates the routing on an incomplete hypercube.
    #[must_use]
    pub fn new(cube: IncompleteHypercube) -> Self {
        Self { cube }
    }

    /// Returns the network.
    #[must_use]
    pub fn cube(&self) -> &IncompleteHypercube {
        &self.cube
    }

    /// Returns the link that a message takes next; `None` if it has arrived.
    ///
    /// By P4 Theorem 1 there is such a link. If some bit of the relative address is to be cleared, its link
    /// exists. Otherwise all are to be set, so setting any of them leads to a number that is not above the
    /// destination.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(log n).
    #[must_use]
    pub fn link(&self, at: Node, to: Node) -> Option<Link> {
        assert!(to.0 < self.cube.nodes(), "node {} of {}", to.0, self.cube.nodes());
        let mut relative = at.0 ^ to.0;
        while let Some(link) = relative.checked_ilog2() {
            if self.cube.neighbor(at, Link(link)).is_some() {
                return Some(Link(link));
            }
            relative ^= 1 << link;
        }
        None
    }

    /// Returns the nodes that a message visits, source and destination included.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(log² n).
    #[must_use]
    pub fn path(&self, from: Node, to: Node) -> Vec<Node> {
        std::iter::successors(Some(from), |&at| self.next(at, to).map(|channel| channel.to)).collect()
    }

    /// Returns the number of the channel of a link that leaves a node; `None` if the node does not have the
    /// link. Every message takes its channels by increasing number.
    ///
    /// The numbering is an explicit proof of P4 Theorem 2. Let g be the highest link. A message takes link g
    /// downwards first of all links; then come links of the lower half, a complete hypercube, by decreasing
    /// number; then link g upwards, which a node of the lower half may lack; then links of the upper half,
    /// which is an incomplete hypercube with n − 2ᵍ nodes. In d dimensions there are at most d(d + 3)/2
    /// numbers, however many channels.
    ///
    /// # Panics
    /// If there is no such node.
    ///
    /// # Complexity
    /// O(log n).
    #[must_use]
    pub fn channel_number(&self, at: Node, link: Link) -> Option<u64> {
        self.cube.neighbor(at, link)?;
        let (mut first, mut node, mut cube) = (0, at.0, self.cube);
        loop {
            let highest = cube.dimension() - 1;
            let upper = node >> highest != 0;
            if link.0 == highest {
                return Some(if upper { first } else { first + u64::from(highest) + 1 });
            }
            if !upper {
                return Some(first + u64::from(highest - link.0));
            }
            node ^= 1 << highest;
            cube = IncompleteHypercube::new(cube.nodes() - (1 << highest)).expect("it has both ends");
            first += u64::from(highest) + 2;
        }
    }
}

impl Routing for HighestLink {
    fn nodes(&self) -> u64 {
        self.cube.nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        let there = self.cube.neighbor(at, self.link(at, to)?)?;
        Some(Channel { from: at, to: there, lane: 0 })
    }
}
