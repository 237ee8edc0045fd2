//! Rings, of which hypercubes, tori and rings are products.

use crate::model::{Link, Node};

/// One of the two ways round a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// The coordinate grows.
    Plus,
    /// The coordinate shrinks.
    Minus,
}

/// One ring of the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimension {
    pub(in crate::model) radix: u64,
    pub(in crate::model) stride: u64,
    pub(in crate::model) first_link: u32,
}

impl Dimension {
    /// Number of nodes of the ring, at least 2.
    #[must_use]
    pub fn radix(&self) -> u64 {
        self.radix
    }

    /// By how much the index of a node grows with this coordinate.
    #[must_use]
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Coordinate of a node in this dimension.
    #[must_use]
    pub fn coordinate(&self, node: Node) -> u64 {
        node.0 / self.stride % self.radix
    }

    /// Whether the two ways share one link, as they do in a ring of two nodes.
    #[must_use]
    pub fn is_single_link(&self) -> bool {
        self.radix == 2
    }

    /// The link of the way +; that of the way −, if there is another, comes next.
    pub(crate) fn first_link(&self) -> u32 {
        self.first_link
    }

    /// The link of a way; in a ring of two nodes it is the same for both.
    #[must_use]
    pub fn link(&self, way: Way) -> Link {
        match way {
            Way::Minus if !self.is_single_link() => Link(self.first_link + 1),
            _ => Link(self.first_link),
        }
    }

    /// Hops along a way that change coordinate 0 into `x`.
    #[must_use]
    pub fn hops(&self, x: u64, way: Way) -> u64 {
        match way {
            _ if x == 0 => 0,
            Way::Plus => x,
            Way::Minus => self.radix - x,
        }
    }

    /// Hops along the shorter way.
    #[must_use]
    pub fn distance(&self, x: u64) -> u64 {
        x.min(self.radix - x)
    }

    /// Whether both ways are equally long and use different links.
    #[must_use]
    pub fn is_tie(&self, x: u64) -> bool {
        !self.is_single_link() && x * 2 == self.radix
    }
}
