//! Networks, tasks, task matrices and schedules: the objects that everything above speaks of.

mod band;
mod error;
mod matrix;
mod network;
mod packets;
mod schedule;
mod task;

pub use error::ModelError;
pub use matrix::{MatrixError, TaskMatrix};
pub use network::{Dimension, Link, Network, Node, Way};
pub use packets::{CoordinateCount, OffsetClass, Packets};
pub use schedule::{Coloring, IntervalForm, OwnedInterval, ReplayError, ScheduleForm};
pub use task::IsotropicTask;
