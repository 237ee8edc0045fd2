//! Products of rings: hypercubes, tori and rings.

use crate::network::limits::NETWORK_NODE_LIMIT;
use crate::refusal::rejection::Rejection;

/// One dimension of the torus; a hypercube has radix 2 everywhere.
#[derive(Debug)]
pub(crate) struct Dimension {
    /// Number of nodes along the dimension, at least 2.
    pub(crate) radix: u64,
    /// The difference of the indices of two neighbours.
    pub(crate) stride: u64,
    /// Link type that goes up.
    pub(crate) plus: usize,
    /// Link type that goes down; none for radix 2, where both ways are one link.
    pub(crate) minus: Option<usize>,
}

impl Dimension {
    /// Returns the hops of the shorter way to coordinate `x`.
    pub(crate) fn shorter(&self, x: u64) -> u64 {
        x.min(self.radix - x)
    }

    /// Returns the coordinate of a node.
    pub(crate) fn coordinate(&self, node: u64) -> u64 {
        (node / self.stride) % self.radix
    }
}

/// One link type: which dimension it changes, and whether upwards.
#[derive(Debug, Clone, Copy)]
struct Link {
    dimension: usize,
    up: bool,
}

/// A hypercube or torus.
#[derive(Debug)]
pub(crate) struct Rings {
    /// Whether it is a hypercube by kind.
    pub(super) is_hypercube: bool,
    /// The dimensions, at most 62, as models/formats/task.md numbers them.
    pub(crate) dimensions: Vec<Dimension>,
    /// The dimensions from the slowest varying with the index to the fastest.
    pub(crate) slow_to_fast: Vec<usize>,
    links: Vec<Link>,
    pub(super) nodes: u64,
}

