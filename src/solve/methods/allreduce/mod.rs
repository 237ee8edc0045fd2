//! Methods of an allreduce.

pub(super) mod dimension_exchange;
pub(super) mod halves;
pub(super) mod reduce_broadcast;
