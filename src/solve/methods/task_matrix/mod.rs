//! Methods for the rows of a task matrix alone.

pub(super) mod blocks;
pub(super) mod conveyor;
pub(super) mod gray;
pub(super) mod hall;
pub(super) mod non_wasting;
pub(super) mod octr;
pub(super) mod of_matrix;
pub(super) mod recursive;
pub(super) mod stages;
pub(super) mod windows;
