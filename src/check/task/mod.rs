//! The task: which packets there are, where they go, and what a node may do in a slot.

pub(crate) mod collective;
pub(crate) mod demands;
pub(crate) mod isotropic;
pub(crate) mod packets;
pub(crate) mod ports;
pub(crate) mod problem;
