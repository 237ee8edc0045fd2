//! Lower bounds: a file for every kind recomputes its value from the witness; [`scope`] says whom each binds.

mod cut;
mod delay;
mod direction_tree;
mod distance;
mod distances;
pub(crate) mod dual_tree;
mod emission;
mod last_packet;
mod prices;
mod reception;
pub(crate) mod recompute;
mod routes;
pub(crate) mod scope;
mod spanning;
mod split;
mod timed_prices;
mod volume;
mod weights;
