//! Problems: which packets are to go from where to where, over how many ports.

pub(super) mod allreduce;
mod bundles;
pub(super) mod cayley;
pub(super) mod collective;
pub(super) mod demands;
mod hops;
pub(super) mod hull;
pub(super) mod isotropic;
pub(super) mod load;
mod node_ports;
pub(super) mod packets;
pub(super) mod pair;
pub(super) mod parcels;
pub(super) mod ports;
pub(super) mod problem;
pub(super) mod repeated;
mod ways;
