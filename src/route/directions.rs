//! Which way packets go round the rings.

/// Which way every packet goes in every dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directions {
    /// The shorter way; of the packets for which both ways are equal, in the order of the rows and in every
    /// dimension for itself, the first goes +, the second −, and so on.
    Default,
    /// Class by class of equal offsets, in the order of the rows.
    PerClass {
        /// For every class its packets in runs of equal directions.
        runs: Vec<Vec<Run>>,
        /// Bit i: in dimension i packets with equal ways alternate as in [`Directions::Default`].
        alternating: u64,
    },
}

/// Packets side by side that go the same ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Bit i: they go − in dimension i.
    pub minus: u64,
    /// How many they are.
    pub count: u64,
}
