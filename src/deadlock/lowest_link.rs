//! Routing on incomplete hypercubes over the lowest link that leads nearer, and a mixture with the highest
//! such link, which deadlocks.

use super::channels::{Channel, Routing};
use super::highest_link::HighestLink;
use crate::model::{IncompleteHypercube, Node};

/// Takes the lowest link that the node has among those in whose bit it differs from the destination (e-cube,
/// from bit 0 up).
///
/// P4 Theorem 1 speaks of any such link, and the proof of Theorem 2 of any order of the links that all nodes
/// share: every path is a shortest one, and the channels can be numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowestLink {
    cube: IncompleteHypercube,
}

impl LowestLink {
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
}

impl Routing for LowestLink {
    fn nodes(&self) -> u64 {
        self.cube.nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        let mut links = self.cube.neighbors(at);
        let (_, there) = links.find(|(link, _)| (at.0 ^ to.0) >> link.0 & 1 == 1)?;
        Some(Channel { from: at, to: there, lane: 0 })
    }
}

/// Takes the lowest link that leads nearer at nodes with an even number of ones, the highest at the other
/// nodes.
///
/// Every path is a shortest one, but nodes do not share an order of the links: from the square on (n ≥ 4) the
/// channels of hypercubes can wait for each other in a circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParityOrder {
    lowest: LowestLink,
    highest: HighestLink,
}

impl ParityOrder {
    /// Creates the routing on an incomplete hypercube.
    #[must_use]
    pub fn new(cube: IncompleteHypercube) -> Self {
        Self { lowest: LowestLink::new(cube), highest: HighestLink::new(cube) }
    }

    /// Returns the network.
    #[must_use]
    pub fn cube(&self) -> &IncompleteHypercube {
        self.highest.cube()
    }

    /// Returns whether a node takes the lowest link.
    pub(super) fn takes_lowest(at: Node) -> bool {
        at.0.count_ones().is_multiple_of(2)
    }
}

impl Routing for ParityOrder {
    fn nodes(&self) -> u64 {
        self.lowest.nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        if Self::takes_lowest(at) { self.lowest.next(at, to) } else { self.highest.next(at, to) }
    }
}
