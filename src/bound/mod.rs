//! Lower bounds that bind every schedule, symmetric or not, each with its witness.

mod bounds;
mod collective;
mod cut;
mod demands;
mod direction_tree;
mod distance;
mod distances;
#[cfg(feature = "ilp")]
mod dual_tree;
mod emission;
mod growth;
mod last_packet;
mod nodes;
mod pooled;
mod ports;
mod prices;
mod reception;
mod scoped_bound;
mod spanning;
mod split;
mod volume;
mod weights;

pub use bounds::{Attainable, Bounds, TransmissionBound};
pub use collective::collective;
pub use demands::of_demands;
pub(crate) use direction_tree::direction_tree;
pub use distance::{DistanceBound, cayley_distance, distance};
#[cfg(feature = "ilp")]
pub(crate) use dual_tree::dual_tree;
pub(crate) use pooled::pooled_bound;
pub use pooled::{cayley_pooled, cayley_pooled_but_one, pooled};
pub use scoped_bound::ScopedBound;
pub(crate) use split::split;
#[doc(hidden)]
pub use weights::isotropic_packets;
pub use weights::{
    WeightBound, cayley_weigh, cayley_weighted, least_weight, refute_by_limited_routes, weigh, weighted,
};
