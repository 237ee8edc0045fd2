//! Lower bounds: a file for every kind recomputes its value from the witness, and states which schedules it
//! binds.

pub(crate) mod cut;
mod cut_node;
mod delay;
mod direction_tree;
mod distance;
mod distances;
pub(crate) mod dual_tree;
mod emission;
pub(crate) mod kind;
mod last_packet;
pub(crate) mod prices;
mod reception;
pub(crate) mod register;
mod resolution;
mod routes;
mod spanning;
mod split;
mod timed_prices;
pub(crate) mod volume;
mod weights;
