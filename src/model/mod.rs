//! Networks, tasks, task matrices and schedules: the objects that everything above speaks of.

mod as_petgraph;
mod cayley;
mod cayley_task;
mod collective;
mod error;
mod explicit;
mod families;
mod graph;
mod group_names;
mod implied;
mod incomplete_hypercube;
mod listed_task;
mod masks;
mod matrix;
mod network;
mod node;
mod packets;
mod ports;
mod ranked;
mod rows;
mod schedule;
mod shell;
mod spheres;
mod stored;
mod task;
mod weighted_paths;
mod width;
mod word_schedule;

pub use as_petgraph::{NetworkLink, NetworkLinks, NetworkNeighbors, NetworkNodes};
pub use cayley::{CayleyGraph, MOST_CAYLEY_LINKS, MOST_CAYLEY_NODES};
pub use cayley_task::CayleyTask;
pub use collective::{Collective, CollectiveTask, Task};
pub use error::ModelError;
pub use explicit::{
    CollectiveSchedule, ExplicitSchedule, Packet, PlacedSchedule, PlacedSend, Sent, reversed,
};
pub use graph::Graph;
pub use implied::{ImpliedRows, ImpliedStream};
pub use incomplete_hypercube::IncompleteHypercube;
pub use listed_task::{ListedTask, Load};
pub use masks::MaskMatrix;
pub use matrix::{MatrixError, TaskMatrix};
pub use network::{Dimension, Network, Translation, Way};
pub use node::{Link, Node};
pub use packets::{CoordinateCount, OffsetClass, Packets};
pub use ports::PortRule;
pub use ranked::Ranked;
pub use rows::{Cursors, RowStream, Rows, Straight, Turn};
pub use schedule::{Coloring, IntervalForm, OwnedInterval, ReplayError, ScheduleForm};
pub use stored::StoredStream;
pub use task::IsotropicTask;
pub use weighted_paths::WeightedPaths;
pub(crate) use width::{count_of, wide};
pub use word_schedule::{WordFault, WordSchedule};
