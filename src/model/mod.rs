//! Networks, tasks, task matrices and schedules: the objects that everything above speaks of.

mod error;
mod implied;
mod masks;
mod matrix;
mod network;
mod packets;
mod ranked;
mod rows;
mod schedule;
mod shell;
mod spheres;
mod task;
mod width;

pub use error::ModelError;
pub use implied::ImpliedRows;
pub use masks::MaskMatrix;
pub use matrix::{MatrixError, TaskMatrix};
pub use network::{Dimension, Link, Network, Node, Way};
pub use ranked::{Indexed, Ranked};
pub use rows::{Cursors, Rows};
pub use packets::{CoordinateCount, OffsetClass, Packets};
pub use schedule::{Coloring, IntervalForm, OwnedInterval, ReplayError, ScheduleForm};
pub use task::IsotropicTask;
pub(crate) use width::{count_of, wide};
