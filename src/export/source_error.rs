//! Why a schedule is not written as a program.

use crate::model::large;
use thiserror::Error;

/// Why a schedule is not written as a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SourceError {
    /// There are more nodes than a program may have ranks.
    #[error("{found} nodes, expected at most {most} ranks")]
    TooManyRanks {
        /// The number of nodes of the network.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// The tables would be too long.
    #[error(
        "up to {} messages in the tables, expected at most {most}: those of one node where all do the same, else of one node of each class",
        large(*.found)
    )]
    TooManyMessages {
        /// The upper bound on the messages in the tables; none above 2⁶⁴ − 1.
        found: Option<u64>,
        /// The limit.
        most: u64,
    },
    /// Slots times classes of nodes are too many.
    #[error("{slots} slots of {classes} classes of nodes, expected a product of at most {most}")]
    TooManySlots {
        /// The number of slots of the schedule.
        slots: u64,
        /// The number of classes of nodes.
        classes: u64,
        /// The limit on their product.
        most: u64,
    },
    /// A network whose nodes are not added like numbers has too many links for a table of them.
    #[error("{found} links of all nodes, expected at most {most}")]
    TooManyLinks {
        /// The number of links of all nodes.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// Some nodes run no program.
    #[error("a network of switches, expected one whose nodes all run the program")]
    Switches,
    /// The moves of an allreduce add to what the receiver has or replace it, as the replay finds.
    #[error(
        "an allreduce, whose moves either add or replace, expected another task; a reduce-scatter and an allgather together \
         make isotask_allreduce"
    )]
    Sums,
    /// Moves take several slots.
    #[error(
        "packets that differ in length or start, expected equal ones, of which each move takes one slot; csv lists the moves \
         of any schedule by the slots in which they begin"
    )]
    Parcels,
}