impl Rings {
    /// The product of no rings.
    pub(super) const EMPTY: &'static Self = &Self {
        is_hypercube: false,
        dimensions: Vec::new(),
        slow_to_fast: Vec::new(),
        links: Vec::new(),
        nodes: 1,
    };

    /// Builds the hypercube of a dimension.
    pub(super) fn hypercube(dimension: u64) -> Result<Self, Rejection> {
        if !(1..=62).contains(&dimension) {
            return Err(Rejection::DimensionOutOfRange { found: dimension });
        }
        let mut cube = Self::new(&vec![2; usize::try_from(dimension).unwrap_or(0)], &|_| String::new())?;
        // Bit 0 is dimension 0 and varies fastest.
        cube.is_hypercube = true;
        cube.slow_to_fast.reverse();
        cube.dimensions.iter_mut().zip(0..).for_each(|(d, i)| d.stride = 1 << i);
        Ok(cube)
    }

    /// Builds the torus of some radices, the last coordinate varying fastest with the index. `place` gives
    /// the JSON path of a radix.
    pub(super) fn new(radices: &[u64], place: &dyn Fn(usize) -> String) -> Result<Self, Rejection> {
        if radices.is_empty() {
            return Err(Rejection::NoRadices);
        }
        let mut nodes = 1_u64;
        for (i, &radix) in radices.iter().enumerate() {
            if radix < 2 {
                return Err(Rejection::RadixTooSmall { place: place(i), found: radix });
            }
            nodes = nodes
                .checked_mul(radix)
                .filter(|&n| n <= NETWORK_NODE_LIMIT)
                .ok_or_else(|| Rejection::TooManyNodes { place: place(i) })?;
        }
        let (mut dimensions, mut links, mut stride) = (Vec::new(), Vec::new(), nodes);
        for (dimension, &radix) in radices.iter().enumerate() {
            let plus = links.len();
            links.push(Link { dimension, up: true });
            if radix > 2 {
                links.push(Link { dimension, up: false });
            }
            stride /= radix;
            dimensions.push(Dimension { radix, stride, plus, minus: (radix > 2).then_some(plus + 1) });
        }
        let slow_to_fast = (0..radices.len()).collect();
        Ok(Self { is_hypercube: false, dimensions, slow_to_fast, links, nodes })
    }

    /// Returns the number of link types.
    pub(super) fn links(&self) -> usize {
        self.links.len()
    }

    /// Returns the greatest distance.
    pub(super) fn diameter(&self) -> u64 {
        // The sum of the radices is at most 2 + their product, far below 2⁶⁴.
        self.dimensions.iter().map(|d| d.radix / 2).sum()
    }

    /// Returns the node at the other end of a link.
    pub(super) fn step(&self, node: u64, link: usize) -> u64 {
        let Link { dimension, up } = self.links[link];
        let Dimension { radix, stride, .. } = self.dimensions[dimension];
        if self.is_hypercube {
            // The strides are the powers of 2.
            return node ^ stride;
        }
        let x = (node / stride) % radix;
        // Every result is a node index again, so below 2⁶².
        match (up, x) {
            (true, x) if x + 1 == radix => node - x * stride,
            (true, _) => node + stride,
            (false, 0) => node + (radix - 1) * stride,
            (false, _) => node - stride,
        }
    }

    /// Returns the sum of the coordinates of two nodes.
    pub(super) fn sum(&self, node: u64, offset: u64) -> u64 {
        let sum = |d: &Dimension| ((d.coordinate(node) + d.coordinate(offset)) % d.radix) * d.stride;
        self.dimensions.iter().map(sum).sum()
    }

    /// Returns the difference of the coordinates of two nodes.
    pub(super) fn difference(&self, from: u64, to: u64) -> u64 {
        let gap = |d: &Dimension| ((d.coordinate(to) + d.radix - d.coordinate(from)) % d.radix) * d.stride;
        self.dimensions.iter().map(gap).sum()
    }

    /// Returns the distance of an offset, at most the diameter.
    pub(super) fn hops(&self, offset: u64) -> u64 {
        self.dimensions.iter().map(|d| d.shorter(d.coordinate(offset))).sum()
    }

    /// Returns the number of nodes at this distance from a node or a greater one.
    ///
    /// # Complexity
    /// Time O(dimensions · nodes / greatest radix), space O(diameter).
    pub(super) fn nodes_from(&self, distance: u64) -> u64 {
        let longest = (0..self.dimensions.len()).max_by_key(|&i| self.dimensions[i].radix).unwrap_or(0);
        // ways[r] = choices of the coordinates in the other dimensions that are r hops away in these.
        let mut ways = vec![1_u64];
        for (i, d) in self.dimensions.iter().enumerate() {
            if i == longest {
                continue;
            }
            let half = usize::try_from(d.radix / 2).unwrap_or(usize::MAX);
            let mut more = vec![0_u64; ways.len() + half];
            for (r, &choices) in ways.iter().enumerate() {
                for x in 0..d.radix {
                    let hops = usize::try_from(d.shorter(x)).unwrap_or(usize::MAX);
                    // All entries together count nodes.
                    more[r + hops] += choices;
                }
            }
            ways = more;
        }
        let radix = self.dimensions[longest].radix;
        let beyond = |hops: u64| match hops {
            0 => radix,
            _ if hops > radix / 2 => 0,
            // The coordinates from `hops` to radix − `hops`.
            _ => radix + 1 - 2 * hops,
        };
        ways.iter().zip(0..).map(|(&choices, r)| choices * beyond(distance.saturating_sub(r))).sum()
    }

    /// Returns the sum of the distances of all nodes from a node.
    pub(super) fn distances(&self) -> u128 {
        // The shorter ways of a ring of p nodes add up to ⌊p²/4⌋; p divides the number of nodes, so no
        // product exceeds 2¹²².
        let ring = |d: &Dimension| u128::from(self.nodes / d.radix) * (u128::from(d.radix).pow(2) / 4);
        self.dimensions.iter().map(ring).sum()
    }
}
