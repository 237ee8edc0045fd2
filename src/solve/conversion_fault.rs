//! Why a schedule is not one from which that of an easier problem is made.

use crate::model::ModelError;
use crate::tree::ConstructionError;
use thiserror::Error;

/// Why a schedule is not one from which that of a problem is made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConversionFault {
    /// Another network.
    #[error("it is a schedule for another network")]
    OtherNetwork,
    /// Wider ports.
    #[error("its ports allow what those of the task do not")]
    WiderPorts,
    /// Packets that are alike from every node, but no total exchange.
    #[error("it is one of an isotropic task that is no total exchange")]
    NoExchange,
    /// Another number of packets.
    #[error("it has count {found}, expected {expected}")]
    OtherCount {
        /// The number of the schedule.
        found: u64,
        /// The number of the problem.
        expected: u64,
    },
    /// A form that is not read here.
    #[error("it is in intervals, expected a total exchange slot by slot")]
    NotBySlots,
    /// A total exchange in which nodes differ, and too much of it.
    #[error("it says more than {most} transmissions of all nodes")]
    TooLong {
        /// The most that are taken.
        most: u64,
    },
    /// A problem that is not harder.
    #[error("it is not one of a harder problem, with this root if it has one")]
    NotHarder,
    /// A schedule that differs from node to node.
    #[error("it says what every node sends, expected a symmetric schedule of a multinode problem")]
    EveryNode,
    /// More packets than are numbered.
    #[error("2^32 packets or more, expected fewer")]
    TooManyPackets,
    /// The task of the schedule is none.
    #[error("{0}")]
    Model(#[from] ModelError),
    /// The construction refused.
    #[error("{0}")]
    Construction(#[from] ConstructionError),
}
