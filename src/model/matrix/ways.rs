//! The directions in which the packets of a task go round each ring, row after row.

use crate::model::{Dimension, Way};

/// Chooses the direction of a packet in each dimension, row after row.
#[derive(Debug)]
pub(crate) struct Ways {
    /// Bit i: ties of dimension i alternate.
    alternating: u64,
    /// For every dimension, how many alternating ties there have been.
    ties: Vec<u64>,
}

impl Ways {
    /// Starts before the first row, in `dimensions` dimensions.
    pub(crate) fn new(dimensions: usize, alternating: u64) -> Self {
        Self { alternating, ties: vec![0; dimensions] }
    }

    /// Returns the direction of the next row in a dimension in which its coordinate is x ≠ 0; bit i of
    /// `minus` says whether a row goes − in dimension i, `None` that it goes the shorter way.
    pub(crate) fn next(&mut self, ring: &Dimension, dimension: usize, x: u64, minus: Option<u64>) -> Way {
        if ring.is_single_link() {
            return Way::Plus;
        }
        let goes_minus = if ring.is_tie(x) && self.alternating >> dimension & 1 == 1 {
            self.ties[dimension] += 1;
            self.ties[dimension].is_multiple_of(2)
        } else {
            minus.map_or(x * 2 > ring.radix(), |minus| minus >> dimension & 1 == 1)
        };
        if goes_minus { Way::Minus } else { Way::Plus }
    }
}
