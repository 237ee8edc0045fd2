//! Directions of packets round the rings.

/// The direction of every packet in every dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directions {
    /// The shorter way; of the packets for which both ways are equal, the first goes +, the second −, and so
    /// on, in the order of the rows and for each dimension separately.
    Default,
    /// Class by class of equal offsets, in the order of the rows.
    PerClass {
        /// For every class its packets in runs of equal directions.
        runs: Vec<Vec<Run>>,
        /// Bit i: in dimension i packets with equal ways alternate as in [`Directions::Default`].
        alternating: u64,
    },
}

/// Adjacent packets of equal directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Bit i: they go − in dimension i.
    pub minus: u64,
    /// The number of these packets.
    pub count: u64,
}
