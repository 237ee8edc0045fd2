//! Rings, of which hypercubes, tori and rings are products.

use crate::model::{Link, ModelError, Node};
use crate::wire;

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

/// The radices of a hypercube, ring or torus.
///
/// # Errors
/// [`ModelError`] of other networks, and of a dimension or radix that there is not.
pub(super) fn radices(kind: &wire::Network) -> Result<Vec<u64>, ModelError> {
    let small = |place: String, found: u64| ModelError::RadixTooSmall { place, found };
    match kind {
        wire::Network::Hypercube { dimension } => match usize::try_from(*dimension) {
            Ok(d @ 1..=62) => Ok(vec![2; d]),
            _ => Err(ModelError::DimensionOutOfRange { found: *dimension }),
        },
        wire::Network::Ring { nodes } if *nodes < 2 => Err(small("nodes".to_owned(), *nodes)),
        wire::Network::Ring { nodes } => Ok(vec![*nodes]),
        wire::Network::Torus { radices } if radices.is_empty() => Err(ModelError::NoRadices),
        wire::Network::Torus { radices } => match radices.iter().position(|&p| p < 2) {
            Some(i) => Err(small(format!("radices[{i}]"), radices[i])),
            None => Ok(radices.clone()),
        },
        _ => Err(ModelError::NotATorus),
    }
}
