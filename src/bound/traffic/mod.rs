//! Collects the bounds of each kind of traffic.

pub(super) mod allreduce;
pub(super) mod collective;
pub(super) mod demands;
pub(super) mod exchange;
pub(super) mod parcels;
