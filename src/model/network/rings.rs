//! Products of rings: hypercubes, tori and rings, whose nodes and links are computed.

use crate::model::{Link, ModelError, Node};
use crate::wire;

/// Most nodes that a network may have.
const MAX_NODES: u64 = 1 << 62;

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
    /// Returns the number of nodes of the ring, at least 2.
    #[must_use]
    pub fn radix(&self) -> u64 {
        self.radix
    }

    /// Returns by how much the index of a node grows with this coordinate.
    #[must_use]
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Returns the coordinate of a node in this dimension.
    #[must_use]
    pub fn coordinate(&self, node: Node) -> u64 {
        node.0 / self.stride % self.radix
    }

    /// Returns whether the two ways share one link, as they do in a ring of two nodes.
    #[must_use]
    pub fn is_single_link(&self) -> bool {
        self.radix == 2
    }

    /// Returns the link of the way +; the link of the way −, if it is another one, has the next number.
    pub(crate) fn first_link(&self) -> u32 {
        self.first_link
    }

    /// Returns the link of a way; in a ring of two nodes both ways share one link.
    #[must_use]
    pub fn link(&self, way: Way) -> Link {
        match way {
            Way::Minus if !self.is_single_link() => Link(self.first_link + 1),
            _ => Link(self.first_link),
        }
    }

    /// Returns the hops along a way that change coordinate 0 into `x`.
    #[must_use]
    pub fn hops(&self, x: u64, way: Way) -> u64 {
        match way {
            _ if x == 0 => 0,
            Way::Plus => x,
            Way::Minus => self.radix - x,
        }
    }

    /// Returns the hops along the shorter way.
    #[must_use]
    pub fn distance(&self, x: u64) -> u64 {
        x.min(self.radix - x)
    }

    /// Returns whether both ways are equally long and use different links.
    #[must_use]
    pub fn is_tie(&self, x: u64) -> bool {
        !self.is_single_link() && x * 2 == self.radix
    }
}

/// A product of rings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rings {
    /// The rings, in the order of the links.
    pub(super) dimensions: Vec<Dimension>,
    pub(super) nodes: u64,
    pub(super) links: u32,
}

impl Rings {
    /// Builds the product that a document describes.
    pub(super) fn new(kind: &wire::Network) -> Result<Self, ModelError> {
        let radices = radices(kind)?;
        let mut nodes: u64 = 1;
        for &radix in &radices {
            nodes = nodes.checked_mul(radix).filter(|&n| n <= MAX_NODES).ok_or(ModelError::TooManyNodes)?;
        }
        let mut dimensions = Vec::with_capacity(radices.len());
        let mut links = 0;
        // A torus has its last coordinate fastest, a hypercube its first bit.
        let is_cube = matches!(kind, wire::Network::Hypercube { .. });
        let mut stride = if is_cube { 1 } else { nodes };
        for radix in radices {
            if !is_cube {
                stride /= radix;
            }
            dimensions.push(Dimension { radix, stride, first_link: links });
            if is_cube {
                stride *= radix;
            }
            links += if radix == 2 { 1 } else { 2 };
        }
        Ok(Self { dimensions, nodes, links })
    }

    /// Returns the node whose coordinate in every dimension is given by a function.
    fn node(&self, coordinate: impl Fn(&Dimension) -> u64) -> Node {
        Node(self.dimensions.iter().map(|ring| coordinate(ring) * ring.stride).sum())
    }

    pub(super) fn distance(&self, node: Node) -> u64 {
        self.dimensions.iter().map(|ring| ring.distance(ring.coordinate(node))).sum()
    }

    pub(super) fn diameter(&self) -> u64 {
        self.dimensions.iter().map(|ring| ring.radix / 2).sum()
    }

    pub(super) fn farthest(&self) -> Node {
        self.node(|ring| ring.radix / 2)
    }

    /// Returns the sum of the distances of all nodes from node 0: each ring adds up its distances ⌊p²/4⌋ as
    /// often as the other rings have nodes.
    pub(super) fn total_distance(&self) -> Option<u64> {
        self.dimensions.iter().try_fold(0_u64, |sum, ring| {
            let here = u128::from(ring.radix).pow(2) / 4 * u128::from(self.nodes / ring.radix);
            u64::try_from(here).ok().and_then(|here| sum.checked_add(here))
        })
    }

    pub(super) fn neighbor(&self, node: Node, link: Link) -> Node {
        let ring = self.ring_of(link);
        let x = ring.coordinate(node);
        let there =
            if link.0 == ring.first_link { (x + 1) % ring.radix } else { (x + ring.radix - 1) % ring.radix };
        Node(node.0 - x * ring.stride + there * ring.stride)
    }

    pub(super) fn opposite(&self, link: Link) -> Link {
        let ring = self.ring_of(link);
        match link.0 - ring.first_link {
            _ if ring.is_single_link() => link,
            0 => Link(link.0 + 1),
            _ => Link(link.0 - 1),
        }
    }

    pub(super) fn translate(&self, node: Node, offset: Node) -> Node {
        self.node(|ring| (ring.coordinate(node) + ring.coordinate(offset)) % ring.radix)
    }

    pub(super) fn offset(&self, from: Node, to: Node) -> Node {
        self.node(|ring| (ring.coordinate(to) + ring.radix - ring.coordinate(from)) % ring.radix)
    }

    pub(super) fn link_between(&self, from: Node, to: Node) -> Option<Link> {
        let offset = self.offset(from, to);
        let mut moved = self.dimensions.iter().filter(|ring| ring.coordinate(offset) > 0);
        let (ring, None) = (moved.next()?, moved.next()) else { return None };
        match ring.coordinate(offset) {
            1 => Some(ring.link(Way::Plus)),
            x if x + 1 == ring.radix => Some(ring.link(Way::Minus)),
            _ => None,
        }
    }

    fn ring_of(&self, link: Link) -> &Dimension {
        assert!(link.0 < self.links, "no link {} in a network with {} links", link.0, self.links);
        let ring = self.dimensions.iter().rfind(|ring| ring.first_link <= link.0);
        ring.expect("the first link of the first dimension is 0")
    }
}

/// Returns the radices of a hypercube, ring or torus.
///
/// # Errors
/// [`ModelError`] of other networks, and of a dimension or radix that is out of range.
fn radices(kind: &wire::Network) -> Result<Vec<u64>, ModelError> {
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
