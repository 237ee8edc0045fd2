//! Lower bounds that bind every schedule, symmetric or not, each with its witness.

mod bounds;
mod cayley;
mod collective;
mod demands;
mod distance;
mod growth;
mod limited;
mod weights;

pub use bounds::{Attainable, Bounds, ScopedBound, TransmissionBound};
pub use cayley::{cayley_distance, cayley_weigh, cayley_weighted};
pub use collective::collective;
#[doc(hidden)]
pub use demands::isotropic_packets;
pub use demands::{of_demands, of_exchange};
pub use distance::{DistanceBound, distance};
pub use limited::refute_by_limited_routes;
pub use weights::{WeightBound, least_weight, weigh, weighted};
