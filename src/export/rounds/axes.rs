//! The devices of a product of rings as a mesh with axes.

use crate::model::{Dimension, Link, Network, count_of};
use crate::wire::Along;
use std::cmp::Reverse;

/// The axes of a mesh of devices on which every link of a product of rings is a step along one axis.
#[derive(Debug)]
pub(super) struct Axes {
    /// The rings, the slowest coordinate first.
    rings: Vec<Dimension>,
}

impl Axes {
    /// Returns the axes, if the network is a product of rings.
    pub(super) fn of(network: &Network) -> Option<Self> {
        let mut rings = network.dimensions().to_vec();
        rings.sort_by_key(|ring| Reverse(ring.stride()));
        (!rings.is_empty()).then_some(Self { rings })
    }

    pub(super) fn sides(&self) -> Vec<u64> {
        self.rings.iter().map(Dimension::radix).collect()
    }

    /// Returns the axis of a link, and whether it leads along or against the axis.
    pub(super) fn along(&self, link: Link) -> Along {
        let of_link = |ring: &Dimension| ring.first_link() <= link.0;
        let (axis, ring) = (self.rings.iter().enumerate())
            .filter(|(_, ring)| of_link(ring))
            .max_by_key(|(_, ring)| ring.first_link())
            .expect("the first link of the first ring is 0");
        let step = if link.0 == ring.first_link() { 1 } else { -1 };
        Along { axis: count_of(axis), step }
    }
}
