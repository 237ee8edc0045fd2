//! The bounds of each traffic, put together.

pub(super) mod collective;
pub(super) mod demands;
pub(super) mod exchange;
