//! The task: its packets, where they go, and the moves that a node may make in a slot.

pub(crate) mod allreduce;
pub(crate) mod collective;
pub(crate) mod demands;
pub(crate) mod isotropic;
pub(crate) mod packets;
pub(crate) mod parcels;
pub(crate) mod ports;
pub(crate) mod problem;
