//! The symmetry of a network that turns the links of a node cyclically.

use crate::model::{Dimension, Link, Network, Node, Way, count_of, wide};
use crate::wire;

/// A symmetry of the network that fixes node 0 and turns its m links in one cycle.
///
/// On a hypercube it rotates the bits: link j becomes link j + 1. On a torus of equal odd radices it is (x₁,
/// …, x_D) → (−x_D, x₁, …, x_{D−1}), which turns the links 1⁺, 2⁺, …, D⁺, 1⁻, …, D⁻. In this order links are
/// *columns*: turning a row of units moves every entry to the next column.
#[derive(Debug, Clone)]
pub(crate) struct LinkTurn {
    dimensions: Vec<Dimension>,
    /// The link of every column.
    links: Vec<Link>,
    /// The column of every link.
    columns: Vec<usize>,
}

impl LinkTurn {
    /// Builds the turn of a network; `None` if it is neither a hypercube nor a torus of equal odd radices.
    pub(crate) fn new(network: &Network) -> Option<Self> {
        let dimensions = network.dimensions().to_vec();
        let radix = dimensions.first()?.radix();
        let is_cube = matches!(network.kind(), wire::Network::Hypercube { .. });
        if !is_cube && (radix.is_multiple_of(2) || dimensions.iter().any(|ring| ring.radix() != radix)) {
            return None;
        }
        let of = |way| dimensions.iter().map(move |ring| ring.link(way));
        let minus = of(Way::Minus).filter(|_| !is_cube);
        let links: Vec<Link> = of(Way::Plus).chain(minus).collect();
        let mut columns = vec![0; links.len()];
        for (column, link) in links.iter().enumerate() {
            columns[wide(link.0)] = column;
        }
        Some(Self { dimensions, links, columns })
    }

    /// Returns the number of columns: the links of a node.
    pub(crate) fn columns(&self) -> usize {
        self.links.len()
    }

    /// Returns the link of a column.
    pub(crate) fn at(&self, column: usize) -> Link {
        self.links[column]
    }

    /// Returns the column of a link.
    pub(crate) fn column(&self, link: u32) -> usize {
        self.columns[wide(link)]
    }

    /// Returns the image of a link under the turn.
    pub(crate) fn link(&self, link: u32) -> u32 {
        self.links[(self.column(link) + 1) % self.links.len()].0
    }

    /// Returns the units of a packet's shortest way, column by column.
    pub(crate) fn row(&self, offset: Node) -> Vec<u64> {
        let mut row = vec![0; self.columns()];
        for ring in &self.dimensions {
            let x = ring.coordinate(offset);
            let way = if x > ring.radix() / 2 { Way::Minus } else { Way::Plus };
            row[self.column(ring.link(way).0)] = ring.distance(x);
        }
        row
    }

    /// Returns the node that units, given column by column, lead to from node 0.
    pub(crate) fn reached(&self, row: &[u64]) -> Node {
        let coordinate = |ring: &Dimension| {
            let (plus, minus) = (ring.link(Way::Plus), ring.link(Way::Minus));
            let back = if plus == minus { 0 } else { row[self.column(minus.0)] % ring.radix() };
            (row[self.column(plus.0)] % ring.radix() + ring.radix() - back) % ring.radix()
        };
        Node(self.dimensions.iter().map(|ring| coordinate(ring) * ring.stride()).sum())
    }

    /// Returns the image of a node under the turn applied `by` times.
    pub(crate) fn turned(&self, node: Node, by: u64) -> Node {
        let mut row = self.row(node);
        row.rotate_right(wide(u32::try_from(by % count_of(self.columns())).expect("links count in 32 bits")));
        self.reached(&row)
    }

    /// Returns the orbit of a node, beginning with it.
    pub(crate) fn orbit(&self, node: Node) -> Vec<Node> {
        let mut row = self.row(node);
        let mut orbit = vec![node];
        loop {
            row.rotate_right(1);
            match self.reached(&row) {
                turned if turned == node => return orbit,
                turned => orbit.push(turned),
            }
        }
    }
}
